// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The only header of geam that knows which tuned kernels there are, and that CUDA exists.

#include <Kokkos_Core.hpp>

#include <core/device_limits.hpp>
#include <geam/select.hpp>
#include <select/kernel_list.hpp>

#if defined(KOKKOS_ENABLE_CUDA)
#include <geam/cuda/kernel.hpp>
#endif

namespace filigree::detail {

/// The tuned kernels of an execution space. Beside what select/ asks, each has
///   Union<Exec, Index, Offset>  the pattern of a sum, as GenericUnion makes it
///   launch(exec, values)        the values of a sum
template <class Exec>
struct TunedGeam {
  using type = KernelList<>;
};

#if defined(KOKKOS_ENABLE_CUDA)
template <>
struct TunedGeam<Kokkos::Cuda> {
  using type = KernelList<GeamMergeCuda>;
};
#endif

}  // namespace filigree::detail
