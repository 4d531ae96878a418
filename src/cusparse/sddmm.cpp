// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include <filigree/core/error.hpp>
#include <runtime/product_types.hpp>
#include <runtime/sddmm.hpp>

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

  int batch_count() const { return std::max({A.batch_count, B.batch_count, C.batch_count}); }
};

void check_product(const Sampled& product, cudaDataType compute) {
  const auto& [call, op_a, op_b, A, B, C] = product;
  require(C.format == CUSPARSE_FORMAT_CSR || C.format == CUSPARSE_FORMAT_CSC, call, "matC",
          "a matrix of another format", "format CSR or CSC");
  const int count = product.batch_count();
  const auto fits = [&](int members) { return members == 1 || members == count; };
  check(fits(A.batch_count) && fits(B.batch_count) && C.batch_count == count, call, "batchCount",
        "batches of different sizes", "one size, or one dense matrix for all");
  check(count == 1 || C.values_stride >= C.operand.nnz, call, "matC", "results that overlap",
        "a stride of all values");
  runtime::check_sddmm(op(op_a), op(op_b), A.operand, B.operand, C.operand);
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
  *bytes = 0;
}

void SDDMM_preprocess(cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b,
                      const void*, cusparseConstDnMatDescr_t A, cusparseConstDnMatDescr_t B,
                      const void*, cusparseSpMatDescr_t C, cudaDataType compute, cusparseSDDMMAlg_t,
                      void*) {
  check_product({"cusparseSDDMM_preprocess", op_a, op_b, *A, *B, *C}, compute);
  if (!C->has_one_pattern()) return;
  auto plan = std::make_shared<const runtime::Plan>(
      runtime::make_sddmm_plan(handle->target, as_stored(*handle, C->operand), {}));
  const std::int64_t inner =
      op_a == CUSPARSE_OPERATION_NON_TRANSPOSE ? A->operand.num_cols : A->operand.num_rows;
  // A workspace would be allocated by each product, and by a captured one that must not be.
  if (!handle->target.is_host() && runtime::sddmm_workspace_bytes(*plan, inner) > 0) plan = nullptr;
  C->plans.keep(PlannedProduct::sddmm, Op::none, std::move(plan));
}

void SDDMM(cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b,
           const void* alpha, cusparseConstDnMatDescr_t A, cusparseConstDnMatDescr_t B,
           const void* beta, cusparseSpMatDescr_t C, cudaDataType compute, cusparseSDDMMAlg_t,
           void*) {
  const Sampled product{"cusparseSDDMM", op_a, op_b, *A, *B, *C};
  check_product(product, compute);
  const auto plan = C->plans.find(PlannedProduct::sddmm, Op::none);
  for (int i = 0; i < product.batch_count(); ++i) {
    const runtime::DenseOperand a = A->batch_count == 1 ? A->operand : batch_member(*A, i);
    const runtime::DenseOperand b = B->batch_count == 1 ? B->operand : batch_member(*B, i);
    const runtime::SparseOperand c = as_stored(*handle, batch_member(*C, i));
    if (plan != nullptr)
      runtime::sddmm(handle->target, *plan, op(op_a), op(op_b), handle->scalar(alpha), a, b,
                     handle->scalar(beta), c, {});
    else
      runtime::sddmm(handle->target, op(op_a), op(op_b), handle->scalar(alpha), a, b,
                     handle->scalar(beta), c, {});
  }
}

}  // namespace filigree::cusparse
