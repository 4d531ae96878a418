// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

/// How the Bsr kernel lays the lanes of a warp over blocks: host arithmetic, without CUDA.

namespace filigree::cuda {

/// A vector is `vector` consecutive entries, of a row or, where blocks are column-major, of a
/// column. A group of lanes reads a panel of every block of a block row.
struct BlockLanes {
  int vector;         ///< entries that a lane loads at once
  int vectors;        ///< that a lane holds of each block: 1, 2 or 4
  int panel_rows;     ///< rows of a block that a group takes
  int panels;         ///< of a block
  int panel_vectors;  ///< vectors of a panel
  int lanes;          ///< of a group
  int groups;         ///< of a warp
};

/// The share of a warp's loads that read entries.
inline double lane_efficiency(const BlockLanes& lanes, int block_rows) {
  const double of_panels = double(block_rows) / (double(lanes.panels) * lanes.panel_rows);
  const double of_lanes = double(lanes.panel_vectors) / (32.0 * lanes.vectors);
  return of_panels * of_lanes * lanes.groups;
}

/// The layout with `vectors` a lane; lanes = 0 where there is none.
inline BlockLanes lanes_of_panels(int rows, int cols, bool row_major, int vector, int vectors) {
  BlockLanes result{vector, vectors, 0, 0, 0, 0, 0};
  // Row-major: whole rows; column-major: `vector` rows of all columns.
  const int step = row_major ? 1 : vector;
  const int step_vectors = row_major ? cols / vector : cols;
  const int steps = 32 * vectors / step_vectors;
  if (steps == 0) return result;
  result.panels = (rows + steps * step - 1) / (steps * step);
  result.panel_rows = ((rows + result.panels - 1) / result.panels + step - 1) / step * step;
  result.panels = (rows + result.panel_rows - 1) / result.panel_rows;
  result.panel_vectors = result.panel_rows / step * step_vectors;
  result.lanes = (result.panel_vectors + vectors - 1) / vectors;
  result.groups = 32 / result.lanes;
  return result;
}

/// \param vector divides the columns of a row-major block, the rows of a column-major one
/// \param mean_blocks blocks of a block row, on average
inline BlockLanes block_lanes(int rows, int cols, bool row_major, int vector, double mean_blocks) {
  // One vector a lane makes the longest runs of consecutive loads; two leave more block rows to a
  // warp, which hides the latency of short ones.
  const bool is_long = vector > 1 && mean_blocks >= 12;
  BlockLanes best = lanes_of_panels(rows, cols, row_major, vector, is_long ? 1 : 2);
  for (const int vectors : {2, 4}) {
    const BlockLanes lanes = lanes_of_panels(rows, cols, row_major, vector, vectors);
    if (lanes.lanes == 0) continue;
    if (best.lanes == 0 || lane_efficiency(lanes, rows) > 1.1 * lane_efficiency(best, rows) ||
        lanes.panels < best.panels)
      best = lanes;
  }
  return best;
}

/// Whether there is a layout for blocks of this shape.
inline bool can_lay_lanes(std::int64_t rows, std::int64_t cols) {
  return rows <= 4096 && cols <= 128;
}

/// How the staging kernel cuts a matrix: a thread block takes block_rows block rows, chunk_blocks
/// blocks at a time.
struct BlockTiles {
  int block_rows;
  int parts;  ///< threads that share a row
  int threads;
  int chunk_blocks;
  std::uint32_t columns_at;  ///< in a stage
  std::uint32_t stage_bytes;
  int stages;  ///< 2 where a thread block's rows do not fit in one, as a rule
};

/// Entries of a tile and threads of a thread block, at most: what measured best.
inline constexpr int staged_entries = 2700;
inline constexpr int staged_threads = 128;

/// Whether the staging kernel is there for blocks of this shape, and the faster one. (Blocks of 2
/// or 3 columns are too narrow for the lanes of a warp to lie over them, unless block rows are long
/// and loads wide.)
inline bool prefers_staging(int rows, int cols, std::size_t entry_bytes, double mean_blocks) {
  return (cols == 2 || cols == 3) && rows <= 16 && (entry_bytes <= 4 || mean_blocks < 12);
}

/// \param entry_bytes, index_bytes of a value and of a column
inline BlockTiles block_tiles(int rows, int cols, double mean_blocks, std::size_t entry_bytes,
                              std::size_t index_bytes) {
  BlockTiles tiles{};
  const double row_entries = std::max(1.0, mean_blocks * cols);
  const int wanted_rows =
      int(std::clamp(staged_entries / row_entries, 1.0, double(staged_threads)));
  tiles.block_rows = std::max(1, wanted_rows / rows);
  const int tile_rows = tiles.block_rows * rows;
  tiles.parts = std::max(1, std::min(staged_threads / tile_rows, int(mean_blocks) / 2));
  tiles.threads = (tile_rows * tiles.parts + 31) / 32 * 32;
  const double tile_blocks = tiles.block_rows * std::max(1.0, mean_blocks);
  const int fitting = std::max(1, int(1.2 * staged_entries) / (rows * cols));
  const int whole_tile = int(1.2 * tile_blocks) + 2;
  tiles.chunk_blocks = std::max(1, std::min(whole_tile, fitting));
  tiles.stages = whole_tile > tiles.chunk_blocks ? 2 : 1;
  const auto padded = [](std::size_t bytes) { return std::uint32_t((bytes + 32 + 15) / 16 * 16); };
  tiles.columns_at = padded(std::size_t(tiles.chunk_blocks) * rows * cols * entry_bytes);
  tiles.stage_bytes = tiles.columns_at + padded(std::size_t(tiles.chunk_blocks) * index_bytes);
  return tiles;
}

}  // namespace filigree::cuda
