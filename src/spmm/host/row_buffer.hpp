// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>

#include <filigree/detail/format_rows.hpp>

#include "spmm/host/tile_rows.hpp"
#include "spmv/host/format_sums.hpp"

/// Stored rows of a format written out as Csr has them, a few at a time in the first-level cache:
/// that takes about as long as a column or two of the product, and lets the kernels of Csr
/// (tile_rows.hpp) multiply with rows of every format.

namespace filigree::detail {

/// Entries that are written out at a time.
inline constexpr std::int64_t buffered_entries = 1024;

template <class T, class Index>
class RowBuffer {
 public:
  void clear() { count_ = end_ = 0; }
  std::int64_t count() const { return count_; }
  std::int64_t num_entries() const { return offsets_[count_]; }

  /// Adds an entry to the row that end_row() ends.
  void add(std::int64_t col, const T& value) {
    cols_[end_] = Index(col);
    values_[end_++] = value;
  }
  void end_row() { offsets_[++count_] = end_; }
  bool is_full() const { return end_ == buffered_entries; }
  bool is_empty() const { return end_ == 0; }

  /// Adds `count` rows side by side, of which entry j lies at values[j * stride] and in column
  /// lane(j)(row); there is none where that is below 0.
  template <class Lane>
  void add_lanes(const T* values, std::int64_t stride, std::int64_t width, std::int64_t count,
                 const Lane& lane) {
    const std::int64_t begin = end_;
    Index any = 0;
    for (std::int64_t j = 0; j < width; ++j, values += stride) {
      const auto column = lane(j);
      Index* const cols = cols_ + begin + j;
      T* const to = values_ + begin + j;
      for (std::int64_t i = 0; i < count; ++i) {
        if (i % 8 == 0) prefetch_slice(values + i);
        const Index col = column(i);
        any |= col;
        cols[i * width] = col;
        to[i * width] = values[i];
      }
    }
    for (std::int64_t i = 0; i < count; ++i) {
      const std::int64_t from = begin + i * width;
      if (any >= 0) end_ = std::int32_t(from + width);
      for (std::int64_t k = from; any < 0 && k < from + width; ++k)
        if (cols_[k] >= 0) add(cols_[k], values_[k]);
      end_row();
    }
  }

  /// The tile's product with these rows.
  HostTile<T, Index> of(HostTile<T, Index> tile) const {
    tile.rows.num_rows = count_;
    tile.rows.row_offsets = offsets_;
    tile.rows.col_indices = cols_;
    tile.rows.base = 0;
    tile.values = values_;
    tile.nnz = num_entries();
    return tile;
  }

 private:
  std::int32_t count_ = 0;
  std::int32_t end_ = 0;
  std::int32_t offsets_[host_tile_rows + 1] = {};
  alignas(64) Index cols_[buffered_entries];
  alignas(64) T values_[buffered_entries];
};

/// The columns of rows that lie side by side in slices: `cols` belongs to the first of them.
template <class Index>
struct SliceLanes {
  const Index* cols;
  std::int64_t stride;
  Index base;

  auto operator()(std::int64_t j) const {
    const Index* const of_rows = cols + j * stride;
    prefetch_slice(of_rows);
    prefetch_slice(of_rows + 16);
    return [of_rows, base = base](std::int64_t i) {
      return of_rows[i] < 0 ? Index(-1) : Index(of_rows[i] - base);
    };
  }
};

/// Those of diagonals, of rows from `first` on.
template <class Index>
struct DiagonalLanes {
  const Index* diagonals;
  std::int64_t first;
  std::int64_t num_cols;

