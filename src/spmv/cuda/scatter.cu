// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cuda/warp.hpp"
#include "spmv/cuda/scatter.hpp"

#include <algorithm>

#include "cuda/shared_memory.hpp"
#include "spmv/cuda/instances.hpp"
#include "spmv/cuda/partition.hpp"
#include "spmv/cuda/warp_tile.cuh"

/// Atomics on a few columns that many rows share queue up at the L2 cache: on an H200 the columns
/// of a power law took 0.9 ms where as many random ones took 0.4. Each thread block therefore
/// samples the columns and adds up in shared memory what belongs to those that come up. A column
/// that is often hit is often sampled, and the last one that claims a place in the table has it.

namespace filigree::cuda {
namespace {

/// Threads of a block, and how many columns it samples. A large matrix is worth one block a
/// multiprocessor, with all of its shared memory; filling and emptying that would take longer than
/// the product of a small one (2 million entries, f64, on an H200: random columns 0.042 ms in the
/// small shape and 0.055 in the large one, a power law 0.079 and 0.054).
struct ScatterShape {
  int threads;
  int samples_a_thread;
  int blocks_a_multiprocessor;
};
inline constexpr ScatterShape large_scatter{1024, 16, 1};
inline constexpr ScatterShape small_scatter{256, 8, 4};
inline constexpr std::int64_t large_scatter_nnz = 2'000'000;
inline constexpr int small_scatter_slots = 1024;
/// Threads of a block where nothing is added up in shared memory, and blocks of a multiprocessor
/// whose registers there are to be.
inline constexpr int direct_scatter_threads = 128;
inline constexpr int direct_scatter_blocks = 8;
/// Left to the L1 cache by a large product's block.
inline constexpr std::size_t scatter_l1_bytes = 16 * 1024;

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
  C* sums;
  Index* columns;  ///< -1 where the slot is free
  int num_slots;

  static constexpr int bytes_a_slot = sizeof(C) + sizeof(Index);

