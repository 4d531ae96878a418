// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spmm/cuda_blocked/schedule.cuh"

namespace filigree::cuda {

std::size_t schedule_bytes(const BlockedEllArguments& arguments, std::int64_t rows_per_list) {
  const BlockSchedule schedule = schedule_in(arguments, rows_per_list, nullptr);
  const std::int64_t blocks = arguments.block_rows() * arguments.blocks_per_row();
  return std::size_t(blocks) * sizeof(BlockEntry) +
         std::size_t(schedule.num_lists * (schedule.capacity + 1)) * sizeof(std::int32_t);
}

BlockSchedule schedule_in(const BlockedEllArguments& arguments, std::int64_t rows_per_list,
                          void* memory) {
  const std::int64_t bs = arguments.block_size, per_row = arguments.blocks_per_row();
  BlockSchedule schedule{};
  schedule.group = rows_per_list > bs ? int(rows_per_list / bs) : 1;
  schedule.blocks_per_row = int(per_row);
  schedule.num_lists = (arguments.block_rows() + schedule.group - 1) / schedule.group;
  const std::int64_t stored = schedule.group * per_row, all = arguments.block_cols();
  schedule.capacity = stored < all ? stored : all;
  schedule.entries = static_cast<BlockEntry*>(memory);
  schedule.cols =
      reinterpret_cast<std::int32_t*>(schedule.entries + arguments.block_rows() * per_row);
  schedule.counts = schedule.cols + schedule.num_lists * schedule.capacity;
  return schedule;
}

cudaError_t build_schedule(const BlockedEllArguments& arguments, const BlockSchedule& schedule,
                           cudaStream_t stream) {
  return arguments.wide_indices
             ? build_schedule_of(static_cast<const std::int64_t*>(arguments.col_indices), arguments,
                                 schedule, stream)
             : build_schedule_of(static_cast<const std::int32_t*>(arguments.col_indices), arguments,
                                 schedule, stream);
}

}  // namespace filigree::cuda
