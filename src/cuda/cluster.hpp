// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cuda/ptx.hpp"
#include "cuda/transaction_barrier.hpp"

/// Thread blocks of a cluster: which one this is, barriers of all of them, and stores to each
/// other's shared memory. Source: PTX ISA, barrier.cluster, mapa, st.async (compute capability
/// 9.0). For older architectures the code compiles, and traps.

namespace filigree::cuda {

/// The rank of this thread block in its cluster.
__device__ inline std::uint32_t cluster_rank() {
  std::uint32_t rank = 0;
  FILIGREE_PTX_SM90("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}

/// A barrier of all threads of the cluster.
__device__ inline void cluster_sync() {
  FILIGREE_PTX_SM90("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
}

/// The two halves of a barrier of the cluster that says only that its thread blocks run, and have
/// their barriers (after fence_barrier_init): no other writes are waited for, as cluster_sync does.
__device__ inline void cluster_arrive_relaxed() {
  FILIGREE_PTX_SM90("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
}
__device__ inline void cluster_wait() {
  FILIGREE_PTX_SM90("barrier.cluster.wait.aligned;" ::: "memory");
}

/// Sends two values to the same place, a multiple of 8 bytes, in the shared memory of thread block
/// `rank`; their 8 bytes complete on the same barrier there.
template <class T>
__device__ inline void store_async(std::uint32_t rank, T* place, T first, T second,
                                   TransactionBarrier& barrier) {
  static_assert(sizeof(T) == 4);
  FILIGREE_PTX_SM90(
      "{\n"
      ".reg .b32 remote, on;\n"
      "mapa.shared::cluster.u32 remote, %0, %1;\n"
      "mapa.shared::cluster.u32 on, %2, %1;\n"
      "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v2.b32 [remote], {%3, %4}, "
      "[on];\n"
      "}\n" ::"r"(shared_address(place)),
      "r"(rank), "r"(shared_address(&barrier.state)), "r"(__builtin_bit_cast(std::uint32_t, first)),
      "r"(__builtin_bit_cast(std::uint32_t, second))
      : "memory");
}

}  // namespace filigree::cuda
