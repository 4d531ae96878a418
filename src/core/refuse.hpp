// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
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

/// A workspace that the caller passed; `plan` is the class whose workspace_bytes says its size.
inline void check_workspace(std::string_view operation, const std::string& plan,
                            const void* workspace, std::size_t bytes, std::size_t needed) {
  if (bytes < needed)
    refuse(operation, "workspace", std::to_string(bytes) + " bytes",
           std::to_string(needed) + " bytes", "ask " + plan + "::workspace_bytes, or pass none");
  if (reinterpret_cast<std::uintptr_t>(workspace) % 16 != 0)
    refuse(operation, "workspace", "an address that is not a multiple of 16 bytes",
           "an aligned one", "pass a View as Kokkos allocates it");
}

}  // namespace filigree::detail
