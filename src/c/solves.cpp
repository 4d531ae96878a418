// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <c/objects.hpp>

/// Triangular solves and incomplete factorizations, and their plans.

namespace filigree::c {
namespace {

TriangularSolveOptions solve_options(filigree_fill_t fill, filigree_diagonal_t diagonal,
                                     filigree_zero_pivot_t zero_pivot, double pivot_substitute) {
  TriangularSolveOptions options;
  options.fill = FillMode(fill);
  options.diagonal = DiagonalType(diagonal);
  options.on_zero_pivot = ZeroPivot(zero_pivot);
  options.pivot_substitute = pivot_substitute;
  return options;
}

}  // namespace

void triangular_solve(filigree_handle_t handle, filigree_op_t op, const void* alpha,
                      filigree_const_sparse_matrix_t A, filigree_const_dense_matrix_t B,
                      filigree_dense_matrix_t X, filigree_fill_t fill, filigree_diagonal_t diagonal,
                      filigree_zero_pivot_t zero_pivot, double pivot_substitute) {
  note_kernel(handle, runtime::triangular_solve(
                          handle->target, Op(op), scalar(handle, alpha), A->operand, B->operand,
                          X->operand, solve_options(fill, diagonal, zero_pivot, pivot_substitute)));
}

void triangular_solve_plan_create(filigree_handle_t handle, filigree_triangular_solve_plan_t* plan,
                                  filigree_op_t op, filigree_const_sparse_matrix_t A,
                                  filigree_fill_t fill, filigree_diagonal_t diagonal,
                                  filigree_zero_pivot_t zero_pivot, double pivot_substitute) {
  *plan = new filigree_triangular_solve_plan{runtime::make_triangular_solve_plan(
      handle->target, Op(op), A->operand,
      solve_options(fill, diagonal, zero_pivot, pivot_substitute))};
}

void triangular_solve_plan_destroy(filigree_triangular_solve_plan_t plan) { destroy(plan); }

void triangular_solve_plan_get_workspace_bytes(filigree_const_triangular_solve_plan_t plan,
                                               filigree_const_dense_matrix_t X,
                                               std::size_t* bytes) {
  *bytes = runtime::triangular_solve_workspace_bytes(plan->plan, X->operand);
}

void triangular_solve_plan_get_missing_pivot(filigree_const_triangular_solve_plan_t plan,
                                             std::int64_t* row) {
  *row = runtime::missing_pivot(plan->plan);
}

void triangular_solve_plan_run(filigree_handle_t handle,
                               filigree_const_triangular_solve_plan_t plan, filigree_op_t op_b,
                               const void* alpha, filigree_const_sparse_matrix_t A,
                               filigree_const_dense_matrix_t B, filigree_dense_matrix_t X,
                               void* pivot_position, void* workspace, std::size_t workspace_bytes) {
  note_kernel(handle, runtime::triangular_solve(
                          handle->target, plan->plan, Op(op_b), scalar(handle, alpha), A->operand,
                          B->operand, X->operand, static_cast<std::int64_t*>(pivot_position),
                          {workspace, workspace_bytes}));
}

void incomplete_factor_plan_create(filigree_handle_t handle,
                                   filigree_incomplete_factor_plan_t* plan,
                                   filigree_incomplete_factor_t kind,
                                   filigree_const_sparse_matrix_t A, double pivot_tolerance,
                                   const double* pivot_boost) {
  IncompleteFactorOptions options;
  options.pivot_tolerance = pivot_tolerance;
  if (pivot_boost != nullptr) options.pivot_boost = *pivot_boost;
  *plan = new filigree_incomplete_factor_plan{runtime::make_incomplete_factor_plan(
      handle->target, runtime::IncompleteFactor(kind), A->operand, options)};
}

void incomplete_factor_plan_destroy(filigree_incomplete_factor_plan_t plan) { destroy(plan); }

void incomplete_factor_plan_get_workspace_bytes(filigree_const_incomplete_factor_plan_t plan,
                                                std::size_t* bytes) {
  *bytes = runtime::incomplete_factor_workspace_bytes(plan->plan);
}

void incomplete_factor_plan_run(filigree_handle_t handle,
                                filigree_const_incomplete_factor_plan_t plan,
                                filigree_const_sparse_matrix_t A, void* factors,
                                void* pivot_position, void* workspace,
                                std::size_t workspace_bytes) {
  note_kernel(handle, runtime::incomplete_factor(handle->target, plan->plan, A->operand, factors,
                                                 static_cast<std::int64_t*>(pivot_position),
                                                 {workspace, workspace_bytes}));
}

}  // namespace filigree::c
