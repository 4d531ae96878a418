// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include <filigree/core/macros.hpp>

/// What the kernels of a two-pass transposed product read of a plan. No CUDA here: the plan's own
/// code and its tests run on any machine.

namespace filigree::cuda {

/// Consecutive entries of a tile, or sums of a bucket, that a thread adds up.
inline constexpr int chunk_entries_a_thread = 24;

/// Threads of a block: as many as let two blocks' products share a multiprocessor.
constexpr int two_pass_threads(std::size_t sum_bytes) { return sum_bytes > 8 ? 256 : 512; }

/// Marks the first sum of a row in TwoPass::order.
inline constexpr std::uint16_t row_head = 0x8000;

/// A tile's products stand in fast memory in this order, so that neither the columns of a grid nor
/// threads that read 24 consecutive ones queue up at a memory bank.
FILIGREE_FUNCTION constexpr int swizzled(int slot) { return slot ^ ((slot >> 5) & 31); }

/// A tile is block_entries = 24 x threads consecutive stored entries; in fast memory they are
/// ordered by row of the result, then as stored. A partial is the sum of consecutive products of a
/// tile that belong to one row and (if merged) one chunk of 24; partials are numbered tile by tile.
/// Ordered by row and tile, with an empty place for each empty row, they are cut into buckets of
/// block_entries places. A run is the partials that a tile has for a bucket: they are consecutive,
/// and the bucket loads its runs one after the other, by tile. "Word" stands for 32 entries or
/// loaded partials.
struct TwoPass {
  std::int64_t num_entries;
  std::int64_t num_tiles;
  std::int64_t num_buckets;
  std::int64_t num_partials;
  bool merged;  ///< else every product is a partial of its own

  // First pass.
  const std::uint16_t* slots;     ///< by entry: its (swizzled) place in the tile's order
  const std::uint32_t* row_bits;  ///< by word: entries that begin a stored row, bit 0 apart
  const std::int32_t*
      word_rows;             ///< by word: how many non-empty stored rows end before its first entry
  const std::int32_t* rows;  ///< the non-empty stored rows; null where all are
  const std::uint32_t* chunk_heads;     ///< merged; by chunk of 24: places where a partial begins
  const std::uint16_t* chunk_partials;  ///< merged; by chunk: partials of the tile before it
  const std::int32_t* tile_partials;    ///< merged; by tile: its first partial

  // Second pass.
  const std::uint32_t*
      run_sources;  ///< by run, buckets in order: first partial - its place (modulo 2^32)
  const std::uint32_t* run_bits;  ///< by word of a bucket: places where a run begins, bit 0 apart
  const std::int32_t* word_runs;  ///< by word: the run of its first place
  const std::int32_t* fill;       ///< by bucket: how many partials it loads
  const std::uint16_t* order;  ///< by row and tile: where the bucket has the partial, block_entries
                               ///< where there is none; plus row_head
  const std::int32_t* chunk_rows;  ///< by 24 of order: the row of the first
};

}  // namespace filigree::cuda
