// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/stream_load.hpp"
#include "spmm/cuda/arguments.hpp"
#include "spmm/cuda/select.hpp"

/// A tile of consecutive rows of A in a thread block's shared memory. Other blocks of the
/// multiprocessor work while it comes.

namespace filigree::cuda {

/// Where a tile's arrays lie.
template <class Arguments>
struct StagedTile {
  using A = typename Arguments::A;
  using Index = typename Arguments::Index;

  A* values;       ///< as value_index has them
  Index* columns;  ///< counted from the pattern's base
  int* begins;     ///< rows + 1: where each row's entries begin

  __device__ StagedTile(const SpmmTile& tile, unsigned char* shared)
      : values(reinterpret_cast<A*>(shared)),
        columns(reinterpret_cast<Index*>(shared + tile.columns_at)),
        begins(reinterpret_cast<int*>(shared + tile.begins_at)) {}

  __device__ int length(int row) const { return begins[row + 1] - begins[row]; }

  /// By all threads, with a block barrier after it: brings in the rows [first_row, first_row +
  /// rows). Returns whether there was room for them; where not, the arrays are unused.
  __device__ bool load(const Arguments& arguments, const SpmmTile& tile, std::int64_t first_row,
                       int rows) const {
    const std::int64_t batch = blockIdx.z;
    const OffsetArray offsets = arguments.row_offsets.from(batch * arguments.offset_stride);
    const std::int64_t first = offsets[first_row];
    const std::int64_t count = offsets[first_row + rows] - first;
    if (count > tile.capacity) return false;
    for (int r = threadIdx.x; r <= rows; r += blockDim.x)
      begins[r] = int(offsets[first_row + r] - first);
    const std::int64_t begin = first - arguments.base;
    const Index* const from = arguments.col_indices + batch * arguments.column_stride + begin;
    if (arguments.value_index.data == nullptr) {
      const A* const from_values = arguments.values + batch * arguments.value_stride + begin;
#pragma unroll 4
      for (int k = threadIdx.x; k < int(count); k += blockDim.x) {
        values[k] = stream_load(from_values + k);
        columns[k] = stream_load(from + k);
      }
    } else {
      for (int k = threadIdx.x; k < int(count); k += blockDim.x) {
        values[k] = entry_value(arguments, batch, begin + k);
        columns[k] = stream_load(from + k);
      }
    }
    return true;
  }
};

}  // namespace filigree::cuda
