// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "peers/mkl.hpp"

/// oneMKL's sums of sparse matrices, whose result it allocates by itself: C = alpha A + B, always
/// from nothing.

namespace perf::mkl {

template <class Scalar>
class Geam {
 public:
  Result<Scalar> result;

  Geam(const Matrix<Scalar>& A, const Matrix<Scalar>& B, Scalar alpha)
      : A_(A), B_(B), alpha_(alpha) {}

  void run() {
    constexpr auto op = SPARSE_OPERATION_NON_TRANSPOSE;
    if constexpr (std::is_same_v<Scalar, double>)
      check(mkl_sparse_d_add(op, A_.get(), alpha_, B_.get(), result.replace()));
    else
      check(mkl_sparse_s_add(op, A_.get(), alpha_, B_.get(), result.replace()));
  }

 private:
  Handle<Scalar> A_, B_;
  Scalar alpha_;
};

}  // namespace perf::mkl
