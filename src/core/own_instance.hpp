// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#if defined(_OPENMP)
#include <omp.h>
#endif

#include <filigree/detail/check_operands.hpp>

namespace filigree::detail {

/// Whether this thread is in a parallel region of OpenMP, in which Kokkos ends the program where
/// one of its OpenMP instances is made or ends.
inline bool is_in_region() {
#if defined(_OPENMP)
  return omp_get_level() > 0;
#else
  return false;
#endif
}

/// An instance that nobody else has, with all threads of the default one: kernels of one instance
/// take turns, on hosts too. The default instance in a parallel region, and of spaces that have no
/// other. (OpenMP's partition_space makes none unless two levels of regions may be active.)
template <class Exec>
Exec own_instance() {
  if constexpr (has_parallel_level<Exec>)
    return is_in_region() ? Exec() : Exec(Exec().concurrency());
  else
    return Kokkos::Experimental::partition_space(Exec(), 1)[0];
}

}  // namespace filigree::detail
