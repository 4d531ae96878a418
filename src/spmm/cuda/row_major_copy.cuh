// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/stream_load.hpp"
#include "spmm/cuda/arguments.hpp"

namespace filigree::cuda {

inline constexpr int copy_threads = 256;
inline constexpr int copy_rows = 64;
inline constexpr int copy_columns = 32;

/// A column-major matrix made row-major, by tiles of 64 rows and up to 32 columns.
template <class T>
__global__ void __launch_bounds__(copy_threads)
    row_major_copy_kernel(const DenseMatrix<const T> from, const DenseMatrix<T> to,
                          const std::int64_t rows, const std::int64_t columns) {
  constexpr int passes = copy_rows * copy_columns / copy_threads;
  __shared__ T tile[copy_columns][copy_rows + 1];
  const std::int64_t first_row = std::int64_t(blockIdx.x) * copy_rows;
  const std::int64_t first_column = std::int64_t(blockIdx.y) * copy_columns;
  const T* const source = from.data + blockIdx.z * from.batch_stride + first_row;
  const int r = int(threadIdx.x) % copy_rows;
  T loaded[passes];
#pragma unroll
  for (int i = 0; i < passes; ++i) {
    const std::int64_t column =
        first_column + threadIdx.x / copy_rows + i * (copy_threads / copy_rows);
    loaded[i] = T{};
    if (first_row + r < rows && column < columns)
      loaded[i] = stream_load(source + r + column * from.ld);
  }
#pragma unroll
  for (int i = 0; i < passes; ++i)
    tile[threadIdx.x / copy_rows + i * (copy_threads / copy_rows)][r] = loaded[i];
  __syncthreads();
  const int width = int(min(std::int64_t(copy_columns), to.ld - first_column));
  const int height = int(min(std::int64_t(copy_rows), rows - first_row));
  T* const target = to.data + blockIdx.z * to.batch_stride + first_row * to.ld + first_column;
  for (int i = threadIdx.x; i < width * height; i += copy_threads) {
    const int row = i / width;
    const int column = i - row * width;
    target[row * to.ld + column] = tile[column][row];
  }
}

}  // namespace filigree::cuda
