// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <type_traits>

#include "convert/cuda/transpose_load.cuh"

/// How a block writes its tile, from shared memory, where it lies in order: indices, values and, in
/// the last pass, the offsets of the result.

namespace filigree::detail::cuda {

/// The last pass: a tile's entries are in the order of whole keys.
template <class Count>
__device__ inline void count_key(Count* key_counts, const IndexPair* pairs, int place, int count) {
  const std::uint32_t key = pairs[place].key;
  const bool begins = place == 0 || pairs[place - 1].key != key;
  const bool ends = place + 1 == count || pairs[place + 1].key != key;
  if (begins || ends)
    atomicAdd(key_counts + key, Count((ends ? place + 1 : 0) - (begins ? place : 0)));
}

/// Pairs from shared memory to where they go, as `convert` makes them. Several of a thread are on
/// their way at once.
template <int Items, class Shared, class T, class Convert>
__device__ inline void scatter_pairs(const Pass& pass, int count, Shared& shared, T* out,
                                     const Convert& convert) {
  constexpr int ahead = 4;
#pragma unroll 1
  for (int first = int(threadIdx.x); first < Items * pass_threads; first += ahead * pass_threads) {
    IndexPair pairs[ahead];
    std::uint32_t targets[ahead];
#pragma unroll
    for (int j = 0; j < ahead; ++j) pairs[j] = shared.pairs[first + j * pass_threads];
#pragma unroll
    for (int j = 0; j < ahead; ++j)
      targets[j] = shared.targets[pairs[j].key >> pass.shift & pass.mask] +
                   std::uint32_t(first + j * pass_threads);
#pragma unroll
    for (int j = 0; j < ahead; ++j) {
      shared.place_targets[first + j * pass_threads] = targets[j];
      if (first + j * pass_threads < count) out[targets[j]] = convert(pairs[j]);
    }
  }
}

template <class Count, int Items, class Shared>
__device__ inline void count_keys(const Pass& pass, int count, const Shared& shared) {
#pragma unroll 1
  for (int place = int(threadIdx.x); place < min(count, Items * pass_threads);
       place += pass_threads)
    count_key(static_cast<Count*>(pass.offsets_out), shared.pairs, place, count);
}

/// The lower digit that the entries up to one end with, of those before the first one -1.
__device__ inline int lower_digit(const Pass& pass, std::int64_t entry) {
  if (entry < 0) return -1;
  if (pass.first) return 0;  // the only pass
  return int(load_key(pass.pairs_in + entry, 0) & ((1u << pass.shift) - 1));
}

/// What find_offsets() needs to know of a tile; loaded early, by one thread.
template <class Shared>
__device__ inline void load_lower_digits(const Pass& pass, std::int64_t begin, int count,
                                         Shared& shared) {
  if (!pass.last || pass.counts_keys || threadIdx.x != 0) return;
  const bool is_last_tile = begin + count == pass.count;
  shared.low_before = lower_digit(pass, begin - 1);
  shared.low_last =
      is_last_tile ? int((1u << pass.shift) - 1) : lower_digit(pass, begin + count - 1);
}

/// The last pass: the offset of a key is where the first entry with its upper digit goes that lies
/// behind all entries of smaller lower digits. The tile in which these end finds it for all upper
/// digits.
template <class Offset, class Shared>
__device__ inline void find_offsets(const Pass& pass, int count, const Shared& shared) {
  auto* const offsets = static_cast<Offset*>(pass.offsets_out);
  const std::uint32_t low_mask = (1u << pass.shift) - 1;
  const int digit_bits = __popc(pass.mask);
  const std::int64_t num_searches = std::int64_t(shared.low_last - shared.low_before) << digit_bits;
  for (std::int64_t search = threadIdx.x; search < num_searches; search += pass_threads) {
    const std::uint32_t digit = std::uint32_t(search) & pass.mask;
    const std::uint32_t low = std::uint32_t(shared.low_before + 1 + (search >> digit_bits));
    const std::int64_t key = std::int64_t(digit) << pass.shift | low;
    if (key >= pass.num_keys) continue;
    int place = shared.starts[digit];
    int end = digit == pass.mask ? count : shared.starts[digit + 1];
    while (place < end) {
      const int middle = (place + end) / 2;
      if ((shared.pairs[middle].key & low_mask) < low)
        place = middle + 1;
      else
        end = middle;
    }
    offsets[key] =
        Offset(std::int64_t(shared.targets[digit] + std::uint32_t(place)) + pass.base_out);
  }
  if (blockIdx.x + 1 == gridDim.x && threadIdx.x == 0)
    offsets[pass.num_keys] = Offset(pass.count + pass.base_out);
}

template <class Offset, int Items, class Shared>
__device__ inline void store_offsets(const Pass& pass, int count, const Shared& shared) {
  if (pass.counts_keys)
    count_keys<std::conditional_t<sizeof(Offset) == 8, unsigned long long, unsigned>, Items>(
        pass, count, shared);
  else
    find_offsets<Offset>(pass, count, shared);
}

template <int Items, class Shared>
__device__ inline void store_indices(const Pass& pass, int count, Shared& shared) {
  if (!pass.last)
    scatter_pairs<Items>(pass, count, shared, pass.pairs_out,
                         [](const IndexPair& pair) { return pair; });
  else if (pass.wide_indices)
    scatter_pairs<Items>(
        pass, count, shared, static_cast<std::int64_t*>(pass.indices_out),
        [&](const IndexPair& pair) { return std::int64_t(pair.major) + pass.base_out; });
  else
    scatter_pairs<Items>(pass, count, shared, static_cast<std::int32_t*>(pass.indices_out),
                         [&](const IndexPair& pair) {
                           return std::int32_t(pair.major + std::uint32_t(pass.base_out));
                         });
  if (!pass.last) return;
  if (pass.wide_offsets)
    store_offsets<std::int64_t, Items>(pass, count, shared);
  else
    store_offsets<std::int32_t, Items>(pass, count, shared);
}

template <class Value, int Items, class Shared>
__device__ inline void scatter_values(const Pass& pass, int count, const Shared& shared) {
  constexpr int ahead = sizeof(Value) > 8 ? 2 : 4;
  auto* const out = static_cast<Value*>(pass.values_out);
#pragma unroll 1
  for (int first = int(threadIdx.x); first < Items * pass_threads; first += ahead * pass_threads) {
    Value values[ahead];
    std::uint32_t targets[ahead];
#pragma unroll
    for (int j = 0; j < ahead; ++j) {
      values[j] = shared.values[first + j * pass_threads];
      targets[j] = shared.place_targets[first + j * pass_threads];
    }
#pragma unroll
    for (int j = 0; j < ahead; ++j)
      if (first + j * pass_threads < count) out[targets[j]] = values[j];
  }
}

}  // namespace filigree::detail::cuda
