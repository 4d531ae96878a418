// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/stream_load.hpp"
#include "cuda/warp.hpp"
#include "spmv/cuda/arguments.hpp"
#include "spmv/cuda/scatter.hpp"
#include "spmv/cuda/warp_tile.cuh"

/// One-shot transposed products whose entries are added to the result straight away. The L2 cache
/// of an H200 adds 90 billion values a second to random places, and up to 290 where the lanes of a
/// warp add to places side by side.

namespace filigree::cuda {

template <class T>
__device__ inline void atomic_accumulate(T* where, const T& value) {
  if constexpr (is_complex_v<T>) {
    atomicAdd(&where->re, value.re);
    atomicAdd(&where->im, value.im);
  } else {
    atomicAdd(where, value);
  }
}

/// Rows of more entries are cut into pieces of as many: piece k is what lies in [k, k + 1) times
/// this.
constexpr std::int64_t scatter_piece = 4096;

/// Calls add(entries of a row, factor) for the rows that are longer than a piece: a warp takes a
/// piece of the entries, whose first and last one name the only long rows that can reach into it.
template <class Arguments, class Add>
__device__ inline void for_pieces(const Arguments& arguments, const typename Arguments::C& alpha,
                                  const Add& add) {
  using C = typename Arguments::C;
  const int warps = int(blockDim.x) / 32;
  const std::int64_t pieces = (arguments.nnz + scatter_piece - 1) / scatter_piece;
  for (std::int64_t piece = std::int64_t(blockIdx.x) * warps + threadIdx.x / 32; piece < pieces;
       piece += std::int64_t(gridDim.x) * warps) {
    const std::int64_t begin = piece * scatter_piece;
    const std::int64_t end = min(begin + scatter_piece, arguments.nnz);
    const std::int64_t first = row_of_entry<2>(arguments, begin, 0, arguments.num_rows);
    const std::int64_t last = row_of_entry<2>(arguments, end - 1, 0, arguments.num_rows);
    for (std::int64_t row = first;; row = last) {
      const TileRow range = tile_row(arguments, row, arguments.num_rows);
      if (range.end - range.begin > scatter_piece) {
        const C factor = multiply_add(zero<C>(), alpha, widen<C>(arguments.x[row]));
        add(TileRow{max(begin, range.begin), min(end, range.end)}, factor);
      }
      if (row == last) break;
    }
  }
}

/// Threads of a block where nothing is added up in shared memory, and of how many blocks a
/// multiprocessor is to hold the registers.
inline constexpr int direct_scatter_threads = 128;
inline constexpr int direct_scatter_blocks = 8;

/// A lane's value, in all of its warp.
template <class C>
__device__ inline C of_lane(const C& value, int lane) {
  if constexpr (is_complex_v<C>)
    return C{__shfl_sync(whole_warp, value.re, lane), __shfl_sync(whole_warp, value.im, lane)};
  else
    return __shfl_sync(whole_warp, value, lane);
}

/// Adds a row's entries to z, by all lanes of a warp.
template <class Arguments>
__device__ inline void scatter_row(const Arguments& arguments, const TileRow& row,
                                   const typename Arguments::C& factor) {
  using C = typename Arguments::C;
  for (std::int64_t k = row.begin + threadIdx.x % 32; k < row.end; k += 32)
    atomic_accumulate(
        &arguments.z[stream_load(arguments.col_indices + k) - arguments.base],
        accumulate(zero<C>(), stream_load(arguments.values + k), factor, arguments.conjugate));
}

/// A lane takes a row: where neighbouring rows have neighbouring columns, as on grids, a warp adds
/// to places side by side, which the L2 cache does at once. Longer rows take a warp.
template <class Arguments>
__global__ void __launch_bounds__(direct_scatter_threads, direct_scatter_blocks)
    scatter_lanes_kernel(const Arguments arguments) {
  using C = typename Arguments::C;
  constexpr int loads = 4;
  constexpr std::int64_t most_of_a_lane = 64;
  const C alpha = arguments.alpha.get();
  if (is_zero(alpha)) return;
  const std::int64_t row = std::int64_t(blockIdx.x) * direct_scatter_threads + threadIdx.x;
  const TileRow mine = tile_row(arguments, min(row, arguments.num_rows), arguments.num_rows);
  C factor = zero<C>();
  if (row < arguments.num_rows) factor = multiply_add(zero<C>(), alpha, widen<C>(arguments.x[row]));
  const std::int64_t length = mine.end - mine.begin;
  if (length <= most_of_a_lane) {
    for (std::int64_t k = mine.begin; k < mine.end; k += loads) {
      typename Arguments::Index column[loads];
      typename Arguments::A value[loads];
#pragma unroll
      for (int j = 0; j < loads; ++j)
        if (k + j < mine.end) {  // the lane's next entries are in the lines that this brings
          column[j] = arguments.col_indices[k + j];
          value[j] = arguments.values[k + j];
        }
#pragma unroll
      for (int j = 0; j < loads; ++j)
        if (k + j < mine.end)
          atomic_accumulate(&arguments.z[column[j] - arguments.base],
                            accumulate(zero<C>(), value[j], factor, arguments.conjugate));
    }
  }
  __syncwarp();
  const bool is_wide = length > most_of_a_lane && length <= scatter_piece;
  for (unsigned wide = __ballot_sync(whole_warp, is_wide); wide != 0; wide &= wide - 1) {
    const int owner = __ffs(wide) - 1;
    scatter_row(
        arguments,
        {__shfl_sync(whole_warp, mine.begin, owner), __shfl_sync(whole_warp, mine.end, owner)},
        of_lane(factor, owner));
  }
  for_pieces(arguments, alpha, [&](const TileRow& part, const C& factor_of_row) {
    scatter_row(arguments, part, factor_of_row);
  });
}

/// What a warp holds of rows with the same columns, which it has added up.
template <class Arguments>
struct ScatterRun {
  using C = typename Arguments::C;
  using Index = typename Arguments::Index;
  static constexpr int loads = 4;
  static constexpr int most = 32 * loads;

