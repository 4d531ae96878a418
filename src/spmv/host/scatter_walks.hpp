// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

#include <filigree/detail/format_rows.hpp>
#include <filigree/detail/spmv_row_gather.hpp>
#include <filigree/detail/spmv_stored.hpp>

#include "spmv/host/format_sums.hpp"
#include "spmv/host/partition.hpp"
#include "spmv/host/result_range.hpp"

/// How products that scatter walk a matrix: by items. Where a walk has_lines, each is a row
/// (by_rows) or a column, with the number line_of(item), and for_each_other(item, f) calls
/// f(column or row, place); else entries may be of any rows and columns, and for_each(item, f)
/// calls f(row, column, place). extend_by_rows and extend_by_columns extend a range by those of
/// items first .. last - 1, or by more, also past the matrix's end. What adds_by_itself has add()
/// in place of these calls. Walks of a format's stored rows know which item a row is in; plans take
/// block_rows() rows at a time, whole items.

namespace filigree::detail {

template <class Walk>
inline constexpr bool adds_by_itself = false;

/// Rows of a Csr or columns of a Csc matrix.
template <class Offset, class Index>
struct LinesWalk {
  static constexpr bool has_lines = true;
  static constexpr std::int64_t items_at_a_time = 64;

  StoredPattern<Offset, Index> stored;

  KOKKOS_INLINE_FUNCTION bool by_rows() const { return stored.format == StoredFormat::csr; }
  KOKKOS_INLINE_FUNCTION std::int64_t num_items() const {
    return by_rows() ? stored.num_rows : stored.num_cols;
  }
  KOKKOS_INLINE_FUNCTION std::int64_t line_of(std::int64_t item) const { return item; }

  KOKKOS_INLINE_FUNCTION std::int64_t first_item(std::int64_t part, std::int64_t parts) const {
    return first_of_part(num_items(), part, parts, double(stored.nnz), double(row_weight),
                         [&](std::int64_t i) { return begin(i); });
  }

  template <class F>
  KOKKOS_INLINE_FUNCTION void for_each_other(std::int64_t item, const F& f) const {
    const Index* const others = this->others();
    const std::int64_t base = this->base(), end = begin(item + 1);
    for (std::int64_t k = begin(item); k < end; ++k) f(std::int64_t(others[k]) - base, k);
  }

  /// An item has the entries begin(item) .. begin(item + 1) - 1 of others(), which count from
  /// base().
  KOKKOS_INLINE_FUNCTION std::int64_t begin(std::int64_t item) const {
    return std::int64_t(stored.offsets[item]) - base();
  }
  KOKKOS_INLINE_FUNCTION std::int64_t base() const {
    return stored.properties.index_base == IndexBase::one ? 1 : 0;
  }
  KOKKOS_INLINE_FUNCTION const Index* others() const {
    return by_rows() ? stored.col_indices : stored.row_indices;
  }

  KOKKOS_INLINE_FUNCTION void extend_by_rows(ResultRange& range, std::int64_t first,
                                             std::int64_t last) const {
    by_rows() ? range.extend(first, last - 1) : extend_by_others(range, first, last);
  }
  KOKKOS_INLINE_FUNCTION void extend_by_columns(ResultRange& range, std::int64_t first,
                                                std::int64_t last) const {
    by_rows() ? extend_by_others(range, first, last) : range.extend(first, last - 1);
  }

 private:
  /// Entries of a line that is not sorted as it should be may add outside of the range: these sums
  /// may be lost, but lie in the part's memory, which has all results.
  KOKKOS_INLINE_FUNCTION void extend_by_others(ResultRange& range, std::int64_t first,
                                               std::int64_t last) const {
    const Index* const others = this->others();
    if (!stored.properties.sorted)
      return range.extend(others + begin(first), begin(last) - begin(first), base());
    for (std::int64_t item = first; item < last; ++item)
      if (begin(item) < begin(item + 1))
        range.extend(std::int64_t(others[begin(item)]) - base(),
                     std::int64_t(others[begin(item + 1) - 1]) - base());
  }
};

/// Entries of a coordinate matrix.
template <class Offset, class Index>
struct EntriesWalk {
  static constexpr bool has_lines = false;
  static constexpr bool is_by_entry = true;
  static constexpr std::int64_t items_at_a_time = 4096;

