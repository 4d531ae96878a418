// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <c/objects.hpp>

/// What iterative solvers ask for beside products and solves: factors with fill, sweeps of
/// Gauss-Seidel, colours and orders of rows.

namespace filigree::c {

void iluk_pattern(filigree_handle_t handle, filigree_const_sparse_matrix_t A, std::int64_t level,
                  filigree_sparse_matrix_t* B) {
  *B = describe(runtime::iluk_pattern(handle->target, A->operand, level));
}

void ilut(filigree_handle_t handle, filigree_const_sparse_matrix_t A, double tolerance,
          std::int64_t fill, double pivot_tolerance, const double* pivot_boost,
          filigree_sparse_matrix_t* factors, std::int64_t* first_zero_pivot) {
  IlutOptions options;
  options.tolerance = tolerance;
  options.fill = fill;
  options.pivot_tolerance = pivot_tolerance;
  if (pivot_boost != nullptr) options.pivot_boost = *pivot_boost;
  const runtime::OwnedFactors result = runtime::ilut(handle->target, A->operand, options);
  *factors = describe(result.matrix);
  *first_zero_pivot = result.first_zero_pivot;
}

void gauss_seidel_plan_create(filigree_handle_t handle, filigree_gauss_seidel_plan_t* plan,
                              filigree_const_sparse_matrix_t A) {
  *plan = new filigree_gauss_seidel_plan{
      runtime::make_gauss_seidel_plan(handle->target, A->operand, {})};
}

void gauss_seidel_plan_destroy(filigree_gauss_seidel_plan_t plan) { destroy(plan); }

void gauss_seidel_plan_get_num_colors(filigree_const_gauss_seidel_plan_t plan,
                                      std::int64_t* num_colors) {
  *num_colors = runtime::gauss_seidel_num_colors(plan->plan);
}

void gauss_seidel_plan_run(filigree_handle_t handle, filigree_const_gauss_seidel_plan_t plan,
                           filigree_const_sparse_matrix_t A, filigree_const_dense_matrix_t B,
                           filigree_dense_matrix_t X, filigree_sweep_t direction, double omega,
                           std::int64_t count, int from_zero, void* pivot_position) {
  runtime::gauss_seidel(handle->target, plan->plan, A->operand, B->operand, X->operand,
                        {SweepDirection(direction), omega, count, from_zero != 0},
                        static_cast<std::int64_t*>(pivot_position));
}

void color_graph(filigree_handle_t handle, filigree_const_sparse_matrix_t A, int distance,
                 void* colors, std::int64_t* num_colors) {
  *num_colors = runtime::color_graph(handle->target, A->operand, static_cast<std::int32_t*>(colors),
                                     1, distance);
}

void reverse_cuthill_mckee(filigree_handle_t handle, filigree_const_sparse_matrix_t A,
                           void* order) {
  runtime::reverse_cuthill_mckee(handle->target, A->operand, order);
}

void reorder(filigree_handle_t handle, filigree_const_sparse_matrix_t A, const void* order,
             filigree_sparse_matrix_t* B) {
  *B = describe(runtime::reorder(handle->target, A->operand, order));
}

}  // namespace filigree::c
