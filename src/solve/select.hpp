// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include <core/device_limits.hpp>
#include <filigree/detail/triangular_solve_problem.hpp>

namespace filigree::detail {

/// What the choice of a kernel rests on: a pure function of it are Kernel::can_implement, seconds
/// and workspace_bytes.
struct SolveInput {
  SolveStatistics statistics;
  std::int64_t block_size = 1;    ///< rows of a block; 1: entries
  std::int64_t num_columns = 1;   ///< of B and X
  std::size_t scalar_bytes = 8;   ///< of the compute type
  std::int64_t x_col_stride = 1;  ///< in entries
  SolvePipeline pipeline;         ///< a host's
  SolveChunks chunks;             ///< a device's
  DeviceLimits device;
  int threads = 0;  ///< of a host
};

}  // namespace filigree::detail
