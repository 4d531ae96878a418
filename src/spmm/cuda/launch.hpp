// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "spmm/cuda/arguments.hpp"
#include "spmm/cuda/select.hpp"
#include "spmv/cuda/warp_tile.hpp"

namespace filigree::cuda {

/// C = alpha op(A) op(B) + beta C for a row-major B: threads that share a row of A take a vector of
/// columns each. C may have either layout.
template <class Arguments>
cudaError_t launch_row_tile(const Arguments& arguments, const SpmmTile& tile,
                            const LongRows& long_rows, cudaStream_t stream);

/// The same for a column-major B that is gathered from as it lies: a thread walks a row of A for a
/// few columns, and the gathers of neighbouring rows coalesce where these look alike.
template <class Arguments>
cudaError_t launch_column_walk(const Arguments& arguments, const SpmmTile& tile,
                               const LongRows& long_rows, cudaStream_t stream);

/// Copies column-major matrices to row-major ones, whose rows are padded with zeros to their ld.
template <class T>
cudaError_t launch_row_major_copy(const DenseMatrix<const T>& from, const DenseMatrix<T>& to,
                                  std::int64_t rows, std::int64_t columns, std::int64_t batches,
                                  cudaStream_t stream);

}  // namespace filigree::cuda
