// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <convert/entries.hpp>
#include <convert/stable_order.hpp>
#include <convert/tuned.hpp>
#include <filigree/detail/format_problem.hpp>

/// From formats to Csr, what is not counted row by row (row_entries.inc): sorting and Ell's copies.

namespace filigree::detail {
namespace {

/// Rows of Hyb whose Ell part has a column behind the first of their Coo part.
template <class Index>
struct CountUnorderedParts {
  HybRows<Index> A;

  KOKKOS_FUNCTION void operator()(std::int64_t row, std::int64_t& sum) const {
    const std::int64_t first = A.coo_offsets[row];
    if (first == A.coo_offsets[row + 1]) return;
    const std::int64_t coo_column =
        std::int64_t(A.coo_columns[A.coo_permutation[first]]) - A.ell.base;
    bool after = false;
    A.ell.for_each(
        row, [&](std::int64_t column, std::int64_t) { after = after || column > coo_column; });
    sum += after;
  }
};

template <class Index>
struct MarkRepeatedColumns {
  EllRows<Index> A;
  Index* col_indices;

  KOKKOS_FUNCTION void operator()(std::int64_t row) const {
    std::int64_t length = row < A.num_rows ? A.ell_width : 0;
    for (; length > 1; --length) {
      const std::int64_t last = (length - 1) * A.row_stride + row;
      if (A.col_indices[last] != A.col_indices[last - A.row_stride]) break;
    }
    for (std::int64_t j = 0; j < A.ell_width; ++j) {
      const std::int64_t place = j * A.row_stride + row;
      col_indices[place] = j < length ? A.col_indices[place] : Index(-1);
    }
  }
};

}  // namespace

template <class Exec, class Index>
void order_by_primary(const Exec& exec, const EntryList<Index>& entries, std::int64_t* offsets,
                      std::int64_t* permutation) {
  stable_order_by_key<Exec, Index, std::int64_t>(
      exec, entries.num_primary, Index(entries.base), as_view<Exec>(entries.primary, entries.count),
      as_view<Exec>(offsets, entries.num_primary + 1), as_view<Exec>(permutation, entries.count));
}

template <class Exec, class Index>
bool parts_in_order(const Exec& exec, const HybRows<Index>& rows) {
  std::int64_t unordered = 0;
  Kokkos::parallel_reduce("filigree::convert::parts_in_order",
                          EntryRange<Exec>(exec, 0, rows.num_rows),
                          CountUnorderedParts<Index>{rows}, unordered);
  return unordered == 0;
}

template <class Exec, class Index>
void mark_repeated_columns(const Exec& exec, const EllRows<Index>& rows, Index* col_indices) {
  Kokkos::parallel_for("filigree::convert::mark_repeated_columns",
                       EntryRange<Exec>(exec, 0, rows.row_stride),
                       MarkRepeatedColumns<Index>{rows, col_indices});
}

#define FILIGREE_INSTANTIATE(Exec, Index)                                             \
  template void order_by_primary(const Exec&, const EntryList<Index>&, std::int64_t*, \
                                 std::int64_t*);                                      \
  template bool parts_in_order(const Exec&, const HybRows<Index>&);                   \
  template void mark_repeated_columns(const Exec&, const EllRows<Index>&, Index*);
FILIGREE_FOR_EACH_SPACE_AND_INTEGER(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
