// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <c/objects.hpp>

/// Products, and their plans.

namespace filigree::c {
namespace {

SpmvOptions spmv_options(filigree_algorithm_t algorithm) {
  SpmvOptions options;
  options.deterministic = algorithm == FILIGREE_ALGORITHM_DETERMINISTIC;
  return options;
}

SpmmOptions spmm_options(filigree_algorithm_t algorithm) {
  SpmmOptions options;
  options.deterministic = algorithm == FILIGREE_ALGORITHM_DETERMINISTIC;
  return options;
}

}  // namespace

void spmv_workspace_bytes(filigree_handle_t, filigree_op_t op, filigree_const_sparse_matrix_t A,
                          filigree_const_dense_vector_t x, filigree_const_dense_vector_t y,
                          filigree_algorithm_t, std::size_t* bytes) {
  runtime::check_spmv(Op(op), A->operand, x->operand, y->operand);
  *bytes = 0;
}

void spmv(filigree_handle_t handle, filigree_op_t op, const void* alpha,
          filigree_const_sparse_matrix_t A, filigree_const_dense_vector_t x, const void* beta,
          filigree_dense_vector_t y, filigree_algorithm_t algorithm, void*, std::size_t) {
  note_kernel(handle,
              runtime::spmv(handle->target, Op(op), scalar(handle, alpha), A->operand, x->operand,
                            scalar(handle, beta), y->operand, spmv_options(algorithm)));
}

void spmv_plan_create(filigree_handle_t handle, filigree_spmv_plan_t* plan, filigree_op_t op,
                      filigree_const_sparse_matrix_t A) {
  *plan = new filigree_spmv_plan{runtime::make_spmv_plan(handle->target, Op(op), A->operand, {})};
}

void spmv_plan_destroy(filigree_spmv_plan_t plan) { destroy(plan); }

void spmv_plan_get_workspace_bytes(filigree_const_spmv_plan_t plan, std::size_t* bytes) {
  *bytes = runtime::spmv_workspace_bytes(plan->plan);
}

void spmv_plan_run(filigree_handle_t handle, filigree_const_spmv_plan_t plan, const void* alpha,
                   filigree_const_sparse_matrix_t A, filigree_const_dense_vector_t x,
                   const void* beta, filigree_dense_vector_t y, void* workspace,
                   std::size_t workspace_bytes) {
  note_kernel(handle, runtime::spmv(handle->target, plan->plan, scalar(handle, alpha), A->operand,
                                    x->operand, scalar(handle, beta), y->operand,
                                    {workspace, workspace_bytes}));
}

void spmm_workspace_bytes(filigree_handle_t, filigree_op_t op_a, filigree_op_t op_b,
                          filigree_const_sparse_matrix_t A, filigree_const_dense_matrix_t B,
                          filigree_const_dense_matrix_t C, filigree_algorithm_t,
                          std::size_t* bytes) {
  runtime::check_spmm(Op(op_a), Op(op_b), A->operand, B->operand, C->operand);
  *bytes = 0;
}

void spmm(filigree_handle_t handle, filigree_op_t op_a, filigree_op_t op_b, const void* alpha,
          filigree_const_sparse_matrix_t A, filigree_const_dense_matrix_t B, const void* beta,
          filigree_dense_matrix_t C, filigree_algorithm_t algorithm, void*, std::size_t) {
  note_kernel(handle,
              runtime::spmm(handle->target, Op(op_a), Op(op_b), scalar(handle, alpha), A->operand,
                            B->operand, scalar(handle, beta), C->operand, spmm_options(algorithm)));
}

void spmm_plan_create(filigree_handle_t handle, filigree_spmm_plan_t* plan, filigree_op_t op_a,
                      filigree_const_sparse_matrix_t A) {
  *plan = new filigree_spmm_plan{runtime::make_spmm_plan(handle->target, Op(op_a), A->operand, {})};
}

void spmm_plan_destroy(filigree_spmm_plan_t plan) { destroy(plan); }

void spmm_plan_get_workspace_bytes(filigree_const_spmm_plan_t plan, std::int64_t num_cols,
                                   std::size_t* bytes) {
  *bytes = runtime::spmm_workspace_bytes(plan->plan, num_cols);
}

void spmm_plan_run(filigree_handle_t handle, filigree_const_spmm_plan_t plan, filigree_op_t op_b,
                   const void* alpha, filigree_const_sparse_matrix_t A,
                   filigree_const_dense_matrix_t B, const void* beta, filigree_dense_matrix_t C,
                   void* workspace, std::size_t workspace_bytes) {
  note_kernel(handle, runtime::spmm(handle->target, plan->plan, Op(op_b), scalar(handle, alpha),
                                    A->operand, B->operand, scalar(handle, beta), C->operand,
                                    {workspace, workspace_bytes}));
}

void sddmm(filigree_handle_t handle, filigree_op_t op_a, filigree_op_t op_b, const void* alpha,
           filigree_const_dense_matrix_t A, filigree_const_dense_matrix_t B, const void* beta,
           filigree_sparse_matrix_t C) {
  note_kernel(handle, runtime::sddmm(handle->target, Op(op_a), Op(op_b), scalar(handle, alpha),
                                     A->operand, B->operand, scalar(handle, beta), C->operand, {}));
}

void sddmm_plan_create(filigree_handle_t handle, filigree_sddmm_plan_t* plan,
                       filigree_const_sparse_matrix_t C) {
  *plan = new filigree_sddmm_plan{runtime::make_sddmm_plan(handle->target, C->operand, {})};
}

void sddmm_plan_destroy(filigree_sddmm_plan_t plan) { destroy(plan); }

void sddmm_plan_get_workspace_bytes(filigree_const_sddmm_plan_t plan, std::int64_t inner,
                                    std::size_t* bytes) {
  *bytes = runtime::sddmm_workspace_bytes(plan->plan, inner);
}

void sddmm_plan_run(filigree_handle_t handle, filigree_const_sddmm_plan_t plan, filigree_op_t op_a,
                    filigree_op_t op_b, const void* alpha, filigree_const_dense_matrix_t A,
                    filigree_const_dense_matrix_t B, const void* beta, filigree_sparse_matrix_t C,
                    void* workspace, std::size_t workspace_bytes) {
  note_kernel(handle,
              runtime::sddmm(handle->target, plan->plan, Op(op_a), Op(op_b), scalar(handle, alpha),
                             A->operand, B->operand, scalar(handle, beta), C->operand,
                             {workspace, workspace_bytes}));
}

}  // namespace filigree::c
