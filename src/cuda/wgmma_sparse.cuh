// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <type_traits>

#include <filigree/core/float8.hpp>
#include <filigree/core/half.hpp>

#include "cuda/ptx.hpp"
#include "cuda/wgmma.cuh"

/// wgmma.mma_async.sp: D (64 x N) += A (64 x K, structured) B (K x N) by a warpgroup of 128
/// threads, A and B in shared memory, D in registers. Source: PTX ISA, "Asynchronous warpgroup
/// level matrix multiply-accumulate instructions" (sm_90a). Elsewhere the code compiles, and traps.

namespace filigree::cuda {

/// The instruction for entries In and N columns of B. K: columns of A, of which half are stored.
/// trans_b (16-bit types): B lies along its columns. mma(): `a` and `b` are descriptors, `selector`
/// picks the lanes that supply metadata (0: lane % 4 < 2; types of 8 bits: all lanes, 0).
/// `accumulate` false: D = A B.
template <class In, int N, bool trans_b = false>
struct WgmmaSparse;

#include "cuda/wgmma_operands.inc"

// Operands after D: descriptors of A and B, metadata, whether to accumulate, selector.
#define FILIGREE_AFTER_16 "%8, %9, %10, %12, p"
#define FILIGREE_AFTER_32 "%16, %17, %18, %20, p"
#define FILIGREE_AFTER_256 "%128, %129, %130, %132, p"
#define FILIGREE_PREDICATE_16 "setp.ne.b32 p, %11, 0;"
#define FILIGREE_PREDICATE_32 "setp.ne.b32 p, %19, 0;"
#define FILIGREE_PREDICATE_256 "setp.ne.b32 p, %131, 0;"

// For a type, N and whether B is transposed; `types` are the instruction's, `c` the constraint of
// an entry of D, `rest` the immediate operands.
#define FILIGREE_WGMMA_SPARSE(In, Sum, n, k, trans, types, c, rest)                            \
  template <>                                                                                  \
  struct WgmmaSparse<In, n, trans> : WgmmaShape<In, Sum, n, k> {                               \
    template <int selector>                                                                    \
    static __device__ void mma(D& d, std::uint64_t a, std::uint64_t b, std::uint32_t metadata, \
                               bool accumulate) {                                              \
      FILIGREE_PTX_SM90A("{\n.reg .pred p;\n" FILIGREE_PREDICATE_##n                           \
                         "\nwgmma.mma_async.sp.sync.aligned.m64n" #n "k" #k types              \
                         " " FILIGREE_REGISTERS_##n ", " FILIGREE_AFTER_##n rest ";\n}"        \
                         : FILIGREE_OPERANDS_##n(c)                                            \
                         : "l"(a), "l"(b), "r"(metadata), "r"(std::int32_t(accumulate)),       \
                           "n"(selector));                                                     \
    }                                                                                          \
  };
#define FILIGREE_WGMMA_FLOAT(x) "+f"(x)
#define FILIGREE_WGMMA_INT(x) "+r"(x)
#define FILIGREE_WGMMA_SPARSE_ALL(n)                                                               \
  FILIGREE_WGMMA_SPARSE(half, float, n, 32, false, ".f32.f16.f16", FILIGREE_WGMMA_FLOAT,           \
                        ", 1, 1, 0, 0")                                                            \
  FILIGREE_WGMMA_SPARSE(half, float, n, 32, true, ".f32.f16.f16", FILIGREE_WGMMA_FLOAT,            \
                        ", 1, 1, 0, 1")                                                            \
  FILIGREE_WGMMA_SPARSE(bfloat16, float, n, 32, false, ".f32.bf16.bf16", FILIGREE_WGMMA_FLOAT,     \
                        ", 1, 1, 0, 0")                                                            \
  FILIGREE_WGMMA_SPARSE(bfloat16, float, n, 32, true, ".f32.bf16.bf16", FILIGREE_WGMMA_FLOAT,      \
                        ", 1, 1, 0, 1")                                                            \
  FILIGREE_WGMMA_SPARSE(float, float, n, 16, false, ".f32.tf32.tf32", FILIGREE_WGMMA_FLOAT,        \
                        ", 1, 1")                                                                  \
  FILIGREE_WGMMA_SPARSE(float8_e4m3, float, n, 64, false, ".f32.e4m3.e4m3", FILIGREE_WGMMA_FLOAT,  \
                        ", 1, 1")                                                                  \
  FILIGREE_WGMMA_SPARSE(float8_e5m2, float, n, 64, false, ".f32.e5m2.e5m2", FILIGREE_WGMMA_FLOAT,  \
                        ", 1, 1")                                                                  \
  FILIGREE_WGMMA_SPARSE(std::int8_t, std::int32_t, n, 64, false, ".s32.s8.s8", FILIGREE_WGMMA_INT, \
                        "")

FILIGREE_WGMMA_SPARSE_ALL(16)
FILIGREE_WGMMA_SPARSE_ALL(32)
FILIGREE_WGMMA_SPARSE_ALL(256)

#undef FILIGREE_WGMMA_SPARSE_ALL
#undef FILIGREE_WGMMA_INT
#undef FILIGREE_WGMMA_FLOAT
#undef FILIGREE_WGMMA_SPARSE
#undef FILIGREE_PREDICATE_16
#undef FILIGREE_AFTER_16
#undef FILIGREE_PREDICATE_32
#undef FILIGREE_AFTER_32
#undef FILIGREE_PREDICATE_256
#undef FILIGREE_AFTER_256
#include "cuda/wgmma_operands_end.inc"

}  // namespace filigree::cuda
