// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <filigree/detail/format_rows.hpp>

#include "spmv/host/block_rows.hpp"
#include "spmv/host/format_loops.hpp"
#include "spmv/host/isa.hpp"

/// Sums over stored rows of each format with a row visitor, for products with A, and what these
/// rows add to the sums of their columns, for products with A^T. Three kinds of loops do for all of
/// them: slices (Ell is one, Sell has many), diagonals (Dia, Hdia) and blocks (Bsr, Blocked-ELL).

namespace filigree::detail {

// --- slices --------------------------------------------------------------------------------------

/// Of rows side by side: writes their sums, or adds to the sums of their columns.
template <class A, class X, class Index>
struct SliceLoops {
  void (*sums)(const A*, const Index*, std::int64_t, std::int64_t, std::int64_t, Index, const X*,
               X*);
  void (*scatter)(const A*, const Index*, std::int64_t, std::int64_t, std::int64_t, const X*, X*);
};

template <class A, class X, class Index>
SliceLoops<A, X, Index> slice_loops_for([[maybe_unused]] HostIsa isa) {
#if FILIGREE_HOST_SIMD
  if (isa != HostIsa::baseline)
    return {avx2::slice_sums<A, X, Index>, avx2::scatter_slice<A, X, Index>};
#endif
  return {baseline::slice_sums<A, X, Index>, baseline::scatter_slice<A, X, Index>};
}

/// How a format's stored rows are shared out and summed: `granularity(rows)` stored rows belong
/// together; `weight_before(rows, g)` is what lies before the g-th such group, of `weight(rows)`;
/// sum(values, x, first, last, sums) sums stored rows first .. last - 1; scatter(values, x, first,
/// last, sums) adds them, x[k - first] times row k, to the sums of all columns.
template <class A, class X, class Rows>
class FormatSums;

template <class A, class X, class Index>
class FormatSums<A, X, EllRows<Index>> {
 public:
  using Rows = EllRows<Index>;
  explicit FormatSums(const Rows& rows, HostIsa isa = host_isa())
      : rows_(rows), loops_(slice_loops_for<A, X, Index>(isa)) {}

  static bool takes(const Rows&) { return true; }
  /// Rows are summed in eights, where padding decides how products are rounded: the same eights,
  /// whatever the number of threads.
  static std::int64_t granularity(const Rows&) { return 8; }
  KOKKOS_INLINE_FUNCTION static std::int64_t weight_before(const Rows& rows, std::int64_t eight) {
    return Kokkos::min(8 * eight, rows.num_rows) * rows.ell_width;
  }

  void sum(const A* values, const X* x, std::int64_t first, std::int64_t last, X* sums) const {
    loops_.sums(values + first, rows_.col_indices + first, rows_.row_stride, rows_.ell_width,
                last - first, Index(rows_.base), x == nullptr ? x : x - rows_.base, sums);
  }
  void scatter(const A* values, const X* x, std::int64_t first, std::int64_t last, X* sums) const {
    loops_.scatter(values + first, rows_.col_indices + first, rows_.row_stride, rows_.ell_width,
                   last - first, x, sums - rows_.base);
  }

 private:
  Rows rows_;
  SliceLoops<A, X, Index> loops_;
};

template <class A, class X, class Index>
class FormatSums<A, X, SellRows<Index, AnyOffsets>> {
 public:
  using Rows = SellRows<Index, AnyOffsets>;
  explicit FormatSums(const Rows& rows, HostIsa isa = host_isa())
      : rows_(rows), loops_(slice_loops_for<A, X, Index>(isa)) {}

  static bool takes(const Rows&) { return true; }
  static std::int64_t granularity(const Rows& rows) { return rows.slice_size; }
  KOKKOS_INLINE_FUNCTION static std::int64_t weight_before(const Rows& rows, std::int64_t slice) {
    return rows.slice_offsets[slice] - rows.slice_offsets[0];
  }

  void sum(const A* values, const X* x, std::int64_t first, std::int64_t last, X* sums) const {
    const X* const based_x = x == nullptr ? x : x - rows_.base;
    for_each_slice(first, last, [&](std::int64_t place, std::int64_t width, std::int64_t count) {
      loops_.sums(values + place, rows_.col_indices + place, rows_.slice_size, width, count,
                  Index(rows_.base), based_x, sums);
      sums += count;
    });
  }
  void scatter(const A* values, const X* x, std::int64_t first, std::int64_t last, X* sums) const {
    for_each_slice(first, last, [&](std::int64_t place, std::int64_t width, std::int64_t count) {
      loops_.scatter(values + place, rows_.col_indices + place, rows_.slice_size, width, count, x,
                     sums - rows_.base);
      x += count;
    });
  }

