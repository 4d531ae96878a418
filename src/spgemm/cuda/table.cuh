// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <type_traits>

#include "cuda/scalar.hpp"
#include "cuda/warp.hpp"

/// What the symbolic and the numeric kernels share: sums over warps, hash tables of words of 32
/// columns, values read and written.

namespace filigree::cuda {

template <class C>
__device__ inline C from_lane(const C& value, int other, unsigned group = whole_warp,
                              int lanes = 32) {
  if constexpr (is_complex_v<C>)
    return C{__shfl_sync(group, value.re, other, lanes),
             __shfl_sync(group, value.im, other, lanes)};
  else
    return __shfl_sync(group, value, other, lanes);
}

/// The place where the search for a key begins in a table of a power of 2 places.
template <class Index>
__device__ inline int first_place(Index key, int places) {
  // Fibonacci hashing: neighbouring keys lie apart, and the high bits are the mixed ones.
  const unsigned product = unsigned(key) * 2654435769u;
  return int(product >> 16) & (places - 1);
}

/// Atomic compare and swap on a key of 4 or 8 bytes.
template <class Index>
__device__ inline Index swap_key(Index* key, Index expected, Index desired) {
  if constexpr (sizeof(Index) == 8)
    return Index(atomicCAS(reinterpret_cast<unsigned long long*>(key),
                           static_cast<unsigned long long>(expected),
                           static_cast<unsigned long long>(desired)));
  else
    return Index(
        atomicCAS(reinterpret_cast<unsigned*>(key), unsigned(expected), unsigned(desired)));
}

/// A word of shared memory that other threads may change by atomic operations meanwhile.
template <class T>
__device__ inline T look_at(const T* word) {
  const auto address = unsigned(__cvta_generic_to_shared(word));
  if constexpr (sizeof(T) == 8) {
    unsigned long long result;
    asm volatile("ld.relaxed.cta.shared.u64 %0, [%1];" : "=l"(result) : "r"(address) : "memory");
    return T(result);
  } else {
    unsigned result;
    asm volatile("ld.relaxed.cta.shared.u32 %0, [%1];" : "=r"(result) : "r"(address) : "memory");
    return T(result);
  }
}

/// The place of a key, which it takes where it is new; -1 where `tries` places were others'.
/// A key stays once it is there, and a place that looks free is asked for by the exchange.
template <class Index>
__device__ inline int insert_key(Index* keys, int places, int tries, Index key) {
  int place = first_place(key, places);
  for (; tries > 0; --tries) {
    Index found = look_at(&keys[place]);
    if (found == Index(-1)) found = swap_key(&keys[place], Index(-1), key);
    if (found == Index(-1) || found == key) return place;
    place = (place + 1) & (places - 1);
  }
  return -1;
}

/// The place of a key in a table that has free places, or -1.
template <class Index>
__device__ inline int find_key(const Index* keys, int places, Index key) {
  for (int place = first_place(key, places);; place = (place + 1) & (places - 1)) {
    const Index found = keys[place];
    if (found == key) return place;
    if (found == Index(-1)) return -1;
  }
}

/// The first place of begin .. end - 1 in a sorted row whose column is not below `column`.
template <class Rows, class Index>
__device__ inline std::int64_t lower_bound(const Rows& rows, std::int64_t begin, std::int64_t end,
                                           Index column) {
  while (begin < end) {
    const std::int64_t middle = begin + (end - begin) / 2;
    if (rows.column(middle) < column)
      begin = middle + 1;
    else
      end = middle;
  }
  return begin;
}

/// The places of columns in a sorted row that has them, all looked for at the same time; of others,
/// any place.
template <class Index, int count>
__device__ inline void find_places(const Index* row, int length, const Index (&columns)[count],
                                   int (&places)[count]) {
  int size = 1;
  while (size < length) size *= 2;
#pragma unroll
  for (int& place : places) place = 0;
  for (int half = size / 2; half > 0; half /= 2)
#pragma unroll
    for (int u = 0; u < count; ++u)
      if (row[min(places[u] + half, length) - 1] < columns[u]) places[u] += half;
#pragma unroll
  for (int& place : places) place = min(place, length - 1);
}

/// The place of a single one.
template <class Index>
__device__ inline int place_of(const Index* row, int length, Index column) {
  const Index columns[] = {column};
  int places[1];
  find_places(row, length, columns, places);
  return places[0];
}

template <class C, class A>
__device__ inline C spgemm_value(const A& stored, bool conjugated) {
  const C value = widen<C>(stored);
  return conjugated ? conjugate(value) : value;
}

template <class Y, class C>
__device__ inline void store_value(Y* to, const C& sum) {
  if constexpr (std::is_floating_point_v<Y>)
    __stcs(to, narrow<Y>(sum));  // leaves the L2 cache to what is read again
  else
    *to = narrow<Y>(sum);
}

/// Whether entries of D are added to those of C at the same places.
template <class Arguments>
__device__ inline bool adds_d_like_c(const Arguments& arguments) {
  return arguments.d_like_c && arguments.d_values != nullptr && !is_zero(arguments.beta.get());
}

/// Writes an entry of C, whose sum has alpha in it; where D has C's pattern, with beta D.
template <class Arguments, class C>
__device__ inline void write_value(const Arguments& arguments, std::int64_t place, C sum) {
  if (adds_d_like_c(arguments))
    sum = multiply_add(sum, arguments.beta.get(), widen<C>(arguments.d_values[place]));
  store_value(&arguments.values[place], sum);
}

}  // namespace filigree::cuda
