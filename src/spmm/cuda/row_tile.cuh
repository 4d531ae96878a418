// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "spmm/cuda/long_row.cuh"
#include "spmm/cuda/tile.cuh"
#include "spmm/cuda/vectors.cuh"

/// SpMM with a row-major B: the threads of a group share a row of A, each for its own columns of B,
/// which it loads as vectors. Groups take consecutive rows, so that the rows of B that neighbouring
/// rows of A share are found in the L1 cache.

namespace filigree::cuda {

/// What a thread takes of a row of B: V vectors of W entries, `step` entries apart; and how many
/// entries of A it loads them for at once.
template <int W, int V, int U>
struct RowVectors {
  static constexpr int width = W;
  static constexpr int count = V;
  static constexpr int entries = U;
};

/// sums += `length` entries of A, for the columns of B from `b` on.
template <class Shape, class Arguments>
__device__ inline void gather_row(
    typename Arguments::C (&sums)[Shape::count][Shape::width], const Arguments& arguments,
    const typename Arguments::A* values, const typename Arguments::Index* columns, int length, const typename Arguments::A* b, int step,
    const bool (&is_active)[Shape::count]) {
  using A = typename Arguments::A;
  constexpr int U = Shape::entries;
  const auto pitch = std::int32_t(arguments.b.ld);  // one multiplication, 32 by 32 bits
  for (int k = 0; k < length; k += U) {
    Vector<A, Shape::width> gathered[U][Shape::count];
#pragma unroll
    for (int u = 0; u < U; ++u) {
      const bool is_entry = k + u < length;
      const A* row = b;
      if (is_entry) row += std::int64_t(columns[k + u]) * pitch;
#pragma unroll
      for (int v = 0; v < Shape::count; ++v) {
        gathered[u][v] = {};
        if (is_entry && is_active[v]) gathered[u][v] = load_vector<A, Shape::width>(row + v * step);
      }
    }
#pragma unroll
    for (int u = 0; u < U; ++u) {
      A value{};
      if (k + u < length) value = values[k + u];
#pragma unroll
      for (int v = 0; v < Shape::count; ++v) {
#pragma unroll
        for (int w = 0; w < Shape::width; ++w)
          sums[v][w] = accumulate(
              sums[v][w], value, conjugate_if(gathered[u][v].entry[w], arguments.conjugate_b),
              arguments.conjugate_a);
      }
    }
  }
}

/// W results of a row-major row; columns from `count` on are not stored.
template <int W, class Y, class C>
__device__ inline void store_row_part(Y* c, const C (&sums)[W], const C& alpha, const C& beta,
                                      int count, bool by_vectors) {
  if (by_vectors && count >= W) {
    Vector<Y, W> old{};
    if (!is_zero(beta)) {
#pragma unroll
      for (int w = 0; w < W; ++w) old.entry[w] = c[w];
    }
    Vector<Y, W> result;
#pragma unroll
    for (int w = 0; w < W; ++w) result.entry[w] = scaled(sums[w], alpha, beta, &old.entry[w]);
    store_vector(c, result);
    return;
  }
#pragma unroll
  for (int w = 0; w < W; ++w)
    if (w < count) c[w] = scaled(sums[w], alpha, beta, c + w);
}

/// Results on their way to a column-major C: column after column of the tile's rows, whose number is
/// a power of two that divides the block's threads.
template <class C>
struct ColumnBuffer {
  C* values;
  int pitch;

  /// By all threads.
  template <class Arguments>
  __device__ void store(const Arguments& arguments, const StagedTile<Arguments>& staged,
                        int tile_rows, std::int64_t first_row, int rows, std::int64_t long_limit,
                        std::int64_t first_column, int columns) const {
    const int row = int(threadIdx.x) & (tile_rows - 1);
    if (row >= rows || staged.length(row) > long_limit) return;
    for (int j = int(threadIdx.x) / tile_rows; j < columns; j += int(blockDim.x) / tile_rows)
      store_result(arguments, blockIdx.z, first_row + row, first_column + j,
                   values[j * pitch + row]);
  }
};

template <class Shape, int MaxThreads, int MinBlocks, class Arguments>
__global__ void __launch_bounds__(MaxThreads, MinBlocks)
    row_tile_kernel(const __grid_constant__ Arguments arguments,
                    const __grid_constant__ SpmmTile tile, const std::int64_t long_limit) {
  using A = typename Arguments::A;
  using C = typename Arguments::C;
  constexpr int W = Shape::width;
  constexpr int V = Shape::count;
  extern __shared__ __align__(16) unsigned char shared[];
  const StagedTile<Arguments> staged(tile, shared);
  const ColumnBuffer<C> buffer{reinterpret_cast<C*>(shared + tile.buffer_at), tile.rows | 1};

  const int lanes = (tile.columns + W * V - 1) / (W * V);
  const int groups = int(blockDim.x) / lanes;
  const int group = int(threadIdx.x) / lanes;
  const int first_lane_column = (int(threadIdx.x) - group * lanes) * W;
  const int step = lanes * W;
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
    for (std::int64_t first_column = block_column; first_column < end_column;
         first_column += tile.columns) {
      const int columns = int(min(std::int64_t(tile.columns), end_column - first_column));
      bool is_active[V];
#pragma unroll
      for (int v = 0; v < V; ++v) is_active[v] = first_lane_column + v * step < columns;
      const A* const b = arguments.b.at(blockIdx.z, -std::int64_t(arguments.base), first_column) +
                         first_lane_column;
      // Threads beyond the last group have nothing to do.
      for (int r = group < groups ? group : rows; r < rows; r += groups) {
        const int begin = staged.begins[r];
        const int length = staged.begins[r + 1] - begin;
        if (length > long_limit) continue;
        C sums[V][W];
#pragma unroll
        for (int v = 0; v < V; ++v) {
#pragma unroll
          for (int w = 0; w < W; ++w) sums[v][w] = zero<C>();
        }
        gather_row<Shape>(sums, arguments, staged.values + begin, staged.columns + begin, length, b,
                          step, is_active);
#pragma unroll
        for (int v = 0; v < V; ++v) {
          const int j = first_lane_column + v * step;
          if (!is_active[v]) continue;
          if (arguments.c.row_major) {
            store_row_part<W>(arguments.c.at(blockIdx.z, first_row + r, first_column + j), sums[v],
                              arguments.alpha.get(), arguments.beta.get(), columns - j,
                              tile.vectors);
          } else {
#pragma unroll
            for (int w = 0; w < W; ++w) buffer.values[(j + w) * buffer.pitch + r] = sums[v][w];
          }
        }
      }
      if (!arguments.c.row_major) {
        __syncthreads();
        buffer.store(arguments, staged, tile.rows, first_row, rows, long_limit, first_column,
                     columns);
        if (first_column + tile.columns < end_column) __syncthreads();
      }
    }
  }
}

}  // namespace filigree::cuda
