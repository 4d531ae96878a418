// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spmv/cuda/scatter.hpp"

#include <algorithm>

#include "spmv/cuda/instances.hpp"
#include "spmv/cuda/partition.hpp"
#include "spmv/cuda/warp_tile.cuh"

/// Atomics on a few columns that many rows share would queue up at the L2 cache. Each thread block
/// therefore samples the columns, and adds what belongs to those that come up often in shared
/// memory.

namespace filigree::cuda {
namespace {

constexpr int scatter_threads = 256;
constexpr int scatter_warps = scatter_threads / 32;
constexpr int samples_a_thread = 8;
constexpr int sample_counters = 4096;
/// Fewer where sums are wide: a block's static shared memory ends at 48 KB.
template <class C>
constexpr int hot_slots = sizeof(C) <= 8 ? 1024 : 512;
/// Of 2048 samples on 4096 counters, an average counter sees half a one: four are no accident.
constexpr int hot_count = 4;

__device__ inline std::uint32_t mix(std::uint64_t key) {
  key *= 0x9e3779b97f4a7c15ull;
  return std::uint32_t(key >> 32);
}

template <class T>
__device__ inline void atomic_accumulate(T* where, const T& value) {
  if constexpr (is_complex_v<T>) {
    atomicAdd(&where->re, value.re);
    atomicAdd(&where->im, value.im);
  } else {
    atomicAdd(where, value);
  }
}

/// The columns that a block adds up in shared memory.
template <class C, class Index>
struct HotColumns {
  Index columns[hot_slots<C>];  ///< -1 where the slot is free
  C sums[hot_slots<C>];

