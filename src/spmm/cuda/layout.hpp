// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>

#include "spmm/cuda/select.hpp"

namespace filigree::cuda {

/// Sets where a tile's arrays lie, and returns the bytes of shared memory that a block takes with
/// `buffer_columns` columns of results on their way to a column-major C.
template <class Arguments>
std::size_t lay_out(SpmmTile& tile, int buffer_columns) {
  const auto round_up = [](std::size_t bytes) { return (bytes + 15) / 16 * 16; };
  std::size_t bytes = round_up(sizeof(typename Arguments::A) * std::size_t(tile.capacity));
  tile.columns_at = std::uint32_t(bytes);
  bytes += round_up(sizeof(typename Arguments::Index) * std::size_t(tile.capacity));
  tile.begins_at = std::uint32_t(bytes);
  bytes += round_up(sizeof(int) * std::size_t(tile.rows + 1));
  tile.buffer_at = std::uint32_t(bytes);
  bytes += sizeof(typename Arguments::C) * std::size_t(buffer_columns) * std::size_t(tile.rows | 1);
  // A tile that is too large to stage needs room for a sum a thread.
  return std::max(bytes, sizeof(typename Arguments::C) * std::size_t(tile.threads));
}

template <class Arguments, class Kernel>
cudaError_t launch_tiles(Kernel kernel, const Arguments& arguments, SpmmTile tile,
                         int buffer_columns, std::int64_t long_limit, cudaStream_t stream) {
  const std::size_t bytes = lay_out<Arguments>(tile, buffer_columns);
  if (bytes > 48 * 1024) {
    const cudaError_t error =
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, int(bytes));
    if (error != cudaSuccess) return error;
  }
  const std::int64_t tiles = (arguments.num_rows + tile.rows - 1) / tile.rows;
  const std::int64_t blocks = (tiles + tile.tiles - 1) / tile.tiles;
  const std::int64_t turns = (arguments.n + tile.columns - 1) / tile.columns;
  const std::int64_t passes = (turns + tile.column_tiles - 1) / tile.column_tiles;
  kernel<<<dim3(unsigned(blocks), unsigned(passes), unsigned(arguments.batches)), tile.threads,
           bytes, stream>>>(arguments, tile, long_limit);
  return cudaGetLastError();
}

}  // namespace filigree::cuda
