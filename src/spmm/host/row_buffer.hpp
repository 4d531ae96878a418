// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

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
  void clear() { count_ = end_ = num_lists_ = list_offsets_[1] = 0; }
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

  /// Adds a column to the list of the rows that add_listed_rows() adds next.
  void add_to_list(std::int64_t col) { lists_[list_end()++] = std::int32_t(col); }
  /// Adds `count` rows that share this list; returns the place of their values, row by row.
  T* add_listed_rows(std::int64_t count) {
    T* const values = values_ + end_;
    const std::int32_t length = list_end() - list_offsets_[num_lists_];
    for (std::int64_t i = 0; i < count; ++i) {
      ids_[count_] = std::uint8_t(num_lists_);
      end_ += length;
      end_row();
    }
    ++num_lists_;
    list_end() = list_offsets_[num_lists_];
    return values;
  }
  /// Whether lists hold columns, or columns less the number of their row, of rows from `first` on.
  void lists_hold_columns() { list_first_ = list_step_ = 0; }
  void lists_count_from_rows(std::int64_t first) {
    list_first_ = first;
    list_step_ = 1;
  }

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
    if (num_lists_ > 0) {
      tile.lists = {ids_, list_offsets_, lists_};
      tile.list_step = list_step_;
      tile.panel += list_first_ * tile.panel_stride;
    }
    return tile;
  }

 private:
  /// The end of the list that is being added.
  std::int32_t& list_end() { return list_offsets_[num_lists_ + 1]; }

  std::int32_t count_ = 0;
  std::int32_t end_ = 0;
  std::int32_t offsets_[host_tile_rows + 1] = {};
  std::int32_t num_lists_ = 0;
  std::int64_t list_first_ = 0;
  std::int64_t list_step_ = 0;
  std::uint8_t ids_[host_tile_rows] = {};
  std::int32_t list_offsets_[host_tile_rows + 2] = {};
  alignas(64) std::int32_t lists_[buffered_entries];
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

// buffer_listed_rows(rows, values, first, last, buffer): the same where rows share lists of
// columns, which saves writing these out and lets kernels take several rows at a time. Adds nothing
// and returns false where they do not.

template <class T, class Index, class Rows>
bool buffer_listed_rows(const Rows&, const T*, std::int64_t, std::int64_t, RowBuffer<T, Index>&) {
  return false;
}

/// Whether lists can hold the matrix's columns.
template <class Rows>
bool lists_hold(const Rows& rows) {
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  return rows.num_cols <= most && rows.num_rows <= most;
}

/// Adds rows first .. last - 1, of which value i of diagonal d lies at values[d * stride + i], in
/// runs of rows that are inside the matrix on the same diagonals. A row's list does not depend on
/// the rows that are added with it, and so the bits of its sums do not depend on the parts.
template <class T, class Index, class Rows>
void buffer_diagonals(const Rows& rows, const Index* diagonals, std::int64_t count,
                      std::int64_t first, std::int64_t last, const T* values, std::int64_t stride,
                      RowBuffer<T, Index>& buffer) {
  for (std::int64_t row = first, end; row < last; values += end - row, row = end) {
    end = last;
    std::int64_t length = 0;
    for (std::int64_t d = 0; d < count; ++d) {
      const std::int64_t diagonal = diagonals[d];
      if (row + diagonal < 0) {
        end = std::min(end, -diagonal);
      } else if (row + diagonal < rows.num_cols) {
        end = std::min(end, rows.num_cols - diagonal);
        buffer.add_to_list(diagonal);
        ++length;
      }
    }
    T* to = buffer.add_listed_rows(end - row);
    for (std::int64_t d = 0; d < count; ++d) {
      const std::int64_t col = row + std::int64_t(diagonals[d]);
      if (col < 0 || col >= rows.num_cols) continue;
      const T* const from = values + d * stride;
      for (std::int64_t i = 0; i < end - row; ++i) {
        if (i % 8 == 0) prefetch_slice(from + i);
        to[i * length] = from[i];
      }
      ++to;
    }
  }
}
template <class T, class Index>
bool buffer_listed_rows(const DiaRows<Index>& rows, const T* values, std::int64_t first,
                        std::int64_t last, RowBuffer<T, Index>& buffer) {
  if (!lists_hold(rows)) return false;
  buffer.lists_count_from_rows(first);
  buffer_diagonals(rows, rows.diagonal_offsets, rows.num_diagonals, first, last, values + first,
                   rows.row_stride, buffer);
  return true;
}
template <class T, class Index>
bool buffer_listed_rows(const HdiaRows<Index, AnyOffsets>& rows, const T* values,
                        std::int64_t first, std::int64_t last, RowBuffer<T, Index>& buffer) {
  if (!lists_hold(rows)) return false;
  const std::int64_t size = rows.hack_size;
  buffer.lists_count_from_rows(first);
  for (std::int64_t end; first < last; first = end) {
    end = std::min(last, (first / size + 1) * size);
    const std::int64_t diagonal = rows.hack_offsets[first / size];
    buffer_diagonals(rows, rows.diagonal_offsets + diagonal, most_entries(rows, first), first, end,
                     values + diagonal * size + first % size, size, buffer);
  }
  return true;
}

