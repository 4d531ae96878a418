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

/// A thread an offset: Bsr's, from 0.
template <class Offset>
__global__ void __launch_bounds__(schedule_threads)
    shift_offsets(const Offset* offsets, std::int64_t base, std::int64_t count, std::int32_t* to) {
  const std::int64_t i = std::int64_t(blockIdx.x) * schedule_threads + threadIdx.x;
  if (i < count) to[i] = std::int32_t(std::int64_t(offsets[i]) - base);
}

/// By a thread block: the marked columns in order; returns how many.
__device__ inline int list_marked(const std::uint32_t* bitmap, int words, std::int32_t* to) {
  __shared__ int before[schedule_threads + 1];
  const int thread = int(threadIdx.x);
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
  }
  __syncthreads();
  to += before[thread];
  for (int w = begin; w < end; ++w)
    for (std::uint32_t bits = bitmap[w]; bits != 0; bits &= bits - 1)
      *to++ = std::int32_t(32 * w + __ffs(int(bits)) - 1);
  return before[schedule_threads];
}

/// One thread: the slots of a block row with columns that come again, from the first slot on;
/// returns the list's new length. `bitmap` is clear.
template <class Index>
__device__ int append_repeated(const Index* indices, std::int64_t base, int per_row, int row,
                               int group, int distinct, int count, std::uint32_t* bitmap,
                               std::int32_t* cols, std::int32_t* slots) {
  for (int j = 0; j < per_row; ++j) {
    const std::int64_t col = block_col(indices[j], base);
    if (col < 0) continue;
    const std::uint32_t bit = 1u << (col % 32);
    if ((bitmap[col / 32] & bit) == 0) {
      slots[std::int64_t(step_of(cols, distinct, col)) * group + row] = j;
    } else {
      for (int r = 0; r < group; ++r) slots[std::int64_t(count) * group + r] = r == row ? j : -1;
      cols[count++] = std::int32_t(col);
    }
    bitmap[col / 32] |= bit;
  }
  return count;
}

/// A thread block a block row: its blocks by their steps.
__global__ void __launch_bounds__(schedule_threads) order_entries(BlockSchedule schedule) {
  __shared__ std::int32_t step_of_slot[max_blocks_per_row];
  __shared__ int stored;
  const int thread = int(threadIdx.x);
  const std::int64_t block_row = blockIdx.x, list = block_row / schedule.group;
  const int per_row = schedule.row_size(block_row);
  const std::int32_t* const cols = schedule.list_cols(list);
  const std::int32_t* const slots = schedule.list_slots(list) + block_row % schedule.group;
  BlockEntry* const entries = schedule.row_entries(block_row);
  for (int j = thread; j < per_row; j += schedule_threads) step_of_slot[j] = no_step;
  if (thread == 0) stored = 0;
  __syncthreads();
  for (int step = thread; step < schedule.counts[list]; step += schedule_threads) {
    const int slot = slots[std::int64_t(step) * schedule.group];
    if (slot >= 0) step_of_slot[slot] = step;
  }
  __syncthreads();
  for (int j = thread; j < per_row; j += schedule_threads) {
    const std::int32_t step = step_of_slot[j];
    if (step == no_step) continue;
    int rank = 0;
    for (int i = 0; i < per_row; ++i) rank += step_of_slot[i] < step ? 1 : 0;
    entries[rank] = {step, std::uint32_t(j) << 18 | std::uint32_t(cols[step])};
    atomicAdd(&stored, 1);
  }
  __syncthreads();
  for (int j = stored + thread; j < per_row; j += schedule_threads) entries[j] = {};
}

/// A thread block a list: marks the columns in a bitmap, lists the marked ones in order, then looks
/// up each block's step.
template <class Index>
__global__ void __launch_bounds__(schedule_threads)
    list_steps(const Index* col_indices, std::int64_t base, std::int64_t block_rows, int words,
               BlockSchedule schedule) {
  __shared__ std::uint32_t bitmap[max_block_cols / 32];
  __shared__ int repeats, count;
  const int thread = int(threadIdx.x), group = schedule.group;
  const auto clear = [&] {
    __syncthreads();
    for (int w = thread; w < words; w += schedule_threads) bitmap[w] = 0;
    if (thread == 0) repeats = 0;
    __syncthreads();
  };
  const auto mark = [&](const Index* indices, std::int64_t blocks) {
    for (std::int64_t i = thread; i < blocks; i += schedule_threads) {
      const std::int64_t col = block_col(indices[i], base);
      if (col < 0) continue;
      const std::uint32_t bit = 1u << (col % 32);
      if ((atomicOr(&bitmap[col / 32], bit) & bit) != 0) repeats = 1;
    }
    __syncthreads();
  };
  const std::int64_t first = std::int64_t(blockIdx.x) * group;
  const int rows = block_rows - first < group ? int(block_rows - first) : group;
  const std::int64_t begin = schedule.row_begin(first);
  std::int32_t* const cols = schedule.list_cols(blockIdx.x);
  std::int32_t* const slots = schedule.list_slots(blockIdx.x);
  clear();
  mark(col_indices + begin, schedule.row_begin(first + rows) - begin);
  const int distinct = list_marked(bitmap, words, cols);
  if (thread == 0) count = distinct;
  for (int i = thread; i < distinct * group; i += schedule_threads) slots[i] = -1;
  for (int row = 0; row < rows; ++row) {
    const Index* const of_row = col_indices + schedule.row_begin(first + row);
    const int per_row = schedule.row_size(first + row);
    clear();
    mark(of_row, per_row);
    if (repeats != 0) {  // the same for all threads
      clear();
      if (thread == 0)
        count = append_repeated(of_row, base, per_row, row, group, distinct, count, bitmap, cols,
                                slots);
      continue;
    }
    for (int j = thread; j < per_row; j += schedule_threads) {
      const std::int64_t col = block_col(of_row[j], base);
      if (col >= 0) slots[std::int64_t(step_of(cols, distinct, col)) * group + row] = j;
    }
  }
  if (thread == 0) {
    schedule.counts[blockIdx.x] = count;
    schedule.distinct[blockIdx.x] = distinct;
  }
  if (blockIdx.x == 0)
    for (int i = thread; i < max_zero_bytes / 4; i += schedule_threads)
      static_cast<std::uint32_t*>(schedule.zeros)[i] = 0;
}

template <class Offset>
cudaError_t copy_offsets(const Offset* offsets, const BlockedEllArguments& arguments,
                         const BlockSchedule& schedule, cudaStream_t stream) {
  const std::int64_t count = arguments.block_rows() + 1;
  shift_offsets<<<unsigned((count + schedule_threads - 1) / schedule_threads), schedule_threads, 0,
                  stream>>>(offsets, arguments.index_base, count, schedule.row_offsets);
  return cudaGetLastError();
}

template <class Index>
cudaError_t build_schedule_of(const Index* col_indices, const BlockedEllArguments& arguments,
                              const BlockSchedule& schedule, bool with_entries,
                              cudaStream_t stream) {
  const int words = int((arguments.block_cols() + 31) / 32);
  list_steps<<<unsigned(schedule.num_lists), schedule_threads, 0, stream>>>(
      col_indices, arguments.index_base, arguments.block_rows(), words, schedule);
  const cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess || !with_entries) return error;
  order_entries<<<unsigned(arguments.block_rows()), schedule_threads, 0, stream>>>(schedule);
  return cudaGetLastError();
}

}  // namespace filigree::cuda