  StoredPattern<Offset, Index> stored;

  KOKKOS_INLINE_FUNCTION std::int64_t num_items() const { return stored.nnz; }
  KOKKOS_INLINE_FUNCTION std::int64_t first_item(std::int64_t part, std::int64_t parts) const {
    return even_share(stored.nnz, part, parts);
  }
  template <class F>
  KOKKOS_INLINE_FUNCTION void for_each(std::int64_t item, const F& f) const {
    const std::int64_t at = item * stored.index_stride();
    f(std::int64_t(stored.row_indices[at]) - base(), std::int64_t(stored.col_indices[at]) - base(),
      item);
  }

  KOKKOS_INLINE_FUNCTION void extend_by_rows(ResultRange& range, std::int64_t first,
                                             std::int64_t last) const {
    extend(range, stored.row_indices, first, last);
  }
  KOKKOS_INLINE_FUNCTION void extend_by_columns(ResultRange& range, std::int64_t first,
                                                std::int64_t last) const {
    extend(range, stored.col_indices, first, last);
  }

 private:
  KOKKOS_INLINE_FUNCTION std::int64_t base() const {
    return stored.properties.index_base == IndexBase::one ? 1 : 0;
  }
  KOKKOS_INLINE_FUNCTION void extend(ResultRange& range, const Index* indices, std::int64_t first,
                                     std::int64_t last) const {
    const std::int64_t stride = stored.index_stride();
    range.extend(indices + first * stride, last - first, base(), stride);
  }
};

// Columns of stored rows first .. last - 1: any visitor's, and those that lie side by side.

template <class Rows>
KOKKOS_INLINE_FUNCTION void extend_by_columns_of(const Rows& rows, ResultRange& range,
                                                 std::int64_t first, std::int64_t last) {
  for (std::int64_t k = first; k < last; ++k)
    rows.for_each(k, [&](std::int64_t col, std::int64_t) { range.extend(col, col); });
}
template <class Index>
KOKKOS_INLINE_FUNCTION void extend_by_columns_of(const SellRows<Index, AnyOffsets>& rows,
                                                 ResultRange& range, std::int64_t first,
                                                 std::int64_t last) {
  const std::int64_t begin = rows.slice_offsets[first / rows.slice_size];
  const std::int64_t end = rows.slice_offsets[(last - 1) / rows.slice_size + 1];
  range.extend(rows.col_indices + begin, end - begin, rows.base);
}
template <class Index>
KOKKOS_INLINE_FUNCTION void extend_by_columns_of(const BsrxRows<Index>& rows, ResultRange& range,
                                                 std::int64_t first, std::int64_t last) {
  for (std::int64_t b = rows.row_of(first) / rows.block.rows;
       b <= rows.row_of(last - 1) / rows.block.rows; ++b) {
    const std::int64_t begin = rows.begin_offsets[b] - rows.base;
    range.extend(rows.col_indices + begin, rows.end_offsets[b] - rows.base - begin, rows.base, 1,
                 rows.block.cols);
  }
}

template <class Index>
KOKKOS_INLINE_FUNCTION void extend_by_columns_of(const EllRows<Index>& rows, ResultRange& range,
                                                 std::int64_t first, std::int64_t last) {
  for (std::int64_t j = 0; j < rows.ell_width; ++j)
    range.extend(rows.col_indices + j * rows.row_stride + first, last - first, rows.base);
}
template <class Index>
KOKKOS_INLINE_FUNCTION void extend_by_columns_of(const BlockedEllRows<Index>& rows,
                                                 ResultRange& range, std::int64_t first,
                                                 std::int64_t last) {
  const std::int64_t blocks = groups_of(rows.ell_cols, rows.block_size);
  const std::int64_t begin = first / rows.block_size * blocks;
  range.extend(rows.col_indices + begin, groups_of(last, rows.block_size) * blocks - begin,
               rows.base, 1, rows.block_size);
}

/// Of diagonals offsets[0 .. diagonals).
template <class Index>
KOKKOS_INLINE_FUNCTION void extend_by_diagonals(ResultRange& range, const Index* offsets,
                                                std::int64_t diagonals, std::int64_t first,
                                                std::int64_t last, std::int64_t num_cols) {
  for (std::int64_t d = 0; d < diagonals; ++d) {
    const std::int64_t begin = std::max<std::int64_t>(0, first + offsets[d]);
    const std::int64_t end = std::min(num_cols, last + offsets[d]);
    if (begin < end) range.extend(begin, end - 1);
  }
}
template <class Index>
KOKKOS_INLINE_FUNCTION void extend_by_columns_of(const DiaRows<Index>& rows, ResultRange& range,
                                                 std::int64_t first, std::int64_t last) {
  extend_by_diagonals(range, rows.diagonal_offsets, rows.num_diagonals, first, last, rows.num_cols);
}
template <class Index>
KOKKOS_INLINE_FUNCTION void extend_by_columns_of(const HdiaRows<Index, AnyOffsets>& rows,
                                                 ResultRange& range, std::int64_t first,
                                                 std::int64_t last) {
  for (std::int64_t hack = first / rows.hack_size; hack * rows.hack_size < last; ++hack) {
    const std::int64_t diagonal = rows.hack_offsets[hack], start = hack * rows.hack_size;
    extend_by_diagonals(range, rows.diagonal_offsets + diagonal,
                        rows.hack_offsets[hack + 1] - diagonal, std::max(first, start),
                        std::min(last, start + rows.hack_size), rows.num_cols);
  }
}

/// Stored rows of a format with a row visitor.
template <class Rows>
struct RowsWalk {
  static constexpr bool has_lines = true;
  static constexpr std::int64_t items_at_a_time = 64;

