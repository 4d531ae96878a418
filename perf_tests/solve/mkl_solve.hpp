// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <type_traits>

#include <filigree/core/operation.hpp>

#include "peers/mkl.hpp"
#include "solve/system.hpp"

/// oneMKL's triangular solves, as they are or after its own optimisation.

namespace perf::mkl {

template <class Scalar>
class TriangularSolve {
 public:
  explicit TriangularSolve(const System<Scalar>& system) : system_(system), A_(system.A) {
    triangle_.type = SPARSE_MATRIX_TYPE_TRIANGULAR;
    triangle_.mode = system.setup.fill == filigree::FillMode::lower ? SPARSE_FILL_MODE_LOWER
                                                                    : SPARSE_FILL_MODE_UPPER;
    triangle_.diag = system.setup.diagonal == filigree::DiagonalType::unit ? SPARSE_DIAG_UNIT
                                                                           : SPARSE_DIAG_NON_UNIT;
  }

  void optimize() {
    if (system_.num_columns == 1)
      check(mkl_sparse_set_sv_hint(A_.get(), op(), triangle_, 1000));
    else
      check(mkl_sparse_set_sm_hint(A_.get(), op(), triangle_, layout(),
                                   MKL_INT(system_.num_columns), 1000));
    check(mkl_sparse_set_memory_hint(A_.get(), SPARSE_MEMORY_AGGRESSIVE));
    check(mkl_sparse_optimize(A_.get()));
  }

  void solve() const {
    const Scalar* const b = system_.b.data();
    Scalar* const x = system_.x.data();
    const auto columns = MKL_INT(system_.num_columns);
    const auto ld = MKL_INT(system_.by_columns ? system_.A.num_rows() : system_.num_columns);
    if constexpr (std::is_same_v<Scalar, double>) {
      if (columns == 1) return check(mkl_sparse_d_trsv(op(), 1, A_.get(), triangle_, b, x));
      check(mkl_sparse_d_trsm(op(), 1, A_.get(), triangle_, layout(), b, columns, ld, x, ld));
    } else {
      if (columns == 1) return check(mkl_sparse_s_trsv(op(), 1, A_.get(), triangle_, b, x));
      check(mkl_sparse_s_trsm(op(), 1, A_.get(), triangle_, layout(), b, columns, ld, x, ld));
    }
  }

 private:
  sparse_operation_t op() const {
    return system_.op == filigree::Op::none ? SPARSE_OPERATION_NON_TRANSPOSE
                                            : SPARSE_OPERATION_TRANSPOSE;
  }
  sparse_layout_t layout() const {
    return system_.by_columns ? SPARSE_LAYOUT_COLUMN_MAJOR : SPARSE_LAYOUT_ROW_MAJOR;
  }

  const System<Scalar>& system_;
  Handle<Scalar> A_;
  matrix_descr triangle_{};
};

}  // namespace perf::mkl
