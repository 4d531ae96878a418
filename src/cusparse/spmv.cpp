// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/core/error.hpp>
#include <runtime/product_types.hpp>
#include <runtime/products.hpp>

#include <cusparse/products.hpp>

/// Sparse matrix times vector.

namespace filigree::cusparse {
namespace {

bool fits(cusparseSpMVAlg_t algorithm, cusparseFormat_t format) {
  switch (algorithm) {
    case CUSPARSE_SPMV_ALG_DEFAULT:
      return true;
    case CUSPARSE_SPMV_CSR_ALG1:
    case CUSPARSE_SPMV_CSR_ALG2:
      return format == CUSPARSE_FORMAT_CSR || format == CUSPARSE_FORMAT_CSC;
    case CUSPARSE_SPMV_COO_ALG1:
    case CUSPARSE_SPMV_COO_ALG2:
      return format == CUSPARSE_FORMAT_COO;
    case CUSPARSE_SPMV_SELL_ALG1:
      return format == CUSPARSE_FORMAT_SLICED_ELLPACK;
    case CUSPARSE_SPMV_BSR_ALG1:
      return format == CUSPARSE_FORMAT_BSR;
  }
  return false;
}

/// Of those that promise bitwise equal results.
SpmvOptions options_of(cusparseSpMVAlg_t algorithm) {
  SpmvOptions options;
  options.deterministic =
      algorithm == CUSPARSE_SPMV_CSR_ALG2 || algorithm == CUSPARSE_SPMV_COO_ALG2;
  return options;
}

void check_product(const char* call, cusparseOperation_t op, const cusparseSpMatDescr& A,
                   const cusparseDnVecDescr& x, const cusparseDnVecDescr& y, cudaDataType compute,
                   cusparseSpMVAlg_t algorithm) {
  require_product_format(call, A);
  require(fits(algorithm, A.format), call, "alg", "an algorithm for another format",
          "CUSPARSE_SPMV_ALG_DEFAULT, or one of matA's format");
  require(A.batch_count == 1, call, "matA", "a batch", "one matrix");
  runtime::check_spmv(cusparse::op(op), A.operand, x.operand, y.operand);
  runtime::visit_spmv_types({A.operand.scalar, x.operand.scalar, y.operand.scalar},
                            [&](const auto& types) { check_compute_type(call, types, compute); });
}

}  // namespace

void SpMV_bufferSize(cusparseHandle_t, cusparseOperation_t op, const void*,
                     cusparseConstSpMatDescr_t A, cusparseConstDnVecDescr_t x, const void*,
                     cusparseDnVecDescr_t y, cudaDataType compute, cusparseSpMVAlg_t algorithm,
                     std::size_t* bytes) {
  check_product("cusparseSpMV_bufferSize", op, *A, without_array(*x, 1), without_array(*y, 2),
                compute, algorithm);
  *bytes = 0;
}

void SpMV_preprocess(cusparseHandle_t handle, cusparseOperation_t op, const void*,
                     cusparseConstSpMatDescr_t A, cusparseConstDnVecDescr_t x, const void*,
                     cusparseDnVecDescr_t y, cudaDataType compute, cusparseSpMVAlg_t algorithm,
                     void*) {
  check_product("cusparseSpMV_preprocess", op, *A, *x, *y, compute, algorithm);
  auto plan = std::make_shared<const runtime::Plan>(runtime::make_spmv_plan(
      handle->target, cusparse::op(op), as_stored(*handle, A->operand), options_of(algorithm)));
  // A workspace would be allocated by each product, and by a captured one that must not be.
  if (!handle->target.is_host() && runtime::spmv_workspace_bytes(*plan) > 0) plan = nullptr;
  A->plans.keep(PlannedProduct::spmv, cusparse::op(op), std::move(plan));
}

void SpMV(cusparseHandle_t handle, cusparseOperation_t op, const void* alpha,
          cusparseConstSpMatDescr_t A, cusparseConstDnVecDescr_t x, const void* beta,
          cusparseDnVecDescr_t y, cudaDataType compute, cusparseSpMVAlg_t algorithm, void*) {
  check_product("cusparseSpMV", op, *A, *x, *y, compute, algorithm);
  const runtime::SparseOperand operand = as_stored(*handle, A->operand);
  if (const auto plan = A->plans.find(PlannedProduct::spmv, cusparse::op(op)))
    runtime::spmv(handle->target, *plan, handle->scalar(alpha), operand, x->operand,
                  handle->scalar(beta), y->operand, {});
  else
    runtime::spmv(handle->target, cusparse::op(op), handle->scalar(alpha), operand, x->operand,
                  handle->scalar(beta), y->operand, options_of(algorithm));
}

}  // namespace filigree::cusparse