  Rows rows;

  std::int64_t num_rows() const { return rows.num_rows; }
  std::int64_t block_rows() const { return items_at_a_time; }
  std::int64_t item_of_row(std::int64_t row) const { return row; }
  std::int64_t row_of_item(std::int64_t item) const { return item; }

  KOKKOS_INLINE_FUNCTION bool by_rows() const { return true; }
  KOKKOS_INLINE_FUNCTION std::int64_t num_items() const { return rows.num_rows; }
  KOKKOS_INLINE_FUNCTION std::int64_t line_of(std::int64_t item) const { return rows.row_of(item); }
  KOKKOS_INLINE_FUNCTION std::int64_t first_item(std::int64_t part, std::int64_t parts) const {
    return even_share(num_items(), part, parts);
  }
  template <class F>
  KOKKOS_INLINE_FUNCTION void for_each_other(std::int64_t item, const F& f) const {
    rows.for_each(item, f);
  }

  KOKKOS_INLINE_FUNCTION void extend_by_rows(ResultRange& range, std::int64_t first,
                                             std::int64_t last) const {
    for (std::int64_t k = first; k < last; ++k) range.extend(line_of(k), line_of(k));
  }
  KOKKOS_INLINE_FUNCTION void extend_by_columns(ResultRange& range, std::int64_t first,
                                                std::int64_t last) const {
    extend_by_columns_of(rows, range, first, last);
  }
};

/// Ell rows some at a time, as a row's entries lie far from each other.
template <class Index>
struct RowsWalk<EllRows<Index>> {
  static constexpr bool has_lines = false;
  static constexpr bool is_by_entry = false;
  static constexpr std::int64_t items_at_a_time = 1;
  static constexpr std::int64_t rows_of_item = 64;

  EllRows<Index> rows;

  std::int64_t num_rows() const { return rows.num_rows; }
  std::int64_t block_rows() const { return rows_of_item; }
  std::int64_t item_of_row(std::int64_t row) const { return groups_of(row, rows_of_item); }
  std::int64_t row_of_item(std::int64_t item) const { return item * rows_of_item; }

  KOKKOS_INLINE_FUNCTION std::int64_t num_items() const {
    return groups_of(rows.num_rows, rows_of_item);
  }
  KOKKOS_INLINE_FUNCTION std::int64_t first_item(std::int64_t part, std::int64_t parts) const {
    return even_share(num_items(), part, parts);
  }
  template <class F>
  KOKKOS_INLINE_FUNCTION void for_each(std::int64_t item, const F& f) const {
    const std::int64_t first = item * rows_of_item, last = last_row(item + 1);
    for (std::int64_t j = 0; j < rows.ell_width; ++j)
      for (std::int64_t row = first; row < last; ++row) {
        const std::int64_t place = j * rows.row_stride + row;
        if (rows.col_indices[place] >= 0)
          f(row, std::int64_t(rows.col_indices[place]) - rows.base, place);
      }
  }

