// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/ptx.hpp"
#include "cuda/tensor_copy.cuh"

/// Writes to the shared memory of the other thread blocks of a cluster. Source: PTX ISA, mapa,
/// st.async, barrier.cluster (sm_90).

namespace filigree::cuda {

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
                                   ClusterBarrier& barrier) {
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

/// Waits for what other thread blocks of the cluster have sent.
__device__ inline void wait_for_cluster(ClusterBarrier& barrier, std::uint32_t parity) {
  FILIGREE_PTX_SM90(
      "{\n"
      ".reg .pred done;\n"
      "again:\n"
      "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 done, [%0], %1;\n"
      "@!done bra again;\n"
      "}\n" ::"r"(shared_address(&barrier.state)),
      "r"(parity)
      : "memory");
}

}  // namespace filigree::cuda
