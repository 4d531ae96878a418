// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <convert/entries.hpp>
#include <convert/entry_bytes.hpp>
#include <convert/formats/scan.hpp>
#include <convert/formats/stores.hpp>
#include <convert/stable_order.hpp>
#include <convert/tuned.hpp>
#include <filigree/detail/format_problem.hpp>

/// From Csr to Ell, Sell and the two parts of Hyb.

namespace filigree::detail {
namespace {

template <class Index, class Offset>
struct RowLength {
  CompressedPattern<Index, Offset> A;

  KOKKOS_FUNCTION std::int64_t begin(std::int64_t row) const {
    return std::int64_t(A.offsets[row]) - std::int64_t(A.base);
  }
  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t row) const {
    return std::int64_t(A.offsets[row + 1]) - std::int64_t(A.offsets[row]);
  }
};

template <class Index, class Offset>
struct OverflowLength {
  RowLength<Index, Offset> length;
  std::int64_t width;

  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t row) const {
    return Kokkos::max<std::int64_t>(length(row) - width, 0);
  }
};

/// The rows of a slice shape.
template <class Index, class Offset>
struct SlicedRows {
  RowLength<Index, Offset> length;
  SliceShape shape;

  /// The row that is stored as the k-th; -1 where the last slice has no such row.
  KOKKOS_FUNCTION std::int64_t row_of(std::int64_t k) const {
    if (k >= length.A.num_major) return -1;
    return shape.row_permutation == nullptr ? k : shape.row_permutation[k];
  }
  KOKKOS_FUNCTION std::int64_t first_place(std::int64_t slice) const {
    return shape.slice_offsets == nullptr ? 0 : shape.slice_offsets[slice];
  }
  KOKKOS_FUNCTION std::int64_t width(std::int64_t slice) const {
    if (shape.slice_offsets == nullptr) return shape.width;
    return (shape.slice_offsets[slice + 1] - shape.slice_offsets[slice]) / shape.slice_size;
  }
};

/// The places of a slice as wide as its longest row.
template <class Index, class Offset>
struct SliceLength {
  SlicedRows<Index, Offset> rows;

  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t slice) const {
    const std::int64_t first = slice * rows.shape.slice_size;
    const std::int64_t end = Kokkos::min(first + rows.shape.slice_size, rows.length.A.num_major);
    std::int64_t longest = 0;
    for (std::int64_t k = first; k < end; ++k)
      longest = Kokkos::max(longest, rows.length(rows.row_of(k)));
    return longest * rows.shape.slice_size;
  }
};

template <class Index, class Offset>
struct FindLongest {
  RowLength<Index, Offset> length;

  KOKKOS_FUNCTION void operator()(std::int64_t row, std::int64_t& most) const {
    most = Kokkos::max(most, length(row));
  }
};

template <class Index, class Offset>
struct CountRowsOf {
  RowLength<Index, Offset> length;
  std::int64_t width;  ///< and more

  KOKKOS_FUNCTION void operator()(std::int64_t row, std::int64_t& sum) const {
    sum += length(row) >= width;
  }
};

/// Keys that put the rows of a window in order from the longest.
template <class Index, class Offset>
struct StoreLengthKey {
  RowLength<Index, Offset> length;
  std::int64_t window;
  std::int64_t longest;
  std::int64_t* keys;

  KOKKOS_FUNCTION void operator()(std::int64_t row) const {
    keys[row] = row / window * (longest + 1) + (longest - length(row));
  }
};

template <class Index, class Offset, class Store>
struct FillStoredRow {
  SlicedRows<Index, Offset> rows;
  Index shift;
  Index* col_indices;
  Store store;

