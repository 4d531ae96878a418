// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cuda/cache_policy.hpp"

/// Loads of up to 16 bytes into registers, and loads by predicate: where it does not hold, the
/// registers stay as they are, and there is no branch. (In assembly: compilers turn the same in C++
/// into one load after the other, each waited for.) Source: PTX ISA, ld and ld.global.nc. The
/// address is a multiple of the size.

namespace filigree::cuda {

/// Bytes in registers, as many as one load brings.
template <int Bytes>
struct Bits {
  std::uint32_t word[Bytes / 4];
};
template <>
struct Bits<2> {
  std::uint16_t word[1];
};

/// Gives bits some value or other, without an instruction.
template <int Bytes>
__device__ inline void leave_unset(Bits<Bytes>& bits) {
#pragma unroll
  for (auto& word : bits.word)
    if constexpr (Bytes == 2)
      asm("" : "=h"(word));
    else
      asm("" : "=r"(word));
}

/// Through the L1 cache, of data that the kernel does not write.
__device__ inline void load(Bits<16>& bits, const void* address) {
  asm("ld.global.nc.v4.b32 {%0, %1, %2, %3}, [%4];"
      : "=r"(bits.word[0]), "=r"(bits.word[1]), "=r"(bits.word[2]), "=r"(bits.word[3])
      : "l"(address));
}
__device__ inline void load(Bits<8>& bits, const void* address) {
  asm("ld.global.nc.v2.b32 {%0, %1}, [%2];"
      : "=r"(bits.word[0]), "=r"(bits.word[1])
      : "l"(address));
}
__device__ inline void load(Bits<4>& bits, const void* address) {
  asm("ld.global.nc.b32 %0, [%1];" : "=r"(bits.word[0]) : "l"(address));
}
__device__ inline void load(Bits<2>& bits, const void* address) {
  asm("ld.global.nc.b16 %0, [%1];" : "=h"(bits.word[0]) : "l"(address));
}

/// Loads 16 bytes where `loads` is true.
__device__ inline void load_if(bool loads, Bits<16>& bits, const void* address) {
  asm("{\n.reg .pred p;\nsetp.ne.s32 p, %5, 0;\n"
      "@p ld.global.nc.v4.b32 {%0, %1, %2, %3}, [%4];\n}"
      : "+r"(bits.word[0]), "+r"(bits.word[1]), "+r"(bits.word[2]), "+r"(bits.word[3])
      : "l"(address), "r"(int(loads)));
}
__device__ inline void load_if(bool loads, Bits<8>& bits, const void* address) {
  asm("{\n.reg .pred p;\nsetp.ne.s32 p, %3, 0;\n@p ld.global.nc.v2.b32 {%0, %1}, [%2];\n}"
      : "+r"(bits.word[0]), "+r"(bits.word[1])
      : "l"(address), "r"(int(loads)));
}
__device__ inline void load_if(bool loads, Bits<4>& bits, const void* address) {
  asm("{\n.reg .pred p;\nsetp.ne.s32 p, %2, 0;\n@p ld.global.nc.b32 %0, [%1];\n}"
      : "+r"(bits.word[0])
      : "l"(address), "r"(int(loads)));
}
__device__ inline void load_if(bool loads, Bits<2>& bits, const void* address) {
  asm("{\n.reg .pred p;\nsetp.ne.s32 p, %2, 0;\n@p ld.global.nc.b16 %0, [%1];\n}"
      : "+h"(bits.word[0])
      : "l"(address), "r"(int(loads)));
}

/// load_if past the L1 cache, with a policy for the L2 cache, the same in all threads of the warp
/// (cache_policy.hpp). From compute capability 8.0 on.
__device__ inline void load_by_policy_if(bool loads, Bits<16>& bits, const void* address,
                                         std::uint64_t policy) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
  __trap();
#else
  asm("{\n.reg .pred p;\nsetp.ne.s32 p, %5, 0;\n"
      "@p ld.global.nc.L1::no_allocate.L2::cache_hint.v4.b32 {%0, %1, %2, %3}, [%4], %6;\n}"
      : "+r"(bits.word[0]), "+r"(bits.word[1]), "+r"(bits.word[2]), "+r"(bits.word[3])
      : "l"(address), "r"(int(loads)), "l"(policy));
#endif
}

/// load_if of data that is read once: 16 bytes at a time leave the caches to what is read again,
/// from compute capability 8.0 on.
template <int Bytes>
__device__ inline void load_once_if(bool loads, Bits<Bytes>& bits, const void* address) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  if constexpr (Bytes == 16) {
    load_by_policy_if(loads, bits, address, evict_first_policy());
    return;
  }
#endif
  load_if(loads, bits, address);
}

/// Where `code` is below 0, from shared memory.
__device__ inline void load_shared_if_negative(std::int32_t code, std::uint32_t& bits,
                                               std::uint32_t address) {
  asm volatile("{\n.reg .pred p;\nsetp.lt.s32 p, %1, 0;\n@p ld.shared.u32 %0, [%2];\n}"
               : "+r"(bits)
               : "r"(code), "r"(address));
}
__device__ inline void load_shared_if_negative(std::int32_t code, std::uint64_t& bits,
                                               std::uint32_t address) {
  asm volatile("{\n.reg .pred p;\nsetp.lt.s32 p, %1, 0;\n@p ld.shared.u64 %0, [%2];\n}"
               : "+l"(bits)
               : "r"(code), "r"(address));
}

/// Where `code` is not below 0, from global memory.
__device__ inline void load_global_unless_negative(std::int32_t code, std::uint32_t& bits,
                                                   const void* address) {
  asm volatile("{\n.reg .pred p;\nsetp.ge.s32 p, %1, 0;\n@p ld.global.u32 %0, [%2];\n}"
               : "+r"(bits)
               : "r"(code), "l"(address));
}
__device__ inline void load_global_unless_negative(std::int32_t code, std::uint64_t& bits,
                                                   const void* address) {
  asm volatile("{\n.reg .pred p;\nsetp.ge.s32 p, %1, 0;\n@p ld.global.u64 %0, [%2];\n}"
               : "+l"(bits)
               : "r"(code), "l"(address));
}

}  // namespace filigree::cuda
