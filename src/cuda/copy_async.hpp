// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cuda/shared_address.hpp"

/// Copies from device to shared memory that do not pass through registers. The thread that started
/// them waits for them; others need a barrier after that. Source: PTX ISA, cp.async (compute
/// capability 8.0).

namespace filigree::cuda {

/// Whether copy_async takes scalars of this size.
template <class T>
inline constexpr bool has_copy_async = sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16;

/// Starts this thread's copy of one scalar.
template <class T>
__device__ inline void copy_async(T* shared, const T* global) {
  static_assert(has_copy_async<T>);
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(shared_address(shared)),
               "l"(global), "n"(sizeof(T))
               : "memory");
}

/// Starts this thread's copy of 16 bytes to shared memory; zeros where `valid` is false (then
/// nothing is read).
__device__ inline void copy_16(std::uint32_t shared, const void* global, bool valid) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(shared), "l"(global),
               "r"(valid ? 16 : 0)
               : "memory");
}

/// Ends a group of this thread's copies.
__device__ inline void copy_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }

/// Waits until at most `pending` of this thread's groups are under way.
template <int pending>
__device__ inline void copy_wait() {
  asm volatile("cp.async.wait_group %0;" ::"n"(pending) : "memory");
}

/// Waits for all copies of this thread.
__device__ inline void wait_for_copies() { asm volatile("cp.async.wait_all;" ::: "memory"); }

}  // namespace filigree::cuda