  KOKKOS_FUNCTION void operator()(std::int64_t k) const {
    const std::int64_t slice_size = rows.shape.slice_size, slice = k / slice_size;
    const std::int64_t row = rows.row_of(k), width = rows.width(slice);
    const std::int64_t begin = row < 0 ? 0 : rows.length.begin(row);
    const std::int64_t length = row < 0 ? 0 : Kokkos::min(rows.length(row), width);
    std::int64_t place = rows.first_place(slice) + k % slice_size;
    for (std::int64_t entry = begin; entry < begin + length; ++entry, place += slice_size) {
      col_indices[place] = Index(rows.length.A.indices[entry] + shift);
      store(place, entry);
    }
    for (std::int64_t j = length; j < width; ++j, place += slice_size) {
      col_indices[place] = Index(-1);
      store.pad(place);
    }
  }
};

template <class Exec, class Index, class Offset, class Store>
void fill_rows(const Exec& exec, const CompressedPattern<Index, Offset>& pattern,
               const SliceShape& shape, IndexBase base, Index* col_indices, const Store& store) {
  Kokkos::parallel_for(
      "filigree::convert::fill_slices",
      EntryRange<Exec>(exec, 0, shape.num_slices * shape.slice_size),
      FillStoredRow<Index, Offset, Store>{
          {{pattern}, shape}, Index(int(base) - int(pattern.base)), col_indices, store});
}

template <class Index, class Offset>
struct FillOverflow {
  RowLength<Index, Offset> length;
  std::int64_t width;
  const std::int64_t* offsets;
  std::int64_t base;
  Index* row_indices;
  Index* col_indices;
  std::int64_t* places;

  KOKKOS_FUNCTION void operator()(std::int64_t row) const {
    const auto shift = Index(base - std::int64_t(length.A.base));
    std::int64_t entry = length.begin(row) + width;
    for (std::int64_t k = offsets[row]; k < offsets[row + 1]; ++k, ++entry) {
      row_indices[k] = Index(row + base);
      col_indices[k] = Index(length.A.indices[entry] + shift);
      places[k] = entry;
    }
  }
};

}  // namespace

template <class Exec, class Index, class Offset>
std::int64_t longest_row(const Exec& exec, const CompressedPattern<Index, Offset>& pattern) {
  std::int64_t longest = 0;
  Kokkos::parallel_reduce(
      "filigree::convert::longest_row", EntryRange<Exec>(exec, 0, pattern.num_major),
      FindLongest<Index, Offset>{{pattern}}, Kokkos::Max<std::int64_t>(longest));
  return Kokkos::max<std::int64_t>(longest, 0);
}

template <class Exec, class Index, class Offset>
std::int64_t common_row_length(const Exec& exec, const CompressedPattern<Index, Offset>& pattern,
                               std::int64_t longest) {
  const std::int64_t needed = groups_of(pattern.num_major, 3);
  // By bisection: a histogram would need as many counters as the longest row has entries.
  std::int64_t reached = 0, missed = longest + 1;
  while (missed - reached > 1) {
    const std::int64_t width = reached + (missed - reached) / 2;
    std::int64_t rows = 0;
    Kokkos::parallel_reduce("filigree::convert::common_row_length",
                            EntryRange<Exec>(exec, 0, pattern.num_major),
                            CountRowsOf<Index, Offset>{{pattern}, width}, rows);
    if (rows >= needed)
      reached = width;
    else
      missed = width;
  }
  return reached;
}

template <class Exec, class Index, class Offset>
std::int64_t find_slices(const Exec& exec, const CompressedPattern<Index, Offset>& pattern,
                         const SliceShape& shape, std::int64_t* slice_offsets) {
  const SliceLength<Index, Offset> length{{{pattern}, shape}};
  return scan_lengths("filigree::convert::slice_offsets", exec, shape.num_slices, length,
                      slice_offsets);
}

