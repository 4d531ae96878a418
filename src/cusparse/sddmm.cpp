// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include <filigree/core/error.hpp>
#include <runtime/convert.hpp>
#include <runtime/product_types.hpp>
#include <runtime/sddmm.hpp>

#include <cusparse/planned.hpp>
#include <cusparse/products.hpp>

/// The product of dense matrices at the entries of a sparse one, and batches of such products.

namespace filigree::cusparse {
namespace {

/// C = alpha (op_a(A) op_b(B)) o spy(C) + beta C
struct Sampled {
  const char* call;
  cusparseOperation_t op_a;
  cusparseOperation_t op_b;
  const cusparseDnMatDescr& A;
  const cusparseDnMatDescr& B;
  const cusparseSpMatDescr& C;

  std::int64_t inner() const {
    return op_a == CUSPARSE_OPERATION_NON_TRANSPOSE ? A.operand.num_cols : A.operand.num_rows;
  }
  int batch_count() const { return std::max({A.batch_count, B.batch_count, C.batch_count}); }
};

/// Coordinates row by row as rows, whose offsets are elsewhere; all others as they are.
runtime::SparseOperand as_rows(runtime::SparseOperand C, void* offsets) {
  if (C.format != Format::coo) return C;
  C.format = Format::csr;
  C.offset = C.index;
  C.offsets = offsets;
  return C;
}

void check_product(const Sampled& product, cudaDataType compute) {
  const auto& [call, op_a, op_b, A, B, C] = product;
  const int count = product.batch_count();
  const auto fits = [&](int members) { return members == 1 || members == count; };
  check(fits(A.batch_count) && fits(B.batch_count) && C.batch_count == count, call, "batchCount",
        "batches of different sizes", "one size, or one dense matrix for all");
  check(count == 1 || C.values_stride >= C.operand.nnz, call, "matC", "results that overlap",
        "a stride of all values");
  // of coordinates the row indices, which are there, stand for the offsets, which may not be yet
  runtime::check_sddmm(op(op_a), op(op_b), A.operand, B.operand,
                       as_rows(C.operand, C.operand.row_indices));
  runtime::visit_sddmm_types(
      {A.operand.scalar, B.operand.scalar, C.operand.scalar},
      [&, call = call](const auto& types) { check_compute_type(call, types, compute); });
}

}  // namespace

void SDDMM_bufferSize(cusparseHandle_t, cusparseOperation_t op_a, cusparseOperation_t op_b,
                      const void*, cusparseConstDnMatDescr_t A, cusparseConstDnMatDescr_t B,
                      const void*, cusparseSpMatDescr_t C, cudaDataType compute, cusparseSDDMMAlg_t,
                      std::size_t* bytes) {
  const cusparseDnMatDescr left = without_array(*A, 1), right = without_array(*B, 2);
  check_product({"cusparseSDDMM_bufferSize", op_a, op_b, left, right, *C}, compute);
  const runtime::SparseOperand& pattern = C->operand;
  *bytes = C->format == CUSPARSE_FORMAT_COO
               ? std::size_t(pattern.num_rows + 1) * size_of(pattern.index)
               : 0;
}

void SDDMM_preprocess(cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b,
                      const void*, cusparseConstDnMatDescr_t A, cusparseConstDnMatDescr_t B,
                      const void*, cusparseSpMatDescr_t C, cudaDataType compute, cusparseSDDMMAlg_t,
                      void*) {
  const Sampled product{"cusparseSDDMM_preprocess", op_a, op_b, *A, *B, *C};
  check_product(product, compute);
  if (!C->has_one_pattern() || C->format == CUSPARSE_FORMAT_COO) return;
  C->plans.promise(
      PlannedProduct::sddmm, Op::none,
      kept_plan(*handle,
                runtime::make_sddmm_plan(handle->target, as_stored(*handle, C->operand), {}),
                [&](const runtime::Plan& plan) {
                  return runtime::sddmm_workspace_bytes(plan, product.inner());
                }));
}

void SDDMM(cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b,
           const void* alpha, cusparseConstDnMatDescr_t A, cusparseConstDnMatDescr_t B,
           const void* beta, cusparseSpMatDescr_t C, cudaDataType compute, cusparseSDDMMAlg_t,
           void* buffer) {
  const Sampled product{"cusparseSDDMM", op_a, op_b, *A, *B, *C};
  check_product(product, compute);
  const std::int64_t inner = product.inner();
  const bool by_entries = C->format == CUSPARSE_FORMAT_COO;
  if (by_entries) check_pointer(product.call, "externalBuffer", buffer);
  for (int i = 0; i < product.batch_count(); ++i) {
    const runtime::DenseOperand a = A->batch_count == 1 ? A->operand : batch_member(*A, i);
    const runtime::DenseOperand b = B->batch_count == 1 ? B->operand : batch_member(*B, i);
    const runtime::SparseOperand stored = batch_member(*C, i);
    if (by_entries) runtime::row_offsets(handle->target, stored, buffer);
    const runtime::SparseOperand c = as_stored(*handle, as_rows(stored, buffer));
    run_planned(
        {*handle, C->plans, PlannedProduct::sddmm, Op::none, inner,
         C->has_one_pattern() && !by_entries, c},
        [&](int) {
          runtime::sddmm(handle->target, op(op_a), op(op_b), handle->scalar(alpha), a, b,
                         handle->scalar(beta), c, {});
          return true;
        },
        [&] { return runtime::make_sddmm_plan(handle->target, c, {}); },
        [&](const runtime::Plan& plan) { return runtime::sddmm_workspace_bytes(plan, inner); },
        [&](const runtime::Plan& plan, const runtime::Workspace& workspace) {
          runtime::sddmm(handle->target, plan, op(op_a), op(op_b), handle->scalar(alpha), a, b,
                         handle->scalar(beta), c, workspace);
        });
  }
}

}  // namespace filigree::cusparse
