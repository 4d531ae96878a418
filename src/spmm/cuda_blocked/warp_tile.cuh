// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/warp_mma.cuh"
#include "spmm/cuda_blocked/tile.cuh"

/// Blocked-ELL times dense on Tensor Cores for blocks of 16 rows. Each warp multiplies the blocks
/// of one block row; the pieces of B that any of the 256 rows of a thread block needs pass through
/// shared memory once for all of them, in the order of the schedule. A warp copies its own next
/// blocks of A ahead and passes over pieces that its row does not have: nothing that is not stored
/// is multiplied.

namespace filigree::cuda {

template <class In_, bool b_row_major_>
struct WarpTile {
  using In = In_;
  static constexpr bool b_row_major = b_row_major_;
  static constexpr int depth = 16;  ///< of a piece: the block size
  static constexpr bool pads = false;
  static constexpr int tile_m = 256;
  static constexpr int tile_n = 128;
  static constexpr int warps = tile_m / depth;
  static constexpr int threads = 32 * (warps + 1);
  static constexpr int pieces = 4;  ///< of a stage
  static constexpr int slabs = tile_n / 64;
  static constexpr int line_bytes = 2 * depth;  ///< of a row of a block, or column of B
  static constexpr int slab_bytes = depth * 128;
  static constexpr int piece_bytes = line_bytes * tile_n;
  static constexpr int block_bytes = line_bytes * depth;
  static constexpr int ahead = 4;         ///< blocks of A in a warp's ring
  static constexpr int out_bytes = 3072;  ///< of a warp: 16 rows and 64 columns, or StripScratch
  static constexpr int stages =
      (225 * 1024 - warps * (out_bytes + ahead * block_bytes)) / (pieces * piece_bytes);

