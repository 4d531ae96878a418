// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/bulk_copy.hpp"
#include "cuda/copy_async.hpp"
#include "cuda/register_pool.hpp"
#include "cuda/tensor_copy.cuh"
#include "cuda/warp.hpp"
#include "spmm/cuda_blocked/tile.cuh"

/// Blocked-ELL times dense on Tensor Cores, a warp for each 16 rows (a strip) of a tile. The pieces
/// of B (`depth` of its rows) that any row of a thread block needs pass through shared memory once
/// for all of them, in the order of the schedule; a block of several depths is as many pieces. A
/// warp copies its own next pieces of A ahead and passes over pieces of B that its rows do not
/// have: nothing that is not stored is multiplied. warp_16bit.cuh and warp_direct.cuh have the
/// types' tiles and what a warp does with them: multiply_block and store_sums.

namespace filigree::cuda {

/// How many pieces a block has, as the power of 2.
template <class Config>
__device__ inline int block_shift(const BlockedEllParameters& p) {
  return Config::splits_blocks ? __ffs(p.block_size / Config::depth) - 1 : 0;
}

/// Which list has the steps of a tile.
template <class Config>
__device__ inline int list_of(const BlockedEllParameters& p, const TilePlace& place) {
  return Config::splits_blocks ? place.m * Config::tile_m / (p.schedule.group * p.block_size)
                               : place.m;
}

/// Whether a tile's pieces are the next ones of B, `pieces` of them at once, all of B in the end,
/// and not those of its list: lines of a column-major B are short, and the copy engine takes about
/// as long for one of four times the bytes. Then a block's step is its column.
template <class Config>
__device__ inline bool reads_all(const BlockedEllParameters& p, int list) {
  if constexpr (!Config::may_read_all) return false;
  const int count = p.schedule.counts[list];
  return count == p.schedule.distinct[list] &&
         2 * std::int64_t(count) * Config::depth >= p.k;  // no block column comes again
}

/// A list's pieces.
template <class Config>
__device__ inline int count_pieces(const BlockedEllParameters& p, int list, bool all) {
  return all ? int((p.k + Config::depth - 1) / Config::depth)
             : p.schedule.counts[list] << block_shift<Config>(p);
}

/// One warp: the pieces of B of all steps.
template <class Config>
__device__ inline void load_pieces(typename Config::Shared& shared, const BlockedEllParameters& p,
                                   const CUtensorMap& map_b, const CUtensorMap& map_all) {
  const int lane = int(threadIdx.x % 32), shift = block_shift<Config>(p);
  const bool one_box = !Config::b_row_major || p.b_in_slabs;
  const int boxes = one_box ? 1 : Config::slabs;
  const int piece = lane / boxes, box = lane % boxes;
  const std::int64_t tiles = std::int64_t(p.tiles_m) * p.tiles_n;
  StageRing<Config::stages> ring;
  for (std::int64_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const TilePlace place = place_of(p, tile);
    const int list = list_of<Config>(p, place);
    const bool all = reads_all<Config>(p, list);
    const int col = place.n * Config::tile_n + Config::slab_cols * box;
    const std::int32_t* const cols = p.schedule.list_cols(list);
    const int count = count_pieces<Config>(p, list, all);
    for (int first = 0; first < count; first += Config::pieces, ring.advance()) {
      const bool mine = piece < Config::pieces && first + piece < count && !all;
      const int of_block = (first + piece) & ((1 << shift) - 1);
      const int k =
          mine ? ((cols[(first + piece) >> shift] << shift) + of_block) * Config::depth : 0;
      const int left = all || count - first > Config::pieces ? Config::pieces : count - first;
      auto& full = shared.full[ring.stage];
      shared.empty[ring.stage].wait(ring.parity ^ 1);
      if (lane == 0) full.arrive_and_expect(std::uint32_t(left * Config::piece_bytes));
      __syncwarp();
      const std::uint32_t stage = shared_address(shared.b[ring.stage]);
      if (all && lane == 0)
        tensor_load(stage, map_all, first * Config::depth, place.n * Config::tile_n, 0, full);
      if (!mine) continue;
      const std::uint32_t to =
          stage + std::uint32_t(piece * Config::piece_bytes + box * Config::slab_bytes);
      const bool in_slabs = Config::b_row_major && one_box;
      tensor_load(to, map_b, Config::b_row_major ? (in_slabs ? 0 : col) : k,
                  Config::b_row_major ? k : col, in_slabs ? col / Config::slab_cols : 0, full);
    }
  }
}

/// A strip's pieces of A in the order in which they are multiplied.
template <class Config>
struct StripPieces {
  const BlockedEllParameters& p;
  const BlockEntry* entries;  ///< of the block row
  int blocks;                 ///< of the block row
  int shift;
  int row;         ///< the strip's first
  int values_row;  ///< its place in slot 0
  bool all;

  /// The block of piece q; past the last one its step is no_step.
  __device__ BlockEntry at(int q) const {
    if (q >> shift >= blocks) return {};
    return entries[q >> shift];
  }

  __device__ int in_block(int q) const { return q & ((1 << shift) - 1); }

  /// Piece q's place among the pieces of B.
  __device__ int step(const BlockEntry& entry, int q) const {
    if (entry.step == no_step) return no_step;
    return all ? entry.col() : (entry.step << shift) + in_block(q);
  }

  /// How many of its columns lie in the matrix, or more.
  __device__ int depth(const BlockEntry& entry, int q) const {
    return int(p.k) - (((entry.col() << shift) + in_block(q)) * Config::depth);
  }

