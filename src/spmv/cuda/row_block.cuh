// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/bulk_copy.hpp"
#include "spmv/cuda/arguments.hpp"
#include "spmv/cuda/partition.hpp"
#include "spmv/cuda/row_block.hpp"
#include "spmv/cuda/warp_tile.cuh"

/// SpMV by row blocks: a thread block owns consecutive rows, the bulk copy engine streams their
/// values (and what it needs of their indices) through shared memory, and then a thread walks a
/// row. Gathers of x coalesce across the rows of a warp where neighbouring rows look alike, and no
/// reduction across threads is needed. Rows of odd length are free of bank conflicts.

namespace filigree::cuda {

// The values of IndexEncoding, which is Kokkos' side of the same plan.
inline constexpr std::uint8_t encoding_raw = 0;
inline constexpr std::uint8_t encoding_narrow = 1;
inline constexpr std::uint8_t encoding_shared_lists = 2;
inline constexpr std::uint8_t encoding_dictionary = 3;
inline constexpr std::uint8_t off_dictionary = 255;

/// Entries that a thread gathers at once from each of the rows that it walks at once, and whether
/// several threads share a row. (That they do not is known to the compiler where rows are short: it
/// measured 15% faster than a run-time 1.)
template <int Rows, int Entries, bool SharedRow>
struct Walk {
  static constexpr int rows = Rows;
  static constexpr int entries = Entries;
  static constexpr bool shared_row = SharedRow;
};

/// sums[j] += sum over k < length[j] of values[j][k] x[column(j, k)], with all the loads of a step
/// before their use. Entries past a row's end are not loaded, and add 0 * 0.
template <class Shape, class C, class A, class X, class Column>
__device__ inline void walk_rows(C (&sums)[Shape::rows], const A* const (&values)[Shape::rows],
                                 const int (&length)[Shape::rows], const X* x, bool conjugated,
                                 const Column& column) {
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

/// One row block as a thread block sees it.
struct BlockRange {
  std::int64_t first_row;
  std::int64_t end_row;
  std::int64_t begin;
  std::int64_t end;
  std::uint8_t encoding;
};

template <class Arguments>
__device__ inline BlockRange block_range(const Arguments& arguments, const RowBlocks& blocks,
                                         std::int64_t block) {
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

  __device__ StagedBlock(const Arguments& arguments, const RowBlocks& blocks,
                         const StageLayout& layout, unsigned char* stage, const BlockRange& r)
      : values(stage, arguments.values, arguments.nnz, r.begin, r.end),
        offsets(stage + layout.offsets_at, arguments.row_offsets, arguments.num_rows + 1,
                r.first_row, r.end_row + 1),
        columns(stage + layout.columns_at, arguments.col_indices, arguments.nnz, r.begin,
                r.encoding == encoding_raw ? r.end : r.begin),
        ids(stage + layout.ids_at, blocks.pattern_ids, arguments.num_rows, r.first_row,
            Compressed && r.encoding == encoding_dictionary ? r.end_row : r.first_row),
        narrow(stage + layout.columns_at, blocks.narrow, arguments.nnz, r.begin,
               Compressed && r.encoding == encoding_narrow ? r.end : r.begin) {}

  /// By one thread.
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
    values.copy_rest(threadIdx.x, row_block_threads);
    offsets.copy_rest(threadIdx.x, row_block_threads);
    columns.copy_rest(threadIdx.x, row_block_threads);
    if constexpr (Compressed) {
      ids.copy_rest(threadIdx.x, row_block_threads);
      narrow.copy_rest(threadIdx.x, row_block_threads);
    }
  }
};

/// A thread walks rows, Shape::rows at once; or, where rows are long, lanes_a_row threads walk a
/// part of a row each. (Taking a row's entries in turn instead costs bank conflicts: 10% on 81
/// entries a row.)
template <class Shape, bool Compressed, class Arguments, class Store>
__device__ inline void walk_block(const Arguments& arguments, const RowBlocks& blocks,
                                  const BlockRange& range, std::int64_t block,
                                  const StagedBlock<Compressed, Arguments>& staged,
                                  const Store& store) {
  using A = typename Arguments::A;
  using C = typename Arguments::C;
  const int rows = int(range.end_row - range.first_row);
  const auto first = staged.offsets.entries()[0];
  const int lanes = Shape::shared_row ? blocks.lanes_a_row : 1;
  const int lane = int(threadIdx.x) % lanes;
  const int step = row_block_threads / lanes;
  // Whole warps stay in the loop: the shuffles at its end need them.
  for (int base_row = 0; base_row < rows; base_row += Shape::rows * step) {
    const int r = base_row + int(threadIdx.x) / lanes;
    C sums[Shape::rows];
    const A* values[Shape::rows];
    int local[Shape::rows];  // this thread's first entry, in the block
    int part[Shape::rows];   // and in the row
    int length[Shape::rows];
#pragma unroll
    for (int j = 0; j < Shape::rows; ++j) {
      const int my_row = r + j * step;
      sums[j] = zero<C>();
      local[j] = part[j] = length[j] = 0;
      if (my_row < rows) {
        const int row_begin = int(staged.offsets.entries()[my_row] - first);
        length[j] = int(staged.offsets.entries()[my_row + 1] - first) - row_begin;
        if constexpr (Shape::shared_row) {
          const int share = (length[j] + lanes - 1) / lanes;
          part[j] = min(lane * share, length[j]);
          length[j] = min(share, length[j] - part[j]);
        }
        local[j] = row_begin + part[j];
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
        const std::uint8_t id = length[j] > 0 ? staged.ids.entries()[r + j * step] : 0;
        listed = listed && id != off_dictionary;
        list[j] = blocks.lists + (id != off_dictionary ? blocks.list_offsets[id] : 0) + part[j];
      }
      if (listed) {
        walk_rows<Shape>(sums, values, length, arguments.x + range.first_row + r,
                         arguments.conjugate,
                         [&](int j, int k) { return std::int64_t(list[j][k] + j * step); });
      } else {
        const auto* columns = arguments.col_indices + range.begin;
        walk_rows<Shape>(sums, values, length, arguments.x - arguments.base, arguments.conjugate,
                         [&](int j, int k) { return columns[local[j] + k]; });
      }
    } else {
      const std::uint16_t* offsets = staged.narrow.entries();
      walk_rows<Shape>(sums, values, length, arguments.x + blocks.block_base[block],
                       arguments.conjugate, [&](int j, int k) { return offsets[local[j] + k]; });
    }
#pragma unroll
    for (int j = 0; j < Shape::rows; ++j) {
      for (int delta = lanes / 2; delta > 0; delta /= 2)
        sums[j] = add(sums[j], shuffle_down(sums[j], delta, lanes));
      if (lane == 0 && r + j * step < rows) store(range.first_row + r + j * step, sums[j]);
    }
  }
}

/// Blocks of a multiprocessor: as many as leave the gathers of a walk their registers, all of them
/// issued before the first sum. In double precision raw columns take more of them (27-point grid:
/// 0.356 ms with 14 blocks, 0.386 with 16), the dictionary fewer (0.275 and 0.264).
template <bool Compressed, class Shape, class C>
inline constexpr int row_block_occupancy =
    sizeof(C) > 8 ? 8
                  : (sizeof(C) > 4 ? (Compressed || Shape::rows > 1 || Shape::shared_row ? 16 : 14)
                                   : (Shape::rows > 1 ? 20 : 18));

/// The rows of a block that is too large to stage, by warp tiles of so many rows. `products`: room
/// for chunk_entries a warp.
inline constexpr int overflow_tile_rows = 8;
template <class Arguments, class Store>
__device__ inline void sum_block_by_tiles(const Arguments& arguments, const BlockRange& range,
                                          std::int64_t limit, typename Arguments::C* products,
                                          const Store& store) {
  products += threadIdx.x / 32 * chunk_entries;
  for (std::int64_t row = range.first_row + int(threadIdx.x) / 32 * overflow_tile_rows;
       row < range.end_row; row += row_block_threads / 32 * overflow_tile_rows) {
    const int lanes_a_row = 32 / overflow_tile_rows;
    const std::int64_t my_row = min(row + int(threadIdx.x) % 32 / lanes_a_row, range.end_row);
    const TileRow mine = tile_row(arguments, my_row, range.end_row);
    const auto sum = sum_tile<false>(arguments, PlainGather<Arguments>(arguments), mine,
                                     lanes_a_row, limit, products);
    const bool is_long = mine.end - mine.begin > limit;
    if (int(threadIdx.x) % lanes_a_row == 0 && my_row < range.end_row && !is_long)
      store(my_row, sum);
  }
}

/// The same with fewer registers, for a walk that would spill some: a few lanes share a row and
/// load so many entries each at once; then a warp a row of more than overflow_limit entries.
inline constexpr int overflow_lanes = 8;
inline constexpr int overflow_loads = 4;
inline constexpr std::int64_t overflow_limit = 4 * overflow_loads * overflow_lanes;
template <class Arguments, class Store>
__device__ inline void sum_block_by_lanes(const Arguments& arguments, const BlockRange& range,
                                          std::int64_t limit, const Store& store) {
  using C = typename Arguments::C;
  const int lane = int(threadIdx.x) % overflow_lanes;
  for (std::int64_t first = range.first_row; first < range.end_row;
       first += row_block_threads / overflow_lanes) {
    const std::int64_t row = first + int(threadIdx.x) / overflow_lanes;
    const TileRow mine = tile_row(arguments, min(row, range.end_row), range.end_row);
    const std::int64_t entries = mine.end - mine.begin;
    const bool is_short = entries <= overflow_limit;
    C sum = zero<C>();
    if (is_short)
      sum = sum_entries<overflow_loads>(arguments, mine.begin + lane, mine.end, overflow_lanes);
    for (int delta = overflow_lanes / 2; delta > 0; delta /= 2)
      sum = add(sum, shuffle_down(sum, delta, overflow_lanes));
    if (lane == 0 && row < range.end_row && is_short) store(row, sum);
    const bool is_wide = lane == 0 && !is_short && entries <= limit;
    for (unsigned wide = __ballot_sync(0xffffffffu, is_wide); wide != 0; wide &= wide - 1) {
      const int owner = __ffs(wide) - 1;
      const std::int64_t begin = __shfl_sync(0xffffffffu, mine.begin, owner);
      const std::int64_t end = __shfl_sync(0xffffffffu, mine.end, owner);
      sum =
          sum_warp(sum_entries<overflow_loads>(arguments, begin + int(threadIdx.x) % 32, end, 32));
      if (threadIdx.x % 32 == 0) store(first + (int(threadIdx.x) + owner) / overflow_lanes, sum);
    }
  }
}

/// One thread block a row block.
template <bool Compressed, class Shape, bool Reduce, class Arguments>
__global__ void __launch_bounds__(row_block_threads,
                                  row_block_occupancy<Compressed, Shape, typename Arguments::C>)
    row_block_kernel(const Arguments arguments, const RowBlocks blocks, const StageLayout layout) {
  using C = typename Arguments::C;
  extern __shared__ __align__(16) unsigned char shared[];
  __shared__ CopyBarrier barrier;
  __shared__ C reduction_shared[Reduce ? 64 : 1];

  launch_dependents();  // they write other rows, and wait before they read what was written
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
    // The group kernel's; a pair of partials is left all the same.
  } else if (range.end - range.begin > blocks.capacity) {
    if constexpr (Compressed && Shape::rows == 1)
      sum_block_by_lanes(arguments, range, blocks.limit, store);
    else
      sum_block_by_tiles(arguments, range, blocks.limit, reinterpret_cast<C*>(shared), store);
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
  // The sums of segments may still be under way, which what follows needs.
  wait_for_primary();
}

}  // namespace filigree::cuda
