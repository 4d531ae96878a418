// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/matrix_fragments.hpp"
#include "cuda/warp_mma.cuh"
#include "spmm/cuda_blocked/warp_tile.cuh"

/// Strips of 16-bit entries, in blocks of 16 rows, with sums in float.

namespace filigree::cuda {

template <class In_, bool b_row_major_>
struct WarpTile {
  using In = In_;
  using Sum = float;
  static constexpr bool b_row_major = b_row_major_;
  static constexpr int depth = 16;  ///< of a piece: the block size
  static constexpr int strip = 16;  ///< rows of a warp
  static constexpr bool splits_blocks = false;
  static constexpr bool pads = false;
  static constexpr int tile_m = 256;
  static constexpr int tile_n = 128;
  static constexpr int warps = tile_m / strip;
  static constexpr int threads = 32 * (warps + 4);
  static constexpr int sums = strip * tile_n / 32;
  static constexpr bool may_read_all = !b_row_major;
  static constexpr int pieces = 4;  ///< of a stage
  static constexpr int slab_cols = 64;
  static constexpr int slabs = tile_n / slab_cols;
  static constexpr int line_bytes = 2 * depth;  ///< of a row of a block, or column of B
  static constexpr int slab_bytes = depth * 128;
  static constexpr int piece_bytes = line_bytes * tile_n;
  static constexpr int block_bytes = line_bytes * strip;
  static constexpr int ahead = 4;         ///< blocks of A in a warp's ring
  static constexpr int out_bytes = 3072;  ///< of a warp: 16 rows and 64 columns, or StripScratch
  static constexpr int stages =
      (225 * 1024 - warps * (out_bytes + ahead * block_bytes)) / (pieces * piece_bytes);

  struct Shared {
    alignas(1024) unsigned char b[stages][pieces * piece_bytes];
    alignas(1024) unsigned char a[warps][ahead][block_bytes];
    alignas(1024) unsigned char out[warps][out_bytes];
    TransactionBarrier full[stages];
    TransactionBarrier empty[stages];
  };
  static_assert(sizeof(StripScratch) <= out_bytes);
  static constexpr std::size_t shared_bytes = sizeof(Shared) + 1024;
};

/// Entries of a fragment of A from column `count` of the 16 on become 0.
__device__ inline void clear_fragment(std::uint32_t (&a)[4], int count) {
#pragma unroll
  for (int q = 0; q < 4; ++q) {
    const int col = q / 2 * 8 + int(threadIdx.x % 4) * 2;
    a[q] &= (col < count ? 0xffffu : 0u) | (col + 1 < count ? 0xffff0000u : 0u);
  }
}

/// d += block times a piece of the stage, of which `depth` columns of the block count. Where the
/// stage holds `all` four pieces next to each other, a column has a line of 128 bytes for them.
template <class In, bool b_row_major, int count>
__device__ inline void multiply_block(WarpTile<In, b_row_major>, float (&d)[count],
                                      std::uint32_t block, std::uint32_t stage, int piece, bool all,
                                      int depth) {
  using Config = WarpTile<In, b_row_major>;
  using Mma = WarpMma<In, Config::depth>;
  const int lane = int(threadIdx.x % 32);
  const int in_half = lane % 8, first_half = lane / 8 % 2, second_half = lane / 16;
  std::uint32_t a[4];
  load_matrices<false>(block + chunk_at<Config::line_bytes>(8 * first_half + in_half, second_half),
                       a);
  if (depth < Config::depth) clear_fragment(a, depth);
  const int line = 8 * second_half + in_half;
  const std::uint32_t columns = stage + (all ? chunk_at<128>(line, 2 * piece + first_half)
                                             : std::uint32_t(piece * Config::piece_bytes) +
                                                   chunk_at<Config::line_bytes>(line, first_half));
  const std::uint32_t step = 16 * (all ? 128 : Config::line_bytes);
  const auto load = [&](int j, std::uint32_t(&b)[4]) {
    if constexpr (b_row_major) {
      const int k = 8 * first_half + in_half, chunk = j % 4 * 2 + second_half;
      load_matrices<true>(stage + std::uint32_t(piece * Config::piece_bytes) +
                              std::uint32_t(j / 4 * Config::slab_bytes) + chunk_at<128>(k, chunk),
                          b);
    } else {
      load_matrices<false>(columns + std::uint32_t(j) * step, b);
    }
  };
  std::uint32_t b[2][4];
  load(0, b[0]);
#pragma unroll
  for (int j = 0; j < Config::tile_n / 16; ++j) {
    if (j + 1 < Config::tile_n / 16) load(j + 1, b[(j + 1) % 2]);
    Mma::mma(&d[8 * j], a, {b[j % 2][0], b[j % 2][1]});
    Mma::mma(&d[8 * j + 4], a, {b[j % 2][2], b[j % 2][3]});
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
      const std::uint32_t to = row_major ? chunk_at<128>(8 * half_of + in_matrix, j + next)
                                         : chunk_at<32>(8 * (j + next) + in_matrix, half_of);
      store_scaled<Out, !row_major>(buffer + to, alpha, &d[4 * (8 * chunk + j)]);
    }
    fence_async_shared();
    __syncwarp();
    const int chunk_col = col + 64 * chunk;
    if (lane == 0 && row < p.m && chunk_col < p.n)
      tensor_store(map_c, buffer, row_major ? chunk_col : row, row_major ? row : chunk_col, 0);
    if (lane == 0) store_commit();
  }
}

/// A strip's sums to C.
template <class Out, class In, bool b_row_major, int count>
__device__ inline void store_sums(WarpTile<In, b_row_major>, const float (&d)[count],
                                  typename WarpTile<In, b_row_major>::Shared& shared, int warp,
                                  const CUtensorMap& map_c, const BlockedEllParameters& p, int row,
                                  int col, float alpha, float beta) {
  using Config = WarpTile<In, b_row_major>;
  auto& buffer = shared.out[warp];
  if constexpr (sizeof(Out) == 2)
    if (p.c_by_copy && beta == 0) {
      const std::uint32_t to = shared_address(buffer);
      if (p.c_row_major)
        copy_strip_to_c<Out, Config, true>(d, to, map_c, p, row, col, alpha);
      else
        copy_strip_to_c<Out, Config, false>(d, to, map_c, p, row, col, alpha);
      return;
    }
  store_strip<Out, Config>(d, reinterpret_cast<StripScratch&>(buffer), p, row, col, alpha, beta);
}

}  // namespace filigree::cuda
