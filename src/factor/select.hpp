// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

#include <core/device_limits.hpp>
#include <filigree/detail/incomplete_factor_problem.hpp>

namespace filigree::detail {

/// Triangles are looked for where rows have no more entries, and no more before the diagonal.
constexpr std::int64_t longest_row_looked_through = 512;
constexpr std::int64_t longest_row_without_triangles = 8;

/// What the choice of a kernel rests on: a pure function of it are Kernel::can_implement, seconds
/// and workspace_bytes.
struct FactorInput {
  FactorKind kind = FactorKind::lu;
  FactorStatistics statistics;
  bool is_sorted = true;         ///< whether the rows are, as they are stored
  std::int64_t block_size = 1;   ///< what the entries of rows are, not 1: blocks
  bool has_whole_blocks = true;  ///< whether none stands over the matrix's end
  bool in_place = false;         ///< whether the factors take the place of the values
  std::size_t scalar_bytes = 8;
  SolvePipeline pipeline;  ///< a host's
  DeviceLimits device;
  int threads = 0;  ///< of a host
};

}  // namespace filigree::detail
