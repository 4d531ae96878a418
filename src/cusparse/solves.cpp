// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>
#include <memory>

#include <filigree/core/error.hpp>
#include <runtime/dense.hpp>
#include <runtime/product_types.hpp>
#include <runtime/triangular_solve.hpp>

#include <cusparse/products.hpp>
#include <cusparse/solve_state.hpp>

/// Solves with a triangle of a sparse matrix, for one right-hand side or many.

namespace filigree::cusparse {
namespace {

/// op_a(A) X = alpha op_b(B)
struct Solve {
  const char* call;
  cusparseOperation_t op_a;
  cusparseOperation_t op_b;
  const cusparseSpMatDescr& A;
  runtime::DenseOperand B;
  runtime::DenseOperand X;
};

Solve solve_of(const char* call, cusparseOperation_t op, cusparseConstSpMatDescr_t A,
               cusparseConstDnVecDescr_t b, cusparseConstDnVecDescr_t x) {
  return {call,
          op,
          CUSPARSE_OPERATION_NON_TRANSPOSE,
          *A,
          runtime::as_matrix(b->operand),
          runtime::as_matrix(x->operand)};
}

void check_solve(const Solve& solve, cudaDataType compute) {
  require(solve.A.batch_count == 1, solve.call, "matA", "a batch", "one matrix");
  runtime::check_triangular_solve(op(solve.op_b), solve.A.operand, solve.B, solve.X);
  runtime::visit_solve_types(
      {solve.A.operand.scalar, solve.B.scalar, solve.X.scalar},
      [&](const auto& types) { check_compute_type(solve.call, types, compute); });
}

/// The size of a buffer in which each plan can solve.
std::size_t buffer_bytes(const cusparseContext& handle, const Solve& solve) {
  return runtime::triangular_solve_workspace_limit(handle.target, solve.A.operand, solve.X);
}

void analyse(const cusparseContext& handle, const Solve& solve, cudaDataType compute, void* buffer,
             SolveState& state) {
  check_solve(solve, compute);
  TriangularSolveOptions options;
  options.fill = FillMode(solve.A.fill);
  options.diagonal = DiagonalType(solve.A.diagonal);
  options.on_zero_pivot = state.on_zero_pivot;
  auto plan = std::make_shared<const runtime::Plan>(runtime::make_triangular_solve_plan(
      handle.target, op(solve.op_a), as_stored(handle, solve.A.operand), options));
  if (state.on_zero_pivot == ZeroPivot::report && runtime::missing_pivot(*plan) >= 0)
    detail::throw_error(Status::zero_pivot,
                        {solve.call, "matA", "a row without an entry on the diagonal",
                         "a pivot in each row", "store them, or set CUSPARSE_DIAG_TYPE_UNIT"});
  state.plan = std::move(plan);
  constexpr std::uintptr_t alignment = 16;  // of what a workspace begins with
  runtime::Workspace given;
  if (buffer != nullptr && reinterpret_cast<std::uintptr_t>(buffer) % alignment == 0)
    given = {buffer, buffer_bytes(handle, solve)};
  hold_workspace(state, handle, solve.X, given);
}

void run(const cusparseContext& handle, const Solve& solve, const void* alpha, cudaDataType compute,
         const SolveState& state) {
  check(state.plan != nullptr && state.plan->op == op(solve.op_a), solve.call, "the description",
        "no analysis of op(A)", "one that the analysis was made with");
  check_solve(solve, compute);
  // X may have another layout than the analysis's, and more columns: the solve then allocates.
  const bool is_enough =
      works_for(state, handle) &&
      (is_held_for(state, solve.X) ||
       runtime::triangular_solve_workspace_bytes(*state.plan, solve.X) <= state.workspace.bytes);
  runtime::triangular_solve(handle.target, *state.plan, op(solve.op_b), handle.scalar(alpha),
                            as_stored(handle, solve.A.operand), solve.B, solve.X, nullptr,
                            is_enough ? state.workspace : runtime::Workspace{});
}

/// Solves read the values where the matrix has them, so that those are the new ones already.
void update(const char* call, const SolveState& state, const void* values, bool is_general) {
  check(state.plan != nullptr, call, "the description", "no analysis", "one after its analysis");
  require(is_general && values == state.plan->matrix.values, call, "newValues",
          "values elsewhere than the matrix has them, or of the diagonal alone",
          "all values, in the matrix's array");
}

}  // namespace

void SpSV_createDescr(cusparseSpSVDescr_t* state) { *state = new cusparseSpSVDescr; }
void SpSV_destroyDescr(cusparseSpSVDescr_t state) { destroy(state); }

void SpSV_bufferSize(cusparseHandle_t handle, cusparseOperation_t op, const void*,
                     cusparseConstSpMatDescr_t A, cusparseConstDnVecDescr_t b,
                     cusparseDnVecDescr_t x, cudaDataType compute, cusparseSpSVAlg_t,
                     cusparseSpSVDescr_t, std::size_t* bytes) {
  const cusparseDnVecDescr any_b = without_array(*b, 1), any_x = without_array(*x, 2);
  const Solve solve = solve_of("cusparseSpSV_bufferSize", op, A, &any_b, &any_x);
  check_solve(solve, compute);
  *bytes = buffer_bytes(*handle, solve);
}
void SpSV_analysis(cusparseHandle_t handle, cusparseOperation_t op, const void*,
                   cusparseConstSpMatDescr_t A, cusparseConstDnVecDescr_t b, cusparseDnVecDescr_t x,
                   cudaDataType compute, cusparseSpSVAlg_t, cusparseSpSVDescr_t state,
                   void* buffer) {
  analyse(*handle, solve_of("cusparseSpSV_analysis", op, A, b, x), compute, buffer, *state);
}
void SpSV_solve(cusparseHandle_t handle, cusparseOperation_t op, const void* alpha,
                cusparseConstSpMatDescr_t A, cusparseConstDnVecDescr_t b, cusparseDnVecDescr_t x,
                cudaDataType compute, cusparseSpSVAlg_t, cusparseSpSVDescr_t state) {
  run(*handle, solve_of("cusparseSpSV_solve", op, A, b, x), alpha, compute, *state);
}
void SpSV_updateMatrix(cusparseHandle_t, cusparseSpSVDescr_t state, void* values,
                       cusparseSpSVUpdate_t part) {
  update("cusparseSpSV_updateMatrix", *state, values, part == CUSPARSE_SPSV_UPDATE_GENERAL);
}

void SpSM_createDescr(cusparseSpSMDescr_t* state) { *state = new cusparseSpSMDescr; }
void SpSM_destroyDescr(cusparseSpSMDescr_t state) { destroy(state); }

void SpSM_bufferSize(cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b,
                     const void*, cusparseConstSpMatDescr_t A, cusparseConstDnMatDescr_t B,
                     cusparseDnMatDescr_t X, cudaDataType compute, cusparseSpSMAlg_t,
                     cusparseSpSMDescr_t, std::size_t* bytes) {
  const Solve solve{"cusparseSpSM_bufferSize",   op_a, op_b, *A, without_array(*B, 1).operand,
                    without_array(*X, 2).operand};
  check_solve(solve, compute);
  *bytes = buffer_bytes(*handle, solve);
}
void SpSM_analysis(cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b,
                   const void*, cusparseConstSpMatDescr_t A, cusparseConstDnMatDescr_t B,
                   cusparseDnMatDescr_t X, cudaDataType compute, cusparseSpSMAlg_t,
                   cusparseSpSMDescr_t state, void* buffer) {
  analyse(*handle, {"cusparseSpSM_analysis", op_a, op_b, *A, B->operand, X->operand}, compute,
          buffer, *state);
}
void SpSM_solve(cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b,
                const void* alpha, cusparseConstSpMatDescr_t A, cusparseConstDnMatDescr_t B,
                cusparseDnMatDescr_t X, cudaDataType compute, cusparseSpSMAlg_t,
                cusparseSpSMDescr_t state) {
  run(*handle, {"cusparseSpSM_solve", op_a, op_b, *A, B->operand, X->operand}, alpha, compute,
      *state);
}
void SpSM_updateMatrix(cusparseHandle_t, cusparseSpSMDescr_t state, void* values,
                       cusparseSpSMUpdate_t part) {
  update("cusparseSpSM_updateMatrix", *state, values, part == CUSPARSE_SPSM_UPDATE_GENERAL);
}

}  // namespace filigree::cusparse
