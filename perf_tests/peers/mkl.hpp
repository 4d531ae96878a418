// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <mkl.h>

#include <memory>
#include <string>
#include <vector>

#include "contender.hpp"

namespace perf::mkl {

inline Peer description() {
  MKLVersion version;
  mkl_get_version(&version);
  return {"oneMKL",
          std::to_string(version.MajorVersion) + "." + std::to_string(version.UpdateVersion) +
              " (build " + version.Build + ")",
          ""};
}

inline void check(sparse_status_t status) {
  if (status == SPARSE_STATUS_NOT_SUPPORTED) throw NotOffered("oneMKL: not supported");
  if (status != SPARSE_STATUS_SUCCESS)
    throw std::runtime_error("oneMKL: status " + std::to_string(int(status)));
}

/// A handle on the caller's arrays.
template <class Scalar>
class Handle {
 public:
  explicit Handle(const Matrix<Scalar>& A) {
    // oneMKL takes pointers to non-const; it does not write through them.
    auto* offsets = const_cast<MKL_INT*>(A.row_offsets().data());
    auto* columns = const_cast<MKL_INT*>(A.col_indices().data());
    const auto rows = MKL_INT(A.num_rows()), cols = MKL_INT(A.num_cols());
    if constexpr (std::is_same_v<Scalar, double>)
      check(mkl_sparse_d_create_csr(&handle_, SPARSE_INDEX_BASE_ZERO, rows, cols, offsets,
                                    offsets + 1, columns, A.values().data()));
    else
      check(mkl_sparse_s_create_csr(&handle_, SPARSE_INDEX_BASE_ZERO, rows, cols, offsets,
                                    offsets + 1, columns, A.values().data()));
    descriptor_.type = SPARSE_MATRIX_TYPE_GENERAL;
  }
  ~Handle() { mkl_sparse_destroy(handle_); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  /// Analyses the matrix for many products with op and lets oneMKL take memory for a form of its
  /// own.
  void optimize(sparse_operation_t op) {
    check(mkl_sparse_set_mv_hint(handle_, op, descriptor_, 1000));
    check(mkl_sparse_set_memory_hint(handle_, SPARSE_MEMORY_AGGRESSIVE));
    check(mkl_sparse_optimize(handle_));
  }

  /// Prepares products with dense matrices of a layout.
  void optimize_dense(sparse_layout_t layout, std::int64_t columns) {
    check(mkl_sparse_set_mm_hint(handle_, SPARSE_OPERATION_NON_TRANSPOSE, descriptor_, layout,
                                 MKL_INT(columns), 1000));
    check(mkl_sparse_set_memory_hint(handle_, SPARSE_MEMORY_AGGRESSIVE));
    check(mkl_sparse_optimize(handle_));
  }

  /// C = A B.
  void multiply_dense(sparse_layout_t layout, std::int64_t columns, const Scalar* B,
                      std::int64_t ld_b, Scalar* C, std::int64_t ld_c) const {
    constexpr auto op = SPARSE_OPERATION_NON_TRANSPOSE;
    if constexpr (std::is_same_v<Scalar, double>)
      check(mkl_sparse_d_mm(op, 1, handle_, descriptor_, layout, B, MKL_INT(columns), MKL_INT(ld_b),
                            0, C, MKL_INT(ld_c)));
    else
      check(mkl_sparse_s_mm(op, 1, handle_, descriptor_, layout, B, MKL_INT(columns), MKL_INT(ld_b),
                            0, C, MKL_INT(ld_c)));
  }

  sparse_matrix_t get() const { return handle_; }

  void multiply(sparse_operation_t op, const Scalar* x, Scalar* y) const {
    if constexpr (std::is_same_v<Scalar, double>)
      check(mkl_sparse_d_mv(op, 1, handle_, descriptor_, x, 0, y));
    else
      check(mkl_sparse_s_mv(op, 1, handle_, descriptor_, x, 0, y));
  }

 private:
  sparse_matrix_t handle_ = nullptr;
  matrix_descr descriptor_{};
};

/// A matrix that oneMKL makes, and owns the arrays of.
template <class Scalar>
class Result {
 public:
  template <class T>
  using Array = Kokkos::View<const T*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  Array<MKL_INT> offsets, columns;
  Array<Scalar> values;

  Result() = default;
  ~Result() { end(); }
  Result(const Result&) = delete;
  Result& operator=(const Result&) = delete;

  sparse_matrix_t get() const { return handle_; }
  /// For calls that make it anew.
  sparse_matrix_t* replace() {
    end();
    return &handle_;
  }
  /// For calls that go on with it.
  sparse_matrix_t* again() { return &handle_; }

  /// To be called before the arrays are looked at.
  void take() {
    sparse_index_base_t base;
    MKL_INT rows = 0, cols = 0, *begins = nullptr, *ends = nullptr, *column = nullptr;
    Scalar* value = nullptr;
    if constexpr (std::is_same_v<Scalar, double>)
      check(mkl_sparse_d_export_csr(handle_, &base, &rows, &cols, &begins, &ends, &column, &value));
    else
      check(mkl_sparse_s_export_csr(handle_, &base, &rows, &cols, &begins, &ends, &column, &value));
    const auto nnz = std::size_t(rows == 0 ? 0 : ends[rows - 1]);
    offsets = Array<MKL_INT>(begins, std::size_t(rows) + 1);
    columns = Array<MKL_INT>(column, nnz);
    values = Array<Scalar>(value, nnz);
  }

 private:
  void end() {
    if (handle_ != nullptr) mkl_sparse_destroy(handle_);
    handle_ = nullptr;
  }

  sparse_matrix_t handle_ = nullptr;
};

template <class Scalar>
Contender prepare(const Product<Scalar>& product, bool optimized) {
  static_assert(sizeof(MKL_INT) == sizeof(std::int32_t), "the LP64 interface");
  const auto op =
      product.transposed() ? SPARSE_OPERATION_TRANSPOSE : SPARSE_OPERATION_NON_TRANSPOSE;
  const auto handle = std::make_shared<Handle<Scalar>>(product.A);
  Contender contender;
  contender.kernel =
      optimized ? "after mkl_sparse_optimize, aggressive memory hint" : "mkl_sparse_mv";
  if (optimized)
    contender.setup_seconds = setup_seconds(product.exec, [&] { handle->optimize(op); });
  contender.run = [handle, product, op] {
    handle->multiply(op, product.x.data(), product.y.data());
  };
  return contender;
}

template <class Scalar>
void add(std::vector<Entrant<Scalar>>& entrants) {
  for (const auto op : {filigree::Op::none, filigree::Op::transpose}) {
    entrants.push_back({"oneMKL", "csr", op,
                        [](const Product<Scalar>& product) { return prepare(product, false); }});
    entrants.push_back({"oneMKL", "optimized", op,
                        [](const Product<Scalar>& product) { return prepare(product, true); }});
  }
}

}  // namespace perf::mkl
