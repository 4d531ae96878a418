// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <cstring>

#include "cuda/load_bits.hpp"
#include "cuda/opaque.hpp"

/// Loads and stores of several entries at once, up to 16 bytes wide.

namespace filigree::cuda {

/// W consecutive entries.
template <class T, int W>
struct Vector {
  T entry[W];
};

/// \tparam Loaded bits, or an array of them, as many as W entries have
template <class T, int W, class Loaded>
__device__ inline Vector<T, W> as_vector(const Loaded& bits) {
  Vector<T, W> result;
  static_assert(sizeof(result) == sizeof(bits));
  memcpy(&result, &bits, sizeof(result));
  return result;
}

/// A store of data that is not read again soon. The address is a multiple of 16 bytes, or of the
/// vector's size where that is less.
template <class T, int W>
__device__ inline void store_vector(T* address, const Vector<T, W>& vector) {
  constexpr int bytes = int(sizeof(vector)) < 16 ? int(sizeof(vector)) : 16;
  constexpr int entries = bytes / int(sizeof(T));
#pragma unroll
  for (int i = 0; i < W; i += entries) {
    Bits<bytes> bits;
    memcpy(&bits, vector.entry + i, bytes);
    if constexpr (bytes == 16)
      __stcs(reinterpret_cast<uint4*>(address + i),
             make_uint4(bits.word[0], bits.word[1], bits.word[2], bits.word[3]));
    else if constexpr (bytes == 8)
      __stcs(reinterpret_cast<uint2*>(address + i), make_uint2(bits.word[0], bits.word[1]));
    else
      __stcs(reinterpret_cast<decltype(&bits.word[0])>(address + i), bits.word[0]);
  }
}

/// Rows as row_address takes them.
__device__ inline const char* opaque_rows(const void* rows) {
  return opaque(static_cast<const char*>(rows));
}

}  // namespace filigree::cuda
