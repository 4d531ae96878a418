// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

/// Loads and stores at an address in shared memory. Source: PTX ISA, ld.shared, st.shared.

namespace filigree::cuda {

/// Two words from shared memory, at a multiple of 8 bytes.
__device__ inline void load_two(std::uint32_t shared, std::uint32_t& first, std::uint32_t& second) {
  asm volatile("ld.shared.v2.b32 {%0, %1}, [%2];"
               : "=r"(first), "=r"(second)
               : "r"(shared)
               : "memory");
}

/// Two doubles from shared memory, at a multiple of 16 bytes.
__device__ inline void load_pair(std::uint32_t shared, double& first, double& second) {
  asm volatile("ld.shared.v2.f64 {%0, %1}, [%2];"
               : "=d"(first), "=d"(second)
               : "r"(shared)
               : "memory");
}

/// Two floats, at a multiple of 8 bytes.
__device__ inline void load_pair(std::uint32_t shared, float& first, float& second) {
  asm volatile("ld.shared.v2.f32 {%0, %1}, [%2];"
               : "=f"(first), "=f"(second)
               : "r"(shared)
               : "memory");
}

/// The same to shared memory.
__device__ inline void store_pair(std::uint32_t shared, float first, float second) {
  asm volatile("st.shared.v2.f32 [%0], {%1, %2};" ::"r"(shared), "f"(first), "f"(second)
               : "memory");
}
__device__ inline void store_pair(std::uint32_t shared, double first, double second) {
  asm volatile("st.shared.v2.f64 [%0], {%1, %2};" ::"r"(shared), "d"(first), "d"(second)
               : "memory");
}

/// A float or a double from shared memory, and to it.
__device__ inline void load_one(std::uint32_t shared, float& x) {
  asm volatile("ld.shared.f32 %0, [%1];" : "=f"(x) : "r"(shared) : "memory");
}
__device__ inline void load_one(std::uint32_t shared, double& x) {
  asm volatile("ld.shared.f64 %0, [%1];" : "=d"(x) : "r"(shared) : "memory");
}
__device__ inline void store_one(std::uint32_t shared, float x) {
  asm volatile("st.shared.f32 [%0], %1;" ::"r"(shared), "f"(x) : "memory");
}
__device__ inline void store_one(std::uint32_t shared, double x) {
  asm volatile("st.shared.f64 [%0], %1;" ::"r"(shared), "d"(x) : "memory");
}

/// One or two words to shared memory, at a multiple of their size.
__device__ inline void store_word(std::uint32_t shared, std::int32_t x) {
  asm volatile("st.shared.b32 [%0], %1;" ::"r"(shared), "r"(x) : "memory");
}
__device__ inline void store_words(std::uint32_t shared, std::int32_t x, std::int32_t y) {
  asm volatile("st.shared.v2.b32 [%0], {%1, %2};" ::"r"(shared), "r"(x), "r"(y) : "memory");
}

}  // namespace filigree::cuda
