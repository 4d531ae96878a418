// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string_view>

namespace filigree::detail {

/// Throws invalid_value: rows of an operand are not sorted as its properties say.
[[noreturn]] void throw_unsorted_geam();

/// Lines for the log: which kernels ran on what.
void log_geam_plan(std::string_view kernel, std::int64_t num_rows, std::int64_t num_cols,
                   std::int64_t a_nnz, std::int64_t b_nnz, std::int64_t nnz);
void log_geam(std::string_view kernel, std::int64_t nnz);

}  // namespace filigree::detail
