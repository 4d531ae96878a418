// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda.h>

#include <cstdint>

#include "cuda/bulk_copy.hpp"
#include "cuda/ptx.hpp"

/// Tensor copies (boxes of up to 3 dimensions, described by a tensor map) between global and
/// shared memory, and the barriers of a pipeline that spans the thread blocks of a cluster. Source:
/// PTX ISA, sections on mbarrier and cp.async.bulk.tensor (compute capability 9.0). For older
/// architectures the code compiles, and traps.

namespace filigree::cuda {

/// A place in a pipeline's ring of stages, and the parity of its round.
template <int stages>
struct StageRing {
  int stage = 0;
  std::uint32_t parity = 0;

  __device__ void advance() {
    if (++stage == stages) {
      stage = 0;
      parity ^= 1;
    }
  }
};

/// A barrier of `count` arrivals, which may come from other thread blocks of the cluster.
struct ClusterBarrier {
  std::uint64_t state;

  __device__ void init(std::uint32_t count) {
    FILIGREE_PTX_SM90("mbarrier.init.shared.b64 [%0], %1;" ::"r"(shared_address(&state)), "r"(count)
                      : "memory");
  }

  __device__ void arrive() {
    FILIGREE_PTX_SM90("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(shared_address(&state))
                      : "memory");
  }

  /// Arrives at the same barrier of thread block `rank` of the cluster. It says that reads of
  /// shared memory are over, whose values have been used: .release.cluster would wait for all
  /// memory accesses of the thread (MEMBAR.ALL.GPU) in the inner loop.
  __device__ void arrive_at(std::uint32_t rank) {
    FILIGREE_PTX_SM90(
        "{\n"
        ".reg .b32 remote;\n"
        "mapa.shared::cluster.u32 remote, %0, %1;\n"
        "mbarrier.arrive.shared::cluster.b64 _, [remote];\n"
        "}\n" ::"r"(shared_address(&state)),
        "r"(rank)
        : "memory");
  }

  __device__ void arrive_and_expect(std::uint32_t bytes) {
    FILIGREE_PTX_SM90(
        "mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(shared_address(&state)),
        "r"(bytes)
        : "memory");
  }

  __device__ void wait(std::uint32_t parity) {
    FILIGREE_PTX_SM90(
        "{\n"
        ".reg .pred done;\n"
        "again:\n"
        "mbarrier.try_wait.parity.shared.b64 done, [%0], %1;\n"
        "@!done bra again;\n"
        "}\n" ::"r"(shared_address(&state)),
        "r"(parity)
        : "memory");
  }
};

/// Makes initialised barriers visible to the copy engine and to the cluster.
__device__ inline void fence_barrier_init() {
  FILIGREE_PTX_SM90("fence.mbarrier_init.release.cluster;" ::: "memory");
}

/// Orders a thread's writes to shared memory before later accesses by the copy engine.
__device__ inline void fence_async_shared() {
  FILIGREE_PTX_SM90("fence.proxy.async.shared::cta;" ::: "memory");
}

__device__ inline std::uint32_t cluster_rank() {
  std::uint32_t rank = 0;
  FILIGREE_PTX_SM90("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}

/// A barrier of all threads of the cluster.
__device__ inline void cluster_sync() {
  FILIGREE_PTX_SM90("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
}

__device__ inline void prefetch_map(const CUtensorMap& map) {
  FILIGREE_PTX_SM90("prefetch.tensormap [%0];" ::"l"(&map) : "memory");
}

/// Starts the copy of a box at (x, y, z), x the contiguous dimension.
__device__ inline void tensor_load(std::uint32_t shared, const CUtensorMap& map, int x, int y,
                                   int z, ClusterBarrier& barrier) {
  FILIGREE_PTX_SM90(
      "cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], "
      "[%1, {%3, %4, %5}], [%2];" ::"r"(shared),
      "l"(&map), "r"(shared_address(&barrier.state)), "r"(x), "r"(y), "r"(z)
      : "memory");
}

/// The same into the same place of every thread block of the cluster in `mask`, where it completes
/// on the same barrier.
__device__ inline void tensor_load_multicast(std::uint32_t shared, const CUtensorMap& map, int x,
                                             int y, int z, ClusterBarrier& barrier,
                                             std::uint16_t mask) {
  FILIGREE_PTX_SM90(
      "cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
      ".multicast::cluster [%0], [%1, {%3, %4, %5}], [%2], %6;" ::"r"(shared),
      "l"(&map), "r"(shared_address(&barrier.state)), "r"(x), "r"(y), "r"(z), "h"(mask)
      : "memory");
}

/// Starts a copy of consecutive bytes; both addresses and the size are multiples of 16.
__device__ inline void bulk_load(std::uint32_t shared, const void* global, std::uint32_t bytes,
                                 ClusterBarrier& barrier) {
  FILIGREE_PTX_SM90(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, "
      "[%3];" ::"r"(shared),
      "l"(global), "r"(bytes), "r"(shared_address(&barrier.state))
      : "memory");
}

/// Starts the copy of a box from shared memory; what lies outside the tensor is left out.
__device__ inline void tensor_store(const CUtensorMap& map, std::uint32_t shared, int x, int y,
                                    int z) {
  FILIGREE_PTX_SM90(
      "cp.async.bulk.tensor.3d.global.shared::cta.tile.bulk_group [%0, {%2, %3, %4}], "
      "[%1];" ::"l"(&map),
      "r"(shared), "r"(x), "r"(y), "r"(z)
      : "memory");
}

__device__ inline void store_commit() {
  FILIGREE_PTX_SM90("cp.async.bulk.commit_group;" ::: "memory");
}

/// Waits until all but `pending` groups of stores have read their shared memory.
template <int pending>
__device__ inline void store_wait_read() {
  FILIGREE_PTX_SM90("cp.async.bulk.wait_group.read %0;" ::"n"(pending) : "memory");
}

template <int pending>
__device__ inline void store_wait() {
  FILIGREE_PTX_SM90("cp.async.bulk.wait_group %0;" ::"n"(pending) : "memory");
}

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

/// The same barrier; whether `mine` holds in any of the threads.
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

/// By all threads of a warpgroup: the registers that each of them has from here on.
template <int registers>
__device__ inline void give_registers() {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(registers));
#endif
}
template <int registers>
__device__ inline void take_registers() {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(registers));
#endif
}

/// Four 8 x 8 matrices of 16-bit entries from registers to shared memory: lane l gives the address
/// of row l % 8 of matrix l / 8, and holds of each row lane / 4 the entries 2 (lane % 4) and the
/// next. Transposed: rows of shared memory are columns of the matrices.
template <bool transposed>
__device__ inline void store_matrices(std::uint32_t shared, std::uint32_t r0, std::uint32_t r1,
                                      std::uint32_t r2, std::uint32_t r3) {
  if constexpr (transposed)
    FILIGREE_PTX_SM90(
        "stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(shared),
        "r"(r0), "r"(r1), "r"(r2), "r"(r3)
        : "memory");
  else
    FILIGREE_PTX_SM90(
        "stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(shared), "r"(r0),
        "r"(r1), "r"(r2), "r"(r3)
        : "memory");
}

}  // namespace filigree::cuda
