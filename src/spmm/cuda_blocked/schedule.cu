// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spmm/cuda_blocked/schedule.cuh"

namespace filigree::cuda {

std::size_t schedule_bytes(const BlockedEllArguments& arguments, std::int64_t rows_per_list) {
  const BlockSchedule schedule = schedule_in(arguments, rows_per_list, nullptr);
  const std::int64_t entries_of_list = 2 + schedule.capacity * (1 + schedule.group);
  const std::int64_t blocks = arguments.block_rows() * arguments.blocks_per_row();
  return std::size_t(max_zero_bytes) + std::size_t(blocks) * sizeof(BlockEntry) +
         std::size_t(schedule.num_lists * entries_of_list) * sizeof(std::int32_t);
}

BlockSchedule schedule_in(const BlockedEllArguments& arguments, std::int64_t rows_per_list,
                          void* memory) {
  const std::int64_t bs = arguments.block_size;
  BlockSchedule schedule{};
  schedule.group = rows_per_list > bs ? int(rows_per_list / bs) : 1;
  schedule.blocks_per_row = int(arguments.blocks_per_row());
  schedule.num_lists = (arguments.block_rows() + schedule.group - 1) / schedule.group;
  schedule.capacity = schedule.group * arguments.blocks_per_row();
  schedule.zeros = memory;
  schedule.entries =
      reinterpret_cast<BlockEntry*>(static_cast<unsigned char*>(memory) + max_zero_bytes);
  schedule.counts = reinterpret_cast<std::int32_t*>(schedule.row_entries(arguments.block_rows()));
  schedule.distinct = schedule.counts + schedule.num_lists;
  schedule.cols = schedule.distinct + schedule.num_lists;
  schedule.slots = schedule.cols + schedule.num_lists * schedule.capacity;
  return schedule;
}

cudaError_t build_schedule(const BlockedEllArguments& arguments, const BlockSchedule& schedule,
                           bool with_entries, cudaStream_t stream) {
  return arguments.wide_indices
             ? build_schedule_of(static_cast<const std::int64_t*>(arguments.col_indices), arguments,
                                 schedule, with_entries, stream)
             : build_schedule_of(static_cast<const std::int32_t*>(arguments.col_indices), arguments,
                                 schedule, with_entries, stream);
}

}  // namespace filigree::cuda
