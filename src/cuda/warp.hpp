// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

/// Lanes of a warp as masks.

namespace filigree::cuda {

inline constexpr unsigned whole_warp = 0xffffffffu;

/// The lanes of that group of `Lanes` in the warp that `lane` is one of.
template <int Lanes>
__device__ inline unsigned group_mask(int lane) {
  return (whole_warp >> (32 - Lanes)) << (lane / Lanes * Lanes);
}

}  // namespace filigree::cuda
