// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string_view>

#include <filigree/core/export.hpp>

namespace filigree::detail {

/// A line for the log: which kernel ran on what.
void log_spgemm(std::string_view kernel, std::int64_t num_rows, std::int64_t num_cols,
                std::int64_t nnz);

/// Throws invalid_value, naming a wider type, where C has more entries than Offset counts.
FILIGREE_EXPORT void check_spgemm_nnz(std::int64_t nnz, std::int64_t products, std::int64_t limit);
/// Throws invalid_value where entries of a matrix whose rows are said to be sorted are out of
/// order.
void check_spgemm_sorted(std::string_view argument, std::int64_t unsorted);
/// A line for the log: what a plan is of.
void log_spgemm_plan(std::int64_t num_rows, std::int64_t num_cols, std::int64_t products,
                     std::int64_t nnz, std::int64_t plan_bytes, double seconds);

}  // namespace filigree::detail
