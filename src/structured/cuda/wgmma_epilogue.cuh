// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/matrix_fragments.hpp"
#include "cuda/named_barrier.hpp"
#include "cuda/round.hpp"
#include "structured/cuda/wgmma_config.cuh"

/// From a warpgroup's sums to D.

namespace filigree::cuda {

template <class Out>
__device__ inline float scaled(float alpha, float sum) {
  return alpha * sum;
}
template <class Out>
__device__ inline auto scaled(float alpha, std::int32_t sum) {
  using Scalar = structured::EpilogueScalar<Out>;
  return Scalar(alpha) * Scalar(sum);
}

/// For an alpha of 0, whose product with a sum that is not finite would be NaN.
template <class Sum, int count>
__device__ inline void clear(Sum (&sums)[count]) {
#pragma unroll
  for (int i = 0; i < count; ++i) sums[i] = Sum(0);
}

/// Byte of entry (row, col) of a warpgroup's results of a round, as the boxes of the store want it.
template <class Config, class Out>
__device__ inline std::uint32_t staged_at(int row, int col) {
  const int outer = Config::d_m ? col : row;
  const int inner = Config::d_m ? row : col;
  const int box = inner / Config::line;
  constexpr int line_bytes = Config::line * int(sizeof(Out));
  const int byte = inner % Config::line * int(sizeof(Out));
  const int swizzled =
      line_bytes == 128 ? byte ^ ((outer & 7) << 4) : byte ^ ((outer >> 1 & 3) << 4);
  return std::uint32_t(box * Config::box_bytes + outer * line_bytes + swizzled);
}

/// Columns [256 / rounds * round, ...) of the sums, entry by entry, into `staging`; scaled unless
/// they are stored as they are.
template <class Config, class Out, int round, bool as_they_are>
__device__ inline void stage_entries(const typename Config::Sum (&d)[Config::tile_n / 2],
                                     float alpha, unsigned char* staging) {
  const int lane = int(threadIdx.x % 32);
  const int warp = int(threadIdx.x / 32 % 4);
  constexpr int first = round * Config::round_cols / 8;
#pragma unroll
  for (int j = 0; j < Config::round_cols / 8; ++j)
#pragma unroll
    for (int h = 0; h < 2; ++h)
#pragma unroll
      for (int e = 0; e < 2; ++e) {
        const int row = 16 * warp + lane / 4 + 8 * h;
        const int col = 8 * j + 2 * (lane % 4) + e;
        const auto sum = d[4 * (first + j) + 2 * h + e];
        Out value;
        if constexpr (as_they_are)
          value = sum;
        else
          value = structured::round_result<Out>(scaled<Out>(alpha, sum));
        *reinterpret_cast<Out*>(staging + staged_at<Config, Out>(row, col)) = value;
      }
}

/// Columns [256 / rounds * round, ...) of the sums, scaled, into `staging`.
template <class Config, class Out, int round>
__device__ inline void stage_results(const typename Config::Sum (&d)[Config::tile_n / 2],
                                     float alpha, unsigned char* staging) {
  if constexpr (sizeof(Out) == 2) {
    const int lane = int(threadIdx.x % 32);
    const int warp = int(threadIdx.x / 32 % 4);
    const std::uint32_t base = shared_address(staging);
    const int matrix = lane / 8;
    const int row = 16 * warp + (matrix & 1) * 8 + (Config::d_m ? 0 : lane % 8);
    const int col = (matrix >> 1) * 8 + (Config::d_m ? lane % 8 : 0);
#pragma unroll
    for (int j = 0; j < Config::tile_n / 8; j += 2) {
      std::uint32_t words[4];
#pragma unroll
      for (int q = 0; q < 4; ++q)
        words[q] = round_pair<Out>(float(scaled<Out>(alpha, d[4 * j + 2 * q])),
                                   float(scaled<Out>(alpha, d[4 * j + 2 * q + 1])));
      store_matrices<Config::d_m>(base + staged_at<Config, Out>(row, 8 * j + col), words[0],
                                  words[1], words[2], words[3]);
    }
  } else if constexpr (std::is_same_v<Out, std::int32_t>) {
    // scaled in double, which takes longer than the stores
    if (alpha == 1)
      stage_entries<Config, Out, round, true>(d, alpha, staging);
    else
      stage_entries<Config, Out, round, false>(d, alpha, staging);
  } else {
    stage_entries<Config, Out, round, false>(d, alpha, staging);
  }
}

/// Any epilogue and any strides of D: the sums go through shared memory, then each thread finishes
/// entries that are next to those of its neighbours in D. Named barrier 2 + warpgroup.
template <class Config, class Out>
__device__ inline void finish_results(const typename Config::Sum (&d)[Config::tile_n / 2],
                                      const WgmmaParameters& p, std::int64_t first_row,
                                      std::int64_t first_col, int batch, int warpgroup,
                                      unsigned char* staging) {
  using Sum = typename Config::Sum;
  constexpr int cols = 120;  // 64 x (cols + 1) sums fit into the 32 KB
  const int thread = int(threadIdx.x % 128);
  const int lane = thread % 32;
  Sum* const sums = reinterpret_cast<Sum*>(staging);
  const Out* const c = static_cast<const Out*>(p.c);
  Out* const out = static_cast<Out*>(p.d);
#pragma unroll
  for (int from = 0; from < Config::tile_n; from += cols) {
    constexpr int all = Config::tile_n;
    const int count = all - from < cols ? all - from : cols;
    named_barrier<128>(2 + warpgroup);
#pragma unroll
    for (int j = 0; j < cols / 8; ++j)
      if (from + 8 * j < all)
#pragma unroll
        for (int q = 0; q < 4; ++q)
          sums[(16 * (thread / 32) + lane / 4 + 8 * (q / 2)) * (cols + 1) + 8 * j + 2 * (lane % 4) +
               q % 2] = d[(from + 8 * j < all ? 4 * (from / 8 + j) : 0) + q];
    named_barrier<128>(2 + warpgroup);
#pragma unroll 1
    for (int e = thread; e < 64 * count; e += 128) {
      const int row = Config::d_m ? e % 64 : e / count;
      const int col = Config::d_m ? e / 64 : e % count;
      const std::int64_t i = first_row + row;
      const std::int64_t j = first_col + from + col;
      if (i >= p.m || j >= p.n) continue;
      const std::int64_t at = i * p.d_stride_m + j * p.d_stride_n + batch * p.d_batch_stride;
      out[at] = structured::finish(p.epilogue, p.epilogue.channel_is_col ? j : i, batch,
                                   sums[row * (cols + 1) + col], c, at);
    }
  }
}

}  // namespace filigree::cuda
