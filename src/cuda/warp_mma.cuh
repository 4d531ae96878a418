// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <type_traits>

#include <filigree/core/half.hpp>

#include "cuda/ptx.hpp"

/// Products of small matrices by one warp, and the loads that feed them. Source: PTX ISA, sections
/// on mma, ldmatrix and cp.async (compute capability 8.0; of doubles 9.0).

namespace filigree::cuda {

/// Four 8 x 8 matrices of 16-bit entries from shared memory: lane l gives the address of row l % 8
/// of matrix l / 8 and receives of each the entries 2 (lane % 4) and the next of row lane / 4.
/// Transposed: of the transposed matrix.
template <bool transposed>
__device__ inline void load_matrices(std::uint32_t shared, std::uint32_t (&r)[4]) {
  if constexpr (transposed)
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(shared)
                 : "memory");
  else
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(shared)
                 : "memory");
}

/// D (16 x 8) += A (16 x 16) B (16 x 8). a: the 8 x 8 quarters of A in the order (0, 0), (1, 0),
/// (0, 1), (1, 1), b0 and b1: the upper and lower half of B transposed, each as load_matrices gives
/// it. d[2 h + e]: row lane / 4 + 8 h, column 2 (lane % 4) + e.
template <class In>
__device__ inline void warp_mma(float* d, const std::uint32_t (&a)[4], std::uint32_t b0,
                                std::uint32_t b1) {
  if constexpr (std::is_same_v<In, half>)
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
        "{%8, %9}, {%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
  else
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
        "{%8, %9}, {%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

/// D (16 x 8) += A (16 x 16) B (16 x 8) of doubles. Lane (g, t) = (lane / 4, lane % 4) has rows g
/// (a[2 s]) and g + 8 (a[2 s + 1]) of A's column 4 s + t, and column g of B's row 4 s + t (b[s]),
/// s = 0 to 3. d[2 h + e]: row g + 8 h, column 2 t + e.
__device__ inline void warp_mma_double(double* d, const double (&a)[8], const double (&b)[4]) {
  FILIGREE_PTX_SM90(
      "mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, "
      "{%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15}, {%0, %1, %2, %3};"
      : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3])
      : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]),
        "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]));
}

/// D (16 x 8, int32) += A (16 x 32) B (32 x 8) of int8, wrapping around. Lane (g, t) has four
/// consecutive k from 4 t on of rows g (a[0]) and g + 8 (a[1]), the same 16 further on in a[2] and
/// a[3], and of column g in b0 and b1. d as in warp_mma.
__device__ inline void warp_mma_int8(std::int32_t* d, const std::uint32_t (&a)[4], std::uint32_t b0,
                                     std::uint32_t b1) {
  asm volatile(
      "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
      "{%8, %9}, {%0, %1, %2, %3};"
      : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

/// The same for 16 k.
__device__ inline void warp_mma_int8(std::int32_t* d, std::uint32_t a0, std::uint32_t a1,
                                     std::uint32_t b) {
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, "
      "{%0, %1, %2, %3};"
      : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
      : "r"(a0), "r"(a1), "r"(b));
}

/// D (16 x 8, float) += A (16 x 8) B (8 x 8) of tf32. Lane (g, t) has column t of A's rows g (a[0])
/// and g + 8 (a[1]), column t + 4 in a[2] and a[3], and column g of B's rows t (b0) and t + 4 (b1).
/// d as in warp_mma.
__device__ inline void warp_mma_tf32(float* d, const std::uint32_t (&a)[4], std::uint32_t b0,
                                     std::uint32_t b1) {
  asm volatile(
      "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
      "{%8, %9}, {%0, %1, %2, %3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

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

/// One or two words to shared memory.
__device__ inline void store_word(std::uint32_t shared, std::int32_t x) {
  asm volatile("st.shared.b32 [%0], %1;" ::"r"(shared), "r"(x) : "memory");
}
__device__ inline void store_words(std::uint32_t shared, std::int32_t x, std::int32_t y) {
  asm volatile("st.shared.v2.b32 [%0], {%1, %2};" ::"r"(shared), "r"(x), "r"(y) : "memory");
}

/// Starts this thread's copy of 16 bytes to shared memory; zeros where `valid` is false (then
/// nothing is read).
__device__ inline void copy_16(std::uint32_t shared, const void* global, bool valid) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(shared), "l"(global),
               "r"(valid ? 16 : 0)
               : "memory");
}

/// Ends a group of this thread's copies.
__device__ inline void copy_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }

/// Waits until at most `pending` of this thread's groups are under way.
template <int pending>
__device__ inline void copy_wait() {
  asm volatile("cp.async.wait_group %0;" ::"n"(pending) : "memory");
}

}  // namespace filigree::cuda
