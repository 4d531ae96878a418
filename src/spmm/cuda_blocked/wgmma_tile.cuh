// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/register_pool.hpp"
#include "cuda/warp.hpp"
#include "cuda/wgmma_dense.cuh"
#include "spmm/cuda_blocked/wgmma_store.cuh"

/// Blocked-ELL times dense on Hopper's Tensor Cores. Persistent thread blocks of three warpgroups:
/// the warps of one load stages in turn, two multiply 64 rows of the tile each. A stage holds 16
/// to 128 rows of B (a block column, or a part of one) and the blocks of A that meet them; a
/// warpgroup passes over stages of which its rows have no block. Where a block has fewer than 64
/// rows, rows of the warpgroup that do not have the block column multiply zeros. C leaves through
/// the copy engine while the next tile is multiplied.

namespace filigree::cuda {

/// \tparam depth_ Of a stage: the block size, or what 128 bytes hold.
/// \tparam box_rows_ Of a block of A that is copied: the block size, 64 at most.
template <class In_, bool b_row_major_, int depth_, int tile_n_,
          int box_rows_ = (depth_ < 64 ? depth_ : 64)>
struct WgmmaTile {
  using In = In_;
  using Sum = blocked_ell_sum_t<In>;
  static constexpr bool b_row_major = b_row_major_;
  static constexpr int depth = depth_;
  static constexpr int units = 2;  ///< of 64 rows, each one warpgroup's
  static constexpr int tile_m = 64 * units;
  static constexpr int tile_n = tile_n_;
  static constexpr int threads = 128 * (units + 1);
  static constexpr int loading_warps = 4;
  static constexpr int box_rows = box_rows_;
  static constexpr int unit_blocks = 64 / box_rows;  ///< blocks below each other in a unit
  static constexpr int blocks = units * unit_blocks;
  static constexpr bool pads = unit_blocks > 1;
  using Mma = WgmmaDense<In, tile_n, b_row_major>;

  static constexpr int line_bytes = int(sizeof(In)) * depth;  ///< a row of A, or a column of B
  static constexpr Swizzle swizzle = line_bytes == 128  ? Swizzle::bytes_128
                                     : line_bytes == 64 ? Swizzle::bytes_64
                                                        : Swizzle::bytes_32;
  static constexpr int block_bytes = box_rows * line_bytes;
  static constexpr int unit_bytes = 64 * line_bytes;
  static constexpr int slab_bytes = depth * 128;  ///< 64 columns of a row-major B, of 16 bits
  static constexpr int slabs = tile_n / 64;
  static constexpr int b_bytes = tile_n * line_bytes;
  static constexpr int stage_bytes = units * unit_bytes + b_bytes;
  static constexpr int out_bytes = 64 * 128;  ///< CopiedChunk
  static constexpr int stages = (226 * 1024 - 512 - 2 * units * out_bytes) / stage_bytes;

  struct Shared {
    alignas(1024) unsigned char b[stages][b_bytes];
    alignas(1024) unsigned char a[stages][units * unit_bytes];
    alignas(1024) unsigned char out[units][2][out_bytes];
    TransactionBarrier full[stages];
    TransactionBarrier empty[stages];
    /// Bit u: unit u multiplies; from bit 8 on, how many of the stage's rows of B count. 0: the
    /// tile is complete.
    std::uint32_t contents[stages];
  };
  static_assert(4 * sizeof(StripScratch) <= 2 * out_bytes);
  static constexpr std::size_t shared_bytes = sizeof(Shared) + 1024;
};

/// A tile's schedule.
template <class Config>
struct TileSteps {
  int list;
  int stages;     ///< of the tile
  int per_block;  ///< stages of a step

