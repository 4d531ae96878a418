// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spmm/cuda_blocked/launch.hpp"

namespace filigree::cuda {

bool blocked_ell_takes(const BlockedEllArguments& arguments) {
  constexpr std::int64_t limit = (std::int64_t(1) << 31) - (1 << 16);
  const auto aligned = [](const void* pointer) {
    return reinterpret_cast<std::uintptr_t>(pointer) % 16 == 0;
  };
  const std::int64_t bs = arguments.block_size;
  const int bytes = arguments.scalar_bytes;
  if (!blocked_ell_takes_blocks(bs, bytes)) return false;
  for (const std::int64_t size :
       {arguments.m, arguments.n, arguments.k, arguments.values_rows(), arguments.values_cols()})
    if (size <= 0 || size >= limit) return false;
  return arguments.values_cols() % bs == 0 && arguments.block_cols() <= max_block_cols &&
         arguments.blocks_per_row() <= max_blocks_per_row && aligned(arguments.values) &&
         aligned(arguments.b) && arguments.b_ld * bytes % 16 == 0 && arguments.b_ld < limit;
}

namespace {

BlockedEllChoice choice_of(const BlockedEllArguments& arguments, bool b_row_major) {
  return choose_blocked_ell(arguments.block_size, arguments.scalar_bytes, b_row_major);
}

/// The bytes of a schedule for one layout of B, so that the next one is aligned.
std::size_t bytes_for(const BlockedEllArguments& arguments, bool b_row_major) {
  return (schedule_bytes(arguments, choice_of(arguments, b_row_major).rows_per_list) + 127) / 128 *
         128;
}

}  // namespace

std::size_t blocked_ell_bytes(const BlockedEllArguments& arguments) {
  const bool both = choice_of(arguments, true) != choice_of(arguments, false);
  return bytes_for(arguments, true) + (both ? bytes_for(arguments, false) : 0);
}

BlockSchedule prepared_schedule(const BlockedEllArguments& arguments, void* prepared) {
  const BlockedEllChoice choice = choice_of(arguments, arguments.b_row_major);
  const bool second = choice != choice_of(arguments, true);
  return schedule_in(
      arguments, choice.rows_per_list,
      static_cast<unsigned char*>(prepared) + (second ? bytes_for(arguments, true) : 0));
}

cudaError_t prepare_blocked_ell(const BlockedEllArguments& arguments, void* prepared,
                                cudaStream_t stream) {
  BlockedEllArguments of = arguments;
  for (const bool b_row_major : {true, false}) {
    const BlockedEllChoice choice = choice_of(arguments, b_row_major);
    const bool again = !b_row_major && choice == choice_of(arguments, true);
    if (again || (arguments.b != nullptr && choice != choice_of(arguments, arguments.b_row_major)))
      continue;
    of.b_row_major = b_row_major;
    const cudaError_t error =
        build_schedule(of, prepared_schedule(of, prepared), choice.by_warps, stream);
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}

}  // namespace filigree::cuda
