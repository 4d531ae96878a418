// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include <runtime/dense.hpp>

#include <cusparse/pivots.hpp>
#include <cusparse/solve_state.hpp>
#include <hipsparse/support.hpp>

/// Solves with a triangle of a CSR matrix, for one right-hand side or many. Unlike cuSPARSE's, an
/// analysis does not fail for a missing pivot; its row's unknown is 0, and so is that of a zero
/// one.

/// Zero pivots are passed over.
struct csrsv2Info : filigree::cusparse::PivotingSolve {};
struct csrsm2Info : filigree::cusparse::PivotingSolve {};

namespace filigree::hipsparse {
namespace {

/// A description says which triangle it is; its type may say that there is no other.
SparseOperand triangle(const char* call, ScalarType type, int size, int nnz,
                       cusparseMatDescr description, const void* values, const int* offsets,
                       const int* indices) {
  if (description.type == CUSPARSE_MATRIX_TYPE_TRIANGULAR)
    description.type = CUSPARSE_MATRIX_TYPE_GENERAL;
  return csr_operand(call, type, size, size, nnz, description, values, offsets, indices);
}

/// None before an analysis.
void zero_pivot_of(const char* call, const cusparseContext& handle,
                   const cusparse::PivotingSolve& state, int* position) {
  if (state.plan == nullptr) return cusparse::report_zero_pivot(call, handle, -1, position);
  cusparse::zero_pivot(call, handle, state, position);
}

template <class Info>
Info* new_info() {
  auto* const info = new Info;
  info->on_zero_pivot = ZeroPivot::skip_row;
  return info;
}

DenseOperand column(ScalarType type, int size, const void* values) {
  return runtime::as_matrix(runtime::VectorOperand{type, size, without_const(values)});
}

/// op_b(B) of `size` rows, in B's place: a transpose by columns is a matrix by rows.
DenseOperand right_hand_sides(const char* call, ScalarType type, cusparseOperation_t op_b, int size,
                              int count, const void* values, int ld) {
  const bool is_conjugate =
      op_b == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE && runtime::is_complex(type);
  require(!is_conjugate, call, "transB", "CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE",
          "another operation for complex numbers");
  const auto layout = op_b == CUSPARSE_OPERATION_NON_TRANSPOSE ? runtime::Layout::column_major
                                                               : runtime::Layout::row_major;
  // Without entries nobody asks how far apart columns are.
  if (size == 0 || count == 0) ld = std::max({ld, size, count, 1});
  const DenseOperand matrix{type, layout, size, count, ld, without_const(values)};
  runtime::check(call, matrix);
  return matrix;
}

}  // namespace

void SpSV_createDescr(cusparseSpSVDescr_t* state) {
  *state = new cusparseSpSVDescr;
  (*state)->on_zero_pivot = ZeroPivot::skip_row;
}
void SpSM_createDescr(cusparseSpSMDescr_t* state) {
  *state = new cusparseSpSMDescr;
  (*state)->on_zero_pivot = ZeroPivot::skip_row;
}

void CreateCsrsv2Info(csrsv2Info_t* info) { *info = new_info<csrsv2Info>(); }
void DestroyCsrsv2Info(csrsv2Info_t info) { destroy(info); }
void CreateCsrsm2Info(csrsm2Info_t* info) { *info = new_info<csrsm2Info>(); }
void DestroyCsrsm2Info(csrsm2Info_t info) { destroy(info); }

void Xcsrsv2_zeroPivot(cusparseHandle_t handle, csrsv2Info_t info, int* position) {
  zero_pivot_of("hipsparseXcsrsv2_zeroPivot", *handle, *info, position);
}
void csrsv2_bufferSizeExt(ScalarType type, cusparseHandle_t, cusparseOperation_t, int size, int nnz,
                          const cusparseMatDescr_t description, void* values, const int* offsets,
                          const int* indices, csrsv2Info_t, std::size_t* bytes) {
  triangle("hipsparse<t>csrsv2_bufferSizeExt", type, size, nnz, *description, values, offsets,
           indices);
  *bytes = 4;  // programs allocate it, and take a null pointer for a failure
}
void csrsv2_bufferSize(ScalarType type, cusparseHandle_t handle, cusparseOperation_t op, int size,
                       int nnz, const cusparseMatDescr_t description, void* values,
                       const int* offsets, const int* indices, csrsv2Info_t info, int* bytes) {
  std::size_t wide = 0;
  csrsv2_bufferSizeExt(type, handle, op, size, nnz, description, values, offsets, indices, info,
                       &wide);
  *bytes = int(wide);
}
void csrsv2_analysis(ScalarType type, cusparseHandle_t handle, cusparseOperation_t op_a, int size,
                     int nnz, const cusparseMatDescr_t description, const void* values,
                     const int* offsets, const int* indices, csrsv2Info_t info,
                     cusparseSolvePolicy_t, void*) {
  constexpr const char* call = "hipsparse<t>csrsv2_analysis";
  const SparseOperand A = triangle(call, type, size, nnz, *description, values, offsets, indices);
  const DenseOperand none = column(type, size, nullptr);
  cusparse::analyse(*handle, {call, op(op_a), A, none, none}, *description, *info);
}
void csrsv2_solve(ScalarType type, cusparseHandle_t handle, cusparseOperation_t op_a, int size,
                  int nnz, const void* alpha, const cusparseMatDescr_t description,
                  const void* values, const int* offsets, const int* indices, csrsv2Info_t info,
                  const void* b, void* x, cusparseSolvePolicy_t, void*) {
  constexpr const char* call = "hipsparse<t>csrsv2_solve";
  const SparseOperand A = triangle(call, type, size, nnz, *description, values, offsets, indices);
  cusparse::solve(*handle, {call, op(op_a), A, column(type, size, b), column(type, size, x)}, alpha,
                  *info);
}

void Xcsrsm2_zeroPivot(cusparseHandle_t handle, csrsm2Info_t info, int* position) {
  zero_pivot_of("hipsparseXcsrsm2_zeroPivot", *handle, *info, position);
}
void csrsm2_bufferSizeExt(ScalarType type, cusparseHandle_t, int, cusparseOperation_t,
                          cusparseOperation_t op_b, int size, int count, int nnz, const void*,
                          const cusparseMatDescr_t description, const void* values,
                          const int* offsets, const int* indices, const void* B, int ldb,
                          csrsm2Info_t, cusparseSolvePolicy_t, std::size_t* bytes) {
  constexpr const char* call = "hipsparse<t>csrsm2_bufferSizeExt";
  triangle(call, type, size, nnz, *description, values, offsets, indices);
  right_hand_sides(call, type, op_b, size, count, B, ldb);
  *bytes = 4;
}
void csrsm2_analysis(ScalarType type, cusparseHandle_t handle, int, cusparseOperation_t op_a,
                     cusparseOperation_t op_b, int size, int count, int nnz, const void*,
                     const cusparseMatDescr_t description, const void* values, const int* offsets,
                     const int* indices, const void* B, int ldb, csrsm2Info_t info,
                     cusparseSolvePolicy_t, void*) {
  constexpr const char* call = "hipsparse<t>csrsm2_analysis";
  const SparseOperand A = triangle(call, type, size, nnz, *description, values, offsets, indices);
  const DenseOperand X = right_hand_sides(call, type, op_b, size, count, B, ldb);
  cusparse::analyse(*handle, {call, op(op_a), A, X, X}, *description, *info);
}
void csrsm2_solve(ScalarType type, cusparseHandle_t handle, int, cusparseOperation_t op_a,
                  cusparseOperation_t op_b, int size, int count, int nnz, const void* alpha,
                  const cusparseMatDescr_t description, const void* values, const int* offsets,
                  const int* indices, void* B, int ldb, csrsm2Info_t info, cusparseSolvePolicy_t,
                  void*) {
  constexpr const char* call = "hipsparse<t>csrsm2_solve";
  const SparseOperand A = triangle(call, type, size, nnz, *description, values, offsets, indices);
  const DenseOperand X = right_hand_sides(call, type, op_b, size, count, B, ldb);
  cusparse::solve(*handle, {call, op(op_a), A, X, X}, alpha, *info);
}

}  // namespace filigree::hipsparse
