// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>

#include "spmv/host/isa.hpp"
#include "spmv/host/scatter_rows.hpp"
#include "spmv/host/symmetric_rows.hpp"
#include "spmv/host/vector_rows.hpp"
#include "spmv/host/vectors_avx2.hpp"

/// The dictionary's rows of scatter_rows.hpp and symmetric_rows.hpp with vector instructions. 256
/// bits also where there are 512: sums are read and written at any address, and every second
/// 512-bit access would cross a cache line.

namespace filigree::detail {

#if FILIGREE_HOST_SIMD

namespace avx2 {

/// Values that are handled a list entry at a time before the next rows: few enough that they come
/// from memory in their order.
inline constexpr std::int64_t scatter_tile_bytes = 2048;

/// Entries k .. k + Count - 1 of `vectors * width` consecutive rows with one list, `values` at
/// entry k of the first, `Count` successive columns: sums[i] belongs to the column of row i's entry
/// k. What entry k + p adds to the sum of one row, entry k adds to that of the p-th row after it:
/// the products slide by p lanes, so that each sum is read and written once. Meanwhile asks for
/// what lies as far behind as many values from `ahead` on as prefetch_ahead looks.
template <int Count, class A, class X>
FILIGREE_TARGET_AVX2 inline void scatter_columns(const A* values, std::int64_t length, const X* x,
                                                 std::int64_t vectors, const A* ahead, X* sums) {
  using V = Vector<X>;
  typename V::Register column[4];
  typename V::Register before[4] = {V::zero(), V::zero(), V::zero(), V::zero()};
  for (std::int64_t i = 0; i < vectors; ++i, x += V::width, sums += V::width) {
    prefetch_ahead(ahead, Count * V::width);
    ahead += Count * V::width;
    V::load_columns(values, length, column);
    values += V::width * length;
    const auto factor = V::load(x);
    auto sum = V::fma(column[0], factor, V::load(sums));
    for (int p = 1; p < Count; ++p) column[p] = V::mul(column[p], factor);
    if constexpr (Count > 1) sum = V::add(sum, V::template slide<1>(before[1], column[1]));
    if constexpr (Count > 2) sum = V::add(sum, V::template slide<2>(before[2], column[2]));
    if constexpr (Count > 3) sum = V::add(sum, V::template slide<3>(before[3], column[3]));
    for (int p = 1; p < Count; ++p) before[p] = column[p];
    V::store(sums, sum);
  }
  if constexpr (Count > 1) {
    auto rest = V::template slide<1>(before[1], V::zero());
    if constexpr (Count > 2) rest = V::add(rest, V::template slide<2>(before[2], V::zero()));
    if constexpr (Count > 3) rest = V::add(rest, V::template slide<3>(before[3], V::zero()));
    V::store(sums, V::add(V::load(sums), rest));
  }
}

/// All entries of `vectors * width` rows with one list, or all but the diagonal's; sums[0] belongs
/// to column - row = 0 of the first. Reads up to 3 values past the last row's.
template <bool SkipDiagonal, class A, class X>
FILIGREE_TARGET_AVX2 inline void scatter_listed_rows(const A* values, std::int64_t length,
                                                     const std::int32_t* list, const X* x,
                                                     std::int64_t vectors, X* sums) {
  constexpr std::int64_t width = Vector<X>::width;
  const A* ahead = values + vectors * width * length;
  const auto follows = [&](std::int64_t k, int count) {
    return k + count < length && list[k + count] == list[k] + count &&
           !(SkipDiagonal && list[k + count] == 0);
  };
  for (std::int64_t k = 0; k < length;) {
    if (SkipDiagonal && list[k] == 0) {
      ++k;
      continue;
    }
    int count = 1;
    while (count < 4 && follows(k, count)) ++count;
    X* to = sums + list[k];
    switch (count) {
      case 1:
        scatter_columns<1>(values + k, length, x, vectors, ahead, to);
        break;
      case 2:
        scatter_columns<2>(values + k, length, x, vectors, ahead, to);
        break;
      case 3:
        scatter_columns<3>(values + k, length, x, vectors, ahead, to);
        break;
      default:
        scatter_columns<4>(values + k, length, x, vectors, ahead, to);
        break;
    }
    ahead += count * vectors * width;
    k += count;
  }
}

/// Adds what the same rows' entries, the diagonal's too, add to the sums of the rows.
template <class A, class X>
FILIGREE_TARGET_AVX2 inline void add_listed_rows(const A* values, std::int64_t length,
                                                 const std::int32_t* list, const X* x,
                                                 std::int64_t vectors, X* sums) {
  using V = Vector<X>;
  for (std::int64_t i = 0; i < vectors; ++i) {
    X own[V::width];
    listed_rows<V>(values, length, x, list, own);
    V::store(sums, V::add(V::load(sums), V::load(own)));
    values += V::width * length;
    x += V::width;
    sums += V::width;
  }
}

/// `Symmetric`: the rows are one triangle. A tile of it is read twice, the second time from the
/// first-level cache.
template <bool Symmetric, class A, class X, class Offset, class Index>
FILIGREE_TARGET_AVX2 void vector_scatter_dictionary(const HostRows<A, X, Offset, Index>& rows,
                                                    const RowRange& range,
                                                    const ColumnSums<X>& to) {
  constexpr std::int64_t width = Vector<X>::width;
  const CompressedIndices& indices = rows.indices;
  const A* const values_end = rows.values + rows.nnz;
  for (std::int64_t row = range.first; row < range.last;) {
    const int id = indices.pattern_ids[row];
    if (id == not_in_dictionary) {
      Symmetric ? symmetric_raw_row(rows, row, to) : scatter_raw_row(rows, row, to);
      ++row;
      continue;
    }
    const std::int64_t end = same_id_until(indices.pattern_ids, row, range.last);
    const std::int32_t* list = indices.lists + indices.list_offsets[id];
    const std::int64_t length = indices.list_offsets[id + 1] - indices.list_offsets[id];
    const A* values = rows.values + rows.begin(row);
    while (row + width <= end) {
      const std::int64_t step = std::max<std::int64_t>(width * length, 1);
      const std::int64_t tile =
          std::max<std::int64_t>(1, scatter_tile_bytes / (step * std::int64_t(sizeof(A))));
      const std::int64_t readable = (values_end - values - 3) / step;
      const std::int64_t vectors = std::min({tile, (end - row) / width, readable});
      if (vectors <= 0) break;
      X* const sums = to.sums + (row - to.first);
      if (Symmetric) add_listed_rows(values, length, list, rows.x + row, vectors, sums);
      scatter_listed_rows<Symmetric>(values, length, list, rows.x + row, vectors, sums);
      row += vectors * width;
      values += vectors * step;
    }
    for (; row < end; ++row, values += length) {
      X* const sums = to.sums + (row - to.first);
      if (Symmetric)
        *sums += symmetric_row(values, rows.x + row, list, length, 0, false, false, sums);
      else
        scatter_row(values, rows.x[row], list, length, false, sums, 0);
    }
  }
}

template <class A, class X, class Offset, class Index>
FILIGREE_TARGET_AVX2 void range_scatter(const HostRows<A, X, Offset, Index>& rows,
                                        const RowRange& range, const ColumnSums<X>& to) {
  if (range.encoding == IndexEncoding::dictionary)
    return vector_scatter_dictionary<false>(rows, range, to);
  scalar_range_scatter(rows, range, to);
}

/// Rows of a triangle. Where most lists of columns differ from their neighbours', lists cost more
/// than they save: raw columns are there as well.
template <class A, class X, class Offset, class Index>
FILIGREE_TARGET_AVX2 void range_symmetric(const HostRows<A, X, Offset, Index>& rows,
                                          const RowRange& given, const ColumnSums<X>& to) {
  RowRange range = given;
  if (range.encoding == IndexEncoding::dictionary) {
    const std::uint8_t* const ids = rows.indices.pattern_ids;
    std::int64_t runs = 0;
    for (std::int64_t row = range.first + 1; row < range.last; ++row)
      runs += ids[row] != ids[row - 1] ? 1 : 0;
    if (runs * Vector<X>::width <= range.last - range.first)
      return vector_scatter_dictionary<true>(rows, range, to);
    range.encoding = IndexEncoding::raw;
  }
  scalar_range_symmetric(rows, range, to);
}

}  // namespace avx2

#endif

/// The kernel of a row block for this processor; `Symmetric` where the rows are one triangle.
template <bool Symmetric, class A, class X, class Compute, class Offset, class Index>
RangeScatter<A, X, Compute, Offset, Index> range_scatter_for([[maybe_unused]] HostIsa isa) {
#if FILIGREE_HOST_SIMD
  if constexpr (has_vector_rows<A, X, Compute>) {
    if (isa != HostIsa::baseline)
      return Symmetric ? avx2::range_symmetric<A, X, Offset, Index>
                       : avx2::range_scatter<A, X, Offset, Index>;
  }
#endif
  return Symmetric ? scalar_range_symmetric<A, X, Compute, Offset, Index>
                   : scalar_range_scatter<A, X, Compute, Offset, Index>;
}

}  // namespace filigree::detail
