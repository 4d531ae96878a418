// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The only header of sddmm that knows which tuned kernels there are, and that CUDA exists.

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <sddmm/host/kernel.hpp>

#if defined(KOKKOS_ENABLE_CUDA)
#include <sddmm/cuda/kernel.hpp>
#endif
#if defined(KOKKOS_ENABLE_CUDA) && defined(KOKKOS_ARCH_HOPPER90)
#include <sddmm/cuda_blocked/kernel.hpp>
#endif

namespace filigree::detail {

/// The tuned kernels of an execution space, for Csr and Csc and for blocks, what of the space their
/// choice rests on, what plans find out for them, and the most workspace that they ask for.
/// (The host's take nothing on other spaces.)
template <class Exec>
struct TunedSddmm {
  using type = SddmmHostKernel;
  using blocked_type = SddmmHostKernel;

  static int compute_capability(const Exec&) { return 0; }
  template <class Index>
  static sddmm_prepared_t<Exec> prepare(const Exec&, const SddmmPattern<Index>&) {
    return {};
  }
  static std::size_t workspace_bytes(std::int64_t num_rows, std::int64_t num_cols,
                                     std::int64_t inner, std::size_t scalar_bytes) {
    if (!is_host_execution_v<Exec>) return 0;
    // Which of the two dense matrices is copied depends on the format.
    return type::panel_bytes(std::max(num_rows, num_cols), inner, scalar_bytes);
  }
};

#if defined(KOKKOS_ENABLE_CUDA)
template <>
struct TunedSddmm<Kokkos::Cuda> {
  using type = SddmmCudaKernel;
#if defined(KOKKOS_ARCH_HOPPER90)
  using blocked_type = SddmmBsrCudaKernel;
#else
  using blocked_type = SddmmCudaKernel;  // takes no blocks
#endif

  static int compute_capability(const Kokkos::Cuda& exec) {
    return detail::compute_capability(exec);
  }
  template <class Index>
  static sddmm_prepared_t<Kokkos::Cuda> prepare(const Kokkos::Cuda& exec,
                                                const SddmmPattern<Index>& pattern) {
    if (pattern.is_blocked) return {};
    return prepare_pattern(exec, pattern, device_limits(exec).l2_bytes);
  }
  static std::size_t workspace_bytes(std::int64_t num_rows, std::int64_t num_cols,
                                     std::int64_t inner, std::size_t scalar_bytes) {
    return type::copy_bytes(num_rows, inner, scalar_bytes) +
           type::copy_bytes(num_cols, inner, scalar_bytes);
  }
};
#endif

}  // namespace filigree::detail
