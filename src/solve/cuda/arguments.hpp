// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include "cuda/offset_array.hpp"
#include "spmv/cuda/arguments.hpp"

/// Triangular solves as tuned CUDA kernels take them.

namespace filigree::cuda {

enum class PivotPolicy { divide, skip, substitute };

template <class T, class Index>
struct SolveArguments {
  std::int64_t num_rows;
  std::int64_t base;        ///< of the arrays
  std::int64_t index_base;  ///< of the rows that are reported
  OffsetArray order;  ///< the rows, those that another needs before it; null: one after another
  std::int64_t num_entries;  ///< of all rows
  std::int64_t max_row_entries;
  OffsetArray begins;
  OffsetArray ends;
  OffsetArray places;  ///< of values; null: entry k's is values[k]
  const Index* cols;
  const T* values;
  bool lower;
  bool unit_diagonal;
  Scalar<T> alpha;
  std::int64_t num_columns;  ///< of b and x
  std::int64_t word_stride;  ///< words of a row: solve_word_stride(num_columns)
  const T* b;
  std::int64_t b_row_stride;
  std::int64_t b_col_stride;
  T* x;  ///< may be b
  std::int64_t x_row_stride;
  std::int64_t x_col_stride;
  PivotPolicy policy;
  T substitute;
  std::int64_t* position;  ///< the lowest row without a pivot; null: nobody asks
  /// Of square blocks: their rows. Rows, columns, entries and places above then count blocks, whose
  /// last ones may stand over the matrix's end.
  int block_size = 1;
  bool blocks_by_rows = true;
  std::int64_t num_unknowns;  ///< rows of the matrix
};

/// Whether rows have so few entries that what else there is to a row takes as long.
constexpr bool has_short_rows(std::int64_t num_rows, std::int64_t num_entries) {
  return num_entries <= 5 * num_rows;
}

/// Right-hand sides that are solved at once. Each unknown of a column-major X is in a sector of its
/// own: 64 of them a row, and those that the row needs, are too much for the L2 cache.
constexpr std::int64_t solve_columns_at_once(std::int64_t x_row_stride, bool short_rows) {
  return x_row_stride == 1 && !short_rows ? 32 : 64;
}

/// Words of a row: an even number, where there are several columns.
constexpr std::int64_t solve_word_stride(std::int64_t num_columns) {
  return num_columns == 1 ? 1 : num_columns + num_columns % 2;
}

/// A ticket, and behind it the words that unknowns of `num_columns` at once are handed on in.
constexpr std::size_t solve_workspace_bytes(std::int64_t num_rows, std::int64_t num_columns,
                                            std::size_t scalar_bytes) {
  return 16 + std::size_t(num_rows) * std::size_t(solve_word_stride(num_columns)) * scalar_bytes;
}

/// Rows of the largest blocks that are solved with block by block.
inline constexpr std::int64_t largest_block = 16;
/// Right-hand sides of blocks that are solved at once.
inline constexpr std::int64_t block_columns_at_once = 64;

}  // namespace filigree::cuda
