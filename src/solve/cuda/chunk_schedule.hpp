// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "filigree/detail/solve_chunks.hpp"

/// Makes the schedule that SolveChunks describes. Chunk by chunk the rows are ordered by their
/// level among all rows, not among those of the chunk: a chunk may hold rows that can be solved
/// long before others need what they wait for. Rows of one level stay in the order of the solve.

namespace filigree::cuda {

struct ChunkScheduleArguments {
  std::int64_t num_rows;
  bool lower;
  const std::int32_t* levels;  ///< of the matrix's rows
  std::int64_t chunk_rows;
  std::int64_t num_chunks;
  int step_rows;    ///< at most
  int group_steps;  ///< at most
  std::uint16_t* order;
  std::int32_t* positions;
  std::int64_t* first_steps;  ///< num_chunks + 1
  detail::SolveStep* steps;   ///< of a chunk from its first row on: as many as there are rows
};

/// Orders rows, makes the chunks' steps and counts them. Waits for nothing.
cudaError_t launch_order_chunks(const ChunkScheduleArguments& arguments, cudaStream_t stream);

/// Moves the steps to where first_steps has them.
cudaError_t launch_move_steps(const ChunkScheduleArguments& arguments, detail::SolveStep* steps,
                              cudaStream_t stream);

}  // namespace filigree::cuda
