// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

#include <filigree/core/export.hpp>
#include <filigree/detail/partition_point.hpp>
#include <filigree/format/blocked_ell.hpp>
#include <filigree/format/bsc.hpp>
#include <filigree/format/bsr.hpp>
#include <filigree/format/bsrx.hpp>
#include <filigree/format/csr.hpp>
#include <filigree/format/dia.hpp>
#include <filigree/format/ell.hpp>
#include <filigree/format/hdia.hpp>
#include <filigree/format/sell.hpp>

/// Each format's pattern as a plain struct of pointers and sizes that walks the rows, on the host
/// and on a device. Conversions, checks and products are written once over these.
///
/// A visitor has num_rows, num_cols, and
///   row_of(k)       the row, from 0, of the k-th stored row, 0 <= k < num_rows: k itself, but for
///                   matrices with a row permutation
///   for_each(k, f)  calls f(column, place), both int64 from 0, for each entry of stored row k in
///                   the order of storage; padding is skipped
/// where `place` is the position in the values. Neighbouring k read neighbouring places wherever
/// the format allows it.

namespace filigree::detail {

/// Offsets of either width, told apart where they are read, so that a kernel needs no instance for
/// each: the Offset of visitors whose rows are long enough to hide the choice.
class FILIGREE_EXPORT AnyOffsets {
 public:
  AnyOffsets() = default;
  template <index_integer Offset>
  AnyOffsets(const Offset* offsets) : offsets_(offsets), wide_(sizeof(Offset) == 8) {}

  KOKKOS_FUNCTION std::int64_t operator[](std::int64_t i) const {
    return wide_ ? static_cast<const std::int64_t*>(offsets_)[i]
                 : std::int64_t(static_cast<const std::int32_t*>(offsets_)[i]);
  }

  /// Whether they are 64-bit ones.
  KOKKOS_FUNCTION bool is_wide() const { return wide_; }
  KOKKOS_FUNCTION const void* data() const { return offsets_; }

 private:
  const void* offsets_ = nullptr;
  bool wide_ = false;
};

template <class Offset>
struct OffsetArray {
  using type = const Offset*;
};
template <>
struct OffsetArray<AnyOffsets> {
  using type = AnyOffsets;
};
template <class Offset>
using offset_array_t = typename OffsetArray<Offset>::type;

/// Visitors whose k-th stored row is row k.
struct RowsInOrder {
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;

  KOKKOS_FUNCTION static std::int64_t row_of(std::int64_t k) { return k; }

  friend bool operator==(const RowsInOrder&, const RowsInOrder&) = default;
};

/// Compressed rows: what operations that walk rows derive theirs from. Offsets and indices are
/// counted from `base`; Offset may be AnyOffsets.
template <class Index, class Offset>
struct FILIGREE_EXPORT CsrRows : RowsInOrder {
  using index_type = Index;
  std::int64_t base = 0;
  offset_array_t<Offset> row_offsets{};
  const Index* col_indices = nullptr;

  /// Row row's entries: begin(row) .. end(row) - 1.
  KOKKOS_FUNCTION std::int64_t begin(std::int64_t row) const {
    return std::int64_t(row_offsets[row]) - base;
  }
  KOKKOS_FUNCTION std::int64_t end(std::int64_t row) const { return begin(row + 1); }
  KOKKOS_FUNCTION std::int64_t length(std::int64_t row) const {
    return std::int64_t(row_offsets[row + 1]) - std::int64_t(row_offsets[row]);
  }
  KOKKOS_FUNCTION std::int64_t column(std::int64_t k) const {
    return std::int64_t(col_indices[k]) - base;
  }
  /// The row that entry k belongs to: a binary search.
  KOKKOS_FUNCTION std::int64_t row_of_entry(std::int64_t k) const {
    return partition_point(std::int64_t(0), num_rows,
                           [&](std::int64_t row) { return end(row) <= k; });
  }

  template <class F>
  KOKKOS_FUNCTION void for_each(std::int64_t row, F&& f) const {
    for (std::int64_t k = begin(row), row_end = end(row); k < row_end; ++k) f(column(k), k);
  }
};

template <class Index>
struct FILIGREE_EXPORT EllRows : RowsInOrder {
  using index_type = Index;
  std::int64_t base = 0;
  std::int64_t ell_width = 0;
  std::int64_t row_stride = 0;
  const Index* col_indices = nullptr;

  template <class F>
  KOKKOS_FUNCTION void for_each(std::int64_t row, F&& f) const {
    std::int64_t place = row;
    for (std::int64_t j = 0; j < ell_width; ++j, place += row_stride)
      if (col_indices[place] >= 0) f(std::int64_t(col_indices[place]) - base, place);
  }

  friend bool operator==(const EllRows&, const EllRows&) = default;
};

template <class Index, class Offset>
struct FILIGREE_EXPORT SellRows {
  using index_type = Index;
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::int64_t base = 0;
  std::int64_t slice_size = 1;
  offset_array_t<Offset> slice_offsets{};
  const Index* col_indices = nullptr;
  const Index* row_permutation = nullptr;  ///< null: rows in order

