// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

/// How many lanes take a row of solve_chunks_cuda, and what they hold of it. For any compiler.

namespace filigree::cuda {

/// Lanes of a row.
constexpr int chunk_lanes(std::int64_t num_rows, std::int64_t num_entries) {
  return num_entries <= 8 * num_rows ? 1 : num_entries <= 16 * num_rows ? 2 : 4;
}

/// Entries that a lane reads ahead. Others of its row it reads when it is the row's turn.
constexpr int chunk_batch(int lanes, std::int64_t num_rows, std::int64_t num_entries) {
  return lanes == 4 || (lanes == 1 && num_entries <= 4 * num_rows) ? 4 : 8;
}

/// What a thread block for several right-hand sides may take of shared memory.
inline constexpr std::uint32_t chunk_columns_shared_bytes = 104 * 1024;

/// Steps of a group at most. No warp may have two of them: the first would wait at a barrier for
/// the second.
inline constexpr int chunk_group_steps = 8;

}  // namespace filigree::cuda
