// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "spmm/cuda/arguments.hpp"
#include "spmm/cuda/select.hpp"
#include "spmv/cuda/warp_tile.hpp"

namespace filigree::cuda {

/// Whether the kernels take the leading dimensions and sizes: rows (columns) of B are addressed by
/// 32-bit strides in bytes, blocks and batches by what a grid has room for.
template <class Arguments>
bool takes_sizes(const Arguments& arguments) {
  constexpr std::int64_t limit = INT32_MAX;
  return arguments.b.ld <= limit / std::int64_t(sizeof(typename Arguments::A)) &&
         arguments.n <= limit / 64 && arguments.batches <= 65'535 && arguments.num_rows < limit;
}

/// C = alpha op(A) op(B) + beta C as `choice` says, which select_spmm made for this problem's shape
/// (its max_row_length must hold for column walks). Allocates nothing, waits for nothing; the same
/// bits in every run. Rows of more entries than long_rows.limit must be in its list: long_rows.sums
/// has room for batches num_segments n compute values; a batch whose patterns differ has no list.
/// `packed`: batches choice.packed_bytes for packed_row_tile (one, where B is the same for all),
/// 16-byte aligned. Works from compute capability 8.0 on.
template <class Arguments>
cudaError_t launch_spmm(const Arguments& arguments, const SpmmChoice& choice,
                        const LongRows& long_rows, void* packed, cudaStream_t stream);

}  // namespace filigree::cuda
