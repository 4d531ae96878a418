// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "spmm/cuda_blocked/schedule.hpp"

namespace filigree::cuda {

inline constexpr int schedule_threads = 256;

/// A block column from the index base, negative for an empty block.
template <class Index>
__device__ inline std::int64_t block_col(Index index, std::int64_t base) {
  return index < 0 ? -1 : std::int64_t(index) - base;
}

/// A thread block a list: marks the columns in a bitmap, then writes the marked ones in order.
template <class Index>
__global__ void __launch_bounds__(schedule_threads)
    list_block_columns(const Index* col_indices, std::int64_t base, std::int64_t block_rows,
                       int words, BlockSchedule schedule) {
  __shared__ std::uint32_t bitmap[max_block_cols / 32];
  __shared__ int before[schedule_threads + 1];
  const int thread = int(threadIdx.x);
  for (int w = thread; w < words; w += schedule_threads) bitmap[w] = 0;
  __syncthreads();
  const std::int64_t first = std::int64_t(blockIdx.x) * schedule.group;
  const std::int64_t rows =
      block_rows - first < schedule.group ? block_rows - first : std::int64_t(schedule.group);
  const Index* const indices = col_indices + first * schedule.blocks_per_row;
  for (std::int64_t i = thread; i < rows * schedule.blocks_per_row; i += schedule_threads) {
    const std::int64_t col = block_col(indices[i], base);
    if (col >= 0) atomicOr(&bitmap[col / 32], 1u << (col % 32));
  }
  __syncthreads();
  const int share = (words + schedule_threads - 1) / schedule_threads;
  const int begin = thread * share < words ? thread * share : words;
  const int end = begin + share < words ? begin + share : words;
  int count = 0;
  for (int w = begin; w < end; ++w) count += __popc(bitmap[w]);
  before[thread + 1] = count;
  __syncthreads();
  if (thread == 0) {
    before[0] = 0;
    for (int t = 0; t < schedule_threads; ++t) before[t + 1] += before[t];
    schedule.counts[blockIdx.x] = before[schedule_threads];
  }
  __syncthreads();
  std::int32_t* to = schedule.cols + blockIdx.x * schedule.capacity + before[thread];
  for (int w = begin; w < end; ++w)
    for (std::uint32_t bits = bitmap[w]; bits != 0; bits &= bits - 1)
      *to++ = std::int32_t(32 * w + __ffs(int(bits)) - 1);
}

/// A thread block a block row: each stored block finds its step in the list and its rank in the
/// row. A block column that comes twice keeps the order of its slots.
template <class Index>
__global__ void __launch_bounds__(schedule_threads)
    order_blocks(const Index* col_indices, std::int64_t base, BlockSchedule schedule) {
  __shared__ std::int32_t cols[max_blocks_per_row];
  __shared__ int stored;
  const int thread = int(threadIdx.x), per_row = schedule.blocks_per_row;
  const std::int64_t block_row = blockIdx.x;
  if (thread == 0) stored = 0;
  for (int j = thread; j < per_row; j += schedule_threads)
    cols[j] = std::int32_t(block_col(col_indices[block_row * per_row + j], base));
  __syncthreads();
  const std::int64_t list = block_row / schedule.group;
  const std::int32_t* const steps = schedule.list(list);
  BlockEntry* const entries = schedule.entries + block_row * per_row;
  for (int j = thread; j < per_row; j += schedule_threads) {
    const std::int32_t col = cols[j];
    if (col < 0) continue;
    int rank = 0;
    for (int i = 0; i < per_row; ++i)
      rank += cols[i] >= 0 && (cols[i] < col || (cols[i] == col && i < j)) ? 1 : 0;
    int low = 0, high = schedule.counts[list] - 1;
    while (low < high) {
      const int middle = (low + high) / 2;
      if (steps[middle] < col)
        low = middle + 1;
      else
        high = middle;
    }
    entries[rank] = {low, j};
    atomicAdd(&stored, 1);
  }
  __syncthreads();
  for (int j = stored + thread; j < per_row; j += schedule_threads) entries[j] = {no_step, 0};
}

template <class Index>
cudaError_t build_schedule_of(const Index* col_indices, const BlockedEllArguments& arguments,
                              const BlockSchedule& schedule, cudaStream_t stream) {
  const int words = int((arguments.block_cols() + 31) / 32);
  list_block_columns<<<unsigned(schedule.num_lists), schedule_threads, 0, stream>>>(
      col_indices, arguments.index_base, arguments.block_rows(), words, schedule);
  cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) return error;
  order_blocks<<<unsigned(arguments.block_rows()), schedule_threads, 0, stream>>>(
      col_indices, arguments.index_base, schedule);
  return cudaGetLastError();
}

}  // namespace filigree::cuda
