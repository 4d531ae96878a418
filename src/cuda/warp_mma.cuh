// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <type_traits>

#include <filigree/core/half.hpp>

#include "cuda/ptx.hpp"
#include "cuda/tf32.hpp"

/// mma.sync: D (16 x 8) += A (16 x K) B (K x 8) by a warp, all three in registers; one struct an
/// instruction. Source: PTX ISA, "Matrix fragments for mma" (compute capability 8.0; of doubles
/// 9.0, elsewhere the code compiles, and traps).
///
/// Lane (g, t) = (lane / 4, lane % 4) has of D in register 2 h + e row g + 8 h, column 2 t + e.
/// Where p entries fill a register, entry i of register r is of A row g + 8 (r % 2), column
/// 4 p (r / 2) + p t + i, of B row 4 p r + p t + i, column g.

namespace filigree::cuda {

/// An instruction's shape, its entries, and what a lane has of its operands.
template <class In_, class Sum_, int K_>
struct WarpMmaShape {
  using In = In_;
  using Sum = Sum_;
  static constexpr int M = 16;
  static constexpr int N = 8;
  static constexpr int K = K_;

  /// A register of A or B: doubles, or words of several entries, the first in the low bits.
  using Register = std::conditional_t<std::is_same_v<In, double>, double, std::uint32_t>;
  static constexpr int a_registers = M * K / 32 * int(sizeof(In)) / int(sizeof(Register));
  static constexpr int b_registers = K * N / 32 * int(sizeof(In)) / int(sizeof(Register));
  static constexpr int d_registers = M * N / 32;
  using A = Register[a_registers];
  using B = Register[b_registers];
};

/// The instruction for entries In and K columns of A. mma(): `d` points to the d_registers sums.
template <class In, int K>
struct WarpMma;

// Four registers of A, two of B. `c`: the constraint of an entry of D.
#define FILIGREE_WARP_MMA_4_2(instruction, c)                                     \
  asm volatile("mma.sync.aligned." instruction                                    \
               " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};" \
               : c(d[0]), c(d[1]), c(d[2]), c(d[3])                               \
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]))

/// load_matrices gives A as its 8 x 8 quarters (0, 0), (1, 0), (0, 1), (1, 1), B as its upper and
/// lower half, transposed.
template <>
struct WarpMma<half, 16> : WarpMmaShape<half, float, 16> {
  static __device__ void mma(float* d, const A& a, const B& b) {
    FILIGREE_WARP_MMA_4_2("m16n8k16.row.col.f32.f16.f16.f32", "+f");
  }
};
template <>
struct WarpMma<bfloat16, 16> : WarpMmaShape<bfloat16, float, 16> {
  static __device__ void mma(float* d, const A& a, const B& b) {
    FILIGREE_WARP_MMA_4_2("m16n8k16.row.col.f32.bf16.bf16.f32", "+f");
  }
};

/// The low 13 bits of an entry do not count.
template <>
struct WarpMma<tf32, 8> : WarpMmaShape<tf32, float, 8> {
  static __device__ void mma(float* d, const A& a, const B& b) {
    FILIGREE_WARP_MMA_4_2("m16n8k8.row.col.f32.tf32.tf32.f32", "+f");
  }
};

/// Sums wrap around.
template <>
struct WarpMma<std::int8_t, 32> : WarpMmaShape<std::int8_t, std::int32_t, 32> {
  static __device__ void mma(std::int32_t* d, const A& a, const B& b) {
    FILIGREE_WARP_MMA_4_2("m16n8k32.row.col.s32.s8.s8.s32", "+r");
  }
};

#undef FILIGREE_WARP_MMA_4_2

template <>
struct WarpMma<std::int8_t, 16> : WarpMmaShape<std::int8_t, std::int32_t, 16> {
  static __device__ void mma(std::int32_t* d, const A& a, const B& b) {
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, "
        "{%0, %1, %2, %3};"
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(b[0]));
  }
};

template <>
struct WarpMma<double, 16> : WarpMmaShape<double, double, 16> {
  static __device__ void mma(double* d, const A& a, const B& b) {
    FILIGREE_PTX_SM90(
        "mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, "
        "{%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15}, {%0, %1, %2, %3};"
        : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3])
        : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]),
          "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]));
  }
};

}  // namespace filigree::cuda
