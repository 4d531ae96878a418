// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <runtime/types.hpp>

/// The combinations of scalar types that products are compiled for: the lists of the templates.

namespace filigree::runtime {

/// f(the operands' types). Throws not_supported for a combination that is not there.
template <class F>
auto visit_spmv_types(const ScalarTypes& types, const F& f) {
#define FILIGREE_SPMV_TYPES(...) \
  if (types == ProductTypes<__VA_ARGS__>::values) return f(ProductTypes<__VA_ARGS__>())
#include <filigree/detail/spmv_types.inc>
#undef FILIGREE_SPMV_TYPES
  throw_types_not_supported("spmv", types);
}

/// The same for spmm.
template <class F>
auto visit_spmm_types(const ScalarTypes& types, const F& f) {
#define FILIGREE_SPMM_TYPES(...) \
  if (types == ProductTypes<__VA_ARGS__>::values) return f(ProductTypes<__VA_ARGS__>())
#include <filigree/detail/spmm_types.inc>
#undef FILIGREE_SPMM_TYPES
  throw_types_not_supported("spmm", types);
}

}  // namespace filigree::runtime
