// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/dependent_launch.hpp"
#include "cuda/opaque.hpp"
#include "cuda/stream_load.hpp"
#include "cuda/sum_over_lanes.hpp"
#include "cuda/warp.hpp"
#include "spmv/cuda/arguments.hpp"
#include "spmv/cuda/partition.hpp"
#include "spmv/cuda/row_block.hpp"

/// SpMV on shared lists: a warp sums the rows of a group, which have the same columns, together. A
/// lane loads a column and its x once for all of them. Nothing goes through shared memory: on
/// matrices with scattered nodes the latency of x is what counts, so there must be as many warps as
/// registers allow.

namespace filigree::cuda {

inline constexpr int group_threads = 32 * group_warps;

/// Where a group lies: its rows, none where they are too long, and the entries of its first one.
struct Group {
  std::int64_t row;
  std::int64_t list;
  int rows;
  int length;
};

template <class Arguments>
__device__ inline Group load_group(const Arguments& arguments, const RowBlocks& blocks,
                                   std::int64_t index) {
  Group group{0, 0, 0, 0};
  if (index >= blocks.num_groups) return group;
  group.row = blocks.group_rows[index];
  const std::int64_t block_end = (group.row / blocks.rows_per_block + 1) * blocks.rows_per_block;
  std::int64_t end_row = min(block_end, arguments.num_rows);
  if (index + 1 < blocks.num_groups) end_row = min(end_row, blocks.group_rows[index + 1]);
  group.list = std::int64_t(arguments.row_offsets[group.row]) - arguments.base;
  const std::int64_t length =
      std::int64_t(arguments.row_offsets[group.row + 1]) - arguments.base - group.list;
  if (length > blocks.limit) return group;
  group.rows = int(end_row - group.row);
  group.length = int(length);
  return group;
}

/// The group that lane \c lane loaded.
__device__ inline Group group_of_lane(const Group& loaded, int lane) {
  return {__shfl_sync(whole_warp, loaded.row, lane), __shfl_sync(whole_warp, loaded.list, lane),
          __shfl_sync(whole_warp, loaded.rows, lane), __shfl_sync(whole_warp, loaded.length, lane)};
}

inline constexpr int rows_at_once = 3;
inline constexpr int sums_of_rows = 4;  ///< rows_at_once and one that stays 0: a power of two
inline constexpr int lanes_a_sum = 32 / sums_of_rows;
inline constexpr int group_loads = 3;
inline constexpr int part_entries = 32 * group_loads;

/// This lane's columns of a part of a list: \c columns is its first one, \c left the
/// entries from there to the list's end.
template <class Index>
__device__ inline void load_columns(const Index* columns, int left, Index (&column)[group_loads]) {
#pragma unroll
  for (int j = 0; j < group_loads; ++j) {
    column[j] = 0;
    if (32 * j < left) column[j] = columns[32 * j];
  }
}

/// sums[r] += this lane's entries of a part of the r-th row from \c values on, r < rows. All: there
/// are rows_at_once of them.
template <bool All, class Arguments>
__device__ inline void add_part(const Arguments& arguments, const typename Arguments::X* x,
                                const typename Arguments::A* values, int rows, int length, int left,
                                const typename Arguments::Index (&column)[group_loads],
                                typename Arguments::C (&sums)[sums_of_rows]) {
  using A = typename Arguments::A;
  using X = typename Arguments::X;
  A value[group_loads][rows_at_once];
  X gathered[group_loads];
#pragma unroll
  for (int j = 0; j < group_loads; ++j) {
    gathered[j] = X{};
#pragma unroll
    for (int r = 0; r < rows_at_once; ++r) value[j][r] = A{};
    if (32 * j < left) {
      gathered[j] = x[column[j]];
#pragma unroll
      for (int r = 0; r < rows_at_once; ++r)
        if (All || r < rows) value[j][r] = stream_load(values + r * length + 32 * j);
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
  using A = typename Arguments::A;
  using X = typename Arguments::X;
  using C = typename Arguments::C;
  using Index = typename Arguments::Index;
  const int lane = threadIdx.x % 32;
  const std::int64_t warp = std::int64_t(blockIdx.x) * group_warps + threadIdx.x / 32;
  Group mine{0, 0, 0, 0};
  if (lane < groups_a_warp) mine = load_group(arguments, blocks, warp * groups_a_warp + lane);
  const C alpha = arguments.alpha.get();
  const C beta = arguments.beta.get();
  Reduction<C> reduction;
  const X* const x = opaque_global(arguments.x - arguments.base);
  const auto columns_of = [&](const Group& group) {
    return opaque_global(arguments.col_indices + group.list + lane);
  };
  Group group = group_of_lane(mine, 0);
  Index column[group_loads];
  load_columns(columns_of(group), group.length - lane, column);
  for (int g = 0; g < groups_a_warp; ++g) {
    Group next{0, 0, 0, 0};
    if (g + 1 < groups_a_warp) next = group_of_lane(mine, g + 1);
    Index next_column[group_loads];
    load_columns(columns_of(next), next.length - lane, next_column);
    // Rows of a group follow each other and are of the same length.
    const A* values = opaque_global(arguments.values + group.list + lane);
    for (int first_row = 0; first_row < group.rows; first_row += rows_at_once) {
      const int rows = group.rows - first_row;
      C sums[sums_of_rows];
#pragma unroll
      for (int r = 0; r < sums_of_rows; ++r) sums[r] = zero<C>();
      const auto add_entries = [&](int first, const Index(&part)[group_loads]) {
        const int left = group.length - lane - first;
        if (rows >= rows_at_once)
          add_part<true>(arguments, x, values + first, rows, group.length, left, part, sums);
        else
          add_part<false>(arguments, x, values + first, rows, group.length, left, part, sums);
      };
      add_entries(0, column);
      for (int first = part_entries; first < group.length; first += part_entries) {
        Index more[group_loads];
        load_columns(columns_of(group) + first, group.length - lane - first, more);
        add_entries(first, more);
      }
      sum_over_lanes<sums_of_rows, 16>(sums, lane);
      const int r = lane / lanes_a_sum;
      if (lane % lanes_a_sum == 0 && r < min(rows, rows_at_once)) {
        const std::int64_t row = group.row + first_row + r;
        const auto stored = store_row(arguments, row, sums[0], alpha, beta);
        if constexpr (Reduce) reduction.include(arguments, row, stored);
      }
      values += std::int64_t(rows_at_once) * group.length;
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
