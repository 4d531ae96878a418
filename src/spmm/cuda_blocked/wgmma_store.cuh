// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/bulk_copy.hpp"
#include "cuda/named_barrier.hpp"
#include "cuda/shared_access.hpp"
#include "cuda/tensor_copy.cuh"
#include "spmm/cuda_blocked/tile.cuh"

/// The way from a warpgroup's sums, as wgmma leaves them, to C. Config: that of wgmma_tile.cuh.

namespace filigree::cuda {

/// What the copy engine takes to C at once: of a warpgroup's 64 rows as many columns as 128 bytes
/// hold. Column-major lines of more than 128 bytes are two boxes.
template <class Out>
struct CopiedChunk {
  static constexpr bool exists = sizeof(Out) == 2 || std::is_integral_v<Out>;
  static constexpr int cols = 128 / int(sizeof(Out));
  static __host__ __device__ constexpr int box_rows(bool row_major) {
    return row_major || sizeof(Out) == 2 ? 64 : 32;
  }
};

/// A warp's 16 rows of a chunk to shared memory.
template <class Out, bool row_major>
__device__ inline void stage_chunk(std::uint32_t buffer, float alpha, const float* sums) {
  const int lane = int(threadIdx.x % 32), warp = int(threadIdx.x / 32 % 4);
  const int half_of = lane / 8 % 2, next = lane / 16, in_matrix = lane % 8;
#pragma unroll
  for (int j = 0; j < CopiedChunk<Out>::cols / 8; j += 2) {
    const int line = row_major ? 16 * warp + 8 * half_of + in_matrix : 8 * (j + next) + in_matrix;
    const int inner = row_major ? j + next : 2 * warp + half_of;
    store_scaled<Out, !row_major>(buffer + chunk_at<128>(line, inner), alpha, &sums[4 * j]);
  }
}
template <class Out, bool row_major>
__device__ inline void stage_chunk(std::uint32_t buffer, std::int32_t alpha,
                                   const std::int32_t* sums) {
  const int g = int(threadIdx.x % 32 / 4), t = int(threadIdx.x % 4);
#pragma unroll
  for (int j = 0; j < CopiedChunk<Out>::cols / 8; ++j)
#pragma unroll
    for (int h = 0; h < 2; ++h) {
      const int row = int(threadIdx.x / 32 % 4) * 16 + 8 * h + g, col = 8 * j + 2 * t;
      const std::int32_t first = alpha * sums[4 * j + 2 * h];
      const std::int32_t second = alpha * sums[4 * j + 2 * h + 1];
      if constexpr (row_major) {
        store_words(buffer + chunk_at<128>(row, col / 4) + 4 * (col % 4), first, second);
      } else {
        const std::uint32_t box = buffer + std::uint32_t(row / 32 * 32 * 128 + 4 * (row % 4));
        store_word(box + chunk_at<128>(col, row % 32 / 4), first);
        store_word(box + chunk_at<128>(col + 1, row % 32 / 4), second);
      }
    }
}

/// A warpgroup's 64 rows to C through the copy engine, by two buffers in turn.
template <class Out, class Config, bool row_major>
__device__ inline void copy_to_c(const typename Config::Sum (&d)[Config::tile_n / 2],
                                 unsigned char (*buffers)[Config::out_bytes],
                                 const CUtensorMap& map_c, const BlockedEllParameters& p, int row,
                                 int col, int warpgroup, typename Config::Sum alpha) {
  constexpr int cols = CopiedChunk<Out>::cols, rows = CopiedChunk<Out>::box_rows(row_major);
  const bool leads = threadIdx.x % 128 == 0;
#pragma unroll
  for (int chunk = 0; chunk < Config::tile_n / cols; ++chunk) {
    if (leads) store_wait_read<1>();
    named_barrier<128>(1 + warpgroup);
    const std::uint32_t buffer = shared_address(buffers[chunk % 2]);
    stage_chunk<Out, row_major>(buffer, alpha, &d[cols / 2 * chunk]);
    fence_async_shared();
    named_barrier<128>(1 + warpgroup);
    if (leads) {
      const int at = col + cols * chunk;
#pragma unroll
      for (int box = 0; box < 64; box += rows)
        if (row + box < p.m && at < p.n)
          tensor_store(map_c, buffer + std::uint32_t(box * 128), row_major ? at : row + box,
                       row_major ? row + box : at, 0);
      store_commit();
    }
  }
}

/// A warpgroup's 64 rows of integers to C from registers.
template <class Config>
__device__ inline void store_words_to_c(const std::int32_t (&d)[Config::tile_n / 2],
                                        const BlockedEllParameters& p, int row, int col,
                                        std::int32_t alpha, std::int32_t beta) {
  const int lane = int(threadIdx.x % 32), first = row + int(threadIdx.x / 32 % 4) * 16 + lane / 4;
#pragma unroll
  for (int j = 0; j < Config::tile_n / 8; ++j)
#pragma unroll
    for (int h = 0; h < 2; ++h)
      store_run<2, std::int32_t>({d[4 * j + 2 * h], d[4 * j + 2 * h + 1]}, p, first + 8 * h,
                                 col + 8 * j + 2 * (lane % 4), alpha, beta);
}

}  // namespace filigree::cuda