  __device__ int slot_of(Index column) const {
    return int(__umulhi(mix(std::uint64_t(column)), unsigned(num_slots)));
  }
  __device__ void claim(Index column) const {
    using Bits = std::conditional_t<sizeof(Index) == 4, unsigned, unsigned long long>;
    atomicExch(reinterpret_cast<Bits*>(&columns[slot_of(column)]), Bits(column));
  }
};

/// Clears the slots and has sampled columns claim them: runs of 32 entries at random places.
template <class Arguments>
__device__ inline void find_hot_columns(
    const Arguments& arguments,
    const HotColumns<typename Arguments::C, typename Arguments::Index>& hot, int samples_a_thread) {
  for (int i = threadIdx.x; i < hot.num_slots; i += blockDim.x) {
    hot.columns[i] = -1;
    hot.sums[i] = zero<typename Arguments::C>();
  }
  __syncthreads();
  const std::int64_t starts = max(arguments.nnz - 31, std::int64_t(1));
  for (int j = 0; j < samples_a_thread; ++j) {
    const std::uint64_t run =
        ((std::uint64_t(blockIdx.x) * samples_a_thread + j) * blockDim.x + threadIdx.x) / 32;
    const std::int64_t position =
        std::int64_t(__umul64hi(run * 0xd1342543de82ef95ull + 0x9e3779b97f4a7c15ull,
                                std::uint64_t(starts))) +
        threadIdx.x % 32;
    if (position < arguments.nnz) hot.claim(arguments.col_indices[position] - arguments.base);
  }
  __syncthreads();
}

/// Rows of more entries are cut into pieces of as many: piece k is what lies in [k, k + 1) times
/// this.
constexpr std::int64_t scatter_piece = 4096;

template <class C, class Index>
__device__ inline void scatter_entry(const HotColumns<C, Index>& hot, C* z, Index column,
                                     const C& share) {
  const int slot = hot.slot_of(column);
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
                                    std::int64_t limit, typename Arguments::C* factors,
                                    const Hot& hot) {
  using A = typename Arguments::A;
  using C = typename Arguments::C;
  using Index = typename Arguments::Index;
  using Offset = typename Arguments::Offset;
  const int lane = threadIdx.x % 32;
  const bool is_long = mine.end - mine.begin > limit;
  const std::int64_t tile_end = __shfl_sync(whole_warp, mine.end, 31);
  for (std::int64_t position = __shfl_sync(whole_warp, mine.begin, 0); position < tile_end;) {
    const TileChunk part = before_long_row(mine, is_long, whole_chunk(position, tile_end));
    position = part.end;
    if (part.begin == part.end) continue;
    const int last = place_in_chunk<Offset>(part, min(mine.end, part.end));
    for (int k = place_in_chunk<Offset>(part, max(mine.begin, part.begin)) + lane % lanes_a_row;
         k < last; k += lanes_a_row)
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

/// Calls add(entries of a row, factor) for the rows that are longer than a piece: a warp takes a
/// piece of the entries, whose first and last one name the only long rows that can reach into it.
template <class Arguments, class Add>
__device__ inline void for_pieces(const Arguments& arguments, const typename Arguments::C& alpha,
                                  const Add& add) {
  using C = typename Arguments::C;
  const int warps = int(blockDim.x) / 32;
  const std::int64_t pieces = (arguments.nnz + scatter_piece - 1) / scatter_piece;
  for (std::int64_t piece = std::int64_t(blockIdx.x) * warps + threadIdx.x / 32; piece < pieces;
       piece += std::int64_t(gridDim.x) * warps) {
    const std::int64_t begin = piece * scatter_piece;
    const std::int64_t end = min(begin + scatter_piece, arguments.nnz);
    const std::int64_t first = row_of_entry<2>(arguments, begin, 0, arguments.num_rows);
    const std::int64_t last = row_of_entry<2>(arguments, end - 1, 0, arguments.num_rows);
    for (std::int64_t row = first;; row = last) {
      const TileRow range = tile_row(arguments, row, arguments.num_rows);
      if (range.end - range.begin > scatter_piece) {
        const C factor = multiply_add(zero<C>(), alpha, widen<C>(arguments.x[row]));
        add(TileRow{max(begin, range.begin), min(end, range.end)}, factor);
      }
      if (row == last) break;
    }
  }
}

/// Shared memory: the slots' sums, each entry's factor alpha x[row] by warp, the slots' columns.
template <class Arguments>
__global__ void __launch_bounds__(large_scatter.threads)
    scatter_kernel(const Arguments arguments, const int rows_a_warp, const int samples_a_thread,
                   const int num_slots) {
  using C = typename Arguments::C;
  extern __shared__ __align__(16) unsigned char shared[];
  const int warps = int(blockDim.x) / 32;
  C* const sums = reinterpret_cast<C*>(shared);
  C* const all_factors = sums + num_slots;
  const HotColumns<C, typename Arguments::Index> hot{
      sums, reinterpret_cast<typename Arguments::Index*>(all_factors + warps * chunk_entries),
      num_slots};
  const C alpha = arguments.alpha.get();
  if (is_zero(alpha)) return;
  find_hot_columns(arguments, hot, samples_a_thread);

  C* const factors = all_factors + threadIdx.x / 32 * chunk_entries;
  const int lanes_a_row = 32 / rows_a_warp;
  const std::int64_t tiles = (arguments.num_rows + rows_a_warp - 1) / rows_a_warp;
  for (std::int64_t tile = std::int64_t(blockIdx.x) * warps + threadIdx.x / 32; tile < tiles;
       tile += std::int64_t(gridDim.x) * warps) {
    const std::int64_t row =
        min(tile * rows_a_warp + int(threadIdx.x) % 32 / lanes_a_row, arguments.num_rows);
    const C factor = row < arguments.num_rows
                         ? multiply_add(zero<C>(), alpha, widen<C>(arguments.x[row]))
                         : zero<C>();
    scatter_tile(arguments, tile_row(arguments, row, arguments.num_rows), factor, lanes_a_row,
                 scatter_piece, factors, hot);
  }
  for_pieces(arguments, alpha, [&](const TileRow& part, const C& factor) {
    scatter_tile(arguments, part, factor, 32, no_long_rows, factors, hot);
  });
  __syncthreads();
  for (int i = threadIdx.x; i < num_slots; i += blockDim.x)
    if (hot.columns[i] >= 0) atomic_accumulate(&arguments.z[hot.columns[i]], hot.sums[i]);
}

/// A lane's value, in all of its warp.
template <class C>
__device__ inline C of_lane(const C& value, int lane) {
  if constexpr (is_complex_v<C>)
    return C{__shfl_sync(whole_warp, value.re, lane), __shfl_sync(whole_warp, value.im, lane)};
  else
    return __shfl_sync(whole_warp, value, lane);
}

/// Adds a row's entries to z, by all lanes of a warp.
template <class Arguments>
__device__ inline void scatter_row(const Arguments& arguments, const TileRow& row,
                                   const typename Arguments::C& factor) {
  using C = typename Arguments::C;
  for (std::int64_t k = row.begin + threadIdx.x % 32; k < row.end; k += 32)
    atomic_accumulate(
        &arguments.z[stream_load(arguments.col_indices + k) - arguments.base],
        accumulate(zero<C>(), stream_load(arguments.values + k), factor, arguments.conjugate));
}

/// A lane takes a row: where neighbouring rows have neighbouring columns, as on grids, a warp adds
/// to places side by side, which the L2 cache does at once. Longer rows take a warp.
template <class Arguments>
__global__ void __launch_bounds__(direct_scatter_threads, direct_scatter_blocks)
    scatter_lanes_kernel(const Arguments arguments) {
  using C = typename Arguments::C;
  constexpr int loads = 4;
  constexpr std::int64_t most_of_a_lane = 64;
  const C alpha = arguments.alpha.get();
  if (is_zero(alpha)) return;
  const std::int64_t row = std::int64_t(blockIdx.x) * direct_scatter_threads + threadIdx.x;
  const TileRow mine = tile_row(arguments, min(row, arguments.num_rows), arguments.num_rows);
  C factor = zero<C>();
  if (row < arguments.num_rows) factor = multiply_add(zero<C>(), alpha, widen<C>(arguments.x[row]));
  const std::int64_t length = mine.end - mine.begin;
  if (length <= most_of_a_lane) {
    for (std::int64_t k = mine.begin; k < mine.end; k += loads) {
      typename Arguments::Index column[loads];
      typename Arguments::A value[loads];
#pragma unroll
      for (int j = 0; j < loads; ++j)
        if (k + j < mine.end) {  // the lane's next entries are in the lines that this brings
          column[j] = arguments.col_indices[k + j];
          value[j] = arguments.values[k + j];
        }
#pragma unroll
      for (int j = 0; j < loads; ++j)
        if (k + j < mine.end)
          atomic_accumulate(&arguments.z[column[j] - arguments.base],
                            accumulate(zero<C>(), value[j], factor, arguments.conjugate));
    }
  }
  __syncwarp();
  const bool is_wide = length > most_of_a_lane && length <= scatter_piece;
  for (unsigned wide = __ballot_sync(whole_warp, is_wide); wide != 0; wide &= wide - 1) {
    const int owner = __ffs(wide) - 1;
    scatter_row(
        arguments,
        {__shfl_sync(whole_warp, mine.begin, owner), __shfl_sync(whole_warp, mine.end, owner)},
        of_lane(factor, owner));
  }
  for_pieces(arguments, alpha, [&](const TileRow& part, const C& factor_of_row) {
    scatter_row(arguments, part, factor_of_row);
  });
}

/// What a warp holds of rows with the same columns, which it has added up.
template <class Arguments>
struct ScatterRun {
  using C = typename Arguments::C;
  using Index = typename Arguments::Index;
  static constexpr int loads = 4;
  static constexpr int most = 32 * loads;

  int length = 0;
  Index columns[loads];
  C sums[loads];

  /// A row of at most `most` entries.
  __device__ void add(const Arguments& arguments, const TileRow& row, const C& factor) {
    const int lane = threadIdx.x % 32;
    const int count = int(row.end - row.begin);
    Index column[loads];
    typename Arguments::A value[loads];
    bool same = count == length;
#pragma unroll
    for (int j = 0; j < loads; ++j)
      if (j * 32 + lane < count) {
        column[j] = stream_load(arguments.col_indices + row.begin + j * 32 + lane);
        value[j] = stream_load(arguments.values + row.begin + j * 32 + lane);
      }
#pragma unroll
    for (int j = 0; j < loads; ++j)
      if (j * 32 + lane < count) same = same && column[j] == columns[j];
    const bool goes_on = __all_sync(whole_warp, same);
    if (!goes_on) store(arguments);
    length = count;
#pragma unroll
    for (int j = 0; j < loads; ++j)
      if (j * 32 + lane < count) {
        columns[j] = column[j];
        sums[j] = accumulate(goes_on ? sums[j] : zero<C>(), value[j], factor, arguments.conjugate);
      }
  }
  __device__ void store(const Arguments& arguments) const {
#pragma unroll
    for (int j = 0; j < loads; ++j)
      if (j * 32 + int(threadIdx.x) % 32 < length)
        atomic_accumulate(&arguments.z[columns[j] - arguments.base], sums[j]);
  }
};

/// A warp takes rows one after the other, and adds up those with the same columns, as the unknowns
/// of a node have, before it adds to z. A multiple of 2, 3 and 4 of them.
inline constexpr int rows_of_a_run_warp = 12;
template <class Arguments>
__global__ void __launch_bounds__(direct_scatter_threads, direct_scatter_blocks)
    scatter_runs_kernel(const Arguments arguments) {
  using C = typename Arguments::C;
  constexpr int warps = direct_scatter_threads / 32;
  const C alpha = arguments.alpha.get();
  if (is_zero(alpha)) return;
  const std::int64_t first =
      (std::int64_t(blockIdx.x) * warps + threadIdx.x / 32) * rows_of_a_run_warp;
  const std::int64_t my_row = min(first + threadIdx.x % 32, arguments.num_rows);
  const TileRow mine = tile_row(arguments, my_row, arguments.num_rows);
  C my_factor = zero<C>();
  if (my_row < arguments.num_rows)
    my_factor = multiply_add(zero<C>(), alpha, widen<C>(arguments.x[my_row]));
  ScatterRun<Arguments> run;
  for (int i = 0; i < rows_of_a_run_warp; ++i) {
    const TileRow row{__shfl_sync(whole_warp, mine.begin, i), __shfl_sync(whole_warp, mine.end, i)};
    const C factor = of_lane(my_factor, i);
    const std::int64_t length = row.end - row.begin;
    if (length <= run.most)
      run.add(arguments, row, factor);
    else if (length <= scatter_piece)
      scatter_row(arguments, row, factor);
  }
  run.store(arguments);
  for_pieces(arguments, alpha, [&](const TileRow& part, const C& factor_of_row) {
    scatter_row(arguments, part, factor_of_row);
  });
}

template <class Arguments>
cudaError_t launch_direct_scatter(const Arguments& arguments, ScatterKernel which,
                                  cudaStream_t stream) {
  const bool lanes = which == ScatterKernel::lanes;
  const std::int64_t rows_a_block =
      lanes ? direct_scatter_threads : direct_scatter_threads / 32 * rows_of_a_run_warp;
  const auto blocks = unsigned((arguments.num_rows + rows_a_block - 1) / rows_a_block);
  const auto kernel = lanes ? scatter_lanes_kernel<Arguments> : scatter_runs_kernel<Arguments>;
  kernel<<<blocks, direct_scatter_threads, 0, stream>>>(arguments);
  return cudaGetLastError();
}

}  // namespace

template <class Arguments>
cudaError_t launch_scatter(const Arguments& arguments, const ScatterDevice& device,
                           ScatterKernel which, cudaStream_t stream) {
  using C = typename Arguments::C;
  using Hot = HotColumns<C, typename Arguments::Index>;
  if (arguments.nnz == 0) return cudaSuccess;
  if (which != ScatterKernel::hot_columns) return launch_direct_scatter(arguments, which, stream);
  const auto factor_bytes = [](const ScatterShape& of) {
    return std::size_t(of.threads / 32) * chunk_entries * sizeof(C);
  };
  // Devices with less shared memory have no room for the large shape of wide types.
  const std::size_t taken = scatter_l1_bytes + factor_bytes(large_scatter);
  const bool is_large = arguments.nnz >= large_scatter_nnz &&
                        device.shared_bytes >= taken + small_scatter_slots * Hot::bytes_a_slot;
  const ScatterShape shape = is_large ? large_scatter : small_scatter;
  const int warps = shape.threads / 32;
  // a multiple of four keeps the columns behind the sums aligned
  const int num_slots = is_large ? int((device.shared_bytes - taken) / Hot::bytes_a_slot) / 4 * 4
                                 : small_scatter_slots;
  const std::size_t bytes = factor_bytes(shape) + std::size_t(num_slots) * Hot::bytes_a_slot;
  const auto kernel = scatter_kernel<Arguments>;
  const cudaError_t error = allow_shared_memory(kernel, bytes);
  if (error != cudaSuccess) return error;
  const int rows = rows_per_warp(arguments.nnz, arguments.num_rows);
  const std::int64_t tiles = (arguments.num_rows + rows - 1) / rows;
  const std::int64_t blocks = std::min<std::int64_t>(
      (tiles + warps - 1) / warps, shape.blocks_a_multiprocessor * device.multiprocessors);
  kernel<<<unsigned(blocks), shape.threads, bytes, stream>>>(arguments, rows,
                                                             shape.samples_a_thread, num_slots);
  return cudaGetLastError();
}

#define FILIGREE_SPMV_LAUNCH(A, X, Y, C, Offset, Index)                                \
  template cudaError_t launch_scatter(const SpmvArguments<A, X, Y, C, Offset, Index>&, \
                                      const ScatterDevice&, ScatterKernel, cudaStream_t);
FILIGREE_SPMV_SINGLE
FILIGREE_SPMV_DOUBLE
FILIGREE_SPMV_COMPLEX
FILIGREE_SPMV_16BIT_WIDENED

}  // namespace filigree::cuda
