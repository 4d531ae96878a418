// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/dependent_launch.hpp"
#include "cuda/stream_load.hpp"
#include "spmv/cuda/arguments.hpp"
#include "spmv/cuda/partition.hpp"
#include "spmv/cuda/row_block.hpp"

/// SpMV on shared lists: a warp sums the rows of a group, which have the same columns, together. A
/// lane loads a column and its x once for all of them. Nothing goes through shared memory: on
/// matrices with scattered nodes the latency of x is what counts, so there must be as many warps as
/// registers allow.

namespace filigree::cuda {

inline constexpr int group_threads = 32 * group_warps;

/// Where a group lies: its rows, and the entries of its first one.
struct Group {
  std::int64_t row;
  std::int64_t end_row;
  std::int64_t list;
  std::int64_t length;
};

template <class Arguments>
__device__ inline Group load_group(const Arguments& arguments, const RowBlocks& blocks,
                                   std::int64_t index) {
  Group group{0, 0, 0, 0};
  if (index >= blocks.num_groups) return group;
  group.row = blocks.group_rows[index];
  const std::int64_t block_end = (group.row / blocks.rows_per_block + 1) * blocks.rows_per_block;
  group.end_row = min(block_end, arguments.num_rows);
  if (index + 1 < blocks.num_groups)
    group.end_row = min(group.end_row, blocks.group_rows[index + 1]);
  group.list = std::int64_t(arguments.row_offsets[group.row]) - arguments.base;
  group.length = std::int64_t(arguments.row_offsets[group.row + 1]) - arguments.base - group.list;
  return group;
}

/// The group that lane \c lane loaded.
__device__ inline Group group_of_lane(const Group& loaded, int lane) {
  constexpr unsigned all = 0xffffffffu;
  return {__shfl_sync(all, loaded.row, lane), __shfl_sync(all, loaded.end_row, lane),
          __shfl_sync(all, loaded.list, lane), __shfl_sync(all, loaded.length, lane)};
}

inline constexpr int rows_at_once = 3;
inline constexpr int group_loads = 3;

template <class Arguments>
__device__ inline void load_columns(const Arguments& arguments, const Group& group,
                                    std::int64_t first,
                                    typename Arguments::Index (&column)[group_loads]) {
#pragma unroll
  for (int j = 0; j < group_loads; ++j) {
    column[j] = 0;
    if (first + 32 * j < group.length)
      column[j] = arguments.col_indices[group.list + first + 32 * j];
  }
}

/// sums[r] += the part of row + r that lies in the 32 group_loads entries from \c first - lane on.
template <class Arguments>
__device__ inline void add_part(const Arguments& arguments, const Group& group, std::int64_t row,
                                std::int64_t first,
                                const typename Arguments::Index (&column)[group_loads],
                                typename Arguments::C (&sums)[rows_at_once]) {
  using A = typename Arguments::A;
  using X = typename Arguments::X;
  // Rows of a group follow each other and are of the same length.
  const A* const values = arguments.values + group.list + (row - group.row) * group.length;
  const X* const x = arguments.x - arguments.base;
  A value[group_loads][rows_at_once];
  X gathered[group_loads];
#pragma unroll
  for (int j = 0; j < group_loads; ++j) {
    const std::int64_t k = first + 32 * j;
    gathered[j] = X{};
    if (k < group.length) gathered[j] = x[column[j]];
#pragma unroll
    for (int r = 0; r < rows_at_once; ++r) {
      value[j][r] = A{};
      if (k < group.length && row + r < group.end_row)
        value[j][r] = stream_load(values + r * group.length + k);
    }
  }
#pragma unroll
  for (int j = 0; j < group_loads; ++j) {
#pragma unroll
    for (int r = 0; r < rows_at_once; ++r)
      sums[r] = accumulate(sums[r], value[j][r], gathered[j], arguments.conjugate);
  }
}

/// A warp takes groups_a_warp groups: their places are loaded together, and a group's columns while
/// the one before it is worked on.
template <bool Reduce, class Arguments>
__global__ void __launch_bounds__(group_threads, sizeof(typename Arguments::C) <= 8 ? 8 : 4)
    group_kernel(const Arguments arguments, const RowBlocks blocks,
                 typename Arguments::C* partials) {
  using C = typename Arguments::C;
  using Index = typename Arguments::Index;
  const int lane = threadIdx.x % 32;
  const std::int64_t warp = std::int64_t(blockIdx.x) * group_warps + threadIdx.x / 32;
  Group mine{0, 0, 0, 0};
  if (lane < groups_a_warp) mine = load_group(arguments, blocks, warp * groups_a_warp + lane);
  const C alpha = arguments.alpha.get();
  const C beta = arguments.beta.get();
  Reduction<C> reduction;
  Group group = group_of_lane(mine, 0);
  Index column[group_loads];
  load_columns(arguments, group, lane, column);
  for (int g = 0; g < groups_a_warp; ++g) {
    Group next{0, 0, 0, 0};
    if (g + 1 < groups_a_warp) next = group_of_lane(mine, g + 1);
    Index next_column[group_loads];
    load_columns(arguments, next, lane, next_column);
    const std::int64_t end_row = group.length <= blocks.limit ? group.end_row : group.row;
    for (std::int64_t row = group.row; row < end_row; row += rows_at_once) {
      C sums[rows_at_once];
#pragma unroll
      for (int r = 0; r < rows_at_once; ++r) sums[r] = zero<C>();
      add_part(arguments, group, row, lane, column, sums);
      for (std::int64_t first = 32 * group_loads + lane; first - lane < group.length;
           first += 32 * group_loads) {
        Index more[group_loads];
        load_columns(arguments, group, first, more);
        add_part(arguments, group, row, first, more, sums);
      }
#pragma unroll
      for (int r = 0; r < rows_at_once; ++r) {
        sums[r] = sum_warp(sums[r]);
        if (lane != 0 || row + r >= end_row) continue;
        const auto stored = store_row(arguments, row + r, sums[r], alpha, beta);
        if constexpr (Reduce) reduction.include(arguments, row + r, stored);
      }
    }
    group = next;
#pragma unroll
    for (int j = 0; j < group_loads; ++j) column[j] = next_column[j];
  }
  if constexpr (Reduce) {
    __shared__ C shared[64];
    reduce_block(reduction, shared, partials + 2 * std::int64_t(blockIdx.x));
  }
  // The row blocks may still be under way, which what follows needs.
  wait_for_primary();
}

}  // namespace filigree::cuda
