// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <hipsparse/support.hpp>

/// Entries in order, where programs may want no permutation and give none.

namespace filigree::cusparse {

// in orders.cpp
void XcoosortByRow(cusparseHandle_t handle, int m, int n, int nnz, int* cooRowsA, int* cooColsA,
                   int* P, void* pBuffer);
void XcoosortByColumn(cusparseHandle_t handle, int m, int n, int nnz, int* cooRowsA, int* cooColsA,
                      int* P, void* pBuffer);
void Xcsrsort(cusparseHandle_t handle, int m, int n, int nnz, const cusparseMatDescr_t descrA,
              const int* csrRowPtrA, int* csrColIndA, int* P, void* pBuffer);
void Xcscsort(cusparseHandle_t handle, int m, int n, int nnz, const cusparseMatDescr_t descrA,
              const int* cscColPtrA, int* cscRowIndA, int* P, void* pBuffer);

}  // namespace filigree::cusparse

namespace filigree::hipsparse {
namespace {

/// f(the caller's permutation, or one that is forgotten)
template <class F>
void with_permutation(int nnz, int* permutation, const F& f) {
  const HeldMemory unused(permutation == nullptr ? std::size_t(nnz) * sizeof(int) : 0);
  f(permutation == nullptr ? static_cast<int*>(unused.data()) : permutation);
}

}  // namespace

void XcoosortByRow(cusparseHandle_t handle, int rows, int cols, int nnz, int* row_indices,
                   int* col_indices, int* permutation, void* buffer) {
  with_permutation(nnz, permutation, [&](int* P) {
    cusparse::XcoosortByRow(handle, rows, cols, nnz, row_indices, col_indices, P, buffer);
  });
}
void XcoosortByColumn(cusparseHandle_t handle, int rows, int cols, int nnz, int* row_indices,
                      int* col_indices, int* permutation, void* buffer) {
  with_permutation(nnz, permutation, [&](int* P) {
    cusparse::XcoosortByColumn(handle, rows, cols, nnz, row_indices, col_indices, P, buffer);
  });
}
void Xcsrsort(cusparseHandle_t handle, int rows, int cols, int nnz,
              const cusparseMatDescr_t description, const int* offsets, int* indices,
              int* permutation, void* buffer) {
  with_permutation(nnz, permutation, [&](int* P) {
    cusparse::Xcsrsort(handle, rows, cols, nnz, description, offsets, indices, P, buffer);
  });
}
void Xcscsort(cusparseHandle_t handle, int rows, int cols, int nnz,
              const cusparseMatDescr_t description, const int* offsets, int* indices,
              int* permutation, void* buffer) {
  with_permutation(nnz, permutation, [&](int* P) {
    cusparse::Xcscsort(handle, rows, cols, nnz, description, offsets, indices, P, buffer);
  });
}

}  // namespace filigree::hipsparse
