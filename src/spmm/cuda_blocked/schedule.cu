// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spmm/cuda_blocked/schedule.cuh"

namespace filigree::cuda {

std::size_t schedule_bytes(const BlockedEllArguments& arguments, std::int64_t rows_per_list) {
  const BlockSchedule schedule = schedule_in(arguments, rows_per_list, nullptr);
  const std::int64_t words = 2 * schedule.num_lists + arguments.slots() * (1 + schedule.group) +
                             (arguments.is_bsr ? arguments.block_rows() + 1 : 0);
  return std::size_t(max_zero_bytes) + std::size_t(arguments.slots()) * sizeof(BlockEntry) +
         std::size_t(words) * sizeof(std::int32_t);
}

BlockSchedule schedule_in(const BlockedEllArguments& arguments, std::int64_t rows_per_list,
                          void* memory) {
  const std::int64_t bs = arguments.block_size;
  BlockSchedule schedule{};
  schedule.group = rows_per_list > bs ? int(rows_per_list / bs) : 1;
  schedule.blocks_per_row = int(arguments.blocks_per_row());
  schedule.num_lists = (arguments.block_rows() + schedule.group - 1) / schedule.group;
  schedule.zeros = memory;
  schedule.entries =
      reinterpret_cast<BlockEntry*>(static_cast<unsigned char*>(memory) + max_zero_bytes);
  schedule.counts = reinterpret_cast<std::int32_t*>(schedule.entries + arguments.slots());
  schedule.distinct = schedule.counts + schedule.num_lists;
  schedule.cols = schedule.distinct + schedule.num_lists;
  schedule.slots = schedule.cols + arguments.slots();
  if (arguments.is_bsr) schedule.row_offsets = schedule.slots + arguments.slots() * schedule.group;
  return schedule;
}

cudaError_t build_schedule(const BlockedEllArguments& arguments, const BlockSchedule& schedule,
                           bool with_entries, cudaStream_t stream) {
  if (arguments.is_bsr) {
    const cudaError_t error =
        arguments.wide_offsets
            ? copy_offsets(static_cast<const std::int64_t*>(arguments.row_offsets), arguments,
                           schedule, stream)
            : copy_offsets(static_cast<const std::int32_t*>(arguments.row_offsets), arguments,
                           schedule, stream);
    if (error != cudaSuccess) return error;
  }
  return arguments.wide_indices
             ? build_schedule_of(static_cast<const std::int64_t*>(arguments.col_indices), arguments,
                                 schedule, with_entries, stream)
             : build_schedule_of(static_cast<const std::int32_t*>(arguments.col_indices), arguments,
                                 schedule, with_entries, stream);
}

}  // namespace filigree::cuda
