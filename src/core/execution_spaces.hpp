// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <type_traits>

/// FILIGREE_FOR_EACH_EXECUTION_SPACE(apply, ...) expands apply(Exec, ...) for each execution space
/// that the library is instantiated for: the device, and the host where that is another.
#if defined(KOKKOS_ENABLE_CUDA) || defined(KOKKOS_ENABLE_HIP) || defined(KOKKOS_ENABLE_SYCL) || \
    defined(KOKKOS_ENABLE_OPENMPTARGET) || defined(KOKKOS_ENABLE_OPENACC)
#define FILIGREE_FOR_EACH_EXECUTION_SPACE(apply, ...)             \
  apply(Kokkos::DefaultExecutionSpace __VA_OPT__(, ) __VA_ARGS__) \
      apply(Kokkos::DefaultHostExecutionSpace __VA_OPT__(, ) __VA_ARGS__)
#else
#define FILIGREE_FOR_EACH_EXECUTION_SPACE(apply, ...) \
  apply(Kokkos::DefaultExecutionSpace __VA_OPT__(, ) __VA_ARGS__)
static_assert(std::is_same_v<Kokkos::DefaultExecutionSpace, Kokkos::DefaultHostExecutionSpace>,
              "Kokkos has a device that is not in this list");
#endif

/// FILIGREE_FOR_EACH_SPACE_AND_SCALAR(apply) expands apply(Exec, T) for each of these spaces and
/// the real and complex scalars of single and double precision.
#define FILIGREE_FOR_EACH_SPACE_AND_SCALAR(apply)         \
  FILIGREE_FOR_EACH_EXECUTION_SPACE(apply, float)         \
  FILIGREE_FOR_EACH_EXECUTION_SPACE(apply, double)        \
  FILIGREE_FOR_EACH_EXECUTION_SPACE(apply, complex_float) \
  FILIGREE_FOR_EACH_EXECUTION_SPACE(apply, complex_double)
