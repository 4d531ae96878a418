// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>

#include "spmm/cuda/shape.hpp"

/// How tuned SpMM kernels cut a product: plain functions of what is known of it. No CUDA here.

namespace filigree::cuda {

/// Values that are put in order together (ValueOrder): of 8 bytes as many as two thread blocks of a
/// multiprocessor have room for.
inline constexpr int value_tile = 12'288;

/// Bytes of an array that an L2 cache of so many keeps beside what else a product reads and writes.
inline std::int64_t kept_in_l2(std::int64_t l2_bytes) { return 3 * l2_bytes / 4; }

/// Whether a copy of the values in the order of the rows pays, where rows read them through an
/// index. It does where the L2 cache does not hold the values and, unless they `are_nearby`, each
/// is read in a sector of its own. (Their number must fit 31 bits.) On an H200 33 million values
/// cost products of 8 to 128 columns 0.7 to 2.8 ms through the index, the copy 0.28 (float) and
/// 0.44 ms (double).
inline bool pays_to_order_values(std::int64_t count, std::int64_t scalar_bytes, bool are_nearby,
                                 std::int64_t l2_bytes) {
  return !are_nearby && count <= INT32_MAX && count * scalar_bytes > kept_in_l2(l2_bytes);
}

/// Bytes of workspace for one of the two arrays of launch_ordered_values, a multiple of 16.
inline std::int64_t ordered_value_bytes(std::int64_t count, std::int64_t scalar_bytes) {
  return (count * scalar_bytes + 15) / 16 * 16;
}

namespace detail {

/// Entries of B that one load brings: up to 16 bytes of them, and a whole number a row. (Of 16-bit
/// scalars 8 or 2: the widths that there are kernels for.)
inline int vector_width(int scalar_bytes, int alignment, std::int64_t readable_columns) {
  for (int bytes = std::min(16, alignment); bytes > scalar_bytes; bytes /= 2) {
    const int width = bytes / scalar_bytes;
    const bool has_instance = scalar_bytes != 2 || bytes != 8;
    if (has_instance && readable_columns % width == 0) return width;
  }
  return 1;
}

inline double mean_row_length(const SpmmShape& shape) {
  return shape.num_rows == 0 ? 0 : double(shape.nnz) / double(shape.num_rows);
}

inline bool has_even_rows(const SpmmShape& shape) {
  return cuda::has_even_rows(mean_row_length(shape), shape.max_row_length,
                             shape.row_length_variance);
}

/// Whether threads take whole vectors of 16 bytes of a row-major B though a load brings but `load`
/// entries: the rows are not aligned for more. Fewer threads a row mean more rows a warp, whose
/// instructions are what short rows of A, or long ones of B, wait for; else B is, and a load of its
/// own for each thread reads it faster.
inline bool joins_loads(const SpmmShape& shape, int load, bool is_grid) {
  const int vector = 16 / shape.scalar_bytes;
  if (load >= vector || shape.n < vector) return false;
  const bool has_short_rows = mean_row_length(shape) <= 8;
  const bool takes_many_threads = shape.n > 10 * load;
  return has_short_rows || takes_many_threads || (is_grid && vector > 2 * load);
}

/// Entries that a part of a block stages at once, at most: some 5 KB, which leaves the L1 cache
/// half of a multiprocessor's memory.
inline int most_entries(const SpmmShape& shape) {
  return 5376 / (shape.scalar_bytes + shape.index_bytes);
}

/// Entries that `rows` rows have, or seldom more.
inline double expected_entries(const SpmmShape& shape, int rows) {
  return has_even_rows(shape) ? double(rows) * double(shape.max_row_length)
                              : 1.4 * mean_row_length(shape) * rows + 32;
}

/// Cuts a row of `columns` columns of B, of which a thread takes `width`, into what a row's threads
/// take at once. On grids that is so little that what a block reads of B stays in the L1 cache from
/// one row to the next, elsewhere what makes long reads; but parts of rows that are no whole lines
/// of the cache (128 bytes) read lines twice, and store to sectors of C twice. That is the worse
/// where rows of A are short, or a warp has room for three rows of a whole row's threads.
inline void cut_columns(const SpmmShape& shape, std::int64_t columns, int width, bool is_grid,
                        SpmmTile& tile) {
  const std::int64_t row_bytes = columns * shape.scalar_bytes;
  // Two vectors a thread halve the reads of entries of A. Where these do not take long, it pays to
  // have a line of B (128 bytes) read by half as many threads too.
  if (is_grid && shape.scalar_bytes >= 4 && tile.load * shape.scalar_bytes == 16 &&
      (row_bytes % 256 == 0 || (row_bytes % 128 == 0 && mean_row_length(shape) <= 8))) {
    tile.vectors = 2;
    tile.lanes = row_bytes % 256 == 0 ? 8 : 4;
    tile.columns = tile.vectors * tile.lanes * width;
    return;
  }
  const bool is_aligned = tile.load * shape.scalar_bytes == 16;
  std::int64_t tile_bytes = 256;
  const bool fills_warps = (columns + width - 1) / width > 10 && mean_row_length(shape) > 8;
  if (is_grid && (fills_warps || (is_aligned && row_bytes % 128 == 0))) tile_bytes = 128;
  if (!is_grid && row_bytes <= 512 && !(is_aligned && row_bytes % 256 == 0)) tile_bytes = 512;
  const std::int64_t most = std::min<std::int64_t>(
      32 * width, std::max<std::int64_t>(width, tile_bytes / shape.scalar_bytes));
  const std::int64_t turns = std::max<std::int64_t>(1, (columns + most - 1) / most);
  const std::int64_t vectors = ((columns + turns - 1) / turns + width - 1) / width;
  tile.columns = int(vectors) * width;
  // Eight threads, whose loads go together, leave as many rows a warp as seven.
  tile.lanes = is_grid && vectors == 7 ? 8 : int(vectors);
}

inline bool is_grid(const SpmmShape& shape) { return shape.grid.line > 0 && has_even_rows(shape); }

/// Row tiles over `columns` columns of a row-major B, of which a thread takes `width` by loads of
/// `load`.
inline SpmmTile row_tile(const SpmmShape& shape, std::int64_t columns, int width, int load) {
  SpmmTile tile;
  tile.load = load;
  tile.shares_rows = !has_even_rows(shape) &&
                     (shape.max_row_length == 0 || shape.max_row_length >= shared_row_entries);
  const bool is_grid = detail::is_grid(shape);
  cut_columns(shape, columns, width, is_grid, tile);
  const std::int64_t turns = std::max<std::int64_t>(1, (columns + tile.columns - 1) / tile.columns);
  const int rows_at_once = 32 / tile.lanes;
  // What a warp does once, whatever its rows, takes as many instructions as a few short rows. So
  // it takes many, as far as there are blocks enough for every multiprocessor, and patches that
  // fill the lines of a grid.
  const std::int64_t enough_blocks = 16 * shape.multiprocessors;
  const auto is_enough = [&] {
    const std::int64_t rows = rows_at_once * tile.group_rows;
    return expected_entries(shape, int(rows)) <= most_entries(shape) &&
           shape.num_rows >= enough_blocks * rows * (tile.threads / 32) &&
           (!is_grid || 8 * rows <= shape.grid.line);
  };
  // Rows of a column-major C are stored next to each other, or other warps must do so soon.
  const bool is_scattered = !shape.c_row_major && rows_at_once * shape.result_bytes < 64;
  // Neighbours that share rows of B must be taken before these leave the L1 cache.
  constexpr double kept_bytes = 8192;
  const bool shares_much =
      !is_grid && (shape.node_rows > 1 || shape.followed > 0.5) &&
      mean_row_length(shape) * double(tile.columns * shape.scalar_bytes) > kept_bytes;
  tile.group_rows = is_scattered || shares_much ? 1 : 8;
  if (is_scattered) tile.threads = 256;
  while (tile.group_rows > 1 && !is_enough()) tile.group_rows /= 2;
  const int rows_of_warp = rows_at_once * tile.group_rows;
  while (tile.threads > 64 && shape.num_rows < enough_blocks * rows_of_warp * (tile.threads / 32))
    tile.threads /= 2;
  tile.rows = tile.threads / 32 * rows_of_warp;
  if (is_grid)
    tile.patch = best_patch(shape.grid, shape.num_rows, tile.rows, rows_of_warp,
                            columns * shape.scalar_bytes);
  tile.capacity = int(
      std::min(double(most_entries(shape)), std::max(32.0, expected_entries(shape, rows_of_warp))));
  // Where B does not fit the L2 cache and rows do not share columns with their neighbours, a few
  // columns of B at a time find more of it there.
  const bool is_local = is_grid || shape.followed > 0.5;
  const bool fits = shape.num_cols * columns * shape.scalar_bytes <= kept_in_l2(shape.l2_bytes);
  tile.column_tiles = is_local || fits ? int(turns) : 1;
  tile.vector_stores = shape.c_alignment >= std::min(16, width * shape.result_bytes);
  return tile;
}

/// Node tiles over `columns` columns of a row-major B, of which a thread takes vectors of `width`.
inline SpmmTile node_tile(const SpmmShape& shape, std::int64_t columns, int width) {
  SpmmTile tile;
  tile.node_rows = shape.node_rows;
  tile.load = width;
  // Two vectors a thread where rows of B allow it: they halve the reads of entries of A.
  const std::int64_t row_vectors = std::max<std::int64_t>(1, columns / width);
  for (tile.lanes = 32; tile.lanes >= 8 && row_vectors % (2 * tile.lanes) != 0;) tile.lanes /= 2;
  if (tile.lanes >= 8) {
    tile.vectors = 2;
  } else {
    const std::int64_t turns = (row_vectors + 15) / 16;
    tile.lanes = int((row_vectors + turns - 1) / turns);
  }
  tile.columns = tile.vectors * tile.lanes * width;
  tile.column_tiles = int((columns + tile.columns - 1) / tile.columns);
  if (!shape.c_row_major) tile.threads = 256;
  const int nodes_of_warp = 32 / tile.lanes;
  tile.rows = tile.threads / 32 * nodes_of_warp;
  // Long turns wait less often, but the L1 cache needs room: more of it for values that are read
  // from elsewhere. (From products of three unknowns a node, in order and at random, on an H200.)
  const std::int64_t most_bytes = shape.has_value_index ? 4096 : 7500;
  const std::int64_t entry_bytes = shape.node_rows * shape.scalar_bytes + shape.index_bytes;
  tile.capacity = 32;
  while (tile.capacity > 8 && nodes_of_warp * tile.capacity * entry_bytes > most_bytes)
    tile.capacity /= 2;
  const GridStrides grid{shape.grid.line / shape.node_rows, shape.grid.plane / shape.node_rows};
  if (is_grid(shape))
    tile.patch = best_patch(grid, shape.num_rows / shape.node_rows, tile.rows, nodes_of_warp,
                            columns * shape.scalar_bytes * shape.node_rows);
  tile.vector_stores = shape.c_alignment >= std::min(16, width * shape.result_bytes);
  return tile;
}

inline SpmmTile walk_tile(const SpmmShape& shape) {
  SpmmTile tile;
  // Threads that share staged rows and take other columns of them make room for more threads where
  // rows are long; of short ones a thread takes as much as it can.
  const bool has_short_rows = shape.max_row_length <= 8;
  const bool takes_eight =
      shape.n >= 16 || (has_short_rows && shape.n >= 8 && shape.scalar_bytes < 8);
  tile.columns = takes_eight ? 8 : 4;
  tile.column_tiles = int((shape.n + tile.columns - 1) / tile.columns);
  tile.rows = 64;
  tile.threads = tile.rows * (has_short_rows ? 1 : std::min(2, tile.column_tiles));
  tile.capacity = int(32 * shape.max_row_length);
  tile.patch = best_patch(shape.grid, shape.num_rows, tile.rows, 32, shape.n * shape.scalar_bytes);
  return tile;
}

}  // namespace detail

/// Whether the kernels take a product of this size with a B whose rows (columns) are `ld` entries
/// apart: rows are addressed by 32-bit strides in bytes, tiles of 32 columns by what a grid's
/// second dimension has room for.
inline bool takes_sizes(const SpmmShape& shape, std::int64_t ld) {
  constexpr std::int64_t limit = INT32_MAX;
  const bool has_short_rows = !shape.b_row_major || ld <= limit / shape.scalar_bytes;
  return has_short_rows && shape.n <= 65'535 * 32 && shape.num_rows < limit;
}

/// Whether 32 rows fit the shared memory that a thread for each of them to walk it may take.
inline bool can_walk(const SpmmShape& shape) {
  constexpr std::int64_t part_bytes = 24 * 1024;
  return shape.max_row_length > 0 &&
         32 * shape.max_row_length * (shape.scalar_bytes + shape.index_bytes) <= part_bytes;
}

/// Entries of a row of a copy of `columns` columns of B: whole vectors, and a whole line of the
/// cache where it nearly is one.
inline std::int64_t packed_row_length(std::int64_t columns, int scalar_bytes) {
  const std::int64_t bytes = (columns * scalar_bytes + 15) / 16 * 16;
  return (bytes == 112 ? 128 : bytes) / scalar_bytes;
}

/// Bytes of workspace for the copy of one matrix B, a multiple of 16.
inline std::int64_t packed_bytes(std::int64_t num_cols, std::int64_t columns, int scalar_bytes) {
  return (packed_row_length(columns, scalar_bytes) * num_cols * scalar_bytes + 15) / 16 * 16;
}

/// Whether rows of B, as they lie, can be loaded by vectors of 16 bytes.
inline bool loads_vectors(const SpmmShape& shape) {
  return detail::vector_width(shape.scalar_bytes, shape.b_alignment, shape.n) *
             shape.scalar_bytes ==
         16;
}

/// Whether there are kernels that take whole nodes.
inline bool has_nodes(const SpmmShape& shape) {
  return shape.node_rows > 1 && shape.scalar_bytes >= 4;
}

/// Whether a copy of a row-major B with padded rows pays. It does in two cases, if rows of B are
/// gathered often enough: threads then load whole vectors instead of single entries; or each row
/// lies in fewer sectors, where the L2 cache does not hold B and neighbouring rows of A do not
/// gather the same rows. (From products on an H200 with
/// every number of columns up to 65.)
inline bool pays_to_pad(const SpmmShape& shape) {
  if (!shape.has_workspace || loads_vectors(shape)) return false;
  const std::int64_t padded = packed_row_length(shape.n, shape.scalar_bytes) * shape.scalar_bytes;
  const bool is_local = shape.followed > 0.5;
  if (!is_local && (padded == 64 || padded == 128) &&
      shape.num_cols * padded > kept_in_l2(shape.l2_bytes) && shape.nnz >= 8 * shape.num_cols)
    return true;
  const int load = detail::vector_width(shape.scalar_bytes, shape.b_alignment, shape.n);
  if (load > 1 || shape.nnz < 16 * shape.num_cols) return false;
  if (shape.scalar_bytes == 4) return shape.n >= (is_local ? 7 : 11);
  const bool fills_lines = padded % 128 == 0 && (is_local || padded <= 256);
  return shape.scalar_bytes == 8 && (fills_lines || (is_local && shape.n >= 9 && shape.n <= 15));
}

/// Which kernel suits a shape (nothing of it but sizes, row lengths, nodes, layout and alignment of
/// B, `followed` and has_workspace is looked at).
inline SpmmKernel preferred_spmm_kernel(const SpmmShape& shape) {
  if (has_nodes(shape)) {
    if (shape.b_row_major && loads_vectors(shape)) return SpmmKernel::node_tile;
    if (!shape.b_row_major || shape.has_workspace) return SpmmKernel::packed_node_tile;
  }
  if (shape.b_row_major)
    return pays_to_pad(shape) ? SpmmKernel::packed_row_tile : SpmmKernel::row_tile;
  const bool walks = can_walk(shape) && detail::has_even_rows(shape) && shape.followed > 0.5;
  return walks ? SpmmKernel::column_walk : SpmmKernel::packed_row_tile;
}

/// How a kernel that takes this layout of B cuts the product; for a column walk can_walk must hold.
inline SpmmChoice cut_spmm(SpmmKernel kernel, const SpmmShape& shape) {
  SpmmChoice choice;
  choice.kernel = kernel;
  if (kernel == SpmmKernel::column_walk) {
    choice.tile = detail::walk_tile(shape);
    return choice;
  }
  int alignment = shape.b_alignment;
  std::int64_t readable = shape.n;
  if (packs(kernel)) {
    choice.packed_ld = packed_row_length(shape.n, shape.scalar_bytes);
    readable = choice.packed_ld;
    alignment = 16;
  }
  const int load = detail::vector_width(shape.scalar_bytes, alignment, readable);
  choice.width = load;
  if (takes_nodes(kernel)) {
    choice.tile = detail::node_tile(shape, readable, load);
    return choice;
  }
  if (detail::joins_loads(shape, load, detail::is_grid(shape))) {
    choice.width = 16 / shape.scalar_bytes;
    readable = (shape.n + choice.width - 1) / choice.width * choice.width;
  }
  choice.tile = detail::row_tile(shape, readable, choice.width, load);
  return choice;
}

/// Which kernel, and how it cuts the product.
inline SpmmChoice select_spmm(const SpmmShape& shape) {
  return cut_spmm(preferred_spmm_kernel(shape), shape);
}

}  // namespace filigree::cuda
