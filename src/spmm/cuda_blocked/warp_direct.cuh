// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/matrix_fragments.hpp"
#include "cuda/shared_access.hpp"
#include "cuda/warp_mma.cuh"
#include "spmm/cuda_blocked/warp_tile.cuh"

/// Strips of double, tf32 and int8 entries, in blocks of any multiple of `depth` rows; sums go from
/// registers to C. warp_tf32.cuh has what a warp does with tf32.
///
/// A sum of products may take its k in any order that A and B share, and a matrix of 8 columns may
/// stand for any 8 columns of C. Both are chosen so that operands come to their lanes by vector
/// loads that touch all banks of shared memory.

namespace filigree::cuda {

template <class In_, bool b_row_major_, int depth_ = 16>
struct DirectTile {
  using In = In_;
  using Sum = blocked_ell_sum_t<In>;
  static constexpr bool b_row_major = b_row_major_;
  static constexpr bool wide = sizeof(In) == 8;
  static constexpr int depth = depth_;
  static constexpr int strip = 16;
  static constexpr bool splits_blocks = true;
  static constexpr int tile_m = wide ? 128 : 256;
  static constexpr int tile_n = 128;
  static constexpr int warps = tile_m / strip;
  static constexpr int threads = 32 * (warps + 4);
  static constexpr int sums = strip * tile_n / 32;
  static constexpr bool may_read_all = false;
  static constexpr int slab_cols = 128 / int(sizeof(In));
  static constexpr int slabs = tile_n / slab_cols;
  static constexpr int line_bytes = depth * int(sizeof(In));
  static constexpr int slab_bytes = depth * 128;
  static constexpr int piece_bytes = line_bytes * tile_n;
  static constexpr int block_bytes = line_bytes * strip;
  static constexpr int pieces = piece_bytes >= 16384 && !wide ? 1 : piece_bytes >= 8192 ? 2 : 4;
  /// Blocks of A in a warp's ring: tf32 needs the room for B.
  static constexpr int ahead = std::is_same_v<In, tf32> && depth >= 32 ? 3 : 4;
  static constexpr int room = (225 * 1024 - warps * ahead * block_bytes) / (pieces * piece_bytes);
  static constexpr int stages = room < 12 ? room : 12;