 private:
  /// Calls f(first place, width, rows) for what rows first .. last - 1 have of each slice.
  template <class F>
  void for_each_slice(std::int64_t first, std::int64_t last, const F& f) const {
    for (std::int64_t end; first < last; first = end) {
      const std::int64_t slice = first / rows_.slice_size, lane = first % rows_.slice_size;
      end = std::min(last, (slice + 1) * rows_.slice_size);
      const std::int64_t place = rows_.slice_offsets[slice];
      const std::int64_t width = (rows_.slice_offsets[slice + 1] - place) / rows_.slice_size;
      f(place + lane, width, end - first);
    }
  }

  Rows rows_;
  SliceLoops<A, X, Index> loops_;
};

// --- diagonals -----------------------------------------------------------------------------------

/// The same of diagonals.
template <class A, class X, class Index>
struct DiagonalLoops {
  using Loop = void (*)(const A*, std::int64_t, const Index*, std::int64_t, std::int64_t,
                        std::int64_t, std::int64_t, const X*, X*);
  Loop sums;
  Loop scatter;
};

template <class A, class X, class Index>
DiagonalLoops<A, X, Index> diagonal_loops_for([[maybe_unused]] HostIsa isa) {
#if FILIGREE_HOST_SIMD
  if (isa != HostIsa::baseline)
    return {avx2::vector_diagonals<A, X, Index>, avx2::scatter_diagonals<A, X, Index>};
#endif
  return {baseline::diagonal_sums<A, X, Index>, baseline::scatter_diagonals<A, X, Index>};
}

template <class A, class X, class Index>
class FormatSums<A, X, DiaRows<Index>> {
 public:
  using Rows = DiaRows<Index>;
  explicit FormatSums(const Rows& rows, HostIsa isa = host_isa())
      : rows_(rows), loops_(diagonal_loops_for<A, X, Index>(isa)) {}

  static bool takes(const Rows&) { return true; }
  static std::int64_t granularity(const Rows&) { return 1; }
  KOKKOS_INLINE_FUNCTION static std::int64_t weight_before(const Rows& rows, std::int64_t row) {
    return row * rows.num_diagonals;
  }

  void sum(const A* values, const X* x, std::int64_t first, std::int64_t last, X* sums) const {
    loops_.sums(values + first, rows_.row_stride, rows_.diagonal_offsets, rows_.num_diagonals,
                first, last - first, rows_.num_cols, x, sums);
  }
  void scatter(const A* values, const X* x, std::int64_t first, std::int64_t last, X* sums) const {
    loops_.scatter(values + first, rows_.row_stride, rows_.diagonal_offsets, rows_.num_diagonals,
                   first, last - first, rows_.num_cols, x, sums);
  }

 private:
  Rows rows_;
  DiagonalLoops<A, X, Index> loops_;
};

template <class A, class X, class Index>
class FormatSums<A, X, HdiaRows<Index, AnyOffsets>> {
 public:
  using Rows = HdiaRows<Index, AnyOffsets>;
  explicit FormatSums(const Rows& rows, HostIsa isa = host_isa())
      : rows_(rows), loops_(diagonal_loops_for<A, X, Index>(isa)) {}

  static bool takes(const Rows&) { return true; }
  static std::int64_t granularity(const Rows& rows) { return rows.hack_size; }
  KOKKOS_INLINE_FUNCTION static std::int64_t weight_before(const Rows& rows, std::int64_t hack) {
    return (rows.hack_offsets[hack] - rows.hack_offsets[0]) * rows.hack_size;
  }

  void sum(const A* values, const X* x, std::int64_t first, std::int64_t last, X* sums) const {
    for (std::int64_t end; first < last; sums += end - first, first = end) {
      end = hack_end(first, last);
      call(loops_.sums, values, x, first, end, sums);
    }
  }
  void scatter(const A* values, const X* x, std::int64_t first, std::int64_t last, X* sums) const {
    for (std::int64_t end; first < last; x += end - first, first = end) {
      end = hack_end(first, last);
      call(loops_.scatter, values, x, first, end, sums);
    }
  }

 private:
  std::int64_t hack_end(std::int64_t row, std::int64_t last) const {
    return std::min(last, (row / rows_.hack_size + 1) * rows_.hack_size);
  }
  /// For rows of one hack.
  void call(typename DiagonalLoops<A, X, Index>::Loop loop, const A* values, const X* x,
            std::int64_t first, std::int64_t last, X* sums) const {
    const std::int64_t hack = first / rows_.hack_size, lane = first % rows_.hack_size;
    const std::int64_t diagonal = rows_.hack_offsets[hack];
    loop(values + diagonal * rows_.hack_size + lane, rows_.hack_size,
         rows_.diagonal_offsets + diagonal, rows_.hack_offsets[hack + 1] - diagonal, first,
         last - first, rows_.num_cols, x, sums);
  }

