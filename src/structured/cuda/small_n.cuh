// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/cluster.hpp"
#include "cuda/launch.hpp"
#include "cuda/opaque.hpp"
#include "cuda/shared_memory.hpp"
#include "structured/cuda/small_n.hpp"
#include "structured/cuda/wgmma_launch.cuh"

/// Few columns: A comes from memory once, and what precedes the first copies and follows the last
/// one counts as much as they do. So the copies start after a few instructions, before the other
/// warps have come to a barrier; no fence waits for memory; and a product with no more than alpha
/// ends in few instructions. About 100 KB a multiprocessor are under way: with all of A at once the
/// first stage came after 6.5 us of 7 on an H200, not 2.5, and instructions wait as long.

namespace filigree::cuda {

/// A thread block has 64 rows, which a warpgroup multiplies, and all columns for its part of k. Two
/// fit on a multiprocessor. Clusters of up to eight find room then; of four blocks that fill a
/// multiprocessor each, only 30 clusters do.
template <class In, int columns, bool b_along_k>
struct SmallNConfig {
  static constexpr int tile_m = 64;
  static constexpr int tile_n = columns;
  static constexpr int tile_k = 256 / int(sizeof(In));
  static constexpr int consumers = 128;
  static constexpr int threads = consumers + 32;
  static constexpr bool b_k = b_along_k;

  using Sum = Accumulator<In>;
  using Mma = WgmmaSparse<In, tile_n, !b_along_k>;
  static constexpr int steps = tile_k / Mma::K;  // 4
  static constexpr int meta_blocks = tile_k / structured::block_cols<In>;
  static constexpr int meta_bytes = meta_blocks * structured::block_words * 4;
  static constexpr int a_bytes = tile_m * 128;
  static constexpr int slab_bytes = tile_n * 128;  ///< B along k: 128 bytes of each column
  static constexpr int b_bytes = b_k ? 2 * slab_bytes : tile_k * 128;
  static constexpr std::uint32_t stage_bytes = a_bytes + b_bytes + meta_bytes;
  static constexpr int pitch = tile_n + 2;  ///< of sums: fewer bank conflicts, pairs aligned
  static constexpr int sums_bytes = tile_m * pitch * 4;
  static constexpr int stages = (110 * 1024 - sums_bytes) / int(stage_bytes);

