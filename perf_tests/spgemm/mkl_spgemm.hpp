// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "peers/mkl.hpp"

/// oneMKL's products of sparse matrices, whose result it allocates by itself.

namespace perf::mkl {

template <class Scalar>
class Spgemm {
 public:
  template <class T>
  using Array = Kokkos::View<const T*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  Array<MKL_INT> offsets, columns;
  Array<Scalar> values;

  Spgemm(const Matrix<Scalar>& A, const Matrix<Scalar>& B) : A_(A), B_(B) {
    general_.type = SPARSE_MATRIX_TYPE_GENERAL;
  }
  ~Spgemm() { end(); }
  Spgemm(const Spgemm&) = delete;
  Spgemm& operator=(const Spgemm&) = delete;

  /// C = A B from nothing; its rows are sorted afterwards where that is asked for.
  void run(bool sorts) {
    end();
    check(mkl_sparse_spmm(op, A_.get(), B_.get(), &c_));
    if (sorts) check(mkl_sparse_order(c_));
  }
  /// Both phases, after which again() makes the values.
  void prepare() {
    end();
    multiply(SPARSE_STAGE_NNZ_COUNT);
    multiply(SPARSE_STAGE_FINALIZE_MULT);
  }
  void again() { multiply(SPARSE_STAGE_FINALIZE_MULT); }

  /// To be called before the result is looked at.
  void take_result() {
    sparse_index_base_t base;
    MKL_INT rows = 0, cols = 0, *begins = nullptr, *ends = nullptr, *column = nullptr;
    Scalar* value = nullptr;
    if constexpr (std::is_same_v<Scalar, double>)
      check(mkl_sparse_d_export_csr(c_, &base, &rows, &cols, &begins, &ends, &column, &value));
    else
      check(mkl_sparse_s_export_csr(c_, &base, &rows, &cols, &begins, &ends, &column, &value));
    const auto nnz = std::size_t(rows == 0 ? 0 : ends[rows - 1]);
    offsets = Array<MKL_INT>(begins, std::size_t(rows) + 1);
    columns = Array<MKL_INT>(column, nnz);
    values = Array<Scalar>(value, nnz);
  }

 private:
  static constexpr auto op = SPARSE_OPERATION_NON_TRANSPOSE;

  void multiply(sparse_request_t stage) {
    check(mkl_sparse_sp2m(op, general_, A_.get(), op, general_, B_.get(), stage, &c_));
  }
  void end() {
    if (c_ != nullptr) mkl_sparse_destroy(c_);
    c_ = nullptr;
  }

  Handle<Scalar> A_, B_;
  matrix_descr general_{};
  sparse_matrix_t c_ = nullptr;
};

}  // namespace perf::mkl
