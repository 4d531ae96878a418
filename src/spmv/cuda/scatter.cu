// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cuda/warp.hpp"
#include "spmv/cuda/scatter.hpp"

#include <algorithm>

#include "cuda/shared_memory.hpp"
#include "spmv/cuda/instances.hpp"
#include "spmv/cuda/partition.hpp"
#include "spmv/cuda/scatter_rows.cuh"

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
/// Left to the L1 cache by a large product's block.
inline constexpr std::size_t scatter_l1_bytes = 16 * 1024;

__device__ inline std::uint32_t mix(std::uint64_t key) {
  key *= 0x9e3779b97f4a7c15ull;
  return std::uint32_t(key >> 32);
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