  __device__ static int slot_of(Index column) {
    return int(mix(std::uint64_t(column)) % hot_slots<C>);
  }
  __device__ void claim(Index column) {
    using Bits = std::conditional_t<sizeof(Index) == 4, unsigned, unsigned long long>;
    atomicExch(reinterpret_cast<Bits*>(&columns[slot_of(column)]), Bits(column));
  }
};

template <class Arguments>
__device__ inline void find_hot_columns(
    const Arguments& arguments, HotColumns<typename Arguments::C, typename Arguments::Index>& hot,
    std::uint32_t* counters) {
  using Index = typename Arguments::Index;
  for (int i = threadIdx.x; i < hot_slots<typename Arguments::C>; i += scatter_threads) {
    hot.columns[i] = -1;
    hot.sums[i] = zero<typename Arguments::C>();
  }
  for (int i = threadIdx.x; i < sample_counters; i += scatter_threads) counters[i] = 0;
  __syncthreads();
  Index sampled[samples_a_thread];
#pragma unroll
  for (int j = 0; j < samples_a_thread; ++j) {
    const std::uint64_t number =
        (std::uint64_t(blockIdx.x) * samples_a_thread + j) * scatter_threads + threadIdx.x;
    const std::uint64_t position = __umul64hi(
        number * 0xd1342543de82ef95ull + 0x9e3779b97f4a7c15ull, std::uint64_t(arguments.nnz));
    sampled[j] = arguments.col_indices[position] - arguments.base;
    atomicAdd(&counters[mix(std::uint64_t(sampled[j])) % sample_counters], 1u);
  }
  __syncthreads();
#pragma unroll
  for (int j = 0; j < samples_a_thread; ++j) {
    // Which of two columns takes a slot does not matter.
    if (counters[mix(std::uint64_t(sampled[j])) % sample_counters] >= hot_count)
      hot.claim(sampled[j]);
  }
  __syncthreads();
}

/// Rows of more entries are cut into pieces of as many: piece k is what lies in [k, k + 1) times
/// this.
constexpr std::int64_t scatter_piece = 4096;

template <class C, class Index>
__device__ inline void scatter_entry(HotColumns<C, Index>& hot, C* z, Index column,
                                     const C& share) {
  const int slot = HotColumns<C, Index>::slot_of(column);
  if (hot.columns[slot] == column)
    atomic_accumulate(&hot.sums[slot], share);
  else
    atomic_accumulate(&z[column], share);
}

/// Adds the entries of a warp's rows times `factor` of each to z: lanes_a_row lanes in a row name
/// the same row. Rows longer than `limit` are jumped over.
template <class Arguments, class Hot>
__device__ inline void scatter_tile(const Arguments& arguments, const TileRow& mine,
                                    const typename Arguments::C& factor, int lanes_a_row,
                                    std::int64_t limit, typename Arguments::C* factors, Hot& hot) {
  using A = typename Arguments::A;
  using C = typename Arguments::C;
  using Index = typename Arguments::Index;
  const int lane = threadIdx.x % 32;
  const bool is_long = mine.end - mine.begin > limit;
  const std::int64_t tile_end = __shfl_sync(0xffffffffu, mine.end, 31);
  for (std::int64_t position = __shfl_sync(0xffffffffu, mine.begin, 0); position < tile_end;) {
    const TileChunk part = next_chunk(mine, is_long, position, tile_end);
    position = part.end;
    if (part.begin == part.end) continue;
    const int last = int(min(mine.end, part.end) - part.chunk);
    for (int k = int(max(mine.begin, part.begin) - part.chunk) + lane % lanes_a_row; k < last;
         k += lanes_a_row)
      factors[k] = factor;
    Index column[chunk_loads];
    A value[chunk_loads];
#pragma unroll
    for (int j = 0; j < chunk_loads; ++j) {
      const std::int64_t k = part.chunk + j * 32 + lane;
      column[j] = -1;
      value[j] = A{};
      if (k >= part.begin && k < part.end) {
        column[j] = stream_load(arguments.col_indices + k) - arguments.base;
        value[j] = stream_load(arguments.values + k);
      }
    }
    __syncwarp();
#pragma unroll
    for (int j = 0; j < chunk_loads; ++j) {
      if (column[j] < 0) continue;
      scatter_entry(hot, arguments.z, column[j],
                    accumulate(zero<C>(), value[j], factors[j * 32 + lane], arguments.conjugate));
    }
    __syncwarp();
  }
}

/// The rows that are longer than a piece: a warp takes a piece of the entries, whose first and last
/// one name the only long rows that can reach into it.
template <class Arguments, class Hot>
__device__ inline void scatter_pieces(const Arguments& arguments,
                                      const typename Arguments::C& alpha,
                                      typename Arguments::C* factors, Hot& hot) {
  using C = typename Arguments::C;
  const std::int64_t pieces = (arguments.nnz + scatter_piece - 1) / scatter_piece;
  for (std::int64_t piece = std::int64_t(blockIdx.x) * scatter_warps + threadIdx.x / 32;
       piece < pieces; piece += std::int64_t(gridDim.x) * scatter_warps) {
    const std::int64_t begin = piece * scatter_piece;
    const std::int64_t end = min(begin + scatter_piece, arguments.nnz);
    const std::int64_t first = row_of_entry(arguments, begin);
    const std::int64_t last = row_of_entry(arguments, end - 1);
    for (std::int64_t row = first;; row = last) {
      const TileRow range = tile_row(arguments, row, arguments.num_rows);
      if (range.end - range.begin > scatter_piece) {
        const C factor = multiply_add(zero<C>(), alpha, widen<C>(arguments.x[row]));
        scatter_tile(arguments, {max(begin, range.begin), min(end, range.end)}, factor, 32,
                     no_long_rows, factors, hot);
      }
      if (row == last) break;
    }
  }
}

template <class Arguments>
__global__ void __launch_bounds__(scatter_threads)
    scatter_kernel(const Arguments arguments, const int rows_a_warp) {
  using C = typename Arguments::C;
  __shared__ HotColumns<C, typename Arguments::Index> hot;
  // The counters of the sampling and, after it, each entry's factor alpha x[row] take turns.
  constexpr int factor_bytes = scatter_warps * chunk_entries * int(sizeof(C));
  constexpr int counter_bytes = sample_counters * int(sizeof(std::uint32_t));
  __shared__ __align__(
      16) unsigned char shared[factor_bytes > counter_bytes ? factor_bytes : counter_bytes];
  const C alpha = arguments.alpha.get();
  if (is_zero(alpha)) return;
  find_hot_columns(arguments, hot, reinterpret_cast<std::uint32_t*>(shared));

  C* const factors = reinterpret_cast<C*>(shared) + threadIdx.x / 32 * chunk_entries;
  const int lanes_a_row = 32 / rows_a_warp;
  const std::int64_t tiles = (arguments.num_rows + rows_a_warp - 1) / rows_a_warp;
  for (std::int64_t tile = std::int64_t(blockIdx.x) * scatter_warps + threadIdx.x / 32;
       tile < tiles; tile += std::int64_t(gridDim.x) * scatter_warps) {
    const std::int64_t row =
        min(tile * rows_a_warp + int(threadIdx.x) % 32 / lanes_a_row, arguments.num_rows);
    const C factor = row < arguments.num_rows
                         ? multiply_add(zero<C>(), alpha, widen<C>(arguments.x[row]))
                         : zero<C>();
    scatter_tile(arguments, tile_row(arguments, row, arguments.num_rows), factor, lanes_a_row,
                 scatter_piece, factors, hot);
  }
  scatter_pieces(arguments, alpha, factors, hot);
  __syncthreads();
  for (int i = threadIdx.x; i < hot_slots<C>; i += scatter_threads)
    if (hot.columns[i] >= 0) atomic_accumulate(&arguments.z[hot.columns[i]], hot.sums[i]);
}

}  // namespace

template <class Arguments>
cudaError_t launch_scatter(const Arguments& arguments, int multiprocessors, cudaStream_t stream) {
  if (arguments.nnz == 0) return cudaSuccess;
  const int rows = rows_per_warp(arguments.nnz, arguments.num_rows);
  const std::int64_t tiles = (arguments.num_rows + rows - 1) / rows;
  const std::int64_t blocks =
      std::min<std::int64_t>((tiles + scatter_warps - 1) / scatter_warps, 4 * multiprocessors);
  scatter_kernel<<<unsigned(blocks), scatter_threads, 0, stream>>>(arguments, rows);
  return cudaGetLastError();
}

#define FILIGREE_SPMV_LAUNCH(A, X, Y, C, Offset, Index)                                     \
  template cudaError_t launch_scatter(const SpmvArguments<A, X, Y, C, Offset, Index>&, int, \
                                      cudaStream_t);
FILIGREE_SPMV_SINGLE
FILIGREE_SPMV_DOUBLE
FILIGREE_SPMV_COMPLEX
FILIGREE_SPMV_16BIT

}  // namespace filigree::cuda
