// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <memory>

#include <runtime/triangular_solve.hpp>

#include <cusparse/block_csr.hpp>
#include <cusparse/guard.hpp>
#include <cusparse/pivots.hpp>

/// Solves with the triangle of a matrix of square blocks, that of its entries: of the blocks on the
/// diagonal the triangle counts, too.

namespace filigree::cusparse {

/// What an analysis leaves for solves, and these for who asks for their zero pivots.
struct BlockSolveState {
  BlockCsr matrix;
  std::shared_ptr<const runtime::Plan> plan;
  std::int64_t missing = -1;  ///< the first block row without a block on the diagonal
  HeldMemory workspace;
  HeldMemory position;  ///< an int64, -1 where no pivot was zero
};

}  // namespace filigree::cusparse

struct bsrsv2Info : filigree::cusparse::BlockSolveState {};
struct bsrsm2Info : filigree::cusparse::BlockSolveState {};

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

void hold_workspace(BlockSolveState& state, const runtime::DenseOperand& X) {
  const std::size_t bytes = runtime::triangular_solve_workspace_bytes(*state.plan, X);
  if (bytes > state.workspace.bytes()) state.workspace = HeldMemory(bytes);
}

void analyse(const cusparseContext& handle, const BlockMatrix& A, cusparseOperation_t trans,
             const runtime::DenseOperand& X, BlockSolveState& state) {
  BlockSolveState made;
  made.matrix = BlockCsr(handle, A);
  made.position = HeldMemory(sizeof(std::int64_t));
  cudaMemsetAsync(made.position.data(), 0xff, sizeof(std::int64_t), handle.stream);
  TriangularSolveOptions options;
  options.fill = FillMode(A.description.fill);
  options.diagonal = DiagonalType(A.description.diagonal);
  options.on_zero_pivot = ZeroPivot::skip_row;  // that of a missing block is reported, too
  made.plan = std::make_shared<const runtime::Plan>(runtime::make_triangular_solve_plan(
      handle.target, op(trans), made.matrix.operand(), options));
  made.missing = made.matrix.block_row(runtime::missing_pivot(*made.plan));
  if (made.missing < 0) {  // then zeros are divided by
    options.on_zero_pivot = ZeroPivot::report;
    made.plan = std::make_shared<const runtime::Plan>(runtime::make_triangular_solve_plan(
        handle.target, op(trans), made.matrix.operand(), options));
  }
  hold_workspace(made, X);
  state = std::move(made);
}

void solve(const cusparseContext& handle, const BlockMatrix& A, cusparseOperation_t trans,
           const void* alpha, const void* values, const runtime::DenseOperand& B,
           const runtime::DenseOperand& X, BlockSolveState& state) {
  state.matrix.check_same(A);
  check(state.plan->op == op(trans), A.call, "transA", "another operation than the analysis'",
        "that of the analysis");
  runtime::check(A.call, B);
  runtime::check(A.call, X);
  runtime::check_triangular_solve(Op::none, state.matrix.operand(), B, X);
  hold_workspace(state, X);
  state.matrix.load(handle, A.call, values);
  runtime::triangular_solve(handle.target, *state.plan, Op::none, handle.scalar(alpha),
                            state.matrix.operand(), B, X,
                            static_cast<std::int64_t*>(state.position.data()),
                            {state.workspace.data(), state.workspace.bytes()});
}

