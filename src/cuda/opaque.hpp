// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

/// What keeps the compiler from taking addresses apart into the terms of an index, and from using
/// registers for something else. All but row_address are no instruction.

namespace filigree::cuda {

/// An address that the compiler adds an index to in one instruction: it does not see what the
/// address is made of.
template <class T>
__device__ inline const T* opaque(const T* address) {
  asm("" : "+l"(address));
  return address;
}

/// An address in global memory, of which the compiler would not know that any more.
template <class T>
__device__ inline const T* opaque_global(const T* address) {
  address = opaque(address);
  __builtin_assume(__isGlobal(address));
  return address;
}

/// The address of row `index` of rows that lie `pitch` bytes apart: one instruction.
__device__ inline const char* row_address(const char* rows, std::int32_t index,
                                          std::int32_t pitch) {
  const char* result;
  asm("mad.wide.s32 %0, %1, %2, %3;" : "=l"(result) : "r"(index), "r"(pitch), "l"(rows));
  return result;
}
__device__ inline const char* row_address(const char* rows, std::int64_t index,
                                          std::int32_t pitch) {
  return rows + index * pitch;
}

/// From here on the compiler does not know `word` any more: what it has worked out from it before,
/// it works out again rather than keep it in registers.
__device__ inline void forget_origin(std::uint32_t& word) { asm volatile("" : "+r"(word)); }

/// The value is computed before what follows (a barrier that others wait at), not where it is used.
__device__ inline void computed_here(std::int32_t& value) { asm volatile("" : "+r"(value)); }
__device__ inline void computed_here(std::uint32_t& value) { asm volatile("" : "+r"(value)); }
__device__ inline void computed_here(float& value) { asm volatile("" : "+f"(value)); }
__device__ inline void computed_here(double& value) { asm volatile("" : "+d"(value)); }

/// The words stay in their registers until here: instructions in the background (wgmma) read them.
/// (Two a statement: with one, nvcc lays out the loop of wgmma_matmul.cuh in another way.)
template <int count>
__device__ inline void keep_until_here(const std::uint32_t (&words)[count]) {
#pragma unroll
  for (int i = 0; i + 1 < count; i += 2) asm volatile("" ::"r"(words[i]), "r"(words[i + 1]));
  if constexpr (count % 2 == 1) asm volatile("" ::"r"(words[count - 1]));
}

}  // namespace filigree::cuda
