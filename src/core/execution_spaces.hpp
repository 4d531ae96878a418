// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

#include <filigree/core/types.hpp>

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

/// FILIGREE_FOR_EACH_FLOATING_SCALAR(Exec, apply, ...) expands apply(Exec, Scalar, ...) for the
/// scalars of FILIGREE_FLOATING_SCALARS (core/types.hpp); ..._MATRIX_SCALAR, ..._STORAGE_SCALAR for
/// those of the lists of these names.
#define FILIGREE_APPLY_TO_SCALAR(type, name, arithmetic, value, Exec, apply, ...) \
  apply(Exec, type __VA_OPT__(, ) __VA_ARGS__)
#define FILIGREE_FOR_EACH_FLOATING_SCALAR(Exec, ...) \
  FILIGREE_FLOATING_SCALARS(FILIGREE_APPLY_TO_SCALAR, Exec, __VA_ARGS__)
#define FILIGREE_FOR_EACH_MATRIX_SCALAR(Exec, ...) \
  FILIGREE_MATRIX_SCALARS(FILIGREE_APPLY_TO_SCALAR, Exec, __VA_ARGS__)
#define FILIGREE_FOR_EACH_STORAGE_SCALAR(Exec, ...) \
  FILIGREE_STORAGE_SCALARS(FILIGREE_APPLY_TO_SCALAR, Exec, __VA_ARGS__)
