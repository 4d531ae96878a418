// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "spmm/cuda/arguments.hpp"
#include "spmm/cuda/select.hpp"
#include "spmv/cuda/warp_tile.hpp"

namespace filigree::cuda {

/// C = alpha op(A) op(B) + beta C as `choice` says, which cut_spmm made for this problem's shape
/// (its max_row_length must hold for column walks); takes_sizes holds. Allocates nothing, waits for
/// nothing; the same bits in every run. Rows of more entries than long_rows.limit must be in its
/// list: long_rows.sums has room for batches num_segments n compute values; a batch whose patterns
/// differ has no list. `packed`: batches packed_bytes for packed_row_tile (one, where B is the same
/// for all), 16-byte aligned. Works from compute capability 8.0 on.
template <class Arguments>
cudaError_t launch_spmm(const Arguments& arguments, const SpmmChoice& choice,
                        const LongRows& long_rows, void* packed, cudaStream_t stream);

}  // namespace filigree::cuda
