// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <climits>
#include <cstdint>

#include "cuda/warp.hpp"
#include "solve/cuda/section_rows.cuh"

/// From levels among the rows of sections to levels among all rows.

namespace filigree::cuda {

/// What a section needs of others, in a small table.
class SectionTable {
 public:
  static constexpr int length = SectionState::edges_of_section;

  __device__ void clear() {
    for (int i = int(threadIdx.x); i < length; i += int(blockDim.x)) {
      others_[i] = -1;
      distances_[i] = INT_MIN;
    }
  }
  /// \return whether there was a place for it
  __device__ bool add(int other, int distance) {
    for (int i = 0; i < length; ++i) {
      const int at = (other + i) % length;
      int there = *const_cast<volatile int*>(others_ + at);
      if (there == -1) there = atomicCAS(others_ + at, -1, other);
      if (there != -1 && there != other) continue;
      if (*const_cast<volatile int*>(distances_ + at) < distance)
        atomicMax(distances_ + at, distance);
      return true;
    }
    return false;
  }
  __device__ void store(SectionEdge* edges) const {
    for (int i = int(threadIdx.x); i < length; i += int(blockDim.x))
      edges[i] = {others_[i], distances_[i]};
  }

 private:
  int others_[length];
  int distances_[length];
};

/// Notes what a section needs of others. Neighbouring entries need the same one mostly: of these a
/// thread notes the greatest distance alone.
template <class Index>
__global__ void __launch_bounds__(1024)
    section_edges_kernel(LevelArguments<Index> a, SectionState state) {
  __shared__ SectionTable table;
  const RankedRows<Index> ranked(a);
  const SectionRange range(state);
  table.clear();
  __syncthreads();
  bool fits = true;
  int other = -1, other_begin = 0, other_end = 0;
  for (int p = int(threadIdx.x); p < range.count; p += int(blockDim.x)) {
    const std::int64_t row = ranked.row(range.first + p), end = ranked.end(row);
    const int level = a.levels[row];
    int highest = 0;  // of those needed of `other`
    for (std::int64_t k = ranked.begin(row); k < end; ++k) {
      const std::int64_t rank = ranked.rank(k);
      if (rank >= range.first) continue;  // in the section, or not needed
      if (rank < other_begin || rank >= other_end) {
        if (highest > 0) fits = table.add(other, highest + 1 - level) && fits;
        other = section_of(state, unsigned(rank));
        other_begin = state.begins[other];
        other_end = state.begins[other + 1];
        highest = 0;
      }
      highest = max(highest, a.levels[ranked.row(rank)]);
    }
    if (highest > 0) fits = table.add(other, highest + 1 - level) && fits;
  }
  if (!fits) state.result->failed = 1;
  __syncthreads();
  table.store(state.edges + SectionState::edges_of_section * std::int64_t(blockIdx.x));
}

/// One warp, section after section: each needs sections before it alone.
static __global__ void section_offsets_kernel(SectionState state) {
  constexpr int ahead = 8;  // sections whose needs are on their way
  static_assert(SectionState::edges_of_section == 32);
  extern __shared__ int offsets[];
  const int sections = int(state.num_sections), lane = int(threadIdx.x);
  const auto load = [&](int section) {
    return section < sections ? state.edges[32 * section + lane] : SectionEdge{-1, 0};
  };
  SectionEdge next[ahead];
#pragma unroll
  for (int i = 0; i < ahead; ++i) next[i] = load(i);
  for (int first = 0; first < sections; first += ahead) {
    SectionEdge edges[ahead];
#pragma unroll
    for (int i = 0; i < ahead; ++i) edges[i] = next[i];
#pragma unroll
    for (int i = 0; i < ahead; ++i) next[i] = load(first + ahead + i);
#pragma unroll
    for (int i = 0; i < ahead; ++i) {
      const int least = edges[i].other < 0 ? 0 : offsets[edges[i].other] + edges[i].distance;
      const int offset = max_over_warp(max(0, least));
      if (lane == 0 && first + i < sections) offsets[first + i] = offset;
      __syncwarp();
    }
  }
  for (int i = lane; i < sections; i += 32) state.offsets[i] = offsets[i];
}

/// Adds up by how much rows stand too far behind those that they need: rows that need one of their
/// section stand right behind one.
template <class Index>
__global__ void __launch_bounds__(1024)
    section_slack_kernel(LevelArguments<Index> a, SectionState state) {
  __shared__ int highest;
  __shared__ unsigned long long slack;
  if (threadIdx.x == 0) {
    highest = 0;
    slack = 0;
  }
  __syncthreads();
  const RankedRows<Index> ranked(a);
  const SectionRange range(state);
  const auto level_of = [&](std::int64_t rank) {
    return a.levels[ranked.row(rank)] + state.offsets[section_of(state, unsigned(rank))];
  };
  int own_highest = 0;
  unsigned long long own_slack = 0;
  const int offset = state.offsets[blockIdx.x];
  for (int p = int(threadIdx.x); p < range.count; p += int(blockDim.x)) {
    const std::int64_t row = ranked.row(range.first + p);
    const int level = a.levels[row];
    own_highest = max(own_highest, level + offset);
    if (level > 1) continue;
    int needed = 0;
    for (std::int64_t k = ranked.begin(row); k < ranked.end(row); ++k)
      if (const std::int64_t rank = ranked.rank(k); rank < range.first)
        needed = max(needed, level_of(rank));
    own_slack += unsigned(offset - needed);
  }
  atomicMax(&highest, max_over_warp(own_highest));
  if (own_slack != 0) atomicAdd(&slack, own_slack);
  __syncthreads();
  if (threadIdx.x != 0) return;
  atomicMax(&state.result->highest, highest);
  if (slack != 0) atomicAdd(state.slack, slack);
}

template <class Index>
__global__ void add_offsets_kernel(LevelArguments<Index> a, SectionState state) {
  constexpr int levels_a_slack = 16;
  const std::int64_t row = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (*state.slack * levels_a_slack > (unsigned long long)(state.result->highest)) {
    if (row == 0) state.result->failed = 1;
  } else if (row < a.num_rows) {
    a.levels[row] += state.offsets[section_of(state, unsigned(RankedRows<Index>(a).row(row)))];
  }
}

}  // namespace filigree::cuda