  struct Shared {
    alignas(1024) unsigned char b[stages][pieces * piece_bytes];
    alignas(1024) unsigned char a[warps][ahead][block_bytes];
    TransactionBarrier full[stages];
    TransactionBarrier empty[stages];
  };
  static constexpr std::size_t shared_bytes = sizeof(Shared) + 1024;
};

/// The line of 8 that lane group g multiplies, in doubles: of two groups whose loads of 16 bytes go
/// together, one has a line whose chunks the swizzle has moved to the other half.
__device__ inline int double_line(int g) { return g / 2 + g % 2 * 4; }

/// d += block times piece, of which `depth` columns of the block count. Lane (g, t) has k = 8 h +
/// 2 t + e in step 2 h + e.
template <bool b_row_major, int count>
__device__ inline void multiply_block(DirectTile<double, b_row_major>, double (&d)[count],
                                      std::uint32_t block, std::uint32_t stage, int index, bool,
                                      int depth) {
  using Config = DirectTile<double, b_row_major>;
  using Mma = WarpMma<double, Config::depth>;
  const std::uint32_t piece = stage + std::uint32_t(index * Config::piece_bytes);
  const int g = int(threadIdx.x % 32 / 4), t = int(threadIdx.x % 4);
  double a[8];
#pragma unroll
  for (int h = 0; h < 2; ++h)
#pragma unroll
    for (int r = 0; r < 2; ++r)
      load_pair(block + chunk_at<128>(double_line(g) + 8 * r, 4 * h + t), a[4 * h + r],
                a[4 * h + 2 + r]);
  if (depth < Config::depth)
#pragma unroll
    for (int s = 0; s < 8; ++s)
      if (8 * (s / 4) + 2 * t + s / 2 % 2 >= depth) a[s] = 0;
  if constexpr (b_row_major) {
#pragma unroll
    for (int slab = 0; slab < Config::slabs; ++slab) {
      double even[4], odd[4];
#pragma unroll
      for (int s = 0; s < 4; ++s)
        load_pair(piece + std::uint32_t(slab * Config::slab_bytes) +
                      chunk_at<128>(8 * (s / 2) + 2 * t + s % 2, g),
                  even[s], odd[s]);
      Mma::mma(&d[8 * slab], a, even);
      Mma::mma(&d[8 * slab + 4], a, odd);
    }
  } else {
#pragma unroll
    for (int j = 0; j < Config::tile_n / 8; ++j) {
      double b[4];
#pragma unroll
      for (int h = 0; h < 2; ++h)
        load_pair(piece + chunk_at<128>(8 * j + double_line(g), 4 * h + t), b[2 * h], b[2 * h + 1]);
      Mma::mma(&d[4 * j], a, b);
    }
  }
}

/// Four consecutive bytes from column k on, of which those from column `count` on become 0.
__device__ inline std::uint32_t keep_bytes(std::uint32_t bytes, int k, int count) {
  if (count - k >= 4) return bytes;
  return count > k ? bytes & ((1u << (8 * (count - k))) - 1) : 0;
}

/// A row-major piece's fragments for 16 columns from four matrices of 8 lines, transposed in pairs
/// of bytes: `low` and `high` have two k each of column 2 g and the next, in the order that the
/// lines had that row_of_matrix gives.
__device__ inline void split_columns(std::uint32_t low, std::uint32_t high, std::uint32_t& even,
                                     std::uint32_t& odd) {
  const bool turned = threadIdx.x % 4 >= 2;
  even = __byte_perm(low, high, turned ? 0x2064 : 0x6420);
  odd = __byte_perm(low, high, turned ? 0x3175 : 0x7531);
}

/// The line of 16 in row i of matrix 0 or 1: rows 2 t and 2 t + 1 of both have k = 4 t to 4 t + 3,
/// and no two lines of a matrix are 8 apart, which would be the same banks.
__device__ inline int row_of_matrix(int matrix, int i) {
  return i / 2 * 4 + (matrix ^ i / 4) * 2 + i % 2;
}

/// d += columns k to k + 31 of the block (it may have 16 in all) times those rows of the piece.
template <class Config, int count>
__device__ inline void multiply_columns(std::int32_t (&d)[count], std::uint32_t block,
                                        std::uint32_t piece, int k, int depth) {
  constexpr bool deep = Config::depth >= 32;
  const int lane = int(threadIdx.x % 32), in_matrix = lane % 8, matrix = lane / 8;
  std::uint32_t a[4];
  load_matrices<false>(block + chunk_at<Config::line_bytes>(matrix % 2 * 8 + in_matrix,
                                                            k / 16 + (deep ? matrix / 2 : 0)),
                       a);
  if (depth < Config::depth)
#pragma unroll
    for (int q = 0; q < 4; ++q) a[q] = keep_bytes(a[q], k + q / 2 * 16 + lane % 4 * 4, depth);
  // Four fragments: of 16 columns of C, or of 32 where there is half a step of k.
  constexpr int fragments = Config::tile_n / (deep ? 16 : 32);
  const auto load = [&](int j, std::uint32_t(&b)[4]) {
    if constexpr (Config::b_row_major) {
      const int line = k + row_of_matrix(matrix % 2, in_matrix);
      load_matrices<true>(piece + (deep ? chunk_at<128>(line + matrix / 2 * 16, j)
                                        : chunk_at<128>(line, 2 * j + matrix / 2)),
                          b);
    } else {
      load_matrices<false>(
          piece + (deep ? chunk_at<Config::line_bytes>(16 * j + matrix / 2 * 8 + in_matrix,
                                                       k / 16 + matrix % 2)
                        : chunk_at<16>(32 * j + lane, 0)),
          b);
    }
  };
  std::uint32_t loaded[2][4];
  load(0, loaded[0]);
#pragma unroll
  for (int j = 0; j < fragments; ++j) {
    if (j + 1 < fragments) load(j + 1, loaded[(j + 1) % 2]);
    std::uint32_t b[4];
#pragma unroll
    for (int q = 0; q < 4; ++q) b[q] = loaded[j % 2][q];
    if constexpr (Config::b_row_major) {
      split_columns(loaded[j % 2][0], loaded[j % 2][1], b[0], deep ? b[2] : b[1]);
      split_columns(loaded[j % 2][2], loaded[j % 2][3], deep ? b[1] : b[2], b[3]);
    }
    if constexpr (deep) {
      using Mma = WarpMma<std::int8_t, 32>;
      Mma::mma(&d[8 * j], a, {b[0], b[1]});
      Mma::mma(&d[8 * j + 4], a, {b[2], b[3]});
    } else {
#pragma unroll
      for (int q = 0; q < 4; ++q)
        WarpMma<std::int8_t, 16>::mma(&d[16 * j + 4 * q], {a[0], a[1]}, {b[q]});
    }
  }
}

template <bool b_row_major, int piece_depth, int count>
__device__ inline void multiply_block(DirectTile<std::int8_t, b_row_major, piece_depth>,
                                      std::int32_t (&d)[count], std::uint32_t block,
                                      std::uint32_t stage, int index, bool, int depth) {
  using Config = DirectTile<std::int8_t, b_row_major, piece_depth>;
  const std::uint32_t piece = stage + std::uint32_t(index * Config::piece_bytes);
#pragma unroll
  for (int k = 0; k < piece_depth; k += 32) multiply_columns<Config>(d, block, piece, k, depth);
}

/// A strip's sums to C.
template <class Out, class In, bool b_row_major, int depth, int count>
__device__ inline void store_sums(DirectTile<In, b_row_major, depth>, const Out (&d)[count],
                                  typename DirectTile<In, b_row_major, depth>::Shared&, int,
                                  const CUtensorMap&, const BlockedEllParameters& p, int row,
                                  int col, Out alpha, Out beta) {
  constexpr bool wide = DirectTile<In, b_row_major, depth>::wide;
  const int g = int(threadIdx.x % 32 / 4), t = int(threadIdx.x % 4);
  const std::int64_t first = row + (wide ? double_line(g) : g);
#pragma unroll
  for (int h = 0; h < 2; ++h)
#pragma unroll
    for (int j = 0; j < count / 8; ++j) {  // 16 columns
      const Out* const low = &d[8 * j + 2 * h];
      const Out* const high = low + 4;
      const std::int64_t i = first + 8 * h, from = col + 16 * j;
      if constexpr (b_row_major) {
        store_run<4, Out>({low[0], high[0], low[1], high[1]}, p, i, from + 4 * t, alpha, beta);
      } else if constexpr (wide) {
#pragma unroll
        for (int e = 0; e < 2; ++e) {
          store_run<1, Out>({low[e]}, p, i, from + t + 4 * e, alpha, beta);
          store_run<1, Out>({high[e]}, p, i, from + 8 + t + 4 * e, alpha, beta);
        }
      } else {
        store_run<2, Out>({low[0], low[1]}, p, i, from + 2 * t, alpha, beta);
        store_run<2, Out>({high[0], high[1]}, p, i, from + 8 + 2 * t, alpha, beta);
      }
    }
}

}  // namespace filigree::cuda
