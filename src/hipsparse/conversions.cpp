// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <runtime/convert.hpp>
#include <runtime/format_conversion.hpp>

#include <hipsparse/support.hpp>

/// From rows to columns, and between sparse and dense matrices, as CUDA 11 had them.

namespace filigree::cusparse {

// in conversions.cpp of that folder
void Csr2cscEx2(cusparseHandle_t handle, int m, int n, int nnz, const void* csrVal,
                const int* csrRowPtr, const int* csrColInd, void* cscVal, int* cscColPtr,
                int* cscRowInd, cudaDataType valType, cusparseAction_t copyValues,
                cusparseIndexBase_t idxBase, cusparseCsr2CscAlg_t alg, void* buffer);

}  // namespace filigree::cusparse

namespace filigree::hipsparse {
namespace {

DenseOperand dense_matrix(const char* call, ScalarType type, int rows, int cols, int ld,
                          const void* values) {
  const DenseOperand matrix{type, runtime::Layout::column_major, rows, cols,
                            ld,   without_const(values)};
  runtime::check(call, matrix);
  return matrix;
}

/// The number of entries is what the offsets say.
void sparse_to_dense(const char* call, const cusparseContext& handle, SparseOperand A, int lines,
                     const DenseOperand& B) {
  check_pointer(call, "offsets", A.offsets);
  int end = 0;
  copy_and_wait(call, handle, &end, static_cast<const int*>(A.offsets) + lines, sizeof end);
  A.nnz = end - std::int64_t(A.properties.index_base);
  runtime::check(call, A);
  A.properties.unique = true;  // taken on trust: the check would wait for the device
  runtime::to_dense(handle.target, A, B);
}

void dense_to_sparse(const char* call, const cusparseContext& handle, const DenseOperand& A,
                     SparseOperand B, const int* counts) {
  if ((B.format == Format::csr ? B.num_rows : B.num_cols) > 0)
    check_pointer(call, "the numbers of entries", counts);
  cusparse::check_both(call, "the sparse matrix",
                       B.format == Format::csr ? B.col_indices : B.row_indices, B.values);
  const runtime::ResultPlan plan = runtime::make_dense_to_sparse_plan(
      handle.target, A, B.format, B.offset, B.index, B.properties.index_base);
  B.nnz = plan.result.nnz;
  runtime::copy_pattern(handle.target, plan, B);
  runtime::dense_to_sparse(handle.target, plan, A, B);
}

}  // namespace

void csr2csc(ScalarType type, cusparseHandle_t handle, int rows, int cols, int nnz,
             const void* values, const int* offsets, const int* indices, void* csc_values,
             int* row_indices, int* col_offsets, cusparseAction_t action,
             cusparseIndexBase_t base) {
  cusparse::Csr2cscEx2(handle, rows, cols, nnz, values, offsets, indices, csc_values, col_offsets,
                       row_indices, cusparse::data_type(type), action, base, CUSPARSE_CSR2CSC_ALG1,
                       nullptr);
}

void csr2dense(ScalarType type, cusparseHandle_t handle, int rows, int cols,
               const cusparseMatDescr_t description, const void* values, const int* offsets,
               const int* indices, void* A, int ld) {
  constexpr const char* call = "hipsparse<t>csr2dense";
  sparse_to_dense(call, *handle,
                  csr_operand(call, type, rows, cols, 0, *description, values, offsets, indices),
                  rows, dense_matrix(call, type, rows, cols, ld, A));
}

void csc2dense(ScalarType type, cusparseHandle_t handle, int rows, int cols,
               const cusparseMatDescr_t description, const void* values, const int* indices,
               const int* offsets, void* A, int ld) {
  constexpr const char* call = "hipsparse<t>csc2dense";
  const SparseOperand by_rows =
      csr_operand(call, type, cols, rows, 0, *description, values, offsets, indices);
  sparse_to_dense(call, *handle, transposed(by_rows), cols,
                  dense_matrix(call, type, rows, cols, ld, A));
}

void dense2csr(ScalarType type, cusparseHandle_t handle, int rows, int cols,
               const cusparseMatDescr_t description, const void* A, int ld, const int* counts,
               void* values, int* offsets, int* indices) {
  constexpr const char* call = "hipsparse<t>dense2csr";
  dense_to_sparse(call, *handle, dense_matrix(call, type, rows, cols, ld, A),
                  csr_operand(call, type, rows, cols, 0, *description, values, offsets, indices),
                  counts);
}

void dense2csc(ScalarType type, cusparseHandle_t handle, int rows, int cols,
               const cusparseMatDescr_t description, const void* A, int ld, const int* counts,
               void* values, int* indices, int* offsets) {
  constexpr const char* call = "hipsparse<t>dense2csc";
  const SparseOperand by_rows =
      csr_operand(call, type, cols, rows, 0, *description, values, offsets, indices);
  dense_to_sparse(call, *handle, dense_matrix(call, type, rows, cols, ld, A), transposed(by_rows),
                  counts);
}

}  // namespace filigree::hipsparse
