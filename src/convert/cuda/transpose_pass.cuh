// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/stream_load.hpp"

/// One pass of a stable radix sort of a compressed matrix's entries. A block orders a tile of
/// consecutive entries in shared memory and writes those of a digit next to each other, to where
/// the counts of all tiles say.

namespace filigree::detail::cuda {

using filigree::cuda::stream_load;

inline constexpr int pass_threads = 512;
inline constexpr int pass_warps = pass_threads / 32;
inline constexpr unsigned all_lanes = 0xffffffffu;

template <class Value>
inline constexpr int pass_items = sizeof(Value) > 8 ? 8 : 16;  ///< entries of a thread
template <class Value>
inline constexpr int pass_segment = 32 * pass_items<Value>;  ///< consecutive entries of a warp
template <class Value>
inline constexpr int pass_tile = pass_threads* pass_items<Value>;

/// An entry on its way: its minor (the key) and major index, zero-based.
struct alignas(8) IndexPair {
  std::uint32_t key;
  std::uint32_t major;
};

struct Pass {
  std::int64_t count;  ///< of entries, less than 2^32
  int shift;
  std::uint32_t mask;         ///< of the shifted key: the digit
  const uint4* digit_places;  ///< by tile and 4 digits: where the tile's first entry of each goes

  // Where the entries are: in the matrix (first pass) or moved by an earlier pass.
  bool first;
  bool wide_offsets;
  bool wide_indices;
  std::int64_t base_in;
  const void* offsets;
  const void* indices;
  const std::uint32_t* segment_majors;  ///< by pass_segment: major index of its first entry
  const IndexPair* pairs_in;
  const void* values_in;  ///< null in the first pass: positions

