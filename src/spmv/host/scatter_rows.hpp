// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "spmv/host/scalar_rows.hpp"

/// Products with the transposed matrix, a row block at a time: each entry adds to the sum of its
/// column. Without vector instructions: all types, every compiler and processor.

namespace filigree::detail {

/// Sums of consecutive columns; sums[0] belongs to column `first`.
template <class Compute>
struct ColumnSums {
  Compute* sums;
  std::int64_t first;
};

/// Adds what the rows of a range contribute. Vector kernels also touch up to sums_padding sums past
/// the last column of the range: they add 0.
template <class A, class X, class Compute, class Offset, class Index>
using RangeScatter = void (*)(const HostRows<A, X, Offset, Index>&, const RowRange&,
                              const ColumnSums<Compute>&);
inline constexpr std::int64_t sums_padding = 16;

/// sums[cols[k] - shift] += values[k] x. Asks ahead for a few entries at a time, which pays where
/// columns are scattered.
template <class Compute, class A, class X, class Column>
inline void scatter_row(const A* values, const X x, const Column* cols, std::int64_t length,
                        bool conjugate, Compute* sums, std::int64_t shift) {
  constexpr std::int64_t step = 16;
  for (; length > 0; length -= step, values += step, cols += step) {
    prefetch_ahead(values, step);
    prefetch_ahead(cols, step);
    const std::int64_t count = length < step ? length : step;
    for (std::int64_t k = 0; k < count; ++k)
      sums[std::int64_t(cols[k]) - shift] += multiply<Compute>(values[k], x, conjugate);
  }
}

/// scatter_row() of `Rows` consecutive rows with the same columns: these and the sums are read
/// once.
template <int Rows, class Compute, class A, class X, class Column>
inline void scatter_sharing_rows(const A* values, const X* x, const Column* cols,
                                 std::int64_t length, bool conjugate, Compute* sums,
                                 std::int64_t shift) {
  for (std::int64_t k = 0; k < length; ++k) {
    Compute sum = multiply<Compute>(values[k], x[0], conjugate);
    for (int j = 1; j < Rows; ++j)
      sum += multiply<Compute>(values[j * length + k], x[j], conjugate);
    sums[std::int64_t(cols[k]) - shift] += sum;
  }
}

template <class Compute, class A, class X, class Offset, class Index>
void scatter_raw_row(const HostRows<A, X, Offset, Index>& rows, std::int64_t row,
                     const ColumnSums<Compute>& to) {
  const std::int64_t begin = rows.begin(row);
  scatter_row(rows.values + begin, rows.x[row], rows.cols + begin, rows.begin(row + 1) - begin,
              rows.conjugate, to.sums, rows.base + to.first);
}

template <class Compute, class A, class X, class Offset, class Index>
void scatter_dictionary(const HostRows<A, X, Offset, Index>& rows, const RowRange& range,
                        const ColumnSums<Compute>& to) {
  const CompressedIndices& indices = rows.indices;
  for (std::int64_t row = range.first; row < range.last; ++row) {
    const int id = indices.pattern_ids[row];
    if (id == not_in_dictionary) {
      scatter_raw_row(rows, row, to);
      continue;
    }
    const std::int32_t* list = indices.lists + indices.list_offsets[id];
    const std::int64_t length = indices.list_offsets[id + 1] - indices.list_offsets[id];
    scatter_row(rows.values + rows.begin(row), rows.x[row], list, length, rows.conjugate, to.sums,
                to.first - row);
  }
}

template <class Compute, class A, class X, class Offset, class Index>
void scatter_shared(const HostRows<A, X, Offset, Index>& rows, const RowRange& range,
                    const ColumnSums<Compute>& to) {
  const CompressedIndices& indices = rows.indices;
  const std::int64_t shift = rows.base + to.first;
  const std::int32_t last_group = indices.block_groups[range.block + 1];
  for (std::int32_t group = indices.block_groups[range.block]; group < last_group; ++group) {
    std::int64_t row = indices.group_rows[group];
    const std::int64_t end = group + 1 < last_group ? indices.group_rows[group + 1] : range.last;
    const std::int64_t begin = rows.begin(row);
    const std::int64_t length = rows.begin(row + 1) - begin;
    const Index* cols = rows.cols + begin;
    const A* values = rows.values + begin;
    for (; row + 3 <= end; row += 3, values += 3 * length)
      scatter_sharing_rows<3>(values, rows.x + row, cols, length, rows.conjugate, to.sums, shift);
    if (end - row == 2)
      scatter_sharing_rows<2>(values, rows.x + row, cols, length, rows.conjugate, to.sums, shift);
    if (end - row == 1)
      scatter_row(values, rows.x[row], cols, length, rows.conjugate, to.sums, shift);
  }
}

template <class A, class X, class Compute, class Offset, class Index>
void scalar_range_scatter(const HostRows<A, X, Offset, Index>& rows, const RowRange& range,
                          const ColumnSums<Compute>& to) {
  if (range.encoding == IndexEncoding::dictionary) return scatter_dictionary(rows, range, to);
  if (range.encoding == IndexEncoding::shared_lists) return scatter_shared(rows, range, to);
  const auto scatter_rows = [&](const auto* cols, std::int64_t shift) {
    for (std::int64_t row = range.first; row < range.last; ++row) {
      const std::int64_t begin = rows.begin(row);
      const std::int64_t length = rows.begin(row + 1) - begin;
      scatter_row(rows.values + begin, rows.x[row], cols + begin, length, rows.conjugate, to.sums,
                  shift);
    }
  };
  if (range.encoding == IndexEncoding::narrow)
    scatter_rows(rows.indices.narrow, to.first - rows.indices.block_base[range.block]);
  else
    scatter_rows(rows.cols, rows.base + to.first);
}

}  // namespace filigree::detail
