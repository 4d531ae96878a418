// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cub/block/block_scan.cuh>

#include "convert/cuda/transpose_load.cuh"

/// What comes before a pass: the digits of each tile and where they go.

namespace filigree::detail::cuda {

inline constexpr int scan_threads = 64;
inline constexpr int group_tiles = 64;

/// A block a tile: how many entries it has of each digit. Source is an index or IndexPair.
template <int Bits, class Source>
__global__ void __launch_bounds__(pass_threads)
    count_digits(std::int64_t count, int tile, const Source* sources, std::int64_t base, int shift,
                 std::uint32_t mask, uint4* tile_counts) {
  constexpr int num_digits = 1 << Bits;
  constexpr int ahead = 8;
  __shared__ __align__(16) std::uint32_t counts[num_digits];
  for (int k = int(threadIdx.x); k < num_digits; k += pass_threads) counts[k] = 0;
  __syncthreads();
  const std::int64_t begin = std::int64_t(blockIdx.x) * tile;
  const int rest = int(min(count - begin, std::int64_t(tile))) - int(threadIdx.x);
  const Source* const mine = sources + begin + threadIdx.x;
  for (int first = 0; first < tile; first += ahead * pass_threads) {
    std::uint32_t keys[ahead] = {};
#pragma unroll
    for (int j = 0; j < ahead; ++j)
      if (first + j * pass_threads < rest)
        keys[j] = load_key(mine + (first + j * pass_threads), base);
#pragma unroll
    for (int j = 0; j < ahead; ++j) {
      const bool inside = first + j * pass_threads < rest;
      const std::uint32_t digit = keys[j] >> shift & mask;
      // On grids a warp's digits are often the same.
      const std::uint32_t of_first = __shfl_sync(all_lanes, digit, 0);
      if (__all_sync(all_lanes, inside && digit == of_first)) {
        if (threadIdx.x % 32 == 0) atomicAdd(counts + digit, 32u);
      } else if (inside) {
        atomicAdd(counts + digit, 1u);
      }
    }
  }
  __syncthreads();
  for (int k = int(threadIdx.x); k < num_digits / 4; k += pass_threads)
    tile_counts[std::int64_t(blockIdx.x) * (num_digits / 4) + k] =
        reinterpret_cast<const uint4*>(counts)[k];
}

__device__ inline uint4 operator+(const uint4& a, const uint4& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w};
}

/// Calls `use` with each tile's counts of four digits and their place, tiles of a group in order.
template <class Use>
__device__ inline void for_group(std::int64_t num_tiles, int num_fours, const uint4* tile_counts,
                                 const Use& use) {
  constexpr int ahead = 16;
  const std::int64_t begin = std::int64_t(blockIdx.x) * group_tiles;
  const int rest = int(min(num_tiles - begin, std::int64_t(group_tiles)));
  const std::int64_t first = begin * num_fours + blockIdx.y * scan_threads + threadIdx.x;
  for (int tile = 0; tile < rest; tile += ahead) {
    uint4 counts[ahead];
#pragma unroll
    for (int j = 0; j < ahead; ++j)
      if (tile + j < rest) counts[j] = tile_counts[first + (tile + j) * num_fours];
#pragma unroll
    for (int j = 0; j < ahead; ++j)
      if (tile + j < rest) use(counts[j], first + (tile + j) * num_fours);
  }
}

/// A thread a group of tiles and four digits: sums of the group.
static __global__ void __launch_bounds__(scan_threads)
    sum_groups(std::int64_t num_tiles, int num_fours, const uint4* tile_counts, uint4* group_sums) {
  uint4 sum{};
  for_group(num_tiles, num_fours, tile_counts,
            [&](const uint4& counts, std::int64_t) { sum = sum + counts; });
  group_sums[std::int64_t(blockIdx.x) * num_fours + blockIdx.y * scan_threads + threadIdx.x] = sum;
}

/// One block, a thread four digits: from sums of groups to where the group's entries of each digit
/// go, in place.
template <int Fours>
__global__ void __launch_bounds__(Fours) scan_groups(std::int64_t num_groups, uint4* group_sums) {
  using Scan = cub::BlockScan<std::uint32_t, Fours>;
  __shared__ typename Scan::TempStorage shared;
  uint4* const mine = group_sums + threadIdx.x;
  uint4 total{};
#pragma unroll 8
  for (std::int64_t group = 0; group < num_groups; ++group) total = total + mine[group * Fours];
  std::uint32_t first;
  Scan(shared).ExclusiveSum(total.x + total.y + total.z + total.w, first);
  uint4 place{first, first + total.x, first + total.x + total.y,
              first + total.x + total.y + total.z};
#pragma unroll 8
  for (std::int64_t group = 0; group < num_groups; ++group) {
    const uint4 sum = mine[group * Fours];
    mine[group * Fours] = place;
    place = place + sum;
  }
}

/// From a tile's counts to where its entries of each digit go, in place.
static __global__ void __launch_bounds__(scan_threads)
    place_tiles(std::int64_t num_tiles, int num_fours, uint4* tile_counts,
                const uint4* group_places) {
  uint4 place =
      group_places[std::int64_t(blockIdx.x) * num_fours + blockIdx.y * scan_threads + threadIdx.x];
  for_group(num_tiles, num_fours, tile_counts, [&](const uint4& counts, std::int64_t at) {
    tile_counts[at] = place;
    place = place + counts;
  });
}

/// majors[s] = the major index of entry s * length, of the last entry beyond the end.
template <class Offset>
__global__ void find_segment_majors(std::int64_t num_segments, std::int64_t length,
                                    std::int64_t count, const Offset* offsets, std::int64_t base,
                                    std::uint32_t last_major, std::uint32_t* majors) {
  const std::int64_t segment = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (segment <= num_segments)
    majors[segment] = search_major(offsets, base, 0, last_major, min(segment * length, count - 1));
}

}  // namespace filigree::detail::cuda
