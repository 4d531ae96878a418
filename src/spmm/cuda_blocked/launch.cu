// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spmm/cuda_blocked/launch.hpp"

namespace filigree::cuda {

BlockedEllChoice choose_blocked_ell(std::int64_t block_size, int scalar_bytes) {
  if (scalar_bytes == 8) return {true, block_size > 128 ? block_size : 128};
  if (scalar_bytes == 1) return {true, 256};
  // Of blocks of 16 rows, eight of which share a wgmma tile, too many meet columns of B that they
  // do not have.
  if (block_size <= 16) return {true, 256};
  return {false, block_size > 128 ? block_size : 128};
}

bool blocked_ell_takes(const BlockedEllArguments& arguments) {
  constexpr std::int64_t limit = (std::int64_t(1) << 31) - (1 << 16);
  const auto aligned = [](const void* pointer) {
    return reinterpret_cast<std::uintptr_t>(pointer) % 16 == 0;
  };
  const std::int64_t bs = arguments.block_size;
  const int bytes = arguments.scalar_bytes;
  if (bytes != 1 && bytes != 2 && bytes != 8) return false;
  if (bs != 16 && bs != 32 && bs != 64 && bs != 128 && bs != 256) return false;
  for (const std::int64_t size : {arguments.m, arguments.n, arguments.k, arguments.ell_cols})
    if (size <= 0 || size >= limit) return false;
  return arguments.ell_cols % bs == 0 && arguments.block_cols() <= max_block_cols &&
         arguments.blocks_per_row() <= max_blocks_per_row && aligned(arguments.values) &&
         aligned(arguments.b) && arguments.b_ld * bytes % 16 == 0 && arguments.b_ld < limit;
}

std::size_t blocked_ell_bytes(const BlockedEllArguments& arguments) {
  return schedule_bytes(
      arguments, choose_blocked_ell(arguments.block_size, arguments.scalar_bytes).rows_per_list);
}

cudaError_t prepare_blocked_ell(const BlockedEllArguments& arguments, void* prepared,
                                cudaStream_t stream) {
  const BlockedEllChoice choice = choose_blocked_ell(arguments.block_size, arguments.scalar_bytes);
  return build_schedule(arguments, schedule_in(arguments, choice.rows_per_list, prepared),
                        choice.by_warps, stream);
}

}  // namespace filigree::cuda
