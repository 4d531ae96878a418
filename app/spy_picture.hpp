// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace filigree::tool {

/// A matrix cut into cells of rows_per_cell x cols_per_cell positions (those at the far edges may
/// be smaller), and the entries in each.
struct SpyGrid {
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::int64_t num_entries = 0;
  std::int64_t rows_per_cell = 1;
  std::int64_t cols_per_cell = 1;
  double plot_width = 0;  ///< of the picture's plot, in pixels
  double plot_height = 0;
  std::vector<std::int64_t> counts;  ///< row by row

  std::int64_t grid_rows() const { return cells_of(num_rows, rows_per_cell); }
  std::int64_t grid_cols() const { return cells_of(num_cols, cols_per_cell); }
  static std::int64_t cells_of(std::int64_t count, std::int64_t per_cell) {
    return count / per_cell + (count % per_cell == 0 ? 0 : 1);
  }
};

/// Cells for a picture whose longer side has at most `bins` of them; no counts yet.
SpyGrid make_spy_grid(std::int64_t num_rows, std::int64_t num_cols, std::int64_t bins);

/// The picture as SVG: cells shaded by the share of their positions that hold an entry, on a
/// logarithmic scale; rows and columns count from 1.
std::string draw_spy(const SpyGrid& grid, const std::string& title);

/// The cells as PNG, without words and scales: a pixel or more a cell. Empty without libpng.
std::string draw_spy_png(const SpyGrid& grid);
bool has_png();

}  // namespace filigree::tool
