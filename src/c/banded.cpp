// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include <filigree/core/error.hpp>

#include <c/objects.hpp>

/// Banded systems.

namespace filigree::c {
namespace {

void set_diagonals(const char* call, runtime::BandedOperand& A, const void* const* diagonals) {
  if (diagonals == nullptr)
    detail::throw_error(Status::invalid_value, {call, "diagonals", "null pointer",
                                                "a pointer for each diagonal", "pass an array"});
  std::copy(diagonals, diagonals + A.num_diagonals, A.diagonals);
}

BandedSolveOptions options_of(filigree_pivoting_t pivoting, int periodic) {
  BandedSolveOptions options;
  options.pivoting = Pivoting(pivoting);
  options.periodic = periodic != 0;
  return options;
}

}  // namespace

void banded_matrix_create(filigree_banded_matrix_t* A, std::int64_t num_rows,
                          std::int64_t num_systems, int num_diagonals, const void* const* diagonals,
                          std::int64_t row_stride, std::int64_t system_stride,
                          filigree_scalar_type_t scalar_type) {
  constexpr const char* call = "filigree_banded_matrix_create";
  runtime::BandedOperand operand{runtime::ScalarType(scalar_type),
                                 num_diagonals,
                                 num_rows,
                                 num_systems,
                                 row_stride,
                                 system_stride,
                                 {}};
  runtime::check(call, operand);
  set_diagonals(call, operand, diagonals);
  *A = new filigree_banded_matrix{operand};
}

void banded_matrix_destroy(filigree_const_banded_matrix_t A) { delete A; }

void banded_matrix_set_diagonals(filigree_banded_matrix_t A, const void* const* diagonals) {
  set_diagonals("filigree_banded_matrix_set_diagonals", A->operand, diagonals);
}

void banded_solve(filigree_handle_t handle, filigree_op_t op, filigree_const_banded_matrix_t A,
                  filigree_const_dense_matrix_t B, filigree_dense_matrix_t X,
                  filigree_pivoting_t pivoting, int periodic, void* pivot_positions) {
  const runtime::BandedPlan plan = runtime::make_banded_solve_plan(
      handle->target, Op(op), A->operand, B->operand, X->operand, options_of(pivoting, periodic));
  note_kernel(handle,
              runtime::banded_solve(handle->target, plan, A->operand, B->operand, X->operand,
                                    static_cast<std::int64_t*>(pivot_positions), {}));
}

void banded_solve_plan_create(filigree_handle_t handle, filigree_banded_solve_plan_t* plan,
                              filigree_op_t op, filigree_const_banded_matrix_t A,
                              filigree_const_dense_matrix_t B, filigree_const_dense_matrix_t X,
                              filigree_pivoting_t pivoting, int periodic) {
  *plan = new filigree_banded_solve_plan{runtime::make_banded_solve_plan(
      handle->target, Op(op), A->operand, B->operand, X->operand, options_of(pivoting, periodic))};
}

void banded_solve_plan_destroy(filigree_banded_solve_plan_t plan) { destroy(plan); }

void banded_solve_plan_get_workspace_bytes(filigree_const_banded_solve_plan_t plan,
                                           std::size_t* bytes) {
  *bytes = plan->plan.workspace_bytes();
}

void banded_solve_plan_run(filigree_handle_t handle, filigree_const_banded_solve_plan_t plan,
                           filigree_const_banded_matrix_t A, filigree_const_dense_matrix_t B,
                           filigree_dense_matrix_t X, void* pivot_positions, void* workspace,
                           std::size_t workspace_bytes) {
  note_kernel(handle, runtime::banded_solve(handle->target, plan->plan, A->operand, B->operand,
                                            X->operand, static_cast<std::int64_t*>(pivot_positions),
                                            {workspace, workspace_bytes}));
}

}  // namespace filigree::c
