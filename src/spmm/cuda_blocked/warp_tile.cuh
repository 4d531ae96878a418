// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/warp_mma.cuh"
#include "spmm/cuda_blocked/tile.cuh"

/// Blocked-ELL times dense on Tensor Cores for blocks of 16 and 32 rows. Each warp multiplies the
/// blocks of one block row; the pieces of B that any of the 256 rows of a thread block (or of its
/// cluster) needs pass through shared memory once for all of them, in the order of the schedule. A
/// warp copies its own next blocks of A ahead and passes over pieces that its row does not have:
/// nothing that is not stored is multiplied. The thread blocks of a cluster lie one below the
/// other, each loads a part of B for all.

namespace filigree::cuda {

template <class In_, bool b_row_major_, int block_size_, int cluster_>
struct WarpTile {
  using In = In_;
  static constexpr bool b_row_major = b_row_major_;
  static constexpr int block_size = block_size_;
  static constexpr int cluster = cluster_;
  static constexpr int tile_m = 256;
  static constexpr int tile_n = 128;
  static constexpr int warps = tile_m / block_size;
  static constexpr int strips = block_size / 16;
  static constexpr int threads = 32 * (warps + 1);
  static constexpr int pieces = 64 / block_size;               ///< of a stage
  static constexpr int boxes = b_row_major ? tile_n / 64 : 1;  ///< of a piece
  static constexpr int line_bytes = 2 * block_size;  ///< of a row of a block, or column of B
  static constexpr int piece_bytes = line_bytes * tile_n;
  static constexpr int box_bytes = piece_bytes / boxes;
  static constexpr int block_bytes = line_bytes * block_size;
  static constexpr int ahead = 4;  ///< blocks of A in a warp's ring
  static constexpr int stages =
      (226 * 1024 - 512 - warps * (int(sizeof(StripScratch)) + ahead * block_bytes)) /
      (pieces * piece_bytes);

