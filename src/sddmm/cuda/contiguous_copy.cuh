// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "sddmm/cuda/arguments.hpp"

/// Copies of dense matrices to rows that are contiguous.

namespace filigree::cuda {

inline constexpr int contiguous_copy_tile = 32;
inline constexpr int contiguous_copy_threads = 256;

/// A tile of rows, all of their columns one tile after the other; through shared memory, so that
/// loads run along the rows' index, where entries mostly are neighbours, and stores along k.
template <class T>
__global__ void __launch_bounds__(contiguous_copy_threads)
    contiguous_copy_kernel(StridedMatrix<const T> from, T* to, std::int64_t to_stride,
                           std::int64_t num_rows, std::int64_t inner) {
  constexpr int tile = contiguous_copy_tile, step = contiguous_copy_threads / tile;
  __shared__ T shared[tile][tile + 1];
  const int fast = int(threadIdx.x) % tile, slow = int(threadIdx.x) / tile;
  const std::int64_t first_row = std::int64_t(blockIdx.x) * tile;
  for (std::int64_t first_k = 0; first_k < inner; first_k += tile) {
    for (int i = slow; i < tile; i += step)
      if (first_row + fast < num_rows && first_k + i < inner)
        shared[i][fast] =
            from.data[(first_row + fast) * from.row_stride + (first_k + i) * from.col_stride];
    __syncthreads();
    for (int i = slow; i < tile; i += step)
      if (first_row + i < num_rows && first_k + fast < inner)
        to[(first_row + i) * to_stride + first_k + fast] = shared[fast][i];
    __syncthreads();
  }
}

}  // namespace filigree::cuda
