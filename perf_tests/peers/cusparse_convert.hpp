// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <stdexcept>

#include <filigree/format/coo.hpp>

#include "peers/cusparse.hpp"

/// cuSPARSE's conversions. Results and workspaces are allocated beforehand.

namespace perf::cusparse {

using Integers = Kokkos::View<std::int32_t*, Space>;
using Bytes = Kokkos::View<std::byte*, Space>;

template <class Scalar>
struct CsrToCsc {
  Integers offsets, indices;
  Vector<Scalar> values;

  CsrToCsc(const Library& library, const Exec& exec, const Matrix<Scalar>& csr)
      : offsets("offsets", csr.num_cols() + 1),
        indices("indices", csr.nnz()),
        values("values", csr.nnz()),
        handle_(library, exec),
        A_(csr) {
    std::size_t bytes = 0;
    call(function_of<decltype(&cusparseCsr2cscEx2_bufferSize)>(library,
                                                               "cusparseCsr2cscEx2_bufferSize"),
         &bytes);
    buffer_ = Bytes("buffer", bytes);
    convert_ = function_of<decltype(convert_)>(library, "cusparseCsr2cscEx2");
  }

  void run() { call(convert_, buffer_.data()); }

 private:
  template <class Function, class Last>
  void call(const Function& function, Last last) {
    constexpr cudaDataType type = Descriptors<Scalar>::type;
    check(function(handle_.handle, int(A_.num_rows()), int(A_.num_cols()), int(A_.nnz()),
                   A_.values().data(), A_.row_offsets().data(), A_.col_indices().data(),
                   values.data(), offsets.data(), indices.data(), type, CUSPARSE_ACTION_NUMERIC,
                   CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_CSR2CSC_ALG_DEFAULT, last));
  }

  Handle handle_;
  Matrix<Scalar> A_;
  Bytes buffer_;
  decltype(&cusparseCsr2cscEx2) convert_ = nullptr;
};

/// Sorts in place: each run starts from a copy, which is in its time.
template <class Scalar>
struct CooToCsr {
  using Coo = filigree::CooMatrix<Scalar, std::int32_t, Space>;
  Integers offsets, cols;
  Vector<Scalar> values;

  CooToCsr(const Library& library, const Exec& exec, const Coo& coo)
      : offsets("offsets", coo.num_rows() + 1),
        cols("cols", coo.nnz()),
        values("values", coo.nnz()),
        exec_(exec),
        handle_(library, exec),
        A_(coo),
        rows_("rows", coo.nnz()),
        permutation_("permutation", coo.nnz()) {
    constexpr cudaDataType type = Descriptors<Scalar>::type;
    const int nnz = int(A_.nnz()), num_rows = int(A_.num_rows()), num_cols = int(A_.num_cols());
    std::size_t bytes = 0;
    check(function_of<decltype(&cusparseXcoosort_bufferSizeExt)>(
        library, "cusparseXcoosort_bufferSizeExt")(handle_.handle, num_rows, num_cols, nnz,
                                                   rows_.data(), cols.data(), &bytes));
    buffer_ = Bytes("buffer", bytes);
    identity_ = function_of<decltype(identity_)>(library, "cusparseCreateIdentityPermutation");
    sort_ = function_of<decltype(sort_)>(library, "cusparseXcoosortByRow");
    compress_ = function_of<decltype(compress_)>(library, "cusparseXcoo2csr");
    gather_ = function_of<decltype(gather_)>(library, "cusparseGather");
    check(library.create_vector(&from_, nnz, A_.values().data(), type));
    check(function_of<decltype(&cusparseCreateSpVec)>(library, "cusparseCreateSpVec")(
        &to_, nnz, nnz, permutation_.data(), values.data(), CUSPARSE_INDEX_32I,
        CUSPARSE_INDEX_BASE_ZERO, type));
  }
  ~CooToCsr() {
    function_of<decltype(&cusparseDestroySpVec)>(handle_.library, "cusparseDestroySpVec")(to_);
    handle_.library.destroy_vector(from_);
  }
  CooToCsr(const CooToCsr&) = delete;
  CooToCsr& operator=(const CooToCsr&) = delete;

  void run() {
    const int nnz = int(A_.nnz()), num_rows = int(A_.num_rows()), num_cols = int(A_.num_cols());
    Kokkos::deep_copy(exec_, rows_, A_.row_indices());
    Kokkos::deep_copy(exec_, cols, A_.col_indices());
    check(identity_(handle_.handle, nnz, permutation_.data()));
    check(sort_(handle_.handle, num_rows, num_cols, nnz, rows_.data(), cols.data(),
                permutation_.data(), buffer_.data()));
    check(gather_(handle_.handle, from_, to_));
    check(compress_(handle_.handle, rows_.data(), nnz, num_rows, offsets.data(),
                    CUSPARSE_INDEX_BASE_ZERO));
  }

 private:
  Exec exec_;
  Handle handle_;
  Coo A_;
  Integers rows_, permutation_;
  Bytes buffer_;
  cusparseDnVecDescr_t from_ = nullptr;
  cusparseSpVecDescr_t to_ = nullptr;
  decltype(&cusparseCreateIdentityPermutation) identity_ = nullptr;
  decltype(&cusparseXcoosortByRow) sort_ = nullptr;
  decltype(&cusparseXcoo2csr) compress_ = nullptr;
  decltype(&cusparseGather) gather_ = nullptr;
};

}  // namespace perf::cusparse
