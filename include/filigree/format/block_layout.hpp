// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filigree/format/matrix_base.hpp>

namespace filigree {

/// How the entries of a block follow each other.
enum class BlockOrder { row_major, col_major };

/// The shape of the blocks of a block format and the order of their entries.
struct BlockLayout {
  ///@{
  /// The size of a block, at least 1 x 1.
  std::int64_t rows = 1;
  std::int64_t cols = 1;
  ///@}
  /// Which entries of a block lie next to each other.
  BlockOrder order = BlockOrder::row_major;

  /// Where the entry (row, col) of a block lies, counted from the block's first.
  KOKKOS_FUNCTION std::int64_t place(std::int64_t row, std::int64_t col) const {
    return order == BlockOrder::row_major ? row * cols + col : col * rows + row;
  }

  /// Whether all members are equal.
  friend bool operator==(const BlockLayout&, const BlockLayout&) = default;
};

namespace detail {

/// Throws invalid_value for a block without entries or with too many; returns their number.
inline std::int64_t check_block_layout(std::string_view operation, const BlockLayout& block) {
  check_at_least(operation, "block.rows", block.rows, 1, "a row");
  check_at_least(operation, "block.cols", block.cols, 1, "a column");
  return checked_product(operation, "block", block.rows, block.cols);
}

}  // namespace detail
}  // namespace filigree
