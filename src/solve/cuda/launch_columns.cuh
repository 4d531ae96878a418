// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>

#include "cuda/launch.hpp"
#include "solve/cuda/columns.cuh"
#include "solve/cuda/launch.hpp"
#include "solve/cuda/strided_copy.cuh"

namespace filigree::cuda {

template <class T, class Index>
struct SolveColumnsShape {
  void (*kernel)(SolveArguments<T, Index>, unsigned long long*, UnknownsByRows<T>);
  int warps;  ///< of a multiprocessor
};

template <class T, class Index>
SolveColumnsShape<T, Index> solve_columns_shape(std::int64_t tile) {
  static_assert(ColumnsOfRow<T, Index, 2, 2>::width == widest_columns_tile);
  if (tile == widest_columns_tile) return {solve_columns_kernel<T, Index, 2, 2, 32>, 32};
  return {solve_columns_kernel<T, Index, 1, 4, 32>, 32};
}

template <bool ToRows, class T>
cudaError_t launch_strided_copy(const T* from, std::int64_t from_row_stride,
                                std::int64_t from_col_stride, T* to, std::int64_t to_row_stride,
                                std::int64_t to_col_stride, std::int64_t rows, std::int64_t columns,
                                cudaStream_t stream) {
  LaunchShape shape;
  shape.threads = strided_copy_threads;
  shape.blocks = (rows + strided_copy_rows - 1) / strided_copy_rows;
  shape.blocks_y = unsigned((columns + strided_copy_columns - 1) / strided_copy_columns);
  return launch_kernel(strided_copy_kernel<ToRows, T>, shape, false, stream, from, from_row_stride,
                       from_col_stride, to, to_row_stride, to_col_stride, rows, columns);
}

/// Solves for arguments.num_columns at once.
template <class T, class Index>
cudaError_t launch_solve_tiles(SolveArguments<T, Index> a, const SolveColumnsWorkspace& parts,
                               int multiprocessors, void* workspace, cudaStream_t stream) {
  auto* const ticket = static_cast<unsigned long long*>(workspace);
  UnknownsByRows<T> x{a.x, a.x_row_stride, reinterpret_cast<unsigned*>(ticket + 2)};
  const bool is_apart = parts.num_unknowns > 0;
  if (is_apart) {
    x.data = reinterpret_cast<T*>(static_cast<char*>(workspace) + parts.unknowns_begin());
    x.row_stride = a.num_columns;
  }
  cudaError_t error = cudaMemsetAsync(workspace, 0, parts.unknowns_begin(), stream);
  if (error == cudaSuccess && a.b_col_stride != 1) {  // read by columns, it would be read in pieces
    error = launch_strided_copy<true>(a.b, a.b_row_stride, a.b_col_stride, x.data, x.row_stride,
                                      std::int64_t(1), a.num_rows, a.num_columns, stream);
    a.b = x.data;
    a.b_row_stride = x.row_stride;
    a.b_col_stride = 1;
  }
  if (error != cudaSuccess) return error;
  const auto shape = solve_columns_shape<T, Index>(parts.tile);
  const std::int64_t shares = a.num_rows * ((a.num_columns + parts.tile - 1) / parts.tile);
  LaunchShape launch;
  launch.threads = 64;
  launch.blocks =
      std::min<std::int64_t>((shares + 1) / 2, std::int64_t(shape.warps / 2) * multiprocessors);
  error = launch_kernel(shape.kernel, launch, false, stream, a, ticket, x);
  if (error != cudaSuccess || !is_apart) return error;
  return launch_strided_copy<false>(static_cast<const T*>(x.data), x.row_stride, std::int64_t(1),
                                    a.x, a.x_row_stride, a.x_col_stride, a.num_rows, a.num_columns,
                                    stream);
}

template <class T, class Index>
cudaError_t launch_solve_columns(SolveArguments<T, Index> arguments, int multiprocessors,
                                 void* workspace, cudaStream_t stream) {
  const std::int64_t all_columns = arguments.num_columns;
  const auto parts =
      solve_columns_workspace(arguments.num_rows, all_columns, arguments.x_col_stride, sizeof(T));
  for (std::int64_t done = 0; done < all_columns; done += parts.at_once) {
    arguments.num_columns = std::min(parts.at_once, all_columns - done);
    const cudaError_t error =
        launch_solve_tiles(arguments, parts, multiprocessors, workspace, stream);
    if (error != cudaSuccess) return error;
    arguments.b += parts.at_once * arguments.b_col_stride;
    arguments.x += parts.at_once * arguments.x_col_stride;
  }
  return cudaSuccess;
}

}  // namespace filigree::cuda
