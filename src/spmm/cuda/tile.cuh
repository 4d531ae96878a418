// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/copy_async.hpp"
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
    const std::int64_t columns = std::int64_t(shape.column_tiles) * shape.columns;
    tile = blockIdx.x;
    first_column = blockIdx.y * columns;
    end_column = min(n, first_column + columns);
  }
};

/// Rows that follow each other in a matrix.
struct RowRange {
  std::int32_t first = 0;
  int count = 0;
};

/// Where the rows of a tile lie: behind each other, or on lines of a patch of a grid. (Matrices
/// have less than 2^31 rows, and the rows that patches reach over the end are less than that too.)
class TileRows {
 public:
  __device__ TileRows(const SpmmTile& shape, std::int64_t tile)
      : first_(unsigned(tile) * unsigned(shape.rows)) {
    const GridPatch& patch = shape.patch;
    if (patch.run == 0) return;
    const unsigned above = unsigned(tile) / unsigned(patch.across);
    const unsigned plane = above / unsigned(patch.down);
    const unsigned x = (unsigned(tile) - above * unsigned(patch.across)) * unsigned(patch.run);
    const unsigned y = (above - plane * unsigned(patch.down)) * unsigned(patch.lines);
    first_ = x + y * unsigned(patch.line_stride) +
             plane * unsigned(patch.planes) * unsigned(patch.plane_stride);
    of_line_ = int(patch.line_stride - x);
    lines_ = int(patch.plane_stride / patch.line_stride) - int(y);
  }

  /// Rows \c r to \c r + wanted - 1 of the tile, as far as they exist. Of a patch they lie on one
  /// line: patch.run is a multiple of what is wanted, and r of it too.
  __device__ RowRange at(const SpmmTile& shape, std::int64_t num_rows, int r, int wanted) const {
    const GridPatch& patch = shape.patch;
    unsigned row = first_ + unsigned(r);
    if (patch.run > 0) {
      const int line = int(unsigned(r) / unsigned(patch.run));
      const int x = r - line * patch.run;
      const int y = line & (patch.lines - 1);
      const int z = line >> (__ffs(patch.lines) - 1);
      if (y >= lines_) return {};
      wanted = min(wanted, of_line_ - x);
      row = first_ + unsigned(x) + unsigned(y) * unsigned(patch.line_stride) +
            unsigned(z) * unsigned(patch.plane_stride);
    }
    if (row >= unsigned(num_rows)) return {};
    return {std::int32_t(row), max(0, min(wanted, int(unsigned(num_rows) - row)))};
  }

 private:
  unsigned first_;
  int of_line_ = 0;  ///< rows from the patch's first one to the end of its line
  int lines_ = 0;    ///< lines from the patch's first one to the end of its plane
};

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

  __device__ StagedEntries(const SpmmTile& shape, unsigned char* shared)
      : values(reinterpret_cast<A*>(shared)),
        columns(reinterpret_cast<Index*>(shared + shape.columns_at)) {}

  /// Thread \c thread of \c threads: starts to copy its share of `count` entries from `begin` on,
  /// which are there after wait_for_copies.
  __device__ void start(const Arguments& arguments, std::int64_t begin, int count, int thread,
                        int threads) const {
    const Index* const from = arguments.col_indices + blockIdx.z * arguments.column_stride + begin;
    if (!arguments.value_index.is_null()) {
      start_gathered(arguments, begin, count, thread, threads);
#pragma unroll 1
      for (int k = thread; k < count; k += threads) copy_async(columns + k, from + k);
      return;
    }
    const A* const from_values = arguments.values + blockIdx.z * arguments.value_stride + begin;
#pragma unroll 1
    for (int k = thread; k < count; k += threads) {
      if constexpr (has_copy_async<A>)
        copy_async(values + k, from_values + k);
      else
        values[k] = stream_load(from_values + k);
      copy_async(columns + k, from + k);
    }
  }

 private:
  /// The values of patterns that say where each one lies: several places are read before the first
  /// value.
  __device__ void start_gathered(const Arguments& arguments, std::int64_t begin, int count,
                                 int thread, int threads) const {
    constexpr int at_once = 4;
    const A* const from = arguments.values + blockIdx.z * arguments.value_stride;
    const OffsetArray places =
        arguments.value_index.from(blockIdx.z * arguments.column_stride + begin);
#pragma unroll 1
    for (int first = thread; first < count; first += at_once * threads) {
      std::int64_t place[at_once];
#pragma unroll
      for (int i = 0; i < at_once; ++i) place[i] = places[min(first + i * threads, count - 1)];
#pragma unroll
      for (int i = 0; i < at_once; ++i) {
        const int k = first + i * threads;
        if (k >= count) break;
        const A* const value = from + (place[i] < 0 ? ~place[i] : place[i]);
        if constexpr (has_copy_async<A> && !is_complex_v<A>)
          copy_async(values + k, value);
        else
          values[k] = conjugate_if(*value, place[i] < 0);
      }
    }
  }
};

}  // namespace filigree::cuda
