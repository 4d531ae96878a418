// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The only header of factor that knows which tuned kernels there are, and that CUDA exists.

#include <Kokkos_Core.hpp>

#include <factor/host/kernel.hpp>
#include <select/kernel_list.hpp>

#if defined(KOKKOS_ENABLE_CUDA)
#include <factor/cuda/kernel.hpp>
#endif

namespace filigree::detail {

/// The tuned kernels of an execution space. (The host's takes nothing on other spaces.)
template <class Exec>
struct TunedFactor {
  using type = KernelList<FactorPipelinedHost>;
};

#if defined(KOKKOS_ENABLE_CUDA)
template <>
struct TunedFactor<Kokkos::Cuda> {
  using type =
      KernelList<FactorPivotRowsCuda, FactorShortRowsCuda, FactorLevelsCuda, FactorBlockRowsCuda>;
};
#endif

}  // namespace filigree::detail
