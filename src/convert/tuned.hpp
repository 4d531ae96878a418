// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The only header of the conversions that knows that CUDA exists.

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

#include <convert/host_transpose.hpp>
#include <core/execution_spaces.hpp>
#include <filigree/core/error.hpp>
#include <filigree/core/execution.hpp>
#include <filigree/core/operation.hpp>
#include <filigree/detail/convert_problem.hpp>
#include <filigree/detail/scratch.hpp>

#if defined(KOKKOS_ENABLE_CUDA)
#include <convert/cuda/radix_sort.hpp>
#include <convert/cuda/transpose.hpp>
#include <cuda/launch_device.hpp>
#endif

namespace filigree::detail {

/// The tuned ordering by key of a device; `exists` is false where the host's own or generic_order
/// runs.
template <class Exec>
struct TunedOrder {
  static constexpr bool exists = false;
  static constexpr KernelId kernel{is_host_execution_v<Exec> ? "stable_order_host"
                                                             : "stable_order_generic"};
};

struct NoTranspose {
  static constexpr bool exists = false;
};

/// The tuned ordering of a compressed matrix's entries in the other orientation.
template <class Exec>
struct TunedTranspose : std::conditional_t<is_host_execution_v<Exec>, HostTranspose, NoTranspose> {
  static constexpr KernelId kernel = TunedOrder<Exec>::kernel;
};

#if defined(KOKKOS_ENABLE_CUDA)
inline constexpr const char* radix_workspace = "filigree::convert::radix_workspace";

inline void check_sort(const char* operation, cudaError_t error) {
  if (error == cudaSuccess) return;
  throw_error(Status::execution_failed,
              {operation, "", "CUDA reports '" + std::string(cudaGetErrorString(error)) + "'",
               "a radix sort that runs", "check the device and its free memory"});
}

template <>
struct TunedOrder<Kokkos::Cuda> {
  static constexpr bool exists = true;
  static constexpr KernelId kernel{"stable_order_radix_cuda"};

  /// `offsets` may be null.
  template <class Key, class Position>
  static void launch(const Kokkos::Cuda& exec, std::int64_t num_keys, Key base, std::int64_t count,
                     const Key* keys, Position* offsets, Position* permutation) {
    constexpr const char* operation = "stable_order_by_key";
    const cuda::RadixOrder<Key, Position> problem{num_keys, base,    count,
                                                  keys,     offsets, permutation};
    const cudaStream_t stream = launch_stream(exec);
    std::size_t bytes = 0;
    check_sort(operation, cuda::radix_order_workspace(problem, bytes));
    const auto workspace =
        scratch_array<std::byte>(operation, exec, radix_workspace, std::int64_t(bytes));
    check_sort(operation, cuda::radix_order(problem, workspace.data(), bytes, stream));
  }
};

template <>
struct TunedTranspose<Kokkos::Cuda> {
  static constexpr bool exists = true;
  static constexpr KernelId kernel{"transpose_radix_cuda"};

  /// Whether launch() takes such a pattern.
  template <class Index, class Offset>
  static bool takes(const Kokkos::Cuda&, const CompressedPattern<Index, Offset>& pattern) {
    constexpr std::int64_t limit = cuda::Transpose::limit;
    return pattern.nnz > 0 && pattern.nnz < limit && pattern.num_major <= limit &&
           pattern.num_minor <= limit;
  }

  /// `from` and `to` are values of `entry_bytes`; null and Offset for the entries' positions.
  template <class Index, class Offset>
  static void launch(const Kokkos::Cuda& exec, const CompressedPattern<Index, Offset>& pattern,
                     IndexBase base, Offset* offsets, Index* indices, std::size_t entry_bytes,
                     const void* from, void* to) {
    constexpr const char* operation = "transpose";
    cuda::Transpose problem;
    problem.num_major = pattern.num_major;
    problem.num_minor = pattern.num_minor;
    problem.count = pattern.nnz;
    problem.base_in = std::int64_t(pattern.base);
    problem.base_out = std::int64_t(base);
    problem.wide_indices = sizeof(Index) == 8;
    problem.wide_offsets = sizeof(Offset) == 8;
    problem.value_bytes = entry_bytes;
    problem.offsets_in = pattern.offsets;
    problem.indices_in = pattern.indices;
    problem.values_in = from;
    problem.offsets_out = offsets;
    problem.indices_out = indices;
    problem.values_out = to;
    const cudaStream_t stream = launch_stream(exec);
    std::size_t bytes = 0;
    check_sort(operation, cuda::transpose_workspace(problem, bytes));
    const auto workspace =
        scratch_array<std::byte>(operation, exec, radix_workspace, std::int64_t(bytes));
    check_sort(operation, cuda::transpose(problem, workspace.data(), stream));
  }
};
#endif

}  // namespace filigree::detail
