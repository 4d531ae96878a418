// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/copy_async.hpp"
#include "cuda/stream_load.hpp"
#include "cuda/tile_rows.cuh"
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
