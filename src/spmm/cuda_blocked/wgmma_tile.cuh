// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/wgmma_dense.cuh"
#include "spmm/cuda_blocked/tile.cuh"

/// Blocked-ELL times dense on Hopper's Tensor Cores for blocks of 64 t rows. Persistent thread
/// blocks of three warpgroups: one copies, two multiply. A stage holds 64 rows of B and, for each
/// unit of 64 rows of A that has the block, 64 columns of it; a warpgroup passes over stages that
/// none of its units needs. The thread blocks of a cluster lie side by side: they need the same
/// blocks of A, of which each loads a part for all.

namespace filigree::cuda {

/// \tparam units_each 64-row units of a consumer. The tile has 128 units_each rows.
template <class In_, bool b_row_major_, int units_each_, int tile_n_, int cluster_>
struct WgmmaTile {
  using In = In_;
  static constexpr bool b_row_major = b_row_major_;
  static constexpr int units_each = units_each_;
  static constexpr int cluster = cluster_;
  static constexpr int consumers = 2;
  static constexpr int units = consumers * units_each;
  static constexpr int tile_m = 64 * units;
  static constexpr int tile_n = tile_n_;
  static constexpr int depth = 64;  ///< of a stage
  static constexpr int threads = 128 * (consumers + 1);
  using Mma = WgmmaDense<In, tile_n, b_row_major>;

  static constexpr int unit_bytes = 64 * depth * 2;
  static constexpr int unit_part = 64 / cluster;  ///< rows of a unit that one thread block loads
  static constexpr int slab_bytes = depth * 128;  ///< 64 columns of a row-major B
  static constexpr int slabs = tile_n / 64;
  static constexpr int b_bytes = tile_n * depth * 2;
  static constexpr int stage_bytes = units * unit_bytes + b_bytes;
  static constexpr int stages =
      (226 * 1024 - 256 - 4 * consumers * int(sizeof(StripScratch))) / stage_bytes;