  KOKKOS_INLINE_FUNCTION void extend_by_rows(ResultRange& range, std::int64_t first,
                                             std::int64_t last) const {
    range.extend(first * rows_of_item, last_row(last) - 1);
  }
  KOKKOS_INLINE_FUNCTION void extend_by_columns(ResultRange& range, std::int64_t first,
                                                std::int64_t last) const {
    extend_by_columns_of(rows, range, first * rows_of_item, last_row(last));
  }

 private:
  KOKKOS_INLINE_FUNCTION std::int64_t last_row(std::int64_t item) const {
    return std::min(item * rows_of_item, rows.num_rows);
  }
};

/// Stored rows of a format whose loops add them up by its layout (format_sums.hpp).
template <class A, class X, class Rows>
class FormatWalk {
 public:
  static constexpr std::int64_t items_at_a_time = 1;
  using Sums = FormatSums<A, X, Rows>;

  explicit FormatWalk(const Rows& rows)
      : rows_(rows), sums_(rows), groups_of_item_(std::max<std::int64_t>(1, 64 / group())) {}

  std::int64_t num_rows() const { return rows_.num_rows; }
  std::int64_t block_rows() const { return rows_of_item(); }
  std::int64_t item_of_row(std::int64_t row) const { return groups_of(row, rows_of_item()); }
  std::int64_t row_of_item(std::int64_t item) const { return item * rows_of_item(); }

  std::int64_t num_items() const { return groups_of(num_groups(), groups_of_item_); }
  std::int64_t first_item(std::int64_t part, std::int64_t parts) const {
    return first_of_part(num_items(), part, parts, double(weight_before(num_items())),
                         double(row_weight * rows_of_item()),
                         [&](std::int64_t item) { return weight_before(item); });
  }

  void extend_by_rows(ResultRange& range, std::int64_t first, std::int64_t last) const {
    for (std::int64_t k = first_row(first); k < first_row(last); ++k)
      range.extend(rows_.row_of(k), rows_.row_of(k));
  }
  void extend_by_columns(ResultRange& range, std::int64_t first, std::int64_t last) const {
    extend_by_columns_of(rows_, range, first_row(first), first_row(last));
  }

  /// Adds what items first .. last - 1 add to alpha A^T x.
  void add(const A* values, const X& alpha, const X* x, std::int64_t first, std::int64_t last,
           X* sums) const {
    alignas(64) X of_rows[host_range_rows];
    const std::int64_t step = std::min(rows_of_item(), host_range_rows), end = first_row(last);
    for (std::int64_t k = first_row(first), next; k < end; k = next) {
      next = std::min(end, k + step);
      for (std::int64_t i = k; i < next; ++i) of_rows[i - k] = alpha * x[rows_.row_of(i)];
      sums_.scatter(values, of_rows, k, next, sums);
    }
  }

 private:
  std::int64_t group() const { return Sums::granularity(rows_); }
  std::int64_t num_groups() const { return groups_of(rows_.num_rows, group()); }
  std::int64_t rows_of_item() const { return groups_of_item_ * group(); }
  std::int64_t first_row(std::int64_t item) const {
    return std::min(item * rows_of_item(), rows_.num_rows);
  }
  std::int64_t weight_before(std::int64_t item) const {
    return Sums::weight_before(rows_, std::min(item * groups_of_item_, num_groups()));
  }

  Rows rows_;
  Sums sums_;
  std::int64_t groups_of_item_;
};

template <class A, class X, class Rows>
inline constexpr bool adds_by_itself<FormatWalk<A, X, Rows>> = true;

/// The first of a format's stored rows of part `part` of `parts`: a multiple of block_rows(), or
/// num_rows() where no rows are left.
template <class Walk>
std::int64_t first_row_of_part(const Walk& walk, std::int64_t part, std::int64_t parts) {
  if (part >= parts) return walk.num_rows();
  const std::int64_t block = walk.block_rows();
  return std::min(walk.num_rows(), walk.row_of_item(walk.first_item(part, parts)) / block * block);
}

}  // namespace filigree::detail