  auto operator()(std::int64_t j) const {
    return [begin = first + diagonals[j], end = num_cols](std::int64_t i) {
      const std::int64_t col = begin + i;
      return col < end ? Index(col) : Index(-1);
    };
  }
};

// most_entries(rows, k): the most entries that stored row k may have. buffer_rows(rows, values,
// first, last, buffer): adds stored rows first .. last - 1, for which there is room.

template <class Index>
std::int64_t most_entries(const EllRows<Index>& rows, std::int64_t) {
  return rows.ell_width;
}
template <class Index>
std::int64_t most_entries(const SellRows<Index, AnyOffsets>& rows, std::int64_t k) {
  const std::int64_t slice = k / rows.slice_size;
  return (rows.slice_offsets[slice + 1] - rows.slice_offsets[slice]) / rows.slice_size;
}
template <class Index>
std::int64_t most_entries(const DiaRows<Index>& rows, std::int64_t) {
  return rows.num_diagonals;
}
template <class Index>
std::int64_t most_entries(const HdiaRows<Index, AnyOffsets>& rows, std::int64_t k) {
  const std::int64_t hack = k / rows.hack_size;
  return rows.hack_offsets[hack + 1] - rows.hack_offsets[hack];
}
template <class Index>
std::int64_t most_entries(const BsrxRows<Index>& rows, std::int64_t k) {
  const std::int64_t block_row = rows.row_of(k) / rows.block.rows;
  return (rows.end_offsets[block_row] - rows.begin_offsets[block_row]) * rows.block.cols;
}
template <class Index>
std::int64_t most_entries(const BlockedEllRows<Index>& rows, std::int64_t) {
  return rows.ell_cols;
}

template <class T, class Index, class Rows>
void buffer_rows(const Rows& rows, const T* values, std::int64_t first, std::int64_t last,
                 RowBuffer<T, Index>& buffer) {
  for (std::int64_t k = first; k < last; ++k) {
    rows.for_each(k, [&](std::int64_t col, std::int64_t place) { buffer.add(col, values[place]); });
    buffer.end_row();
  }
}
template <class T, class Index>
void buffer_rows(const EllRows<Index>& rows, const T* values, std::int64_t first, std::int64_t last,
                 RowBuffer<T, Index>& buffer) {
  buffer.add_lanes(values + first, rows.row_stride, rows.ell_width, last - first,
                   SliceLanes<Index>{rows.col_indices + first, rows.row_stride, Index(rows.base)});
}
template <class T, class Index>
void buffer_rows(const SellRows<Index, AnyOffsets>& rows, const T* values, std::int64_t first,
                 std::int64_t last, RowBuffer<T, Index>& buffer) {
  const std::int64_t size = rows.slice_size;
  for (std::int64_t end; first < last; first = end) {
    const std::int64_t slice = first / size;
    end = std::min(last, (slice + 1) * size);
    const std::int64_t place = rows.slice_offsets[slice] + first % size;
    buffer.add_lanes(values + place, size, most_entries(rows, first), end - first,
                     SliceLanes<Index>{rows.col_indices + place, size, Index(rows.base)});
  }
}
template <class T, class Index>
void buffer_rows(const DiaRows<Index>& rows, const T* values, std::int64_t first, std::int64_t last,
                 RowBuffer<T, Index>& buffer) {
  buffer.add_lanes(values + first, rows.row_stride, rows.num_diagonals, last - first,
                   DiagonalLanes<Index>{rows.diagonal_offsets, first, rows.num_cols});
}
template <class T, class Index>
void buffer_rows(const HdiaRows<Index, AnyOffsets>& rows, const T* values, std::int64_t first,
                 std::int64_t last, RowBuffer<T, Index>& buffer) {
  const std::int64_t size = rows.hack_size;
  for (std::int64_t end; first < last; first = end) {
    const std::int64_t hack = first / size;
    end = std::min(last, (hack + 1) * size);
    const std::int64_t diagonal = rows.hack_offsets[hack];
    buffer.add_lanes(values + diagonal * size + first % size, size, most_entries(rows, first),
                     end - first,
                     DiagonalLanes<Index>{rows.diagonal_offsets + diagonal, first, rows.num_cols});
  }
}

}  // namespace filigree::detail
