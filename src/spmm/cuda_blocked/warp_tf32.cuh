// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/round.hpp"
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
  for (int q = 0; q < 4; ++q) a[q] = round_to_tf32(a[q]);
  if (depth < Config::depth)
#pragma unroll
    for (int q = 0; q < 4; ++q)
      if (k + q / 2 * 4 + lane % 4 >= depth) a[q] = 0;
}

/// Which of 32 columns of a row-major B lane group g reads in fragment f, and the next one: lanes
/// whose loads of 8 bytes go together have chunks that the swizzle puts on all banks.
__device__ inline int tf32_column(int f, int g) {
  const int chunk = 2 * f + g / 4 + g / 2 % 2 * 4;
  return 4 * chunk + g % 2 * 2;
}

/// Rows k to k + 7 of 32 columns of a piece, as two fragments: of a row-major B those of the left
/// operand of C^T = B^T A^T, whose registers then hold what one load brings; else each the right
/// operands of C = A B for two times 8 columns.
template <class Config>
__device__ inline void load_tf32_columns(std::uint32_t piece, int slab, int k,
                                         std::uint32_t (&b)[2][4]) {
  const int lane = int(threadIdx.x % 32);
#pragma unroll
  for (int f = 0; f < 2; ++f) {
    if constexpr (Config::b_row_major) {
      const int column = tf32_column(f, lane / 4);
#pragma unroll
      for (int h = 0; h < 2; ++h)
        // Eight rows on, a chunk lies in the same place of its line.
        load_two(piece + chunk_at<128>(4 * h + lane % 4, column / 4) + column % 4 * 4 +
                     std::uint32_t(slab * Config::slab_bytes + k * 128),
                 b[f][2 * h], b[f][2 * h + 1]);
    } else {
      const int line = 32 * slab + 16 * f + lane / 16 * 8 + lane % 8;
      load_matrices<false>(piece + chunk_at<Config::line_bytes>(line, k / 4 + lane / 8 % 2), b[f]);
    }
  }
}

/// d += 8 columns of a block times 8 rows of 32 columns.
template <class Config>
__device__ inline void multiply_tf32(float* d, const std::uint32_t (&a)[4],
                                     const std::uint32_t (&b)[2][4]) {
  using Mma = WarpMma<tf32, 8>;
#pragma unroll
  for (int f = 0; f < 2; ++f)
#pragma unroll
    for (int i = 0; i < 2; ++i)
      if constexpr (Config::b_row_major)
        Mma::mma(d + 8 * f + 4 * i, b[f], {a[i], a[i + 2]});
      else
        Mma::mma(d + 8 * f + 4 * i, a, {b[f][2 * i], b[f][2 * i + 1]});
}

/// d += block times piece, of which `depth` columns of the block count.
template <bool b_row_major, int piece_depth, int count>
__device__ inline void multiply_block(DirectTile<tf32, b_row_major, piece_depth>, float (&d)[count],
                                      std::uint32_t block, std::uint32_t stage, int index, bool,
                                      int depth) {
  using Config = DirectTile<tf32, b_row_major, piece_depth>;
  constexpr int slabs = Config::tile_n / 32, loads = piece_depth / 8 * slabs;
  const std::uint32_t piece = stage + std::uint32_t(index * Config::piece_bytes);
  std::uint32_t a[4], b[2][2][4];
  load_tf32_columns<Config>(piece, 0, 0, b[0]);
#pragma unroll
  for (int i = 0; i < loads; ++i) {
    const int slab = i % slabs, next = i + 1;
    if (slab == 0) load_tf32_rows<Config>(block, i / slabs * 8, depth, a);
    if (next < loads) load_tf32_columns<Config>(piece, next % slabs, next / slabs * 8, b[next % 2]);
    multiply_tf32<Config>(&d[16 * slab], a, b[i % 2]);
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
  for (int slab = 0; slab < count / 16; ++slab)
#pragma unroll
    for (int f = 0; f < 2; ++f)
#pragma unroll
      for (int i = 0; i < 2; ++i) {
        const float* const of = d + 16 * slab + 8 * f + 4 * i;
        const std::int64_t from = col + 32 * slab;
#pragma unroll
        for (int e = 0; e < 2; ++e)
          if constexpr (b_row_major)
            store_run<2, float>({of[e], of[2 + e]}, p, row + 8 * i + 2 * t + e,
                                from + tf32_column(f, g), alpha, beta);
          else
            store_run<2, float>({of[2 * e], of[2 * e + 1]}, p, row + g + 8 * e,
                                from + 16 * f + 8 * i + 2 * t, alpha, beta);
      }
}

}  // namespace filigree::cuda
