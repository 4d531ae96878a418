// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace filigree::detail {

/// An allocation that failed where it is not known for which public call: rethrow_as_error, which
/// knows, makes it an Error. what() says what there was no memory for.
struct NoMemory : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Whether one of Kokkos' exceptions is about an allocation: it has no type for them, but says so.
inline bool is_about_allocation(const std::runtime_error& error) {
  return std::string_view(error.what()).find("failed to allocate") != std::string_view::npos;
}

/// Where memory was asked for and the device reports an error that is no lack of it. \throws Error
/// execution_failed; where `operation` is empty, std::runtime_error as Kokkos does
[[noreturn]] void throw_device_failure(std::string_view operation, const std::string& label,
                                       const std::string& reported);

}  // namespace filigree::detail
