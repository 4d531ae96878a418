// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>

/// How tuned SpMM kernels cut a product. Plain functions of the problem's shape: no CUDA here.

namespace filigree::cuda {

/// Rows that lie side by side in a grid: `run` consecutive ones, on `lines` neighbouring lines of
/// `planes` neighbouring planes. They share more columns than as many consecutive rows do. Every row
/// is in one patch whatever the strides; where they are not the matrix's, only time is lost.
struct GridPatch {
  int run = 0;  ///< 0: no patches, a tile's rows follow each other
  int lines = 1;
  int planes = 1;
  std::int64_t line_stride = 0;   ///< rows from one line to the next
  std::int64_t plane_stride = 0;  ///< a multiple of line_stride
  std::int64_t across = 1;        ///< patches of a line
  std::int64_t down = 1;          ///< of a plane's lines
};

/// How a kernel cuts a product into thread blocks.
struct SpmmTile {
  int threads = 256;     ///< of a block
  int rows = 32;         ///< of a block
  int capacity = 0;      ///< entries of A that a part of a block stages at once
  int columns = 0;       ///< of B that a part takes at once
  int column_tiles = 1;  ///< of `columns` each that a block takes in turn
  /// Blocks with the same rows and other columns follow each other; where not, all rows come before
  /// the next columns.
  bool columns_first = false;
  int lanes = 1;              ///< row tiles: threads that share a row, up to 32
  bool vector_stores = true;  ///< row tiles: whether C is aligned for stores of 16 bytes
  GridPatch patch;

  // Set by the launcher.
  std::uint32_t columns_at = 0;  ///< where the arrays of a part lie in its shared memory
  std::uint32_t part_bytes = 0;
  int passes = 1;  ///< over the columns of B, where these come first
};

}  // namespace filigree::cuda
