// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

#include "spgemm/cuda/product_stage.cuh"
#include "spgemm/cuda/table.cuh"

/// Bits of columns as numbers of the entries that have them.

namespace filigree::cuda {

/// Bits of a window of columns, and the number of those before every word, or every 8 words of a
/// large window.
struct RankedBits {
  unsigned* bits;
  int* before;
  int words;
  int shift;  ///< log2 of words that have one number

  static constexpr int most_single = 2048;
  __host__ __device__ static int shift_of(int words) { return words <= most_single ? 0 : 3; }
  static std::size_t bytes(int words) {
    return (std::size_t(words) + std::size_t((words >> shift_of(words)) + 1)) * sizeof(unsigned);
  }
  /// Counts the bits; returns how many there are.
  __device__ int count(const ProductStage& stage) const {
    const int thread = stage.team.thread(), threads = stage.team.threads();
    int sum = 0;
    for (int first = 0; first << shift < words; first += threads) {
      int mine = 0;
      const int begin = (first + thread) << shift;
      for (int w = begin; w < min(begin + (1 << shift), words); ++w) mine += __popc(bits[w]);
      int all = 0;
      const int up_to = inclusive_sum(stage, mine, all);
      if (begin < words) before[first + thread] = sum + up_to - mine;
      sum += all;
    }
    stage.team.sync();
    return sum;
  }
  /// The number of the bits before a column's.
  __device__ int rank(int column) const {
    const int word = column / 32;
    int sum = before[word >> shift] + __popc(bits[word] & ((1u << (column % 32)) - 1u));
    for (int w = word >> shift << shift; w < word; ++w) sum += __popc(bits[w]);
    return sum;
  }
  /// The sum over a block's threads up to this one; `all` becomes that over all of them.
  __device__ static int inclusive_sum(const ProductStage& stage, int mine, int& all) {
    int sum = inclusive_warp_sum(mine);
    if (lane_number() == 31) stage.warp_sums[stage.team.warp()] = sum;
    stage.team.sync();
    all = 0;
    for (int other = 0; other < stage.team.warps; ++other) {
      if (other < stage.team.warp()) sum += stage.warp_sums[other];
      all += stage.warp_sums[other];
    }
    stage.team.sync();
    return sum;
  }
};

}  // namespace filigree::cuda
