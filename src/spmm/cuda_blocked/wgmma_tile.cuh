// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/wgmma_dense.cuh"
#include "spmm/cuda_blocked/tile.cuh"

/// Blocked-ELL times dense on Hopper's Tensor Cores. Persistent thread blocks of three warpgroups:
/// one copies, two multiply 64 rows of the tile each. A stage holds 16, 32 or 64 rows of B (a block
/// column, or a part of one) and the blocks of A that meet them; a warpgroup passes over stages of
/// which its rows have no block. Where a block has fewer than 64 rows, rows of the warpgroup that
/// do not have the block column multiply zeros (which the copy engine writes, it reads nothing).
/// C leaves through the copy engine while the next tile is multiplied.

namespace filigree::cuda {

/// \tparam depth_ Of a stage: the block size, 64 at most.
template <class In_, bool b_row_major_, int depth_, int tile_n_>
struct WgmmaTile {
  using In = In_;
  static constexpr bool b_row_major = b_row_major_;
  static constexpr int depth = depth_;
  static constexpr int units = 2;  ///< of 64 rows, each one warpgroup's
  static constexpr int tile_m = 64 * units;
  static constexpr int tile_n = tile_n_;
  static constexpr int threads = 128 * (units + 1);
  static constexpr int cluster = 1;
  static constexpr int unit_blocks = 64 / depth;  ///< blocks below each other in a unit
  static constexpr int blocks = units * unit_blocks;
  static constexpr bool pads = unit_blocks > 1;
  using Mma = WgmmaDense<In, tile_n, b_row_major>;

  static constexpr int line_bytes = 2 * depth;  ///< of a row of A, or a column of B
  static constexpr Swizzle swizzle = depth == 64   ? Swizzle::bytes_128
                                     : depth == 32 ? Swizzle::bytes_64
                                                   : Swizzle::bytes_32;
  static constexpr int block_bytes = depth * line_bytes;
  static constexpr int unit_bytes = 64 * line_bytes;
  static constexpr int slab_bytes = depth * 128;  ///< 64 columns of a row-major B
  static constexpr int slabs = tile_n / 64;
  static constexpr int b_bytes = tile_n * line_bytes;
  static constexpr int stage_bytes = units * unit_bytes + b_bytes;
  static constexpr int out_bytes = 64 * 128;  ///< 64 rows and columns of a C of 16-bit entries
  static constexpr int stages = (226 * 1024 - 512 - 2 * units * out_bytes) / stage_bytes;

  struct Shared {
    alignas(1024) unsigned char b[stages][b_bytes];
    alignas(1024) unsigned char a[stages][units * unit_bytes];
    alignas(1024) unsigned char out[units][2][out_bytes];
    ClusterBarrier full[stages];
    ClusterBarrier empty[stages];
    /// Bit u: unit u multiplies; from bit 8 on, how many of the stage's rows of B count. 0: the
    /// tile is complete.
    std::uint32_t contents[stages];
  };
  static_assert(4 * sizeof(StripScratch) <= 2 * out_bytes);
  static constexpr std::size_t shared_bytes = sizeof(Shared) + 1024;
};

/// A row of blocks in the order of its steps: the next one is `head`.
struct BlockWalk {
  const BlockEntry* entries;
  int next;
  int count;
  BlockEntry head;
  BlockEntry after;  ///< loaded early

