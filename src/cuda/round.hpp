// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <type_traits>

#include <filigree/core/half.hpp>

#include "cuda/ptx.hpp"

/// Floats to what Tensor Cores multiply, or to results of 16 bits: to nearest, ties to even.
/// Source: PTX ISA, cvt.

namespace filigree::cuda {

/// Two floats as one word, the first in the low half. Out: half, where what is beyond its largest
/// number becomes infinite, or bfloat16.
template <class Out>
__device__ inline std::uint32_t round_pair(float first, float second) {
  static_assert(std::is_same_v<Out, half> || std::is_same_v<Out, bfloat16>);
  std::uint32_t word;
  if constexpr (std::is_same_v<Out, half>)
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(word) : "f"(second), "f"(first));
  else
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(word) : "f"(second), "f"(first));
  return word;
}

/// A float as tf32, rounded as the copy engine rounds; infinity and NaN stay.
__device__ inline std::uint32_t round_to_tf32(std::uint32_t x) {
  std::uint32_t result = 0;
  FILIGREE_PTX_SM90("cvt.rn.tf32.f32 %0, %1;" : "=r"(result) : "f"(__uint_as_float(x)));
  return result;
}

}  // namespace filigree::cuda
