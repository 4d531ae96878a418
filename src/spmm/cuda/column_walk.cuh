// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "spmm/cuda/long_row.cuh"
#include "spmm/cuda/tile.cuh"
#include "spmm/cuda/vectors.cuh"

/// SpMM with a column-major B that is read as it lies: a thread walks a row of A for a few columns
/// of B. On grids, where neighbouring rows have neighbouring columns, the gathers of a warp coalesce,
/// and nothing is transposed.

namespace filigree::cuda {

/// sums[j] += `length` entries of A, for `count` columns of B from `b` on; U entries at once.
template <int N, int U, class Arguments>
__device__ inline void walk_columns(typename Arguments::C (&sums)[N], const Arguments& arguments,
                                    const typename Arguments::A* values, const typename Arguments::Index* columns, int length,
                                    const typename Arguments::A* b, int count) {
  using A = typename Arguments::A;
  for (int k = 0; k < length; k += U) {
    A gathered[U][N];
#pragma unroll
    for (int u = 0; u < U; ++u) {
      const bool is_entry = k + u < length;
      const A* row = b;
      if (is_entry) row += columns[k + u];
#pragma unroll
      for (int j = 0; j < N; ++j) {
        gathered[u][j] = A{};
        if (is_entry && j < count)
          gathered[u][j] = load_vector<A, 1>(row + j * arguments.b.ld).entry[0];
      }
    }
#pragma unroll
    for (int u = 0; u < U; ++u) {
      A value{};
      if (k + u < length) value = values[k + u];
#pragma unroll
      for (int j = 0; j < N; ++j)
        sums[j] = accumulate(sums[j], value, conjugate_if(gathered[u][j], arguments.conjugate_b),
                             arguments.conjugate_a);
    }
  }
}

template <int N, int U, int MaxThreads, int MinBlocks, class Arguments>
__global__ void __launch_bounds__(MaxThreads, MinBlocks)
    column_walk_kernel(const __grid_constant__ Arguments arguments,
                       const __grid_constant__ SpmmTile tile, const std::int64_t long_limit) {
  using C = typename Arguments::C;
  extern __shared__ __align__(16) unsigned char shared[];
  const StagedTile<Arguments> staged(tile, shared);
  const int r = int(threadIdx.x) & (tile.rows - 1);
  const int group = int(threadIdx.x) / tile.rows;
  const int groups = int(blockDim.x) / tile.rows;
  const std::int64_t block_column = std::int64_t(blockIdx.y) * tile.column_tiles * tile.columns;
  const std::int64_t end_column =
      min(arguments.n, block_column + std::int64_t(tile.column_tiles) * tile.columns);

  for (int t = 0; t < tile.tiles; ++t) {
    const std::int64_t first_row = (std::int64_t(blockIdx.x) * tile.tiles + t) * tile.rows;
    if (first_row >= arguments.num_rows) break;
    const int rows = int(min(std::int64_t(tile.rows), arguments.num_rows - first_row));
    if (t > 0) __syncthreads();
    const bool is_staged = staged.load(arguments, tile, first_row, rows);
    __syncthreads();
    if (!is_staged) {
      product_of_large_tile(arguments, first_row, first_row + rows, long_limit, block_column,
                            end_column, reinterpret_cast<C*>(shared));
      continue;
    }
    if (r >= rows || staged.length(r) > long_limit) continue;
    const int begin = staged.begins[r];
    for (std::int64_t column = block_column + group * tile.columns; column < end_column;
         column += groups * tile.columns) {
      const int count = int(min(std::int64_t(tile.columns), end_column - column));
      C sums[N];
#pragma unroll
      for (int j = 0; j < N; ++j) sums[j] = zero<C>();
      walk_columns<N, U>(sums, arguments, staged.values + begin, staged.columns + begin,
                         staged.length(r),
                         arguments.b.at(blockIdx.z, -std::int64_t(arguments.base), column), count);
#pragma unroll
      for (int j = 0; j < N; ++j)
        if (j < count) store_result(arguments, blockIdx.z, first_row + r, column + j, sums[j]);
    }
  }
}

}  // namespace filigree::cuda
