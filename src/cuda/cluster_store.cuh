// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/ptx.hpp"
#include "cuda/tensor_copy.cuh"

/// Writes to the shared memory of the other thread blocks of a cluster. Source: PTX ISA, mapa,
/// st.shared::cluster, barrier.cluster (sm_90).

namespace filigree::cuda {

/// The two halves of cluster_sync: what was written before cluster_arrive is seen by all threads of
/// the cluster after cluster_wait.
__device__ inline void cluster_arrive() {
  FILIGREE_PTX_SM90("barrier.cluster.arrive.aligned;" ::: "memory");
}
__device__ inline void cluster_wait() {
  FILIGREE_PTX_SM90("barrier.cluster.wait.aligned;" ::: "memory");
}

/// Two values to the same place, a multiple of 8 bytes, in the shared memory of thread block
/// `rank`.
template <class T>
__device__ inline void store_at(std::uint32_t rank, T* place, T first, T second) {
  static_assert(sizeof(T) == 4);
  FILIGREE_PTX_SM90(
      "{\n"
      ".reg .b32 remote;\n"
      "mapa.shared::cluster.u32 remote, %0, %1;\n"
      "st.shared::cluster.v2.b32 [remote], {%2, %3};\n"
      "}\n" ::"r"(shared_address(place)),
      "r"(rank), "r"(__builtin_bit_cast(std::uint32_t, first)),
      "r"(__builtin_bit_cast(std::uint32_t, second))
      : "memory");
}

}  // namespace filigree::cuda
