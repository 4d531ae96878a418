// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "spmv/host/scatter_rows.hpp"

/// Products with a symmetric or Hermitian matrix whose rows are one triangle, a row block at a
/// time: an entry adds to the sum of its row, and off the diagonal to that of its column. Each is
/// read once. Without vector instructions: all types, every compiler and processor.

namespace filigree::detail {

/// What the entries of a row add to its own sum, which is returned, and to sums[cols[k]]. `row` is
/// counted as the columns are.
template <class Compute, class A, class X, class Column>
inline Compute symmetric_row(const A* values, const X* x, const Column* cols, std::int64_t length,
                             std::int64_t row, bool conjugate, bool conjugate_own, Compute* sums) {
  const X own = x[row];
  Compute own_sums[2] = {};
  std::int64_t k = 0;
  for (; k + 2 <= length; k += 2)
    for (int j = 0; j < 2; ++j) {
      const std::int64_t col = cols[k + j];
      own_sums[j] += multiply<Compute>(values[k + j], x[col], conjugate_own);
      if (col != row) sums[col] += multiply<Compute>(values[k + j], own, conjugate);
    }
  if (k < length) {
    const std::int64_t col = cols[k];
    own_sums[0] += multiply<Compute>(values[k], x[col], conjugate_own);
    if (col != row) sums[col] += multiply<Compute>(values[k], own, conjugate);
  }
  return own_sums[0] + own_sums[1];
}

template <class Compute, class A, class X, class Offset, class Index>
void symmetric_raw_row(const HostRows<A, X, Offset, Index>& rows, std::int64_t row,
                       const ColumnSums<Compute>& to) {
  const std::int64_t begin = rows.begin(row);
  Compute* const sums = to.sums - to.first;
  sums[row] += symmetric_row(rows.values + begin, rows.based_x(), rows.cols + begin,
                             rows.begin(row + 1) - begin, row + rows.base, rows.conjugate,
                             rows.conjugate != rows.mirroring.conjugates, sums - rows.base);
}

template <class Compute, class A, class X, class Offset, class Index>
void symmetric_dictionary(const HostRows<A, X, Offset, Index>& rows, const RowRange& range,
                          const ColumnSums<Compute>& to) {
  const CompressedIndices& indices = rows.indices;
  for (std::int64_t row = range.first; row < range.last; ++row) {
    const int id = indices.pattern_ids[row];
    if (id == not_in_dictionary) {
      symmetric_raw_row(rows, row, to);
      continue;
    }
    const std::int32_t* list = indices.lists + indices.list_offsets[id];
    Compute* const sums = to.sums + (row - to.first);
    *sums += symmetric_row(rows.values + rows.begin(row), rows.x + row, list,
                           indices.list_offsets[id + 1] - indices.list_offsets[id], 0,
                           rows.conjugate, rows.conjugate != rows.mirroring.conjugates, sums);
  }
}

/// Rows of a triangle that reach the diagonal do not share their columns with the next ones: plans
/// make no shared lists of them.
template <class A, class X, class Compute, class Offset, class Index>
inline void scalar_range_symmetric(const HostRows<A, X, Offset, Index>& rows, const RowRange& range,
                                   const ColumnSums<Compute>& to) {
  if (range.encoding == IndexEncoding::dictionary) return symmetric_dictionary(rows, range, to);
  const auto add_rows = [&](const auto* cols, std::int64_t shift) {
    Compute* const sums = to.sums - to.first;
    for (std::int64_t row = range.first; row < range.last; ++row) {
      const std::int64_t begin = rows.begin(row);
      const std::int64_t length = rows.begin(row + 1) - begin;
      sums[row] +=
          symmetric_row(rows.values + begin, rows.x - shift, cols + begin, length, row + shift,
                        rows.conjugate, rows.conjugate != rows.mirroring.conjugates, sums - shift);
    }
  };
  if (range.encoding == IndexEncoding::narrow)
    add_rows(rows.indices.narrow, -rows.indices.block_base[range.block]);
  else
    add_rows(rows.cols, rows.base);
}

}  // namespace filigree::detail