  struct Shared {
    alignas(1024) unsigned char b[stages][b_bytes];
    alignas(1024) unsigned char a[stages][units * unit_bytes];
    StripScratch scratch[4 * consumers];
    ClusterBarrier full[stages];
    ClusterBarrier empty[stages];
    /// Bit u: unit u has the block; from bit 8 on, how many of the 64 columns count. 0: the tile is
    /// complete.
    std::uint32_t contents[stages];
  };
  static constexpr std::size_t shared_bytes = sizeof(Shared) + 1024;
};

/// One warp. A lane looks after a unit of the tile: its next block is `head`.
template <class Config>
__device__ inline void load_tiles(typename Config::Shared& shared, const BlockedEllParameters& p,
                                  const CUtensorMap& map_a, const CUtensorMap& map_b) {
  constexpr unsigned all = 0xffffffffu;
  constexpr auto mask = std::uint16_t((1u << Config::cluster) - 1);
  const int lane = int(threadIdx.x % 32);
  const int rank = Config::cluster > 1 ? int(cluster_rank()) : 0;
  const std::int64_t tiles = std::int64_t(p.tiles_m) * p.tiles_n;
  StageRing<Config::stages> ring;
  for (std::int64_t tile = blockIdx.x / Config::cluster; tile < tiles;
       tile += gridDim.x / Config::cluster) {
    const TilePlace place = place_of(p, tile);
    const int row = place.m * Config::tile_m + 64 * lane;
    const int col = (place.n * Config::cluster + rank) * Config::tile_n;
    const bool has_unit = lane < Config::units && row < p.m;
    const BlockEntry* const entries = p.schedule.row(has_unit ? row / p.block_size : 0);
    int next = 0;
    BlockEntry head = has_unit ? entries[0] : BlockEntry{no_step, 0};
    const int list = place.m * Config::tile_m / p.block_size / p.schedule.group;
    const std::int32_t* const cols = p.schedule.list(list);
    const int count = p.schedule.counts[list];
    for (int step = 0; step < count; ++step) {
      const int block_col = cols[step];
      const int depth = block_depth(p, block_col);
      do {  // again only where a row has the block column twice
        const std::uint32_t present = __ballot_sync(all, head.step == step);
        for (int from = 0; from < depth; from += Config::depth) {
          const int stage = ring.stage;
          auto& full = shared.full[stage];
          shared.empty[stage].wait(ring.parity ^ 1);
          ring.advance();
          if (lane == 0) {
            const int counts = depth - from < Config::depth ? depth - from : Config::depth;
            shared.contents[stage] = present | std::uint32_t(counts) << 8;
            full.arrive_and_expect(
                std::uint32_t(Config::b_bytes + __popc(present) * Config::unit_bytes));
          }
          __syncwarp();
          const int k = block_col * p.block_size + from;
          if (Config::b_row_major ? lane < Config::slabs : lane == 0)
            tensor_load(shared_address(shared.b[stage]) + std::uint32_t(lane * Config::slab_bytes),
                        map_b, Config::b_row_major ? col + 64 * lane : k,
                        Config::b_row_major ? k : col, 0, full);
          if (head.step == step) {
            const int part = rank * Config::unit_part;
            const std::uint32_t to = shared_address(shared.a[stage]) +
                                     std::uint32_t(lane * Config::unit_bytes + part * 128);
            const int x = head.slot * p.block_size + from;
            if constexpr (Config::cluster > 1)
              tensor_load_multicast(to, map_a, x, row + part, 0, full, mask);
            else
              tensor_load(to, map_a, x, row, 0, full);
          }
        }
        if (head.step == step)
          head = ++next < p.schedule.blocks_per_row ? entries[next] : BlockEntry{no_step, 0};
      } while (__any_sync(all, head.step == step));
    }
    shared.empty[ring.stage].wait(ring.parity ^ 1);
    if (lane == 0) {
      shared.contents[ring.stage] = 0;
      shared.full[ring.stage].arrive();
    }
    ring.advance();
  }
}

/// A warp is done with a stage.
template <class Config>
__device__ inline void release(typename Config::Shared& shared, int stage) {
  const int lane = int(threadIdx.x % 32);
  if constexpr (Config::cluster == 1) {
    if (lane == 0) shared.empty[stage].arrive();
  } else {
    if (lane < Config::cluster) shared.empty[stage].arrive_at(std::uint32_t(lane));
  }
}

/// By a warpgroup: columns from `from` on of its units of A, which lie past the last column of the
/// matrix, become 0 (as the copy has made the rows of B): what is stored there does not count.
template <class Config>
__device__ inline void clear_columns(unsigned char* units, int from, int warpgroup) {
  const int thread = int(threadIdx.x % 128);
  for (int e = thread; e < 64 * Config::units_each * Config::depth; e += 128) {
    const int row = e / Config::depth, col = e % Config::depth;
    if (col >= from)
      *reinterpret_cast<std::uint16_t*>(units + row * 128 + ((2 * col) ^ ((row & 7) << 4))) = 0;
  }
  fence_async_shared();
  named_barrier<128>(1 + warpgroup);
}

/// A stage's products of a warpgroup's units in `mine`, in the background.
template <class Config>
__device__ inline void multiply_units(float (&d)[Config::units_each][Config::tile_n / 2],
                                      typename Config::Shared& shared, int stage, int warpgroup,
                                      std::uint32_t mine) {
  const std::uint64_t a =
      wgmma_descriptor(shared_address(shared.a[stage]) +
                           std::uint32_t(warpgroup * Config::units_each * Config::unit_bytes),
                       Swizzle::bytes_128, 8 * 128);
  const std::uint64_t b = wgmma_descriptor(shared_address(shared.b[stage]), Swizzle::bytes_128,
                                           8 * 128, Config::b_row_major ? Config::slab_bytes : 16);
  constexpr std::uint64_t b_step = (Config::b_row_major ? 16 * 128 : 32) / 16;
#pragma unroll
  for (int u = 0; u < Config::units_each; ++u)
    if (Config::units_each == 1 || (mine >> u & 1) != 0) {
      wgmma_fence();
#pragma unroll
      for (int i = 0; i < Config::depth / 16; ++i)
        Config::Mma::mma(d[u], a + u * Config::unit_bytes / 16 + i * 2, b + i * b_step);
    }
  wgmma_commit();
}

template <class Out, class Config>
__device__ inline void multiply_tiles(typename Config::Shared& shared,
                                      const BlockedEllParameters& p, int warpgroup) {
  constexpr std::uint32_t all_mine = (1u << Config::units_each) - 1;
  const int warp = int(threadIdx.x / 32 % 4);
  const int rank = Config::cluster > 1 ? int(cluster_rank()) : 0;
  const float alpha = p.alpha.get(), beta = p.beta.get();
  const std::int64_t tiles = std::int64_t(p.tiles_m) * p.tiles_n;
  StageRing<Config::stages> ring;
  for (std::int64_t tile = blockIdx.x / Config::cluster; tile < tiles;
       tile += gridDim.x / Config::cluster) {
    float d[Config::units_each][Config::tile_n / 2];
#pragma unroll
    for (auto& unit : d)
#pragma unroll
      for (auto& x : unit) x = 0;
    int held = -1;  // the stage whose products are under way
    for (;;) {
      const int stage = ring.stage;
      shared.full[stage].wait(ring.parity);
      ring.advance();
      const std::uint32_t contents = __shfl_sync(0xffffffffu, shared.contents[stage], 0);
      const std::uint32_t mine = contents >> (warpgroup * Config::units_each) & all_mine;
      if (mine != 0) {
        if (contents >> 8 < Config::depth)
          clear_columns<Config>(
              shared.a[stage] + warpgroup * Config::units_each * Config::unit_bytes,
              int(contents >> 8), warpgroup);
        multiply_units<Config>(d, shared, stage, warpgroup, mine);
        wgmma_wait<1>();
        if (held >= 0) release<Config>(shared, held);
        held = stage;
        continue;
      }
      // The producer may need the stage that is held before it can fill another one.
      wgmma_wait<0>();
      if (held >= 0) release<Config>(shared, held);
      held = -1;
      release<Config>(shared, stage);
      if (contents == 0) break;
    }
    const TilePlace place = place_of(p, tile);
    const std::int64_t row =
        std::int64_t(place.m) * Config::tile_m + 64 * warpgroup * Config::units_each + 16 * warp;
    const std::int64_t col =
        (std::int64_t(place.n) * Config::cluster + rank) * std::int64_t(Config::tile_n);
#pragma unroll
    for (int u = 0; u < Config::units_each; ++u) {
      wgmma_keep_order(d[u]);
      store_strip<Out>(d[u], shared.scratch[4 * warpgroup + warp], p, row + 64 * u, col, alpha,
                       beta);
    }
  }
}

template <class Out, class Config>
__global__ void __launch_bounds__(Config::threads, 1)
    wgmma_blocked_ell(const __grid_constant__ CUtensorMap map_a,
                      const __grid_constant__ CUtensorMap map_b,
                      const __grid_constant__ BlockedEllParameters p) {
  extern __shared__ unsigned char raw[];
  const std::uint32_t misaligned = shared_address(raw) % 1024;
  auto& shared =
      *reinterpret_cast<typename Config::Shared*>(raw + (misaligned == 0 ? 0 : 1024 - misaligned));
  const int warpgroup = __shfl_sync(0xffffffffu, int(threadIdx.x / 128), 0);
  if (threadIdx.x == 0) {
    for (int s = 0; s < Config::stages; ++s) {
      shared.full[s].init(1);
      shared.empty[s].init(4 * Config::consumers * Config::cluster);
    }
    fence_barrier_init();
  }
  if constexpr (Config::cluster > 1)
    cluster_sync();
  else
    __syncthreads();
  if (warpgroup == 0) {
    give_registers<40>();
    if (threadIdx.x < 32) load_tiles<Config>(shared, p, map_a, map_b);
  } else {
    take_registers<232>();
    multiply_tiles<Out, Config>(shared, p, warpgroup - 1);
  }
  // No block leaves while another one may still copy to it or signal it.
  if constexpr (Config::cluster > 1) {
    __syncwarp();
    cluster_sync();
  }
}

}  // namespace filigree::cuda
