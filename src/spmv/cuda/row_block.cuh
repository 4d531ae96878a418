// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/bulk_copy.hpp"
#include "spmv/cuda/arguments.hpp"
#include "spmv/cuda/row_block.hpp"
#include "spmv/cuda/warp_tile.cuh"

/// SpMV by row blocks: a thread block owns consecutive rows, the bulk copy engine streams their values
/// (and what it needs of their indices) through shared memory, and then a thread walks a row. Gathers
/// of x coalesce across the rows of a warp where neighbouring rows look alike, and no reduction across
/// threads is needed. Rows of odd length are free of bank conflicts.

namespace filigree::cuda {

// The values of IndexEncoding, which is Kokkos' side of the same plan.
inline constexpr std::uint8_t encoding_raw = 0;
inline constexpr std::uint8_t encoding_narrow = 1;
inline constexpr std::uint8_t encoding_shared_lists = 2;
inline constexpr std::uint8_t encoding_dictionary = 3;
inline constexpr std::uint8_t off_dictionary = 255;

/// Rows of a warp tile in a block that is too large to stage.
inline constexpr int overflow_tile_rows = 8;

/// Entries that a thread gathers at once from each of the rows that it walks at once.
template <int Rows, int Entries>
struct Walk {
  static constexpr int rows = Rows;
  static constexpr int entries = Entries;
};

/// sums[j] = sum over k < length[j] of values[j][k] x[column(j, k)], with all the loads of a step before
/// their use. Entries past a row's end are not loaded, and add 0 * 0.
template <class Shape, class C, class A, class X, class Column>
__device__ inline void walk_rows(C (&sums)[Shape::rows], const A* const (&values)[Shape::rows],
                                 const int (&length)[Shape::rows], const X* x, bool conjugated, const Column& column) {
  int longest = length[0];
#pragma unroll
  for (int j = 1; j < Shape::rows; ++j) longest = max(longest, length[j]);
  for (int k = 0; k < longest; k += Shape::entries) {
    X gathered[Shape::rows][Shape::entries];
#pragma unroll
    for (int j = 0; j < Shape::rows; ++j) {
#pragma unroll
      for (int i = 0; i < Shape::entries; ++i) {
        gathered[j][i] = X{};
        if (k + i < length[j]) gathered[j][i] = x[column(j, k + i)];
      }
    }
#pragma unroll
    for (int j = 0; j < Shape::rows; ++j) {
#pragma unroll
      for (int i = 0; i < Shape::entries; ++i) {
        A value{};
        if (k + i < length[j]) value = values[j][k + i];
        sums[j] = accumulate(sums[j], value, gathered[j][i], conjugated);
      }
    }
  }
}

/// A warp adds up the rows of a group that share one list of columns: each lane loads a column and its x
/// once for up to four rows. Values are read straight from global memory: they coalesce along the row.
template <class Arguments, class Store>
__device__ inline void walk_group(const Arguments& arguments, std::int64_t first_row, std::int64_t end_row,
                                  const Store& store) {
  using C = typename Arguments::C;
  using A = typename Arguments::A;
  constexpr int rows_at_once = 4;
  const int lane = threadIdx.x % 32;
  const std::int64_t list = std::int64_t(arguments.row_offsets[first_row]) - arguments.base;
  const std::int64_t length = std::int64_t(arguments.row_offsets[first_row + 1]) - arguments.base - list;
  for (std::int64_t row = first_row; row < end_row; row += rows_at_once) {
    const A* values = arguments.values + (std::int64_t(arguments.row_offsets[row]) - arguments.base);
    const int rows = int(end_row - row < rows_at_once ? end_row - row : rows_at_once);
    C sum[rows_at_once];
#pragma unroll
    for (int r = 0; r < rows_at_once; ++r) sum[r] = zero<C>();
#pragma unroll 2
    for (std::int64_t k = lane; k < length; k += 32) {
      const auto gathered = arguments.x[arguments.col_indices[list + k] - arguments.base];
#pragma unroll
      for (int r = 0; r < rows_at_once; ++r) {
        if (r < rows) {
          // Rows of a group have the same length, so the next row starts `length` entries on.
          const A value = values[r * length + k];
          sum[r] = accumulate(sum[r], value, gathered, arguments.conjugate);
        }
      }
    }
#pragma unroll
    for (int r = 0; r < rows_at_once; ++r) {
      if (r < rows) {
        for (int delta = 16; delta > 0; delta /= 2) sum[r] = add(sum[r], shuffle_down(sum[r], delta, 32));
        if (lane == 0) store(row + r, sum[r]);
      }
    }
  }
}

/// One row block as a thread block sees it.
struct BlockRange {
  std::int64_t first_row;
  std::int64_t end_row;
  std::int64_t begin;
  std::int64_t end;
  std::uint8_t encoding;
};

template <class Arguments>
__device__ inline BlockRange block_range(const Arguments& arguments, const RowBlocks& blocks, std::int64_t block) {
  BlockRange range;
  range.first_row = block * blocks.rows_per_block;
  range.end_row = min(range.first_row + blocks.rows_per_block, arguments.num_rows);
  range.begin = std::int64_t(arguments.row_offsets[range.first_row]) - arguments.base;
  range.end = std::int64_t(arguments.row_offsets[range.end_row]) - arguments.base;
  range.encoding = blocks.block_encoding != nullptr ? blocks.block_encoding[block] : encoding_raw;
  return range;
}

template <bool Compressed, class Arguments>
struct StagedBlock {
  StagedSlice<typename Arguments::A> values;
  StagedSlice<typename Arguments::Offset> offsets;
  StagedSlice<typename Arguments::Index> columns;
  StagedSlice<std::uint8_t> ids;
  StagedSlice<std::uint16_t> narrow;

