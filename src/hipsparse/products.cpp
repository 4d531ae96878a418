// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include <runtime/products.hpp>

#include <cusparse/products.hpp>
#include <hipsparse/support.hpp>

/// A sparse matrix times vectors and dense matrices, and a dense one times a sparse one.

namespace filigree::hipsparse {
namespace {

bool is_transposed(cusparseOperation_t op) { return op != CUSPARSE_OPERATION_NON_TRANSPOSE; }

/// A dense matrix by columns; transposed, `rows` and `cols` are of what it stands for.
DenseOperand dense(const char* call, ScalarType type, int rows, int cols, int ld,
                   const void* values, cusparseOperation_t op = CUSPARSE_OPERATION_NON_TRANSPOSE) {
  if (is_transposed(op)) std::swap(rows, cols);
  // Without entries nobody asks how far apart columns are.
  if (rows == 0 || cols == 0) ld = std::max({ld, rows, 1});
  const DenseOperand matrix{type, runtime::Layout::column_major, rows, cols,
                            ld,   without_const(values)};
  runtime::check(call, matrix);
  return matrix;
}

/// By rows what is there by columns.
DenseOperand transposed(DenseOperand matrix) {
  matrix.layout = runtime::Layout::row_major;
  std::swap(matrix.num_rows, matrix.num_cols);
  return matrix;
}

}  // namespace

void csrmv(ScalarType type, cusparseHandle_t handle, cusparseOperation_t op, int rows, int cols,
           int nnz, const void* alpha, const cusparseMatDescr_t description, const void* values,
           const int* offsets, const int* indices, const void* x, const void* beta, void* y) {
  const SparseOperand A = csr_operand("hipsparse<t>csrmv", type, rows, cols, nnz, *description,
                                      values, offsets, indices);
  const bool swaps = is_transposed(op);
  runtime::spmv(handle->target, Op(op), handle->scalar(alpha), cusparse::as_stored(*handle, A),
                {type, swaps ? rows : cols, without_const(x)}, handle->scalar(beta),
                {type, swaps ? cols : rows, y}, {});
}

void csrmm2(ScalarType type, cusparseHandle_t handle, cusparseOperation_t op_a,
            cusparseOperation_t op_b, int rows, int columns, int cols, int nnz, const void* alpha,
            const cusparseMatDescr_t description, const void* values, const int* offsets,
            const int* indices, const void* B, int ldb, const void* beta, void* C, int ldc) {
  constexpr const char* call = "hipsparse<t>csrmm2";
  const SparseOperand A =
      csr_operand(call, type, rows, cols, nnz, *description, values, offsets, indices);
  const bool swaps = is_transposed(op_a);
  runtime::spmm(handle->target, op(op_a), op(op_b), handle->scalar(alpha),
                cusparse::as_stored(*handle, A),
                dense(call, type, swaps ? rows : cols, columns, ldb, B, op_b), handle->scalar(beta),
                dense(call, type, swaps ? cols : rows, columns, ldc, C), {});
}

void csrmm(ScalarType type, cusparseHandle_t handle, cusparseOperation_t op, int rows, int columns,
           int cols, int nnz, const void* alpha, const cusparseMatDescr_t description,
           const void* values, const int* offsets, const int* indices, const void* B, int ldb,
           const void* beta, void* C, int ldc) {
  csrmm2(type, handle, op, CUSPARSE_OPERATION_NON_TRANSPOSE, rows, columns, cols, nnz, alpha,
         description, values, offsets, indices, B, ldb, beta, C, ldc);
}

/// C = alpha A B + beta C with B by columns; the product of the transposes has the sparse matrix
/// at the left, by rows.
void gemmi(ScalarType type, cusparseHandle_t handle, int rows, int columns, int inner, int nnz,
           const void* alpha, const void* A, int lda, const void* values, const int* offsets,
           const int* indices, const void* beta, void* C, int ldc) {
  constexpr const char* call = "hipsparse<t>gemmi";
  const SparseOperand B =
      csr_operand(call, type, columns, inner, nnz, {}, values, offsets, indices);
  runtime::spmm(handle->target, Op::none, Op::none, handle->scalar(alpha),
                cusparse::as_stored(*handle, B), transposed(dense(call, type, rows, inner, lda, A)),
                handle->scalar(beta), transposed(dense(call, type, rows, columns, ldc, C)), {});
}

}  // namespace filigree::hipsparse