  Rows rows_;
  DiagonalLoops<A, X, Index> loops_;
};

// --- blocks --------------------------------------------------------------------------------------

/// Of a block row: writes the sums of its rows, or adds to the sums of its columns.
template <class A, class X, class Index>
struct BlockLoops {
  using Loop = void (*)(const BlockRow<A, Index>&, const X*, X*);
  Loop sums;
  Loop scatter;
};

/// Square blocks of up to this many rows and columns have loops of their own.
inline constexpr int largest_host_block = 8;

/// Where the build has vector instructions there are loops with these only: many shapes take long
/// to compile twice.
template <bool by_columns, int size, class A, class X, class Index>
BlockLoops<A, X, Index> block_loops_for(std::int64_t wanted) {
  if constexpr (size <= largest_host_block) {
    if (wanted != size) return block_loops_for<by_columns, size + 1, A, X, Index>(wanted);
#if FILIGREE_HOST_SIMD
    constexpr auto scatter = avx2::scatter_blocks<size, by_columns, A, X, Index>;
    if constexpr (!by_columns && size <= 4)
      return {avx2::row_block_sums<size, A, X, Index>, scatter};
    return {avx2::block_sums<size, size, by_columns, A, X, Index>, scatter};
#else
    return {baseline::block_sums<size, size, by_columns, A, X, Index>,
            baseline::scatter_blocks<size, by_columns, A, X, Index>};
#endif
  }
  return {};
}

template <class A, class X, class Index>
BlockLoops<A, X, Index> block_loops_for(const BlockLayout& block) {
  return block.order == BlockOrder::row_major ? block_loops_for<false, 2, A, X, Index>(block.rows)
                                              : block_loops_for<true, 2, A, X, Index>(block.rows);
}

/// Whether blocks of that shape have a loop that this processor runs.
inline bool takes_host_block(std::int64_t rows, std::int64_t cols) {
  const bool runs = FILIGREE_HOST_SIMD == 0 || host_isa() != HostIsa::baseline;
  return runs && rows == cols && rows >= 2 && rows <= largest_host_block;
}

/// What formats of blocks share.
template <class A, class X, class Index, class Rows>
class BlockRowSums {
 public:
  BlockRowSums(const Rows& rows, const BlockLayout& block)
      : rows_(rows),
        loops_(block_loops_for<A, X, Index>(block)),
        size_(block.rows),
        whole_cols_(rows.num_cols / block.cols) {}

  /// Writes the sums of rows first .. last - 1, those of a block row within the matrix: by the
  /// block where all its blocks are `stored_whole` and have all columns of x, else by the row.
  void sum(const A* values, const BlockRow<A, Index>& row, bool stored_whole, const X* x,
           std::int64_t first, std::int64_t last, X* sums) const {
    if (!stored_whole || reaches_past(row)) {
      for (std::int64_t i = first; i < last; ++i) sums[i - first] = sum_row(values, x, i);
      return;
    }
    X mine[largest_host_block];
    loops_.sums(row, x, mine);
    std::copy_n(mine, last - first, sums);
  }
  /// Adds them, x[i - first] times row i, to the sums of all columns.
  void scatter(const A* values, const BlockRow<A, Index>& row, const X* x, std::int64_t first,
               std::int64_t last, X* sums) const {
    if (last - first == size_ && !reaches_past(row)) return loops_.scatter(row, x, sums);
    for (std::int64_t i = first; i < last; ++i) scatter_row(values, x[i - first], i, sums);
  }

 private:
  /// Whether one of these blocks is cut off by the last column.
  bool reaches_past(const BlockRow<A, Index>& row) const {
    if (whole_cols_ * size_ == rows_.num_cols) return false;
    return std::any_of(row.cols, row.cols + row.count,
                       [&](Index col) { return col - row.base >= whole_cols_; });
  }

  KOKKOS_INLINE_FUNCTION X sum_row(const A* values, const X* x, std::int64_t row) const {
    X sum{};
    rows_.for_each(row,
                   [&](std::int64_t col, std::int64_t place) { sum += X(values[place]) * x[col]; });
    return sum;
  }
  KOKKOS_INLINE_FUNCTION void scatter_row(const A* values, const X& x, std::int64_t row,
                                          X* sums) const {
    rows_.for_each(
        row, [&](std::int64_t col, std::int64_t place) { sums[col] += X(values[place]) * x; });
  }

