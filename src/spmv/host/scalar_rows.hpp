// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "spmv/host/block_rows.hpp"

/// The kernels of a row block without vector instructions: all types, every compiler and processor.

namespace filigree::detail {

template <class Compute, class A, class X>
inline Compute multiply(const A& value, const X& x, bool conjugate) {
  if constexpr (is_complex_v<A>) {
    const auto wide = convert<Compute>(value);
    return (conjugate ? detail::conjugate(wide) : wide) * convert<Compute>(x);
  } else if constexpr (is_complex_v<Compute>) {
    return convert<typename Compute::value_type>(value) *
           convert<Compute>(x);  // two products, not four
  } else {
    return convert<Compute>(value) * convert<Compute>(x);
  }
}

/// sum over k of values[k] x[cols[k]], in four chains so that additions overlap.
template <class Compute, class A, class X, class Column>
inline Compute row_sum(const A* values, const X* x, const Column* cols, std::int64_t length,
                       bool conjugate) {
  Compute sums[4] = {};
  std::int64_t k = 0;
  for (; k + 4 <= length; k += 4) {
    sums[0] += multiply<Compute>(values[k], x[cols[k]], conjugate);
    sums[1] += multiply<Compute>(values[k + 1], x[cols[k + 1]], conjugate);
    sums[2] += multiply<Compute>(values[k + 2], x[cols[k + 2]], conjugate);
    sums[3] += multiply<Compute>(values[k + 3], x[cols[k + 3]], conjugate);
  }
  for (; k < length; ++k) sums[0] += multiply<Compute>(values[k], x[cols[k]], conjugate);
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

template <class Compute, class A, class X, class Offset, class Index>
void scalar_dictionary(const HostRows<A, X, Offset, Index>& rows, const RowRange& range,
                       Compute* sums) {
  const CompressedIndices& indices = rows.indices;
  std::int64_t begin = rows.begin(range.first);
  for (std::int64_t row = range.first; row < range.last; ++row) {
    const int id = indices.pattern_ids[row];
    if (id == not_in_dictionary) {
      const std::int64_t length = rows.begin(row + 1) - begin;
      sums[row - range.first] = row_sum<Compute>(rows.values + begin, rows.based_x(),
                                                 rows.cols + begin, length, rows.conjugate);
      begin += length;
    } else {
      const std::int32_t* list = indices.lists + indices.list_offsets[id];
      const std::int64_t length = indices.list_offsets[id + 1] - indices.list_offsets[id];
      sums[row - range.first] =
          row_sum<Compute>(rows.values + begin, rows.x + row, list, length, rows.conjugate);
      begin += length;
    }
  }
}

template <class A, class X, class Compute, class Offset, class Index>
void scalar_range_sums(const HostRows<A, X, Offset, Index>& rows, const RowRange& range,
                       Compute* sums) {
  if (range.encoding == IndexEncoding::dictionary) return scalar_dictionary(rows, range, sums);
  const auto sum_rows = [&](const X* x, const auto* cols) {
    for (std::int64_t row = range.first; row < range.last; ++row) {
      const std::int64_t begin = rows.begin(row);
      const std::int64_t length = rows.begin(row + 1) - begin;
      prefetch_ahead(rows.values + begin, length);
      prefetch_ahead(cols + begin, length);
      sums[row - range.first] =
          row_sum<Compute>(rows.values + begin, x, cols + begin, length, rows.conjugate);
    }
  };
  if (range.encoding == IndexEncoding::narrow)
    sum_rows(rows.x + rows.indices.block_base[range.block], rows.indices.narrow);
  else
    sum_rows(rows.based_x(), rows.cols);
}

}  // namespace filigree::detail
