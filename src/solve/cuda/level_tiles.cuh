// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cuda/handed_on.hpp"
#include "cuda/offset_array.hpp"
#include "cuda/warp.hpp"
#include "solve/cuda/find_levels.hpp"

/// Levels of short rows. A thread block has a chunk of rows that follow one another in the order of
/// the solve, each of its warps a part of them, which it goes through in tiles of a row a lane. So
/// almost all rows are somebody's at once, and none that could be next waits for others to be
/// taken. Levels of the chunk are handed on in shared memory, those of a tile by shuffles: a run of
/// rows that need the one before them takes five.
///
/// Chunks are taken by tickets, and a tile waits for rows before it alone: the lowest tile of all
/// that are not done can always go on.

namespace filigree::cuda {

/// What a lane knows of its row of a tile. Rows count in the order of the solve.
template <class Index, int Batch>
struct LevelTile {
  std::int64_t row;      ///< -1: none
  Index waits[Batch];    ///< rows of other tiles whose levels it needs still; -1: none
  unsigned highest;      ///< of the levels that it needs, so far
  unsigned within;       ///< rows of the tile that it needs, but for the one before it
  bool is_next;          ///< it needs the one before it, which is in the tile
  std::int64_t at, end;  ///< its other entries
};

template <class Index, int Batch, int Ahead, int Most, int Warps>
class TileLevels {
  using Tile = LevelTile<Index, Batch>;

 public:
  /// \param own the levels of the chunk, in shared memory
  __device__ TileLevels(const LevelArguments<Index>& a, std::int64_t chunk, int warp_rows,
                        unsigned* own)
      : a_(a),
        levels_(reinterpret_cast<unsigned*>(a.levels)),
        own_(own),
        lane_(int(threadIdx.x) % 32),
        chunk_(chunk * Warps * warp_rows),
        first_(chunk_ + std::int64_t(threadIdx.x) / 32 * warp_rows),
        end_(min(first_ + warp_rows, a.num_rows)) {}

  __device__ void run() {
    Tile now = prepare(take(bounds_of(first_)), first_);
    Columns columns[Ahead];
#pragma unroll
    for (int i = 0; i < Ahead; ++i) columns[i] = take(bounds_of(first_ + 32 * (i + 1)));
    Bounds bounds = bounds_of(first_ + 32 * (Ahead + 1));
    for (std::int64_t tile = first_; tile < end_; tile += 32) {
      Tile after = prepare(columns[0], tile + 32);
#pragma unroll
      for (int i = 0; i + 1 < Ahead; ++i) columns[i] = columns[i + 1];
      columns[Ahead - 1] = take(bounds);
      bounds = bounds_of(tile + 32 * (Ahead + 2));
      for (;;) {
        const bool all = ask(now, Most);
        if (__all_sync(whole_warp, all)) break;
        ask(after, Most);
      }
      while (__any_sync(whole_warp, now.at < now.end)) add_rest(now, tile);
      publish(now);
      ask(after, Batch);
      now = after;
    }
  }

 private:
  struct Bounds {
    std::int64_t row;  ///< -1: none
    OffsetArray::Raw begin, end;
  };
  /// As memory has them, so that nothing waits for them until they are needed.
  struct Columns {
    std::int64_t row;
    std::int64_t begin, end;
    Index cols[Batch];
  };

  __device__ std::int64_t turned(std::int64_t row) const {
    return a_.lower ? row : a_.num_rows - 1 - row;
  }
  __device__ Bounds bounds_of(std::int64_t tile) const {
    Bounds bounds{-1, {}, {}};
    if (tile + lane_ >= end_) return bounds;
    bounds.row = tile + lane_;
    bounds.begin = a_.begins.raw(turned(bounds.row));
    bounds.end = a_.ends.raw(turned(bounds.row));
    return bounds;
  }
  __device__ Columns take(const Bounds& bounds) const {
    Columns taken;
    taken.row = bounds.row;
    taken.begin = bounds.row < 0 ? 0 : a_.begins.value(bounds.begin) - a_.base;
    taken.end = bounds.row < 0 ? 0 : a_.ends.value(bounds.end) - a_.base;
#pragma unroll
    for (int j = 0; j < Batch; ++j)
      taken.cols[j] = taken.begin + j < taken.end ? a_.cols[taken.begin + j] : Index(-1);
    return taken;
  }
  __device__ Tile prepare(const Columns& taken, std::int64_t tile) const {
    Tile result;
    result.row = taken.row;
    result.highest = 0;
    result.within = 0;
    result.is_next = false;
    result.at = taken.begin + Batch;
    result.end = taken.end;
#pragma unroll
    for (int j = 0; j < Batch; ++j)
      result.waits[j] =
          taken.begin + j < taken.end ? place(result, taken.cols[j], tile) : Index(-1);
    return result;
  }
  /// What a tile's row has to wait for; notes rows of the tile.
  __device__ Index place(Tile& tile, Index col, std::int64_t first) const {
    const std::int64_t needed = turned(std::int64_t(col) - a_.base);
    if (needed >= tile.row) return Index(-1);
    if (needed < first) return Index(needed);
    if (needed + 1 == tile.row)
      tile.is_next = true;
    else
      tile.within |= 1u << int(needed - first);
    return Index(-1);
  }

