// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include <filigree/core/error.hpp>
#include <runtime/product_types.hpp>
#include <runtime/products.hpp>

#include <cusparse/planned.hpp>
#include <cusparse/products.hpp>

/// Sparse matrix times dense matrix, and batches of such products.

namespace filigree::cusparse {
namespace {

bool fits(cusparseSpMMAlg_t algorithm, cusparseFormat_t format) {
  switch (algorithm) {
    case CUSPARSE_SPMM_ALG_DEFAULT:
      return true;
    case CUSPARSE_SPMM_COO_ALG1:
    case CUSPARSE_SPMM_COO_ALG2:
    case CUSPARSE_SPMM_COO_ALG3:
    case CUSPARSE_SPMM_COO_ALG4:
      return format == CUSPARSE_FORMAT_COO;
    case CUSPARSE_SPMM_CSR_ALG1:
    case CUSPARSE_SPMM_CSR_ALG2:
    case CUSPARSE_SPMM_CSR_ALG3:
      return format == CUSPARSE_FORMAT_CSR || format == CUSPARSE_FORMAT_CSC;
    case CUSPARSE_SPMM_BLOCKED_ELL_ALG1:
      return format == CUSPARSE_FORMAT_BLOCKED_ELL;
    case CUSPARSE_SPMM_BSR_ALG1:
      return format == CUSPARSE_FORMAT_BSR;
  }
  return false;
}

/// Options for an algorithm: some promise bitwise equal results.
SpmmOptions options_of(cusparseSpMMAlg_t algorithm) {
  SpmmOptions options;
  options.deterministic =
      algorithm == CUSPARSE_SPMM_COO_ALG2 || algorithm == CUSPARSE_SPMM_CSR_ALG3;
  return options;
}

struct Product {
  const char* call;
  cusparseOperation_t op_a;
  cusparseOperation_t op_b;
  const cusparseSpMatDescr& A;
  const cusparseDnMatDescr& B;
  const cusparseDnMatDescr& C;

  int batch_count() const { return std::max({A.batch_count, B.batch_count, C.batch_count}); }
};

/// A and B may be one for all products of a batch.
void check_batch(const Product& product) {
  const int count = product.batch_count();
  const auto fits = [&](int members) { return members == 1 || members == count; };
  check(fits(product.A.batch_count) && fits(product.B.batch_count), product.call, "batchCount",
        "batches of different sizes", "one size, or one matrix for all");
  check(product.C.batch_count == count, product.call, "matC", "fewer matrices than products",
        "one a product");
  const auto& C = product.C.operand;
  const std::int64_t lines = C.layout == runtime::Layout::row_major ? C.num_rows : C.num_cols;
  check(count == 1 || product.C.batch_stride >= lines * C.leading_dimension, product.call, "matC",
        "results that overlap", "a stride of a whole matrix");
}

void check_product(const Product& product, cudaDataType compute, cusparseSpMMAlg_t algorithm) {
  const auto& [call, op_a, op_b, A, B, C] = product;
  require(fits(algorithm, A.format), call, "alg", "an algorithm for another format",
          "CUSPARSE_SPMM_ALG_DEFAULT, or one of matA's format");
  check_batch(product);
  runtime::check_spmm(op(op_a), op(op_b), A.operand, B.operand, C.operand);
  runtime::visit_spmm_types(
      {A.operand.scalar, B.operand.scalar, C.operand.scalar},
      [&, call = call](const auto& types) { check_compute_type(call, types, compute); });
}

}  // namespace

void SpMM_bufferSize(cusparseHandle_t, cusparseOperation_t op_a, cusparseOperation_t op_b,
                     const void*, cusparseConstSpMatDescr_t A, cusparseConstDnMatDescr_t B,
                     const void*, cusparseDnMatDescr_t C, cudaDataType compute,
                     cusparseSpMMAlg_t algorithm, std::size_t* bytes) {
  const cusparseDnMatDescr dense = without_array(*B, 1), result = without_array(*C, 2);
  check_product({"cusparseSpMM_bufferSize", op_a, op_b, *A, dense, result}, compute, algorithm);
  *bytes = 0;
}

void SpMM_preprocess(cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b,
                     const void*, cusparseConstSpMatDescr_t A, cusparseConstDnMatDescr_t B,
                     const void*, cusparseDnMatDescr_t C, cudaDataType compute,
                     cusparseSpMMAlg_t algorithm, void*) {
  check_product({"cusparseSpMM_preprocess", op_a, op_b, *A, *B, *C}, compute, algorithm);
  if (!A->has_one_pattern()) return;
  A->plans.promise(
      PlannedProduct::spmm, op(op_a),
      kept_plan(*handle,
                runtime::make_spmm_plan(handle->target, op(op_a), as_stored(*handle, A->operand),
                                        options_of(algorithm)),
                [&](const runtime::Plan& plan) {
                  return runtime::spmm_workspace_bytes(plan, C->operand.num_cols);
                }));
}

void SpMM(cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b,
          const void* alpha, cusparseConstSpMatDescr_t A, cusparseConstDnMatDescr_t B,
          const void* beta, cusparseDnMatDescr_t C, cudaDataType compute,
          cusparseSpMMAlg_t algorithm, void*) {
  const Product product{"cusparseSpMM", op_a, op_b, *A, *B, *C};
  check_product(product, compute, algorithm);
  const std::int64_t columns = C->operand.num_cols;
  const SpmmOptions options = options_of(algorithm);
  // A plan rounds otherwise than one call, and times would choose between them.
  const bool may_try = A->has_one_pattern() && !options.deterministic;
  for (int i = 0; i < product.batch_count(); ++i) {
    const runtime::SparseOperand a =
        as_stored(*handle, A->batch_count == 1 ? A->operand : batch_member(*A, i));
    const runtime::DenseOperand b = B->batch_count == 1 ? B->operand : batch_member(*B, i);
    const runtime::DenseOperand c = batch_member(*C, i);
    run_planned(
        {*handle, A->plans, PlannedProduct::spmm, op(op_a), columns, may_try, a},
        [&](int) {
          runtime::spmm(handle->target, op(op_a), op(op_b), handle->scalar(alpha), a, b,
                        handle->scalar(beta), c, options);
          return true;
        },
        [&] { return runtime::make_spmm_plan(handle->target, op(op_a), a, options); },
        [&](const runtime::Plan& plan) { return runtime::spmm_workspace_bytes(plan, columns); },
        [&](const runtime::Plan& plan, const runtime::Workspace& workspace) {
          runtime::spmm(handle->target, plan, op(op_b), handle->scalar(alpha), a, b,
                        handle->scalar(beta), c, workspace);
        });
  }
}

}  // namespace filigree::cusparse
