// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace filigree::cuda {

/// The lanes of the warp in whose `word` the bits of `mask` are all 0, or not, as in this lane's.
/// By all lanes. Source: PTX ISA, vote.sync.
__device__ inline std::uint32_t lanes_alike(std::uint32_t word, std::uint32_t mask) {
  std::uint32_t lanes;
  asm volatile(
      "{\n\t.reg .pred is_set;\n\tand.b32 %0, %1, %2;\n\tsetp.ne.u32 is_set, %0, 0;\n\t"
      "vote.sync.ballot.b32 %0, is_set, 0xffffffff;\n\t@!is_set not.b32 %0, %0;\n\t}"
      : "=r"(lanes)
      : "r"(word), "r"(mask));
  return lanes;
}

}  // namespace filigree::cuda
