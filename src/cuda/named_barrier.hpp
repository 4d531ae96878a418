// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

/// Barriers of some of a thread block's threads, whole warps. Source: PTX ISA, bar and barrier.

namespace filigree::cuda {

/// Barriers 1 to 15; 0 is that of __syncthreads().
inline constexpr int num_named_barriers = 15;

/// Barrier `id` (1 to 15) of `threads` threads of the block.
template <int threads>
__device__ inline void named_barrier(int id) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "n"(threads) : "memory");
}

/// Arrives at the same barrier, for others to go on, without waiting.
template <int threads>
__device__ inline void named_barrier_arrive(int id) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "n"(threads) : "memory");
}

/// A barrier whose number of threads is known only at run time. For whole warps.
__device__ inline void named_barrier(int id, int threads) {
  __syncwarp();
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory");
}
__device__ inline void named_barrier_arrive(int id, int threads) {
  __syncwarp();
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory");
}

/// A barrier that says whether `mine` holds in any of the threads.
template <int threads>
__device__ inline bool named_barrier_any(int id, bool mine) {
  std::uint32_t any = 0;
  asm volatile(
      "{\n"
      ".reg .pred mine, any;\n"
      "setp.ne.u32 mine, %1, 0;\n"
      "barrier.cta.red.or.pred any, %2, %3, mine;\n"
      "selp.u32 %0, 1, 0, any;\n"
      "}\n"
      : "=r"(any)
      : "r"(std::uint32_t(mine)), "r"(id), "n"(threads)
      : "memory");
  return any != 0;
}

}  // namespace filigree::cuda
