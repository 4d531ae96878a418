// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cusparse.h>

/// The vendor's library, which FILIGREE_CUSPARSE_FALLBACK names.

namespace filigree::dropin {

/// Whether the variable is set.
bool has_vendor() noexcept;

/// A function of the vendor's library, which the first such call loads; null where it has none of
/// that name.
void* vendor_symbol(const char* name) noexcept;
/// The vendor's function by its number in function_names; remembered.
void* vendor_function(int number) noexcept;

/// Calls a function of the vendor's by its name; NOT_SUPPORTED where it has none.
template <class... Args>
cusparseStatus_t call_vendor(const char* name, Args... args) {
  auto* const function = reinterpret_cast<cusparseStatus_t (*)(Args...)>(vendor_symbol(name));
  return function == nullptr ? CUSPARSE_STATUS_NOT_SUPPORTED : function(args...);
}

}  // namespace filigree::dropin
