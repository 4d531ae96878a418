// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "peers/cusparse.hpp"

/// cuSPARSE's products of sparse matrices. Buffers and C's arrays are kept from run to run, so that
/// after the first one nothing is allocated, unless they are dropped.

namespace perf::cusparse {

template <class Scalar>
class Spgemm {
 public:
  Kokkos::View<std::int32_t*, Space> offsets, columns;
  Vector<Scalar> values;
  std::int64_t nnz = 0;

  Spgemm(const Library& library, const Exec& exec, const Matrix<Scalar>& A, const Matrix<Scalar>& B)
      : offsets("offsets", A.num_rows() + 1), handle_(library, exec), A_(A), B_(B) {
    check(describe_csr(A)(library, &a_, type));
    check(describe_csr(B)(library, &b_, type));
    find(library);
  }
  ~Spgemm() {
    end();
    handle_.library.destroy_matrix(a_);
    handle_.library.destroy_matrix(b_);
  }
  Spgemm(const Spgemm&) = delete;
  Spgemm& operator=(const Spgemm&) = delete;

  /// C = A B from nothing, by algorithm 1, 2 or 3 (chunks of a fifth).
  void run(int algorithm) {
    constexpr cusparseSpGEMMAlg_t algorithms[] = {CUSPARSE_SPGEMM_ALG1, CUSPARSE_SPGEMM_ALG2,
                                                  CUSPARSE_SPGEMM_ALG3};
    const auto alg = algorithms[algorithm - 1];
    begin();
    std::size_t bytes = 0;
    check(estimate_(handle_.handle, op, op, &one_, a_, b_, &zero_, c_, type, alg, work_, &bytes,
                    nullptr));
    check(estimate_(handle_.handle, op, op, &one_, a_, b_, &zero_, c_, type, alg, work_, &bytes,
                    buffer(0, bytes)));
    std::size_t needed = 0;
    if (algorithm == 1) {
      check(compute_(handle_.handle, op, op, &one_, a_, b_, &zero_, c_, type, alg, work_, &needed,
                     nullptr));
    } else {
      check(memory_(handle_.handle, op, op, &one_, a_, b_, &zero_, c_, type, alg, work_, 0.2f,
                    &bytes, nullptr, nullptr));
      check(memory_(handle_.handle, op, op, &one_, a_, b_, &zero_, c_, type, alg, work_, 0.2f,
                    &bytes, buffer(1, bytes), &needed));
    }
    check(compute_(handle_.handle, op, op, &one_, a_, b_, &zero_, c_, type, alg, work_, &needed,
                   buffer(2, needed)));
    take_size();
    check(copy_(handle_.handle, op, op, &one_, a_, b_, &zero_, c_, type, alg, work_));
  }

  /// The next run allocates its buffers and C's arrays.
  void drop_arrays() {
    buffers_ = {};
    columns = {};
    values = {};
  }

  /// The analysis of SpGEMMreuse, after which again() makes the values.
  void prepare() {
    begin();
    constexpr auto alg = CUSPARSE_SPGEMM_DEFAULT;
    std::array<std::size_t, 5> bytes{};
    check(reuse_estimate_(handle_.handle, op, op, a_, b_, c_, alg, work_, &bytes[0], nullptr));
    check(reuse_estimate_(handle_.handle, op, op, a_, b_, c_, alg, work_, &bytes[0],
                          buffer(0, bytes[0])));
    check(reuse_nnz_(handle_.handle, op, op, a_, b_, c_, alg, work_, &bytes[1], nullptr, &bytes[2],
                     nullptr, &bytes[3], nullptr));
    check(reuse_nnz_(handle_.handle, op, op, a_, b_, c_, alg, work_, &bytes[1], buffer(1, bytes[1]),
                     &bytes[2], buffer(2, bytes[2]), &bytes[3], buffer(3, bytes[3])));
    take_size();
    check(reuse_copy_(handle_.handle, op, op, a_, b_, c_, alg, work_, &bytes[4], nullptr));
    check(reuse_copy_(handle_.handle, op, op, a_, b_, c_, alg, work_, &bytes[4],
                      buffer(4, bytes[4])));
  }
  void again() {
    check(reuse_compute_(handle_.handle, op, op, &one_, a_, b_, &zero_, c_, type,
                         CUSPARSE_SPGEMM_DEFAULT, work_));
  }

