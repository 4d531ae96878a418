// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "structured/cuda/small_n.hpp"
#include "structured/cuda/wgmma_launch.cuh"

namespace filigree::cuda {

/// A thread block computes 64 rows and all columns for its part of k. Two fit on a multiprocessor.
template <class In, int columns, bool b_along_k>
struct SmallNConfig {
  static constexpr int tile_m = 64;
  static constexpr int tile_n = columns;
  static constexpr int tile_k = 128 / int(sizeof(In));
  static constexpr int threads = 128 + 32;
  static constexpr bool b_k = b_along_k;

  using Sum = Accumulator<In>;
  using Mma = WgmmaSparse<In, tile_n, !b_along_k>;
  static constexpr int meta_blocks = tile_k / structured::block_cols<In>;
  static constexpr int meta_bytes = meta_blocks * structured::block_words * 4;
  static constexpr int a_bytes = tile_m * 64;
  static constexpr int b_bytes = (b_k ? tile_n : tile_k) * 128;
  static constexpr std::uint32_t stage_bytes = a_bytes + b_bytes + meta_bytes;
  static constexpr int stages = int(96 * 1024 / stage_bytes);

  struct Shared {
    alignas(1024) unsigned char b[stages][b_bytes];
    alignas(1024) unsigned char a[stages][a_bytes];
    alignas(128) unsigned char metadata[stages][meta_bytes];
    Sum sums[tile_m][tile_n + 1];
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
  const unsigned char* const metadata =
      p.metadata + a_batch * p.metadata_batch_bytes + row_block * p.row_block_bytes;
  Ring<Config::stages> ring;
  for (int k = begin; k < end; ++k, ring.advance()) {
    const int stage = ring.stage;
    auto& full = shared.full[stage];
    shared.empty[stage].wait(ring.parity ^ 1);
    full.arrive_and_expect(Config::stage_bytes);
    tensor_load(shared_address(shared.a[stage]), map_a, k * (Config::tile_k / 2),
                row_block * Config::tile_m, a_batch, full);
    bulk_load(shared_address(shared.metadata[stage]),
              metadata + std::int64_t(k) * Config::meta_bytes, Config::meta_bytes, full);
    tensor_load(shared_address(shared.b[stage]), map_b, Config::b_k ? k * Config::tile_k : 0,
                Config::b_k ? 0 : k * Config::tile_k, b_batch, full);
  }
}

/// A warpgroup: the sums over tiles [begin, end), into shared memory.
template <class In, class Config>
__device__ inline void multiply_small_stages(typename Config::Shared& shared, int begin, int end) {
  typename Config::Sum d[Config::tile_n / 2];
#pragma unroll
  for (auto& x : d) x = 0;
  Ring<Config::stages> ring;
  for (int k = begin; k < end; ++k, ring.advance()) {
    std::uint32_t words[2] = {0, 0};
    shared.full[ring.stage].wait(ring.parity);
    multiply_stage<In, Config>(d, shared, ring.stage, 0, k > begin, words);
    wgmma_wait<0>();
    keep(words);
    if (threadIdx.x == 0) shared.empty[ring.stage].arrive();
  }
  wgmma_keep_order(d);
  const int lane = int(threadIdx.x % 32);
#pragma unroll
  for (int i = 0; i < Config::tile_n / 2; ++i)
    shared.sums[threadIdx.x / 32 * 16 + lane / 4 + 8 * (i / 2 % 2)]
               [8 * (i / 4) + 2 * (lane % 4) + i % 2] = d[i];
}

/// Grid: cluster x row blocks x batches, a cluster's blocks share a row block.
template <class In, class Out, class Config>
__global__ void __launch_bounds__(Config::threads, 2)
    small_n_kernel(const __grid_constant__ CUtensorMap map_a,
                   const __grid_constant__ CUtensorMap map_b,
                   const __grid_constant__ WgmmaParameters p) {
  extern __shared__ unsigned char raw[];
  const std::uint32_t misaligned = shared_address(raw) % 1024;
  auto& shared =
      *reinterpret_cast<typename Config::Shared*>(raw + (misaligned == 0 ? 0 : 1024 - misaligned));
  const int parts = int(gridDim.x), part = int(blockIdx.x);
  const int begin = int(std::int64_t(p.k_tiles) * part / parts);
  const int end = int(std::int64_t(p.k_tiles) * (part + 1) / parts);
  if (threadIdx.x == 0) {
    for (int s = 0; s < Config::stages; ++s) {
      shared.full[s].init(1);
      shared.empty[s].init(1);
    }
    fence_barrier_init();
  }
  __syncthreads();
  const int row_block = int(blockIdx.y), batch = int(blockIdx.z);
  if (threadIdx.x < 128)
    multiply_small_stages<In, Config>(shared, begin, end);
  else if (threadIdx.x == 128)
    load_small_stages<In, Config>(shared, p, map_a, map_b, row_block, batch, begin, end);
  __syncwarp();
  cluster_sync();
  // Each block of the cluster finishes some of the entries.
  const Out* const c = static_cast<const Out*>(p.c);
  Out* const d = static_cast<Out*>(p.d);
  const bool along_m = p.d_stride_m == 1;
  for (int e = part * Config::threads + int(threadIdx.x); e < Config::tile_m * Config::tile_n;
       e += parts * Config::threads) {
    const int row = along_m ? e % Config::tile_m : e / Config::tile_n;
    const int col = along_m ? e / Config::tile_m : e % Config::tile_n;
    const std::int64_t i = std::int64_t(row_block) * Config::tile_m + row;
    if (i >= p.m || col >= p.n) continue;
    typename Config::Sum sum = 0;
    for (int r = 0; r < parts; ++r) sum += load_from(std::uint32_t(r), shared.sums[row][col]);
    const std::int64_t at = i * p.d_stride_m + col * p.d_stride_n + batch * p.d_batch_stride;
    const Out old = p.epilogue.reads_c() ? c[at] : Out(0);
    d[at] = structured::finish(p.epilogue, p.epilogue.channel_is_col ? col : i, batch, sum, old);
  }
  cluster_sync();  // the sums are read until here
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
  // Parts along k until two thread blocks a multiprocessor have work, each at least 4 tiles.
  int parts = 1;
  while (parts < 8 && std::int64_t(p.tiles_m) * p.batches * parts < multiprocessors &&
         p.k_tiles >= 8 * parts)
    parts *= 2;
  if (parts < 8 && std::int64_t(p.tiles_m) * p.batches * parts * 2 <= 2 * multiprocessors &&
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
