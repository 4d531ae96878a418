// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/cluster_store.cuh"
#include "structured/cuda/small_n.hpp"
#include "structured/cuda/wgmma_launch.cuh"

namespace filigree::cuda {

/// A thread block computes 128 rows, 64 a warpgroup, and all columns for its part of k: fewer rows
/// would read B more often, which is as much as A then. Two fit on a multiprocessor.
template <class In, int columns, bool b_along_k>
struct SmallNConfig {
  static constexpr int consumers = 2;
  static constexpr int tile_m = 64 * consumers;
  static constexpr int tile_n = columns;
  static constexpr int tile_k = 128 / int(sizeof(In));
  static constexpr int threads = 128 * consumers + 32;
  static constexpr bool b_k = b_along_k;

  using Sum = Accumulator<In>;
  using Mma = WgmmaSparse<In, tile_n, !b_along_k>;
  static constexpr int meta_blocks = tile_k / structured::block_cols<In>;
  static constexpr int meta_bytes = meta_blocks * structured::block_words * 4;
  static constexpr int a_bytes = tile_m * 64;
  static constexpr int b_bytes = (b_k ? tile_n : tile_k) * 128;
  static constexpr std::uint32_t stage_bytes = a_bytes + b_bytes + consumers * meta_bytes;
  static constexpr int stages = int(88 * 1024 / stage_bytes);
  static constexpr int pitch = tile_n + 2;  ///< of sums: fewer bank conflicts, pairs aligned

