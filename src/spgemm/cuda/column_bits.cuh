// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>

#include "spgemm/cuda/product_stage.cuh"
#include "spgemm/cuda/table.cuh"

/// The columns of a row as bits, one a column, of a window of columns, which a thread block has in
/// shared memory.

namespace filigree::cuda {

inline constexpr int block_warps = 16;
/// Words of the smallest window of a matrix that has more columns.
inline constexpr std::int64_t least_window = 12'800;

/// The columns of a row from `low` on as bits of `words` words. Returns how many products the
/// thread has met there.
template <class Index>
__device__ int set_bits(const SpgemmPattern<Index>& pattern, std::int64_t row, std::int64_t low,
                        int words, const ProductStage& stage, unsigned* bits) {
  const auto &a = pattern.a, &d = pattern.d;
  const int thread = int(threadIdx.x), threads = int(blockDim.x);
  int met = 0;
  const auto set = [&](Index column) {  // of rows that are not sorted, columns outside are met too
    const auto at = std::uint64_t(column - low);
    if (at >= std::uint64_t(words) * 32) return;
    atomicOr(&bits[at / 32], 1u << (at % 32));
    ++met;
  };
  for (int w = thread; w < words; w += threads) bits[w] = 0;
  const std::int64_t end = a.end(row), high = low + std::int64_t(words) * 32 - 1;
  const bool part = low > 0 || high < pattern.num_cols - 1;
  const auto first = Index(low), last = Index(min(high, pattern.num_cols - 1));
  if (a.begin(row) == end) __syncthreads();  // all are cleared, as take() makes sure of else
  for (std::int64_t k = a.begin(row) + thread; k - thread < end; k += threads) {
    stage.take(pattern.b, k < end ? std::int64_t(a.column(k)) : -1, part, first, last);
    // A search among all of a block's entries is unrolled.
    stage.each_product(pattern.b, stage.team.threads(),
                       [&](Index column, int, std::int64_t) { set(column); });
    __syncthreads();
  }
  if (pattern.has_d())
    for (std::int64_t p = lower_bound(d, d.begin(row), d.end(row), first) + thread;
         p < d.end(row) && d.column(p) <= last; p += threads)
      set(d.column(p));
  __syncthreads();
  return met;
}

/// Words of a window.
inline int window_words(std::int64_t num_cols, std::int64_t most) {
  return int(std::min((num_cols + 31) / 32, most));
}

}  // namespace filigree::cuda