  /// \return whether the lane's row has all that it waits for
  __device__ bool ask(Tile& tile, int most) const {
    unsigned found[Batch];
    int asked = 0;
#pragma unroll
    for (int j = 0; j < Batch; ++j) {
      found[j] = tile.waits[j] < 0 ? 0 : no_level;
      if (tile.waits[j] < 0 || asked == most) continue;
      ++asked;
      if (std::int64_t(tile.waits[j]) >= chunk_)
        found[j] = *(const volatile unsigned*)(own_ + (std::int64_t(tile.waits[j]) - chunk_));
      else
        found[j] = load_relaxed(levels_ + turned(tile.waits[j]));
    }
    bool all = true;
#pragma unroll
    for (int j = 0; j < Batch; ++j) {
      const bool is_there = found[j] != no_level;
      if (is_there) tile.highest = max(tile.highest, found[j]);
      if (is_there) tile.waits[j] = Index(-1);
      all = all && is_there;
    }
    return all;
  }
  /// The next entries of rows with more than a lane holds.
  __device__ void add_rest(Tile& tile, std::int64_t first) const {
#pragma unroll
    for (int j = 0; j < Batch; ++j)
      tile.waits[j] = tile.at + j < tile.end ? place(tile, a_.cols[tile.at + j], first) : Index(-1);
    tile.at += Batch;
    while (!__all_sync(whole_warp, ask(tile, Batch))) continue;
  }

  __device__ void publish(const Tile& tile) const {
    // Along runs of rows that need the one before, level - lane is the highest so far.
    const unsigned heads = __ballot_sync(whole_warp, !tile.is_next);
    const int head = 31 - __clz(heads & (whole_warp >> (31 - lane_)));
    int level = int(tile.highest) + 1 - lane_;
    for (;;) {
#pragma unroll
      for (int delta = 1; delta < 32; delta *= 2) {
        const int other = __shfl_up_sync(whole_warp, level, delta);
        if (lane_ - delta >= head) level = max(level, other);
      }
      if (!__any_sync(whole_warp, tile.within != 0)) break;
      const int before = level;
      for (unsigned left = tile.within; __any_sync(whole_warp, left != 0); left &= left - 1) {
        const int from = left == 0 ? lane_ : __ffs(int(left)) - 1;
        const int other = __shfl_sync(whole_warp, level, from);
        level = max(level, left == 0 ? level : other + from + 1 - lane_);
      }
      if (!__any_sync(whole_warp, level != before)) break;
    }
    if (tile.row < 0) return;
    const auto found = unsigned(level + lane_);
    *(volatile unsigned*)(own_ + (tile.row - chunk_)) = found;
    store_relaxed(levels_ + turned(tile.row), found);
  }

  static constexpr unsigned no_level = ~0u;

  const LevelArguments<Index>& a_;
  unsigned* levels_;
  unsigned* own_;
  int lane_;
  std::int64_t chunk_;  ///< its first row
  std::int64_t first_;
  std::int64_t end_;
};

template <class Index, int Batch, int Ahead, int Most, int Warps>
__global__ void __launch_bounds__(32 * Warps)
    find_tile_levels_kernel(LevelArguments<Index> a, int warp_rows, unsigned long long* ticket) {
  extern __shared__ unsigned own_levels[];
  __shared__ long long chunk;
  if (threadIdx.x == 0)
    chunk = (long long)(atomicAdd(ticket, 1ull) + 1);  // the first one finds all ones
  for (int i = int(threadIdx.x); i < Warps * warp_rows; i += 32 * Warps) own_levels[i] = ~0u;
  __syncthreads();
  TileLevels<Index, Batch, Ahead, Most, Warps>(a, chunk, warp_rows, own_levels).run();
}

}  // namespace filigree::cuda
