// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The only header of the conversions that knows that CUDA exists.

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>

#include <core/execution_spaces.hpp>
#include <filigree/core/error.hpp>
#include <filigree/core/operation.hpp>

#if defined(KOKKOS_ENABLE_CUDA)
#include <convert/cuda/radix_sort.hpp>
#endif

namespace filigree::detail {

/// The tuned ordering by key of an execution space; `exists` is false where the host's own runs.
template <class Exec>
struct TunedOrder {
  static constexpr bool exists = false;
  static constexpr KernelId kernel{"stable_order_host"};
};

#if defined(KOKKOS_ENABLE_CUDA)
template <>
struct TunedOrder<Kokkos::Cuda> {
  static constexpr bool exists = true;
  static constexpr KernelId kernel{"stable_order_radix_cuda"};

  /// `offsets` may be null.
  template <class Key, class Position>
  static void launch(const Kokkos::Cuda& exec, std::int64_t num_keys, Key base, std::int64_t count,
                     const Key* keys, Position* offsets, Position* permutation) {
    const cuda::RadixOrder<Key, Position> problem{num_keys, base,    count,
                                                  keys,     offsets, permutation};
    std::size_t bytes = 0;
    check(cuda::radix_order_workspace(problem, bytes));
    const Kokkos::View<char*, Kokkos::CudaSpace> workspace(
        Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "filigree::convert::radix_workspace"),
        bytes);
    check(cuda::radix_order(problem, workspace.data(), bytes, exec.cuda_stream()));
  }

 private:
  static void check(cudaError_t error) {
    if (error == cudaSuccess) return;
    throw_error(
        Status::execution_failed,
        {"stable_order_by_key", "", "CUDA reports '" + std::string(cudaGetErrorString(error)) + "'",
         "a radix sort that runs", "check the device and its free memory"});
  }
};
#endif

}  // namespace filigree::detail
