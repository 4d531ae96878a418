// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string_view>

#include <filigree/detail/triangular_solve_problem.hpp>

namespace filigree::detail {

/// A line for the log: which kernel ran on what.
void log_solve(std::string_view kernel, const SolveStatistics& statistics,
               std::int64_t num_columns);

/// Throws invalid_value where entries of a result share memory.
void check_entries_apart(std::string_view operation, std::string_view argument,
                         const DenseShape& X);

}  // namespace filigree::detail
