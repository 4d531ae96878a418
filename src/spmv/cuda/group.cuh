// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/stream_load.hpp"
#include "spmv/cuda/arguments.hpp"
#include "spmv/cuda/partition.hpp"
#include "spmv/cuda/row_block.hpp"

/// SpMV on shared lists: a warp sums the rows of a group, which have the same columns, together. A lane
/// loads a column and its x once for all of them. Nothing goes through shared memory: on matrices with
/// scattered nodes the latency of x is what counts, so there must be as many warps as registers allow.

namespace filigree::cuda {

inline constexpr int group_threads = 32 * group_warps;

template <bool Reduce, class Arguments>
__global__ void __launch_bounds__(group_threads, sizeof(typename Arguments::C) <= 8 ? 8 : 4)
    group_kernel(const Arguments arguments, const RowBlocks blocks, typename Arguments::C* partials) {
  using A = typename Arguments::A;
  using X = typename Arguments::X;
  using C = typename Arguments::C;
  using Index = typename Arguments::Index;
  constexpr int rows_at_once = 3;
  constexpr int loads = 3;
  const std::int64_t group = std::int64_t(blockIdx.x) * group_warps + threadIdx.x / 32;
  const int lane = threadIdx.x % 32;
  const X* const x = arguments.x - arguments.base;
  Reduction<C> reduction;
  if (group < blocks.num_groups) {
    const std::int64_t leader = blocks.group_rows[group];
    const std::int64_t block_end = (leader / blocks.rows_per_block + 1) * blocks.rows_per_block;
    std::int64_t end_row = min(block_end, arguments.num_rows);
    if (group + 1 < blocks.num_groups) end_row = min(end_row, blocks.group_rows[group + 1]);
    const std::int64_t list = std::int64_t(arguments.row_offsets[leader]) - arguments.base;
    const std::int64_t length = std::int64_t(arguments.row_offsets[leader + 1]) - arguments.base - list;
    // Rows of a group follow each other and are of the same length.
    for (std::int64_t row = leader; row < end_row && length <= blocks.limit; row += rows_at_once) {
      const A* const values = arguments.values + list + (row - leader) * length;
      C sums[rows_at_once];
#pragma unroll
      for (int r = 0; r < rows_at_once; ++r) sums[r] = zero<C>();
      for (std::int64_t first = lane; first < length; first += 32 * loads) {
        Index column[loads];
        A value[loads][rows_at_once];
        X gathered[loads];
#pragma unroll
        for (int j = 0; j < loads; ++j) {
          const std::int64_t k = first + 32 * j;
          column[j] = 0;
          if (k < length) column[j] = arguments.col_indices[list + k];
#pragma unroll
          for (int r = 0; r < rows_at_once; ++r) {
            value[j][r] = A{};
            if (k < length && row + r < end_row) value[j][r] = stream_load(values + r * length + k);
          }
        }
#pragma unroll
        for (int j = 0; j < loads; ++j) {
          gathered[j] = X{};
          if (first + 32 * j < length) gathered[j] = x[column[j]];
        }
#pragma unroll
        for (int j = 0; j < loads; ++j) {
#pragma unroll
          for (int r = 0; r < rows_at_once; ++r)
            sums[r] = accumulate(sums[r], value[j][r], gathered[j], arguments.conjugate);
        }
      }
#pragma unroll
      for (int r = 0; r < rows_at_once; ++r) {
        for (int delta = 16; delta > 0; delta /= 2) sums[r] = add(sums[r], shuffle_down(sums[r], delta, 32));
        if (lane != 0 || row + r >= end_row) continue;
        const auto stored = store_row(arguments, row + r, sums[r], arguments.alpha.get(), arguments.beta.get());
        if constexpr (Reduce) reduction.include(arguments, row + r, stored);
      }
    }
  }
  if constexpr (Reduce) {
    __shared__ C shared[64];
    reduce_block(reduction, shared, partials + 2 * std::int64_t(blockIdx.x));
  }
}

}  // namespace filigree::cuda
