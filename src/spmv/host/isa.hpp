// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// Instruction sets that host kernels are compiled for beside the build's own, chosen when they
/// run: distributions build for the oldest x86-64.

// nvcc's front end does not take host intrinsics reliably: its builds have the plain kernels.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__CUDACC__)
#define FILIGREE_HOST_SIMD 1
#define FILIGREE_TARGET_AVX2 __attribute__((target("avx2,fma")))
#define FILIGREE_TARGET_AVX512 \
  __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,avx2,fma")))
// GCC 12 warns of variables that its own intrinsics leave undefined on purpose (its bug 105593).
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpragmas"
#pragma GCC diagnostic ignored "-Wunknown-warning-option"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#include <immintrin.h>
#pragma GCC diagnostic pop
#else
#define FILIGREE_HOST_SIMD 0
#endif

namespace filigree::detail {

enum class HostIsa { baseline, avx2, avx512 };

/// The widest of them that this processor (and its operating system) has.
inline HostIsa host_isa() {
#if FILIGREE_HOST_SIMD
  static const HostIsa isa = [] {
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("fma"))
      return HostIsa::avx512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return HostIsa::avx2;
    return HostIsa::baseline;
  }();
  return isa;
#else
  return HostIsa::baseline;
#endif
}

}  // namespace filigree::detail
