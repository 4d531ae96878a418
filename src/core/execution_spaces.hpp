// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
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

/// FILIGREE_FOR_EACH_SPACE_AND_INTEGER(apply) expands apply(Exec, Integer) for each of these spaces
/// and width of indices; ..._INTEGERS(apply) expands apply(Exec, A, B) for each pair of widths.
#define FILIGREE_INTEGERS(Exec, apply) apply(Exec, std::int32_t) apply(Exec, std::int64_t)
#define FILIGREE_PAIRS_OF_INTEGERS(Exec, apply)                                   \
  apply(Exec, std::int32_t, std::int32_t) apply(Exec, std::int32_t, std::int64_t) \
      apply(Exec, std::int64_t, std::int32_t) apply(Exec, std::int64_t, std::int64_t)
#define FILIGREE_FOR_EACH_SPACE_AND_INTEGER(apply) \
  FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_INTEGERS, apply)
#define FILIGREE_FOR_EACH_SPACE_AND_INTEGERS(apply) \
  FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_PAIRS_OF_INTEGERS, apply)

/// FILIGREE_MATRIX_SCALARS(Exec, apply) expands apply(Exec, Scalar) for each scalar that products
/// take in a matrix. FILIGREE_FOR_EACH_SPACE_AND_MATRIX_SCALAR(apply): for each of these spaces.
#define FILIGREE_MATRIX_SCALARS(Exec, apply)                                                    \
  apply(Exec, float) apply(Exec, double) apply(Exec, complex_float) apply(Exec, complex_double) \
      apply(Exec, half) apply(Exec, bfloat16) apply(Exec, complex_half)                         \
          apply(Exec, complex_bfloat16) apply(Exec, std::int8_t)
#define FILIGREE_FOR_EACH_SPACE_AND_MATRIX_SCALAR(apply) \
  FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_MATRIX_SCALARS, apply)
