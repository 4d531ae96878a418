// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <cstring>

namespace filigree::cuda {

/// A load of data that is read once: it leaves the L1 cache to what is read again.
template <class T>
__device__ inline T stream_load(const T* address) {
  static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8 ||
                sizeof(T) == 16);
  T result;
  if constexpr (sizeof(T) == 1) {
    std::uint16_t bits;
    asm("ld.global.nc.L1::no_allocate.u8 %0, [%1];" : "=h"(bits) : "l"(address));
    const auto byte = static_cast<std::uint8_t>(bits);
    memcpy(&result, &byte, 1);
  } else if constexpr (sizeof(T) == 2) {
    std::uint16_t bits;
    asm("ld.global.nc.L1::no_allocate.u16 %0, [%1];" : "=h"(bits) : "l"(address));
    memcpy(&result, &bits, 2);
  } else if constexpr (sizeof(T) == 4) {
    std::uint32_t bits;
    asm("ld.global.nc.L1::no_allocate.u32 %0, [%1];" : "=r"(bits) : "l"(address));
    memcpy(&result, &bits, 4);
  } else if constexpr (sizeof(T) == 8) {
    std::uint64_t bits;
    asm("ld.global.nc.L1::no_allocate.u64 %0, [%1];" : "=l"(bits) : "l"(address));
    memcpy(&result, &bits, 8);
  } else {
    struct Pair {
      std::uint64_t low;
      std::uint64_t high;
    } bits;
    asm("ld.global.nc.L1::no_allocate.v2.u64 {%0, %1}, [%2];"
        : "=l"(bits.low), "=l"(bits.high)
        : "l"(address));
    memcpy(&result, &bits, 16);
  }
  return result;
}

/// Starts to bring the sector at an address into the L2 cache.
__device__ inline void prefetch_sector(const void* address) {
  asm volatile("prefetch.global.L2 [%0];" ::"l"(address));
}

}  // namespace filigree::cuda
