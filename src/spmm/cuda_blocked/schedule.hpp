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

/// The place of the first of `count` ascending columns that is not below `col`, at most the last
/// one's.
__host__ __device__ inline int step_of(const std::int32_t* cols, int count, std::int64_t col) {
  int low = 0, high = count - 1;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (cols[middle] < col)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/// For each group of `group` block rows (a list) the block columns that any of them has, ascending:
/// the steps in which a tile of these rows is multiplied, each piece of B once. A block whose
/// column its row has already had gets a step of its own at the end. It depends on the pattern
/// alone.
struct BlockSchedule {
  std::int64_t num_lists;
  int group;
  int blocks_per_row;         ///< at most
  void* zeros;                ///< max_zero_bytes of them
  std::int32_t* row_offsets;  ///< of Bsr, from 0; null: blocks_per_row slots in each row
  BlockEntry* entries;        ///< one a slot: a block row's by steps; the rest holds no_step
  std::int32_t* counts;       ///< steps of a list
  std::int32_t* distinct;     ///< those before the steps for columns that come again
  std::int32_t* cols;         ///< the steps' block columns; there is room for one a slot
  std::int32_t* slots;        ///< of each step, the `group` block rows' slots, or -1

  /// The first slot of a block row, counted through all of them.
  __host__ __device__ std::int64_t row_begin(std::int64_t block_row) const {
    return row_offsets != nullptr ? row_offsets[block_row] : block_row * blocks_per_row;
  }
  __host__ __device__ int row_size(std::int64_t block_row) const {
    return row_offsets != nullptr ? row_offsets[block_row + 1] - row_offsets[block_row]
                                  : blocks_per_row;
  }
  __host__ __device__ BlockEntry* row_entries(std::int64_t block_row) const {
    return entries + row_begin(block_row);
  }
  __host__ __device__ std::int32_t* list_cols(std::int64_t i) const {
    return cols + row_begin(i * group);
  }
  __host__ __device__ std::int32_t* list_slots(std::int64_t i) const {
    return slots + row_begin(i * group) * group;
  }
  /// The slot in which a block row has a block column (its first one, if it has it again), or -1.
  __host__ __device__ int slot_of(std::int64_t block_row, int col) const {
    const std::int64_t list = block_row / group;
    const std::int32_t* const steps = list_cols(list);
    const int step = step_of(steps, distinct[list], col);
    if (distinct[list] == 0 || steps[step] != col) return -1;
    return list_slots(list)[std::int64_t(step) * group + block_row % group];
  }
};

/// A block of 32 rows and columns of tf32, the largest one of which rows may lack.
inline constexpr std::int64_t max_zero_bytes = 4096;

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
