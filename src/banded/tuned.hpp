// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The only header of banded that knows which tuned kernels there are, and that CUDA exists.

#include <Kokkos_Core.hpp>

#include <banded/host/kernel.hpp>
#include <banded/select.hpp>
#include <select/kernel_list.hpp>

#if defined(KOKKOS_ENABLE_CUDA)
#include <banded/cuda/kernel.hpp>
#endif

namespace filigree::detail {

/// The tuned kernels of an execution space. Beside what select/ asks, each has
///   launch(exec, problem, input, workspace)
/// (The host's takes nothing on other spaces.)
template <class Exec>
struct TunedBanded {
  using type = KernelList<BandedPartitionsHost>;
};

#if defined(KOKKOS_ENABLE_CUDA)
template <>
struct TunedBanded<Kokkos::Cuda> {
  using type = KernelList<BandedPartitionsCuda, BandedSystemsCuda>;
};
#endif

}  // namespace filigree::detail
