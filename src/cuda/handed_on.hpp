// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include <type_traits>

/// Results that threads hand on to others while both run: a word holds all ones until the result is
/// there, so that there are no flags and no fences.

namespace filigree::cuda {

template <class T>
using Word = std::conditional_t<sizeof(T) == 8, unsigned long long, unsigned>;

/// Nothing is there yet.
template <class T>
inline constexpr Word<T> no_result = ~Word<T>(0);

__device__ inline float from_word(unsigned word) { return __uint_as_float(word); }
__device__ inline double from_word(unsigned long long word) {
  return __longlong_as_double((long long)word);
}
/// A result of all ones is a NaN: another NaN takes its place.
__device__ inline unsigned to_word(float value) {
  const unsigned word = __float_as_uint(value);
  return word == no_result<float> ? 0x7fffffffu : word;
}
__device__ inline unsigned long long to_word(double value) {
  const auto word = (unsigned long long)__double_as_longlong(value);
  return word == no_result<double> ? 0x7fffffffffffffffull : word;
}

/// 0, 1, ..., each for one thread, of a ticket that has all ones at first, as words do. (Some
/// kernels clear theirs to 0 and add by themselves.)
__device__ inline unsigned long long draw_from_all_ones(unsigned long long* ticket) {
  return atomicAdd(ticket, 1ull) + 1;
}

/// Reads and writes that other threads may do at the same time.
__device__ inline unsigned load_relaxed(const unsigned* address) {
  unsigned word;
  asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(word) : "l"(address) : "memory");
  return word;
}
__device__ inline unsigned long long load_relaxed(const unsigned long long* address) {
  unsigned long long word;
  asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(word) : "l"(address) : "memory");
  return word;
}
__device__ inline void store_relaxed(unsigned* address, unsigned word) {
  asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(address), "r"(word) : "memory");
}
__device__ inline void store_relaxed(unsigned long long* address, unsigned long long word) {
  asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(address), "l"(word) : "memory");
}

/// Two that lie together, at a multiple of their size. Each of them is a word of its own.
__device__ inline void load_relaxed_pair(const unsigned* address, unsigned& first,
                                         unsigned& second) {
  asm volatile("ld.relaxed.gpu.global.v2.u32 {%0, %1}, [%2];"
               : "=r"(first), "=r"(second)
               : "l"(address)
               : "memory");
}
__device__ inline void load_relaxed_pair(const unsigned long long* address,
                                         unsigned long long& first, unsigned long long& second) {
  asm volatile("ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];"
               : "=l"(first), "=l"(second)
               : "l"(address)
               : "memory");
}
__device__ inline void store_relaxed_pair(unsigned* address, unsigned first, unsigned second) {
  asm volatile("st.relaxed.gpu.global.v2.u32 [%0], {%1, %2};" ::"l"(address), "r"(first),
               "r"(second)
               : "memory");
}
__device__ inline void store_relaxed_pair(unsigned long long* address, unsigned long long first,
                                          unsigned long long second) {
  asm volatile("st.relaxed.gpu.global.v2.u64 [%0], {%1, %2};" ::"l"(address), "l"(first),
               "l"(second)
               : "memory");
}

/// Reads a flag, which tells that what was written before it is there.
__device__ inline unsigned load_acquire(const unsigned* address) {
  unsigned word;
  asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(word) : "l"(address) : "memory");
  return word;
}
__device__ inline void store_release(unsigned* address, unsigned word) {
  asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(address), "r"(word) : "memory");
}

}  // namespace filigree::cuda
