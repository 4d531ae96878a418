// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/scalar.hpp"

namespace filigree::cuda {

/// Adds up each of `Count` sums over groups of 2 Delta lanes: at each step a lane keeps one half of
/// the sums and hands the other to its partner, so that Count sums cost Count - 1 exchanges, not
/// log2(lanes) each. Which lane a sum ends up on does not change its bits.
template <int Count, int Delta, class C>
__device__ inline void sum_over_lanes(C* sums, int lane) {
  if constexpr (Delta > 0 && Count > 1) {
    constexpr int half_count = Count / 2;
    const bool is_upper = (lane & Delta) != 0;
#pragma unroll
    for (int i = 0; i < half_count; ++i) {
      const C kept = is_upper ? sums[i + half_count] : sums[i];
      const C given = is_upper ? sums[i] : sums[i + half_count];
      sums[i] = add(kept, shuffle_xor(given, Delta));
    }
    sum_over_lanes<half_count, Delta / 2>(sums, lane);
  } else if constexpr (Delta > 0) {
    sums[0] = add(sums[0], shuffle_xor(sums[0], Delta));
    sum_over_lanes<1, Delta / 2>(sums, lane);
  }
}

}  // namespace filigree::cuda
