// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "peers/mkl.hpp"

/// oneMKL's products of sparse matrices, whose result it allocates by itself.

namespace perf::mkl {

template <class Scalar>
class Spgemm {
 public:
  Result<Scalar> result;

  Spgemm(const Matrix<Scalar>& A, const Matrix<Scalar>& B) : A_(A), B_(B) {
    general_.type = SPARSE_MATRIX_TYPE_GENERAL;
  }

  /// C = A B from nothing; its rows are sorted afterwards where that is asked for.
  void run(bool sorts) {
    check(mkl_sparse_spmm(op, A_.get(), B_.get(), result.replace()));
    if (sorts) check(mkl_sparse_order(result.get()));
  }
  /// Both phases, after which again() makes the values.
  void prepare() {
    multiply(SPARSE_STAGE_NNZ_COUNT, result.replace());
    again();
  }
  void again() { multiply(SPARSE_STAGE_FINALIZE_MULT, result.again()); }

 private:
  static constexpr auto op = SPARSE_OPERATION_NON_TRANSPOSE;

  void multiply(sparse_request_t stage, sparse_matrix_t* c) {
    check(mkl_sparse_sp2m(op, general_, A_.get(), op, general_, B_.get(), stage, c));
  }

  Handle<Scalar> A_, B_;
  matrix_descr general_{};
};

}  // namespace perf::mkl
