// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <cstring>

#include "cuda/opaque.hpp"

/// Loads and stores of several entries at once, up to 16 bytes wide.

namespace filigree::cuda {

/// W consecutive entries.
template <class T, int W>
struct Vector {
  T entry[W];
};

/// Bytes in registers, as many as one load brings.
template <int Bytes>
struct Bits {
  std::uint32_t word[Bytes / 4];
};
template <>
struct Bits<2> {
  std::uint16_t word[1];
};

/// Gives bits some value or other, without an instruction.
template <int Bytes>
__device__ inline void leave_unset(Bits<Bytes>& bits) {
#pragma unroll
  for (auto& word : bits.word)
    if constexpr (Bytes == 2)
      asm("" : "=h"(word));
    else
      asm("" : "=r"(word));
}

/// Loads through the L1 cache of data that the kernel does not write; the address is a multiple of
/// the size. Where `loads` is false `bits` stay as they are. (In assembly: compilers turn the same
/// in C++ into one load after the other, each waited for.)
__device__ inline void load_if(bool loads, Bits<16>& bits, const void* address) {
  asm("{\n.reg .pred p;\nsetp.ne.s32 p, %5, 0;\n"
      "@p ld.global.nc.v4.b32 {%0, %1, %2, %3}, [%4];\n}"
      : "+r"(bits.word[0]), "+r"(bits.word[1]), "+r"(bits.word[2]), "+r"(bits.word[3])
      : "l"(address), "r"(int(loads)));
}
__device__ inline void load_if(bool loads, Bits<8>& bits, const void* address) {
  asm("{\n.reg .pred p;\nsetp.ne.s32 p, %3, 0;\n@p ld.global.nc.v2.b32 {%0, %1}, [%2];\n}"
      : "+r"(bits.word[0]), "+r"(bits.word[1])
      : "l"(address), "r"(int(loads)));
}
__device__ inline void load_if(bool loads, Bits<4>& bits, const void* address) {
  asm("{\n.reg .pred p;\nsetp.ne.s32 p, %2, 0;\n@p ld.global.nc.b32 %0, [%1];\n}"
      : "+r"(bits.word[0])
      : "l"(address), "r"(int(loads)));
}
__device__ inline void load_if(bool loads, Bits<2>& bits, const void* address) {
  asm("{\n.reg .pred p;\nsetp.ne.s32 p, %2, 0;\n@p ld.global.nc.b16 %0, [%1];\n}"
      : "+h"(bits.word[0])
      : "l"(address), "r"(int(loads)));
}
__device__ inline void load(Bits<16>& bits, const void* address) {
  asm("ld.global.nc.v4.b32 {%0, %1, %2, %3}, [%4];"
      : "=r"(bits.word[0]), "=r"(bits.word[1]), "=r"(bits.word[2]), "=r"(bits.word[3])
      : "l"(address));
}
__device__ inline void load(Bits<8>& bits, const void* address) {
  asm("ld.global.nc.v2.b32 {%0, %1}, [%2];"
      : "=r"(bits.word[0]), "=r"(bits.word[1])
      : "l"(address));
}
__device__ inline void load(Bits<4>& bits, const void* address) {
  asm("ld.global.nc.b32 %0, [%1];" : "=r"(bits.word[0]) : "l"(address));
}
__device__ inline void load(Bits<2>& bits, const void* address) {
  asm("ld.global.nc.b16 %0, [%1];" : "=h"(bits.word[0]) : "l"(address));
}

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

/// The address of row `index` of rows that lie `pitch` bytes apart: one instruction.
__device__ inline const char* row_address(const char* rows, std::int32_t index,
                                          std::int32_t pitch) {
  const char* result;
  asm("mad.wide.s32 %0, %1, %2, %3;" : "=l"(result) : "r"(index), "r"(pitch), "l"(rows));
  return result;
}
__device__ inline const char* row_address(const char* rows, std::int64_t index,
                                          std::int32_t pitch) {
  return rows + index * pitch;
}

/// Rows as row_address takes them.
__device__ inline const char* opaque_rows(const void* rows) {
  return opaque(static_cast<const char*>(rows));
}

}  // namespace filigree::cuda