  KOKKOS_FUNCTION std::int64_t row_of(std::int64_t k) const {
    return row_permutation == nullptr ? k : std::int64_t(row_permutation[k]) - base;
  }

  template <class F>
  KOKKOS_FUNCTION void for_each(std::int64_t k, F&& f) const {
    const std::int64_t slice = k / slice_size;
    const std::int64_t end = slice_offsets[slice + 1];
    for (std::int64_t place = std::int64_t(slice_offsets[slice]) + k % slice_size; place < end;
         place += slice_size)
      if (col_indices[place] >= 0) f(std::int64_t(col_indices[place]) - base, place);
  }

  friend bool operator==(const SellRows&, const SellRows&) = default;
};

/// Rows of a Bsr matrix or a part of one (its mask is not looked at); columns of a Bsc matrix.
template <class Index, class Offset>
struct FILIGREE_EXPORT BsrRows : RowsInOrder {
  using index_type = Index;
  std::int64_t base = 0;
  BlockLayout block;
  offset_array_t<Offset> begin_offsets{};
  offset_array_t<Offset> end_offsets{};
  const Index* col_indices = nullptr;

  /// Where the entry of a block at (row, col) within it lies, from the block's first place.
  KOKKOS_FUNCTION std::int64_t place_in_block(std::int64_t row, std::int64_t col) const {
    return block.order == BlockOrder::row_major ? row * block.cols + col : col * block.rows + row;
  }

  template <class F>
  KOKKOS_FUNCTION void for_each(std::int64_t row, F&& f) const {
    const std::int64_t block_row = row / block.rows;
    const std::int64_t in_block = place_in_block(row % block.rows, 0);
    const std::int64_t step = place_in_block(0, 1);
    const std::int64_t end = std::int64_t(end_offsets[block_row]) - base;
    for (std::int64_t b = std::int64_t(begin_offsets[block_row]) - base; b < end; ++b) {
      const std::int64_t first_col = (std::int64_t(col_indices[b]) - base) * block.cols;
      const std::int64_t left = num_cols - first_col;
      const std::int64_t width = left < block.cols ? left : block.cols;
      std::int64_t place = b * block.rows * block.cols + in_block;
      for (std::int64_t c = 0; c < width; ++c, place += step) f(first_col + c, place);
    }
  }

  friend bool operator==(const BsrRows&, const BsrRows&) = default;
};

/// Rows of a Bsr matrix of which, with a mask, only those of its block rows are stored rows:
/// num_stored of them, some past num_rows where the last block row is cut off.
template <class Index>
struct FILIGREE_EXPORT BsrxRows : BsrRows<Index, AnyOffsets> {
  bool masked = false;          ///< not: all rows, in order
  std::int64_t num_stored = 0;  ///< where masked
  const Index* mask = nullptr;  ///< block rows, counted from `base`

  KOKKOS_FUNCTION std::int64_t row_of(std::int64_t k) const {
    if (!masked) return k;
    return (std::int64_t(mask[k / this->block.rows]) - this->base) * this->block.rows +
           k % this->block.rows;
  }

  template <class F>
  KOKKOS_FUNCTION void for_each(std::int64_t k, F&& f) const {
    BsrRows<Index, AnyOffsets>::for_each(row_of(k), f);
  }
};

template <class Index>
struct FILIGREE_EXPORT BlockedEllRows : RowsInOrder {
  using index_type = Index;
  std::int64_t base = 0;
  std::int64_t block_size = 1;
  std::int64_t ell_cols = 0;
  const Index* col_indices = nullptr;

  template <class F>
  KOKKOS_FUNCTION void for_each(std::int64_t row, F&& f) const {
    const std::int64_t blocks_per_row = groups_of(ell_cols, block_size);
    const Index* const blocks = col_indices + row / block_size * blocks_per_row;
    for (std::int64_t b = 0; b < blocks_per_row; ++b) {
      if (blocks[b] < 0) continue;
      const std::int64_t first_col = (std::int64_t(blocks[b]) - base) * block_size;
      const std::int64_t first = b * block_size;
      for (std::int64_t c = 0; c < block_size && first + c < ell_cols && first_col + c < num_cols;
           ++c)
        f(first_col + c, row * ell_cols + first + c);
    }
  }

  friend bool operator==(const BlockedEllRows&, const BlockedEllRows&) = default;
};

/// Rows of an Hdia matrix.
template <class Index, class Offset>
struct FILIGREE_EXPORT HdiaRows : RowsInOrder {
  using index_type = Index;
  std::int64_t hack_size = 1;
  offset_array_t<Offset> hack_offsets{};
  const Index* diagonal_offsets = nullptr;

  template <class F>
  KOKKOS_FUNCTION void for_each(std::int64_t row, F&& f) const {
    const std::int64_t hack = row / hack_size, row_in_hack = row % hack_size;
    const std::int64_t end = hack_offsets[hack + 1];
    for (std::int64_t d = hack_offsets[hack]; d < end; ++d) {
      const std::int64_t col = row + std::int64_t(diagonal_offsets[d]);
      if (col >= 0 && col < num_cols) f(col, d * hack_size + row_in_hack);
    }
  }

