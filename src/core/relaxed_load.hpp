// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <atomic>

namespace filigree::detail {

/// Reads a number, aligned and of 4 or 8 bytes, that other threads may change by atomics at the
/// same time; orders nothing else. Kokkos::atomic_load is a compare-and-exchange wherever that is
/// how it does its generic operations: threads that only look at one number then wait for each
/// other.
template <class T>
KOKKOS_INLINE_FUNCTION T relaxed_load(const T* where) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8);
  KOKKOS_IF_ON_DEVICE((return *static_cast<const volatile T*>(where);))
  KOKKOS_IF_ON_HOST(
      (return std::atomic_ref(*const_cast<T*>(where)).load(std::memory_order_relaxed);))
}

}  // namespace filigree::detail
