// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <filigree/core/half.hpp>

#include "cuda/ptx.hpp"
#include "cuda/tf32.hpp"
#include "cuda/wgmma.cuh"

/// wgmma.mma_async: D (64 x N) += A (64 x K) B (K x N) by a warpgroup of 128 threads, A and B in
/// shared memory, D in registers (wgmma.cuh says where). K is 16 for 16-bit entries, with D of
/// float, 8 for tf32 (the low 13 bits of a float do not count), with D of float, and 32 for int8,
/// with D of int32, which wraps around.

namespace filigree::cuda {

/// The instruction for entries In and N columns of B. trans_b: B lies along its columns' dimension
/// n (row-major, of 16-bit entries only), otherwise along k. trans_a: A lies along its rows'
/// dimension m (column-major, of 16-bit entries only), otherwise along k. mma(): `a` and `b` are
/// descriptors.
template <class In, int N, bool trans_b, bool trans_a = false>
struct WgmmaDense;

#include "cuda/wgmma_operands.inc"

#define FILIGREE_WGMMA_FLOAT(x) "+f"(x)
#define FILIGREE_AFTER_16 "%8, %9, 1, 1, 1, "
#define FILIGREE_AFTER_32 "%16, %17, 1, 1, 1, "
#define FILIGREE_AFTER_64 "%32, %33, 1, 1, 1, "
#define FILIGREE_AFTER_128 "%64, %65, 1, 1, 1, "
#define FILIGREE_AFTER_256 "%128, %129, 1, 1, 1, "

// For a type, N and whether B and A are transposed (as numbers). Scale-d is an immediate predicate:
// the sums are always added to.
#define FILIGREE_WGMMA_DENSE(In, type, n, trans_b, trans_a)                                        \
  template <>                                                                                      \
  struct WgmmaDense<In, n, trans_b != 0, trans_a != 0> : WgmmaShape<In, float, n, 16> {            \
    static __device__ void mma(D& d, std::uint64_t a, std::uint64_t b) {                           \
      FILIGREE_PTX_SM90A("wgmma.mma_async.sync.aligned.m64n" #n "k16.f32." type "." type           \
                         " " FILIGREE_REGISTERS_##n ", " FILIGREE_AFTER_##n #trans_a ", " #trans_b \
                                                                                     ";"           \
                         : FILIGREE_OPERANDS_##n(FILIGREE_WGMMA_FLOAT)                             \
                         : "l"(a), "l"(b));                                                        \
    }                                                                                              \
  };
#define FILIGREE_WGMMA_DENSE_ALL(n, trans_a)            \
  FILIGREE_WGMMA_DENSE(half, "f16", n, 0, trans_a)      \
  FILIGREE_WGMMA_DENSE(half, "f16", n, 1, trans_a)      \
  FILIGREE_WGMMA_DENSE(bfloat16, "bf16", n, 0, trans_a) \
  FILIGREE_WGMMA_DENSE(bfloat16, "bf16", n, 1, trans_a)

FILIGREE_WGMMA_DENSE_ALL(16, 0)
FILIGREE_WGMMA_DENSE_ALL(32, 0)
FILIGREE_WGMMA_DENSE_ALL(64, 0)
FILIGREE_WGMMA_DENSE_ALL(128, 0)
FILIGREE_WGMMA_DENSE_ALL(256, 0)
FILIGREE_WGMMA_DENSE_ALL(16, 1)
FILIGREE_WGMMA_DENSE_ALL(32, 1)
FILIGREE_WGMMA_DENSE_ALL(64, 1)
FILIGREE_WGMMA_DENSE_ALL(128, 1)

template <>
struct WgmmaDense<tf32, 256, false> : WgmmaShape<tf32, float, 256, 8> {
  static __device__ void mma(D& d, std::uint64_t a, std::uint64_t b) {
    FILIGREE_PTX_SM90A(
        "wgmma.mma_async.sync.aligned.m64n256k8.f32.tf32.tf32 " FILIGREE_REGISTERS_256
        ", %128, %129, 1, 1, 1;"
        : FILIGREE_OPERANDS_256(FILIGREE_WGMMA_FLOAT)
        : "l"(a), "l"(b));
  }
};

#define FILIGREE_WGMMA_INT(x) "+r"(x)
template <>
struct WgmmaDense<std::int8_t, 256, false> : WgmmaShape<std::int8_t, std::int32_t, 256, 32> {
  static __device__ void mma(D& d, std::uint64_t a, std::uint64_t b) {
    FILIGREE_PTX_SM90A("wgmma.mma_async.sync.aligned.m64n256k32.s32.s8.s8 " FILIGREE_REGISTERS_256
                       ", %128, %129, 1;"
                       : FILIGREE_OPERANDS_256(FILIGREE_WGMMA_INT)
                       : "l"(a), "l"(b));
  }
};
#undef FILIGREE_WGMMA_INT

#undef FILIGREE_WGMMA_DENSE_ALL
#undef FILIGREE_WGMMA_DENSE
#undef FILIGREE_AFTER_16
#undef FILIGREE_AFTER_32
#undef FILIGREE_AFTER_64
#undef FILIGREE_AFTER_128
#undef FILIGREE_AFTER_256
#undef FILIGREE_WGMMA_FLOAT
#include "cuda/wgmma_operands_end.inc"

}  // namespace filigree::cuda
