// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "convert/cuda/transpose_tile.cuh"
#include "cuda/bulk_copy.hpp"
#include "cuda/stream_load.hpp"

/// How a block gets the entries of its tile: thread by thread every 32nd of a warp's.

namespace filigree::detail::cuda {

using filigree::cuda::bulk_prefetch;
using filigree::cuda::stream_load;

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

/// The major indices of a warp's entries, which begin with entry `begin`; those of the first one
/// and of the one behind the last are `first` and `last`. `heads` is shared memory of the warp.
template <int Items, class Offset>
__device__ inline void find_majors(const Pass& pass, std::int64_t begin, std::uint32_t first,
                                   std::uint32_t last, std::uint32_t* heads,
                                   std::uint32_t (&majors)[Items]) {
  constexpr std::int64_t length = 32 * Items;
  constexpr std::uint32_t few = 4 * length;
  constexpr int ahead = 2;  // rows of a lane whose offsets are loaded together
  const auto* const offsets = static_cast<const Offset*>(pass.offsets);
  const unsigned lane = threadIdx.x % 32;
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
  for (std::uint32_t done = first; done < last; done += 32 * ahead) {
    Offset starts[ahead], ends[ahead];
#pragma unroll
    for (int j = 0; j < ahead; ++j) {
      const std::int64_t major = min(done + 1 + 32 * j + lane, last);
      starts[j] = offsets[major];
      ends[j] = offsets[major + 1];
    }
#pragma unroll
    for (int j = 0; j < ahead; ++j) {
      const std::uint32_t major = done + 1 + 32 * j + lane;
      const std::int64_t place = std::int64_t(starts[j]) - pass.base_in - begin;
      if (major <= last && place < length && ends[j] != starts[j]) heads[place] = major;
    }
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

/// Every 32nd entry from `mine` on, of `rest`, through `load`. Loads of a warp that has all of its
/// entries need no predicates, of which there are too few to have all loads in flight.
template <int Items, class T, class Source, class Load>
__device__ inline void load_all(const Source* mine, int rest, T (&entries)[Items],
                                const Load& load) {
  if (rest + int(threadIdx.x % 32) >= 32 * Items) {
#pragma unroll
    for (int i = 0; i < Items; ++i) entries[i] = load(mine + 32 * i);
  } else {
#pragma unroll
    for (int i = 0; i < Items; ++i)
      if (32 * i < rest) entries[i] = load(mine + 32 * i);
  }
}

template <int Items, class Source>
__device__ inline void load_keys(const Source* mine, std::int64_t base, int rest,
                                 std::uint32_t (&keys)[Items]) {
  load_all(mine, rest, keys, [base](const Source* source) { return load_key(source, base); });
}

/// A thread's entries: every 32nd from `begin` on, of `rest` to the end.
template <int Items, class Shared>
__device__ inline void load_indices(const Pass& pass, std::int64_t begin, int rest, Shared& shared,
                                    std::uint32_t (&keys)[Items], std::uint32_t (&majors)[Items]) {
  constexpr int length = 32 * Items;
  const std::int64_t segment = begin / length;
  if (!pass.first) {
    IndexPair pairs[Items];
    load_all(pass.pairs_in + begin, rest, pairs,
             [](const IndexPair* pair) { return stream_load(pair); });
#pragma unroll
    for (int i = 0; i < Items; ++i) {
      keys[i] = pairs[i].key;
      majors[i] = pairs[i].major;
    }
  } else if (pass.wide_indices) {
    load_keys(static_cast<const std::int64_t*>(pass.indices) + begin, pass.base_in, rest, keys);
  } else {
    load_keys(static_cast<const std::int32_t*>(pass.indices) + begin, pass.base_in, rest, keys);
  }
  if (pass.first && segment * length < pass.count) {
    const std::uint32_t first = pass.segment_majors[segment];
    const std::uint32_t last = pass.segment_majors[segment + 1];
    std::uint32_t* const heads = shared.heads[threadIdx.x / 32];
    if (pass.wide_offsets)
      find_majors<Items, std::int64_t>(pass, segment * length, first, last, heads, majors);
    else
      find_majors<Items, std::int32_t>(pass, segment * length, first, last, heads, majors);
  }
#pragma unroll
  for (int i = 0; i < Items; ++i)
    if (32 * i >= rest) keys[i] = all_lanes;
}

template <class Value>
__device__ inline Value load_value(const Value* source) {
  if constexpr (sizeof(Value) == 16) {
    const auto* const halves = reinterpret_cast<const std::uint64_t*>(source);
    return {stream_load(halves), stream_load(halves + 1)};
  } else {
    return stream_load(source);
  }
}

/// The values of a thread's entries, as load_indices() takes these.
template <class Value, int Items>
__device__ inline void load_values(const Pass& pass, std::int64_t begin, int rest,
                                   Value (&values)[Items]) {
  if constexpr (sizeof(Value) == 4 || sizeof(Value) == 8)
    if (pass.values_in == nullptr) {
#pragma unroll
      for (int i = 0; i < Items; ++i) values[i] = Value(begin + 32 * i);
      return;
    }
  load_all(static_cast<const Value*>(pass.values_in) + begin, rest, values,
           [](const Value* source) { return load_value(source); });
}

/// Brings an array's whole 16-byte words into the L2 cache, where the device can.
__device__ inline void prefetch(const void* array, std::int64_t bytes) {
  const auto address = reinterpret_cast<std::uintptr_t>(array);
  const std::uintptr_t begin = (address + 15) / 16 * 16;
  const auto size = std::uint32_t((address + std::uintptr_t(bytes) - begin) / 16 * 16);
  bulk_prefetch(reinterpret_cast<const void*>(begin), size);
}

/// Memory has little to do while a tile is ordered: that is when the tile's values and the indices
/// of one that begins soon are fetched.
template <class Tile>
__device__ inline void prefetch_tiles(const Pass& pass, std::int64_t tile_begin) {
  using Value = typename Tile::value_type;
  constexpr std::int64_t length = Tile::length;
  if (threadIdx.x != 0) return;
  if (pass.values_in != nullptr && tile_begin + length <= pass.count)
    prefetch(static_cast<const Value*>(pass.values_in) + tile_begin, length * sizeof(Value));
  const std::int64_t next = tile_begin + pass.tiles_ahead * length;
  if (next + length > pass.count) return;
  if (!pass.first)
    prefetch(pass.pairs_in + next, length * sizeof(IndexPair));
  else if (pass.wide_indices)
    prefetch(static_cast<const std::int64_t*>(pass.indices) + next, length * 8);
  else
    prefetch(static_cast<const std::int32_t*>(pass.indices) + next, length * 4);
}

}  // namespace filigree::detail::cuda
