// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <memory>

#include <runtime/dense.hpp>
#include <runtime/triangular_solve.hpp>

#include <cusparse/pivots.hpp>
#include <cusparse/solve_state.hpp>
#include <hipsparse/support.hpp>

/// Solves with a triangle of a CSR matrix, for one right-hand side or many. Unlike cuSPARSE's, an
/// analysis does not fail for a missing pivot; its row's unknown is 0, and so is that of a zero
/// one.

namespace filigree::hipsparse {

/// What the solves leave for who asks for their zero pivots.
struct TriangleState : cusparse::SolveState {
  HeldMemory position;  ///< an int64, -1 where no pivot was zero
};

}  // namespace filigree::hipsparse

struct csrsv2Info : filigree::hipsparse::TriangleState {};
struct csrsm2Info : filigree::hipsparse::TriangleState {};

namespace filigree::hipsparse {
namespace {

/// op(A) X = alpha B
struct TriangleSolve {
  const char* call;
  Op op;
  SparseOperand A;
  DenseOperand B;
  DenseOperand X;
};

/// A description says which triangle it is; its type may say that there is no other.
SparseOperand triangle(const char* call, ScalarType type, int size, int nnz,
                       cusparseMatDescr description, const void* values, const int* offsets,
                       const int* indices) {
  if (description.type == CUSPARSE_MATRIX_TYPE_TRIANGULAR)
    description.type = CUSPARSE_MATRIX_TYPE_GENERAL;
  return csr_operand(call, type, size, size, nnz, description, values, offsets, indices);
}

void analyse_triangle(const cusparseContext& handle, const TriangleSolve& solve,
                      const cusparseMatDescr& description, TriangleState& state) {
  TriangularSolveOptions options;
  options.fill = FillMode(description.fill);
  options.diagonal = DiagonalType(description.diagonal);
  options.on_zero_pivot = ZeroPivot::skip_row;
  auto plan = std::make_shared<const runtime::Plan>(
      runtime::make_triangular_solve_plan(handle.target, solve.op, solve.A, options));
  state.workspace = HeldMemory(runtime::triangular_solve_workspace_bytes(*plan, solve.X));
  state.position = HeldMemory(sizeof(std::int64_t));
  const std::int64_t missing = runtime::missing_pivot(*plan);
  copy_and_wait(solve.call, handle, state.position.data(), &missing, sizeof missing);
  state.plan = std::move(plan);
}

void solve_triangle(const cusparseContext& handle, const TriangleSolve& solve, const void* alpha,
                    const TriangleState& state) {
  check(state.plan != nullptr && state.plan->op == solve.op, solve.call, "info",
        "no analysis of op(A)", "one that the analysis was made with");
  runtime::triangular_solve(handle.target, *state.plan, Op::none, handle.scalar(alpha), solve.A,
                            solve.B, solve.X, static_cast<std::int64_t*>(state.position.data()),
                            {state.workspace.data(), state.workspace.bytes()});
}

void zero_pivot_of(const char* call, const cusparseContext& handle, const TriangleState& state,
                   int* position) {
  std::int64_t found = -1;
  if (state.plan != nullptr)
    copy_and_wait(call, handle, &found, state.position.data(), sizeof found);
  cusparse::report_zero_pivot(call, handle, found, position);
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

void CreateCsrsv2Info(csrsv2Info_t* info) { *info = new csrsv2Info; }
void DestroyCsrsv2Info(csrsv2Info_t info) { destroy(info); }
void CreateCsrsm2Info(csrsm2Info_t* info) { *info = new csrsm2Info; }
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
  analyse_triangle(*handle, {call, op(op_a), A, none, none}, *description, *info);
}
void csrsv2_solve(ScalarType type, cusparseHandle_t handle, cusparseOperation_t op_a, int size,
                  int nnz, const void* alpha, const cusparseMatDescr_t description,
                  const void* values, const int* offsets, const int* indices, csrsv2Info_t info,
                  const void* b, void* x, cusparseSolvePolicy_t, void*) {
  constexpr const char* call = "hipsparse<t>csrsv2_solve";
  const SparseOperand A = triangle(call, type, size, nnz, *description, values, offsets, indices);
  solve_triangle(*handle, {call, op(op_a), A, column(type, size, b), column(type, size, x)}, alpha,
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
  analyse_triangle(*handle, {call, op(op_a), A, X, X}, *description, *info);
}
void csrsm2_solve(ScalarType type, cusparseHandle_t handle, int, cusparseOperation_t op_a,
                  cusparseOperation_t op_b, int size, int count, int nnz, const void* alpha,
                  const cusparseMatDescr_t description, const void* values, const int* offsets,
                  const int* indices, void* B, int ldb, csrsm2Info_t info, cusparseSolvePolicy_t,
                  void*) {
  constexpr const char* call = "hipsparse<t>csrsm2_solve";
  const SparseOperand A = triangle(call, type, size, nnz, *description, values, offsets, indices);
  const DenseOperand X = right_hand_sides(call, type, op_b, size, count, B, ldb);
  solve_triangle(*handle, {call, op(op_a), A, X, X}, alpha, *info);
}

}  // namespace filigree::hipsparse