/// Calls f(first column, columns, place of its first value in the block row's first row) for the
/// blocks of a block row.
template <class Index, class F>
void for_each_block(const BsrxRows<Index>& rows, std::int64_t block_row, const F& f) {
  const std::int64_t end = rows.end_offsets[block_row] - rows.base, cols = rows.block.cols;
  for (std::int64_t b = rows.begin_offsets[block_row] - rows.base; b < end; ++b) {
    const std::int64_t col = (std::int64_t(rows.col_indices[b]) - rows.base) * cols;
    f(col, std::min(cols, rows.num_cols - col), b * rows.block.rows * cols);
  }
}
template <class Index, class F>
void for_each_block(const BlockedEllRows<Index>& rows, std::int64_t block_row, const F& f) {
  const std::int64_t size = rows.block_size, width = rows.ell_cols;
  const Index* const blocks = rows.col_indices + block_row * groups_of(width, size);
  for (std::int64_t first = 0; first < width; first += size) {
    const std::int64_t block = blocks[first / size], col = (block - rows.base) * size;
    if (block >= 0)
      f(col, std::min({size, width - first, rows.num_cols - col}),
        block_row * size * width + first);
  }
}

struct BlockSteps {
  std::int64_t rows;      ///< of a block
  std::int64_t row_step;  ///< from a value to the next row's
  std::int64_t col_step;
};
template <class Index>
BlockSteps block_steps(const BsrxRows<Index>& rows) {
  return {rows.block.rows, rows.place_in_block(1, 0), rows.place_in_block(0, 1)};
}
template <class Index>
BlockSteps block_steps(const BlockedEllRows<Index>& rows) {
  return {rows.block_size, rows.ell_cols, 1};
}

template <class Rows, class T>
bool buffer_block_rows(const Rows& rows, const T* values, std::int64_t first, std::int64_t last,
                       RowBuffer<T, typename Rows::index_type>& buffer) {
  if (!lists_hold(rows)) return false;
  const BlockSteps steps = block_steps(rows);
  buffer.lists_hold_columns();
  for (std::int64_t end; first < last; first = end) {
    end = std::min(last, (first / steps.rows + 1) * steps.rows);
    const std::int64_t block_row = rows.row_of(first) / steps.rows, skipped = first % steps.rows;
    std::int64_t length = 0;
    for_each_block(rows, block_row, [&](std::int64_t col, std::int64_t count, std::int64_t) {
      for (std::int64_t c = 0; c < count; ++c) buffer.add_to_list(col + c);
      length += count;
    });
    T* to = buffer.add_listed_rows(end - first);
    for_each_block(rows, block_row, [&](std::int64_t, std::int64_t count, std::int64_t place) {
      for (std::int64_t i = 0; i < end - first; ++i) {
        const T* const from = values + place + (skipped + i) * steps.row_step;
        for (std::int64_t c = 0; c < count; ++c) to[i * length + c] = from[c * steps.col_step];
      }
      to += count;
    });
  }
  return true;
}
template <class T, class Index>
bool buffer_listed_rows(const BsrxRows<Index>& rows, const T* values, std::int64_t first,
                        std::int64_t last, RowBuffer<T, Index>& buffer) {
  return buffer_block_rows(rows, values, first, last, buffer);
}
template <class T, class Index>
bool buffer_listed_rows(const BlockedEllRows<Index>& rows, const T* values, std::int64_t first,
                        std::int64_t last, RowBuffer<T, Index>& buffer) {
  return buffer_block_rows(rows, values, first, last, buffer);
}

}  // namespace filigree::detail
