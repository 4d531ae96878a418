// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/stream_load.hpp"
#include "spmm/cuda/arguments.hpp"
#include "spmm/cuda/vectors.cuh"

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

/// A row-major matrix with its rows padded by zeros to whole vectors of W entries, 16 bytes, by
/// tiles of 64 rows. (Columns: at most what takes_sizes allows.)
template <int W, class T>
__global__ void __launch_bounds__(copy_threads)
    padded_copy_kernel(const DenseMatrix<const T> from, const DenseMatrix<T> to,
                       const std::int64_t rows, const std::int64_t columns) {
  constexpr int at_once = 4;
  const std::int64_t first_row = std::int64_t(blockIdx.x) * copy_rows;
  const unsigned vectors = unsigned(to.ld) / W;
  const unsigned count = unsigned(min(std::int64_t(copy_rows), rows - first_row)) * vectors;
  const T* const source = from.data + blockIdx.z * from.batch_stride + first_row * from.ld;
  T* const target = to.data + blockIdx.z * to.batch_stride + first_row * to.ld;
#pragma unroll 1
  for (unsigned begin = threadIdx.x; begin < count; begin += at_once * copy_threads) {
    Bits<int(sizeof(T))> loaded[at_once][W];
#pragma unroll
    for (int i = 0; i < at_once; ++i) {
      const unsigned k = min(begin + i * copy_threads, count - 1);
      const unsigned row = k / vectors;
      const int first = int(k - row * vectors) * W;
#pragma unroll
      for (int w = 0; w < W; ++w) {
        loaded[i][w] = {};
        load_if(first + w < columns, loaded[i][w], source + row * from.ld + first + w);
      }
    }
#pragma unroll
    for (int i = 0; i < at_once; ++i) {
      const unsigned k = begin + i * copy_threads;
      uint4 bits;
      memcpy(&bits, &loaded[i], sizeof(bits));
      if (k < count) reinterpret_cast<uint4*>(target)[k] = bits;
    }
  }
}

}  // namespace filigree::cuda