  struct Shared {
    alignas(1024) unsigned char b[stages][b_bytes];
    alignas(1024) unsigned char a[stages][a_bytes];
    alignas(128) unsigned char metadata[stages][meta_bytes];
    /// Sums of the rows that this thread block finishes, of the parts of k one after the other.
    alignas(16) Sum sums[tile_m * pitch];
    TransactionBarrier full[stages];
    TransactionBarrier empty[stages];
    TransactionBarrier received;  ///< sums of other thread blocks
  };
  static constexpr std::size_t shared_bytes = sizeof(Shared) + 1024;
};

/// What a thread block computes.
struct SmallNPlace {
  int part;
  int log_parts;
  int row_block;
  int batch;
  int begin;  ///< tiles of k
  int end;
};

__device__ inline SmallNPlace small_n_place(const WgmmaParameters& p) {
  const int part = int(blockIdx.x), log_parts = 31 - __clz(int(gridDim.x));
  return {part,
          log_parts,
          int(blockIdx.y),
          int(blockIdx.z),
          p.k_tiles * part >> log_parts,
          p.k_tiles * (part + 1) >> log_parts};
}

/// One thread: a lane a barrier would take a loop of the warp. `sums`: that other thread blocks
/// send.
template <class Config>
__device__ inline void init_small_barriers(typename Config::Shared& shared, int sums) {
#pragma unroll
  for (int s = 0; s < Config::stages; ++s) {
    init_barrier<1>(shared.full[s]);
    init_barrier<Config::consumers / 32>(shared.empty[s]);
  }
  init_barrier<1>(shared.received);
  fence_barrier_init();
  shared.received.arrive_and_expect(std::uint32_t(4 * sums));
}

/// One thread.
template <class Config>
__device__ inline void load_small_stages(typename Config::Shared& shared, const WgmmaParameters& p,
                                         const CUtensorMap& map_a, const CUtensorMap& map_b,
                                         const SmallNPlace& place) {
  const int a_batch = p.a_batched ? place.batch : 0;
  const int b_batch = p.b_batched ? place.batch : 0;
  const unsigned char* const metadata =
      p.metadata + a_batch * p.metadata_batch_bytes + place.row_block * p.row_block_bytes;
  StageRing<Config::stages> ring;
#pragma unroll 1
  for (int k = place.begin; k < place.end; ++k, ring.advance()) {
    const int stage = ring.stage;
    auto& full = shared.full[stage];
    shared.empty[stage].wait(ring.parity ^ 1);
    full.arrive_and_expect(Config::stage_bytes);
    tensor_load(shared_address(shared.a[stage]), map_a, k * (Config::tile_k / 2),
                place.row_block * Config::tile_m, a_batch, full);
    const std::uint32_t to_b = shared_address(shared.b[stage]);
    const int from = k * Config::tile_k;
    tensor_load(to_b, map_b, Config::b_k ? from : 0, Config::b_k ? 0 : from, b_batch, full);
    if constexpr (Config::b_k)
      tensor_load(to_b + Config::slab_bytes, map_b, from + Config::tile_k / 2, 0, b_batch, full);
    bulk_load(shared_address(shared.metadata[stage]),
              metadata + std::int64_t(k) * Config::meta_bytes, Config::meta_bytes, full);
  }
}

/// The warpgroup: the sums of its rows.
template <class Config>
__device__ inline void multiply_small_stages(typename Config::Sum (&d)[Config::tile_n / 2],
                                             typename Config::Shared& shared,
                                             const SmallNPlace& place) {
  constexpr int steps_of_block = Config::steps / Config::meta_blocks;
  StageRing<Config::stages> ring;
#pragma unroll 1
  for (int k = place.begin; k < place.end; ++k, ring.advance()) {
    shared.full[ring.stage].wait(ring.parity);
    const auto* const metadata =
        reinterpret_cast<const std::uint32_t*>(shared.metadata[ring.stage]);
    std::uint32_t words[Config::meta_blocks];
#pragma unroll
    for (int i = 0; i < Config::meta_blocks; ++i) words[i] = metadata[128 * i + threadIdx.x];
    const std::uint64_t a =
        wgmma_descriptor(shared_address(shared.a[ring.stage]), Swizzle::bytes_128, 8 * 128);
    const std::uint64_t b =
        wgmma_descriptor(shared_address(shared.b[ring.stage]), Swizzle::bytes_128, 8 * 128,
                         Config::b_k ? 16 : Config::tile_k * 128);
    wgmma_fence();
#pragma unroll
    for (int i = 0; i < Config::steps; i += 2) {
      constexpr int step = Config::b_k ? 64 / 16 : Config::Mma::K * 128 / 16;
      const std::uint64_t at_a = a + i * 2;
      const std::uint64_t at_b = b + (Config::b_k ? i / 2 * Config::slab_bytes / 16 : i * step);
      Config::Mma::template mma<0>(d, at_a, at_b, words[i / steps_of_block], true);
      Config::Mma::template mma<steps_of_block - 1>(d, at_a + 2, at_b + step,
                                                    words[(i + 1) / steps_of_block], true);
    }
    wgmma_commit();
    wgmma_wait<0>();
    wgmma_keep_order(d);
    keep_until_here(words);
    if (threadIdx.x % 32 == 0) shared.empty[ring.stage].arrive();
  }
}

/// Sends the sums to the thread blocks of the cluster that finish their rows.
template <class Config>
__device__ inline void send_sums(const typename Config::Sum (&d)[Config::tile_n / 2],
                                 typename Config::Shared& shared, int part, int log_rows) {
  const int lane = int(threadIdx.x % 32);
#pragma unroll
  for (int half = 0; half < 2; ++half) {
    const int row = int(threadIdx.x / 32) * 16 + lane / 4 + 8 * half, rank = row >> log_rows;
    const int at = ((part << log_rows) + (row & ((1 << log_rows) - 1))) * Config::pitch;
#pragma unroll
    for (int j = 0; j < Config::tile_n / 8; ++j) {
      auto* const to = &shared.sums[at + 8 * j + 2 * (lane % 4)];
      const auto first = d[4 * j + 2 * half], second = d[4 * j + 2 * half + 1];
      if (rank == part) {
        to[0] = first;
        to[1] = second;
      } else {
        store_async(std::uint32_t(rank), to, first, second, shared.received);
      }
    }
  }
}

/// Adds up the parts of the 1 << log_rows rows of D from first_row on, in their order. Scaled:
/// there is only `alpha`, one for all.
template <class Out, class Config, bool scaled>
__device__ inline void finish_rows(const typename Config::Shared& shared, const WgmmaParameters& p,
                                   [[maybe_unused]] float alpha, std::int64_t first_row,
                                   int log_rows, int batch) {
  constexpr int at_once = scaled ? 4 : 1, stride = Config::threads;
  const bool along_m = p.d_stride_m == 1;
  const auto row_of = [&](int e) {
    return along_m ? e & ((1 << log_rows) - 1) : e / Config::tile_n;
  };
  const auto col_of = [&](int e) { return along_m ? e >> log_rows : e % Config::tile_n; };
  const int count = Config::tile_n << log_rows;
#pragma unroll 1
  for (int first = int(threadIdx.x); first < count; first += at_once * stride) {
    typename Config::Sum sums[at_once] = {};
    for (int part = 0; part < Config::tile_m * Config::pitch; part += Config::pitch << log_rows)
#pragma unroll
      for (int q = 0; q < at_once; ++q) {
        const int e = first + q * stride;
        if (e < count) sums[q] += shared.sums[part + row_of(e) * Config::pitch + col_of(e)];
      }
#pragma unroll
    for (int q = 0; q < at_once; ++q) {
      const int e = first + q * stride, col = col_of(e);
      const std::int64_t i = first_row + row_of(e);
      if (e >= count || i >= p.m || col >= p.n) continue;
      const std::int64_t at = i * p.d_stride_m + col * p.d_stride_n + batch * p.d_batch_stride;
      Out& to = static_cast<Out*>(p.d)[at];
      if constexpr (scaled) {
        using Scalar = structured::EpilogueScalar<Out>;
        const Scalar x = alpha == 0 ? Scalar(0) : Scalar(alpha) * Scalar(sums[q]);
        to = structured::round_result<Out>(x);
      } else {
        to = structured::finish(p.epilogue, p.epilogue.channel_is_col ? col : i, batch, sums[q],
                                static_cast<const Out*>(p.c), at);
      }
    }
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
  const SmallNPlace place = small_n_place(p);
  const int log_rows = 6 - place.log_parts;
  if (threadIdx.x >= Config::consumers) {
    if (threadIdx.x == Config::consumers)
      init_small_barriers<Config>(shared, Config::tile_n * (Config::tile_m - (1 << log_rows)));
    __syncwarp();
    named_barrier_arrive<Config::threads>(1);
    cluster_arrive_relaxed();
    if (threadIdx.x == Config::consumers) load_small_stages<Config>(shared, p, map_a, map_b, place);
    __syncwarp();
    cluster_wait();
  } else {
    named_barrier<Config::threads>(1);
    cluster_arrive_relaxed();
    typename Config::Sum d[Config::tile_n / 2] = {};
    multiply_small_stages<Config>(d, shared, place);
    __syncwarp();
    cluster_wait();
    send_sums<Config>(d, shared, place.part, log_rows);
  }
  // One in memory arrives while the sums do.
  const float alpha = p.direct ? p.epilogue.alpha_at(0) : 0;
  __syncthreads();
  shared.received.wait_for_cluster(0);
  const std::int64_t first_row =
      std::int64_t(place.row_block) * Config::tile_m + (place.part << log_rows);
  if (p.direct)
    finish_rows<Out, Config, true>(shared, p, alpha, first_row, log_rows, place.batch);
  else
    finish_rows<Out, Config, false>(shared, p, alpha, first_row, log_rows, place.batch);
}

template <class In, class Out, class Config>
cudaError_t launch_small(const MatmulArguments& arguments, int multiprocessors,
                         cudaStream_t stream) {
  static_assert(Config::tile_m == structured::block_rows && Config::tile_m == 1 << 6);
  const Layout<In> layout{arguments.m, arguments.k};
  WgmmaParameters p = wgmma_parameters<In>(
      arguments, static_cast<const unsigned char*>(arguments.a) + layout.values_bytes(),
      Config::tile_k, Config::tile_m, Config::tile_n);
  p.direct = scales_only(arguments.epilogue);
  CUtensorMap map_a, map_b;
  cudaError_t error = encode_a<In>(map_a, arguments, Config::tile_m, 128);
  if (error == cudaSuccess)
    error =
        encode_b<In>(map_b, arguments, Config::b_k, Config::b_k ? Config::tile_n : Config::tile_k);
  const auto kernel = small_n_kernel<In, Out, Config>;
  if (error == cudaSuccess) error = allow_shared_memory(kernel, Config::shared_bytes);
  if (error != cudaSuccess) return error;
  // Parts along k until each multiprocessor has a thread block, each of at least 2 tiles.
  int parts = 1;
  while (parts < 8 && std::int64_t(p.tiles_m) * p.batches * parts * 2 <= multiprocessors &&
         p.k_tiles >= 4 * parts)
    parts *= 2;
  return launch_clusters(kernel,
                         {.blocks = parts,
                          .threads = unsigned(Config::threads),
                          .shared_bytes = Config::shared_bytes,
                          .cluster = unsigned(parts),
                          .blocks_y = unsigned(p.tiles_m),
                          .blocks_z = unsigned(p.batches)},
                         stream, map_a, map_b, p);
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
