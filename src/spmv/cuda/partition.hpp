// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

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

/// rows_per_block for compressed indices, which leave room for more rows: the more of them walk
/// side by side, the better their gathers coalesce.
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

/// Hot entries of x, of `bytes` bytes each, that are kept. 160 KB with the products of the warps
/// leave the other gathers enough of the L1 cache: more hot columns measured slower.
inline constexpr std::int64_t hot_column_shared_bytes = 160 * 1024;
inline constexpr std::int64_t hot_column_capacity(std::int64_t bytes) {
  return (hot_column_shared_bytes - 8192 * bytes) / bytes;
}

/// Entries of a long row that one warp sums.
inline constexpr std::int64_t segment_entries = 512;

/// Entries of the longest row that a plan does not cut: about what most rows have, but no more than
/// a warp's share where there are too few rows for all warps; and a segment at least.
inline std::int64_t longest_whole_row(std::int64_t nnz, double mean_row_length) {
  // Two rounds of the warps of a large device.
  constexpr std::int64_t warps = 8192;
  return std::max(segment_entries, std::min(std::int64_t(4 * mean_row_length), nnz / warps));
}

/// Entries that a lane of a subwarp loads at once.
inline constexpr int subwarp_loads = 4;

/// Threads of a subwarp kernel's block.
inline constexpr int subwarp_threads = 128;

/// Rows by their number of entries: in class 0 up to bound(0) entries, in class c above
/// bound(c - 1) and up to bound(c).
struct RowLengthCounts {
  static constexpr int num_classes = 11;
  std::int64_t rows[num_classes] = {};

  static constexpr std::int64_t bound(int length_class) {
    return std::int64_t(subwarp_loads) << length_class;
  }

  /// \c limit: the bound of a class.
  std::int64_t longer_than(std::int64_t limit) const {
    std::int64_t sum = 0;
    for (int c = 0; c < num_classes; ++c) sum += bound(c) > limit ? rows[c] : 0;
    return sum;
  }
};

/// How a subwarp kernel shares the rows out.
struct SubwarpShape {
  int lanes;           ///< that share a row: a power of two up to 32
  std::int64_t limit;  ///< rows of more entries take a thread block each
};

/// Expected nanoseconds of a product, above that of the smallest matrix. What its terms cost was
/// fitted to times of 38 matrices in f32 and f64 on an H200, each with all shapes: a turn that
/// waits for the turn before it, a thread block's turn of loads for rows, and one for a long row.
inline double subwarp_cost(const RowLengthCounts& counts, const SubwarpShape& shape) {
  constexpr double of_wait = 450, of_turn = 1.35, of_long_turn = 1.05;
  // loads a thread needs one after the other, with the rows of a class in its upper half
  const auto turns = [](std::int64_t bound, std::int64_t at_once) {
    return bound <= at_once ? 1 : (3 * bound + 4 * at_once - 1) / (4 * at_once);
  };
  const std::int64_t at_once = std::int64_t(subwarp_loads) * shape.lanes;
  constexpr std::int64_t block_at_once = subwarp_loads * subwarp_threads;
  std::int64_t num_rows = 0, long_turns = 0, most_turns = 1;
  for (int c = 0; c < RowLengthCounts::num_classes; ++c) {
    if (counts.rows[c] == 0) continue;
    const std::int64_t bound = RowLengthCounts::bound(c);
    const bool is_long = bound > shape.limit;
    const std::int64_t needed = turns(bound, is_long ? block_at_once : at_once);
    most_turns = std::max(most_turns, needed);
    num_rows += counts.rows[c];
    if (is_long) long_turns += counts.rows[c] * needed;
  }
  if (num_rows == 0) return 0;
  // A warp takes as many turns as its longest row; a long row is not its own.
  const int rows_per_warp = 32 / shape.lanes;
  std::int64_t reached = counts.longer_than(shape.limit);
  double below = std::pow(double(reached) / double(num_rows), rows_per_warp), mean_turns = 0;
  for (int c = 0; RowLengthCounts::bound(c) <= shape.limit; ++c) {
    reached += counts.rows[c];
    const double share = std::pow(double(reached) / double(num_rows), rows_per_warp);
    mean_turns += (share - below) * double(turns(RowLengthCounts::bound(c), at_once));
    below = share;
  }
  const double blocks = std::ceil(double(num_rows) * shape.lanes / subwarp_threads);
  return of_wait * double(most_turns - 1) + of_turn * blocks * mean_turns +
         of_long_turn * double(long_turns);
}

/// The cheapest shape for these rows; of equal ones that with the fewest lanes and long rows.
inline SubwarpShape subwarp_shape(const RowLengthCounts& counts) {
  SubwarpShape best{};
  double least = std::numeric_limits<double>::infinity();
  for (int lanes = 1; lanes <= 32; lanes *= 2)
    for (const int turns : {2, 1}) {
      const SubwarpShape shape{lanes, std::int64_t(turns) * subwarp_loads * lanes};
      const double cost = subwarp_cost(counts, shape);
      if (cost < least) {
        least = cost;
        best = shape;
      }
    }
  return best;
}

/// The shape of a one-shot product, which knows no row lengths and whose blocks sum the long rows
/// that they meet one after the other.
inline SubwarpShape subwarp_shape(std::int64_t num_rows, double mean_row_length) {
  constexpr std::int64_t few_rows = 2048;
  const double entries =
      num_rows <= few_rows ? std::max(16.0, 4 * mean_row_length) : 2 * mean_row_length;
  int lanes = 1;
  while (lanes < 32 && subwarp_loads * lanes < entries) lanes *= 2;
  return {lanes, std::int64_t(4) * subwarp_loads * lanes};
}

}  // namespace filigree::cuda
