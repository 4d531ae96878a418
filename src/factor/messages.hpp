// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string_view>

#include <filigree/detail/incomplete_factor_front.hpp>

namespace filigree::detail {

/// Throws invalid_value or matrix_type_not_supported unless the matrix can be factored and the
/// options make sense.
void check_factor_request(FactorKind kind, const MatrixProperties& properties, bool is_complex,
                          std::int64_t num_rows, std::int64_t num_cols,
                          const IncompleteFactorOptions& options);
/// Throws invalid_value or matrix_type_not_supported unless a matrix is square and stores all of
/// its entries.
void check_square_and_general(std::string_view operation, std::int64_t num_rows,
                              std::int64_t num_cols, const MatrixProperties& properties);
/// Throws invalid_value unless the blocks are square.
void check_factor_blocks(FactorKind kind, const BlockLayout& block);
/// Throws zero_pivot for an entry of the diagonal that is not stored.
[[noreturn]] void throw_missing_diagonal(FactorKind kind, std::int64_t position);
/// Throws invalid_value for a row, counted from the matrix's index base, with an entry twice.
[[noreturn]] void throw_repeated_entry(FactorKind kind, std::int64_t position);
/// The function that makes plans.
std::string_view factor_plan_operation(FactorKind kind);
/// A line for the log: what a plan is of.
void log_factor_plan(FactorKind kind, const FactorStatistics& statistics, std::int64_t memory_bytes,
                     double seconds);
[[noreturn]] void throw_stale_factor_plan(FactorKind kind, const char* found);
/// A line for the log: which kernel ran on what.
void log_factor(FactorKind kind, std::string_view kernel, const FactorStatistics& statistics);

}  // namespace filigree::detail