  /// Starts the warp's copy of piece q, one group of copies; an empty group past the last piece.
  __device__ void start(unsigned char (*ring)[Config::block_bytes], const BlockEntry& entry,
                        int q) const {
    if (entry.step != no_step) {
      const auto* const block = static_cast<const typename Config::In*>(p.values) +
                                (values_row + entry.slot() * p.slot_rows) * p.values_ld +
                                std::int64_t(entry.slot()) * p.slot_cols +
                                in_block(q) * Config::depth;
      const std::uint32_t to = shared_address(ring[q % Config::ahead]);
      constexpr int chunks = Config::line_bytes / 16;
      constexpr int entries_of_chunk = 16 / int(sizeof(typename Config::In));
#pragma unroll
      for (int i = 0; i < (Config::strip * chunks + 31) / 32; ++i) {
        const int v = 32 * i + int(threadIdx.x % 32), line = v / chunks, chunk = v % chunks;
        const bool valid = row + line < p.m;
        if (line < Config::strip)
          copy_16(to + chunk_at<Config::line_bytes>(line, chunk),
                  block + (valid ? line * p.values_ld : 0) + entries_of_chunk * chunk, valid);
      }
    }
    copy_commit();
  }
};

/// One warp: its strip of a tile.
template <class Config>
__device__ inline void multiply_strip(typename Config::Sum (&d)[Config::sums],
                                      typename Config::Shared& shared,
                                      StageRing<Config::stages>& ring,
                                      const StripPieces<Config>& strip, int count, int warp) {
  constexpr int ahead = Config::ahead;
  auto* const blocks = shared.a[warp];
  copy_wait<0>();
  __syncwarp();
  // The next pieces of A; the copies of all but the last are under way.
  BlockEntry next[ahead];
#pragma unroll
  for (int i = 0; i < ahead; ++i) next[i] = strip.at(i);
#pragma unroll
  for (int i = 0; i + 1 < ahead; ++i) strip.start(blocks, next[i], i);
#pragma unroll
  for (auto& x : d) x = 0;
  int q = 0, step = strip.step(next[0], 0);
  for (int first = 0; first < count; first += Config::pieces, ring.advance()) {
    shared.full[ring.stage].wait(ring.parity);
    while (step < first + Config::pieces) {
      copy_wait<ahead - 2>();
      __syncwarp();
      strip.start(blocks, next[ahead - 1], q + ahead - 1);
      const BlockEntry incoming = strip.at(q + ahead);
      multiply_block(Config{}, d, shared_address(blocks[q % ahead]),
                     shared_address(shared.b[ring.stage]), step - first, strip.all,
                     strip.depth(next[0], q));
#pragma unroll
      for (int i = 0; i + 1 < ahead; ++i) next[i] = next[i + 1];
      next[ahead - 1] = incoming;
      step = strip.step(next[0], ++q);
    }
    __syncwarp();
    if (threadIdx.x % 32 == 0) shared.empty[ring.stage].arrive();
  }
}

/// One warp: its strip of every tile.
template <class Out, class Config>
__device__ inline void multiply_pieces(typename Config::Shared& shared,
                                       const BlockedEllParameters& p,
                                       const BlockedEllFactors<typename Config::Sum>& factors,
                                       const CUtensorMap& map_c, int warp) {
  const int shift = block_shift<Config>(p);
  const auto alpha = factors.alpha.get(), beta = factors.beta.get();
  const std::int64_t tiles = std::int64_t(p.tiles_m) * p.tiles_n;
  StageRing<Config::stages> ring;
  for (std::int64_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const TilePlace place = place_of(p, tile);
    const int row = place.m * Config::tile_m + warp * Config::strip;
    const int list = list_of<Config>(p, place);
    const bool exists = row < p.m;
    const int block_row = exists ? row / (Config::depth << shift) : 0;
    const StripPieces<Config> strip{p,
                                    p.schedule.row_entries(block_row),
                                    exists ? p.schedule.row_size(block_row) : 0,
                                    shift,
                                    row,
                                    values_row(p, exists ? row : 0),
                                    reads_all<Config>(p, list)};
    typename Config::Sum d[Config::sums];
    multiply_strip<Config>(d, shared, ring, strip, count_pieces<Config>(p, list, strip.all), warp);
    store_sums<Out>(Config{}, d, shared, warp, map_c, p, row, place.n * Config::tile_n, alpha,
                    beta);
  }
  copy_wait<0>();
  if (threadIdx.x % 32 == 0) store_wait<0>();
}

template <class Out, class Config>
__global__ void __launch_bounds__(Config::threads, 1)
    warp_blocked_ell(const __grid_constant__ CUtensorMap map_b,
                     const __grid_constant__ CUtensorMap map_all,
                     const __grid_constant__ CUtensorMap map_c,
                     const __grid_constant__ BlockedEllParameters p,
                     const __grid_constant__ BlockedEllFactors<typename Config::Sum> factors) {
  extern __shared__ unsigned char raw[];
  auto& shared = at_swizzle_boundary<typename Config::Shared>(raw);
  const int warp = __shfl_sync(whole_warp, int(threadIdx.x / 32), 0);
  if (threadIdx.x == 0) {
    for (int s = 0; s < Config::stages; ++s) {
      init_barrier<1>(shared.full[s]);
      init_barrier<Config::warps>(shared.empty[s]);
    }
    fence_barrier_init();
  }
  __syncthreads();
  // A warpgroup of which one warp loads gives its registers to the others.
  if (warp >= Config::warps) {
    give_registers<Config::warps == 16 ? 24 : 40>();
    if (warp == Config::warps) load_pieces<Config>(shared, p, map_b, map_all);
  } else {
    take_registers<Config::warps == 16 ? 112 : 232>();
    multiply_pieces<Out, Config>(shared, p, factors, map_c, warp);
  }
}

}  // namespace filigree::cuda
