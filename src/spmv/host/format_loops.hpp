// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>

#include "spmv/host/block_rows.hpp"
#include "spmv/host/isa.hpp"
#include "spmv/host/vectors_avx2.hpp"

/// The loops of format_sums.hpp: format_sums.inc's, and blocks stored by rows and diagonals in
/// vectors of 256 bits. Memory is the limit, which wider ones do not move.

namespace filigree::detail {

/// Blocks of a block row, one behind the other.
template <class A, class Index>
struct BlockRow {
  const A* values;
  const Index* cols;
  std::int64_t base;
  std::int64_t count;
  std::int64_t block_stride;
  std::int64_t row_stride;

  std::int64_t first_col(std::int64_t b, int size) const {
    return (std::int64_t(cols[b]) - base) * size;
  }
  /// What block b of `size` columns is multiplied with.
  template <class X>
  const X* x_of(std::int64_t b, int size, const X* x) const {
    return x + first_col(b, size);
  }
};

/// Asks for what comes 8 KiB after block b of `size` rows and columns. A block row's memory is
/// contiguous also where its blocks are not.
template <int size, class A, class Index>
inline void prefetch_block(const BlockRow<A, Index>& row, std::int64_t b) {
  prefetch_ahead(row.values + b * size * size, size * size);
}

#define FILIGREE_TARGET
namespace baseline {
#include "spmv/host/format_sums.inc"
}
#undef FILIGREE_TARGET

#if FILIGREE_HOST_SIMD
namespace avx2 {
#define FILIGREE_TARGET FILIGREE_TARGET_AVX2
#include "spmv/host/format_sums.inc"
#undef FILIGREE_TARGET

/// A block row, `count` blocks of `size` rows and columns: each row of a block times its part of x,
/// a lane a column.
template <int size, class A, class X, class Index>
FILIGREE_TARGET_AVX2 inline void lane_block_sums(const BlockRow<A, Index>& row, const X* x,
                                                 X* sums) {
  using V = Four<X>;
  typename V::Register parts[size];
  for (int i = 0; i < size; ++i) parts[i] = V::zero();
  const A* values = row.values;
  for (std::int64_t b = 0; b < row.count; ++b, values += row.block_stride) {
    prefetch_block<size>(row, b);
    if (row.cols[b] < 0) continue;
    const auto factor = V::template load<size>(row.x_of(b, size, x));
    for (int i = 0; i < size; ++i)
      parts[i] = V::fma(V::template load<size>(values + i * row.row_stride), factor, parts[i]);
  }
  for (int i = 0; i < size; ++i) sums[i] = V::sum(parts[i]);
}

/// The same for blocks of 2 x 2 of a Bsr matrix, of which a vector holds both rows.
template <class A, class X, class Index>
FILIGREE_TARGET_AVX2 inline void pair_block_sums(const BlockRow<A, Index>& row, const X* x,
                                                 X* sums) {
  using V = Four<X>;
  auto even = V::zero(), odd = V::zero();
  const A* values = row.values;
  std::int64_t b = 0;
  for (; b + 2 <= row.count; b += 2, values += 8) {
    prefetch_ahead(values, 8);
    even = V::fma(V::template load<4>(values), V::twice(row.x_of(b, 2, x)), even);
    odd = V::fma(V::template load<4>(values + 4), V::twice(row.x_of(b + 1, 2, x)), odd);
  }
  if (b < row.count) even = V::fma(V::template load<4>(values), V::twice(row.x_of(b, 2, x)), even);
  X parts[4];
  V::store(parts, V::add(even, odd));
  sums[0] = parts[0] + parts[1];
  sums[1] = parts[2] + parts[3];
}

/// The same for blocks of 3 x 3 of a Bsr matrix: two vectors and the last element.
template <class A, class X, class Index>
FILIGREE_TARGET_AVX2 inline void triple_block_sums(const BlockRow<A, Index>& row, const X* x,
                                                   X* sums) {
  using V = Four<X>;
  auto low = V::zero(), high = V::zero();
  X corner = 0;
  const A* values = row.values;
  for (std::int64_t b = 0; b < row.count; ++b, values += 9) {
    prefetch_ahead(values, 8);
    const X* const from = row.x_of(b, 3, x);
    const auto factor = V::template load<3>(from);
    low = V::fma(V::template load<4>(values), V::template permute<0, 1, 2, 0>(factor), low);
    high = V::fma(V::template load<4>(values + 4), V::template permute<1, 2, 0, 1>(factor), high);
    corner += X(values[8]) * from[2];
  }
  X parts[8];
  V::store(parts, low);
  V::store(parts + 4, high);
  sums[0] = parts[0] + parts[1] + parts[2];
  sums[1] = parts[3] + parts[4] + parts[5];
  sums[2] = parts[6] + parts[7] + corner;
}

/// Only blocks of Bsr lie one behind the other, and only Blocked-ELL has empty ones. Larger blocks
/// were not faster so than by block_sums().
template <int size, class A, class X, class Index>
FILIGREE_TARGET_AVX2 void row_block_sums(const BlockRow<A, Index>& row, const X* x, X* sums) {
  const bool is_bsr = row.block_stride == size * size;
  if constexpr (size == 2)
    if (is_bsr) return pair_block_sums(row, x, sums);
  if constexpr (size == 3)
    if (is_bsr) return triple_block_sums(row, x, sums);
  lane_block_sums<size>(row, x, sums);
}

/// Of this many rows or fewer each diagonal is a stream of memory of its own.
inline constexpr int stream_lanes = 16;

/// Rows side by side, a lane a row, whose diagonals all lie within the matrix: entry i of diagonal
/// d lies at values[d * stride + i].
template <int lanes, class A, class X, class Index>
FILIGREE_TARGET_AVX2 inline void lane_diagonals(const A* values, std::int64_t stride,
                                                const Index* offsets, std::int64_t diagonals,
                                                const X* x, X* sums) {
  using V = Vector<X>;
  constexpr int vectors = lanes / V::width;
  typename V::Register parts[vectors];
  for (int i = 0; i < vectors; ++i) parts[i] = V::zero();
  for (std::int64_t d = 0; d < diagonals; ++d, values += stride) {
    if constexpr (lanes <= stream_lanes) {
      for (int i = 0; i < lanes; i += 64 / sizeof(A)) prefetch_slice(values + i);
    }
    const X* const from = x + offsets[d];
    for (int i = 0; i < vectors; ++i)
      parts[i] = V::fma(V::load(values + i * V::width), V::load(from + i * V::width), parts[i]);
  }
  for (int i = 0; i < vectors; ++i) V::store(sums + i * V::width, parts[i]);
}

/// diagonal_sums() of as many rows at a time as registers hold. The rows of a hack up to that many
/// are one stream.
template <class A, class X, class Index>
FILIGREE_TARGET_AVX2 void vector_diagonals(const A* values, std::int64_t stride,
                                           const Index* offsets, std::int64_t diagonals,
                                           std::int64_t first, std::int64_t count,
                                           std::int64_t num_cols, const X* x, X* sums) {
  std::int64_t lowest = diagonals > 0 ? offsets[0] : 0, highest = lowest;
  for (std::int64_t d = 1; d < diagonals; ++d) {
    lowest = std::min<std::int64_t>(lowest, offsets[d]);
    highest = std::max<std::int64_t>(highest, offsets[d]);
  }
  const bool one_stream = stride <= host_range_rows;
  for (std::int64_t i = 0, rows; i < count; i += rows) {
    const auto are_inside = [&](int lanes) {
      return i + lanes <= count && first + i + lowest >= 0 &&
             first + i + lanes + highest <= num_cols;
    };
    const A* const from = values + i;
    const X* const based_x = x + (first + i);
    if (one_stream && are_inside(64)) {
      lane_diagonals<64>(from, stride, offsets, diagonals, based_x, sums + i);
      rows = 64;
    } else if (one_stream && are_inside(32)) {
      lane_diagonals<32>(from, stride, offsets, diagonals, based_x, sums + i);
      rows = 32;
    } else if (are_inside(stream_lanes)) {
      lane_diagonals<stream_lanes>(from, stride, offsets, diagonals, based_x, sums + i);
      rows = stream_lanes;
    } else {
      rows = std::min<std::int64_t>(stream_lanes, count - i);
      diagonal_sums(from, stride, offsets, diagonals, first + i, rows, num_cols, x, sums + i);
    }
  }
}

}  // namespace avx2
#endif

}  // namespace filigree::detail