  struct Shared {
    alignas(1024) unsigned char b[stages][pieces * piece_bytes];
    alignas(1024) unsigned char a[warps][ahead][block_bytes];
    alignas(1024) unsigned char out[warps][out_bytes];
    ClusterBarrier full[stages];
    ClusterBarrier empty[stages];
  };
  static_assert(sizeof(StripScratch) <= out_bytes);
  static constexpr std::size_t shared_bytes = sizeof(Shared) + 1024;
};

/// One warp: the pieces of B of all steps.
template <class Config>
__device__ inline void load_pieces(typename Config::Shared& shared, const BlockedEllParameters& p,
                                   const CUtensorMap& map_b) {
  const int lane = int(threadIdx.x % 32);
  const bool one_box = !Config::b_row_major || p.b_in_slabs;
  const int boxes = one_box ? 1 : Config::slabs;
  const int piece = lane / boxes, box = lane % boxes;
  const std::int64_t tiles = std::int64_t(p.tiles_m) * p.tiles_n;
  StageRing<Config::stages> ring;
  for (std::int64_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const TilePlace place = place_of(p, tile);
    const int col = place.n * Config::tile_n + 64 * box;
    const std::int32_t* const cols = p.schedule.list_cols(place.m);
    const int count = p.schedule.counts[place.m];
    for (int first = 0; first < count; first += Config::pieces, ring.advance()) {
      const bool mine = piece < Config::pieces && first + piece < count;
      const int k = mine ? cols[first + piece] * Config::depth : 0;
      const int left = count - first < Config::pieces ? count - first : Config::pieces;
      auto& full = shared.full[ring.stage];
      shared.empty[ring.stage].wait(ring.parity ^ 1);
      if (lane == 0) full.arrive_and_expect(std::uint32_t(left * Config::piece_bytes));
      __syncwarp();
      if (!mine) continue;
      const std::uint32_t to =
          shared_address(shared.b[ring.stage]) +
          std::uint32_t(piece * Config::piece_bytes + box * Config::slab_bytes);
      const bool in_slabs = Config::b_row_major && one_box;
      tensor_load(to, map_b, Config::b_row_major ? (in_slabs ? 0 : col) : k,
                  Config::b_row_major ? k : col, in_slabs ? col / 64 : 0, full);
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
                              entries[q].slot * Config::depth;
    const std::uint32_t to = shared_address(ring[q % Config::ahead]);
    constexpr int chunks = Config::line_bytes / 16;
#pragma unroll
    for (int i = 0; i < Config::depth * chunks / 32; ++i) {
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
__device__ inline void multiply_block(float (&d)[Config::tile_n / 2], std::uint32_t block,
                                      std::uint32_t piece, int depth) {
  const int lane = int(threadIdx.x % 32);
  const int in_half = lane % 8, first_half = lane / 8 % 2, second_half = lane / 16;
  std::uint32_t a[4];
  load_matrices<false>(block + chunk_at<Config::line_bytes>(8 * first_half + in_half, second_half),
                       a);
  if (depth < Config::depth) clear_fragment(a, depth);
#pragma unroll
  for (int j = 0; j < Config::tile_n / 16; ++j) {
    std::uint32_t b[4];
    if constexpr (Config::b_row_major) {
      const int k = 8 * first_half + in_half, chunk = j % 4 * 2 + second_half;
      load_matrices<true>(
          piece + std::uint32_t(j / 4 * Config::slab_bytes) + chunk_at<128>(k, chunk), b);
    } else {
      load_matrices<false>(
          piece + chunk_at<Config::line_bytes>(16 * j + 8 * second_half + in_half, first_half), b);
    }
    warp_mma<typename Config::In>(&d[8 * j], a, b[0], b[1]);
    warp_mma<typename Config::In>(&d[8 * j + 4], a, b[2], b[3]);
  }
}

/// A warp's 16 rows to C through the copy engine, 64 columns at a time.
template <class Out, class Config, bool row_major>
__device__ inline void copy_strip_to_c(const float (&d)[Config::tile_n / 2], std::uint32_t buffer,
                                       const CUtensorMap& map_c, const BlockedEllParameters& p,
                                       int row, int col, float alpha) {
  const int lane = int(threadIdx.x % 32);
  const int half_of = lane / 8 % 2, next = lane / 16, in_matrix = lane % 8;
#pragma unroll
  for (int chunk = 0; chunk < Config::tile_n / 64; ++chunk) {
    if (lane == 0) store_wait_read<0>();
    __syncwarp();
#pragma unroll
    for (int j = 0; j < 8; j += 2) {
      std::uint32_t words[4];
#pragma unroll
      for (int q = 0; q < 4; ++q) {
        const int at = 4 * (8 * chunk + j) + 2 * q;
        words[q] = scaled_pair<Out>(alpha, d[at], d[at + 1]);
      }
      const std::uint32_t to = row_major ? chunk_at<128>(8 * half_of + in_matrix, j + next)
                                         : chunk_at<32>(8 * (j + next) + in_matrix, half_of);
      store_matrices<!row_major>(buffer + to, words[0], words[1], words[2], words[3]);
    }
    fence_async_shared();
    __syncwarp();
    const int chunk_col = col + 64 * chunk;
    if (lane == 0 && row < p.m && chunk_col < p.n)
      tensor_store(map_c, buffer, row_major ? chunk_col : row, row_major ? row : chunk_col, 0);
    if (lane == 0) store_commit();
  }
}

/// A warp's sums to C.
template <class Out, class Config>
__device__ inline void store_sums(const float (&d)[Config::tile_n / 2],
                                  unsigned char (&buffer)[Config::out_bytes],
                                  const CUtensorMap& map_c, const BlockedEllParameters& p, int row,
                                  int col, float alpha, float beta) {
  if constexpr (sizeof(Out) == 2)
    if (p.c_aligned && beta == 0) {
      const std::uint32_t to = shared_address(buffer);
      if (p.c_row_major)
        copy_strip_to_c<Out, Config, true>(d, to, map_c, p, row, col, alpha);
      else
        copy_strip_to_c<Out, Config, false>(d, to, map_c, p, row, col, alpha);
      return;
    }
  store_strip<Out, Config>(d, reinterpret_cast<StripScratch&>(buffer), p, row, col, alpha, beta);
}

/// One warp: its block row of every tile.
template <class Out, class Config>
__device__ inline void multiply_pieces(typename Config::Shared& shared,
                                       const BlockedEllParameters& p, const CUtensorMap& map_c,
                                       int warp) {
  const int lane = int(threadIdx.x % 32);
  const float alpha = p.alpha.get(), beta = p.beta.get();
  const int per_row = p.schedule.blocks_per_row;
  const std::int64_t tiles = std::int64_t(p.tiles_m) * p.tiles_n;
  auto* const blocks = shared.a[warp];
  StageRing<Config::stages> ring;
  for (std::int64_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const TilePlace place = place_of(p, tile);
    const int row = place.m * Config::tile_m + warp * Config::depth;
    const bool there = row < p.m;
    const BlockEntry* const entries = p.schedule.row_entries(there ? row / Config::depth : 0);
    const int count = p.schedule.counts[place.m];
    copy_wait<0>();
    __syncwarp();
#pragma unroll
    for (int q = 0; q + 1 < Config::ahead; ++q) start_block<Config>(blocks, p, entries, q, row);
    float d[Config::tile_n / 2];
#pragma unroll
    for (auto& x : d) x = 0;
    constexpr BlockEntry past{no_step, 0, 0};
    int q = 0;
    BlockEntry entry = there ? entries[0] : past;
    for (int first = 0; first < count; first += Config::pieces, ring.advance()) {
      shared.full[ring.stage].wait(ring.parity);
      while (entry.step < first + Config::pieces) {
        copy_wait<Config::ahead - 2>();
        __syncwarp();
        start_block<Config>(blocks, p, entries, q + Config::ahead - 1, row);
        multiply_block<Config>(d, shared_address(blocks[q % Config::ahead]),
                               shared_address(shared.b[ring.stage]) +
                                   std::uint32_t((entry.step - first) * Config::piece_bytes),
                               entry.depth);
        entry = ++q < per_row ? entries[q] : past;
      }
      __syncwarp();
      if (lane == 0) shared.empty[ring.stage].arrive();
    }
    store_sums<Out, Config>(d, shared.out[warp], map_c, p, row, place.n * Config::tile_n, alpha,
                            beta);
  }
  copy_wait<0>();
  if (lane == 0) store_wait<0>();
}

template <class Out, class Config>
__global__ void __launch_bounds__(Config::threads, 1)
    warp_blocked_ell(const __grid_constant__ CUtensorMap map_b,
                     const __grid_constant__ CUtensorMap map_c,
                     const __grid_constant__ BlockedEllParameters p) {
  extern __shared__ unsigned char raw[];
  auto& shared = at_swizzle_boundary<typename Config::Shared>(raw);
  const int warp = __shfl_sync(0xffffffffu, int(threadIdx.x / 32), 0);
  if (threadIdx.x == 0) {
    for (int s = 0; s < Config::stages; ++s) {
      shared.full[s].init(1);
      shared.empty[s].init(Config::warps);
    }
    fence_barrier_init();
  }
  __syncthreads();
  if (warp == Config::warps)
    load_pieces<Config>(shared, p, map_b);
  else
    multiply_pieces<Out, Config>(shared, p, map_c, warp);
}

}  // namespace filigree::cuda