  struct Shared {
    alignas(1024) unsigned char b[stages][b_bytes];
    alignas(1024) unsigned char a[stages][a_bytes];
    alignas(128) unsigned char metadata[stages][consumers * meta_bytes];
    /// Of the rows that this thread block finishes, from each part of k one after the other.
    alignas(16) Sum sums[tile_m * pitch];
    ClusterBarrier full[stages];
    ClusterBarrier empty[stages];
  };
  static constexpr std::size_t shared_bytes = sizeof(Shared) + 1024;
};

/// One thread. Tiles [begin, end) of k.
template <class In, class Config>
__device__ inline void load_small_stages(typename Config::Shared& shared, const WgmmaParameters& p,
                                         const CUtensorMap& map_a, const CUtensorMap& map_b,
                                         int row_block, int batch, int begin, int end) {
  const int a_batch = p.a_batched ? batch : 0;
  const int b_batch = p.b_batched ? batch : 0;
  const unsigned char* metadata[Config::consumers];
  for (int w = 0; w < Config::consumers; ++w) {
    const std::int64_t block = std::int64_t(row_block) * Config::consumers + w;
    metadata[w] = p.metadata + a_batch * p.metadata_batch_bytes +
                  (block < p.last_row_block ? block : p.last_row_block) * p.row_block_bytes;
  }
  StageRing<Config::stages> ring;
  for (int k = begin; k < end; ++k, ring.advance()) {
    const int stage = ring.stage;
    auto& full = shared.full[stage];
    shared.empty[stage].wait(ring.parity ^ 1);
    full.arrive_and_expect(Config::stage_bytes);
    tensor_load(shared_address(shared.a[stage]), map_a, k * (Config::tile_k / 2),
                row_block * Config::tile_m, a_batch, full);
    for (int w = 0; w < Config::consumers; ++w)
      bulk_load(shared_address(shared.metadata[stage] + w * Config::meta_bytes),
                metadata[w] + std::int64_t(k) * Config::meta_bytes, Config::meta_bytes, full);
    tensor_load(shared_address(shared.b[stage]), map_b, Config::b_k ? k * Config::tile_k : 0,
                Config::b_k ? 0 : k * Config::tile_k, b_batch, full);
  }
}

/// A warpgroup: the sums of its rows over tiles [begin, end), at least one.
template <class In, class Config>
__device__ inline void multiply_small_stages(typename Config::Sum (&d)[Config::tile_n / 2],
                                             typename Config::Shared& shared, int warpgroup,
                                             int begin, int end) {
  StageRing<Config::stages> ring;
  for (int k = begin; k < end; ++k, ring.advance()) {
    std::uint32_t words[2] = {0, 0};
    shared.full[ring.stage].wait(ring.parity);
    multiply_stage<In, Config>(d, shared, ring.stage, warpgroup, k > begin, words);
    wgmma_wait<0>();
    wgmma_keep_order(d);
    keep(words);
    if (threadIdx.x % 128 == 0) shared.empty[ring.stage].arrive();
  }
}

/// Sends a warpgroup's sums to the thread blocks of the cluster that finish their rows.
template <class Config>
__device__ inline void send_sums(const typename Config::Sum (&d)[Config::tile_n / 2],
                                 typename Config::Shared& shared, int part, int owned_rows) {
  const int lane = int(threadIdx.x % 32);
#pragma unroll
  for (int half = 0; half < 2; ++half) {
    const int row = int(threadIdx.x / 32) * 16 + lane / 4 + 8 * half;
    const int at = (part * owned_rows + row % owned_rows) * Config::pitch + 2 * (lane % 4);
#pragma unroll
    for (int j = 0; j < Config::tile_n / 8; ++j)
      store_at(std::uint32_t(row / owned_rows), &shared.sums[at + 8 * j], d[4 * j + 2 * half],
               d[4 * j + 2 * half + 1]);
  }
}

/// Adds up the parts of the rows [first_row, first_row + owned_rows) of D, in their order.
template <class Out, class Config>
__device__ inline void finish_rows(const typename Config::Shared& shared, const WgmmaParameters& p,
                                   std::int64_t first_row, int owned_rows, int batch) {
  const Out* const c = static_cast<const Out*>(p.c);
  Out* const d = static_cast<Out*>(p.d);
  const bool along_m = p.d_stride_m == 1;
  const int columns = int(p.n);
  for (int e = int(threadIdx.x); e < owned_rows * columns; e += Config::threads) {
    const int row = along_m ? e % owned_rows : e / columns;
    const int col = along_m ? e / owned_rows : e % columns;
    const std::int64_t i = first_row + row;
    if (i >= p.m) continue;
    typename Config::Sum sum = 0;
    for (int at = row * Config::pitch + col; at < Config::tile_m * Config::pitch;
         at += owned_rows * Config::pitch)
      sum += shared.sums[at];
    const std::int64_t at = i * p.d_stride_m + col * p.d_stride_n + batch * p.d_batch_stride;
    const Out old = p.epilogue.reads_c() ? c[at] : Out(0);
    d[at] = structured::finish(p.epilogue, p.epilogue.channel_is_col ? col : i, batch, sum, old);
  }
}

/// Grid: cluster x row blocks x batches, a cluster's blocks share a row block.
template <class In, class Out, class Config>
__global__ void __launch_bounds__(Config::threads, 2)
    small_n_kernel(const __grid_constant__ CUtensorMap map_a,
                   const __grid_constant__ CUtensorMap map_b,
                   const __grid_constant__ WgmmaParameters p) {
  extern __shared__ unsigned char raw[];
  auto& shared = at_swizzle_boundary<typename Config::Shared>(raw);
  const int parts = int(gridDim.x), part = int(blockIdx.x);
  const int begin = int(std::int64_t(p.k_tiles) * part / parts);
  const int end = int(std::int64_t(p.k_tiles) * (part + 1) / parts);
  if (threadIdx.x == 128 * Config::consumers) {
    prefetch_map(map_a);
    prefetch_map(map_b);
    for (int s = 0; s < Config::stages; ++s) {
      shared.full[s].init(1);
      shared.empty[s].init(Config::consumers);
    }
    fence_barrier_init();
  }
  __syncthreads();
  cluster_arrive();  // this thread block runs: others may write to it
  const int row_block = int(blockIdx.y), batch = int(blockIdx.z);
  const int owned_rows = Config::tile_m / parts;
  if (threadIdx.x < 128 * Config::consumers) {
    typename Config::Sum d[Config::tile_n / 2];
    multiply_small_stages<In, Config>(d, shared, int(threadIdx.x) / 128, begin, end);
    __syncwarp();
    cluster_wait();
    send_sums<Config>(d, shared, part, owned_rows);
  } else {
    if (threadIdx.x == 128 * Config::consumers)
      load_small_stages<In, Config>(shared, p, map_a, map_b, row_block, batch, begin, end);
    __syncwarp();
    cluster_wait();
  }
  __syncwarp();
  cluster_sync();
  finish_rows<Out, Config>(shared, p, std::int64_t(row_block) * Config::tile_m + part * owned_rows,
                           owned_rows, batch);
}

template <class In, class Out, class Config>
cudaError_t launch_small(const MatmulArguments& arguments, int multiprocessors,
                         cudaStream_t stream) {
  const Layout<In> layout{arguments.m, arguments.k};
  const WgmmaParameters p = wgmma_parameters<In>(
      arguments, static_cast<const unsigned char*>(arguments.a) + layout.values_bytes(),
      Config::tile_k, Config::tile_m, Config::tile_n);
  CUtensorMap map_a, map_b;
  cudaError_t error = encode_a<In>(map_a, arguments, Config::tile_m);
  if (error == cudaSuccess)
    error =
        encode_b<In>(map_b, arguments, Config::b_k, Config::b_k ? Config::tile_n : Config::tile_k);
  const auto kernel = small_n_kernel<In, Out, Config>;
  if (error == cudaSuccess)
    error = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                 int(Config::shared_bytes));
  if (error != cudaSuccess) return error;
  // Parts along k until each multiprocessor has a thread block, each of at least 4 tiles.
  int parts = 1;
  while (parts < 8 && std::int64_t(p.tiles_m) * p.batches * parts * 2 <= multiprocessors &&
         p.k_tiles >= 8 * parts)
    parts *= 2;
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = unsigned(parts);
  attribute.val.clusterDim.y = 1;
  attribute.val.clusterDim.z = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(unsigned(parts), unsigned(p.tiles_m), unsigned(p.batches));
  config.blockDim = dim3(Config::threads);
  config.dynamicSmemBytes = Config::shared_bytes;
  config.stream = stream;
  config.attrs = &attribute;
  config.numAttrs = 1;
  return cudaLaunchKernelEx(&config, kernel, map_a, map_b, p);
}

template <class In, class Out>
cudaError_t launch_small_n(const MatmulArguments& arguments, int multiprocessors,
                           cudaStream_t stream) {
  if (!small_n_takes<In>(arguments)) return cudaErrorInvalidValue;
  const bool narrow = arguments.n <= 16;
  if (arguments.b_stride_k == 1)
    return narrow ? launch_small<In, Out, SmallNConfig<In, 16, true>>(arguments, multiprocessors,
                                                                      stream)
                  : launch_small<In, Out, SmallNConfig<In, 32, true>>(arguments, multiprocessors,
                                                                      stream);
  if constexpr (sizeof(In) == 2)
    return narrow ? launch_small<In, Out, SmallNConfig<In, 16, false>>(arguments, multiprocessors,
                                                                       stream)
                  : launch_small<In, Out, SmallNConfig<In, 32, false>>(arguments, multiprocessors,
                                                                       stream);
  return cudaErrorInvalidValue;
}

}  // namespace filigree::cuda
