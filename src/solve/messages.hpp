// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string_view>

#include <filigree/detail/triangular_solve_problem.hpp>

namespace filigree::detail {

/// A line for the log: which kernel ran on what.
void log_solve(std::string_view kernel, const SolveStatistics& statistics,
               std::int64_t num_columns);

/// A line for the log: what a plan is of.
void log_solve_plan(std::string_view format, const SolveStatistics& statistics,
                    std::int64_t memory_bytes, double seconds);

}  // namespace filigree::detail
