// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

/// What warps that wait for each other need.

namespace filigree::cuda {

inline constexpr unsigned whole_warp = 0xffffffffu;

/// Reads and writes that other threads may do at the same time.
__device__ inline unsigned load_relaxed(const unsigned* address) {
  unsigned word;
  asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(word) : "l"(address) : "memory");
  return word;
}
__device__ inline unsigned long long load_relaxed(const unsigned long long* address) {
  unsigned long long word;
  asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(word) : "l"(address) : "memory");
  return word;
}
__device__ inline void store_relaxed(unsigned* address, unsigned word) {
  asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(address), "r"(word) : "memory");
}
__device__ inline void store_relaxed(unsigned long long* address, unsigned long long word) {
  asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(address), "l"(word) : "memory");
}

/// Of the lanes of a warp in the groups of `Lanes` that `lane` is one of.
template <int Lanes>
__device__ inline unsigned group_mask(int lane) {
  return (whole_warp >> (32 - Lanes)) << (lane / Lanes * Lanes);
}

}  // namespace filigree::cuda
