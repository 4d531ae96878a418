// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include <cusparse/guard.hpp>
#include <cusparse/legacy.hpp>
#include <cusparse/solve_state.hpp>

/// Solves with the triangle of a matrix of square blocks, that of its entries: of the blocks on the
/// diagonal the triangle counts, too.

struct bsrsv2Info : filigree::cusparse::PivotingSolve {};
struct bsrsm2Info : filigree::cusparse::PivotingSolve {};

namespace filigree::cusparse {
namespace {

constexpr const char* vector_call = "cusparse<t>bsrsv2";
constexpr const char* matrix_call = "cusparse<t>bsrsm2";

/// X of so many columns; `by_rows`: a transpose of it is stored.
runtime::DenseOperand dense(const BlockMatrix& A, bool by_rows, int n, int ld, const void* values) {
  return {A.scalar,
          by_rows ? runtime::Layout::row_major : runtime::Layout::column_major,
          std::int64_t(A.mb) * A.block,
          n,
          ld,
          without_const(values)};
}

bool is_stored_by_rows(cusparseOperation_t trans) {
  require(trans != CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE, matrix_call, "transXY",
          "a conjugate transpose", "CUSPARSE_OPERATION_NON_TRANSPOSE or _TRANSPOSE");
  return trans == CUSPARSE_OPERATION_TRANSPOSE;
}

/// A row or column of no more than the dense operand's.
int least_leading_dimension(const BlockMatrix& A, bool by_rows, int n) {
  return std::max(1, by_rows ? n : A.mb * A.block);
}

}  // namespace

void CreateBsrsv2Info(bsrsv2Info_t* info) { *info = new bsrsv2Info; }
void DestroyBsrsv2Info(bsrsv2Info_t info) { destroy(info); }
void CreateBsrsm2Info(bsrsm2Info_t* info) { *info = new bsrsm2Info; }
void DestroyBsrsm2Info(bsrsm2Info_t info) { destroy(info); }

void Xbsrsv2_zeroPivot(cusparseHandle_t handle, bsrsv2Info_t info, int* position) {
  zero_pivot("cusparseXbsrsv2_zeroPivot", *handle, *info, position);
}
void Xbsrsm2_zeroPivot(cusparseHandle_t handle, bsrsm2Info_t info, int* position) {
  zero_pivot("cusparseXbsrsm2_zeroPivot", *handle, *info, position);
}

void bsrsv2_bufferSize(runtime::ScalarType type, cusparseHandle_t, cusparseDirection_t direction,
                       cusparseOperation_t, int mb, int nnzb, const cusparseMatDescr_t description,
                       void*, const int* offsets, const int* indices, int block, bsrsv2Info_t,
                       int* bytes) {
  bsr_operand(
      {vector_call, type, direction, mb, nnzb, *description, nullptr, offsets, indices, block});
  *bytes = 0;
}
void bsrsv2_bufferSizeExt(runtime::ScalarType type, cusparseHandle_t, cusparseDirection_t direction,
                          cusparseOperation_t, int mb, int nnzb,
                          const cusparseMatDescr_t description, void*, const int* offsets,
                          const int* indices, int block, bsrsv2Info_t, std::size_t* bytes) {
  bsr_operand(
      {vector_call, type, direction, mb, nnzb, *description, nullptr, offsets, indices, block});
  *bytes = 0;
}
void bsrsv2_analysis(runtime::ScalarType type, cusparseHandle_t handle,
                     cusparseDirection_t direction, cusparseOperation_t trans, int mb, int nnzb,
                     const cusparseMatDescr_t description, const void*, const int* offsets,
                     const int* indices, int block, bsrsv2Info_t info, cusparseSolvePolicy_t,
                     void*) {
  const BlockMatrix A{vector_call,  type,    direction, mb,      nnzb,
                      *description, nullptr, offsets,   indices, block};
  const runtime::DenseOperand x = dense(A, false, 1, least_leading_dimension(A, false, 1), nullptr);
  analyse(*handle, {A.call, op(trans), bsr_operand(A), x, x}, *description, *info);
}
void bsrsv2_solve(runtime::ScalarType type, cusparseHandle_t handle, cusparseDirection_t direction,
                  cusparseOperation_t trans, int mb, int nnzb, const void* alpha,
                  const cusparseMatDescr_t description, const void* values, const int* offsets,
                  const int* indices, int block, bsrsv2Info_t info, const void* f, void* x,
                  cusparseSolvePolicy_t, void*) {
  const BlockMatrix A{vector_call,  type,   direction, mb,      nnzb,
                      *description, values, offsets,   indices, block};
  const int ld = least_leading_dimension(A, false, 1);
  solve(*handle,
        {A.call, op(trans), bsr_operand(A), dense(A, false, 1, ld, f), dense(A, false, 1, ld, x)},
        alpha, *info);
}

void bsrsm2_bufferSize(runtime::ScalarType type, cusparseHandle_t, cusparseDirection_t direction,
                       cusparseOperation_t, cusparseOperation_t trans_x, int mb, int, int nnzb,
                       const cusparseMatDescr_t description, void*, const int* offsets,
                       const int* indices, int block, bsrsm2Info_t, int* bytes) {
  bsr_operand(
      {matrix_call, type, direction, mb, nnzb, *description, nullptr, offsets, indices, block});
  is_stored_by_rows(trans_x);
  *bytes = 0;
}
void bsrsm2_bufferSizeExt(runtime::ScalarType type, cusparseHandle_t, cusparseDirection_t direction,
                          cusparseOperation_t, cusparseOperation_t trans_x, int mb, int, int nnzb,
                          const cusparseMatDescr_t description, void*, const int* offsets,
                          const int* indices, int block, bsrsm2Info_t, std::size_t* bytes) {
  bsr_operand(
      {matrix_call, type, direction, mb, nnzb, *description, nullptr, offsets, indices, block});
  is_stored_by_rows(trans_x);
  *bytes = 0;
}
void bsrsm2_analysis(runtime::ScalarType type, cusparseHandle_t handle,
                     cusparseDirection_t direction, cusparseOperation_t trans,
                     cusparseOperation_t trans_x, int mb, int n, int nnzb,
                     const cusparseMatDescr_t description, const void*, const int* offsets,
                     const int* indices, int block, bsrsm2Info_t info, cusparseSolvePolicy_t,
                     void*) {
  const BlockMatrix A{matrix_call,  type,    direction, mb,      nnzb,
                      *description, nullptr, offsets,   indices, block};
  const bool by_rows = is_stored_by_rows(trans_x);
  const runtime::DenseOperand X =
      dense(A, by_rows, n, least_leading_dimension(A, by_rows, n), nullptr);
  analyse(*handle, {A.call, op(trans), bsr_operand(A), X, X}, *description, *info);
}
void bsrsm2_solve(runtime::ScalarType type, cusparseHandle_t handle, cusparseDirection_t direction,
                  cusparseOperation_t trans, cusparseOperation_t trans_x, int mb, int n, int nnzb,
                  const void* alpha, const cusparseMatDescr_t description, const void* values,
                  const int* offsets, const int* indices, int block, bsrsm2Info_t info,
                  const void* B, int ldb, void* X, int ldx, cusparseSolvePolicy_t, void*) {
  const BlockMatrix A{matrix_call,  type,   direction, mb,      nnzb,
                      *description, values, offsets,   indices, block};
  const bool by_rows = is_stored_by_rows(trans_x);
  solve(*handle,
        {A.call, op(trans), bsr_operand(A), dense(A, by_rows, n, ldb, B),
         dense(A, by_rows, n, ldx, X)},
        alpha, *info);
}

}  // namespace filigree::cusparse
