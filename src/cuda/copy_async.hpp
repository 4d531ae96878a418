// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

/// Copies from device to shared memory that do not pass through registers (cp.async, compute
/// capability 8.0). The thread that started them waits for them; others need a barrier after that.

namespace filigree::cuda {

/// Whether copy_async takes scalars of this size.
template <class T>
inline constexpr bool has_copy_async = sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16;

/// Starts this thread's copy of one scalar.
template <class T>
__device__ inline void copy_async(T* shared, const T* global) {
  static_assert(has_copy_async<T>);
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(
                   static_cast<std::uint32_t>(__cvta_generic_to_shared(shared))),
               "l"(global), "n"(sizeof(T))
               : "memory");
}

/// Waits for all copies of this thread.
__device__ inline void wait_for_copies() { asm volatile("cp.async.wait_all;" ::: "memory"); }

}  // namespace filigree::cuda