  __device__ BlockEntry entry(int i) const {
    return i < count ? entries[i] : BlockEntry{no_step, 0};
  }
  __device__ BlockWalk(const BlockEntry* row, int blocks)
      : entries(row), next(2), count(blocks), head(entry(0)), after(entry(1)) {}
  __device__ void advance() {
    head = after;
    after = entry(next++);
  }
};

/// The copies of a stage, by one warp; lane b looks after block b of the tile's rows. `present`:
/// the blocks that are stored, `from`: the first of their columns.
template <class Config>
__device__ inline void load_stage(typename Config::Shared& shared, const BlockedEllParameters& p,
                                  const CUtensorMap& map_a, const CUtensorMap& map_b,
                                  const TilePlace& place, int stage, std::uint32_t present,
                                  int block_col, int slot, int from, int counts) {
  const int lane = int(threadIdx.x % 32);
  constexpr std::uint32_t all_blocks = (1u << Config::unit_blocks) - 1;
  auto& full = shared.full[stage];
  std::uint32_t units = 0;
#pragma unroll
  for (int u = 0; u < Config::units; ++u)
    if ((present >> (u * Config::unit_blocks) & all_blocks) != 0) units |= 1u << u;
  if (lane == 0) {
    shared.contents[stage] = units | std::uint32_t(counts) << 8;
    full.arrive_and_expect(std::uint32_t(Config::b_bytes + __popc(units) * Config::unit_bytes));
  }
  __syncwarp();
  const int k = block_col * p.block_size + from, col = place.n * Config::tile_n;
  if (Config::b_row_major ? lane < Config::slabs : lane == 0)
    tensor_load(shared_address(shared.b[stage]) + std::uint32_t(lane * Config::slab_bytes), map_b,
                Config::b_row_major ? col + 64 * lane : k, Config::b_row_major ? k : col, 0, full);
  if (lane < Config::blocks && (units >> (lane / Config::unit_blocks) & 1) != 0) {
    const bool stored = (present >> lane & 1) != 0;
    // Outside the tensor there are zeros.
    const int x = stored ? slot * p.block_size + from : int(p.ell_cols);
    tensor_load(shared_address(shared.a[stage]) + std::uint32_t(lane * Config::block_bytes), map_a,
                x, place.m * Config::tile_m + lane * Config::depth, 0, full);
  }
}

/// One warp: the stages of all tiles.
template <class Config>
__device__ inline void load_tiles(typename Config::Shared& shared, const BlockedEllParameters& p,
                                  const CUtensorMap& map_a, const CUtensorMap& map_b) {
  constexpr unsigned all = 0xffffffffu;
  const int lane = int(threadIdx.x % 32);
  const std::int64_t tiles = std::int64_t(p.tiles_m) * p.tiles_n;
  StageRing<Config::stages> ring;
  for (std::int64_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const TilePlace place = place_of(p, tile);
    const int row = place.m * Config::tile_m + Config::depth * lane;
    const bool has_blocks = lane < Config::blocks && row < p.m;
    BlockWalk walk(p.schedule.row(has_blocks ? row / p.block_size : 0),
                   has_blocks ? p.schedule.blocks_per_row : 0);
    const int list = place.m * Config::tile_m / p.block_size / p.schedule.group;
    const std::int32_t* const cols = p.schedule.list(list);
    const int count = p.schedule.counts[list];
    int batch = lane < count ? cols[lane] : 0, next_batch = 0;  // a lane each of 32 steps' columns
    for (int step = 0; step < count; ++step) {
      if (step % 32 == 0) {
        if (step > 0) batch = next_batch;
        next_batch = step + 32 + lane < count ? cols[step + 32 + lane] : 0;
      }
      const int block_col = __shfl_sync(all, batch, step % 32);
      const int depth = block_depth(p, block_col);
      do {  // again only where a row has the block column twice
        const std::uint32_t present = __ballot_sync(all, walk.head.step == step);
        for (int from = 0; from < depth; from += Config::depth) {
          shared.empty[ring.stage].wait(ring.parity ^ 1);
          load_stage<Config>(shared, p, map_a, map_b, place, ring.stage, present, block_col,
                             walk.head.slot, from,
                             depth - from < Config::depth ? depth - from : Config::depth);
          ring.advance();
        }
        if (walk.head.step == step) walk.advance();
      } while (__any_sync(all, walk.head.step == step));
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
  if (threadIdx.x % 32 == 0) shared.empty[stage].arrive();
}

/// By a warpgroup: columns from `from` on of its unit of A, which lie past the last column of the
/// matrix, become 0 (as the copy has made the rows of B): what is stored there does not count.
template <class Config>
__device__ inline void clear_columns(unsigned char* unit, int from, int warpgroup) {
  for (int e = int(threadIdx.x % 128); e < 64 * Config::depth; e += 128) {
    const int row = e / Config::depth, col = e % Config::depth;
    if (col >= from)
      *reinterpret_cast<std::uint16_t*>(unit + chunk_at<Config::line_bytes>(row, col / 8) +
                                        2 * (col % 8)) = 0;
  }
  fence_async_shared();
  named_barrier<128>(1 + warpgroup);
}

/// A stage's product of a warpgroup's unit, in the background.
template <class Config>
__device__ inline void multiply_unit(float (&d)[Config::tile_n / 2],
                                     typename Config::Shared& shared, int stage, int warpgroup) {
  const std::uint64_t a = wgmma_descriptor(
      shared_address(shared.a[stage]) + std::uint32_t(warpgroup * Config::unit_bytes),
      Config::swizzle, 8 * Config::line_bytes);
  const std::uint64_t b = Config::b_row_major
                              ? wgmma_descriptor(shared_address(shared.b[stage]),
                                                 Swizzle::bytes_128, 8 * 128, Config::slab_bytes)
                              : wgmma_descriptor(shared_address(shared.b[stage]), Config::swizzle,
                                                 8 * Config::line_bytes);
  constexpr std::uint64_t b_step = (Config::b_row_major ? 16 * 128 : 32) / 16;
  wgmma_fence();
#pragma unroll
  for (int i = 0; i < Config::depth / 16; ++i) Config::Mma::mma(d, a + i * 2, b + i * b_step);
  wgmma_commit();
}

/// The products of one tile.
template <class Config>
__device__ inline void multiply_tile(float (&d)[Config::tile_n / 2],
                                     typename Config::Shared& shared,
                                     StageRing<Config::stages>& ring, int warpgroup) {
  int held = -1;  // the stage whose products are under way
  for (;;) {
    const int stage = ring.stage;
    if (held >= 0 && !shared.full[stage].test(ring.parity)) {
      // The producer may need the stage that is held before it can fill another one.
      wgmma_wait<0>();
      release<Config>(shared, held);
      held = -1;
    }
    shared.full[stage].wait(ring.parity);
    ring.advance();
    const std::uint32_t contents = __shfl_sync(0xffffffffu, shared.contents[stage], 0);
    if ((contents >> warpgroup & 1) == 0) {
      release<Config>(shared, stage);
      if (contents == 0) break;
      continue;
    }
    if (contents >> 8 < Config::depth)
      clear_columns<Config>(shared.a[stage] + warpgroup * Config::unit_bytes, int(contents >> 8),
                            warpgroup);
    multiply_unit<Config>(d, shared, stage, warpgroup);
    wgmma_wait<1>();
    if (held >= 0) release<Config>(shared, held);
    held = stage;
  }
  wgmma_wait<0>();
  if (held >= 0) release<Config>(shared, held);
  wgmma_keep_order(d);
}

/// A warpgroup's 64 rows to C through the copy engine, 64 columns at a time by two buffers in turn.
template <class Out, class Config, bool row_major>
__device__ inline void copy_to_c(const float (&d)[Config::tile_n / 2],
                                 unsigned char (*buffers)[Config::out_bytes],
                                 const CUtensorMap& map_c, const BlockedEllParameters& p, int row,
                                 int col, int warpgroup, float alpha) {
  struct Pair {
    Out low, high;
  };
  const int lane = int(threadIdx.x % 32), warp = int(threadIdx.x / 32 % 4);
  const bool leads = threadIdx.x % 128 == 0;
  const int half_of = lane / 8 % 2, next = lane / 16, in_matrix = lane % 8;
#pragma unroll
  for (int chunk = 0; chunk < Config::tile_n / 64; ++chunk) {
    if (leads) store_wait_read<1>();
    named_barrier<128>(1 + warpgroup);
    const std::uint32_t buffer = shared_address(buffers[chunk % 2]);
#pragma unroll
    for (int j = 0; j < 8; j += 2) {
      std::uint32_t words[4];
#pragma unroll
      for (int q = 0; q < 4; ++q) {
        const int at = 4 * (8 * chunk + j) + 2 * q;
        words[q] =
            __builtin_bit_cast(std::uint32_t, Pair{Out(alpha != 0 ? alpha * d[at] : 0.0f),
                                                   Out(alpha != 0 ? alpha * d[at + 1] : 0.0f)});
      }
      const int line = row_major ? 16 * warp + 8 * half_of + in_matrix : 8 * (j + next) + in_matrix;
      const int inner = row_major ? j + next : 2 * warp + half_of;
      store_matrices<!row_major>(buffer + chunk_at<128>(line, inner), words[0], words[1], words[2],
                                 words[3]);
    }
    fence_async_shared();
    named_barrier<128>(1 + warpgroup);
    if (leads) {
      const int x = row_major ? col + 64 * chunk : row, y = row_major ? row : col + 64 * chunk;
      if (row < p.m && col + 64 * chunk < p.n) tensor_store(map_c, buffer, x, y, 0);
      store_commit();
    }
  }
}

/// Whether a thread of the warpgroup has a sum that is infinite or NaN.
template <int count>
__device__ inline bool any_not_finite(const float (&d)[count], int warpgroup) {
  float probe[4] = {0, 0, 0, 0};
#pragma unroll
  for (int i = 0; i < count; ++i) probe[i % 4] = fmaf(d[i], 0.0f, probe[i % 4]);
  return named_barrier_any<128>(1 + warpgroup, !(probe[0] + probe[1] + probe[2] + probe[3] == 0));
}

template <class Out, class Config>
__device__ inline void multiply_tiles(typename Config::Shared& shared,
                                      const BlockedEllParameters& p, const CUtensorMap& map_c,
                                      int warpgroup) {
  const int warp = int(threadIdx.x / 32 % 4);
  const float alpha = p.alpha.get(), beta = p.beta.get();
  const bool by_copy = sizeof(Out) == 2 && p.c_aligned && beta == 0;
  auto* const buffers = shared.out[warpgroup];
  const std::int64_t tiles = std::int64_t(p.tiles_m) * p.tiles_n;
  StageRing<Config::stages> ring;
  for (std::int64_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    float d[Config::tile_n / 2];
#pragma unroll
    for (auto& x : d) x = 0;
    multiply_tile<Config>(d, shared, ring, warpgroup);
    const TilePlace place = place_of(p, tile);
    const int row = place.m * Config::tile_m + 64 * warpgroup, col = place.n * Config::tile_n;
    bool whole = by_copy;
    if constexpr (Config::pads) whole = !any_not_finite(d, warpgroup) && by_copy;
    if (sizeof(Out) == 2 && whole) {
      if constexpr (sizeof(Out) == 2) {
        if (p.c_row_major)
          copy_to_c<Out, Config, true>(d, buffers, map_c, p, row, col, warpgroup, alpha);
        else
          copy_to_c<Out, Config, false>(d, buffers, map_c, p, row, col, warpgroup, alpha);
      }
      continue;
    }
    if (threadIdx.x % 128 == 0) store_wait_read<0>();
    named_barrier<128>(1 + warpgroup);
    auto* const scratch = reinterpret_cast<StripScratch*>(buffers);
    store_strip<Out, Config>(d, scratch[warp], p, row + 16 * warp, col, alpha, beta);
    fence_async_shared();
  }
  if (threadIdx.x % 128 == 0) store_wait<0>();
}

template <class Out, class Config>
__global__ void __launch_bounds__(Config::threads, 1)
    wgmma_blocked_ell(const __grid_constant__ CUtensorMap map_a,
                      const __grid_constant__ CUtensorMap map_b,
                      const __grid_constant__ CUtensorMap map_c,
                      const __grid_constant__ BlockedEllParameters p) {
  extern __shared__ unsigned char raw[];
  const std::uint32_t misaligned = shared_address(raw) % 1024;
  auto& shared =
      *reinterpret_cast<typename Config::Shared*>(raw + (misaligned == 0 ? 0 : 1024 - misaligned));
  const int warpgroup = __shfl_sync(0xffffffffu, int(threadIdx.x / 128), 0);
  if (threadIdx.x == 0) {
    for (int s = 0; s < Config::stages; ++s) {
      shared.full[s].init(1);
      shared.empty[s].init(4 * Config::units);
    }
    fence_barrier_init();
  }
  __syncthreads();
  if (warpgroup == 0) {
    give_registers<40>();
    if (threadIdx.x < 32) load_tiles<Config>(shared, p, map_a, map_b);
  } else {
    take_registers<232>();
    multiply_tiles<Out, Config>(shared, p, map_c, warpgroup - 1);
  }
}

}  // namespace filigree::cuda
