// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#include <filigree/core/half.hpp>

#include "spmm/cuda_blocked/schedule.hpp"

namespace filigree::cuda {

/// How a product is cut up. A function of sizes alone, so that a plan and its products agree.
struct BlockedEllChoice {
  int cluster;                 ///< thread blocks that share what they load
  std::int64_t rows_per_list;  ///< of the schedule
};
BlockedEllChoice choose_blocked_ell(const BlockedEllArguments& arguments);

/// Whether the kernels take the product (on compute capability 9.0): blocks of 16, 32, 64, 128 or
/// 256 rows that divide ell_cols; values, b and b_ld aligned to 16 bytes; sizes above 0 and below
/// 2^31 - 2^16, at most max_block_cols block columns and max_blocks_per_row blocks a row. C is of
/// any alignment; the last block row and block column may be cut off.
bool blocked_ell_takes(const BlockedEllArguments& arguments);

/// Bytes of the memory that prepare_blocked_ell fills; it depends on the pattern alone.
std::size_t blocked_ell_bytes(const BlockedEllArguments& arguments);
cudaError_t prepare_blocked_ell(const BlockedEllArguments& arguments, void* prepared,
                                cudaStream_t stream);

/// C = alpha A B + beta C for A and B of In, half or bfloat16, sums in float, C of Out, In or
/// float. Allocates nothing, waits for nothing; the same bits in every run.
template <class In, class Out>
cudaError_t launch_blocked_ell(const BlockedEllArguments& arguments, void* prepared,
                               int multiprocessors, cudaStream_t stream);

}  // namespace filigree::cuda
