// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The only header of spgemm that knows which tuned kernels there are, and that CUDA exists.

#include <Kokkos_Core.hpp>

#include <select/kernel_list.hpp>
#include <spgemm/host/kernel.hpp>
#include <spgemm/select.hpp>

#if defined(KOKKOS_ENABLE_CUDA)
#include <spgemm/cuda/kernel.hpp>
#endif

namespace filigree::detail {

/// The tuned kernels of an execution space. One is chosen when a plan is made, for both phases; it
/// takes all scalar types. Apart from what select/ asks of it, with Pattern = SpgemmPattern<Index>:
///
///   template <class Exec, class Pattern> static constexpr bool takes;
///   count(exec, pattern, limits, prepared) -> SpgemmCounts<Exec>   as count_spgemm, with totals
///   fill(exec, pattern, counts, limits, base, offsets, col_indices, prepared)   as fill_spgemm
///   values_bytes(exec, c, prepared, compute_bytes, limit)   as spgemm_kernel_workspace_bytes
///   launch(exec, problem, prepared)   allocates nothing, waits for nothing
///
/// (The host's take nothing on other spaces.)
template <class Exec>
struct TunedSpgemm {
  using kernels = KernelList<SpgemmHashHost>;
};

#if defined(KOKKOS_ENABLE_CUDA)
template <>
struct TunedSpgemm<Kokkos::Cuda> {
  using kernels = KernelList<SpgemmHashCuda>;
};
#endif

}  // namespace filigree::detail