  __device__ StagedBlock(const Arguments& arguments, const RowBlocks& blocks, const StageLayout& layout,
                         unsigned char* stage, const BlockRange& r)
      : values(stage, arguments.values, arguments.nnz, r.begin, r.end),
        offsets(stage + layout.offsets_at, arguments.row_offsets, arguments.num_rows + 1, r.first_row, r.end_row + 1),
        columns(stage + layout.columns_at, arguments.col_indices, arguments.nnz, r.begin,
                r.encoding == encoding_raw ? r.end : r.begin),
        ids(stage + layout.ids_at, blocks.pattern_ids, arguments.num_rows, r.first_row,
            Compressed && r.encoding == encoding_dictionary ? r.end_row : r.first_row),
        narrow(stage + layout.columns_at, blocks.narrow, arguments.nnz, r.begin,
               Compressed && r.encoding == encoding_narrow ? r.end : r.begin) {}

  __device__ void start(CopyBarrier& barrier, std::uint64_t policy) const {
    barrier.arrive_and_expect(values.bulk_bytes() + offsets.bulk_bytes() + columns.bulk_bytes() +
                              (Compressed ? ids.bulk_bytes() + narrow.bulk_bytes() : 0));
    values.start(barrier, policy);
    offsets.start(barrier, policy);
    columns.start(barrier, policy);
    if constexpr (Compressed) {
      ids.start(barrier, policy);
      narrow.start(barrier, policy);
    }
  }

