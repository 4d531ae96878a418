// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace filigree::cuda {

/// Lines that are read or copied with this policy are the first to leave the L2 cache: for data
/// that is read once. Source: PTX ISA, createpolicy (compute capability 8.0; elsewhere the code
/// compiles, and traps).
__device__ inline std::uint64_t evict_first_policy() {
  std::uint64_t policy = 0;
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
  __trap();
#else
  asm("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
#endif
  return policy;
}

/// Lines that are read with this policy are the last to leave the L2 cache: for data that is read
/// again and again, and fits. Source and compute capability as above.
__device__ inline std::uint64_t evict_last_policy() {
  std::uint64_t policy = 0;
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
  __trap();
#else
  asm("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(policy));
#endif
  return policy;
}

}  // namespace filigree::cuda
