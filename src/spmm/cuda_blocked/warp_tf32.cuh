// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "spmm/cuda_blocked/warp_direct.cuh"

/// Strips of floats as tf32. The copy engine has rounded B, a warp rounds what it reads of A.

namespace filigree::cuda {

/// Columns k to k + 7 of a block; those from column `depth` on count as 0.
template <class Config>
__device__ inline void load_tf32_rows(std::uint32_t block, int k, int depth,
                                      std::uint32_t (&a)[4]) {
  const int lane = int(threadIdx.x % 32), matrix = lane / 8;
  load_matrices<false>(
      block + chunk_at<Config::line_bytes>(matrix % 2 * 8 + lane % 8, k / 4 + matrix / 2), a);
#pragma unroll
  for (int q = 0; q < 4; ++q) {
    const bool counts = k + q / 2 * 4 + lane % 4 < depth;
    a[q] = counts ? round_to_tf32(a[q]) : 0;
  }
}

/// Rows k to k + 7 of 32 columns of a piece, for four products: of lane (g, t), b[h][j] is in row
/// t + 4 h and in column 8 j + g, of a row-major B in column 4 c + j with c = g / 2 + g % 2 * 4:
/// lanes whose loads of 16 bytes go together have chunks that the swizzle puts on all banks.
template <class Config>
__device__ inline void load_tf32_columns(std::uint32_t piece, int slab, int k,
                                         std::uint32_t (&b)[2][4]) {
  const int lane = int(threadIdx.x % 32);
  if constexpr (Config::b_row_major) {
#pragma unroll
    for (int h = 0; h < 2; ++h)
      load_four(piece + std::uint32_t(slab * Config::slab_bytes) +
                    chunk_at<128>(k + 4 * h + lane % 4, lane / 8 + lane / 4 % 2 * 4),
                b[h]);
  } else {
#pragma unroll
    for (int pair = 0; pair < 2; ++pair) {
      const int line = 32 * slab + 16 * pair + lane / 16 * 8 + lane % 8;
      std::uint32_t loaded[4];
      load_matrices<false>(piece + chunk_at<Config::line_bytes>(line, k / 4 + lane / 8 % 2),
                           loaded);
#pragma unroll
      for (int q = 0; q < 4; ++q) b[q % 2][2 * pair + q / 2] = loaded[q];
    }
  }
}

/// d += block times piece, of which `depth` columns of the block count.
template <bool b_row_major, int piece_depth, int count>
__device__ inline void multiply_block(DirectTile<tf32, b_row_major, piece_depth>, float (&d)[count],
                                      std::uint32_t block, std::uint32_t stage, int index, bool,
                                      int depth) {
  using Config = DirectTile<tf32, b_row_major, piece_depth>;
  constexpr int slabs = Config::tile_n / 32, loads = piece_depth / 8 * slabs;
  const std::uint32_t piece = stage + std::uint32_t(index * Config::piece_bytes);
  std::uint32_t a[2][4], b[2][2][4];
  load_tf32_rows<Config>(block, 0, depth, a[0]);
  load_tf32_columns<Config>(piece, 0, 0, b[0]);
#pragma unroll
  for (int i = 0; i < loads; ++i) {
    const int step = i / slabs, slab = i % slabs;
    const int next_step = (i + 1) / slabs, next_slab = (i + 1) % slabs;
    if (next_step < piece_depth / 8) {
      load_tf32_columns<Config>(piece, next_slab, 8 * next_step, b[(i + 1) % 2]);
      if (next_slab == 0) load_tf32_rows<Config>(block, 8 * next_step, depth, a[next_step % 2]);
    }
#pragma unroll
    for (int j = 0; j < 4; ++j)
      warp_mma_tf32(&d[16 * slab + 4 * j], a[step % 2], b[i % 2][0][j], b[i % 2][1][j]);
  }
}

/// A strip's sums to C.
template <class Out, bool b_row_major, int depth, int count>
__device__ inline void store_sums(DirectTile<tf32, b_row_major, depth>, const float (&d)[count],
                                  typename DirectTile<tf32, b_row_major, depth>::Shared&, int,
                                  const CUtensorMap&, const BlockedEllParameters& p, int row,
                                  int col, float alpha, float beta) {
  const int g = int(threadIdx.x % 32 / 4), t = int(threadIdx.x % 4);
#pragma unroll
  for (int h = 0; h < 2; ++h)
#pragma unroll
    for (int slab = 0; slab < count / 16; ++slab) {
      const float* const low = d + 16 * slab + 2 * h;
      const std::int64_t i = row + 8 * h + g, from = col + 32 * slab;
      if constexpr (b_row_major) {
#pragma unroll
        for (int e = 0; e < 2; ++e)
          store_run<4, float>({low[e], low[4 + e], low[8 + e], low[12 + e]}, p, i,
                              from + 16 * e + 4 * t, alpha, beta);
      } else {
#pragma unroll
        for (int j = 0; j < 4; ++j)
          store_run<2, float>({low[4 * j], low[4 * j + 1]}, p, i, from + 8 * j + 2 * t, alpha,
                              beta);
      }
    }
}

}  // namespace filigree::cuda