  /// By all threads: what a bulk copy cannot reach.
  __device__ void copy_rest() const {
    values.copy_rest(threadIdx.x, blockDim.x);
    offsets.copy_rest(threadIdx.x, blockDim.x);
    columns.copy_rest(threadIdx.x, blockDim.x);
    if constexpr (Compressed) {
      ids.copy_rest(threadIdx.x, blockDim.x);
      narrow.copy_rest(threadIdx.x, blockDim.x);
    }
  }
};

/// A thread walks rows, Shape::rows at once.
template <class Shape, bool Compressed, class Arguments, class Store>
__device__ inline void walk_block(const Arguments& arguments, const RowBlocks& blocks, const BlockRange& range,
                                  std::int64_t block, const StagedBlock<Compressed, Arguments>& staged,
                                  const Store& store) {
  using A = typename Arguments::A;
  using C = typename Arguments::C;
  const int rows = int(range.end_row - range.first_row);
  const auto first = staged.offsets.entries()[0];
  for (int r = threadIdx.x; r < rows; r += Shape::rows * int(blockDim.x)) {
    C sums[Shape::rows];
    const A* values[Shape::rows];
    int local[Shape::rows];
    int length[Shape::rows];
#pragma unroll
    for (int j = 0; j < Shape::rows; ++j) {
      const int my_row = r + j * int(blockDim.x);
      sums[j] = zero<C>();
      local[j] = 0;
      length[j] = 0;
      if (my_row < rows) {
        local[j] = int(staged.offsets.entries()[my_row] - first);
        length[j] = int(staged.offsets.entries()[my_row + 1] - first) - local[j];
      }
      values[j] = staged.values.entries() + local[j];
    }
    if (range.encoding == encoding_raw) {
      const auto* columns = staged.columns.entries();
      walk_rows<Shape>(sums, values, length, arguments.x - arguments.base, arguments.conjugate,
                       [&](int j, int k) { return columns[local[j] + k]; });
    } else if (Compressed && range.encoding == encoding_dictionary) {
      const std::int32_t* list[Shape::rows];
      bool listed = true;
#pragma unroll
      for (int j = 0; j < Shape::rows; ++j) {
        const std::uint8_t id = length[j] > 0 ? staged.ids.entries()[r + j * int(blockDim.x)] : 0;
        listed = listed && id != off_dictionary;
        list[j] = blocks.lists + (id != off_dictionary ? blocks.list_offsets[id] : 0);
      }
      if (listed) {
        const int step = blockDim.x;
        walk_rows<Shape>(sums, values, length, arguments.x + range.first_row + r, arguments.conjugate,
                         [&](int j, int k) { return std::int64_t(list[j][k] + j * step); });
      } else {
        const auto* columns = arguments.col_indices + range.begin;
        walk_rows<Shape>(sums, values, length, arguments.x - arguments.base, arguments.conjugate,
                         [&](int j, int k) { return columns[local[j] + k]; });
      }
    } else {
      const std::uint16_t* offsets = staged.narrow.entries();
      walk_rows<Shape>(sums, values, length, arguments.x + blocks.block_base[block], arguments.conjugate,
                       [&](int j, int k) { return offsets[local[j] + k]; });
    }
#pragma unroll
    for (int j = 0; j < Shape::rows; ++j)
      if (r + j * int(blockDim.x) < rows) store(range.first_row + r + j * int(blockDim.x), sums[j]);
  }
}

/// One thread block a row block.
template <bool Compressed, class Shape, bool Reduce, class Arguments>
__global__ void __launch_bounds__(row_block_threads, sizeof(typename Arguments::C) <= 8 ? 16 : 8)
    row_block_kernel(const Arguments arguments, const RowBlocks blocks, const StageLayout layout) {
  using C = typename Arguments::C;
  extern __shared__ __align__(16) unsigned char shared[];
  __shared__ CopyBarrier barrier;
  __shared__ C reduction_shared[Reduce ? 64 : 1];

  const std::int64_t block = blockIdx.x;
  const BlockRange range = block_range(arguments, blocks, block);
  Reduction<C> reduction;
  const C alpha = arguments.alpha.get();
  const C beta = arguments.beta.get();
  const auto store = [&](std::int64_t row, const C& sum) {
    const auto stored = store_row(arguments, row, sum, alpha, beta);
    if constexpr (Reduce) reduction.include(arguments, row, stored);
  };
  if (Compressed && range.encoding == encoding_shared_lists) {
    const std::int32_t first_group = blocks.block_groups[block];
    const std::int32_t end_group = blocks.block_groups[block + 1];
    for (std::int32_t group = first_group + int(threadIdx.x) / 32; group < end_group; group += int(blockDim.x) / 32) {
      const std::int64_t group_end = group + 1 < end_group ? blocks.group_rows[group + 1] : range.end_row;
      walk_group(arguments, blocks.group_rows[group], group_end, store);
    }
  } else if (range.end - range.begin > blocks.capacity) {
    // Too large to stage: by warp tiles.
    C* const products = reinterpret_cast<C*>(shared) + threadIdx.x / 32 * chunk_entries;
    for (std::int64_t row = range.first_row + int(threadIdx.x) / 32 * overflow_tile_rows; row < range.end_row;
         row += int(blockDim.x) / 32 * overflow_tile_rows) {
      const int lanes_a_row = 32 / overflow_tile_rows;
      const std::int64_t my_row = min(row + int(threadIdx.x) % 32 / lanes_a_row, range.end_row);
      const TileRow mine = tile_row(arguments, my_row, range.end_row);
      const C sum = sum_tile<false>(arguments, mine, lanes_a_row, no_long_rows, products);
      if (int(threadIdx.x) % lanes_a_row == 0 && my_row < range.end_row) store(my_row, sum);
    }
  } else {
    const StagedBlock<Compressed, Arguments> staged(arguments, blocks, layout, shared, range);
    if (threadIdx.x == 0) {
      barrier.init();
      staged.start(barrier, evict_first_policy());
    }
    // Only the last block's arrays can end short of a 16-byte boundary.
    staged.copy_rest();
    __syncthreads();
    barrier.wait(0);
    walk_block<Shape, Compressed>(arguments, blocks, range, block, staged, store);
  }
  if constexpr (Reduce) {
    __syncthreads();
    reduce_block(reduction, reduction_shared, arguments.partials + 2 * block);
  }
}

}  // namespace filigree::cuda
