// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace filigree::cuda {

inline constexpr int strided_copy_threads = 256;
inline constexpr int strided_copy_rows = 64;
inline constexpr int strided_copy_columns = 32;

/// A dense matrix copied into another layout, by tiles: a grid of tiles, those of rows along x.
/// \tparam ToRows the target's entries of a row lie together, else the source's
template <bool ToRows, class T>
__global__ void __launch_bounds__(strided_copy_threads)
    strided_copy_kernel(const T* from, std::int64_t from_row_stride, std::int64_t from_col_stride,
                        T* to, std::int64_t to_row_stride, std::int64_t to_col_stride,
                        std::int64_t rows, std::int64_t columns) {
  constexpr int height = strided_copy_rows, width = strided_copy_columns;
  constexpr int passes = height * width / strided_copy_threads;
  __shared__ T tile[width][height + 1];
  const std::int64_t first_row = std::int64_t(blockIdx.x) * height;
  const std::int64_t first_column = std::int64_t(blockIdx.y) * width;
  // Neighbouring threads have neighbours along rows, or along columns.
  const auto row_in = [](int k, bool along_rows) { return along_rows ? k / width : k % height; };
  const auto column_in = [](int k, bool along_rows) { return along_rows ? k % width : k / height; };
  const auto is_there = [&](int row, int column) {
    return first_row + row < rows && first_column + column < columns;
  };
  T loaded[passes];
#pragma unroll
  for (int i = 0; i < passes; ++i) {
    const int k = int(threadIdx.x) + i * strided_copy_threads;
    const int row = row_in(k, !ToRows), column = column_in(k, !ToRows);
    loaded[i] = T(0);
    if (is_there(row, column))
      loaded[i] =
          from[(first_row + row) * from_row_stride + (first_column + column) * from_col_stride];
  }
#pragma unroll
  for (int i = 0; i < passes; ++i) {
    const int k = int(threadIdx.x) + i * strided_copy_threads;
    tile[column_in(k, !ToRows)][row_in(k, !ToRows)] = loaded[i];
  }
  __syncthreads();
#pragma unroll
  for (int i = 0; i < passes; ++i) {
    const int k = int(threadIdx.x) + i * strided_copy_threads;
    const int row = row_in(k, ToRows), column = column_in(k, ToRows);
    if (is_there(row, column))
      to[(first_row + row) * to_row_stride + (first_column + column) * to_col_stride] =
          tile[column][row];
  }
}

}  // namespace filigree::cuda
