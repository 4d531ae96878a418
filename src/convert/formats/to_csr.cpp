// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <limits>
#include <string>

#include <convert/entries.hpp>
#include <convert/entry_bytes.hpp>
#include <convert/formats/scan.hpp>
#include <convert/stable_order.hpp>
#include <convert/tuned.hpp>
#include <filigree/core/error.hpp>
#include <filigree/detail/format_problem.hpp>

/// From any format to Csr: count, scan, fill over the format's rows.

namespace filigree::detail {
namespace {

constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();

/// Whether an entry stays.
struct Keeps {
  ZeroTest test;

  KOKKOS_FUNCTION bool operator()(std::int64_t place) const {
    if (test.entry_bytes == 0) return true;
    const bool in_first = place < test.values.first_count;
    const void* const values = in_first ? test.values.first : test.values.second;
    return keeps(values, in_first ? place : place - test.values.first_count);
  }

 private:
  KOKKOS_FUNCTION bool keeps(const void* values, std::int64_t k) const {
    switch (test.entry_bytes) {
      case 1:
        return (static_cast<const Entry<1>*>(values)[k].data & test.magnitude) != 0;
      case 2:
        return (static_cast<const Entry<2>*>(values)[k].data & test.magnitude) != 0;
      case 4:
        return (static_cast<const Entry<4>*>(values)[k].data & test.magnitude) != 0;
      case 8:
        return (static_cast<const Entry<8>*>(values)[k].data & test.magnitude) != 0;
      default: {
        const Entry<16>& entry = static_cast<const Entry<16>*>(values)[k];
        return ((entry.data[0] | entry.data[1]) & test.magnitude) != 0;
      }
    }
  }
};

/// lengths[i]: the entries of row i that stay. Returns the lowest stored row with a column outside
/// the matrix.
template <class Exec, class Rows>
std::int64_t count_rows(const Exec& exec, const Rows& rows, const Keeps& keeps,
                        std::int64_t* lengths) {
  const Rows A = rows;
  std::int64_t lowest = none;
  Kokkos::parallel_reduce(
      "filigree::convert::count_rows", EntryRange<Exec>(exec, 0, A.num_rows),
      KOKKOS_LAMBDA(std::int64_t k, std::int64_t & low) {
        std::int64_t length = 0;
        bool outside = false;
        A.for_each(k, [&](std::int64_t col, std::int64_t place) {
          outside = outside || col < 0 || col >= A.num_cols;
          length += keeps(place);
        });
        const std::int64_t row = A.row_of(k);
        if (outside || row < 0 || row >= A.num_rows)
          low = Kokkos::min(low, k);
        else
          lengths[row] = length;
      },
      Kokkos::Min<std::int64_t>(lowest));
  return lowest;
}

struct StoredLength {
  const std::int64_t* lengths;
  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t i) const { return lengths[i]; }
};

}  // namespace

template <class Exec, class Rows>
std::int64_t count_row_entries(std::string_view operation, const Exec& exec, const Rows& rows,
                               const ZeroTest& zeros, std::int64_t* row_offsets) {
  const auto lengths = scratch<std::int64_t>(exec, "filigree::convert::row_lengths", rows.num_rows);
  const std::int64_t outside = count_rows(exec, rows, Keeps{zeros}, lengths.data());
  if (outside != none)
    throw_error(Status::invalid_value,
                {operation, "A",
                 "stored row " + std::to_string(outside) + " names a place outside the matrix",
                 "rows and columns of a " + std::to_string(rows.num_rows) + " x " +
                     std::to_string(rows.num_cols) + " matrix",
                 "validate(exec, A) tells which"});
  return scan_lengths("filigree::convert::row_offsets", exec, rows.num_rows,
                      StoredLength{lengths.data()}, row_offsets);
}

