// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

#include <filigree/core/operation.hpp>

namespace filigree::detail {

/// The offset type asked for; Index where none was.
template <class Offset, class Index>
using offset_or_t = std::conditional_t<std::is_void_v<Offset>, Index, Offset>;

/// A Csr pattern in Csc order or the other way round, and what it was made from. The arrays of the
/// source are held, so that none other can come to lie at their address.
template <class Index, class Offset, class MemorySpace>
struct TransposedPattern {
  using OffsetView = Kokkos::View<const Offset*, MemorySpace>;
  using IndexView = Kokkos::View<const Index*, MemorySpace>;

  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  MatrixProperties source_properties{};
  OffsetView source_offsets;
  IndexView source_indices;

  MatrixProperties properties{};
  OffsetView offsets;
  IndexView indices;
  OffsetView permutation;
  KernelId kernel{};
};

}  // namespace filigree::detail
