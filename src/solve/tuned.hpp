// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The only header of solve that knows which tuned kernels there are, and that CUDA exists.

#include <Kokkos_Core.hpp>

#include <select/kernel_list.hpp>
#include <solve/host/kernel.hpp>

#if defined(KOKKOS_ENABLE_CUDA)
#include <solve/cuda/find_levels_kernel.hpp>
#include <solve/cuda/kernel.hpp>
#endif

namespace filigree::detail {

/// The tuned kernels of an execution space. (The host's take nothing on other spaces.)
template <class Exec>
struct TunedSolve {
  using type = KernelList<SolveSequentialHost, SolveColumnsHost, SolvePipelinedHost>;
};

/// What finds rows' levels there; void: nothing tuned.
template <class Exec>
struct TunedLevels {
  using type = void;
};

#if defined(KOKKOS_ENABLE_CUDA)
template <>
struct TunedLevels<Kokkos::Cuda> {
  using type = FindLevelsCuda;
};
template <>
struct TunedSolve<Kokkos::Cuda> {
  using type = KernelList<SolveLevelsCuda, SolveBlocksCuda>;
};
#endif

}  // namespace filigree::detail