  Rows rows_;
  BlockLoops<A, X, Index> loops_;
  std::int64_t size_;
  std::int64_t whole_cols_;
};

template <class A, class X, class Index>
class FormatSums<A, X, BsrxRows<Index>> {
 public:
  using Rows = BsrxRows<Index>;
  explicit FormatSums(const Rows& rows, HostIsa = host_isa())
      : rows_(rows), sums_(rows, rows.block) {}

  static bool takes(const Rows& rows) {
    return !rows.masked && takes_host_block(rows.block.rows, rows.block.cols);
  }
  static std::int64_t granularity(const Rows& rows) { return rows.block.rows; }
  KOKKOS_INLINE_FUNCTION static std::int64_t weight_before(const Rows& rows,
                                                           std::int64_t block_row) {
    // A Bsrx matrix's block rows may lie in any order.
    const bool in_order = rows.end_offsets.data() == after_first(rows.begin_offsets);
    return in_order ? (rows.begin_offsets[block_row] - rows.base) * rows.block.rows : block_row;
  }

  void sum(const A* values, const X* x, std::int64_t first, std::int64_t last, X* sums) const {
    const std::int64_t size = rows_.block.rows;
    for (std::int64_t end; first < last; first = end, sums += size) {
      end = std::min(last, first + size);
      sums_.sum(values, block_row(values, first / size), true, x, first, end, sums);
    }
  }
  void scatter(const A* values, const X* x, std::int64_t first, std::int64_t last, X* sums) const {
    const std::int64_t size = rows_.block.rows;
    for (std::int64_t end; first < last; first = end, x += size) {
      end = std::min(last, first + size);
      sums_.scatter(values, block_row(values, first / size), x, first, end, sums);
    }
  }

 private:
  BlockRow<A, Index> block_row(const A* values, std::int64_t row) const {
    const std::int64_t size = rows_.block.rows, places = size * size;
    const std::int64_t begin = rows_.begin_offsets[row] - rows_.base;
    const std::int64_t blocks = rows_.end_offsets[row] - rows_.base - begin;
    return {values + begin * places, rows_.col_indices + begin, rows_.base, blocks, places, size};
  }
  KOKKOS_INLINE_FUNCTION static const void* after_first(const AnyOffsets& offsets) {
    return static_cast<const std::byte*>(offsets.data()) + (offsets.is_wide() ? 8 : 4);
  }

  Rows rows_;
  BlockRowSums<A, X, Index, Rows> sums_;
};

template <class A, class X, class Index>
class FormatSums<A, X, BlockedEllRows<Index>> {
 public:
  using Rows = BlockedEllRows<Index>;
  explicit FormatSums(const Rows& rows, HostIsa = host_isa())
      : rows_(rows), sums_(rows, {rows.block_size, rows.block_size, BlockOrder::row_major}) {}

  /// Not where the last place cuts off a block of every row.
  static bool takes(const Rows& rows) {
    return takes_host_block(rows.block_size, rows.block_size) &&
           rows.ell_cols % rows.block_size == 0;
  }
  static std::int64_t granularity(const Rows& rows) { return rows.block_size; }
  KOKKOS_INLINE_FUNCTION static std::int64_t weight_before(const Rows& rows,
                                                           std::int64_t block_row) {
    return block_row * rows.block_size * rows.ell_cols;
  }

  void sum(const A* values, const X* x, std::int64_t first, std::int64_t last, X* sums) const {
    const std::int64_t size = rows_.block_size;
    for (std::int64_t end; first < last; first = end, sums += size) {
      end = std::min(last, first + size);
      sums_.sum(values, block_row(values, first), first + size <= rows_.num_rows, x, first, end,
                sums);
    }
  }
  void scatter(const A* values, const X* x, std::int64_t first, std::int64_t last, X* sums) const {
    const std::int64_t size = rows_.block_size;
    for (std::int64_t end; first < last; first = end, x += size) {
      end = std::min(last, first + size);
      sums_.scatter(values, block_row(values, first), x, first, end, sums);
    }
  }

 private:
  /// From that row on.
  BlockRow<A, Index> block_row(const A* values, std::int64_t first) const {
    const std::int64_t size = rows_.block_size, blocks = rows_.ell_cols / size;
    return {values + first * rows_.ell_cols,
            rows_.col_indices + first / size * blocks,
            rows_.base,
            blocks,
            size,
            rows_.ell_cols};
  }

  Rows rows_;
  BlockRowSums<A, X, Index, Rows> sums_;
};

}  // namespace filigree::detail
