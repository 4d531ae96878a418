// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace filigree::detail {

/// A matrix's entries row by row, with the places of their values: what a format lists to be
/// rewritten.
template <class Exec, class Index>
struct ListedRows {
  using Integers = Kokkos::View<std::int64_t*, typename Exec::memory_space>;

  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::int64_t count = 0;
  Integers row_offsets;                                           ///< num_rows + 1
  Kokkos::View<Index*, typename Exec::memory_space> col_indices;  ///< from 0
  Integers places;
};

/// Lists what a row visitor walks. Waits for the device. Throws invalid_value for a column outside
/// the matrix.
template <class Exec, class Rows>
ListedRows<Exec, typename Rows::index_type> list_rows(const Exec& exec, const Rows& rows);

}  // namespace filigree::detail