  friend bool operator==(const HdiaRows&, const HdiaRows&) = default;
};

template <class Index>
struct FILIGREE_EXPORT DiaRows : RowsInOrder {
  using index_type = Index;
  std::int64_t num_diagonals = 0;
  std::int64_t row_stride = 0;
  const Index* diagonal_offsets = nullptr;

  template <class F>
  KOKKOS_FUNCTION void for_each(std::int64_t row, F&& f) const {
    for (std::int64_t d = 0; d < num_diagonals; ++d) {
      const std::int64_t col = row + std::int64_t(diagonal_offsets[d]);
      if (col >= 0 && col < num_cols) f(col, d * row_stride + row);
    }
  }

  friend bool operator==(const DiaRows&, const DiaRows&) = default;
};

/// Rows of an Ell matrix and of a Coo matrix whose entries were ordered by row: what a Hyb matrix
/// becomes. Places count through the Ell part's, then the Coo part's values.
template <class Index>
struct FILIGREE_EXPORT HybRows : RowsInOrder {
  using index_type = Index;
  EllRows<Index> ell;
  const std::int64_t* coo_offsets = nullptr;      ///< num_rows + 1, from 0
  const std::int64_t* coo_permutation = nullptr;  ///< the Coo entries row by row
  const Index* coo_columns = nullptr;

  template <class F>
  KOKKOS_FUNCTION void for_each(std::int64_t row, F&& f) const {
    ell.for_each(row, f);
    const std::int64_t first_place = ell.row_stride * ell.ell_width;
    for (std::int64_t k = coo_offsets[row]; k < coo_offsets[row + 1]; ++k) {
      const std::int64_t entry = coo_permutation[k];
      f(std::int64_t(coo_columns[entry]) - ell.base, first_place + entry);
    }
  }
};

// --- from containers -----------------------------------------------------------------------------

template <class S, class I, class O, class M>
CsrRows<I, O> format_rows(const CsrMatrix<S, I, O, M>& A) {
  return {{A.num_rows(), A.num_cols()},
          std::int64_t(A.index_base()),
          A.row_offsets().data(),
          A.col_indices().data()};
}

template <class S, class I, class M>
EllRows<I> format_rows(const EllMatrix<S, I, M>& A) {
  return {{A.num_rows(), A.num_cols()},
          std::int64_t(A.index_base()),
          A.ell_width(),
          A.row_stride(),
          A.col_indices().data()};
}

template <class S, class I, class O, class M>
SellRows<I, O> format_rows(const SellMatrix<S, I, O, M>& A) {
  return {A.num_rows(),
          A.num_cols(),
          std::int64_t(A.index_base()),
          A.slice_size(),
          A.slice_offsets().data(),
          A.col_indices().data(),
          A.is_permuted() ? A.row_permutation().data() : nullptr};
}

template <class S, class I, class O, class M>
BsrRows<I, O> format_rows(const BsrMatrix<S, I, O, M>& A) {
  // No block row looks at a null pointer: there is none then.
  const O* const offsets = A.row_offsets().data();
  return {{A.num_rows(), A.num_cols()},
          std::int64_t(A.index_base()),
          A.block(),
          offsets,
          offsets == nullptr ? nullptr : offsets + 1,
          A.col_indices().data()};
}

template <class S, class I, class O, class M>
BsrRows<I, O> format_rows(const BsrxView<S, I, O, M>& A) {
  return {{A.num_rows(), A.num_cols()}, std::int64_t(A.index_base()), A.block(),
          A.begin_offsets().data(),     A.end_offsets().data(),       A.col_indices().data()};
}

/// The rows of the transpose: f is called with A's rows.
template <class S, class I, class O, class M>
BsrRows<I, O> format_columns(const BscMatrix<S, I, O, M>& A) {
  const O* const offsets = A.col_offsets().data();
  const BlockLayout& block = A.block();
  const BlockOrder transposed_order =
      block.order == BlockOrder::row_major ? BlockOrder::col_major : BlockOrder::row_major;
  return {{A.num_cols(), A.num_rows()},
          std::int64_t(A.index_base()),
          {block.cols, block.rows, transposed_order},
          offsets,
          offsets == nullptr ? nullptr : offsets + 1,
          A.row_indices().data()};
}

template <class S, class I, class M>
BlockedEllRows<I> format_rows(const BlockedEllMatrix<S, I, M>& A) {
  return {{A.num_rows(), A.num_cols()},
          std::int64_t(A.index_base()),
          A.block_size(),
          A.ell_cols(),
          A.col_indices().data()};
}

template <class S, class I, class M>
DiaRows<I> format_rows(const DiaMatrix<S, I, M>& A) {
  return {
      {A.num_rows(), A.num_cols()}, A.num_diagonals(), A.row_stride(), A.diagonal_offsets().data()};
}

template <class S, class I, class O, class M>
HdiaRows<I, O> format_rows(const HdiaMatrix<S, I, O, M>& A) {
  return {{A.num_rows(), A.num_cols()},
          A.hack_size(),
          A.hack_offsets().data(),
          A.diagonal_offsets().data()};
}

}  // namespace filigree::detail
