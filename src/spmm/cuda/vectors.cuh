// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <cstring>

/// Loads and stores of several entries at once, up to 16 bytes wide.

namespace filigree::cuda {

template <int Bytes>
struct Word;
template <>
struct Word<2> {
  using type = unsigned short;
};
template <>
struct Word<4> {
  using type = unsigned int;
};
template <>
struct Word<8> {
  using type = uint2;
};
template <>
struct Word<16> {
  using type = uint4;
};

/// W consecutive entries.
template <class T, int W>
struct Vector {
  T entry[W];
};

/// A load through the L1 cache of data that the kernel does not write. The address is a multiple of
/// the vector's size.
template <class T, int W>
__device__ inline Vector<T, W> load_vector(const T* address) {
  using Bits = typename Word<int(W * sizeof(T))>::type;
  const Bits bits = __ldg(reinterpret_cast<const Bits*>(address));
  Vector<T, W> result;
  memcpy(&result, &bits, sizeof(result));
  return result;
}

/// A store of data that is not read again soon. The address is a multiple of 16 bytes, or of the
/// vector's size where that is less.
template <class T, int W>
__device__ inline void store_vector(T* address, const Vector<T, W>& vector) {
  constexpr int bytes = int(sizeof(Vector<T, W>)) < 16 ? int(sizeof(Vector<T, W>)) : 16;
  constexpr int entries = bytes / int(sizeof(T));
  using Bits = typename Word<bytes>::type;
#pragma unroll
  for (int i = 0; i < W; i += entries) {
    Bits bits;
    memcpy(&bits, vector.entry + i, bytes);
    __stcs(reinterpret_cast<Bits*>(address + i), bits);
  }
}

}  // namespace filigree::cuda
