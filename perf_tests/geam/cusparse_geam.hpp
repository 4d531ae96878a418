// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "peers/cusparse.hpp"

/// cuSPARSE's sum, csrgeam2. Results and workspace are allocated beforehand.

namespace perf::cusparse {

template <class Scalar>
struct Geam {
  Kokkos::View<std::int32_t*, Space> offsets, columns;
  Vector<Scalar> values;

  Geam(const Library& library, const Exec& exec, const Matrix<Scalar>& A, const Matrix<Scalar>& B,
       Scalar alpha, Scalar beta, std::int64_t nnz)
      : offsets("offsets", A.num_rows() + 1),
        columns("columns", nnz),
        values("values", nnz),
        handle_(library, exec),
        A_(A),
        B_(B),
        alpha_(alpha),
        beta_(beta) {
    check(library.create_description(&description_));
    find(library);
    std::size_t bytes = 0;
    check(size_(handle_.handle, rows(), cols(), &alpha_, description_, int(A.nnz()),
                A.values().data(), A.row_offsets().data(), A.col_indices().data(), &beta_,
                description_, int(B.nnz()), B.values().data(), B.row_offsets().data(),
                B.col_indices().data(), description_, values.data(), offsets.data(), columns.data(),
                &bytes));
    buffer_ = Kokkos::View<std::byte*, Space>("buffer", bytes);
  }
  ~Geam() { handle_.library.destroy_description(description_); }
  Geam(const Geam&) = delete;
  Geam& operator=(const Geam&) = delete;

  /// Offsets and the number of entries, which comes back to the host.
  void count() {
    int nnz = 0;
    check(count_(handle_.handle, rows(), cols(), description_, int(A_.nnz()),
                 A_.row_offsets().data(), A_.col_indices().data(), description_, int(B_.nnz()),
                 B_.row_offsets().data(), B_.col_indices().data(), description_, offsets.data(),
                 &nnz, buffer_.data()));
  }
  /// Columns and values.
  void fill() {
    check(fill_(handle_.handle, rows(), cols(), &alpha_, description_, int(A_.nnz()),
                A_.values().data(), A_.row_offsets().data(), A_.col_indices().data(), &beta_,
                description_, int(B_.nnz()), B_.values().data(), B_.row_offsets().data(),
                B_.col_indices().data(), description_, values.data(), offsets.data(),
                columns.data(), buffer_.data()));
  }

 private:
  using Size =
      std::conditional_t<std::is_same_v<Scalar, double>, decltype(&cusparseDcsrgeam2_bufferSizeExt),
                         decltype(&cusparseScsrgeam2_bufferSizeExt)>;
  using Fill = std::conditional_t<std::is_same_v<Scalar, double>, decltype(&cusparseDcsrgeam2),
                                  decltype(&cusparseScsrgeam2)>;

  void find(const Library& library) {
    constexpr bool is_double = std::is_same_v<Scalar, double>;
    size_ = function_of<Size>(
        library, is_double ? "cusparseDcsrgeam2_bufferSizeExt" : "cusparseScsrgeam2_bufferSizeExt");
    fill_ = function_of<Fill>(library, is_double ? "cusparseDcsrgeam2" : "cusparseScsrgeam2");
    count_ = function_of<decltype(count_)>(library, "cusparseXcsrgeam2Nnz");
  }
  int rows() const { return int(A_.num_rows()); }
  int cols() const { return int(A_.num_cols()); }

  Handle handle_;
  Matrix<Scalar> A_, B_;
  Scalar alpha_, beta_;
  cusparseMatDescr_t description_ = nullptr;
  Kokkos::View<std::byte*, Space> buffer_;
  Size size_ = nullptr;
  Fill fill_ = nullptr;
  decltype(&cusparseXcsrgeam2Nnz) count_ = nullptr;
};

}  // namespace perf::cusparse
