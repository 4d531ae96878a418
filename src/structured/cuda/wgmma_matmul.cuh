// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/bulk_copy.hpp"
#include "cuda/cluster.hpp"
#include "cuda/dependent_launch.hpp"
#include "cuda/opaque.hpp"
#include "cuda/register_pool.hpp"
#include "cuda/tensor_copy.cuh"
#include "cuda/warp.hpp"
#include "structured/cuda/wgmma_epilogue.cuh"

/// The structured product on Hopper's Tensor Cores. Persistent thread blocks of three warpgroups:
/// one copies (a warp loads stages, another stores results), two multiply. The blocks of a cluster
/// lie one below the other and share B, of which each loads a part for all. Shared memory bandwidth
/// limits the instruction (it reads 18 KB in 128 cycles), so stages are filled with as few bytes an
/// operation as the registers allow: 128 x 256 sums. Where there are fewer tiles of D than
/// clusters, split products give each cluster a part of k, and split_finish.cuh adds up what they
/// find.

namespace filigree::cuda {

/// Each thread block of the cluster hears that this warpgroup is done with the stage.
template <class Config>
__device__ inline void release_stage(typename Config::Shared& shared, int stage, int rank) {
  if constexpr (Config::cluster == 1) {
    if (rank == 0) shared.empty[stage].arrive();
  } else {
    if (rank >= 0 && rank < Config::cluster) shared.empty[stage].arrive_at(std::uint32_t(rank));
  }
}

/// One thread.
template <class In, class Config>
__device__ inline void load_stages(typename Config::Shared& shared, const WgmmaParameters& p,
                                   const CUtensorMap& map_a, const CUtensorMap& map_b) {
  StageRing<Config::stages> ring;
  const int rank = Config::cluster > 1 ? int(cluster_rank()) : 0;
  const std::int64_t pieces = piece_count<Config>(p);
  for (std::int64_t index = blockIdx.x / Config::cluster; index < pieces;
       index += gridDim.x / Config::cluster) {
    const Piece place = piece_at<Config>(p, index);
    const int row = (place.m * Config::cluster + rank) * Config::tile_m;
    const int col = place.n * Config::tile_n;
    const int a_batch = p.a_batched ? place.batch : 0;
    const int b_batch = p.b_batched ? place.batch : 0;
    const unsigned char* metadata[Config::consumers];
    for (int w = 0; w < Config::consumers; ++w) {
      const std::int64_t block = row / 64 + w;
      metadata[w] = p.metadata + a_batch * p.metadata_batch_bytes +
                    (block < p.last_row_block ? block : p.last_row_block) * p.row_block_bytes;
    }
    for (int k = place.begin; k < place.end; ++k, ring.advance()) {
      const int stage = ring.stage;
      auto& full = shared.full[stage];
      shared.empty[stage].wait(ring.parity ^ 1);
      full.arrive_and_expect(Config::stage_bytes);
      tensor_load(shared_address(shared.a[stage]), map_a, k * (Config::tile_k / 2), row, a_batch,
                  full);
      for (int w = 0; w < Config::consumers; ++w)
        bulk_load(shared_address(shared.metadata[stage] + w * Config::meta_bytes),
                  metadata[w] + std::int64_t(k) * Config::meta_bytes, Config::meta_bytes, full);
      // B in boxes of 128-byte rows: one a thread block along k, slabs of 128 bytes of n otherwise.
      constexpr int slab = Config::b_k ? Config::tile_n / Config::cluster : Config::tile_k;
      constexpr int slabs = Config::tile_n / slab / Config::cluster;
      constexpr auto mask = std::uint16_t((1u << Config::cluster) - 1);
#pragma unroll
      for (int s = 0; s < (Config::b_k ? 1 : slabs); ++s) {
        const int part = rank * (Config::b_k ? 1 : slabs) + s;
        const std::uint32_t to = shared_address(shared.b[stage]) + std::uint32_t(part) * slab * 128;
        const int x = Config::b_k ? k * Config::tile_k : col + part * slab;
        const int y = Config::b_k ? col + part * slab : k * Config::tile_k;
        if constexpr (Config::cluster > 1)
          tensor_load_multicast(to, map_b, x, y, b_batch, full, mask);
        else
          tensor_load(to, map_b, x, y, b_batch, full);
      }
    }
  }
}

/// One thread: stores what the consumers have staged, then gives the stages back.
template <class Out, class Config>
__device__ inline void store_results(typename Config::Shared& shared, const WgmmaParameters& p,
                                     const CUtensorMap& map_d) {
  const int rank = Config::cluster > 1 ? int(cluster_rank()) : 0;
  const std::int64_t pieces = piece_count<Config>(p);
  std::int64_t done = 0;
  std::uint32_t parity = 0;
  for (std::int64_t index = blockIdx.x / Config::cluster; index < pieces;
       index += gridDim.x / Config::cluster) {
    const Piece place = piece_at<Config>(p, index);
    done += p.k_tiles;
    const int row = (place.m * Config::cluster + rank) * Config::tile_m;
    for (int round = 0; round < Config::rounds; ++round, parity ^= 1) {
      const int col = place.n * Config::tile_n + round * Config::round_cols;
#pragma unroll
      for (int w = 0; w < Config::consumers; ++w) {
        const int stage = int((done - 2 + w) % Config::stages);
        shared.staged[w].wait(parity);
        const std::uint32_t from = shared_address(shared.b[stage]);
        if (row + 64 * w < p.m) {
#pragma unroll
          for (int box = 0; box < Config::boxes; ++box)
            tensor_store(map_d, from + box * Config::box_bytes,
                         Config::d_m ? row + 64 * w + box * Config::line : col + box * Config::line,
                         Config::d_m ? col : row + 64 * w, place.batch);
        }
        store_commit();
      }
#pragma unroll
      for (int w = 0; w < Config::consumers; ++w) {
        if (w == 0)
          store_wait_read<1>();
        else
          store_wait_read<0>();
        shared.drained[w].arrive();
        if (round + 1 < Config::rounds) continue;
        const int stage = int((done - 2 + w) % Config::stages);
#pragma unroll
        for (int r = 0; r < Config::cluster; ++r) release_stage<Config>(shared, stage, r);
      }
    }
  }
  store_wait<0>();
}

/// The products of one stage, in the background. `words`: the metadata, which has to stay in its
/// registers until the group is complete.
template <class In, class Config>
__device__ inline void multiply_stage(typename Config::Sum (&d)[Config::tile_n / 2],
                                      typename Config::Shared& shared, int stage, int warpgroup,
                                      bool accumulate, std::uint32_t (&words)[2]) {
  const auto* const metadata = reinterpret_cast<const std::uint32_t*>(
      shared.metadata[stage] + warpgroup * Config::meta_bytes);
#pragma unroll
  for (int i = 0; i < Config::meta_blocks; ++i) words[i] = metadata[128 * i + threadIdx.x % 128];
  const std::uint64_t a = wgmma_descriptor(shared_address(shared.a[stage] + warpgroup * 64 * 64),
                                           Swizzle::bytes_64, 8 * 64);
  const std::uint64_t b = wgmma_descriptor(shared_address(shared.b[stage]), Swizzle::bytes_128,
                                           8 * 128, Config::b_k ? 16 : Config::tile_k * 128);
  constexpr std::uint64_t b_step = Config::b_k ? 64 / 16 : Config::Mma::K * 128 / 16;
  wgmma_fence();
  Config::Mma::template mma<0>(d, a, b, words[0], accumulate);
  if constexpr (Config::meta_blocks == 1)
    Config::Mma::template mma<1>(d, a + 32 / 16, b + b_step, words[0], true);
  else
    Config::Mma::template mma<0>(d, a + 32 / 16, b + b_step, words[1], true);
  wgmma_commit();
}

/// The sums of a warpgroup's 64 rows, each thread's four of 8 columns at a time.
template <class Config>
__device__ inline void store_sums(const typename Config::Sum (&d)[Config::tile_n / 2],
                                  const PartialSums& sums, const Piece& place,
                                  std::int64_t row_block) {
  using Sum = typename Config::Sum;
  if (row_block >= sums.row_blocks) return;
  const int first = place.n * (Config::tile_n / 8);
  auto* const to = static_cast<FourSums<Sum>*>(sums.data) +
                   sums.offset(place.part, place.batch, row_block, first) + threadIdx.x % 128;
#pragma unroll
  for (int j = 0; j < Config::tile_n / 8; ++j)
    if (first + j < sums.col_groups)
      to[j * PartialSums::threads] = {{d[4 * j], d[4 * j + 1], d[4 * j + 2], d[4 * j + 3]}};
}

template <class In, class Out, class Config>
__device__ inline void consume_stages(typename Config::Shared& shared, const WgmmaParameters& p,
                                      int warpgroup) {
  const int thread = int(threadIdx.x % 128);
  const int rank = thread % 32 == 0 ? thread / 32 : -1;  // a warp a thread block of the cluster
  const int block_rank = Config::cluster > 1 ? int(cluster_rank()) : 0;
  const std::int64_t pieces = piece_count<Config>(p);
  StageRing<Config::stages> ring;
  std::uint32_t drained = 1;  // nothing is on its way yet
  for (std::int64_t index = blockIdx.x / Config::cluster; index < pieces;
       index += gridDim.x / Config::cluster) {
    int k_tiles = p.k_tiles;
    if constexpr (Config::split) {
      const Piece place = piece_at<Config>(p, index);
      k_tiles = place.end - place.begin;
    }
    typename Config::Sum d[Config::tile_n / 2];
    std::uint32_t even[2] = {0, 0}, odd[2] = {0, 0};
    int before = 0;
    for (int k = 0; k < k_tiles; k += 2) {
      shared.full[ring.stage].wait(ring.parity);
      multiply_stage<In, Config>(d, shared, ring.stage, warpgroup, k > 0, even);
      wgmma_wait<1>();
      keep_until_here(odd);
      if (k > 0) release_stage<Config>(shared, before, rank);
      before = ring.stage;
      ring.advance();
      shared.full[ring.stage].wait(ring.parity);
      multiply_stage<In, Config>(d, shared, ring.stage, warpgroup, true, odd);
      wgmma_wait<1>();
      keep_until_here(even);
      if (k + 2 < k_tiles || warpgroup == 1 || Config::split)
        release_stage<Config>(shared, before, rank);
      if (k + 2 < k_tiles) before = ring.stage;
      if (k + 2 < k_tiles) ring.advance();
    }
    wgmma_wait<0>();
    wgmma_keep_order(d);
    keep_until_here(odd);
    if constexpr (Config::split) {
      release_stage<Config>(shared, ring.stage, rank);
      ring.advance();
      launch_dependents();
      const Piece place = piece_at<Config>(p, index);
      store_sums<Config>(d, p.sums, place,
                         (std::int64_t(place.m) * Config::cluster + block_rank) * 2 + warpgroup);
      continue;
    }
    // `before` is the last but one stage, where warpgroup 0 stages; warpgroup 1 takes the last.
    if (warpgroup == 0) release_stage<Config>(shared, ring.stage, rank);
    const int stage = warpgroup == 0 ? before : ring.stage;
    ring.advance();
    named_barrier<256>(1);  // both are done with both stages
    unsigned char* const staging = shared.b[stage];
    if (p.direct) {
      const float alpha = p.epilogue.alpha_at(0);
      if (alpha == 0) clear(d);  // only one in memory may be
      shared.drained[warpgroup].wait(drained);
      drained ^= 1;
      stage_results<Config, Out, 0>(d, alpha, staging);
      fence_async_shared();
      shared.staged[warpgroup].arrive();
      if constexpr (Config::rounds == 2) {
        shared.drained[warpgroup].wait(drained);
        drained ^= 1;
        stage_results<Config, Out, 1>(d, alpha, staging);
        fence_async_shared();
        shared.staged[warpgroup].arrive();
      }
    } else {
      const Piece place = piece_at<Config>(p, index);
      finish_results<Config, Out>(
          d, p,
          std::int64_t(place.m * Config::cluster + block_rank) * Config::tile_m + 64 * warpgroup,
          std::int64_t(place.n) * Config::tile_n, place.batch, warpgroup, staging);
      fence_async_shared();
      named_barrier<128>(2 + warpgroup);
      release_stage<Config>(shared, stage, rank);
    }
  }
}

template <class In, class Out, class Config>
__global__ void __launch_bounds__(Config::threads, 1)
    wgmma_matmul_kernel(const __grid_constant__ CUtensorMap map_a,
                        const __grid_constant__ CUtensorMap map_b,
                        const __grid_constant__ CUtensorMap map_d,
                        const __grid_constant__ WgmmaParameters p) {
  extern __shared__ unsigned char raw[];
  auto& shared = at_swizzle_boundary<typename Config::Shared>(raw);
  const int warpgroup = __shfl_sync(whole_warp, int(threadIdx.x / 128), 0);
  if (threadIdx.x == 0) {
    for (int s = 0; s < Config::stages; ++s) {
      init_barrier<1>(shared.full[s]);
      init_barrier<Config::consumers * Config::cluster>(shared.empty[s]);
    }
    for (int w = 0; w < Config::consumers; ++w) {
      init_barrier<128>(shared.staged[w]);
      init_barrier<1>(shared.drained[w]);
    }
    fence_barrier_init();
  }
  __syncwarp();
  if constexpr (Config::cluster > 1)
    cluster_sync();
  else
    __syncthreads();
  if (warpgroup == 0) {
    give_registers<40>();
    if (threadIdx.x == 0)
      load_stages<In, Config>(shared, p, map_a, map_b);
    else if (!Config::split && threadIdx.x == 32 && p.direct)
      store_results<Out, Config>(shared, p, map_d);
  } else {
    take_registers<232>();
    consume_stages<In, Out, Config>(shared, p, warpgroup - 1);
  }
  // No block leaves while another one may still copy to it or signal it.
  if constexpr (Config::cluster > 1) {
    __syncwarp();
    cluster_sync();
  }
}

}  // namespace filigree::cuda