template <class Exec, class Index, class Offset>
void order_by_length(const Exec& exec, const CompressedPattern<Index, Offset>& pattern,
                     std::int64_t window, std::int64_t longest, std::int64_t* permutation) {
  const std::int64_t num_rows = pattern.num_major;
  const auto keys = scratch<std::int64_t>(exec, "filigree::convert::length_keys", num_rows);
  Kokkos::parallel_for("filigree::convert::length_keys", EntryRange<Exec>(exec, 0, num_rows),
                       StoreLengthKey<Index, Offset>{{pattern}, window, longest, keys.data()});
  stable_permutation_by_key<Exec, std::int64_t, std::int64_t>(
      exec, groups_of(num_rows, window) * (longest + 1), 0, keys.view(),
      as_view<Exec>(permutation, num_rows));
}

template <class Exec, class Index, class Offset>
void fill_slices(const Exec& exec, const CompressedPattern<Index, Offset>& pattern,
                 const SliceShape& shape, IndexBase base, Index* col_indices,
                 std::int64_t* places) {
  fill_rows(exec, pattern, shape, base, col_indices, StoreEntry{places});
}

template <class Exec, class Index, class Offset>
void fill_slices_with_values(const Exec& exec, const CompressedPattern<Index, Offset>& pattern,
                             const SliceShape& shape, IndexBase base, Index* col_indices,
                             std::size_t entry_bytes, const void* from, void* to) {
  for_entry_bytes("fill_slices_with_values", entry_bytes, [&]<class Value>(Value) {
    fill_rows(exec, pattern, shape, base, col_indices,
              StoreValue<Value>{static_cast<const Value*>(from), static_cast<Value*>(to)});
  });
}

template <class Exec, class Index, class Offset>
std::int64_t count_overflow(const Exec& exec, const CompressedPattern<Index, Offset>& pattern,
                            std::int64_t width, std::int64_t* offsets) {
  return scan_lengths("filigree::convert::overflow_offsets", exec, pattern.num_major,
                      OverflowLength<Index, Offset>{{pattern}, width}, offsets);
}

template <class Exec, class Index, class Offset>
void fill_overflow(const Exec& exec, const CompressedPattern<Index, Offset>& pattern,
                   std::int64_t width, const std::int64_t* offsets, IndexBase base,
                   Index* row_indices, Index* col_indices, std::int64_t* places) {
  Kokkos::parallel_for(
      "filigree::convert::fill_overflow", EntryRange<Exec>(exec, 0, pattern.num_major),
      FillOverflow<Index, Offset>{
          {pattern}, width, offsets, std::int64_t(base), row_indices, col_indices, places});
}

#define FILIGREE_INSTANTIATE(Exec, Index, Offset)                                                 \
  template std::int64_t longest_row(const Exec&, const CompressedPattern<Index, Offset>&);        \
  template std::int64_t common_row_length(const Exec&, const CompressedPattern<Index, Offset>&,   \
                                          std::int64_t);                                          \
  template std::int64_t find_slices(const Exec&, const CompressedPattern<Index, Offset>&,         \
                                    const SliceShape&, std::int64_t*);                            \
  template void order_by_length(const Exec&, const CompressedPattern<Index, Offset>&,             \
                                std::int64_t, std::int64_t, std::int64_t*);                       \
  template void fill_slices(const Exec&, const CompressedPattern<Index, Offset>&,                 \
                            const SliceShape&, IndexBase, Index*, std::int64_t*);                 \
  template void fill_slices_with_values(const Exec&, const CompressedPattern<Index, Offset>&,     \
                                        const SliceShape&, IndexBase, Index*, std::size_t,        \
                                        const void*, void*);                                      \
  template std::int64_t count_overflow(const Exec&, const CompressedPattern<Index, Offset>&,      \
                                       std::int64_t, std::int64_t*);                              \
  template void fill_overflow(const Exec&, const CompressedPattern<Index, Offset>&, std::int64_t, \
                              const std::int64_t*, IndexBase, Index*, Index*, std::int64_t*);
FILIGREE_FOR_EACH_SPACE_AND_INTEGERS(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