template <class Exec, class Rows>
void fill_row_entries(const Exec& exec, const Rows& rows, const ZeroTest& zeros,
                      const std::int64_t* row_offsets, IndexBase base,
                      typename Rows::index_type* col_indices, std::int64_t* places) {
  using Index = typename Rows::index_type;
  const Rows A = rows;
  const Keeps keeps{zeros};
  const auto first = std::int64_t(base);
  Kokkos::parallel_for(
      "filigree::convert::fill_rows", EntryRange<Exec>(exec, 0, A.num_rows),
      KOKKOS_LAMBDA(std::int64_t k) {
        std::int64_t next = row_offsets[A.row_of(k)];
        A.for_each(k, [&](std::int64_t col, std::int64_t place) {
          if (!keeps(place)) return;
          col_indices[next] = Index(col + first);
          places[next++] = place;
        });
      });
}

template <class Exec, class Index>
void order_by_primary(const Exec& exec, const EntryList<Index>& entries, std::int64_t* offsets,
                      std::int64_t* permutation) {
  stable_order_by_key<Exec, Index, std::int64_t>(
      exec, entries.num_primary, Index(entries.base), as_view<Exec>(entries.primary, entries.count),
      as_view<Exec>(offsets, entries.num_primary + 1), as_view<Exec>(permutation, entries.count));
}

template <class Exec, class Index>
void mark_repeated_columns(const Exec& exec, const EllRows<Index>& rows, Index* col_indices) {
  const EllRows<Index> A = rows;
  Kokkos::parallel_for(
      "filigree::convert::mark_repeated_columns", EntryRange<Exec>(exec, 0, A.row_stride),
      KOKKOS_LAMBDA(std::int64_t row) {
        std::int64_t length = row < A.num_rows ? A.ell_width : 0;
        for (; length > 1; --length) {
          const std::int64_t last = (length - 1) * A.row_stride + row;
          if (A.col_indices[last] != A.col_indices[last - A.row_stride]) break;
        }
        for (std::int64_t j = 0; j < A.ell_width; ++j) {
          const std::int64_t place = j * A.row_stride + row;
          col_indices[place] = j < length ? A.col_indices[place] : Index(-1);
        }
      });
}

#define FILIGREE_INSTANTIATE_ROWS(Exec, ...)                                                 \
  template std::int64_t count_row_entries(std::string_view, const Exec&, const __VA_ARGS__&, \
                                          const ZeroTest&, std::int64_t*);                   \
  template void fill_row_entries(const Exec&, const __VA_ARGS__&, const ZeroTest&,           \
                                 const std::int64_t*, IndexBase,                             \
                                 typename __VA_ARGS__::index_type*, std::int64_t*);
#define FILIGREE_INSTANTIATE_OFFSET(Exec, Index, Offset)   \
  FILIGREE_INSTANTIATE_ROWS(Exec, CsrRows<Index, Offset>)  \
  FILIGREE_INSTANTIATE_ROWS(Exec, SellRows<Index, Offset>) \
  FILIGREE_INSTANTIATE_ROWS(Exec, BsrRows<Index, Offset>)  \
  FILIGREE_INSTANTIATE_ROWS(Exec, HdiaRows<Index, Offset>)
#define FILIGREE_INSTANTIATE_TYPES(Exec, Index)                                       \
  FILIGREE_INSTANTIATE_ROWS(Exec, EllRows<Index>)                                     \
  FILIGREE_INSTANTIATE_ROWS(Exec, BlockedEllRows<Index>)                              \
  FILIGREE_INSTANTIATE_ROWS(Exec, DiaRows<Index>)                                     \
  FILIGREE_INSTANTIATE_ROWS(Exec, HybRows<Index>)                                     \
  FILIGREE_INSTANTIATE_OFFSET(Exec, Index, std::int32_t)                              \
  FILIGREE_INSTANTIATE_OFFSET(Exec, Index, std::int64_t)                              \
  template void order_by_primary(const Exec&, const EntryList<Index>&, std::int64_t*, \
                                 std::int64_t*);                                      \
  template void mark_repeated_columns(const Exec&, const EllRows<Index>&, Index*);
#define FILIGREE_INSTANTIATE(Exec)               \
  FILIGREE_INSTANTIATE_TYPES(Exec, std::int32_t) \
  FILIGREE_INSTANTIATE_TYPES(Exec, std::int64_t)
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE
#undef FILIGREE_INSTANTIATE_TYPES
#undef FILIGREE_INSTANTIATE_OFFSET
#undef FILIGREE_INSTANTIATE_ROWS

}  // namespace filigree::detail
