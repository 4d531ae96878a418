// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cuda/ptx.hpp"
#include "cuda/shared_address.hpp"

/// Barriers of asynchronous copies, and the ring of stages of a pipeline that waits for them.
/// Source: PTX ISA, mbarrier and fence.mbarrier_init (compute capability 9.0). For older
/// architectures the code compiles, and traps: kernels that use it are not chosen there.

namespace filigree::cuda {

/// A barrier in shared memory whose phase is complete when so many threads as init_barrier says
/// have arrived, which may be of other thread blocks of the cluster, and all the bytes that they
/// have announced have come. Phases have parity 0 and 1 in turn.
struct TransactionBarrier {
  std::uint64_t state;

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

  /// Arrives, and announces that so many bytes will come.
  __device__ void arrive_and_expect(std::uint32_t bytes) {
    FILIGREE_PTX_SM90(
        "mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(shared_address(&state)),
        "r"(bytes)
        : "memory");
  }

  /// Waits for the end of a phase, and sees what the copy engine has brought by then.
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

  /// Waits, and sees what other thread blocks of the cluster have sent.
  __device__ void wait_for_cluster(std::uint32_t parity) {
    FILIGREE_PTX_SM90(
        "{\n"
        ".reg .pred done;\n"
        "again:\n"
        "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 done, [%0], %1;\n"
        "@!done bra again;\n"
        "}\n" ::"r"(shared_address(&state)),
        "r"(parity)
        : "memory");
  }
};

/// Makes it a barrier of `count` arrivals. By one thread; fence_barrier_init() after it, then a
/// barrier of all threads that use it. (The count is an immediate operand: with a register, nvcc
/// schedules some kernels in another way.)
template <int count>
__device__ inline void init_barrier(TransactionBarrier& barrier) {
  FILIGREE_PTX_SM90("mbarrier.init.shared.b64 [%0], %1;" ::"r"(shared_address(&barrier.state)),
                    "n"(count)
                    : "memory");
}

/// Makes initialised barriers visible to the copy engine and to the cluster.
__device__ inline void fence_barrier_init() {
  FILIGREE_PTX_SM90("fence.mbarrier_init.release.cluster;" ::: "memory");
}

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

}  // namespace filigree::cuda
