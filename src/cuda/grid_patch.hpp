// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

/// Grids and nodes that patterns come from, and the patches of rows that thread blocks take of
/// grids: plain functions of what is known of a pattern. No CUDA here.

namespace filigree::cuda {

/// The numbers of rows of a node that there are kernels for, the best ones first.
inline constexpr int node_sizes[] = {4, 3, 2};

/// The share of `columns` (of row i) whose right neighbour is among `next` (of row i + 1); both
/// ascending.
template <class Index>
double share_of_followed(const Index* columns, std::int64_t count, const Index* next,
                         std::int64_t next_count) {
  std::int64_t found = 0;
  for (std::int64_t k = 0, l = 0; k < count; ++k) {
    while (l < next_count && next[l] < columns[k] + 1) ++l;
    if (l < next_count && next[l] == columns[k] + 1) ++found;
  }
  return count == 0 ? 0 : double(found) / double(count);
}

/// Whether rows have about as many entries each. `longest`: of a row; 0: not known.
inline bool has_even_rows(double mean_row_length, std::int64_t longest,
                          double row_length_variance) {
  return longest > 0 && double(longest) <= 4 * mean_row_length + 8 &&
         row_length_variance <= 0.25 * mean_row_length * mean_row_length;
}

/// The strides of a grid's rows; 0 where the pattern has none.
struct GridStrides {
  std::int64_t line = 0;   ///< from a row to its neighbour on the next line
  std::int64_t plane = 0;  ///< and on the next plane: a multiple of line; 0: there is one plane

  friend bool operator==(const GridStrides&, const GridStrides&) = default;
};

/// Rows that lie side by side in a grid: `run` consecutive ones, on `lines` neighbouring lines of
/// `planes` neighbouring planes. They share more columns than as many consecutive rows do. Every
/// row is in one patch whatever the strides; where they are not the matrix's, only time is lost.
struct GridPatch {
  int run = 0;    ///< 0: no patches, a tile's rows follow each other
  int lines = 1;  ///< a power of two
  int planes = 1;
  std::int64_t line_stride = 0;
  std::int64_t plane_stride = 0;  ///< a multiple of line_stride
  std::int64_t across = 1;        ///< patches of a line
  std::int64_t down = 1;          ///< of a plane's lines
};

/// Tiles that cover all rows. \tparam Tile has the number of `rows` of a tile and a GridPatch
/// `patch`, as TileRows takes it
template <class Tile>
std::int64_t number_of_tiles(const Tile& tile, std::int64_t num_rows) {
  const GridPatch& patch = tile.patch;
  if (patch.run == 0) return (num_rows + tile.rows - 1) / tile.rows;
  const std::int64_t slab = patch.plane_stride * patch.planes;
  return patch.across * patch.down * ((num_rows + slab - 1) / slab);
}

namespace detail {

/// The one distance that all middles of neighbouring clusters are apart, where a cluster is of
/// offsets at most `reach` apart; 0 where there is none.
inline std::int64_t cluster_distance(const std::int64_t* offsets, int count, std::int64_t reach) {
  std::int64_t distance = 0;
  std::int64_t last_middle = 0;
  int clusters = 0;
  for (int k = 0; k < count;) {
    int end = k + 1;
    while (end < count && offsets[end] - offsets[end - 1] <= reach) ++end;
    const std::int64_t middle = offsets[k] + offsets[end - 1];  // twice the middle
    if (clusters > 0) {
      const std::int64_t step = middle - last_middle;
      if (step % 2 != 0 || (distance != 0 && step != distance)) return 0;
      distance = step;
    }
    last_middle = middle;
    ++clusters;
    k = end;
  }
  return clusters > 1 ? distance / 2 : 0;
}

}  // namespace detail

/// The strides of the grid that a row inside it belongs to, from its offsets (column - row), which
/// ascend: 5-, 7-, 9- and 27-point neighbourhoods, and the like.
inline GridStrides grid_strides(const std::int64_t* offsets, int count) {
  GridStrides grid;
  // Offsets on a line are a few apart; what is further away lies on another line.
  constexpr std::int64_t same_line = 8;
  std::int64_t smallest_gap = 0;
  for (int k = 1; k < count; ++k) {
    const std::int64_t gap = offsets[k] - offsets[k - 1];
    if (gap > same_line && (smallest_gap == 0 || gap < smallest_gap)) smallest_gap = gap;
  }
  if (smallest_gap == 0) return grid;
  grid.line = detail::cluster_distance(offsets, count, same_line);
  if (grid.line != 0) return grid;
  // Several planes: the lines of the plane of the diagonal, and the planes.
  const std::int64_t same_plane = 2 * smallest_gap;
  const std::int64_t plane = detail::cluster_distance(offsets, count, same_plane);
  int first = 0;
  while (first < count && offsets[first] < -plane / 2) ++first;
  int end = first;
  while (end < count && offsets[end] <= plane / 2) ++end;
  const std::int64_t line = detail::cluster_distance(offsets + first, end - first, same_line);
  if (line == 0) return grid;
  grid.line = line;
  if (plane % line == 0) grid.plane = plane;
  return grid;
}

/// The patch of `rows` rows, in runs of at least `min_run`, that has the fewest columns where each
/// row has its neighbours' (rows / min_run: a power of two). Blocks that run at the same time take
/// the patches of a few planes, whose rows of B, of `row_bytes` each, must stay in the L2 cache
/// until the next planes need them.
inline GridPatch best_patch(const GridStrides& grid, std::int64_t num_rows, int rows, int min_run,
                            std::int64_t row_bytes) {
  constexpr double kept_bytes = 30e6;
  GridPatch best;
  if (grid.line < 2 * min_run) return best;
  const std::int64_t lines_in_all = (num_rows + grid.line - 1) / grid.line;
  const std::int64_t plane = grid.plane > 0 ? grid.plane : lines_in_all * grid.line;
  double fewest = 0;
  for (int run = min_run; run <= rows; run *= 2) {
    for (int lines = 1; run * lines <= rows; lines *= 2) {
      const int planes = rows / (run * lines);
      if (planes > 1 && grid.plane == 0) continue;
      if (planes > 1 && double(planes + 2) * double(plane) * double(row_bytes) > kept_bytes)
        continue;
      const std::int64_t across = (grid.line + run - 1) / run;
      const std::int64_t down = (plane / grid.line + lines - 1) / lines;
      // Patches at the edge reach over it.
      const double filled = double(plane) / double(across * run * down * lines);
      const double halo = double(run + 2) * (lines + 2) * (grid.plane > 0 ? planes + 2 : 1);
      const double cost = halo / filled;
      if (best.run != 0 && cost >= fewest) continue;
      fewest = cost;
      best = {run, lines, planes, grid.line, plane, across, down};
    }
  }
  return best;
}

}  // namespace filigree::cuda
