// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cuda/dependent_launch.hpp"
#include "structured/cuda/split_matmul.hpp"

/// A thread block finishes 64 x 16 entries of D. Each thread adds up its sums part after part,
/// which lie in the second-level cache; they go through shared memory, so that threads store what
/// is next to each other in D.

namespace filigree::cuda {
namespace {

constexpr int finish_rows = structured::block_rows;
constexpr int finish_cols = 16;
constexpr int finish_threads = 256;
constexpr int finish_groups = finish_cols / PartialSums::cols;
constexpr int groups_of_thread = finish_groups * PartialSums::threads / finish_threads;
constexpr int parts_at_once = 8;

/// Integers wrap around.
template <class Sum>
__device__ inline Sum add(Sum a, Sum b) {
  if constexpr (std::is_same_v<Sum, std::int32_t>)
    return Sum(std::uint32_t(a) + std::uint32_t(b));
  else
    return a + b;
}

template <class Sum, class Out>
__global__ void __launch_bounds__(finish_threads)
    split_finish_kernel(const MatmulArguments p, const PartialSums sums) {
  __shared__ Sum staged[finish_rows][finish_cols + 1];
  const std::int64_t chunks = (sums.col_groups - 1) / finish_groups + 1;
  const std::int64_t chunk = blockIdx.x % chunks;
  const std::int64_t row_block = blockIdx.x / chunks % sums.row_blocks;
  const std::int64_t batch = blockIdx.x / chunks / sums.row_blocks;
  const int thread = int(threadIdx.x % PartialSums::threads), lane = thread % 32;
  const int first = int(threadIdx.x / PartialSums::threads) * groups_of_thread;
  const std::int64_t first_group = chunk * finish_groups + first;
  const auto* const from = static_cast<const FourSums<Sum>*>(sums.data) +
                           sums.offset(0, batch, row_block, first_group) + thread;
  FourSums<Sum> totals[groups_of_thread] = {};
  wait_for_primary();
#pragma unroll 1
  for (int part = 0; part < sums.parts; part += parts_at_once) {
    FourSums<Sum> found[parts_at_once][groups_of_thread] = {};
#pragma unroll
    for (int q = 0; q < parts_at_once; ++q)
#pragma unroll
      for (int g = 0; g < groups_of_thread; ++g)
        if (part + q < sums.parts && first_group + g < sums.col_groups)
          found[q][g] = from[(part + q) * sums.part_stride() + g * PartialSums::threads];
#pragma unroll
    for (int q = 0; q < parts_at_once; ++q)
#pragma unroll
      for (int g = 0; g < groups_of_thread; ++g)
#pragma unroll
        for (int e = 0; e < 4; ++e)
          totals[g].values[e] = add(totals[g].values[e], found[q][g].values[e]);
  }
#pragma unroll
  for (int g = 0; g < groups_of_thread; ++g)
#pragma unroll
    for (int e = 0; e < 4; ++e)
      staged[16 * (thread / 32) + lane / 4 + 8 * (e / 2)]
            [PartialSums::cols * (first + g) + 2 * (lane % 4) + e % 2] = totals[g].values[e];
  __syncthreads();
  const bool along_m = p.d_stride_m <= p.d_stride_n;
#pragma unroll 1
  for (int e = int(threadIdx.x); e < finish_rows * finish_cols; e += finish_threads) {
    const int row = along_m ? e % finish_rows : e / finish_cols;
    const int col = along_m ? e / finish_rows : e % finish_cols;
    const std::int64_t i = row_block * finish_rows + row, j = chunk * finish_cols + col;
    if (i >= p.m || j >= p.n) continue;
    const std::int64_t at = i * p.d_stride_m + j * p.d_stride_n + batch * p.d_batch_stride;
    static_cast<Out*>(p.d)[at] =
        structured::finish(p.epilogue, p.epilogue.channel_is_col ? j : i, batch, staged[row][col],
                           static_cast<const Out*>(p.c), at);
  }
}

}  // namespace

template <class Sum, class Out>
cudaError_t launch_split_finish(const MatmulArguments& arguments, const PartialSums& sums,
                                cudaStream_t stream) {
  const std::int64_t blocks =
      ((sums.col_groups - 1) / finish_groups + 1) * sums.row_blocks * sums.batches;
  return launch_dependent(split_finish_kernel<Sum, Out>,
                          {.blocks = blocks, .threads = unsigned(finish_threads)}, stream,
                          arguments, sums);
}

#define FILIGREE_SPLIT_FINISH(Sum, Out)                                                          \
  template cudaError_t launch_split_finish<Sum, Out>(const MatmulArguments&, const PartialSums&, \
                                                     cudaStream_t);
FILIGREE_SPLIT_FINISH(float, half)
FILIGREE_SPLIT_FINISH(float, bfloat16)
FILIGREE_SPLIT_FINISH(float, float)
FILIGREE_SPLIT_FINISH(float, float8_e4m3)
FILIGREE_SPLIT_FINISH(float, float8_e5m2)
FILIGREE_SPLIT_FINISH(std::int32_t, std::int8_t)
FILIGREE_SPLIT_FINISH(std::int32_t, std::int32_t)
FILIGREE_SPLIT_FINISH(std::int32_t, half)
FILIGREE_SPLIT_FINISH(std::int32_t, bfloat16)

}  // namespace filigree::cuda
