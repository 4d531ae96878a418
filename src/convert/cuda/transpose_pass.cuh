// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "convert/cuda/transpose_load.cuh"
#include "convert/cuda/transpose_store.cuh"
#include "cuda/opaque.hpp"
#include "cuda/vote.hpp"

/// One pass of a stable radix sort of a compressed matrix's entries. A block orders a tile of
/// consecutive entries in shared memory and writes those of a digit next to each other, to where
/// the counts of all tiles say.

namespace filigree::detail::cuda {

using filigree::cuda::forget_origin;
using filigree::cuda::lanes_alike;

/// The lanes whose digit is this lane's.
template <int Bits>
__device__ inline unsigned lanes_with(std::uint32_t digit) {
  unsigned lanes = all_lanes;
#pragma unroll
  for (int bit = 0; bit < Bits; ++bit) lanes &= lanes_alike(digit, 1u << bit);
  return lanes;
}

/// How many entries of this warp with the same digit come before each of mine. `counts`, the
/// warp's, end up as the entries of each digit.
template <int Bits, int Items>
__device__ inline void rank_in_warp(const Pass& pass, const std::uint32_t (&keys)[Items],
                                    std::uint16_t* counts, std::uint32_t (&ranks)[Items / 2]) {
  const unsigned before_mine = (1u << threadIdx.x % 32) - 1;
#pragma unroll
  for (int i = 0; i < Items; ++i) {
    const std::uint32_t digit = keys[i] >> pass.shift & pass.mask;
    const unsigned peers = lanes_with<Bits>(digit);
    const std::uint32_t so_far = counts[digit];
    const std::uint32_t rank = so_far + __popc(peers & before_mine);
    __syncwarp();
    if ((peers & before_mine) == 0) counts[digit] = std::uint16_t(so_far + __popc(peers));
    __syncwarp();
    ranks[i / 2] = i % 2 == 0 ? rank : ranks[i / 2] | rank << 16;
  }
}

/// The sum of `value` over the threads before this one.
__device__ inline std::uint32_t sum_before(std::uint32_t value, std::uint32_t* warp_sums) {
  const unsigned lane = threadIdx.x % 32;
  std::uint32_t through = value;
#pragma unroll
  for (int delta = 1; delta < 32; delta *= 2) {
    const std::uint32_t other = __shfl_up_sync(all_lanes, through, delta);
    if (lane >= unsigned(delta)) through += other;
  }
  if (lane == 31) warp_sums[threadIdx.x / 32] = through;
  __syncthreads();
  std::uint32_t before = through - value;
#pragma unroll
  for (unsigned warp = 0; warp < pass_warps; ++warp)
    if (warp < threadIdx.x / 32) before += warp_sums[warp];
  return before;
}

/// Where the tile's first entries of four digits go, for the threads that place them.
template <int Bits>
__device__ inline uint4 load_targets(const Pass& pass) {
  constexpr unsigned num_fours = (1 << Bits) / 4;
  if (threadIdx.x >= num_fours) return {};
  return pass.digit_places[std::int64_t(blockIdx.x) * num_fours + threadIdx.x];
}

/// What a thread does for four digits: turns the warps' counts into those of the warps before, and
/// finds the digits' places in the tile, from which targets count.
template <int Bits, class Tile>
__device__ inline void place_digits(const uint4& targets, PassShared<Bits, Tile>& shared) {
  constexpr unsigned num_fours = (1 << Bits) / 4;
  static_assert(num_fours <= pass_threads);
  uint2 sums{0, 0};  // two counts a word
  if (threadIdx.x < num_fours) {
#pragma unroll 4
    for (int warp = 0; warp < pass_warps; ++warp) {
      uint2* const counts = reinterpret_cast<uint2*>(shared.counts[warp]) + threadIdx.x;
      const uint2 of_warp = *counts;
      *counts = sums;
      sums.x += of_warp.x;
      sums.y += of_warp.y;
    }
  }
  const std::uint32_t own[4] = {sums.x & 0xffff, sums.x >> 16, sums.y & 0xffff, sums.y >> 16};
  std::uint32_t starts[4];
  starts[0] = sum_before(own[0] + own[1] + own[2] + own[3], shared.warp_sums);
#pragma unroll
  for (int j = 1; j < 4; ++j) starts[j] = starts[j - 1] + own[j - 1];
  if (threadIdx.x >= num_fours) return;
  reinterpret_cast<uint2*>(shared.starts)[threadIdx.x] = {starts[0] | starts[1] << 16,
                                                          starts[2] | starts[3] << 16};
  reinterpret_cast<uint4*>(shared.targets)[threadIdx.x] = {
      targets.x - starts[0], targets.y - starts[1], targets.z - starts[2], targets.w - starts[3]};
}

template <int Bits, class Tile>
__global__ void __launch_bounds__(pass_threads, Tile::blocks)
    transpose_pass_kernel(const Pass pass) {
  using Value = typename Tile::value_type;
  constexpr int items = Tile::items;
  constexpr int tile_length = Tile::length;
  extern __shared__ __align__(16) unsigned char memory[];
  auto& shared = *reinterpret_cast<PassShared<Bits, Tile>*>(memory);
  const int warp = int(threadIdx.x) / 32;
  const std::int64_t tile_begin = std::int64_t(blockIdx.x) * tile_length;
  const int count = int(min(pass.count - tile_begin, std::int64_t(tile_length)));
  const int begin_in_tile = warp * Tile::segment + int(threadIdx.x) % 32;
  const int rest = count - begin_in_tile;

  std::uint32_t keys[items], majors[items];
  load_indices(pass, tile_begin + begin_in_tile, rest, shared, keys, majors);
  load_lower_digits(pass, tile_begin, count, shared);
  __syncthreads();  // heads have been read
  for (int k = int(threadIdx.x); k < int(sizeof(shared.counts) / 16); k += pass_threads)
    reinterpret_cast<uint4*>(shared.counts)[k] = {};
  __syncthreads();
  prefetch_tiles<Tile>(pass, tile_begin);
  std::uint32_t places[items / 2];
  rank_in_warp<Bits>(pass, keys, shared.counts[warp], places);
  const uint4 targets = load_targets<Bits>(pass);
  __syncthreads();
  place_digits(targets, shared);
  __syncthreads();
#pragma unroll
  for (int i = 0; i < items; ++i) {
    forget_origin(keys[i]);  // digits are worked out again
    const std::uint32_t digit = keys[i] >> pass.shift & pass.mask;
    const std::uint32_t first = shared.starts[digit] + std::uint32_t(shared.counts[warp][digit]);
    places[i / 2] += first << 16 * (i % 2);
  }
  __syncthreads();  // counts have been read
#pragma unroll
  for (int i = 0; i < items; ++i)
    shared.pairs[places[i / 2] >> 16 * (i % 2) & 0xffff] = {keys[i], majors[i]};
  Value values[items];  // on their way while the indices are stored
  load_values(pass, tile_begin + begin_in_tile, rest, values);
  __syncthreads();
  store_indices<items>(pass, count, shared);
  __syncthreads();  // pairs have been read
#pragma unroll
  for (int i = 0; i < items; ++i)
    if (32 * i < rest) shared.values[places[i / 2] >> 16 * (i % 2) & 0xffff] = values[i];
  __syncthreads();
  scatter_values<Value, items>(pass, count, shared);
}

}  // namespace filigree::detail::cuda