 private:
  static constexpr cudaDataType type = std::is_same_v<Scalar, double> ? CUDA_R_64F : CUDA_R_32F;
  static constexpr auto op = CUSPARSE_OPERATION_NON_TRANSPOSE;

  void find(const Library& library) {
    create_ = function_of<decltype(create_)>(library, "cusparseSpGEMM_createDescr");
    destroy_ = function_of<decltype(destroy_)>(library, "cusparseSpGEMM_destroyDescr");
    estimate_ = function_of<decltype(estimate_)>(library, "cusparseSpGEMM_workEstimation");
    memory_ = function_of<decltype(memory_)>(library, "cusparseSpGEMM_estimateMemory");
    compute_ = function_of<decltype(compute_)>(library, "cusparseSpGEMM_compute");
    copy_ = function_of<decltype(copy_)>(library, "cusparseSpGEMM_copy");
    size_ = function_of<decltype(size_)>(library, "cusparseSpMatGetSize");
    set_pointers_ = function_of<decltype(set_pointers_)>(library, "cusparseCsrSetPointers");
    reuse_estimate_ =
        function_of<decltype(reuse_estimate_)>(library, "cusparseSpGEMMreuse_workEstimation");
    reuse_nnz_ = function_of<decltype(reuse_nnz_)>(library, "cusparseSpGEMMreuse_nnz");
    reuse_copy_ = function_of<decltype(reuse_copy_)>(library, "cusparseSpGEMMreuse_copy");
    reuse_compute_ = function_of<decltype(reuse_compute_)>(library, "cusparseSpGEMMreuse_compute");
  }
  void begin() {
    end();
    check(create_(&work_));
    check(handle_.library.create_csr(&c_, A_.num_rows(), B_.num_cols(), 0, offsets.data(), nullptr,
                                     nullptr, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                     CUSPARSE_INDEX_BASE_ZERO, type));
  }
  void end() {
    if (work_ != nullptr) destroy_(work_);
    if (c_ != nullptr) handle_.library.destroy_matrix(c_);
    work_ = nullptr;
    c_ = nullptr;
  }
  void* buffer(int which, std::size_t bytes) {
    auto& view = buffers_[std::size_t(which)];
    if (view.extent(0) < bytes) {
      view = {};
      view = Kokkos::View<std::byte*, Space>(
          Kokkos::view_alloc("buffer", Kokkos::WithoutInitializing), bytes);
    }
    return view.data();
  }
  void take_size() {
    std::int64_t rows = 0, cols = 0;
    check(size_(c_, &rows, &cols, &nnz));
    if (std::int64_t(values.extent(0)) != nnz) {
      columns = {};
      values = {};
      const auto unset = [](const char* label) {
        return Kokkos::view_alloc(std::string(label), Kokkos::WithoutInitializing);
      };
      columns = Kokkos::View<std::int32_t*, Space>(unset("columns"), nnz);
      values = Vector<Scalar>(unset("values"), nnz);
    }
    check(set_pointers_(c_, offsets.data(), columns.data(), values.data()));
  }

  Handle handle_;
  Matrix<Scalar> A_, B_;
  Scalar one_ = 1, zero_ = 0;
  cusparseSpMatDescr_t a_ = nullptr, b_ = nullptr, c_ = nullptr;
  cusparseSpGEMMDescr_t work_ = nullptr;
  std::array<Kokkos::View<std::byte*, Space>, 5> buffers_;
  decltype(&cusparseSpGEMM_createDescr) create_ = nullptr;
  decltype(&cusparseSpGEMM_destroyDescr) destroy_ = nullptr;
  decltype(&cusparseSpGEMM_workEstimation) estimate_ = nullptr;
  decltype(&cusparseSpGEMM_estimateMemory) memory_ = nullptr;
  decltype(&cusparseSpGEMM_compute) compute_ = nullptr;
  decltype(&cusparseSpGEMM_copy) copy_ = nullptr;
  decltype(&cusparseSpMatGetSize) size_ = nullptr;
  decltype(&cusparseCsrSetPointers) set_pointers_ = nullptr;
  decltype(&cusparseSpGEMMreuse_workEstimation) reuse_estimate_ = nullptr;
  decltype(&cusparseSpGEMMreuse_nnz) reuse_nnz_ = nullptr;
  decltype(&cusparseSpGEMMreuse_copy) reuse_copy_ = nullptr;
  decltype(&cusparseSpGEMMreuse_compute) reuse_compute_ = nullptr;
};

}  // namespace perf::cusparse
