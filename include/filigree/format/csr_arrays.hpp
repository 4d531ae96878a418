// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

#include <filigree/core/execution.hpp>

namespace filigree {

/// The arrays of a pattern by rows that results are made in.
template <class Index, class Offset, class MemorySpace>
struct CsrPatternArrays {
  Kokkos::View<Offset*, MemorySpace> row_offsets;  ///< an entry more than rows, or longer
  Kokkos::View<Index*, MemorySpace> col_indices;   ///< one an entry, or longer
};

/// Arrays that a caller keeps for results, one after the other: a result has the first entries of
/// each, so that the arrays may be longer than it needs, and those that are too short are made
/// anew. Empty ones are fine at first. A result shares them, and lasts until the next one: that
/// overwrites all that are long enough for it, be it the offsets alone.
template <class Scalar, class Index = std::int32_t, class Offset = Index,
          class MemorySpace = DefaultMemorySpace>
struct CsrArrays : CsrPatternArrays<Index, Offset, MemorySpace> {
  Kokkos::View<Scalar*, MemorySpace> values;  ///< one an entry, or longer
};

}  // namespace filigree
