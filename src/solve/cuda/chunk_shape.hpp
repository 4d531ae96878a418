// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

/// How many lanes take a row of solve_chunks_cuda, what they hold of it, and how many right-hand
/// sides kernels take at once. For any compiler.

namespace filigree::cuda {

/// Right-hand sides that are solved at once, but for solve_columns_cuda.
inline constexpr std::int64_t solve_columns_at_once = 64;

/// Right-hand sides of the widest tile that a warp of solve_columns_cuda takes, where there are
/// many of them.
inline constexpr std::int64_t widest_columns_tile = 64;
constexpr std::int64_t columns_tile(std::int64_t num_columns) {
  return num_columns > 32 ? widest_columns_tile : 32;
}

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
