// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

/// FILIGREE_PATTERN_INSTANCES(apply) expands apply(Exec, Offset, Index) for every combination that
/// the library is built for.
#define FILIGREE_PATTERN_INTEGERS(apply, Exec)                                    \
  apply(Exec, std::int32_t, std::int32_t) apply(Exec, std::int32_t, std::int64_t) \
      apply(Exec, std::int64_t, std::int32_t) apply(Exec, std::int64_t, std::int64_t)

#if defined(KOKKOS_ENABLE_CUDA)
#define FILIGREE_PATTERN_INSTANCES(apply)                         \
  FILIGREE_PATTERN_INTEGERS(apply, Kokkos::DefaultExecutionSpace) \
  FILIGREE_PATTERN_INTEGERS(apply, Kokkos::DefaultHostExecutionSpace)
#else
#define FILIGREE_PATTERN_INSTANCES(apply) \
  FILIGREE_PATTERN_INTEGERS(apply, Kokkos::DefaultExecutionSpace)
#endif