  // Where they go: to the next pass or to the result.
  bool last;
  std::int64_t base_out;
  IndexPair* pairs_out;
  void* indices_out;
  void* key_counts;  ///< of Offset, zero at first: how many entries a key has; null: not wanted
  void* values_out;
};

template <int Bits, class Value>
struct PassShared {
  static constexpr int num_digits = 1 << Bits;
  union {
    std::uint16_t counts[pass_warps][num_digits];  ///< of the warps before, after the ranking
    std::uint32_t heads[pass_warps][pass_segment<Value>];
    IndexPair pairs[pass_tile<Value>];
    Value values[pass_tile<Value>];
  };
  std::uint32_t targets[num_digits];  ///< where place 0 of the tile would go, modulo 2^32
  std::uint16_t starts[num_digits];   ///< the digit's first place in the tile
  std::uint32_t warp_sums[pass_warps];
};

template <class Offset>
__device__ inline std::uint32_t search_major(const Offset* offsets, std::int64_t base,
                                             std::uint32_t first, std::uint32_t last,
                                             std::int64_t entry) {
  while (first < last) {  // the last one that begins at or before the entry
    const std::uint32_t middle = last - (last - first) / 2;
    if (std::int64_t(offsets[middle]) - base <= entry)
      first = middle;
    else
      last = middle - 1;
  }
  return first;
}

/// The major indices of a warp's entries. `heads` is shared memory of the warp.
template <int Items, class Offset>
__device__ inline void find_majors(const Pass& pass, std::int64_t segment, std::uint32_t* heads,
                                   std::uint32_t (&majors)[Items]) {
  constexpr std::int64_t length = 32 * Items;
  constexpr std::uint32_t few = 4 * length;
  const auto* const offsets = static_cast<const Offset*>(pass.offsets);
  const unsigned lane = threadIdx.x % 32;
  const std::int64_t begin = segment * length;
  if (begin >= pass.count) return;
  const std::uint32_t first = pass.segment_majors[segment];
  const std::uint32_t last = pass.segment_majors[segment + 1];
  if (last - first > few) {  // empty ones, for the most part
#pragma unroll 1
    for (int i = 0; i < Items; ++i) {
      const std::uint32_t major =
          search_major(offsets, pass.base_in, first, last, begin + i * 32 + lane);
#pragma unroll
      for (int j = 0; j < Items; ++j)
        if (j == i) majors[j] = major;
    }
    return;
  }
#pragma unroll
  for (int i = 0; i < Items; ++i) heads[i * 32 + lane] = 0;
  __syncwarp();
  for (std::uint32_t k = lane; k < last - first; k += 32) {
    const std::uint32_t major = first + 1 + k;
    const std::int64_t place = std::int64_t(offsets[major]) - pass.base_in - begin;
    const bool is_empty = offsets[std::int64_t(major) + 1] == offsets[major];
    if (place < length && !is_empty) heads[place] = major;
  }
  __syncwarp();
  std::uint32_t open = first;
#pragma unroll
  for (int i = 0; i < Items; ++i) {
    const std::uint32_t head = heads[i * 32 + lane];
    const unsigned before = __ballot_sync(all_lanes, head != 0) & (all_lanes >> (31 - lane));
    const std::uint32_t latest = __shfl_sync(all_lanes, head, before == 0 ? 0 : 31 - __clz(before));
    majors[i] = before == 0 ? open : latest;
    open = __shfl_sync(all_lanes, majors[i], 31);
  }
}

/// Keys, zero-based: of the matrix, or moved by an earlier pass.
__device__ inline std::uint32_t load_key(const std::int32_t* indices, std::int64_t base) {
  return std::uint32_t(stream_load(indices)) - std::uint32_t(base);
}
__device__ inline std::uint32_t load_key(const std::int64_t* indices, std::int64_t base) {
  return std::uint32_t(stream_load(indices) - base);
}
__device__ inline std::uint32_t load_key(const IndexPair* pairs, std::int64_t) {
  return stream_load(&pairs->key);
}

template <int Items, class Index>
__device__ inline void load_keys(const Index* indices, std::int64_t base, int count,
                                 std::uint32_t (&keys)[Items]) {
#pragma unroll
  for (int i = 0; i < Items; ++i)
    keys[i] = 32 * i < count ? load_key(indices + 32 * i, base) : all_lanes;
}

/// The first of this thread's entries is `begin`; every 32nd is its own, of `count` to the end.
template <class Value, int Items, class Shared>
__device__ inline void load_indices(const Pass& pass, std::int64_t begin, int count, Shared& shared,
                                    std::uint32_t (&keys)[Items], std::uint32_t (&majors)[Items]) {
  if (!pass.first) {
#pragma unroll
    for (int i = 0; i < Items; ++i) {
      const IndexPair pair =
          32 * i < count ? stream_load(pass.pairs_in + begin + 32 * i) : IndexPair{all_lanes, 0};
      keys[i] = pair.key;
      majors[i] = pair.major;
    }
    return;
  }
  if (pass.wide_indices)
    load_keys(static_cast<const std::int64_t*>(pass.indices) + begin, pass.base_in, count, keys);
  else
    load_keys(static_cast<const std::int32_t*>(pass.indices) + begin, pass.base_in, count, keys);
  std::uint32_t* const heads = shared.heads[threadIdx.x / 32];
  const std::int64_t segment = begin / pass_segment<Value>;
  if (pass.wide_offsets)
    find_majors<Items, std::int64_t>(pass, segment, heads, majors);
  else
    find_majors<Items, std::int32_t>(pass, segment, heads, majors);
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
    unsigned peers = all_lanes;
#pragma unroll
    for (int bit = 0; bit < Bits; ++bit) {
      const bool set = (digit >> bit & 1) != 0;
      const unsigned setters = __ballot_sync(all_lanes, set);
      peers &= set ? setters : ~setters;
    }
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

/// Where the tile's digits go, on the way to shared memory while the tile is loaded.
template <int Bits, class Value>
__device__ inline void load_targets(const Pass& pass, PassShared<Bits, Value>& shared) {
  constexpr unsigned num_fours = (1 << Bits) / 4;
  if (threadIdx.x < num_fours)
    reinterpret_cast<uint4*>(shared.targets)[threadIdx.x] =
        pass.digit_places[std::int64_t(blockIdx.x) * num_fours + threadIdx.x];
}

/// What a thread does for four digits: turns the warps' counts into those of the warps before, and
/// finds the digits' places in the tile, from which targets count.
template <int Bits, class Value>
__device__ inline void place_digits(PassShared<Bits, Value>& shared) {
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
  uint4& targets = reinterpret_cast<uint4*>(shared.targets)[threadIdx.x];
  targets = {targets.x - starts[0], targets.y - starts[1], targets.z - starts[2],
             targets.w - starts[3]};
}

/// The last pass: a tile's entries are in the order of whole keys.
template <class Count>
__device__ inline void count_key(Count* key_counts, const IndexPair* pairs, int place, int count) {
  const std::uint32_t key = pairs[place].key;
  const bool begins = place == 0 || pairs[place - 1].key != key;
  const bool ends = place + 1 == count || pairs[place + 1].key != key;
  if (begins || ends)
    atomicAdd(key_counts + key, Count((ends ? place + 1 : 0) - (begins ? place : 0)));
}

/// Indices from shared memory to where they go; `digits` of the places that a thread moves.
template <class Value, int Items, class Shared>
__device__ inline void store_indices(const Pass& pass, int count, const Shared& shared,
                                     std::uint32_t (&digits)[Items / 2]) {
#pragma unroll
  for (int i = 0; i < Items; ++i) {
    const int place = i * pass_threads + int(threadIdx.x);
    if (i % 2 == 0) digits[i / 2] = 0;
    if (place >= count) continue;
    const IndexPair pair = shared.pairs[place];
    const std::uint32_t digit = pair.key >> pass.shift & pass.mask;
    digits[i / 2] |= digit << 16 * (i % 2);
    const std::uint32_t target = shared.targets[digit] + std::uint32_t(place);
    if (!pass.last) {
      pass.pairs_out[target] = pair;
      continue;
    }
    if (pass.wide_indices)
      static_cast<std::int64_t*>(pass.indices_out)[target] = pair.major + pass.base_out;
    else
      static_cast<std::int32_t*>(pass.indices_out)[target] =
          std::int32_t(pair.major + std::uint32_t(pass.base_out));
    if (pass.key_counts == nullptr) continue;
    if (pass.wide_offsets)
      count_key(static_cast<unsigned long long*>(pass.key_counts), shared.pairs, place, count);
    else
      count_key(static_cast<unsigned*>(pass.key_counts), shared.pairs, place, count);
  }
}

template <class Value>
__device__ inline Value load_value(const Pass& pass, std::int64_t entry) {
  if constexpr (sizeof(Value) == 4 || sizeof(Value) == 8)
    if (pass.values_in == nullptr) return Value(entry);
  if constexpr (sizeof(Value) == 16) {
    const auto* const halves = static_cast<const std::uint64_t*>(pass.values_in) + 2 * entry;
    return {stream_load(halves), stream_load(halves + 1)};
  } else {
    return stream_load(static_cast<const Value*>(pass.values_in) + entry);
  }
}

template <class Value, int Items, class Shared>
__device__ inline void move_values(const Pass& pass, std::int64_t begin, int rest, int count,
                                   const std::uint32_t (&places)[Items / 2],
                                   const std::uint32_t (&digits)[Items / 2], Shared& shared) {
  Value values[Items];
#pragma unroll
  for (int i = 0; i < Items; ++i)
    if (32 * i < rest) values[i] = load_value<Value>(pass, begin + 32 * i);
  __syncthreads();  // the indices have been stored
#pragma unroll
  for (int i = 0; i < Items; ++i)
    if (32 * i < rest) shared.values[places[i / 2] >> 16 * (i % 2) & 0xffff] = values[i];
  __syncthreads();
  auto* const out = static_cast<Value*>(pass.values_out);
#pragma unroll
  for (int i = 0; i < Items; ++i) {
    const int place = i * pass_threads + int(threadIdx.x);
    if (place < count)
      out[shared.targets[digits[i / 2] >> 16 * (i % 2) & 0xffff] + std::uint32_t(place)] =
          shared.values[place];
  }
}

template <int Bits, class Value>
__global__ void __launch_bounds__(pass_threads, 2) transpose_pass_kernel(const Pass pass) {
  constexpr int items = pass_items<Value>;
  constexpr int tile_length = pass_tile<Value>;
  extern __shared__ __align__(16) unsigned char memory[];
  auto& shared = *reinterpret_cast<PassShared<Bits, Value>*>(memory);
  const int warp = int(threadIdx.x) / 32;
  const std::int64_t tile_begin = std::int64_t(blockIdx.x) * tile_length;
  const int count = int(min(pass.count - tile_begin, std::int64_t(tile_length)));

  load_targets(pass, shared);
  std::uint32_t keys[items], majors[items];
  const int begin_in_tile = warp * pass_segment<Value> + int(threadIdx.x) % 32;
  const int rest = count - begin_in_tile;
  load_indices<Value>(pass, tile_begin + begin_in_tile, rest, shared, keys, majors);
  __syncthreads();  // heads have been read
  for (int k = int(threadIdx.x); k < int(sizeof(shared.counts) / 16); k += pass_threads)
    reinterpret_cast<uint4*>(shared.counts)[k] = {};
  __syncthreads();
  std::uint32_t places[items / 2];
  rank_in_warp<Bits>(pass, keys, shared.counts[warp], places);
  __syncthreads();
  place_digits(shared);
  __syncthreads();
#pragma unroll
  for (int i = 0; i < items; ++i) {
    asm volatile("" : "+r"(keys[i]));  // digits are worked out again rather than kept in registers
    const std::uint32_t digit = keys[i] >> pass.shift & pass.mask;
    const std::uint32_t first = shared.starts[digit] + std::uint32_t(shared.counts[warp][digit]);
    places[i / 2] += first << 16 * (i % 2);
  }
  __syncthreads();  // counts have been read
#pragma unroll
  for (int i = 0; i < items; ++i)
    shared.pairs[places[i / 2] >> 16 * (i % 2) & 0xffff] = {keys[i], majors[i]};
  __syncthreads();
  std::uint32_t digits[items / 2];
  store_indices<Value, items>(pass, count, shared, digits);
  move_values<Value, items>(pass, tile_begin + begin_in_tile, rest, count, places, digits, shared);
}

}  // namespace filigree::detail::cuda
