// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cuda/ptx.hpp"

/// Matrices of 8 x 8 entries of 16 bits (or as many bytes of other entries) between shared memory
/// and a warp's registers. Source: PTX ISA, ldmatrix (compute capability 7.5), stmatrix (9.0).

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

/// Four 8 x 8 matrices of 16-bit entries from registers to shared memory: lane l gives the address
/// of row l % 8 of matrix l / 8, and holds of each row lane / 4 the entries 2 (lane % 4) and the
/// next. Transposed: rows of shared memory are columns of the matrices.
template <bool transposed>
__device__ inline void store_matrices(std::uint32_t shared, std::uint32_t r0, std::uint32_t r1,
                                      std::uint32_t r2, std::uint32_t r3) {
  if constexpr (transposed)
    FILIGREE_PTX_SM90(
        "stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(shared),
        "r"(r0), "r"(r1), "r"(r2), "r"(r3)
        : "memory");
  else
    FILIGREE_PTX_SM90(
        "stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(shared), "r"(r0),
        "r"(r1), "r"(r2), "r"(r3)
        : "memory");
}

}  // namespace filigree::cuda
