// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "cuda/offset_array.hpp"
#include "filigree/detail/solve_chunks.hpp"
#include "solve/cuda/chunk_shape.hpp"
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
  std::int64_t num_levels;  ///< 0: not known
  OffsetArray begins;
  OffsetArray ends;
  OffsetArray places;  ///< of values; null: entry k's is values[k]
  const Index* cols;
  const T* values;
  bool lower;
  bool unit_diagonal;
  Scalar<T> alpha;
  std::int64_t num_columns;  ///< of b and x
  const T* b;
  std::int64_t b_row_stride;
  std::int64_t b_col_stride;
  T* x;  ///< may be b
  std::int64_t x_row_stride;
  std::int64_t x_col_stride;
  PivotPolicy policy;
  T substitute;
  std::int64_t* position;  ///< the lowest row without a pivot; null: nobody asks
  /// Rows of a square block. Where there are several, rows, columns and places above count blocks,
  /// whose last ones may stand over the matrix's end; num_entries and max_row_entries do not.
  int block_size = 1;
  bool blocks_by_rows = true;
  std::int64_t num_unknowns;  ///< rows of the matrix
  detail::SolveChunks chunks;
  int chunk_tile = 1;  ///< right-hand sides that chunks are solved for at once
};

/// Whether rows have so few entries that what else there is to a row takes as long.
constexpr bool has_short_rows(std::int64_t num_rows, std::int64_t num_entries) {
  return num_entries <= 5 * num_rows;
}

/// A ticket, and behind it the words that unknowns of `num_columns` at once are handed on in.
constexpr std::size_t solve_workspace_bytes(std::int64_t num_rows, std::int64_t num_columns,
                                            std::size_t scalar_bytes) {
  return 16 + std::size_t(num_rows) * std::size_t(num_columns) * scalar_bytes;
}

/// Right-hand sides that are solved at once where X takes their unknowns. The kernel that copies
/// them has 32 of them a thread block, and 65535 thread blocks side by side at most.
inline constexpr std::int64_t most_columns_in_place = std::int64_t(1) << 20;

/// How a solve for many right-hand sides uses its workspace: a ticket, a flag for each row and tile
/// of right-hand sides, and the unknowns by rows where those of a row of X do not lie together.
struct SolveColumnsWorkspace {
  std::int64_t at_once;  ///< right-hand sides that are solved at once
  std::int64_t tile;
  std::int64_t num_flags;
  std::int64_t num_unknowns;
  std::size_t scalar_bytes;

  constexpr std::size_t unknowns_begin() const {
    return (16 + std::size_t(num_flags) * sizeof(unsigned) + 15) / 16 * 16;
  }
  constexpr std::size_t bytes() const {
    return unknowns_begin() + std::size_t(num_unknowns) * scalar_bytes;
  }
};

constexpr SolveColumnsWorkspace solve_columns_workspace(std::int64_t num_rows,
                                                        std::int64_t num_columns,
                                                        std::int64_t x_col_stride,
                                                        std::size_t scalar_bytes) {
  const bool is_apart = x_col_stride != 1;
  const std::int64_t tile = columns_tile(num_columns);
  const std::int64_t at_once = std::min(num_columns, is_apart ? tile : most_columns_in_place);
  return {at_once, tile, num_rows * ((at_once + tile - 1) / tile),
          is_apart ? num_rows * at_once : 0, scalar_bytes};
}

/// Rows of the largest blocks that are solved with block by block.
inline constexpr std::int64_t largest_block = 16;

}  // namespace filigree::cuda
