// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

/// The scalar and index types that the tuned SpMM kernels are there for. A file that instantiates
/// defines FILIGREE_SPMM_LAUNCH(A, Y, C, Index), of A and B, C, sums and columns, and names a
/// group. Offsets of either width need no instances.

#define FILIGREE_SPMM_INDICES(A, Y, C)        \
  FILIGREE_SPMM_LAUNCH(A, Y, C, std::int32_t) \
  FILIGREE_SPMM_LAUNCH(A, Y, C, std::int64_t)

#define FILIGREE_SPMM_SINGLE FILIGREE_SPMM_INDICES(float, float, float)
#define FILIGREE_SPMM_DOUBLE FILIGREE_SPMM_INDICES(double, double, double)
#define FILIGREE_SPMM_COMPLEX                                           \
  FILIGREE_SPMM_INDICES(Complex<float>, Complex<float>, Complex<float>) \
  FILIGREE_SPMM_INDICES(Complex<double>, Complex<double>, Complex<double>)
#define FILIGREE_SPMM_HALF                  \
  FILIGREE_SPMM_INDICES(half, float, float) \
  FILIGREE_SPMM_INDICES(half, half, float)
#define FILIGREE_SPMM_BFLOAT16                  \
  FILIGREE_SPMM_INDICES(bfloat16, float, float) \
  FILIGREE_SPMM_INDICES(bfloat16, bfloat16, float)
