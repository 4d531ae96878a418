// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/warp.hpp"
#include "spmv/cuda/subwarp.hpp"
#include "spmv/cuda/warp_tile.cuh"

/// SpMV by subwarps, for small matrices, whose product takes as long as the loads that wait for
/// each other: offsets, then columns and values, then x. A few lanes share a row, hold what they
/// load in registers and need no other warp; the thread block of a long row is its own. Source: the
/// CSR-vector kernel of N. Bell and M. Garland, "Implementing sparse matrix-vector multiplication
/// on throughput-oriented processors", SC 2009, with lanes by row length.

namespace filigree::cuda {

/// A row by all threads of the block, stored by the first of them.
template <class Arguments>
__device__ inline void product_of_long_row(const Arguments& arguments, std::int64_t row,
                                           Reduction<typename Arguments::C>& reduction) {
  using C = typename Arguments::C;
  constexpr int warps = subwarp_threads / 32;
  __shared__ C sum_of_warp[warps];
  const TileRow mine = tile_row(arguments, row, arguments.num_rows);
  C sum = sum_warp(
      sum_entries<subwarp_loads>(arguments, mine.begin + threadIdx.x, mine.end, subwarp_threads));
  if (threadIdx.x % 32 == 0) sum_of_warp[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 1; w < warps; ++w) sum = add(sum, sum_of_warp[w]);
    reduction.include(arguments, row,
                      store_row(arguments, row, sum, arguments.alpha.get(), arguments.beta.get()));
  }
  __syncthreads();  // before the next one's sums
}

/// The block's long rows, one after the other. `is_long`: whether the row that this thread is the
/// first of is one.
template <class Arguments>
__device__ inline void product_of_met_rows(const Arguments& arguments, bool is_long,
                                           std::int64_t first_row, int lanes,
                                           Reduction<typename Arguments::C>& reduction) {
  __shared__ unsigned long_of_warp[subwarp_threads / 32];
  const unsigned found = __ballot_sync(whole_warp, is_long);
  if (threadIdx.x % 32 == 0) long_of_warp[threadIdx.x / 32] = found;
  __syncthreads();
  for (int w = 0; w < subwarp_threads / 32; ++w)
    for (unsigned left = long_of_warp[w]; left != 0; left &= left - 1)
      product_of_long_row(arguments, first_row + (32 * w + __ffs(left) - 1) / lanes, reduction);
}

/// Blocks of a multiprocessor, asked for so that the compiler takes the registers that a turn's
/// loads need: left alone it keeps single precision to 32 and issues the loads of a turn one after
/// the other.
template <class C>
inline constexpr int subwarp_resident_blocks = sizeof(C) <= 4 ? 12 : 0;

template <class Arguments>
__global__ void __launch_bounds__(subwarp_threads, subwarp_resident_blocks<typename Arguments::C>)
    subwarp_kernel(const Arguments arguments, const SubwarpRows rows) {
  using C = typename Arguments::C;
  Reduction<C> reduction;
  const std::int64_t block = std::int64_t(blockIdx.x) - rows.num_long;
  if (block < 0) {
    product_of_long_row(arguments, rows.long_rows[blockIdx.x], reduction);
  } else {
    const std::int64_t first_row = block * (subwarp_threads / rows.shape.lanes);
    const std::int64_t row = first_row + int(threadIdx.x) / rows.shape.lanes;
    const int lane = int(threadIdx.x) % rows.shape.lanes;
    const TileRow mine = tile_row(arguments, min(row, arguments.num_rows), arguments.num_rows);
    const bool is_long = mine.end - mine.begin > rows.shape.limit;
    C sum = zero<C>();
    if (!is_long)
      sum = sum_entries<subwarp_loads>(arguments, mine.begin + lane, mine.end, rows.shape.lanes);
    for (int delta = rows.shape.lanes / 2; delta > 0; delta /= 2)
      sum = add(sum, shuffle_down(sum, delta, rows.shape.lanes));
    if (lane == 0 && row < arguments.num_rows && !is_long)
      reduction.include(
          arguments, row,
          store_row(arguments, row, sum, arguments.alpha.get(), arguments.beta.get()));
    if (!rows.is_listed)
      product_of_met_rows(arguments, is_long && lane == 0, first_row, rows.shape.lanes, reduction);
  }
  if (arguments.reductions != nullptr) {
    __shared__ C shared[64];
    reduce_block(reduction, shared, arguments.partials + 2 * std::int64_t(blockIdx.x));
  }
}

}  // namespace filigree::cuda