  int length = 0;
  Index columns[loads];
  C sums[loads];

  /// A row of at most `most` entries.
  __device__ void add(const Arguments& arguments, const TileRow& row, const C& factor) {
    const int lane = threadIdx.x % 32;
    const int count = int(row.end - row.begin);
    Index column[loads];
    typename Arguments::A value[loads];
    bool same = count == length;
#pragma unroll
    for (int j = 0; j < loads; ++j)
      if (j * 32 + lane < count) {
        column[j] = stream_load(arguments.col_indices + row.begin + j * 32 + lane);
        value[j] = stream_load(arguments.values + row.begin + j * 32 + lane);
      }
#pragma unroll
    for (int j = 0; j < loads; ++j)
      if (j * 32 + lane < count) same = same && column[j] == columns[j];
    const bool goes_on = __all_sync(whole_warp, same);
    if (!goes_on) store(arguments);
    length = count;
#pragma unroll
    for (int j = 0; j < loads; ++j)
      if (j * 32 + lane < count) {
        columns[j] = column[j];
        sums[j] = accumulate(goes_on ? sums[j] : zero<C>(), value[j], factor, arguments.conjugate);
      }
  }
  __device__ void store(const Arguments& arguments) const {
#pragma unroll
    for (int j = 0; j < loads; ++j)
      if (j * 32 + int(threadIdx.x) % 32 < length)
        atomic_accumulate(&arguments.z[columns[j] - arguments.base], sums[j]);
  }
};

/// A warp takes rows one after the other, and adds up those with the same columns, as the unknowns
/// of a node have, before it adds to z. A multiple of 2, 3 and 4 of them.
inline constexpr int rows_of_a_run_warp = 12;
template <class Arguments>
__global__ void __launch_bounds__(direct_scatter_threads, direct_scatter_blocks)
    scatter_runs_kernel(const Arguments arguments) {
  using C = typename Arguments::C;
  constexpr int warps = direct_scatter_threads / 32;
  const C alpha = arguments.alpha.get();
  if (is_zero(alpha)) return;
  const std::int64_t first =
      (std::int64_t(blockIdx.x) * warps + threadIdx.x / 32) * rows_of_a_run_warp;
  const std::int64_t my_row = min(first + threadIdx.x % 32, arguments.num_rows);
  const TileRow mine = tile_row(arguments, my_row, arguments.num_rows);
  C my_factor = zero<C>();
  if (my_row < arguments.num_rows)
    my_factor = multiply_add(zero<C>(), alpha, widen<C>(arguments.x[my_row]));
  ScatterRun<Arguments> run;
  for (int i = 0; i < rows_of_a_run_warp; ++i) {
    const TileRow row{__shfl_sync(whole_warp, mine.begin, i), __shfl_sync(whole_warp, mine.end, i)};
    const C factor = of_lane(my_factor, i);
    const std::int64_t length = row.end - row.begin;
    if (length <= run.most)
      run.add(arguments, row, factor);
    else if (length <= scatter_piece)
      scatter_row(arguments, row, factor);
  }
  run.store(arguments);
  for_pieces(arguments, alpha, [&](const TileRow& part, const C& factor_of_row) {
    scatter_row(arguments, part, factor_of_row);
  });
}

template <class Arguments>
cudaError_t launch_direct_scatter(const Arguments& arguments, ScatterKernel which,
                                  cudaStream_t stream) {
  const bool lanes = which == ScatterKernel::lanes;
  const std::int64_t rows_a_block =
      lanes ? direct_scatter_threads : direct_scatter_threads / 32 * rows_of_a_run_warp;
  const auto blocks = unsigned((arguments.num_rows + rows_a_block - 1) / rows_a_block);
  const auto kernel = lanes ? scatter_lanes_kernel<Arguments> : scatter_runs_kernel<Arguments>;
  kernel<<<blocks, direct_scatter_threads, 0, stream>>>(arguments);
  return cudaGetLastError();
}

}  // namespace filigree::cuda
