// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>

#include <runtime/vectors.hpp>

#include <cusparse/guard.hpp>
#include <cusparse/objects.hpp>

/// A dense matrix times a sparse vector.

namespace filigree::cusparse {
namespace {

runtime::SparseVectorOperand vector_of(const char* call, runtime::ScalarType type,
                                       cusparseOperation_t op, int m, int n, int nnz) {
  const int size = op == CUSPARSE_OPERATION_NON_TRANSPOSE ? n : m;
  check(nnz <= size, call, "nnz", std::to_string(nnz).c_str(), "no more than op(A) has columns");
  runtime::SparseVectorOperand x;
  x.scalar = type;
  x.size = size;
  x.nnz = nnz;
  return x;
}

}  // namespace

void gemvi_bufferSize(runtime::ScalarType type, cusparseHandle_t, cusparseOperation_t op, int m,
                      int n, int nnz, int* bytes) {
  vector_of("cusparse<t>gemvi_bufferSize", type, op, m, n, nnz);
  *bytes = 0;
}

void gemvi(runtime::ScalarType type, cusparseHandle_t handle, cusparseOperation_t operation, int m,
           int n, const void* alpha, const void* A, int lda, int nnz, const void* values,
           const int* indices, const void* beta, void* y, cusparseIndexBase_t base, void*) {
  constexpr const char* call = "cusparse<t>gemvi";
  runtime::SparseVectorOperand x = vector_of(call, type, operation, m, n, nnz);
  x.base = IndexBase(base);
  x.indices = without_const(indices);
  x.values = without_const(values);
  const runtime::DenseOperand matrix{
      type, runtime::Layout::column_major, m, n, lda, without_const(A)};
  runtime::check(call, matrix);
  const int rows = operation == CUSPARSE_OPERATION_NON_TRANSPOSE ? m : n;
  runtime::gemvi(handle->target, op(operation), handle->scalar(alpha), matrix, x,
                 handle->scalar(beta), {type, rows, y});
}

}  // namespace filigree::cusparse
