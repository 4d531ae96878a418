// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cuda/ptx.hpp"
#include "cuda/transaction_barrier.hpp"

/// Copies by the bulk copy engine (compute capability 9.0): of consecutive bytes from global to
/// shared memory, which complete on a barrier there, and the groups of its copies the other way.
/// Source: PTX ISA, cp.async.bulk and fence.proxy.async. For older architectures the code compiles,
/// and traps: kernels that use it are not chosen there.

namespace filigree::cuda {

/// Orders a thread's writes to shared memory before later accesses by the copy engine.
__device__ inline void fence_async_shared() {
  FILIGREE_PTX_SM90("fence.proxy.async.shared::cta;" ::: "memory");
}

/// Starts a copy of consecutive bytes; both addresses and the size are multiples of 16.
__device__ inline void bulk_load(std::uint32_t shared, const void* global, std::uint32_t bytes,
                                 TransactionBarrier& barrier) {
  FILIGREE_PTX_SM90(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, "
      "[%3];" ::"r"(shared),
      "l"(global), "r"(bytes), "r"(shared_address(&barrier.state))
      : "memory");
}

/// With a cache policy.
__device__ inline void bulk_load(std::uint32_t shared, const void* global, std::uint32_t bytes,
                                 TransactionBarrier& barrier, std::uint64_t policy) {
  FILIGREE_PTX_SM90(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint [%0], "
      "[%1], %2, [%3], %4;" ::"r"(shared),
      "l"(global), "r"(bytes), "r"(shared_address(&barrier.state)), "l"(policy)
      : "memory");
}

/// Starts to bring consecutive bytes into the L2 cache; the address and the size are multiples of
/// 16. Nothing before compute capability 9.0.
__device__ inline void bulk_prefetch(const void* global, std::uint32_t bytes) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(global), "r"(bytes));
#endif
}

/// Starts a copy of consecutive bytes the other way, in this thread's next group of stores.
__device__ inline void bulk_store(void* global, std::uint32_t shared, std::uint32_t bytes) {
  FILIGREE_PTX_SM90("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(global),
                    "r"(shared), "r"(bytes)
                    : "memory");
}

/// Ends a group of this thread's stores.
__device__ inline void store_commit() {
  FILIGREE_PTX_SM90("cp.async.bulk.commit_group;" ::: "memory");
}

/// Waits until all but `pending` groups of stores have read their shared memory.
template <int pending>
__device__ inline void store_wait_read() {
  FILIGREE_PTX_SM90("cp.async.bulk.wait_group.read %0;" ::"n"(pending) : "memory");
}

/// Waits until all but `pending` groups of stores are complete.
template <int pending>
__device__ inline void store_wait() {
  FILIGREE_PTX_SM90("cp.async.bulk.wait_group %0;" ::"n"(pending) : "memory");
}

}  // namespace filigree::cuda
