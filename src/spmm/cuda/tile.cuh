// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/stream_load.hpp"
#include "spmm/cuda/arguments.hpp"
#include "spmm/cuda/select.hpp"

/// Which rows and columns a thread block takes, and how entries of A come to its shared memory.

namespace filigree::cuda {

/// The part of a product that a thread block takes.
struct BlockPart {
  std::int64_t tile;
  std::int64_t first_column;
  std::int64_t end_column;

  __device__ BlockPart(const SpmmTile& shape, std::int64_t n) {
    tile = blockIdx.x;
    std::int64_t pass = blockIdx.y;
    if (shape.passes > 1) {
      tile = blockIdx.x / unsigned(shape.passes);
      pass = blockIdx.x - tile * shape.passes;
    }
    const std::int64_t columns = std::int64_t(shape.column_tiles) * shape.columns;
    first_column = pass * columns;
    end_column = min(n, first_column + columns);
  }
};

/// Row \c r of a tile of a matrix; -1 where there is none. Rows that exist and follow each other in
/// a tile, up to a multiple of patch.run, follow each other in the matrix.
__device__ inline std::int64_t row_of_tile(const SpmmTile& shape, std::int64_t num_rows,
                                           std::int64_t tile, int r) {
  const GridPatch& patch = shape.patch;
  std::int64_t row = tile * shape.rows + r;
  if (patch.run > 0) {
    const auto above = unsigned(tile) / unsigned(patch.across);
    const auto plane = above / unsigned(patch.down);
    const int line = r / patch.run;
    const std::int64_t x =
        std::int64_t(unsigned(tile) - above * unsigned(patch.across)) * patch.run + r % patch.run;
    const std::int64_t y =
        std::int64_t(above - plane * unsigned(patch.down)) * patch.lines + line % patch.lines;
    const std::int64_t z = std::int64_t(plane) * patch.planes + line / patch.lines;
    if (x >= patch.line_stride || y * patch.line_stride >= patch.plane_stride) return -1;
    row = x + y * patch.line_stride + z * patch.plane_stride;
  }
  return row < num_rows ? row : -1;
}

/// The entries [begin, end) of a row.
struct EntryRange {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

template <class Arguments>
__device__ inline EntryRange entries_of_row(const Arguments& arguments, std::int64_t batch,
                                            std::int64_t row) {
  const OffsetArray offsets = arguments.row_offsets.from(batch * arguments.offset_stride);
  return {offsets[row] - arguments.base, offsets[row + 1] - arguments.base};
}

/// Stores a row's result for a column.
template <class Arguments>
__device__ inline void store_result(const Arguments& arguments, std::int64_t batch,
                                    std::int64_t row, std::int64_t column,
                                    const typename Arguments::C& sum) {
  auto* const c = arguments.c.at(batch, row, column);
  *c = scaled(sum, arguments.alpha.get(), arguments.beta.get(), c);
}

/// Entries of A in shared memory.
template <class Arguments>
struct StagedEntries {
  using A = typename Arguments::A;
  using Index = typename Arguments::Index;

  A* values;       ///< as value_index has them
  Index* columns;  ///< counted from the pattern's base

  __device__ StagedEntries(const SpmmTile& shape, unsigned char* shared, int part)
      : values(reinterpret_cast<A*>(shared + part * shape.part_bytes)),
        columns(reinterpret_cast<Index*>(shared + part * shape.part_bytes + shape.columns_at)) {}

  /// Thread \c thread of \c threads: copies its share of `count` entries from `begin` on.
  __device__ void load(const Arguments& arguments, std::int64_t begin, int count, int thread,
                       int threads) const {
    const Index* const from = arguments.col_indices + blockIdx.z * arguments.column_stride + begin;
    if (arguments.value_index.data == nullptr) {
      const A* const from_values = arguments.values + blockIdx.z * arguments.value_stride + begin;
#pragma unroll 4
      for (int k = thread; k < count; k += threads) {
        values[k] = stream_load(from_values + k);
        columns[k] = stream_load(from + k);
      }
    } else {
      for (int k = thread; k < count; k += threads) {
        values[k] = entry_value(arguments, blockIdx.z, begin + k);
        columns[k] = stream_load(from + k);
      }
    }
  }
};

}  // namespace filigree::cuda
