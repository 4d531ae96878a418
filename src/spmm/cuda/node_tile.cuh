// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/warp.hpp"
#include "spmm/cuda/row_tile.cuh"

/// SpMM with a row-major B, where R consecutive rows of A, a node, have the same columns, as the
/// unknowns of a mesh's node have: a group of threads takes all rows of a node at once, so that a
/// row of B is loaded once for R entries of A, and columns are read once for R rows. (The idea is
/// that of inodes: S. Balay et al., PETSc Users Manual, MATAIJ.)

namespace filigree::cuda {

/// The rows of a node as one list of columns.
struct Node {
  std::int64_t begin = 0;  ///< the first row's entries
  int length = 0;          ///< entries of each row
};

template <int R, class Arguments>
__device__ inline Node node_at(const Arguments& arguments, std::int64_t node) {
  const EntryRange row = entries_of_row(arguments, blockIdx.z, R * node);
  return {row.begin, int(row.end - row.begin)};
}

/// Entries of the nodes of a warp in shared memory: for each group of threads up to `capacity`
/// columns, and as many values of each of the R rows. The groups' arrays lie one scalar further
/// apart than whole rows of banks: the groups read at the same time.
template <int R, class Arguments>
struct StagedNodes {
  using A = typename Arguments::A;
  using Index = typename Arguments::Index;

  int capacity;
  A* values;
  Index* columns;

  __device__ StagedNodes(const SpmmTile& shape, unsigned char* shared)
      : capacity(shape.capacity),
        values(reinterpret_cast<A*>(shared)),
        columns(reinterpret_cast<Index*>(shared + shape.columns_at)) {}

  __device__ A* values_of(int group) const { return values + group * (R * capacity + 1); }
  __device__ Index* columns_of(int group) const { return columns + group * (capacity + 1); }

  /// Starts to copy the entries [position, position + capacity) of the rows of all groups' nodes,
  /// as far as there are some; `mine`: of this thread's group. A warp calls it together.
  __device__ void start(const Arguments& arguments, const Node& mine, int position, int lanes,
                        int groups) const {
    const int thread = int(threadIdx.x) % 32;
    const int at_once = capacity < 32 ? 32 / capacity : 1;
    const int entry = capacity < 32 ? thread % capacity : thread;
#pragma unroll 1
    for (int first = 0; first < groups; first += at_once) {
      const int group = first + (capacity < 32 ? thread / capacity : 0);
      const int source = (group < groups ? group : 0) * lanes;
      const std::int64_t begin = __shfl_sync(whole_warp, mine.begin, source) + position;
      const int length = __shfl_sync(whole_warp, mine.length, source);
      const int count = group < groups ? min(capacity, length - position) : 0;
#pragma unroll 1
      for (int k = entry; k < count; k += 32) copy_entries(arguments, begin + k, length, group, k);
    }
  }

 private:
  /// Entry k of the staged ones of a group, of all rows.
  __device__ void copy_entries(const Arguments& arguments, std::int64_t from, int length, int group,
                               int k) const {
    copy_async(columns_of(group) + k,
               arguments.col_indices + blockIdx.z * arguments.column_stride + from);
    const A* source = arguments.values + blockIdx.z * arguments.value_stride;
    std::int64_t step = length;
    if (arguments.value_index.is_null()) {
      source += from;
    } else {
      source += arguments.value_index.from(blockIdx.z * arguments.column_stride)[from];
      step = 1;
    }
    A* const to = values_of(group) + k;
#pragma unroll
    for (int r = 0; r < R; ++r) copy_async(to + r * capacity, source + r * step);
  }
};

/// sums += `count` staged entries of each of a node's rows.
template <int R, int W, int V, int Step, int U, class Arguments>
__device__ inline void sum_node(typename Arguments::C (&sums)[R][V * W], const Arguments& arguments,
                                const typename Arguments::A* values,
                                const typename Arguments::Index* columns, int count, int capacity,
                                const char* b, std::int32_t pitch) {
  using Rows = Gathered<W, W, V, Step, typename Arguments::A>;
  const auto add = [&](const Rows& row, int k) {
#pragma unroll
    for (int r = 0; r < R; ++r) row.add_to(sums[r], arguments, values[r * capacity + k]);
  };
  int k = 0;
#pragma unroll 1
  for (; k + U <= count; k += U) {
    Rows rows[U];
#pragma unroll
    for (int u = 0; u < U; ++u)
      rows[u].template load_row<true>(true, row_address(b, columns[k + u], pitch));
#pragma unroll
    for (int u = 0; u < U; ++u) add(rows[u], k + u);
  }
  if (k >= count) return;
  Rows rows[U];
#pragma unroll
  for (int u = 0; u < U; ++u)
    rows[u].template load_row<false>(k + u < count, row_address(b, columns[k + u], pitch));
#pragma unroll
  for (int u = 0; u < U; ++u)
    if (k + u < count) add(rows[u], k + u);
}

/// Each group of threads of a warp takes one node; the nodes of a warp follow each other. A thread
/// takes V vectors of W columns of B, Step bytes apart, for U entries at once.
template <int R, int W, int V, int Step, int U, int MaxThreads, int MinBlocks, class Arguments>
__global__ void __launch_bounds__(MaxThreads, MinBlocks)
    node_tile_kernel(const __grid_constant__ Arguments arguments,
                     const __grid_constant__ SpmmTile shape) {
  using C = typename Arguments::C;
  extern __shared__ __align__(16) unsigned char shared[];
  const int thread = int(threadIdx.x) % 32;
  const int group = (thread * shape.lane_inverse) >> 16;
  const BlockPart part(shape, arguments.n);
  const RowRange nodes =
      TileRows(shape, part.tile)
          .at(shape, arguments.num_rows / R, int(threadIdx.x) / 32 * shape.groups, shape.groups);
  if (nodes.count == 0) return;
  const bool is_there = group < nodes.count;
  const Node mine = is_there ? node_at<R>(arguments, nodes.first + group) : Node{};
  const int longest = __reduce_max_sync(whole_warp, mine.length);
  const StagedNodes<R, Arguments> staged(shape, shared + threadIdx.x / 32 * shape.part_bytes);
  const char* const b = rows_of_b(arguments);
  const std::int32_t pitch = pitch_of_b(arguments);
#pragma unroll 1
  for (int first_column = int(part.first_column); first_column < int(part.end_column);
       first_column += shape.columns) {
    const ColumnTile<Arguments, W, W, V, Step> tile(arguments, shape, b, first_column,
                                                    int(part.end_column),
                                                    (thread - group * shape.lanes) * W);
    C sums[R][V * W];
#pragma unroll
    for (int r = 0; r < R; ++r)
#pragma unroll
      for (auto& sum : sums[r]) sum = zero<C>();
#pragma unroll 1
    for (int position = 0; position < longest; position += shape.capacity) {
      __syncwarp();
      staged.start(arguments, mine, position, shape.lanes, nodes.count);
      wait_for_copies();
      __syncwarp();
      if (is_there)
        sum_node<R, W, V, Step, U>(
            sums, arguments, staged.values_of(group), staged.columns_of(group),
            min(shape.capacity, mine.length - position), shape.capacity, tile.b, pitch);
    }
    if (!is_there) continue;
#pragma unroll
    for (int r = 0; r < R; ++r) tile.store(arguments, R * (nodes.first + group) + r, sums[r]);
  }
}

}  // namespace filigree::cuda
