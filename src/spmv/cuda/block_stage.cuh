// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/cache_policy.hpp"
#include "cuda/staged_slice.hpp"
#include "spmv/cuda/block_lanes.hpp"
#include "spmv/cuda/blocks.hpp"

/// SpMV on Bsr by staging: a thread block owns consecutive block rows, the bulk copy engine streams
/// their values and columns through shared memory, chunk by chunk, and a thread (or a few of them)
/// walks a row. However small the blocks, they are read in whole lines, with no lane idle.

namespace filigree::cuda {

/// What a thread walks: a row of a block row, every `parts`-th block from `part` on.
struct StagedRow {
  int row;  ///< in the block
  int part;
  int parts;
};

/// sum += the blocks [first, last) of a chunk: the x of a few blocks are loaded before the first
/// one is used.
template <int Cols, class Arguments, class Index>
__device__ inline void walk_staged(const Arguments& arguments, const BlockRows<Index>& blocks,
                                   const StagedRow& mine, const typename Arguments::A* values,
                                   const Index* columns, int first, int last,
                                   typename Arguments::C& sum) {
  using A = typename Arguments::A;
  using X = typename Arguments::X;
  constexpr int at_once = Cols == 2 ? 4 : 3;
  const int step = blocks.row_major ? 1 : blocks.rows;
  const A* const row = values + (blocks.row_major ? mine.row * Cols : mine.row);
  const int block_entries = blocks.rows * Cols;
  for (int block = first + mine.part; block < last; block += at_once * mine.parts) {
    X gathered[at_once][Cols];
    int cols[at_once];  // that the matrix has of a block
#pragma unroll
    for (int j = 0; j < at_once; ++j) {
      const int k = block + j * mine.parts;
      std::int64_t column = 0;
      cols[j] = 0;
      if (k < last) {
        column = (std::int64_t(columns[k]) - blocks.base) * Cols;
        cols[j] = column <= arguments.num_cols - Cols ? Cols : int(arguments.num_cols - column);
      }
#pragma unroll
      for (int c = 0; c < Cols; ++c) {
        gathered[j][c] = X{};
        if (c < cols[j]) gathered[j][c] = arguments.x[column + c];
      }
    }
#pragma unroll
    for (int j = 0; j < at_once; ++j) {
      const A* const in_row = row + (block + j * mine.parts) * block_entries;
#pragma unroll
      for (int c = 0; c < Cols; ++c) {
        A value{};
        if (c < cols[j]) value = in_row[c * step];
        sum = accumulate(sum, value, gathered[j][c], arguments.conjugate);
      }
    }
  }
}

/// A chunk in flight or in shared memory.
template <class A, class Index>
struct StagedChunk {
  StagedSlice<A> values;
  StagedSlice<Index> columns;

  __device__ StagedChunk(const BlockRows<Index>& blocks, const BlockTiles& tiles, const A* values_,
                         std::int64_t num_blocks, unsigned char* stage, std::int64_t begin,
                         std::int64_t end)
      : values(stage, values_, num_blocks * (std::int64_t(blocks.rows) * blocks.cols),
               begin * (std::int64_t(blocks.rows) * blocks.cols),
               end * (std::int64_t(blocks.rows) * blocks.cols)),
        columns(stage + tiles.columns_at, blocks.col_indices, num_blocks, begin, end) {}

  /// By one thread.
  __device__ void start(TransactionBarrier& barrier, std::uint64_t policy) const {
    barrier.arrive_and_expect(values.bulk_bytes() + columns.bulk_bytes());
    values.start(barrier, policy);
    columns.start(barrier, policy);
  }
};

template <int Cols, class Arguments, class Index>
__global__ void __launch_bounds__(staged_threads)
    block_stage_kernel(const Arguments arguments, const BlockRows<Index> blocks,
                       const BlockTiles tiles) {
  using A = typename Arguments::A;
  using C = typename Arguments::C;
  extern __shared__ __align__(16) unsigned char shared[];
  __shared__ TransactionBarrier barriers[2];

  const std::int64_t first_row = std::int64_t(blockIdx.x) * tiles.block_rows;
  const std::int64_t end_row = min(first_row + tiles.block_rows, blocks.num_block_rows);
  const std::int64_t begin = blocks.begin_offsets[first_row] - blocks.base;
  const std::int64_t end = blocks.begin_offsets[end_row] - blocks.base;
  const auto chunk_begin = [&](int chunk) {
    return min(begin + std::int64_t(chunk) * tiles.chunk_blocks, end);
  };
  const auto chunk_of = [&](int chunk) {
    return StagedChunk<A, Index>(blocks, tiles, arguments.values, blocks.num_blocks,
                                 shared + chunk % tiles.stages * tiles.stage_bytes,
                                 chunk_begin(chunk), chunk_begin(chunk + 1));
  };
  const int chunks = int((end - begin + tiles.chunk_blocks - 1) / tiles.chunk_blocks);
  const std::uint64_t policy = evict_first_policy();
  if (threadIdx.x == 0) {
    init_barrier<1>(barriers[0]);
    init_barrier<1>(barriers[1]);
    fence_barrier_init();
    if (chunks > 0) chunk_of(0).start(barriers[0], policy);
    if (chunks > 1 && tiles.stages > 1) chunk_of(1).start(barriers[1], policy);
  }
  // Meanwhile: which row, and which part of it, is this thread's.
  const int tile_rows = tiles.block_rows * blocks.rows;
  const int part = int(threadIdx.x) / tile_rows;
  const int local = int(threadIdx.x) - part * tile_rows;
  const int local_block = local / blocks.rows;
  const StagedRow mine{local - local_block * blocks.rows, part, tiles.parts};
  const std::int64_t block_row = first_row + local_block;
  const std::int64_t row = block_row * blocks.rows + mine.row;
  const bool active = part < tiles.parts && block_row < end_row && row < arguments.num_rows;
  std::int64_t my_begin = 0, my_end = 0;
  if (active) {
    my_begin = blocks.begin_offsets[block_row] - blocks.base;
    my_end = blocks.begin_offsets[block_row + 1] - blocks.base;
  }
  C sum = zero<C>();
  __syncthreads();
  for (int chunk = 0; chunk < chunks; ++chunk) {
    const auto staged = chunk_of(chunk);
    staged.values.copy_rest(threadIdx.x);
    staged.columns.copy_rest(threadIdx.x);
    __syncthreads();
    barriers[chunk % tiles.stages].wait(chunk / tiles.stages & 1);
    const std::int64_t from = chunk_begin(chunk);
    const std::int64_t to = chunk_begin(chunk + 1);
    const int first = int(max(my_begin, from) - from);
    const int last = int(min(my_end, to) - from);
    if (active && first < last)
      walk_staged<Cols>(arguments, blocks, mine, staged.values.entries(), staged.columns.entries(),
                        first, last, sum);
    __syncthreads();
    if (threadIdx.x == 0 && chunk + tiles.stages < chunks)
      chunk_of(chunk + tiles.stages).start(barriers[chunk % tiles.stages], policy);
  }
  if (tiles.parts > 1) {
    __shared__ C sums[staged_threads];
    sums[threadIdx.x] = sum;
    __syncthreads();
    for (int p = 1; p < tiles.parts && part == 0; ++p) sum = add(sum, sums[p * tile_rows + local]);
  }
  if (part == 0 && active)
    store_row(arguments, row, sum, arguments.alpha.get(), arguments.beta.get());
}

}  // namespace filigree::cuda
