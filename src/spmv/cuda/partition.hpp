// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>

/// How the tuned kernels cut a matrix, from its row lengths alone.

namespace filigree::cuda {

inline constexpr int max_rows_per_block = 256;

/// Shared lists: warps of a thread block, and groups of rows that each takes.
inline constexpr int group_warps = 4;
inline constexpr int groups_a_warp = 4;

inline std::int64_t group_blocks(std::int64_t num_groups) {
  constexpr int groups_a_block = group_warps * groups_a_warp;
  return (num_groups + groups_a_block - 1) / groups_a_block;
}

/// Rows of a row block: about 1.7 K entries, which measured best on 5-point and 27-point grids.
inline int rows_per_block(double mean_row_length) {
  int rows = 2;
  while (rows < max_rows_per_block && 2 * rows * mean_row_length <= 1800) rows *= 2;
  // Up to 40 entries a thread can walk a row.
  return mean_row_length <= 40 && rows < 64 ? 64 : rows;
}

/// The same for compressed indices, which leave room for more rows: the more of them walk side by
/// side, the better their gathers coalesce.
inline int compressed_rows_per_block(double mean_row_length) {
  int rows = rows_per_block(mean_row_length);
  while (rows < 64 && 2 * rows * mean_row_length <= 2700) rows *= 2;
  return rows;
}

/// Threads of a row block's 64 that share a row.
inline int lanes_per_row(int rows) {
  int lanes = 1;
  while (lanes < 32 && 2 * lanes * rows <= 64) lanes *= 2;
  return lanes;
}

/// Entries that a row block's shared memory has room for where the largest block is not known.
inline int block_capacity(double mean_row_length, int rows) {
  return std::max(256, int(1.2 * mean_row_length * rows) + 64);
}

/// Rows of a warp tile: about 256 entries, a power of two up to 32; fewer in a small matrix, where
/// a product takes as long as its longest tile and there are multiprocessors to spare.
inline int rows_per_warp(std::int64_t nnz, std::int64_t num_rows) {
  constexpr std::int64_t enough_tiles = 2048;
  int rows = 1;
  while (rows < 32 && 2 * rows * nnz <= 384 * num_rows && num_rows >= 2 * rows * enough_tiles)
    rows *= 2;
  return rows;
}

/// Entries that a lane of a subwarp loads at once.
inline constexpr int subwarp_loads = 4;

/// Lanes that share a row, a power of two up to 32: as many as load the longest row at once (each
/// further turn cost 0.7 microseconds on an H200, of 2.5); but for rows far above the mean where so
/// many lanes would take more than a quarter of the device. \c longest: 0 where it is not known.
inline int subwarp_lanes(std::int64_t num_rows, double mean_row_length, std::int64_t longest) {
  constexpr std::int64_t few_rows = 2048;
  const double usual = std::max(16.0, 4 * mean_row_length);
  const double entries =
      longest == 0 ? (num_rows <= few_rows ? usual : 2 * mean_row_length)
                   : (num_rows <= few_rows ? double(longest) : std::min(double(longest), usual));
  int lanes = 1;
  while (lanes < 32 && subwarp_loads * lanes < entries) lanes *= 2;
  return lanes;
}

/// Entries of a row above which it is given a thread block: what its lanes load in two turns; four
/// where the rows are not listed, and the block sums those that it meets one after the other.
inline std::int64_t subwarp_limit(int lanes, bool is_listed) {
  return (is_listed ? 2 : 4) * subwarp_loads * lanes;
}

}  // namespace filigree::cuda
