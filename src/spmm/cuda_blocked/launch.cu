// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spmm/cuda_blocked/launch.hpp"

namespace filigree::cuda {

BlockedEllChoice choose_blocked_ell(const BlockedEllArguments& arguments) {
  if (arguments.block_size >= 64) {
    const std::int64_t rows = arguments.block_size > 128 ? arguments.block_size : 128;
    return {arguments.n > 256 ? 2 : 1, rows};
  }
  const int cluster = arguments.m > 256 ? 2 : 1;
  return {cluster, 256 * cluster};
}

bool blocked_ell_takes(const BlockedEllArguments& arguments) {
  constexpr std::int64_t limit = (std::int64_t(1) << 31) - (1 << 16);
  const auto aligned = [](const void* pointer) {
    return reinterpret_cast<std::uintptr_t>(pointer) % 16 == 0;
  };
  const std::int64_t bs = arguments.block_size;
  if (bs != 16 && bs != 32 && bs != 64 && bs != 128 && bs != 256) return false;
  for (const std::int64_t size : {arguments.m, arguments.n, arguments.k, arguments.ell_cols})
    if (size <= 0 || size >= limit) return false;
  return arguments.ell_cols % bs == 0 && arguments.block_cols() <= max_block_cols &&
         arguments.blocks_per_row() <= max_blocks_per_row && aligned(arguments.values) &&
         aligned(arguments.b) && arguments.b_ld % 8 == 0 && arguments.b_ld < limit;
}

std::size_t blocked_ell_bytes(const BlockedEllArguments& arguments) {
  return schedule_bytes(arguments, choose_blocked_ell(arguments).rows_per_list);
}

cudaError_t prepare_blocked_ell(const BlockedEllArguments& arguments, void* prepared,
                                cudaStream_t stream) {
  const std::int64_t rows = choose_blocked_ell(arguments).rows_per_list;
  return build_schedule(arguments, schedule_in(arguments, rows, prepared), stream);
}

}  // namespace filigree::cuda
