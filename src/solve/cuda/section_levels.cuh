// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cuda/warp.hpp"
#include "solve/cuda/section_rows.cuh"

/// Levels of rows among those of their section.

namespace filigree::cuda {

/// Few, as a tile's rounds are as many as it has lines of a grid, and each goes over all of it.
inline constexpr int level_threads = 256;
inline constexpr int level_warps = level_threads / 32;

/// Levels of a section's rows, a thread a row of those that follow one another. Runs of rows that
/// need the one before are solved by a scan; rounds of it go on while other needs raise a level.
/// A thread keeps which of a row's `Most` entries at most lie in the section.
template <class Index, int Most>
class SectionLevels {
 public:
  __device__ SectionLevels(const LevelArguments<Index>& a, const SectionRange& range,
                           std::uint16_t* levels, int none)
      : a_(a), ranked_(a), range_(range), levels_(levels), none_(none) {}

  /// All tiles. \return whether a row of this thread holds more entries than it keeps
  __device__ bool run(int* warp_values) {
    const int thread = int(threadIdx.x);
    bool is_long = false;
    Columns next = columns_of(bounds_of(thread));
    Bounds bounds = bounds_of(thread + level_threads);
    for (int begin = 0; begin < range_.count; begin += level_threads) {
      const Columns columns = next;
      next = columns_of(bounds);
      bounds = bounds_of(begin + 2 * level_threads + thread);
      is_long = is_long || columns.length > Most;
      run_tile(begin, columns, warp_values);
    }
    return is_long;
  }

 private:
  /// What is read ahead of a row: as memory has it, for whatever would be computed of what is on
  /// its way, the warp would wait for.
  struct Bounds {
    bool is_row;
    OffsetArray::Raw begin, end;
  };
  struct Columns {
    std::int64_t length;
    Index cols[Most];  ///< from the diagonal on, if they ascend
  };

  __device__ Bounds bounds_of(int place) const {
    if (place >= range_.count) return {};
    const std::int64_t row = ranked_.row(range_.first + place);
    return {true, a_.begins.raw(row), a_.ends.raw(row)};
  }
  __device__ Columns columns_of(const Bounds& bounds) const {
    const std::int64_t begin = bounds.is_row ? a_.begins.value(bounds.begin) - a_.base : 0;
    const std::int64_t end = bounds.is_row ? a_.ends.value(bounds.end) - a_.base : 0;
    Columns of;
    of.length = end - begin;
#pragma unroll
    for (int j = 0; j < Most; ++j)
      of.cols[j] = j < of.length ? a_.cols[ranked_.nearest(begin, end, j)] : Index(0);
    return of;
  }

  __device__ void run_tile(int begin, const Columns& columns, int* warp_values) {
    const int thread = int(threadIdx.x), place = begin + thread;
    const bool is_row = place < range_.count;
    note_needs(begin, place, columns);
    // Later runs have higher keys, so that a maximum over all threads before is one over the run.
    const int run = runs_before(warp_values);
    if (is_row) levels_[place] = 0;
    __syncthreads();
    for (int level = 0;;) {
      int highest = base_;
#pragma unroll
      for (int j = 0; j < Most; ++j)
        if ((used_ >> j & 1) != 0)
          highest = max(highest, int(levels_[held_[j / 2] >> (16 * (j % 2)) & 0xffff]));
      const int key =
          max_of_threads_before((run << 16) + highest + 1 - thread + level_threads, warp_values);
      const int found = (key & 0xffff) - level_threads + thread;
      const bool is_higher = is_row && found != level;
      if (is_higher) levels_[place] = std::uint16_t(found);
      level = found;
      if (!__syncthreads_or(is_higher)) return;
    }
  }

  /// Notes what a row needs in the section.
  __device__ void note_needs(int begin, int place, const Columns& columns) {
    base_ = 0;
    is_chained_ = false;
    used_ = 0;
#pragma unroll
    for (int j = 0; j < Most; ++j) {
      const int needed = int(ranked_.rank_of(columns.cols[j])) - int(range_.first);
      const bool is_near = j < columns.length && needed >= 0 && needed < place;
      const int near = is_near ? needed : none_;
      if (is_near && near < begin) base_ = max(base_, int(levels_[near]));
      const bool is_before = is_near && near == place - 1 && near >= begin;
      is_chained_ = is_chained_ || is_before;
      const bool is_held = is_near && near >= begin && !is_before;
      const unsigned other = j % 2 == 0 ? 0 : held_[j / 2];
      held_[j / 2] = other | unsigned(is_held ? near : none_) << (16 * (j % 2));
      used_ |= unsigned(__any_sync(whole_warp, is_held)) << j;
    }
  }

  /// How many runs begin with this thread's row or before.
  __device__ int runs_before(int* warp_values) const {
    const int lane = int(threadIdx.x) % 32, warp = int(threadIdx.x) / 32;
    const unsigned begins = __ballot_sync(whole_warp, !is_chained_);
    if (lane == 0) warp_values[warp] = __popc(begins);
    __syncthreads();
    const int before = warp_sum(lane < warp ? warp_values[lane] : 0);
    __syncthreads();
    return before + __popc(begins & (whole_warp >> (31 - lane)));
  }

  /// Of this thread's and those before. To be followed by a barrier.
  __device__ static int max_of_threads_before(int value, int* warp_values) {
    const int lane = int(threadIdx.x) % 32, warp = int(threadIdx.x) / 32;
#pragma unroll
    for (int delta = 1; delta < 32; delta *= 2) {
      const int other = __shfl_up_sync(whole_warp, value, delta);
      if (lane >= delta) value = max(value, other);
    }
    if (lane == 31) warp_values[warp] = value;
    __syncthreads();
    return max(value, max_over_warp(lane < warp ? warp_values[lane] : 0));
  }

  const LevelArguments<Index>& a_;
  RankedRows<Index> ranked_;
  SectionRange range_;
  std::uint16_t* levels_;    ///< in shared memory, as all that is handed on
  int none_;                 ///< a place whose level is 0
  int base_;                 ///< the highest level of those needed in tiles before
  bool is_chained_;          ///< needs the row before it, in the same tile
  unsigned used_;            ///< by some lane of the warp
  unsigned held_[Most / 2];  ///< places of others needed in the tile, two a word
};

template <class Index, int Most>
__global__ void __launch_bounds__(level_threads)
    section_levels_kernel(LevelArguments<Index> a, SectionState state, int most_rows) {
  extern __shared__ std::uint16_t section_words[];
  __shared__ int warp_values[level_warps];
  const SectionRange range(state);
  std::uint16_t* const levels = section_words;
  if (threadIdx.x == 0) levels[most_rows] = 0;
  SectionLevels<Index, Most> section(a, range, levels, most_rows);
  if (section.run(warp_values)) state.result->failed = 1;
  const RankedRows<Index> ranked(a);
  for (int p = int(threadIdx.x); p < range.count; p += level_threads)
    a.levels[ranked.row(range.first + p)] = levels[p];
}

}  // namespace filigree::cuda
