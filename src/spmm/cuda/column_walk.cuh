// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/warp.hpp"
#include "spmm/cuda/tile.cuh"
#include "spmm/cuda/vectors.cuh"

/// SpMM with a column-major B that is read as it lies: a thread walks a row of A for a few columns
/// of B. On grids, where neighbouring rows have neighbouring columns, the gathers of a warp
/// coalesce, and nothing is transposed.

namespace filigree::cuda {

/// sums += U entries of A, of which `count` are there, for N columns of B from `b` on. All loads
/// come before the first use.
template <int N, int U, bool Full, class Arguments>
__device__ inline void walk_entries(typename Arguments::C (&sums)[N], const Arguments& arguments,
                                    const typename Arguments::A* values,
                                    const typename Arguments::Index* columns, int count,
                                    const char* b) {
  using A = typename Arguments::A;
  Bits<int(sizeof(A))> gathered[U][N];
#pragma unroll
  for (int u = 0; u < U; ++u) {
    const char* address = row_address(b, columns[Full ? u : min(u, count - 1)], sizeof(A));
#pragma unroll
    for (int j = 0; j < N; ++j) {
      if constexpr (Full) {
        load(gathered[u][j], address);
      } else {
        gathered[u][j] = {};
        load_if(u < count, gathered[u][j], address);
      }
      address += arguments.b.ld * std::int64_t(sizeof(A));
    }
  }
#pragma unroll
  for (int u = 0; u < U; ++u) {
    A value = values[Full ? u : min(u, count - 1)];
    if (!Full && u >= count) value = A{};
#pragma unroll
    for (int j = 0; j < N; ++j)
      sums[j] =
          accumulate(sums[j], value,
                     conjugate_if(as_vector<A, 1>(gathered[u][j]).entry[0], arguments.conjugate_b),
                     arguments.conjugate_a);
  }
}

/// The results of a row for N columns, from \c column on; \c first and \c end: its staged entries.
template <int N, int U, class Arguments>
__device__ inline void walk_columns(const Arguments& arguments,
                                    const StagedEntries<Arguments>& staged, int first, int end,
                                    std::int64_t row, std::int64_t column) {
  using C = typename Arguments::C;
  const char* const b =
      opaque_rows(arguments.b.at(blockIdx.z, -std::int64_t(arguments.base), column));
  C sums[N];
#pragma unroll
  for (int j = 0; j < N; ++j) sums[j] = zero<C>();
  int k = first;
#pragma unroll 1
  for (; k + U <= end; k += U)
    walk_entries<N, U, true>(sums, arguments, staged.values + k, staged.columns + k, U, b);
  if (k < end)
    walk_entries<N, U, false>(sums, arguments, staged.values + k, staged.columns + k, end - k, b);
#pragma unroll
  for (int j = 0; j < N; ++j) store_result(arguments, blockIdx.z, row, column + j, sums[j]);
}

/// A block's rows are cut into parts of 32 that follow each other and are staged together; there
/// must be room for them. A thread takes shape.columns columns at once, 8 or 4, U entries of A with
/// 8 of them; a rest of columns is taken by narrower walks.
template <int U, int MaxThreads, int MinBlocks, class Arguments>
__global__ void __launch_bounds__(MaxThreads, MinBlocks)
    column_walk_kernel(const __grid_constant__ Arguments arguments,
                       const __grid_constant__ SpmmTile shape, const std::int64_t long_limit) {
  extern __shared__ __align__(16) unsigned char shared[];
  const BlockPart part(shape, arguments.n);
  const int r = int(threadIdx.x) & (shape.rows - 1);
  const int group = int(threadIdx.x) / shape.rows;
  const int groups = int(blockDim.x) / shape.rows;
  const StagedEntries<Arguments> staged(shape, shared + r / 32 * shape.part_bytes);
  const RowRange rows = TileRows(shape, part.tile).at(shape, arguments.num_rows, r, 1);
  const std::int64_t row = rows.count > 0 ? rows.first : -1;
  const unsigned there = __ballot_sync(whole_warp, row >= 0);
  EntryRange mine;
  if (row >= 0) mine = entries_of_row(arguments, blockIdx.z, row);
  const std::int64_t first = __shfl_sync(whole_warp, mine.begin, 0);
  if (there != 0) {
    const std::int64_t last = __shfl_sync(whole_warp, mine.end, 31 - __clz(there));
    if (last - first > shape.capacity) __trap();
    staged.start(arguments, first, int(last - first), group * 32 + int(threadIdx.x) % 32,
                 groups * 32);
    wait_for_copies();
  }
  __syncthreads();
  if (row < 0 || mine.end - mine.begin > long_limit) return;
  const int begin = int(mine.begin - first);
  const int end = int(mine.end - first);
  for (std::int64_t column = part.first_column + group * shape.columns; column < part.end_column;
       column += groups * shape.columns) {
    const int count = int(min(std::int64_t(shape.columns), part.end_column - column));
    if (count == 8) {
      walk_columns<8, U>(arguments, staged, begin, end, row, column);
      continue;
    }
    std::int64_t rest = column;
    if ((count & 4) != 0) {
      walk_columns<4, 2 * U>(arguments, staged, begin, end, row, rest);
      rest += 4;
    }
    if ((count & 2) != 0) {
      walk_columns<2, 4>(arguments, staged, begin, end, row, rest);
      rest += 2;
    }
    if ((count & 1) != 0) walk_columns<1, 8>(arguments, staged, begin, end, row, rest);
  }
}

}  // namespace filigree::cuda