  __device__ TileSteps(const BlockedEllParameters& p, const TilePlace& place) {
    list = place.m * Config::tile_m / p.block_size / p.schedule.group;
    per_block = p.block_size > Config::depth ? p.block_size / Config::depth : 1;
    stages = p.schedule.counts[list] * per_block;
  }
};

/// What a stage is made of; lane b of the warp that loads it looks after block b of the tile's
/// rows.
struct StageSource {
  int block_col = 0;
  int slot = -1;  ///< the lane's; negative: not stored
  int from = 0;   ///< first column of the blocks
};

/// The copies of a stage, by one warp.
template <class Config>
__device__ inline void load_stage(typename Config::Shared& shared, const BlockedEllParameters& p,
                                  const CUtensorMap& map_a, const CUtensorMap& map_b, int stage,
                                  const StageSource& source, int values_row, int col) {
  constexpr std::uint32_t all_blocks = (1u << Config::unit_blocks) - 1;
  const int lane = int(threadIdx.x % 32);
  auto& full = shared.full[stage];
  const std::uint32_t present = __ballot_sync(whole_warp, source.slot >= 0);
  const int left = block_depth(p, source.block_col) - source.from;
  std::uint32_t units = 0;
#pragma unroll
  for (int u = 0; u < Config::units; ++u)
    if (left > 0 && (present >> (u * Config::unit_blocks) & all_blocks) != 0) units |= 1u << u;
  if (lane == 0) {
    const int counts = left < Config::depth ? left : Config::depth;
    shared.contents[stage] = units | std::uint32_t(counts) << 8;
    if (units != 0)
      full.arrive_and_expect(std::uint32_t(Config::b_bytes + __popc(units) * Config::unit_bytes));
    else
      full.arrive();
  }
  __syncwarp();
  if (units == 0) return;
  const int k = source.block_col * p.block_size + source.from;
  const std::uint32_t to_b = shared_address(shared.b[stage]);
  if (!Config::b_row_major || p.b_in_slabs) {
    if (lane == 0)
      tensor_load(to_b, map_b, Config::b_row_major ? 0 : k, Config::b_row_major ? k : col,
                  Config::b_row_major ? col / 64 : 0, full);
  } else if (lane < Config::slabs) {
    tensor_load(to_b + std::uint32_t(lane * Config::slab_bytes), map_b, col + 64 * lane, k, 0,
                full);
  }
  if (lane < Config::blocks && (units >> (lane / Config::unit_blocks) & 1) != 0) {
    const std::uint32_t to_a =
        shared_address(shared.a[stage]) + std::uint32_t(lane * Config::block_bytes);
    if (source.slot >= 0)
      tensor_load(to_a, map_a, source.slot * p.slot_cols + source.from,
                  values_row + source.slot * p.slot_rows, 0, full);
    else
      bulk_load(to_a, p.schedule.zeros, Config::block_bytes, full);
  }
}

/// One of `warps` warps, which load stages in turn.
template <class Config>
__device__ inline void load_tiles(typename Config::Shared& shared, const BlockedEllParameters& p,
                                  const CUtensorMap& map_a, const CUtensorMap& map_b, int warp) {
  constexpr int warps = Config::loading_warps;
  const int lane = int(threadIdx.x % 32);
  const std::int64_t tiles = std::int64_t(p.tiles_m) * p.tiles_n;
  int stage = warp;
  std::uint32_t parity = 1;
  int first = warp;  // of this warp's stages of the tile
  for (std::int64_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const TilePlace place = place_of(p, tile);
    const TileSteps<Config> steps(p, place);
    const int row = place.m * Config::tile_m + Config::box_rows * lane;
    const bool has_block = lane < Config::blocks && row < p.m;
    const int in_values = values_row(p, has_block ? row : 0);
    const std::int32_t* const cols = p.schedule.list_cols(steps.list);
    const std::int32_t* const slots =
        p.schedule.list_slots(steps.list) + (has_block ? row / p.block_size % p.schedule.group : 0);
    const auto source_of = [&](int s) {
      StageSource source;
      if (s >= steps.stages) return source;
      const int step = s / steps.per_block;
      source.block_col = cols[step];
      if (has_block) source.slot = slots[std::int64_t(step) * p.schedule.group];
      source.from = (s - step * steps.per_block) * Config::depth;
      return source;
    };
    StageSource next = source_of(first);
    int s = first;
    for (; s < steps.stages; s += warps) {
      const StageSource source = next;
      next = source_of(s + warps);
      shared.empty[stage].wait(parity);
      load_stage<Config>(shared, p, map_a, map_b, stage, source, in_values,
                         place.n * Config::tile_n);
      stage += warps;
      if (stage >= Config::stages) {
        stage -= Config::stages;
        parity ^= 1;
      }
    }
    first = s - steps.stages;
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
  constexpr int bytes = sizeof(typename Config::In), per_chunk = 16 / bytes;
  using Word = std::conditional_t<bytes == 4, std::uint32_t, std::uint16_t>;
  for (int e = int(threadIdx.x % 128); e < 64 * Config::depth; e += 128) {
    const int row = e / Config::depth, col = e % Config::depth;
    if (col >= from)
      *reinterpret_cast<Word*>(unit + chunk_at<Config::line_bytes>(row, col / per_chunk) +
                               bytes * (col % per_chunk)) = 0;
  }
  fence_async_shared();
  named_barrier<128>(1 + warpgroup);
}

/// A stage's product of a warpgroup's unit, in the background.
template <class Config>
__device__ inline void multiply_unit(typename Config::Sum (&d)[Config::tile_n / 2],
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
  for (int i = 0; i < Config::depth / Config::Mma::K; ++i)
    Config::Mma::mma(d, a + i * 2, b + i * b_step);
  wgmma_commit();
}

/// The products of one tile.
template <class Config>
__device__ inline void multiply_tile(typename Config::Sum (&d)[Config::tile_n / 2],
                                     typename Config::Shared& shared,
                                     StageRing<Config::stages>& ring, int stages, int warpgroup) {
  int held = -1, steps_held = 0;  // the stage whose products are under way
  for (int s = 0; s < stages; ++s) {
    const int stage = ring.stage;
    // The producer needs the stage that is held before it comes round to it. All warps of a
    // warpgroup have to come to the same decision.
    if (held >= 0 && ++steps_held == Config::stages / 2) {
      wgmma_wait<0>();
      release<Config>(shared, held);
      held = -1;
    }
    shared.full[stage].wait(ring.parity);
    ring.advance();
    // Read by the lane that releases the stage.
    std::uint32_t contents = threadIdx.x % 32 == 0 ? shared.contents[stage] : 0;
    contents = __shfl_sync(whole_warp, contents, 0);
    if ((contents >> warpgroup & 1) == 0) {
      release<Config>(shared, stage);
      continue;
    }
    // Integers there meet zeros.
    if (!std::is_integral_v<typename Config::Sum> && contents >> 8 < Config::depth)
      clear_columns<Config>(shared.a[stage] + warpgroup * Config::unit_bytes, int(contents >> 8),
                            warpgroup);
    multiply_unit<Config>(d, shared, stage, warpgroup);
    wgmma_wait<1>();
    if (held >= 0) release<Config>(shared, held);
    held = stage;
    steps_held = 0;
  }
  wgmma_wait<0>();
  if (held >= 0) release<Config>(shared, held);
  wgmma_keep_order(d);
}

/// Whether a thread of the warpgroup has a sum that is infinite or NaN.
template <int count>
__device__ inline bool any_not_finite(const float (&d)[count], int warpgroup) {
  float probe[4] = {0, 0, 0, 0};
#pragma unroll
  for (int i = 0; i < count; ++i) probe[i % 4] = fmaf(d[i], 0.0f, probe[i % 4]);
  return named_barrier_any<128>(1 + warpgroup, !(probe[0] + probe[1] + probe[2] + probe[3] == 0));
}

template <class Out, class Config, class Parameters>
__device__ inline void multiply_tiles(typename Config::Shared& shared, const Parameters& p,
                                      const BlockedEllFactors<typename Config::Sum>& factors,
                                      const CUtensorMap& map_c, int warpgroup) {
  using Sum = typename Config::Sum;
  const Sum alpha = factors.alpha.get(), beta = factors.beta.get();
  const bool by_copy = p.c_by_copy && beta == 0;
  auto* const buffers = shared.out[warpgroup];
  const std::int64_t tiles = std::int64_t(p.tiles_m) * p.tiles_n;
  const auto stages_of = [&](std::int64_t tile) {
    return tile < tiles ? TileSteps<Config>(p, place_of(p, tile)).stages : 0;
  };
  StageRing<Config::stages> ring;
  int next_stages = stages_of(blockIdx.x);
  for (std::int64_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const int stages = next_stages;
    next_stages = stages_of(tile + gridDim.x);
    Sum d[Config::tile_n / 2];
#pragma unroll
    for (auto& x : d) x = 0;
    // Else the compiler writes zeros of integers again inside the loop, and waits for products
    // there.
    if constexpr (std::is_integral_v<Sum>) wgmma_keep_order(d);
    multiply_tile<Config>(d, shared, ring, stages, warpgroup);
    const TilePlace place = place_of(p, tile);
    const int row = place.m * Config::tile_m + 64 * warpgroup, col = place.n * Config::tile_n;
    bool whole = by_copy;
    if constexpr (Config::pads) whole = !any_not_finite(d, warpgroup) && by_copy;
    if constexpr (CopiedChunk<Out>::exists)
      if (whole) {
        if (p.c_row_major)
          copy_to_c<Out, Config, true>(d, buffers, map_c, p, row, col, warpgroup, alpha);
        else
          copy_to_c<Out, Config, false>(d, buffers, map_c, p, row, col, warpgroup, alpha);
        continue;
      }
    if constexpr (std::is_integral_v<Sum>) {
      store_words_to_c<Config>(d, p, row, col, alpha, beta);
    } else {
      if (threadIdx.x % 128 == 0) store_wait_read<0>();
      named_barrier<128>(1 + warpgroup);
      const int warp = int(threadIdx.x / 32 % 4);
      auto* const scratch = reinterpret_cast<StripScratch*>(buffers);
      store_strip<Out, Config>(d, scratch[warp], p, row + 16 * warp, col, alpha, beta);
      fence_async_shared();
    }
  }
  if (threadIdx.x % 128 == 0) store_wait<0>();
}

template <class Out, class Config, class Parameters = BlockedEllParameters>
__global__ void __launch_bounds__(Config::threads, 1)
    wgmma_blocked_ell(const __grid_constant__ CUtensorMap map_a,
                      const __grid_constant__ CUtensorMap map_b,
                      const __grid_constant__ CUtensorMap map_c,
                      const __grid_constant__ Parameters p,
                      const __grid_constant__ BlockedEllFactors<typename Config::Sum> factors) {
  extern __shared__ unsigned char raw[];
  auto& shared = at_swizzle_boundary<typename Config::Shared>(raw);
  const int warpgroup = __shfl_sync(whole_warp, int(threadIdx.x / 128), 0);
  if (threadIdx.x == 0) {
    for (int s = 0; s < Config::stages; ++s) {
      init_barrier<1>(shared.full[s]);
      init_barrier<4 * Config::units>(shared.empty[s]);
    }
    fence_barrier_init();
  }
  __syncthreads();
  if (warpgroup == 0) {
    give_registers<40>();
    load_tiles<Config>(shared, p, map_a, map_b, int(threadIdx.x / 32));
  } else {
    take_registers<232>();
    multiply_tiles<Out, Config>(shared, p, factors, map_c, warpgroup - 1);
  }
}

}  // namespace filigree::cuda
