// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <c/objects.hpp>

/// Operations whose result is a sparse matrix: a plan has its pattern, the caller the arrays.

namespace filigree::c {
namespace {

void get_size(const runtime::ResultPlan& plan, std::int64_t* num_rows, std::int64_t* num_cols,
              std::int64_t* nnz) {
  *num_rows = plan.result.num_rows;
  *num_cols = plan.result.num_cols;
  *nnz = plan.result.nnz;
}

/// Arrays with the pattern.
filigree_sparse_matrix* make_result(filigree_handle_t handle, const runtime::ResultPlan& plan) {
  const runtime::OwnedMatrix result = runtime::allocate_matrix(handle->target, plan.result);
  runtime::copy_pattern(handle->target, plan, result.operand);
  handle->target.fence();  // other streams may use it
  return describe(result);
}

const runtime::SparseOperand* operand_or_null(filigree_const_sparse_matrix_t matrix) {
  return matrix == nullptr ? nullptr : &matrix->operand;
}

}  // namespace

// --- products ------------------------------------------------------------------------------------

void spgemm_plan_create(filigree_handle_t handle, filigree_spgemm_plan_t* plan, filigree_op_t op_a,
                        filigree_op_t op_b, filigree_const_sparse_matrix_t A,
                        filigree_const_sparse_matrix_t B, filigree_const_sparse_matrix_t D,
                        filigree_index_type_t offset_type, std::int64_t memory_limit_bytes) {
  SpgemmOptions options;
  if (memory_limit_bytes > 0) options.memory_limit_bytes = memory_limit_bytes;
  *plan = new filigree_spgemm_plan{
      runtime::make_spgemm_plan(handle->target, Op(op_a), Op(op_b), A->operand, B->operand,
                                operand_or_null(D), runtime::IndexType(offset_type), options)};
}

void spgemm_plan_destroy(filigree_spgemm_plan_t plan) { destroy(plan); }

void spgemm_plan_get_size(filigree_const_spgemm_plan_t plan, std::int64_t* num_rows,
                          std::int64_t* num_cols, std::int64_t* nnz) {
  get_size(plan->plan, num_rows, num_cols, nnz);
}

void spgemm_plan_get_workspace_bytes(filigree_const_spgemm_plan_t plan, std::size_t* bytes) {
  *bytes = runtime::spgemm_workspace_bytes(plan->plan);
}

void spgemm_plan_get_pattern(filigree_handle_t handle, filigree_const_spgemm_plan_t plan,
                             filigree_sparse_matrix_t C) {
  runtime::copy_pattern(handle->target, plan->plan, C->operand);
}

void spgemm_plan_make_result(filigree_handle_t handle, filigree_const_spgemm_plan_t plan,
                             filigree_sparse_matrix_t* C) {
  *C = make_result(handle, plan->plan);
}

void spgemm_plan_run(filigree_handle_t handle, filigree_const_spgemm_plan_t plan, const void* alpha,
                     filigree_const_sparse_matrix_t A, filigree_const_sparse_matrix_t B,
                     const void* beta, filigree_const_sparse_matrix_t D, filigree_sparse_matrix_t C,
                     void* workspace, std::size_t workspace_bytes) {
  note_kernel(handle, runtime::spgemm(handle->target, plan->plan, scalar(handle, alpha), A->operand,
                                      B->operand, scalar(handle, beta), operand_or_null(D),
                                      C->operand, {workspace, workspace_bytes}));
}

// --- sums ----------------------------------------------------------------------------------------

void geam_plan_create(filigree_handle_t handle, filigree_geam_plan_t* plan, filigree_op_t op_a,
                      filigree_const_sparse_matrix_t A, filigree_op_t op_b,
                      filigree_const_sparse_matrix_t B, filigree_index_type_t offset_type) {
  *plan = new filigree_geam_plan{runtime::make_geam_plan(handle->target, Op(op_a), A->operand,
                                                         Op(op_b), B->operand,
                                                         runtime::IndexType(offset_type), {})};
}

void geam_plan_destroy(filigree_geam_plan_t plan) { destroy(plan); }

void geam_plan_get_size(filigree_const_geam_plan_t plan, std::int64_t* num_rows,
                        std::int64_t* num_cols, std::int64_t* nnz) {
  get_size(plan->plan, num_rows, num_cols, nnz);
}

void geam_plan_get_pattern(filigree_handle_t handle, filigree_const_geam_plan_t plan,
                           filigree_sparse_matrix_t C) {
  runtime::copy_pattern(handle->target, plan->plan, C->operand);
}

void geam_plan_make_result(filigree_handle_t handle, filigree_const_geam_plan_t plan,
                           filigree_sparse_matrix_t* C) {
  *C = make_result(handle, plan->plan);
}

void geam_plan_run(filigree_handle_t handle, filigree_const_geam_plan_t plan, const void* alpha,
                   filigree_const_sparse_matrix_t A, const void* beta,
                   filigree_const_sparse_matrix_t B, filigree_sparse_matrix_t C) {
  note_kernel(handle, runtime::geam(handle->target, plan->plan, scalar(handle, alpha), A->operand,
                                    scalar(handle, beta), B->operand, C->operand));
}

// --- conversions ---------------------------------------------------------------------------------

void convert(filigree_handle_t handle, filigree_const_sparse_matrix_t A,
             filigree_sparse_matrix_t B) {
  runtime::convert(handle->target, A->operand, B->operand);
}

void sparse_to_dense(filigree_handle_t handle, filigree_const_sparse_matrix_t A,
                     filigree_dense_matrix_t B) {
  runtime::to_dense(handle->target, A->operand, B->operand);
}

void dense_to_sparse_plan_create(filigree_handle_t handle, filigree_dense_to_sparse_plan_t* plan,
                                 filigree_const_dense_matrix_t A, filigree_format_t format,
                                 filigree_index_type_t offset_type,
                                 filigree_index_type_t index_type, filigree_index_base_t base) {
  *plan = new filigree_dense_to_sparse_plan{runtime::make_dense_to_sparse_plan(
      handle->target, A->operand, Format(format), runtime::IndexType(offset_type),
      runtime::IndexType(index_type), IndexBase(base))};
}

void dense_to_sparse_plan_destroy(filigree_dense_to_sparse_plan_t plan) { destroy(plan); }

void dense_to_sparse_plan_get_size(filigree_const_dense_to_sparse_plan_t plan,
                                   std::int64_t* num_rows, std::int64_t* num_cols,
                                   std::int64_t* nnz) {
  get_size(plan->plan, num_rows, num_cols, nnz);
}

void dense_to_sparse_plan_get_pattern(filigree_handle_t handle,
                                      filigree_const_dense_to_sparse_plan_t plan,
                                      filigree_sparse_matrix_t C) {
  runtime::copy_pattern(handle->target, plan->plan, C->operand);
}

void dense_to_sparse_plan_make_result(filigree_handle_t handle,
                                      filigree_const_dense_to_sparse_plan_t plan,
                                      filigree_sparse_matrix_t* C) {
  *C = make_result(handle, plan->plan);
}

void dense_to_sparse_plan_run(filigree_handle_t handle, filigree_const_dense_to_sparse_plan_t plan,
                              filigree_const_dense_matrix_t A, filigree_sparse_matrix_t C) {
  runtime::dense_to_sparse(handle->target, plan->plan, A->operand, C->operand);
}

}  // namespace filigree::c
