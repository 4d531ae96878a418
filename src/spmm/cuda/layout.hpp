// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>

#include "spmm/cuda/select.hpp"

namespace filigree::cuda {

/// Sets where the arrays of a part of a block lie, and returns the bytes that the parts take.
template <class Arguments>
std::size_t lay_out(SpmmTile& tile, int parts) {
  const auto round_up = [](std::size_t bytes) { return (bytes + 15) / 16 * 16; };
  const std::size_t values = round_up(sizeof(typename Arguments::A) * std::size_t(tile.capacity));
  const std::size_t columns =
      round_up(sizeof(typename Arguments::Index) * std::size_t(tile.capacity));
  tile.columns_at = std::uint32_t(values);
  tile.part_bytes = std::uint32_t(values + columns);
  return tile.part_bytes * std::size_t(parts);
}

inline std::int64_t number_of_tiles(const SpmmTile& tile, std::int64_t num_rows) {
  if (tile.patch.run == 0) return (num_rows + tile.rows - 1) / tile.rows;
  const std::int64_t slab = tile.patch.plane_stride * tile.patch.planes;
  return tile.patch.across * tile.patch.down * ((num_rows + slab - 1) / slab);
}

template <class Arguments, class Kernel>
cudaError_t launch_tiles(Kernel kernel, const Arguments& arguments, SpmmTile tile, int parts,
                         std::int64_t long_limit, cudaStream_t stream) {
  const std::size_t bytes = lay_out<Arguments>(tile, parts);
  if (bytes > 48 * 1024) {
    const cudaError_t error =
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, int(bytes));
    if (error != cudaSuccess) return error;
  }
  const std::int64_t blocks = number_of_tiles(tile, arguments.num_rows);
  const std::int64_t turns = (arguments.n + tile.columns - 1) / tile.columns;
  const std::int64_t passes = (turns + tile.column_tiles - 1) / tile.column_tiles;
  tile.passes = tile.columns_first ? int(passes) : 1;
  const dim3 grid(unsigned(blocks * tile.passes), unsigned(tile.columns_first ? 1 : passes),
                  unsigned(arguments.batches));
  kernel<<<grid, tile.threads, bytes, stream>>>(arguments, tile, long_limit);
  return cudaGetLastError();
}

}  // namespace filigree::cuda
