// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>

#include "solve/cuda/block_columns.cuh"
#include "solve/cuda/block_rows.cuh"
#include "solve/cuda/launch_words.cuh"
#include "solve/cuda/small_block_rows.cuh"

namespace filigree::cuda {

template <class T, class Index>
struct SolveBlocksShape {
  void (*kernel)(SolveArguments<T, Index>, unsigned long long*, Word<T>*) = nullptr;
  unsigned threads = 0;
  int thread_blocks = 0;  ///< of a multiprocessor
  int columns = 1;        ///< right-hand sides of a thread block
};

template <class T, class Index, int Size, int Batch, int Warps>
constexpr SolveBlocksShape<T, Index> small_block_rows_shape() {
  return {solve_small_block_rows_kernel<T, Index, Size, Batch, Warps>, 32, Warps};
}
/// A warp, or a thread block, a block row and right-hand side.
template <class T, class Index>
SolveBlocksShape<T, Index> block_rows_shape(int block_size) {
  if (block_size == 2) return small_block_rows_shape<T, Index, 2, 1, 24>();
  if (block_size == 3) return small_block_rows_shape<T, Index, 3, 2, 20>();
  if (block_size == 4) return small_block_rows_shape<T, Index, 4, 1, 20>();
  if (block_size == 8) return small_block_rows_shape<T, Index, 8, 1, 16>();
  if (block_size < 8) return {solve_block_rows_kernel<T, Index, 64, 8, 4>, 64, 16};
  return {solve_block_rows_kernel<T, Index, 128, 8, 4>, 128, 8};
}

template <class T, class Index, int Size, int Warps, int Batch, int Blocks>
constexpr SolveBlocksShape<T, Index> block_columns_shape() {
  return {solve_block_columns_kernel<T, Index, Size, Warps, Batch, Blocks>, 32 * Warps, Blocks,
          block_columns_tile};
}
/// A thread block a block row and tile of right-hand sides; null: there is none for this size.
template <class T, class Index>
SolveBlocksShape<T, Index> block_columns_shape(int block_size) {
  if (block_size == 2) return block_columns_shape<T, Index, 2, 2, 7, 12>();
  if (block_size == 3) return block_columns_shape<T, Index, 3, 2, 4, 12>();
  if (block_size == 4) return block_columns_shape<T, Index, 4, 2, 4, 12>();
  if (block_size == 8) return block_columns_shape<T, Index, 8, 2, 2, 8>();
  if (block_size == 16) return block_columns_shape<T, Index, 16, 4, 1, 3>();
  return {};
}

template <class T, class Index>
SolveBlocksShape<T, Index> solve_blocks_shape(const SolveArguments<T, Index>& a) {
  constexpr std::int64_t few = 4;  // of so many a tile is the faster one, most of its lanes idle
  if (a.num_columns < few) return block_rows_shape<T, Index>(a.block_size);
  const auto shape = block_columns_shape<T, Index>(a.block_size);
  return shape.kernel != nullptr ? shape : block_rows_shape<T, Index>(a.block_size);
}

template <class T, class Index>
cudaError_t launch_solve_blocks(SolveArguments<T, Index> arguments, int multiprocessors,
                                void* workspace, cudaStream_t stream) {
  return solve_by_words(
      arguments, solve_columns_at_once, 1, workspace, stream,
      [&](const auto& some, auto* ticket, auto* words) {
        const auto shape = solve_blocks_shape(some);
        const std::int64_t shares =
            some.num_rows * ((some.num_columns + shape.columns - 1) / shape.columns);
        LaunchShape launch;
        launch.threads = shape.threads;
        launch.blocks = std::min(shares, std::int64_t(shape.thread_blocks) * multiprocessors);
        return launch_kernel(shape.kernel, launch, false, stream, some, ticket, words);
      });
}

}  // namespace filigree::cuda
