// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <type_traits>

#include <filigree/core/float8.hpp>
#include <filigree/core/half.hpp>

/// wgmma.mma_async.sp: D (64 x N) += A (64 x K, structured) B (K x N) by a warpgroup of 128
/// threads, A and B in shared memory, D in registers. Source: PTX ISA, "Asynchronous warpgroup
/// level matrix multiply-accumulate instructions" (sm_90a). Elsewhere the code compiles, and traps.
///
/// D: entry [4 j + 2 h + e] of a thread is row 16 warp + lane / 4 + 8 h, column 8 j + 2 (lane % 4)
/// + e of the product.

#if defined(__CUDA_ARCH__) && !defined(__CUDA_ARCH_FEAT_SM90_ALL)
#define FILIGREE_PTX_SM90A(...) __trap()
#else
#define FILIGREE_PTX_SM90A(...) asm volatile(__VA_ARGS__)
#endif

namespace filigree::cuda {

/// Before the first instruction, and before one that follows another access to its registers.
__device__ inline void wgmma_fence() {
  FILIGREE_PTX_SM90A("wgmma.fence.sync.aligned;" ::: "memory");
}

/// Ends a group of instructions.
__device__ inline void wgmma_commit() {
  FILIGREE_PTX_SM90A("wgmma.commit_group.sync.aligned;" ::: "memory");
}

/// Waits until at most `pending` groups are under way.
template <int pending>
__device__ inline void wgmma_wait() {
  FILIGREE_PTX_SM90A("wgmma.wait_group.sync.aligned %0;" ::"n"(pending) : "memory");
}

/// After wgmma_wait: what reads the sums stays behind the wait (the compiler sees no connection).
template <class Sum, int count>
__device__ inline void wgmma_keep_order(Sum (&sums)[count]) {
#pragma unroll
  for (int i = 0; i < count; ++i)
    if constexpr (std::is_same_v<Sum, float>)
      asm volatile("" : "+f"(sums[i])::"memory");
    else
      asm volatile("" : "+r"(sums[i])::"memory");
}

enum class Swizzle : std::uint64_t { bytes_128 = 1, bytes_64 = 2 };

/// Descriptor of a matrix in shared memory. `stride_bytes`: between groups of 8 rows (of 8 k where
/// the matrix lies along its other dimension); `leading_bytes`: between slabs of 128 bytes there.
__device__ inline std::uint64_t wgmma_descriptor(std::uint32_t shared_address, Swizzle swizzle,
                                                 std::uint32_t stride_bytes,
                                                 std::uint32_t leading_bytes = 16) {
  return std::uint64_t((shared_address & 0x3ffffu) >> 4) | std::uint64_t(leading_bytes >> 4) << 16 |
         std::uint64_t(stride_bytes >> 4) << 32 | std::uint64_t(swizzle) << 62;
}

/// The instruction for entries In and N columns of B. K: columns of A. trans_b (16-bit types): B
/// lies along its columns. mma(): `selector` picks the lanes that supply metadata (0: lane % 4 < 2;
/// types of 8 bits: all lanes, 0). `accumulate` false: D = A B.
template <class In, int N, bool trans_b = false>
struct WgmmaSparse;

#define FILIGREE_REGISTERS_16 "{%0, %1, %2, %3, %4, %5, %6, %7}"
#define FILIGREE_OPERANDS_16(c) \
  c(d[0]), c(d[1]), c(d[2]), c(d[3]), c(d[4]), c(d[5]), c(d[6]), c(d[7])
#define FILIGREE_REGISTERS_32 \
  "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15}"
#define FILIGREE_OPERANDS_32(c)                                                             \
  c(d[0]), c(d[1]), c(d[2]), c(d[3]), c(d[4]), c(d[5]), c(d[6]), c(d[7]), c(d[8]), c(d[9]), \
      c(d[10]), c(d[11]), c(d[12]), c(d[13]), c(d[14]), c(d[15])
#define FILIGREE_REGISTERS_64                                                                   \
  "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, " \
  "%20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}"
#define FILIGREE_OPERANDS_64(c)                                                                 \
  c(d[0]), c(d[1]), c(d[2]), c(d[3]), c(d[4]), c(d[5]), c(d[6]), c(d[7]), c(d[8]), c(d[9]),     \
      c(d[10]), c(d[11]), c(d[12]), c(d[13]), c(d[14]), c(d[15]), c(d[16]), c(d[17]), c(d[18]), \
      c(d[19]), c(d[20]), c(d[21]), c(d[22]), c(d[23]), c(d[24]), c(d[25]), c(d[26]), c(d[27]), \
      c(d[28]), c(d[29]), c(d[30]), c(d[31])
#define FILIGREE_REGISTERS_128                                                                  \
  "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, " \
  "%20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, "  \
  "%38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, "  \
  "%56, %57, %58, %59, %60, %61, %62, %63}"
#define FILIGREE_OPERANDS_128(c)                                                                \
  c(d[0]), c(d[1]), c(d[2]), c(d[3]), c(d[4]), c(d[5]), c(d[6]), c(d[7]), c(d[8]), c(d[9]),     \
      c(d[10]), c(d[11]), c(d[12]), c(d[13]), c(d[14]), c(d[15]), c(d[16]), c(d[17]), c(d[18]), \
      c(d[19]), c(d[20]), c(d[21]), c(d[22]), c(d[23]), c(d[24]), c(d[25]), c(d[26]), c(d[27]), \
      c(d[28]), c(d[29]), c(d[30]), c(d[31]), c(d[32]), c(d[33]), c(d[34]), c(d[35]), c(d[36]), \
      c(d[37]), c(d[38]), c(d[39]), c(d[40]), c(d[41]), c(d[42]), c(d[43]), c(d[44]), c(d[45]), \
      c(d[46]), c(d[47]), c(d[48]), c(d[49]), c(d[50]), c(d[51]), c(d[52]), c(d[53]), c(d[54]), \
      c(d[55]), c(d[56]), c(d[57]), c(d[58]), c(d[59]), c(d[60]), c(d[61]), c(d[62]), c(d[63])
#define FILIGREE_REGISTERS_256                                                                     \
  "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, "    \
  "%20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, "     \
  "%38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, "     \
  "%56, %57, %58, %59, %60, %61, %62, %63, %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, "     \
  "%74, %75, %76, %77, %78, %79, %80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, "     \
  "%92, %93, %94, %95, %96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, " \
  "%109, %110, %111, %112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, "     \
  "%124, %125, %126, %127}"
#define FILIGREE_OPERANDS_256(c)                                                                \
  c(d[0]), c(d[1]), c(d[2]), c(d[3]), c(d[4]), c(d[5]), c(d[6]), c(d[7]), c(d[8]), c(d[9]),     \
      c(d[10]), c(d[11]), c(d[12]), c(d[13]), c(d[14]), c(d[15]), c(d[16]), c(d[17]), c(d[18]), \
      c(d[19]), c(d[20]), c(d[21]), c(d[22]), c(d[23]), c(d[24]), c(d[25]), c(d[26]), c(d[27]), \
      c(d[28]), c(d[29]), c(d[30]), c(d[31]), c(d[32]), c(d[33]), c(d[34]), c(d[35]), c(d[36]), \
      c(d[37]), c(d[38]), c(d[39]), c(d[40]), c(d[41]), c(d[42]), c(d[43]), c(d[44]), c(d[45]), \
      c(d[46]), c(d[47]), c(d[48]), c(d[49]), c(d[50]), c(d[51]), c(d[52]), c(d[53]), c(d[54]), \
      c(d[55]), c(d[56]), c(d[57]), c(d[58]), c(d[59]), c(d[60]), c(d[61]), c(d[62]), c(d[63]), \
      c(d[64]), c(d[65]), c(d[66]), c(d[67]), c(d[68]), c(d[69]), c(d[70]), c(d[71]), c(d[72]), \
      c(d[73]), c(d[74]), c(d[75]), c(d[76]), c(d[77]), c(d[78]), c(d[79]), c(d[80]), c(d[81]), \
      c(d[82]), c(d[83]), c(d[84]), c(d[85]), c(d[86]), c(d[87]), c(d[88]), c(d[89]), c(d[90]), \
      c(d[91]), c(d[92]), c(d[93]), c(d[94]), c(d[95]), c(d[96]), c(d[97]), c(d[98]), c(d[99]), \
      c(d[100]), c(d[101]), c(d[102]), c(d[103]), c(d[104]), c(d[105]), c(d[106]), c(d[107]),   \
      c(d[108]), c(d[109]), c(d[110]), c(d[111]), c(d[112]), c(d[113]), c(d[114]), c(d[115]),   \
      c(d[116]), c(d[117]), c(d[118]), c(d[119]), c(d[120]), c(d[121]), c(d[122]), c(d[123]),   \
      c(d[124]), c(d[125]), c(d[126]), c(d[127])

// Operands after D: descriptors of A and B, metadata, whether to accumulate, selector.
#define FILIGREE_AFTER_16 "%8, %9, %10, %12, p"
#define FILIGREE_AFTER_32 "%16, %17, %18, %20, p"
#define FILIGREE_AFTER_64 "%32, %33, %34, %36, p"
#define FILIGREE_AFTER_128 "%64, %65, %66, %68, p"
#define FILIGREE_AFTER_256 "%128, %129, %130, %132, p"
#define FILIGREE_PREDICATE_16 "setp.ne.b32 p, %11, 0;"
#define FILIGREE_PREDICATE_32 "setp.ne.b32 p, %19, 0;"
#define FILIGREE_PREDICATE_64 "setp.ne.b32 p, %35, 0;"
#define FILIGREE_PREDICATE_128 "setp.ne.b32 p, %67, 0;"
#define FILIGREE_PREDICATE_256 "setp.ne.b32 p, %131, 0;"

// For a type, N and whether B is transposed; `types` are the instruction's, `c` the constraint of
// an entry of D, `rest` the immediate operands.
#define FILIGREE_WGMMA_SPARSE(In, Sum, n, k, trans, types, c, rest)                      \
  template <>                                                                            \
  struct WgmmaSparse<In, n, trans> {                                                     \
    static constexpr int K = k;                                                          \
    template <int selector>                                                              \
    static __device__ void mma(Sum (&d)[n / 2], std::uint64_t a, std::uint64_t b,        \
                               std::uint32_t metadata, bool accumulate) {                \
      FILIGREE_PTX_SM90A("{\n.reg .pred p;\n" FILIGREE_PREDICATE_##n                     \
                         "\nwgmma.mma_async.sp.sync.aligned.m64n" #n "k" #k types        \
                         " " FILIGREE_REGISTERS_##n ", " FILIGREE_AFTER_##n rest ";\n}"  \
                         : FILIGREE_OPERANDS_##n(c)                                      \
                         : "l"(a), "l"(b), "r"(metadata), "r"(std::int32_t(accumulate)), \
                           "n"(selector));                                               \
    }                                                                                    \
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
FILIGREE_WGMMA_SPARSE_ALL(64)
FILIGREE_WGMMA_SPARSE_ALL(128)
FILIGREE_WGMMA_SPARSE_ALL(256)

#undef FILIGREE_WGMMA_SPARSE_ALL
#undef FILIGREE_WGMMA_INT
#undef FILIGREE_WGMMA_FLOAT
#undef FILIGREE_WGMMA_SPARSE
#undef FILIGREE_PREDICATE_16
#undef FILIGREE_AFTER_16
#undef FILIGREE_OPERANDS_16
#undef FILIGREE_REGISTERS_16
#undef FILIGREE_PREDICATE_32
#undef FILIGREE_AFTER_32
#undef FILIGREE_OPERANDS_32
#undef FILIGREE_REGISTERS_32
#undef FILIGREE_PREDICATE_64
#undef FILIGREE_AFTER_64
#undef FILIGREE_OPERANDS_64
#undef FILIGREE_REGISTERS_64
#undef FILIGREE_PREDICATE_128
#undef FILIGREE_AFTER_128
#undef FILIGREE_OPERANDS_128
#undef FILIGREE_REGISTERS_128
#undef FILIGREE_PREDICATE_256
#undef FILIGREE_AFTER_256
#undef FILIGREE_OPERANDS_256
#undef FILIGREE_REGISTERS_256

}  // namespace filigree::cuda

#undef FILIGREE_PTX_SM90A