  struct Shared {
    alignas(1024) unsigned char b[stages][pieces * piece_bytes];
    alignas(1024) unsigned char a[warps][ahead][block_bytes];
    StripScratch scratch[warps];
    ClusterBarrier full[stages];
    ClusterBarrier empty[stages];
  };
  static constexpr std::size_t shared_bytes = sizeof(Shared) + 1024;
};

/// Byte of 16-byte chunk `chunk` of line `line`, in lines of 32 or 64 bytes: 8 lines next to each
/// other lie on all banks (as the copy engine's swizzle of 32 or 64 bytes has it).
template <int line_bytes>
__device__ inline std::uint32_t chunk_at(int line, int chunk) {
  const int turned = line_bytes == 32 ? chunk ^ (line >> 2 & 1) : chunk ^ (line >> 1 & 3);
  return std::uint32_t(line * line_bytes + 16 * turned);
}

/// One warp: the pieces of B of all steps.
template <class Config>
__device__ inline void load_pieces(typename Config::Shared& shared, const BlockedEllParameters& p,
                                   const CUtensorMap& map_b) {
  constexpr auto mask = std::uint16_t((1u << Config::cluster) - 1);
  const int lane = int(threadIdx.x % 32);
  const int rank = Config::cluster > 1 ? int(cluster_rank()) : 0;
  const int piece = lane / Config::boxes, box = lane % Config::boxes;
  const std::int64_t tiles = std::int64_t(p.tiles_m) * p.tiles_n;
  StageRing<Config::stages> ring;
  for (std::int64_t tile = blockIdx.x / Config::cluster; tile < tiles;
       tile += gridDim.x / Config::cluster) {
    const TilePlace place = place_of(p, tile);
    const int col = place.n * Config::tile_n;
    const std::int32_t* const cols = p.schedule.list(place.m);
    const int count = p.schedule.counts[place.m];
    for (int first = 0; first < count; first += Config::pieces, ring.advance()) {
      const bool mine =
          piece < Config::pieces && first + piece < count && lane % Config::cluster == rank;
      const int k = mine ? cols[first + piece] * Config::block_size : 0;
      const int left = count - first < Config::pieces ? count - first : Config::pieces;
      auto& full = shared.full[ring.stage];
      shared.empty[ring.stage].wait(ring.parity ^ 1);
      if (lane == 0) full.arrive_and_expect(std::uint32_t(left * Config::piece_bytes));
      __syncwarp();
      if (!mine) continue;
      const std::uint32_t to = shared_address(shared.b[ring.stage]) +
                               std::uint32_t(piece * Config::piece_bytes + box * Config::box_bytes);
      const int x = Config::b_row_major ? col + 64 * box : k;
      const int y = Config::b_row_major ? k : col;
      if constexpr (Config::cluster > 1)
        tensor_load_multicast(to, map_b, x, y, 0, full, mask);
      else
        tensor_load(to, map_b, x, y, 0, full);
    }
  }
}

/// A warp's copy of a block of A, one group of copies; an empty group past the last block.
template <class Config>
__device__ inline void start_block(unsigned char (*ring)[Config::block_bytes],
                                   const BlockedEllParameters& p, const BlockEntry* entries, int q,
                                   int row) {
  const bool there = row < p.m && q < p.schedule.blocks_per_row && entries[q].step != no_step;
  if (there) {
    const auto* const block = static_cast<const typename Config::In*>(p.values) + row * p.ell_cols +
                              entries[q].slot * Config::block_size;
    const std::uint32_t to = shared_address(ring[q % Config::ahead]);
    constexpr int chunks = Config::line_bytes / 16;
#pragma unroll
    for (int i = 0; i < Config::block_size * chunks / 32; ++i) {
      const int v = 32 * i + int(threadIdx.x % 32), line = v / chunks, chunk = v % chunks;
      const bool valid = row + line < p.m;
      copy_16(to + chunk_at<Config::line_bytes>(line, chunk),
              block + (valid ? line * p.ell_cols : 0) + 8 * chunk, valid);
    }
  }
  copy_commit();
}

/// Of a fragment of A: entries from column `count` of the 16 on become 0.
__device__ inline void clear_fragment(std::uint32_t (&a)[4], int count) {
#pragma unroll
  for (int q = 0; q < 4; ++q) {
    const int col = q / 2 * 8 + int(threadIdx.x % 4) * 2;
    a[q] &= (col < count ? 0xffffu : 0u) | (col + 1 < count ? 0xffff0000u : 0u);
  }
}

/// d += block times piece, of which `depth` columns of the block count.
template <class Config>
__device__ inline void multiply_block(float (&d)[Config::strips][Config::tile_n / 2],
                                      std::uint32_t block, std::uint32_t piece, int depth) {
  const int lane = int(threadIdx.x % 32);
  const int in_half = lane % 8, first_half = lane / 8 % 2, second_half = lane / 16;
#pragma unroll
  for (int kk = 0; kk < Config::strips; ++kk) {
    std::uint32_t a[Config::strips][4];
#pragma unroll
    for (int s = 0; s < Config::strips; ++s) {
      load_matrices<false>(block + chunk_at<Config::line_bytes>(16 * s + 8 * first_half + in_half,
                                                                2 * kk + second_half),
                           a[s]);
      if (depth < Config::block_size) clear_fragment(a[s], depth - 16 * kk);
    }
#pragma unroll
    for (int j = 0; j < Config::tile_n / 16; ++j) {
      std::uint32_t b[4];
      if constexpr (Config::b_row_major) {
        const int k = 16 * kk + 8 * first_half + in_half;
        const int chunk = (j % 4 * 2 + second_half) ^ in_half;
        load_matrices<true>(piece + std::uint32_t(j / 4 * Config::box_bytes + k * 128 + 16 * chunk),
                            b);
      } else {
        load_matrices<false>(piece + chunk_at<Config::line_bytes>(
                                         16 * j + 8 * second_half + in_half, 2 * kk + first_half),
                             b);
      }
#pragma unroll
      for (int s = 0; s < Config::strips; ++s) {
        warp_mma<typename Config::In>(&d[s][8 * j], a[s], b[0], b[1]);
        warp_mma<typename Config::In>(&d[s][8 * j + 4], a[s], b[2], b[3]);
      }
    }
  }
}

/// One warp: its block row of every tile.
template <class Out, class Config>
__device__ inline void multiply_pieces(typename Config::Shared& shared,
                                       const BlockedEllParameters& p, int warp) {
  const int lane = int(threadIdx.x % 32);
  const int rank = Config::cluster > 1 ? int(cluster_rank()) : 0;
  const float alpha = p.alpha.get(), beta = p.beta.get();
  const int per_row = p.schedule.blocks_per_row;
  const std::int64_t tiles = std::int64_t(p.tiles_m) * p.tiles_n;
  auto* const blocks = shared.a[warp];
  StageRing<Config::stages> ring;
  for (std::int64_t tile = blockIdx.x / Config::cluster; tile < tiles;
       tile += gridDim.x / Config::cluster) {
    const TilePlace place = place_of(p, tile);
    const int row = (place.m * Config::cluster + rank) * Config::tile_m + warp * Config::block_size;
    const bool there = row < p.m;
    const BlockEntry* const entries = p.schedule.row(there ? row / Config::block_size : 0);
    const int count = p.schedule.counts[place.m];
    // Columns are in order: only the last step can be the block column that the matrix cuts off.
    const int last_depth = count > 0 ? block_depth(p, p.schedule.list(place.m)[count - 1]) : 0;
    copy_wait<0>();
    __syncwarp();
#pragma unroll
    for (int q = 0; q + 1 < Config::ahead; ++q) start_block<Config>(blocks, p, entries, q, row);
    float d[Config::strips][Config::tile_n / 2];
#pragma unroll
    for (auto& strip : d)
#pragma unroll
      for (auto& x : strip) x = 0;
    int q = 0, step = there ? entries[0].step : no_step;
    for (int first = 0; first < count; first += Config::pieces, ring.advance()) {
      shared.full[ring.stage].wait(ring.parity);
      while (step < first + Config::pieces) {
        copy_wait<Config::ahead - 2>();
        __syncwarp();
        start_block<Config>(blocks, p, entries, q + Config::ahead - 1, row);
        multiply_block<Config>(d, shared_address(blocks[q % Config::ahead]),
                               shared_address(shared.b[ring.stage]) +
                                   std::uint32_t((step - first) * Config::piece_bytes),
                               step == count - 1 ? last_depth : Config::block_size);
        step = ++q < per_row ? entries[q].step : no_step;
      }
      __syncwarp();
      if constexpr (Config::cluster == 1) {
        if (lane == 0) shared.empty[ring.stage].arrive();
      } else {
        if (lane < Config::cluster) shared.empty[ring.stage].arrive_at(std::uint32_t(lane));
      }
    }
#pragma unroll
    for (int s = 0; s < Config::strips; ++s)
      store_strip<Out>(d[s], shared.scratch[warp], p, row + 16 * s,
                       std::int64_t(place.n) * Config::tile_n, alpha, beta);
  }
  copy_wait<0>();
}

template <class Out, class Config>
__global__ void __launch_bounds__(Config::threads, 1)
    warp_blocked_ell(const __grid_constant__ CUtensorMap map_b,
                     const __grid_constant__ BlockedEllParameters p) {
  extern __shared__ unsigned char raw[];
  const std::uint32_t misaligned = shared_address(raw) % 1024;
  auto& shared =
      *reinterpret_cast<typename Config::Shared*>(raw + (misaligned == 0 ? 0 : 1024 - misaligned));
  const int warp = __shfl_sync(0xffffffffu, int(threadIdx.x / 32), 0);
  if (threadIdx.x == 0) {
    for (int s = 0; s < Config::stages; ++s) {
      shared.full[s].init(1);
      shared.empty[s].init(Config::warps * Config::cluster);
    }
    fence_barrier_init();
  }
  if constexpr (Config::cluster > 1)
    cluster_sync();
  else
    __syncthreads();
  if (warp == Config::warps)
    load_pieces<Config>(shared, p, map_b);
  else
    multiply_pieces<Out, Config>(shared, p, warp);
  // No block leaves while another one may still copy to it or signal it.
  if constexpr (Config::cluster > 1) {
    __syncwarp();
    cluster_sync();
  }
}

}  // namespace filigree::cuda
