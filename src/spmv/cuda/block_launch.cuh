// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/shared_memory.hpp"
#include "spmv/cuda/block_stage.cuh"
#include "spmv/cuda/blocks.cuh"
#include "spmv/cuda/format_instances.hpp"

namespace filigree::cuda {

/// Block rows from a group of lanes to the one that it fetches indices for, more than run at once.
/// Measured: 2% faster where block rows are short, up to 3% slower where they are long.
inline std::int64_t block_rows_ahead(const BlockLanes& lanes, double mean_blocks, bool masked) {
  constexpr std::int64_t warps_ahead = 3200;
  return mean_blocks < 12 && lanes.panels == 1 && !masked ? warps_ahead * lanes.groups : 0;
}

template <int Vector, bool Down, class Arguments, class Index>
cudaError_t launch_block_kernel(const Arguments& arguments, const BlockRows<Index>& blocks,
                                const BlockLanes& lanes, cudaStream_t stream) {
  const bool aligned_x = is_aligned(arguments.x, Vector * sizeof(typename Arguments::X));
  const std::int64_t tasks = blocks.num_block_rows * lanes.panels;
  const int tasks_a_block = lanes.groups * block_warps;
  const auto grid = unsigned((tasks + tasks_a_block - 1) / tasks_a_block);
  const auto launch = [&](auto kernel) {
    kernel<<<grid, block_threads, 0, stream>>>(
        arguments, blocks, lanes, aligned_x,
        block_rows_ahead(lanes, blocks.mean_blocks, blocks.mask != nullptr));
  };
  if (lanes.vectors == 1)
    launch(block_kernel<Vector, 1, Down, Arguments, Index>);
  else if (lanes.vectors == 2)
    launch(block_kernel<Vector, 2, Down, Arguments, Index>);
  else
    launch(block_kernel<Vector, 4, Down, Arguments, Index>);
  return cudaGetLastError();
}

template <int Vector, class Arguments, class Index>
cudaError_t launch_block_order(const Arguments& arguments, const BlockRows<Index>& blocks,
                               const BlockLanes& lanes, cudaStream_t stream) {
  if constexpr (Vector > 1) {
    if (!blocks.row_major)
      return launch_block_kernel<Vector, true>(arguments, blocks, lanes, stream);
  }
  return launch_block_kernel<Vector, false>(arguments, blocks, lanes, stream);
}

/// By lanes laid over the blocks.
template <class Arguments, class Index>
cudaError_t launch_block_lanes(const Arguments& arguments, const BlockRows<Index>& blocks,
                               int vector, cudaStream_t stream) {
  constexpr int widest = pack_entries<typename Arguments::A>(4);
  const BlockLanes lanes =
      block_lanes(blocks.rows, blocks.cols, blocks.row_major, vector, blocks.mean_blocks);
  if constexpr (widest >= 4) {
    if (vector == 4) return launch_block_order<4>(arguments, blocks, lanes, stream);
  }
  if constexpr (widest >= 2) {
    if (vector == 2) return launch_block_order<2>(arguments, blocks, lanes, stream);
  }
  return launch_block_order<1>(arguments, blocks, lanes, stream);
}

template <int Cols, class Arguments, class Index>
cudaError_t launch_block_stage_cols(const Arguments& arguments, const BlockRows<Index>& blocks,
                                    const BlockTiles& tiles, cudaStream_t stream) {
  const auto kernel = block_stage_kernel<Cols, Arguments, Index>;
  const std::uint32_t shared = tiles.stages * tiles.stage_bytes;
  const cudaError_t error = allow_shared_memory(kernel, shared);
  if (error != cudaSuccess) return error;
  const std::int64_t grid = (blocks.num_block_rows + tiles.block_rows - 1) / tiles.block_rows;
  kernel<<<unsigned(grid), tiles.threads, shared, stream>>>(arguments, blocks, tiles);
  return cudaGetLastError();
}

/// By staging in shared memory; blocks of 2 or 3 columns.
template <class Arguments, class Index>
cudaError_t launch_block_stage(const Arguments& arguments, const BlockRows<Index>& blocks,
                               const BlockTiles& tiles, cudaStream_t stream) {
  return blocks.cols == 2 ? launch_block_stage_cols<2>(arguments, blocks, tiles, stream)
                          : launch_block_stage_cols<3>(arguments, blocks, tiles, stream);
}

template <class Arguments, class Index>
cudaError_t launch_blocks(const Arguments& arguments, const BlockRows<Index>& blocks,
                          cudaStream_t stream) {
  using A = typename Arguments::A;
  if (blocks.num_block_rows == 0) return cudaSuccess;
  int vector = pack_entries<A>(4);
  const int line = blocks.row_major ? blocks.cols : blocks.rows;
  while (line % vector != 0 || !is_aligned(arguments.values, vector * sizeof(A))) vector /= 2;
  if (blocks.contiguous && blocks.mask == nullptr &&
      prefers_staging(blocks.rows, blocks.cols, sizeof(A), blocks.mean_blocks)) {
    const BlockTiles tiles =
        block_tiles(blocks.rows, blocks.cols, blocks.mean_blocks, sizeof(A), sizeof(Index));
    if (std::size_t(tiles.stages) * tiles.stage_bytes <= blocks.staging_bytes)
      return launch_block_stage(arguments, blocks, tiles, stream);
  }
  return launch_block_lanes(arguments, blocks, vector, stream);
}

}  // namespace filigree::cuda
