// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "spmm/cuda/tile.cuh"
#include "spmm/cuda/vectors.cuh"

/// SpMM with a row-major B: the threads of a group share a row of A, each for its own columns of B,
/// which it loads as vectors. A warp's groups take consecutive rows, and a block rows that lie side
/// by side, so that rows of B that neighbouring rows of A share are found in the L1 cache.

namespace filigree::cuda {

/// sums += U entries of A, of which `count` are there, for the W columns of B from `b` on. All
/// loads come before the first use.
template <int W, int U, bool Full, class Arguments>
__device__ inline void gather_entries(typename Arguments::C (&sums)[W], const Arguments& arguments,
                                      const typename Arguments::A* values,
                                      const typename Arguments::Index* columns, int count,
                                      const char* b, std::int32_t pitch) {
  using A = typename Arguments::A;
  Bits<int(W * sizeof(A))> gathered[U];
#pragma unroll
  for (int u = 0; u < U; ++u) {
    const char* const address = row_address(b, columns[Full ? u : min(u, count - 1)], pitch);
    if constexpr (Full) {
      load(gathered[u], address);
    } else {
      gathered[u] = {};
      load_if(u < count, gathered[u], address);
    }
  }
#pragma unroll
  for (int u = 0; u < U; ++u) {
    A value = values[Full ? u : min(u, count - 1)];
    if (!Full && u >= count) value = A{};
    const auto entries = as_vector<A, W>(gathered[u]);
#pragma unroll
    for (int w = 0; w < W; ++w)
      sums[w] = accumulate(sums[w], value, conjugate_if(entries.entry[w], arguments.conjugate_b),
                           arguments.conjugate_a);
  }
}

/// W results of a row-major row; columns from `count` on are not stored.
template <int W, class Y, class C>
__device__ inline void store_row_part(Y* c, const C (&sums)[W], const C& alpha, const C& beta,
                                      int count, bool by_vectors) {
  if (by_vectors && count >= W) {
    Vector<Y, W> old{};
    if (!is_zero(beta)) {
#pragma unroll
      for (int w = 0; w < W; ++w) old.entry[w] = c[w];
    }
    Vector<Y, W> result;
#pragma unroll
    for (int w = 0; w < W; ++w) result.entry[w] = scaled(sums[w], alpha, beta, &old.entry[w]);
    store_vector(c, result);
    return;
  }
#pragma unroll
  for (int w = 0; w < W; ++w)
    if (w < count) c[w] = scaled(sums[w], alpha, beta, c + w);
}

/// What a warp takes next of the entries of its rows, from `position` on: as many as there is room
/// for, up to the next row that is left to others. Empty where `position` was in such a row.
struct WarpChunk {
  std::int64_t begin;
  std::int64_t end;

  __device__ WarpChunk(const EntryRange& mine, bool is_left_out, std::int64_t position,
                       std::int64_t last, int capacity)
      : begin(position), end(min(position + capacity, last)) {
    constexpr unsigned all = 0xffffffffu;
    if (!__any_sync(all, is_left_out)) return;
    const unsigned here =
        __ballot_sync(all, is_left_out && mine.begin <= position && position < mine.end);
    if (here != 0) {
      begin = end = __shfl_sync(all, mine.end, __ffs(here) - 1);
      return;
    }
    const unsigned next =
        __ballot_sync(all, is_left_out && position < mine.begin && mine.begin < end);
    if (next != 0) end = __shfl_sync(all, mine.begin, __ffs(next) - 1);
  }

  /// Where an entry lies in the chunk; at its begin or end where it lies before or behind it.
  __device__ int place(std::int64_t entry) const {
    return int(min(max(entry, begin), end) - begin);
  }
};

/// Each warp takes 32 / lanes rows that follow each other; nothing waits for another warp. A thread
/// takes W columns of B, for U entries of A at once.
template <int W, int U, int MaxThreads, int MinBlocks, class Arguments>
__global__ void __launch_bounds__(MaxThreads, MinBlocks)
    row_tile_kernel(const __grid_constant__ Arguments arguments,
                    const __grid_constant__ SpmmTile shape, const std::int64_t long_limit) {
  using A = typename Arguments::A;
  using C = typename Arguments::C;
  constexpr unsigned all = 0xffffffffu;
  extern __shared__ __align__(16) unsigned char shared[];
  const StagedEntries<Arguments> staged(shape, shared, int(threadIdx.x) / 32);
  const BlockPart part(shape, arguments.n);

  const int thread = int(threadIdx.x) % 32;
  const int groups = 32 / shape.lanes;
  const int group = thread / shape.lanes;
  const int j = (thread - group * shape.lanes) * W;
  std::int64_t row = -1;
  if (group < groups)
    row = row_of_tile(shape, arguments.num_rows, part.tile, int(threadIdx.x) / 32 * groups + group);
  const unsigned there = __ballot_sync(all, row >= 0);
  if (there == 0) return;
  EntryRange mine;
  if (row >= 0) mine = entries_of_row(arguments, blockIdx.z, row);
  const std::int64_t first = __shfl_sync(all, mine.begin, 0);
  const std::int64_t last = __shfl_sync(all, mine.end, 31 - __clz(there));
  const bool is_left_out = mine.end - mine.begin > long_limit;
  const bool is_one_chunk = last - first <= shape.capacity && !__any_sync(all, is_left_out);
  const auto pitch = std::int32_t(arguments.b.ld * std::int64_t(sizeof(A)));

  for (std::int64_t first_column = part.first_column; first_column < part.end_column;
       first_column += shape.columns) {
    const int columns = int(min(std::int64_t(shape.columns), part.end_column - first_column));
    // A thread without columns of its own takes the first ones along, and stores nothing.
    const char* const b = opaque(arguments.b.at(blockIdx.z, -std::int64_t(arguments.base),
                                                first_column + (j < columns ? j : 0)));
    C sums[W];
#pragma unroll
    for (int w = 0; w < W; ++w) sums[w] = zero<C>();
    for (std::int64_t position = first; position < last;) {
      const WarpChunk chunk(mine, is_left_out, position, last, shape.capacity);
      position = chunk.end;
      if (chunk.begin == chunk.end) continue;
      if (!is_one_chunk || first_column == part.first_column) {
        __syncwarp();
        staged.load(arguments, chunk.begin, int(chunk.end - chunk.begin), thread, 32);
        __syncwarp();
      }
      int k = chunk.place(mine.begin);
      const int end = chunk.place(mine.end);
#pragma unroll 1
      for (; k + U <= end; k += U)
        gather_entries<W, U, true>(sums, arguments, staged.values + k, staged.columns + k, U, b,
                                   pitch);
      if (k < end)
        gather_entries<W, U, false>(sums, arguments, staged.values + k, staged.columns + k, end - k,
                                    b, pitch);
    }
    if (row < 0 || is_left_out || j >= columns) continue;
    if (arguments.c.row_major) {
      store_row_part<W>(arguments.c.at(blockIdx.z, row, first_column + j), sums,
                        arguments.alpha.get(), arguments.beta.get(), columns - j,
                        shape.vector_stores);
    } else {
#pragma unroll
      for (int w = 0; w < W; ++w)
        if (j + w < columns)
          store_result(arguments, blockIdx.z, row, first_column + j + w, sums[w]);
    }
  }
}

}  // namespace filigree::cuda
