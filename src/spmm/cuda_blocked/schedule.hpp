// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "spmm/cuda_blocked/arguments.hpp"

namespace filigree::cuda {

/// Past the last step of a block row.
inline constexpr std::int32_t no_step = 0x7fffffff;

/// A stored block in the order in which its block row multiplies: at step `step` of its list. Its
/// block column has 18 bits (max_block_cols), its block slot 13 (max_blocks_per_row).
struct alignas(8) BlockEntry {
  std::int32_t step = no_step;
  std::uint32_t place = 0;

  __host__ __device__ int col() const { return int(place & 0x3ffff); }
  __host__ __device__ int slot() const { return int(place >> 18); }
};

/// For each group of `group` block rows (a list) the block columns that any of them has, ascending:
/// the steps in which a tile of these rows is multiplied, each piece of B once. A block whose
/// column its row has already had gets a step of its own at the end. It depends on the pattern
/// alone.
struct BlockSchedule {
  std::int64_t num_lists;
  std::int64_t capacity;  ///< steps that a list has room for
  int group;
  int blocks_per_row;
  void* zeros;             ///< max_zero_bytes of them
  BlockEntry* entries;     ///< blocks_per_row a block row, by steps; the rest holds no_step
  std::int32_t* counts;    ///< steps of a list
  std::int32_t* distinct;  ///< those before the steps for columns that come again
  std::int32_t* cols;      ///< capacity a list: the steps' block columns
  std::int32_t* slots;     ///< capacity * group a list: of each step, the block rows' slots, or -1

  __host__ __device__ BlockEntry* row_entries(std::int64_t block_row) const {
    return entries + block_row * blocks_per_row;
  }
  __host__ __device__ std::int32_t* list_cols(std::int64_t i) const { return cols + i * capacity; }
  __host__ __device__ std::int32_t* list_slots(std::int64_t i) const {
    return slots + i * capacity * group;
  }
};

/// A block of 32 rows and columns, the largest one of which rows may lack.
inline constexpr std::int64_t max_zero_bytes = 2048;

/// Bounds of what a schedule is made for.
inline constexpr std::int64_t max_block_cols = 1 << 18;
inline constexpr std::int64_t max_blocks_per_row = 1 << 13;
static_assert(max_block_cols <= 1 << 18 && max_blocks_per_row <= 1 << 13, "BlockEntry::place");

/// Bytes of a schedule's arrays.
std::size_t schedule_bytes(const BlockedEllArguments& arguments, std::int64_t rows_per_list);

/// A schedule in `memory` (16-byte aligned), for lists of rows_per_list rows, a multiple of the
/// block size or a divisor of it.
BlockSchedule schedule_in(const BlockedEllArguments& arguments, std::int64_t rows_per_list,
                          void* memory);

/// Fills the arrays, the entries only where they are asked for. The same content in every run.
cudaError_t build_schedule(const BlockedEllArguments& arguments, const BlockSchedule& schedule,
                           bool with_entries, cudaStream_t stream);

}  // namespace filigree::cuda