void zero_pivot(const char* call, const cusparseContext& handle, const BlockSolveState& state,
                int* position) {
  check(state.plan != nullptr, call, "info", "no analysis", "one after its analysis");
  std::int64_t found = -1;
  copy_and_wait(call, handle, &found, state.position.data(), sizeof found);
  const std::int64_t zero = state.matrix.block_row(found), missing = state.missing;
  const bool is_missing_first = missing >= 0 && (zero < 0 || missing < zero);
  report_zero_pivot(call, handle, is_missing_first ? missing : zero, position);
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
  check_block_matrix(
      {vector_call, type, direction, mb, nnzb, *description, offsets, indices, block});
  *bytes = 0;
}
void bsrsv2_bufferSizeExt(runtime::ScalarType type, cusparseHandle_t, cusparseDirection_t direction,
                          cusparseOperation_t, int mb, int nnzb,
                          const cusparseMatDescr_t description, void*, const int* offsets,
                          const int* indices, int block, bsrsv2Info_t, std::size_t* bytes) {
  check_block_matrix(
      {vector_call, type, direction, mb, nnzb, *description, offsets, indices, block});
  *bytes = 0;
}
void bsrsv2_analysis(runtime::ScalarType type, cusparseHandle_t handle,
                     cusparseDirection_t direction, cusparseOperation_t trans, int mb, int nnzb,
                     const cusparseMatDescr_t description, const void*, const int* offsets,
                     const int* indices, int block, bsrsv2Info_t info, cusparseSolvePolicy_t,
                     void*) {
  const BlockMatrix A{vector_call,  type,    direction, mb,   nnzb,
                      *description, offsets, indices,   block};
  check_block_matrix(A);
  analyse(*handle, A, trans, dense(A, false, 1, least_leading_dimension(A, false, 1), nullptr),
          *info);
}
void bsrsv2_solve(runtime::ScalarType type, cusparseHandle_t handle, cusparseDirection_t direction,
                  cusparseOperation_t trans, int mb, int nnzb, const void* alpha,
                  const cusparseMatDescr_t description, const void* values, const int* offsets,
                  const int* indices, int block, bsrsv2Info_t info, const void* f, void* x,
                  cusparseSolvePolicy_t, void*) {
  const BlockMatrix A{vector_call,  type,    direction, mb,   nnzb,
                      *description, offsets, indices,   block};
  const int ld = least_leading_dimension(A, false, 1);
  solve(*handle, A, trans, alpha, values, dense(A, false, 1, ld, f), dense(A, false, 1, ld, x),
        *info);
}

void bsrsm2_bufferSize(runtime::ScalarType type, cusparseHandle_t, cusparseDirection_t direction,
                       cusparseOperation_t, cusparseOperation_t trans_x, int mb, int, int nnzb,
                       const cusparseMatDescr_t description, void*, const int* offsets,
                       const int* indices, int block, bsrsm2Info_t, int* bytes) {
  check_block_matrix(
      {matrix_call, type, direction, mb, nnzb, *description, offsets, indices, block});
  is_stored_by_rows(trans_x);
  *bytes = 0;
}
void bsrsm2_bufferSizeExt(runtime::ScalarType type, cusparseHandle_t, cusparseDirection_t direction,
                          cusparseOperation_t, cusparseOperation_t trans_x, int mb, int, int nnzb,
                          const cusparseMatDescr_t description, void*, const int* offsets,
                          const int* indices, int block, bsrsm2Info_t, std::size_t* bytes) {
  check_block_matrix(
      {matrix_call, type, direction, mb, nnzb, *description, offsets, indices, block});
  is_stored_by_rows(trans_x);
  *bytes = 0;
}
void bsrsm2_analysis(runtime::ScalarType type, cusparseHandle_t handle,
                     cusparseDirection_t direction, cusparseOperation_t trans,
                     cusparseOperation_t trans_x, int mb, int n, int nnzb,
                     const cusparseMatDescr_t description, const void*, const int* offsets,
                     const int* indices, int block, bsrsm2Info_t info, cusparseSolvePolicy_t,
                     void*) {
  const BlockMatrix A{matrix_call,  type,    direction, mb,   nnzb,
                      *description, offsets, indices,   block};
  check_block_matrix(A);
  const bool by_rows = is_stored_by_rows(trans_x);
  analyse(*handle, A, trans, dense(A, by_rows, n, least_leading_dimension(A, by_rows, n), nullptr),
          *info);
}
void bsrsm2_solve(runtime::ScalarType type, cusparseHandle_t handle, cusparseDirection_t direction,
                  cusparseOperation_t trans, cusparseOperation_t trans_x, int mb, int n, int nnzb,
                  const void* alpha, const cusparseMatDescr_t description, const void* values,
                  const int* offsets, const int* indices, int block, bsrsm2Info_t info,
                  const void* B, int ldb, void* X, int ldx, cusparseSolvePolicy_t, void*) {
  const BlockMatrix A{matrix_call,  type,    direction, mb,   nnzb,
                      *description, offsets, indices,   block};
  const bool by_rows = is_stored_by_rows(trans_x);
  solve(*handle, A, trans, alpha, values, dense(A, by_rows, n, ldb, B),
        dense(A, by_rows, n, ldx, X), *info);
}

}  // namespace filigree::cusparse
