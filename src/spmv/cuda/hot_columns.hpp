// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include "spmv/cuda/warp_tile.hpp"

namespace filigree::cuda {

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
