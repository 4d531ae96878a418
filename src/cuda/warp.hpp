// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

/// Lanes of a warp as masks, and what they do together.

namespace filigree::cuda {

inline constexpr unsigned whole_warp = 0xffffffffu;

/// The lanes of that group of `Lanes` in the warp that `lane` is one of.
template <int Lanes>
__device__ inline unsigned group_mask(int lane) {
  return (whole_warp >> (32 - Lanes)) << (lane / Lanes * Lanes);
}

__device__ inline int lane_number() { return int(threadIdx.x) % 32; }

/// The sum over a warp, in all of its lanes.
template <class Value>
__device__ inline Value warp_sum(Value value) {
#pragma unroll
  for (int bits = 16; bits > 0; bits /= 2) value += __shfl_xor_sync(whole_warp, value, bits);
  return value;
}

/// The largest value of a group of `Lanes` lanes, in all of them. For whole warps.
template <int Lanes = 32, class Value>
__device__ inline Value max_over_lanes(Value value) {
#pragma unroll
  for (int bits = Lanes / 2; bits > 0; bits /= 2)
    value = max(value, __shfl_xor_sync(whole_warp, value, bits));
  return value;
}

/// The largest of a warp's values, in all of its lanes.
__device__ inline int max_over_warp(int value) {
#if __CUDA_ARCH__ >= 800
  return __reduce_max_sync(whole_warp, value);
#else
  return max_over_lanes(value);
#endif
}

/// The sum over the lanes up to this one.
template <class Value>
__device__ inline Value inclusive_warp_sum(Value value) {
#pragma unroll
  for (int delta = 1; delta < 32; delta *= 2) {
    const Value other = __shfl_up_sync(whole_warp, value, delta);
    if (lane_number() >= delta) value += other;
  }
  return value;
}

}  // namespace filigree::cuda
