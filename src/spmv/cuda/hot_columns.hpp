// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include "spmv/cuda/warp_tile.hpp"

namespace filigree::cuda {

/// Hot entries of x, of `bytes` bytes each, that are kept. 160 KB with the products of the warps
/// leave the other gathers enough of the L1 cache: more hot columns measured slower.
inline constexpr std::int64_t hot_column_shared_bytes = 160 * 1024;
inline constexpr std::int64_t hot_column_capacity(std::int64_t bytes) {
  return (hot_column_shared_bytes - 8192 * bytes) / bytes;
}

/// HotColumns without Kokkos.
struct HotColumnCodes {
  const std::int32_t* codes;    ///< nnz: columns, or ~places in `columns`
  const std::int32_t* columns;  ///< hot_count
  int count;
};

/// SpMV by warp tiles with the hot columns' x in shared memory, one thread block a multiprocessor.
/// Partials of reductions: 2 a multiprocessor and 2 for every warp_tile_warps long rows.
template <class Arguments>
cudaError_t launch_hot_columns(const Arguments& arguments, const HotColumnCodes& hot,
                               const LongRows& long_rows, int multiprocessors, cudaStream_t stream);

}  // namespace filigree::cuda
