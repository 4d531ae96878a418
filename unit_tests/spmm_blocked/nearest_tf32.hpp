// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace filigree::cuda {

/// A float rounded to 10 fraction bits, ties to even; infinity and NaN stay.
inline float nearest_tf32(float x) {
  auto bits = __builtin_bit_cast(std::uint32_t, x);
  if ((bits & 0x7f800000u) == 0x7f800000u) return x;
  bits = (bits + 0xfffu + (bits >> 13 & 1u)) & 0xffffe000u;
  return __builtin_bit_cast(float, bits);
}

}  // namespace filigree::cuda
