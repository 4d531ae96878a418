// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#include <filigree/core/half.hpp>

#include "spmm/cuda_blocked/schedule.hpp"
#include "spmm/cuda_blocked/select.hpp"

namespace filigree::cuda {

/// Whether the kernels take the product (on compute capability 9.0): blocks as above, which divide
/// ell_cols; values, b and b_ld aligned to 16 bytes; sizes, also that of `values`, above 0 and
/// below 2^31 - 2^16, at most max_block_cols block columns and max_blocks_per_row blocks a row. C
/// is of any alignment; the last block row and block column may be cut off.
bool blocked_ell_takes(const BlockedEllArguments& arguments);

/// Bytes of the memory that prepare_blocked_ell fills; it depends on the pattern alone. Prepared
/// without a B (b is null) it serves both layouts of B, else the one of `arguments`.
std::size_t blocked_ell_bytes(const BlockedEllArguments& arguments);
BlockSchedule prepared_schedule(const BlockedEllArguments& arguments, void* prepared);
cudaError_t prepare_blocked_ell(const BlockedEllArguments& arguments, void* prepared,
                                cudaStream_t stream);

/// C = alpha A B + beta C for A and B of In: half or bfloat16, sums in float, C of In or float;
/// double, C too; int8, sums and C in int32; tf32, sums and C in float. Allocates nothing, waits
/// for nothing; the same bits in every run.
template <class In, class Out>
cudaError_t launch_blocked_ell(const BlockedEllArguments& arguments,
                               const BlockedEllFactors<blocked_ell_sum_t<In>>& factors,
                               void* prepared, int multiprocessors, cudaStream_t stream);

}  // namespace filigree::cuda
