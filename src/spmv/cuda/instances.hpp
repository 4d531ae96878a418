// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

/// The scalar and index types that the tuned SpMV kernels are there for. A file that instantiates
/// defines FILIGREE_SPMV_LAUNCH(A, X, Y, C, Offset, Index) and names a group of scalars.

#ifndef FILIGREE_SPMV_INDICES
#define FILIGREE_SPMV_INDICES(A, X, Y, C)                      \
  FILIGREE_SPMV_LAUNCH(A, X, Y, C, std::int32_t, std::int32_t) \
  FILIGREE_SPMV_LAUNCH(A, X, Y, C, std::int64_t, std::int32_t) \
  FILIGREE_SPMV_LAUNCH(A, X, Y, C, std::int64_t, std::int64_t)
#endif

#define FILIGREE_SPMV_SINGLE FILIGREE_SPMV_INDICES(float, float, float, float)
#define FILIGREE_SPMV_DOUBLE                            \
  FILIGREE_SPMV_INDICES(double, double, double, double) \
  FILIGREE_SPMV_INDICES(float, double, double, double)
#define FILIGREE_SPMV_COMPLEX                                                           \
  FILIGREE_SPMV_INDICES(Complex<float>, Complex<float>, Complex<float>, Complex<float>) \
  FILIGREE_SPMV_INDICES(Complex<double>, Complex<double>, Complex<double>, Complex<double>)
// y wider than A and x, which sums by atomics need: there are none of 16 bits here
#define FILIGREE_SPMV_16BIT_WIDENED               \
  FILIGREE_SPMV_INDICES(half, half, float, float) \
  FILIGREE_SPMV_INDICES(bfloat16, bfloat16, float, float)
#define FILIGREE_SPMV_16BIT                      \
  FILIGREE_SPMV_INDICES(half, half, half, float) \
  FILIGREE_SPMV_INDICES(bfloat16, bfloat16, bfloat16, float) FILIGREE_SPMV_16BIT_WIDENED
