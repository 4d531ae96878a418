// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "spmv/cuda/block_lanes.hpp"
#include "spmv/cuda/blocks.hpp"

/// SpMV on Bsr. The lanes of a group lie over a block's entries, in their order, so that a block is
/// read in whole lines whatever its size; each lane keeps the same positions in every block of the
/// block row, and with them the same rows and columns: nothing is decoded a second time. Sums are
/// added across the lanes once a block row, in a fixed order.
///
/// Large blocks are cut into panels of rows, each for a group of its own.

namespace filigree::cuda {

inline constexpr int block_warps = 4;
inline constexpr int block_threads = 32 * block_warps;

/// Loads of values that a lane has under way, and thread blocks of an SM: what measured best of
/// what the registers allow. Narrow loads need more of them.
template <class A, int Vector, int Vectors>
inline constexpr int block_loads = Vector * sizeof(A) < 16 || Vectors == 4 ? 8 : 4;
template <class A, int Vector, int Vectors>
inline constexpr int block_occupancy = block_loads<A, Vector, Vectors> == 4
                                           ? 6
                                           : (Vector * sizeof(A) < 16 ? 5 : 4);

/// What a lane reads of every block: vectors that start `entry` entries into it, at column `col`.
/// A lane that has no vector reads the first one again; nobody takes its sums.
template <int Vectors>
struct LanePositions {
  int entry[Vectors];
  int col[Vectors];
};

template <int Vector, int Vectors>
__device__ inline LanePositions<Vectors> lane_positions(const BlockLanes& lanes, int lane,
                                                        int first_row, int rows, int block_rows,
                                                        int block_cols, bool row_major) {
  LanePositions<Vectors> result;
#pragma unroll
  for (int t = 0; t < Vectors; ++t) {
    const int q = lane + lanes.lanes * t;
    // Vectors of a line (row or column) of the panel.
    const int line_vectors = (row_major ? block_cols : lanes.panel_rows) / Vector;
    const int line = q / line_vectors;
    const int along = (q - line * line_vectors) * Vector;
    int row = row_major ? line : along;
    int col = row_major ? along : line;
    if (q >= lanes.panel_vectors || row >= rows) row = col = 0;
    result.entry[t] =
        row_major ? (first_row + row) * block_cols + col : col * block_rows + first_row + row;
    result.col[t] = col;
  }
  return result;
}

/// A pack at an address that need not be aligned to it.
template <int Count, class X>
__device__ inline Pack<X, Count> load_pack(const X* address, bool aligned) {
  Pack<X, Count> result;
  if constexpr (Count > 1) {
    if (!aligned) {
#pragma unroll
      for (int v = 0; v < Count; ++v) result.entry[v] = address[v];
      return result;
    }
  }
  return *reinterpret_cast<const Pack<X, Count>*>(address);
}

/// The blocks of a block row that are still to come.
template <class A, class X, class Index>
struct BlockWalk {
  const A* values;       ///< of the first block
  const Index* columns;  ///< of the first block
  const X* x;            ///< x of block column 0, which may lie before the array
  int count;             ///< blocks from the first one to the end of the block row
  int block_entries;
  int block_cols;
  Index partial;     ///< the block column that the matrix cuts off; -1: none
  int partial_cols;  ///< the columns that it has of it
  bool aligned_x;
  bool conjugate;
};

/// sums += Unroll blocks from the first of \c walk on. Checked: some may lie past the end or in
/// the partial block column; what the matrix lacks is not multiplied.
template <bool Checked, int Vector, int Vectors, int Unroll, bool Down, class A, class X,
          class Index, class C, int SumsAVector>
__device__ inline void add_blocks(const BlockWalk<A, X, Index>& walk,
                                  const LanePositions<Vectors>& mine, const Index (&column)[Unroll],
                                  C (&sums)[Vectors][SumsAVector]) {
  constexpr int x_a_vector = Down ? 1 : Vector;
  Pack<A, Vector> value[Unroll][Vectors];
  Pack<X, x_a_vector> gathered[Unroll][Vectors];
#pragma unroll
  for (int u = 0; u < Unroll; ++u) {
    const A* const block = walk.values + std::int64_t(u) * walk.block_entries;
#pragma unroll
    for (int t = 0; t < Vectors; ++t) {
      if constexpr (Checked) value[u][t] = Pack<A, Vector>{};
      if (!Checked || u < walk.count)
        value[u][t] = stream_load(reinterpret_cast<const Pack<A, Vector>*>(block + mine.entry[t]));
    }
  }
#pragma unroll
  for (int u = 0; u < Unroll; ++u) {
    const X* const x = walk.x + std::int64_t(column[u]) * walk.block_cols;
#pragma unroll
    for (int t = 0; t < Vectors; ++t) {
      if constexpr (Checked) {
        gathered[u][t] = Pack<X, x_a_vector>{};
        if (u >= walk.count) continue;
        const int cols = column[u] == walk.partial ? walk.partial_cols : walk.block_cols;
#pragma unroll
        for (int v = 0; v < x_a_vector; ++v)
          if (mine.col[t] + v < cols) gathered[u][t].entry[v] = x[mine.col[t] + v];
#pragma unroll
        for (int v = 0; v < Vector; ++v)
          if (mine.col[t] + (Down ? 0 : v) >= cols) value[u][t].entry[v] = A{};
      } else {
        gathered[u][t] = load_pack<x_a_vector>(x + mine.col[t], walk.aligned_x);
      }
    }
  }
#pragma unroll
  for (int u = 0; u < Unroll; ++u) {
#pragma unroll
    for (int t = 0; t < Vectors; ++t) {
#pragma unroll
      for (int v = 0; v < Vector; ++v) {
        C& sum = sums[t][Down ? v : 0];
        sum = accumulate(sum, value[u][t].entry[v], gathered[u][t].entry[Down ? 0 : v],
                         walk.conjugate);
      }
    }
  }
}

/// sums += all the blocks of \c walk.
template <int Vector, int Vectors, int Unroll, bool Down, class A, class X, class Index, class C,
          int SumsAVector>
__device__ inline void walk_blocks(BlockWalk<A, X, Index> walk, const LanePositions<Vectors>& mine,
                                   C (&sums)[Vectors][SumsAVector]) {
  Index column[Unroll];
  const auto load_columns = [&](int from) {
#pragma unroll
    for (int u = 0; u < Unroll; ++u) column[u] = walk.columns[min(from + u, walk.count - 1)];
  };
  if (walk.count > 0) load_columns(0);
  while (walk.count > 0) {
    Index current[Unroll];
#pragma unroll
    for (int u = 0; u < Unroll; ++u) current[u] = column[u];
    bool plain = walk.count >= Unroll;
    // Only a matrix with a partial block column waits for the columns before it loads values.
    if (walk.partial_cols > 0) {
#pragma unroll
      for (int u = 0; u < Unroll; ++u) plain = plain && current[u] != walk.partial;
    }
    load_columns(Unroll);  // of the next blocks, while these are worked on
    if (plain)
      add_blocks<false, Vector, Vectors, Unroll, Down>(walk, mine, current, sums);
    else
      add_blocks<true, Vector, Vectors, Unroll, Down>(walk, mine, current, sums);
    walk.values += std::int64_t(Unroll) * walk.block_entries;
    walk.columns += Unroll;
    walk.count -= Unroll;
  }
}

/// Brings the indices of a later group into the L2 cache, since all of its other loads will wait
/// for them: those of \c block_row, whose columns start at about \c begin.
template <class Index>
__device__ inline void prefetch_indices(const BlockRows<Index>& blocks, std::int64_t block_row,
                                        std::int64_t begin, int count, int lane, int lanes) {
  if (block_row >= blocks.num_block_rows) return;
  if (lane == 0) blocks.begin_offsets.prefetch(block_row);
  constexpr int sector = 32 / sizeof(Index);
  for (int k = lane * sector; k < count; k += lanes * sector)
    if (begin + k < blocks.num_blocks) prefetch_sector(blocks.col_indices + begin + k);
}

/// Vector, Vectors: as in BlockLanes. Down: blocks are column-major and a vector runs down a column
/// (else along a row, or Vector is 1). rows_ahead: block rows from a group to the one that it
/// fetches indices for; 0: it fetches none.
template <int Vector, int Vectors, bool Down, class Arguments, class Index>
__global__ void __launch_bounds__(block_threads,
                                  block_occupancy<typename Arguments::A, Vector, Vectors>)
    block_kernel(const Arguments arguments, const BlockRows<Index> blocks, const BlockLanes lanes,
                 const bool aligned_x, const std::int64_t rows_ahead) {
  using A = typename Arguments::A;
  using X = typename Arguments::X;
  using C = typename Arguments::C;
  constexpr int unroll = block_loads<A, Vector, Vectors> / Vectors;  // blocks at a time
  constexpr int sums_a_vector = Down ? Vector : 1;
  __shared__ C shared[block_warps][32 * Vectors * sums_a_vector];

  const int warp = threadIdx.x / 32;
  const int lane = threadIdx.x % 32;
  const int group = lane / lanes.lanes;
  const int in_group = lane - group * lanes.lanes;
  const std::int64_t task = (std::int64_t(blockIdx.x) * block_warps + warp) * lanes.groups + group;
  std::int64_t block_row = fast_quotient(task, lanes.panels);
  const int first_row = int(task - block_row * lanes.panels) * lanes.panel_rows;
  const int rows = min(lanes.panel_rows, blocks.rows - first_row);
  const bool active = group < lanes.groups && block_row < blocks.num_block_rows;

  C sums[Vectors][sums_a_vector];
#pragma unroll
  for (int t = 0; t < Vectors; ++t) {
#pragma unroll
    for (int v = 0; v < sums_a_vector; ++v) sums[t][v] = zero<C>();
  }
  if (active) {
    if (blocks.mask != nullptr) block_row = std::int64_t(blocks.mask[block_row]) - blocks.base;
    const std::int64_t begin = blocks.begin_offsets[block_row] - blocks.base;
    const std::int64_t end = blocks.end_offsets[block_row] - blocks.base;
    if (rows_ahead > 0)
      prefetch_indices(blocks, block_row + rows_ahead,
                       begin + std::int64_t(double(rows_ahead) * blocks.mean_blocks),
                       int(end - begin), in_group, lanes.lanes);
    const int block_entries = blocks.rows * blocks.cols;
    const std::int64_t whole_cols = fast_quotient(arguments.num_cols, blocks.cols);
    const int partial_cols = int(arguments.num_cols - whole_cols * blocks.cols);
    const BlockWalk<A, X, Index> walk{
        arguments.values + begin * block_entries,
        blocks.col_indices + begin,
        arguments.x - std::int64_t(blocks.base) * blocks.cols,
        int(end - begin),
        block_entries,
        blocks.cols,
        partial_cols > 0 ? Index(whole_cols + blocks.base) : Index(-1),
        partial_cols,
        aligned_x,
        arguments.conjugate};
    const auto mine = lane_positions<Vector, Vectors>(lanes, in_group, first_row, rows, blocks.rows,
                                                      blocks.cols, blocks.row_major);
    walk_blocks<Vector, Vectors, unroll, Down>(walk, mine, sums);
  }
  // Sums in the order of a panel's entries, one a vector along a row.
  const int group_sums = lanes.panel_vectors * sums_a_vector;
  C* const my_sums = shared[warp] + group * group_sums;
  if (active) {
#pragma unroll
    for (int t = 0; t < Vectors; ++t) {
      const int q = in_group + lanes.lanes * t;
      if (q >= lanes.panel_vectors) continue;
#pragma unroll
      for (int v = 0; v < sums_a_vector; ++v) my_sums[q * sums_a_vector + v] = sums[t][v];
    }
  }
  __syncwarp();
  if (!active) return;
  const C alpha = arguments.alpha.get();
  const C beta = arguments.beta.get();
  const int sums_a_row = blocks.row_major ? blocks.cols / Vector : blocks.cols;
  const int row_step = blocks.row_major ? sums_a_row : 1;
  const int sum_step = blocks.row_major ? 1 : lanes.panel_rows;
  for (int r = in_group; r < rows; r += lanes.lanes) {
    const std::int64_t row = block_row * blocks.rows + first_row + r;
    if (row >= arguments.num_rows) break;
    C sum = zero<C>();
    for (int c = 0; c < sums_a_row; ++c) sum = add(sum, my_sums[r * row_step + c * sum_step]);
    store_row(arguments, row, sum, alpha, beta);
  }
}

}  // namespace filigree::cuda
