// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <type_traits>

#include "cuda/ptx.hpp"

/// What the wgmma instructions share: the pipeline's fences and the descriptors of operands in
/// shared memory. Source: PTX ISA, "Asynchronous warpgroup level matrix multiply-accumulate
/// instructions" (sm_90a). Elsewhere the code compiles, and traps.
///
/// D: entry [4 j + 2 h + e] of a thread is row 16 warp + lane / 4 + 8 h, column 8 j + 2 (lane % 4)
/// + e of the product.

namespace filigree::cuda {

/// An instruction's shape, its entries, and a thread's part of D.
template <class In_, class Sum_, int N_, int K_>
struct WgmmaShape {
  using In = In_;
  using Sum = Sum_;
  static constexpr int M = 64;
  static constexpr int N = N_;
  static constexpr int K = K_;
  static constexpr int threads = 128;
  static constexpr int d_registers = M * N / threads;
  using D = Sum[d_registers];
};

/// Before the first instruction, and before one that follows another access to its registers.
__device__ inline void wgmma_fence() {
  FILIGREE_PTX_SM90A("wgmma.fence.sync.aligned;" ::: "memory");
}

/// Ends a group of instructions.
__device__ inline void wgmma_commit() {
  FILIGREE_PTX_SM90A("wgmma.commit_group.sync.aligned;" ::: "memory");
}

/// Waits until at most `pending` groups are under way.
template <int pending>
__device__ inline void wgmma_wait() {
  FILIGREE_PTX_SM90A("wgmma.wait_group.sync.aligned %0;" ::"n"(pending) : "memory");
}

/// After wgmma_wait: what reads the sums stays behind the wait (the compiler sees no connection).
template <class Sum, int count>
__device__ inline void wgmma_keep_order(Sum (&sums)[count]) {
#pragma unroll
  for (int i = 0; i < count; ++i)
    if constexpr (std::is_same_v<Sum, float>)
      asm volatile("" : "+f"(sums[i])::"memory");
    else
      asm volatile("" : "+r"(sums[i])::"memory");
}

enum class Swizzle : std::uint64_t { bytes_128 = 1, bytes_64 = 2, bytes_32 = 3 };

/// Descriptor of a matrix in shared memory. `stride_bytes`: between groups of 8 rows (of 8 k where
/// the matrix lies along its other dimension); `leading_bytes`: between slabs of 128 bytes there.
__device__ inline std::uint64_t wgmma_descriptor(std::uint32_t shared_address, Swizzle swizzle,
                                                 std::uint32_t stride_bytes,
                                                 std::uint32_t leading_bytes = 16) {
  return std::uint64_t((shared_address & 0x3ffffu) >> 4) | std::uint64_t(leading_bytes >> 4) << 16 |
         std::uint64_t(stride_bytes >> 4) << 32 | std::uint64_t(swizzle) << 62;
}

}  // namespace filigree::cuda
