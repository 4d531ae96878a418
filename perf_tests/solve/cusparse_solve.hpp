// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <filigree/core/operation.hpp>

#include "peers/cusparse.hpp"
#include "solve/system.hpp"

/// cuSPARSE's triangular solves, SpSV for one right-hand side and SpSM for several. The buffer is
/// kept from analysis to analysis.

namespace perf::cusparse {

template <class Scalar>
class TriangularSolve {
 public:
  TriangularSolve(const Library& library, const Exec& exec, const System<Scalar>& system)
      : handle_(library, exec), system_(system) {
    find(library);
    check(describe_csr(system.A)(library, &a_, type));
    auto fill = system.setup.fill == filigree::FillMode::lower ? CUSPARSE_FILL_MODE_LOWER
                                                               : CUSPARSE_FILL_MODE_UPPER;
    auto diagonal = system.setup.diagonal == filigree::DiagonalType::unit
                        ? CUSPARSE_DIAG_TYPE_UNIT
                        : CUSPARSE_DIAG_TYPE_NON_UNIT;
    check(set_(a_, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill));
    check(set_(a_, CUSPARSE_SPMAT_DIAG_TYPE, &diagonal, sizeof diagonal));
    if (is_vector()) {
      check(library.create_vector(&b_, system.A.num_rows(), system.b.data(), type));
      check(library.create_vector(&x_, system.A.num_rows(), system.x.data(), type));
    } else {
      const auto order = system.by_columns ? CUSPARSE_ORDER_COL : CUSPARSE_ORDER_ROW;
      const std::int64_t rows = system.A.num_rows(), columns = system.num_columns;
      const std::int64_t ld = system.by_columns ? rows : columns;
      check(create_dense_(&B_, rows, columns, ld, system.b.data(), type, order));
      check(create_dense_(&X_, rows, columns, ld, system.x.data(), type, order));
    }
  }
  ~TriangularSolve() {
    end();
    if (b_ != nullptr) handle_.library.destroy_vector(b_);
    if (x_ != nullptr) handle_.library.destroy_vector(x_);
    if (B_ != nullptr) destroy_dense_(B_);
    if (X_ != nullptr) destroy_dense_(X_);
    handle_.library.destroy_matrix(a_);
  }
  TriangularSolve(const TriangularSolve&) = delete;
  TriangularSolve& operator=(const TriangularSolve&) = delete;

  void analyse() {
    end();
    std::size_t bytes = 0;
    if (is_vector()) {
      check(v_.create(&v_work_));
      check(v_.size(handle_.handle, op(), &one_, a_, b_, x_, type, v_algorithm, v_work_, &bytes));
      reserve(bytes);
      check(v_.analysis(handle_.handle, op(), &one_, a_, b_, x_, type, v_algorithm, v_work_,
                        buffer_.data()));
    } else {
      check(m_.create(&m_work_));
      check(m_.size(handle_.handle, op(), none, &one_, a_, B_, X_, type, m_algorithm, m_work_,
                    &bytes));
      reserve(bytes);
      check(m_.analysis(handle_.handle, op(), none, &one_, a_, B_, X_, type, m_algorithm, m_work_,
                        buffer_.data()));
    }
  }

  void solve() {
    if (is_vector())
      check(v_.solve(handle_.handle, op(), &one_, a_, b_, x_, type, v_algorithm, v_work_));
    else
      check(m_.solve(handle_.handle, op(), none, &one_, a_, B_, X_, type, m_algorithm, m_work_));
  }

 private:
  static constexpr cudaDataType type = std::is_same_v<Scalar, double> ? CUDA_R_64F : CUDA_R_32F;
  static constexpr auto none = CUSPARSE_OPERATION_NON_TRANSPOSE;
  static constexpr auto v_algorithm = CUSPARSE_SPSV_ALG_DEFAULT;
  static constexpr auto m_algorithm = CUSPARSE_SPSM_ALG_DEFAULT;

  bool is_vector() const { return system_.num_columns == 1; }
  cusparseOperation_t op() const {
    return system_.op == filigree::Op::none ? none : CUSPARSE_OPERATION_TRANSPOSE;
  }
  void reserve(std::size_t bytes) {
    if (buffer_.extent(0) < bytes) buffer_ = Kokkos::View<std::byte*, Space>("buffer", bytes);
  }
  void end() {
    if (v_work_ != nullptr) v_.destroy(v_work_);
    if (m_work_ != nullptr) m_.destroy(m_work_);
    v_work_ = nullptr;
    m_work_ = nullptr;
  }
  void find(const Library& library) {
    set_ = function_of<decltype(set_)>(library, "cusparseSpMatSetAttribute");
    create_dense_ = function_of<decltype(create_dense_)>(library, "cusparseCreateDnMat");
    destroy_dense_ = function_of<decltype(destroy_dense_)>(library, "cusparseDestroyDnMat");
    v_.create = function_of<decltype(v_.create)>(library, "cusparseSpSV_createDescr");
    v_.destroy = function_of<decltype(v_.destroy)>(library, "cusparseSpSV_destroyDescr");
    v_.size = function_of<decltype(v_.size)>(library, "cusparseSpSV_bufferSize");
    v_.analysis = function_of<decltype(v_.analysis)>(library, "cusparseSpSV_analysis");
    v_.solve = function_of<decltype(v_.solve)>(library, "cusparseSpSV_solve");
    m_.create = function_of<decltype(m_.create)>(library, "cusparseSpSM_createDescr");
    m_.destroy = function_of<decltype(m_.destroy)>(library, "cusparseSpSM_destroyDescr");
    m_.size = function_of<decltype(m_.size)>(library, "cusparseSpSM_bufferSize");
    m_.analysis = function_of<decltype(m_.analysis)>(library, "cusparseSpSM_analysis");
    m_.solve = function_of<decltype(m_.solve)>(library, "cusparseSpSM_solve");
  }

  Handle handle_;
  const System<Scalar>& system_;
  Scalar one_ = 1;
  cusparseSpMatDescr_t a_ = nullptr;
  cusparseDnVecDescr_t b_ = nullptr, x_ = nullptr;
  cusparseDnMatDescr_t B_ = nullptr, X_ = nullptr;
  cusparseSpSVDescr_t v_work_ = nullptr;
  cusparseSpSMDescr_t m_work_ = nullptr;
  Kokkos::View<std::byte*, Space> buffer_;
  decltype(&cusparseSpMatSetAttribute) set_ = nullptr;
  decltype(&cusparseCreateDnMat) create_dense_ = nullptr;
  decltype(&cusparseDestroyDnMat) destroy_dense_ = nullptr;
  struct {
    decltype(&cusparseSpSV_createDescr) create = nullptr;
    decltype(&cusparseSpSV_destroyDescr) destroy = nullptr;
    decltype(&cusparseSpSV_bufferSize) size = nullptr;
    decltype(&cusparseSpSV_analysis) analysis = nullptr;
    decltype(&cusparseSpSV_solve) solve = nullptr;
  } v_;
  struct {
    decltype(&cusparseSpSM_createDescr) create = nullptr;
    decltype(&cusparseSpSM_destroyDescr) destroy = nullptr;
    decltype(&cusparseSpSM_bufferSize) size = nullptr;
    decltype(&cusparseSpSM_analysis) analysis = nullptr;
    decltype(&cusparseSpSM_solve) solve = nullptr;
  } m_;
};

}  // namespace perf::cusparse
