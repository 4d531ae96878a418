// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cuda/grid_patch.hpp"

/// Which rows of a matrix a thread block takes.

namespace filigree::cuda {

/// Rows that follow each other in a matrix.
struct RowRange {
  std::int32_t first = 0;
  int count = 0;
};

/// Where the rows of a tile lie: behind each other, or on lines of a patch of a grid. (Matrices
/// have less than 2^31 rows, and the rows that patches reach over the end are less than that too.)
class TileRows {
 public:
  /// \tparam Tile has the number of `rows` of a tile and a GridPatch `patch`
  template <class Tile>
  __device__ TileRows(const Tile& shape, std::int64_t tile)
      : first_(unsigned(tile) * unsigned(shape.rows)) {
    const GridPatch& patch = shape.patch;
    if (patch.run == 0) return;
    const unsigned above = unsigned(tile) / unsigned(patch.across);
    const unsigned plane = above / unsigned(patch.down);
    const unsigned x = (unsigned(tile) - above * unsigned(patch.across)) * unsigned(patch.run);
    const unsigned y = (above - plane * unsigned(patch.down)) * unsigned(patch.lines);
    first_ = x + y * unsigned(patch.line_stride) +
             plane * unsigned(patch.planes) * unsigned(patch.plane_stride);
    of_line_ = int(patch.line_stride - x);
    lines_ = int(patch.plane_stride / patch.line_stride) - int(y);
  }

  /// Rows \c r to \c r + wanted - 1 of the tile, as far as they exist. Of a patch they lie on one
  /// line: patch.run is a multiple of what is wanted, and r of it too.
  template <class Tile>
  __device__ RowRange at(const Tile& shape, std::int64_t num_rows, int r, int wanted) const {
    const GridPatch& patch = shape.patch;
    unsigned row = first_ + unsigned(r);
    if (patch.run > 0) {
      const int line = int(unsigned(r) / unsigned(patch.run));
      const int x = r - line * patch.run;
      const int y = line & (patch.lines - 1);
      const int z = line >> (__ffs(patch.lines) - 1);
      if (y >= lines_) return {};
      wanted = min(wanted, of_line_ - x);
      row = first_ + unsigned(x) + unsigned(y) * unsigned(patch.line_stride) +
            unsigned(z) * unsigned(patch.plane_stride);
    }
    if (row >= unsigned(num_rows)) return {};
    return {std::int32_t(row), max(0, min(wanted, int(unsigned(num_rows) - row)))};
  }

  /// At most every other row of the tile; may lie behind the matrix.
  __device__ unsigned first() const { return first_; }

 private:
  unsigned first_;
  int of_line_ = 0;  ///< rows from the patch's first one to the end of its line
  int lines_ = 0;    ///< lines from the patch's first one to the end of its plane
};

}  // namespace filigree::cuda
