// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "spmm/cuda_blocked/arguments.hpp"

namespace filigree::cuda {

/// A stored block in the order in which its block row multiplies: at step `step` of its list, from
/// block slot `slot`.
struct BlockEntry {
  std::int32_t step;
  std::int32_t slot;
};

/// Past the last step of a block row.
inline constexpr std::int32_t no_step = 0x7fffffff;

/// For each group of `group` block rows (a list) the block columns that any of them has, ascending:
/// the pieces of B that a tile of these rows needs, each once. It depends on the pattern alone.
struct BlockSchedule {
  std::int64_t num_lists;
  std::int64_t capacity;  ///< steps that a list has room for
  int group;
  int blocks_per_row;
  std::int32_t* counts;  ///< steps of a list
  std::int32_t* cols;    ///< capacity a list: the steps' block columns
  BlockEntry* entries;   ///< blocks_per_row a block row, by steps; the rest holds no_step

  __host__ __device__ const std::int32_t* list(std::int64_t i) const { return cols + i * capacity; }
  __host__ __device__ const BlockEntry* row(std::int64_t block_row) const {
    return entries + block_row * blocks_per_row;
  }
};

/// Bounds of what a schedule is made for.
inline constexpr std::int64_t max_block_cols = 1 << 18;
inline constexpr std::int64_t max_blocks_per_row = 1 << 13;

/// Bytes of a schedule's arrays.
std::size_t schedule_bytes(const BlockedEllArguments& arguments, std::int64_t rows_per_list);

/// A schedule in `memory` (16-byte aligned), for lists of rows_per_list rows, a multiple of the
/// block size or a divisor of it.
BlockSchedule schedule_in(const BlockedEllArguments& arguments, std::int64_t rows_per_list,
                          void* memory);

/// Fills the arrays: O(blocks_per_row) work a block. The same content in every run.
cudaError_t build_schedule(const BlockedEllArguments& arguments, const BlockSchedule& schedule,
                           cudaStream_t stream);

}  // namespace filigree::cuda
