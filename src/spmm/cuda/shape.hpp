// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cuda/grid_patch.hpp"

/// A product as the choice of a kernel sees it, and what is chosen. No CUDA here.

namespace filigree::cuda {

/// Rows of as many entries, or more, are shared by the groups of threads of a row tile's warp.
inline constexpr int shared_row_entries = 64;

/// How a kernel cuts a product into thread blocks. A part of a block is what stages entries of A
/// together: a warp of row tiles, 32 rows of a column walk.
struct SpmmTile {
  int threads = 128;     ///< of a block
  int rows = 32;         ///< of a block; the column walk: a power of two, at least 32
  int capacity = 0;      ///< entries of A that a part of a block (a node's row) stages at once
  int columns = 0;       ///< of B that are taken at once
  int column_tiles = 1;  ///< of `columns` each that a block takes in turn
  int lanes = 1;         ///< row tiles: threads that share a row, up to 32
  int vectors = 1;       ///< row tiles: of each row of B that a thread loads, 16 lanes bytes apart
  int load = 1;        ///< row tiles: entries of B that a load brings: a vector's, or a part of it
  int group_rows = 1;  ///< row tiles: of a warp's rows, those of such a group of threads
  int node_rows = 1;   ///< node tiles: rows of a node; `rows` and the patch count nodes
  /// Row tiles: whether a warp's groups of threads share rows of many entries. Where all rows have
  /// about as many, a row a group does as well.
  bool shares_rows = true;
  bool vector_stores = true;  ///< row tiles: whether C is aligned for stores of 16 bytes
  GridPatch patch;

  // Set by the launcher.
  std::uint32_t columns_at = 0;  ///< where columns lie behind the values of staged entries
  std::uint32_t places_at = 0;   ///< row tiles: where the rows' begins lie behind them
  std::uint32_t part_bytes = 0;  ///< of a part of a block
  int groups = 1;                ///< row tiles: of threads in a warp
  int lane_inverse = 0;          ///< 2^16 / lanes, rounded up
};

enum class SpmmKernel {
  row_tile,         ///< B is row-major
  column_walk,      ///< B is column-major and read as it lies
  packed_row_tile,  ///< B is of either layout, and copied row by row to the workspace first
  node_tile,        ///< B is row-major, and all rows of A belong to nodes (SpmmShape::node_rows)
  packed_node_tile,
};

/// Whether a kernel works from a copy of B.
constexpr bool packs(SpmmKernel kernel) {
  return kernel == SpmmKernel::packed_row_tile || kernel == SpmmKernel::packed_node_tile;
}

/// Whether a group of threads takes all rows of a node.
constexpr bool takes_nodes(SpmmKernel kernel) {
  return kernel == SpmmKernel::node_tile || kernel == SpmmKernel::packed_node_tile;
}

/// What the choice rests on.
struct SpmmShape {
  std::int64_t num_rows = 0;  ///< of op(A)
  std::int64_t num_cols = 0;
  std::int64_t nnz = 0;
  std::int64_t n = 0;               ///< columns of B
  std::int64_t max_row_length = 0;  ///< 0: not known
  double row_length_variance = 0;
  int scalar_bytes = 8;  ///< of A and B
  int result_bytes = 8;  ///< of C
  int index_bytes = 4;
  bool b_row_major = true;
  bool c_row_major = true;
  /// Where the rows of B and C begin, as the largest power of two up to 16 that divides each row's
  /// address (address_step).
  int b_alignment = 16;
  int c_alignment = 16;
  bool has_value_index = false;  ///< values of A are read through an index
  bool has_workspace = false;    ///< a copy of B costs no allocation
  int multiprocessors = 0;       ///< of the device
  std::int64_t l2_bytes = 0;     ///< of its L2 cache
  GridStrides grid;
  /// The share of entries (i, j) for which (i + 1, j + 1) is an entry too, of some rows: near 1 on
  /// grids, whose neighbouring rows gather from neighbouring addresses (share_of_followed).
  double followed = 0;
  /// Rows of a node, one of node_sizes (find_node_rows); 1: they share no columns.
  int node_rows = 1;
};

struct SpmmChoice {
  SpmmKernel kernel = SpmmKernel::row_tile;
  int width = 1;  ///< entries of a row of B that a thread takes as one vector; not of walks
  SpmmTile tile;
  std::int64_t packed_ld = 0;  ///< where the kernel packs: entries of a row of the copy
};

/// The largest power of two up to 16 bytes that divides the addresses of all rows (or columns) of a
/// dense matrix: its first entry's address, its ld and its batch stride in bytes.
inline int address_step(std::uintptr_t address, std::int64_t ld_bytes, std::int64_t batch_bytes) {
  const auto bits = std::uint64_t(address) | std::uint64_t(ld_bytes) | std::uint64_t(batch_bytes);
  int step = 16;
  while ((bits & std::uint64_t(step - 1)) != 0) step /= 2;
  return step;
}

}  // namespace filigree::cuda
