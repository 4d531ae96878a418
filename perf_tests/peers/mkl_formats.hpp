// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <mkl.h>

#include <cstdint>

#include <filigree/core/operation.hpp>

namespace perf::mkl {

/// y = op(A) x by oneMKL from the caller's arrays of double values, of a matrix that counts from 0.
class FormatProduct {
 public:
  /// exists() is false for a format that oneMKL does not have.
  template <class Matrix>
  FormatProduct(const Matrix& A, filigree::Op op, bool optimized)
      : op_(op == filigree::Op::none ? SPARSE_OPERATION_NON_TRANSPOSE
                                     : SPARSE_OPERATION_TRANSPOSE) {
    if (A.properties().type != filigree::MatrixType::general)
      description_ = {SPARSE_MATRIX_TYPE_SYMMETRIC, SPARSE_FILL_MODE_LOWER, SPARSE_DIAG_NON_UNIT};
    create(A);
    if (!optimized || handle_ == nullptr) return;
    mkl_sparse_set_mv_hint(handle_, op_, description_, 1000);
    mkl_sparse_set_memory_hint(handle_, SPARSE_MEMORY_AGGRESSIVE);
    if (mkl_sparse_optimize(handle_) != SPARSE_STATUS_SUCCESS) destroy();
  }
  ~FormatProduct() { destroy(); }
  FormatProduct(const FormatProduct&) = delete;
  FormatProduct& operator=(const FormatProduct&) = delete;

  bool exists() const { return handle_ != nullptr; }

  /// Whether oneMKL has this product.
  bool run(const double* x, double* y) const {
    return mkl_sparse_d_mv(op_, 1, handle_, description_, x, 0, y) == SPARSE_STATUS_SUCCESS;
  }

 private:
  // oneMKL takes pointers to non-const; it does not write through them.
  template <class View>
  static MKL_INT* integers(const View& view) {
    return const_cast<MKL_INT*>(view.data());
  }

  template <class Matrix>
  void create(const Matrix& A) {
    constexpr auto base = SPARSE_INDEX_BASE_ZERO;
    const auto rows = MKL_INT(A.num_rows()), cols = MKL_INT(A.num_cols());
    if constexpr (requires {
                    A.row_offsets();
                    A.block();
                  }) {
      // oneMKL reads and writes whole blocks, past the matrix's end too.
      const auto block = A.block();
      if (rows % block.rows == 0 && cols % block.cols == 0)
        mkl_sparse_d_create_bsr(&handle_, base, SPARSE_LAYOUT_ROW_MAJOR, MKL_INT(rows / block.rows),
                                MKL_INT(cols / block.cols), MKL_INT(block.rows),
                                integers(A.row_offsets()), integers(A.row_offsets()) + 1,
                                integers(A.col_indices()), A.values().data());
    } else if constexpr (requires { A.row_offsets(); }) {
      mkl_sparse_d_create_csr(&handle_, base, rows, cols, integers(A.row_offsets()),
                              integers(A.row_offsets()) + 1, integers(A.col_indices()),
                              A.values().data());
    } else if constexpr (
        requires { A.col_offsets(); } && !requires { A.block(); }) {
      mkl_sparse_d_create_csc(&handle_, base, rows, cols, integers(A.col_offsets()),
                              integers(A.col_offsets()) + 1, integers(A.row_indices()),
                              A.values().data());
    } else if constexpr (requires {
                           A.row_indices();
                           A.col_indices();
                         }) {
      mkl_sparse_d_create_coo(&handle_, base, rows, cols, MKL_INT(A.nnz()),
                              integers(A.row_indices()), integers(A.col_indices()),
                              A.values().data());
    }
  }
  void destroy() {
    if (handle_ != nullptr) mkl_sparse_destroy(handle_);
    handle_ = nullptr;
  }

  sparse_operation_t op_;
  matrix_descr description_{SPARSE_MATRIX_TYPE_GENERAL, SPARSE_FILL_MODE_LOWER,
                            SPARSE_DIAG_NON_UNIT};
  sparse_matrix_t handle_ = nullptr;
};

}  // namespace perf::mkl
