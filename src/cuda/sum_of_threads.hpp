// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/warp.hpp"

namespace filigree::cuda {

/// The sum of the numbers of a thread block's threads before this one; `total` of all. The block
/// has met afterwards. \param warp_sums in shared memory, which no thread may still read
template <int Warps, class Value>
__device__ inline Value sum_of_threads_before(Value value, Value& total,
                                              Value (&warp_sums)[Warps]) {
  const int warp = int(threadIdx.x) / 32;
  const Value sum = inclusive_warp_sum(value);
  if (lane_number() == 31) warp_sums[warp] = sum;
  __syncthreads();
  Value before = 0;
  total = 0;
#pragma unroll
  for (int w = 0; w < Warps; ++w) {
    if (w == warp) before = total;
    total += warp_sums[w];
  }
  return before + sum - value;
}

}  // namespace filigree::cuda
