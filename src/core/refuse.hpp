// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <filigree/core/error.hpp>

/// Pieces of the checks that operations make of their arguments.

namespace filigree::detail {

inline std::string size_text(std::int64_t rows, std::int64_t cols) {
  return std::to_string(rows) + " x " + std::to_string(cols);
}

[[noreturn]] inline void refuse(std::string_view operation, std::string_view argument,
                                const std::string& found, const std::string& expected,
                                const std::string& remedy) {
  throw_error(Status::invalid_value, {operation, argument, found, expected, remedy});
}

}  // namespace filigree::detail
