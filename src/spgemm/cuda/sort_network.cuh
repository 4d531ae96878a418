// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/warp.hpp"
#include "spgemm/cuda/product_stage.cuh"

/// Sorts the keys of a team of threads in registers.

namespace filigree::cuda {

/// A bitonic network whose comparisons all put the smaller key first. Thread t has the keys number
/// t * each, t * each + 1, ...: comparisons are inside threads, by shuffles inside warps, and in
/// shared memory between warps.
template <class Key, int warps, int each>
struct SortNetwork {
  static constexpr int threads = 32 * warps;
  static constexpr int size = threads * each;

  Team team;
  Key* memory;  ///< room for `size` keys, of teams of several warps

  /// \param count keys that matter: all others are no less than any of them, and behind them
  __device__ void sort(Key (&keys)[each], int count) const {
#pragma unroll
    for (int run = 2; run <= each; run *= 2) {
      compare_inside(keys, run - 1);
#pragma unroll
      for (int step = run / 4; step > 0; step /= 2) compare_inside(keys, step);
    }
    // Of a warp's threads all steps are unrolled: what they compare with is then known beforehand.
#pragma unroll
    for (int run = 2; run <= threads; run *= 2) {
      if (run / 2 * each >= count) break;
      compare_across(keys, run - 1, true);
#pragma unroll
      for (int step = run / 4; step > 0; step /= 2) compare_across(keys, step, false);
#pragma unroll
      for (int step = each / 2; step > 0; step /= 2) compare_inside(keys, step);
    }
  }

 private:
  /// Orders pairs of this thread's keys whose numbers differ in the bits `bits`.
  __device__ static void compare_inside(Key (&keys)[each], int bits) {
#pragma unroll
    for (int k = 0; k < each; ++k) {
      const int other = k ^ bits;
      if (other <= k || other >= each) continue;
      const Key low = min(keys[k], keys[other]);
      keys[other] = max(keys[k], keys[other]);
      keys[k] = low;
    }
  }
  /// Orders the keys of pairs of threads whose numbers differ in the bits `bits`.
  /// \param turned whether the other thread's keys are taken from the last one on
  __device__ void compare_across(Key (&keys)[each], int bits, bool turned) const {
    Key others[each];
    if (warps == 1 || bits < 32) {
#pragma unroll
      for (int k = 0; k < each; ++k)
        others[k] = __shfl_xor_sync(whole_warp, turned ? keys[each - 1 - k] : keys[k], bits);
    } else {
#pragma unroll
      for (int k = 0; k < each; ++k) memory[k * threads + team.thread()] = keys[k];
      team.sync();
#pragma unroll
      for (int k = 0; k < each; ++k)
        others[k] = memory[(turned ? each - 1 - k : k) * threads + (team.thread() ^ bits)];
      team.sync();
    }
    const bool is_low = (team.thread() & (turned ? (bits + 1) / 2 : bits)) == 0;
#pragma unroll
    for (int k = 0; k < each; ++k)
      keys[k] = is_low ? min(keys[k], others[k]) : max(keys[k], others[k]);
  }
};

}  // namespace filigree::cuda
