// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/core/error.hpp>
#include <runtime/product_types.hpp>
#include <runtime/products.hpp>

#include <cusparse/planned.hpp>
#include <cusparse/products.hpp>
#include <cusparse/vector_product.hpp>

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

/// Options for an algorithm: some promise bitwise equal results.
SpmvOptions options_of(cusparseSpMVAlg_t algorithm,
                       PatternCheck pattern_check = PatternCheck::identity) {
  SpmvOptions options;
  options.pattern_check = pattern_check;
  options.deterministic =
      algorithm == CUSPARSE_SPMV_CSR_ALG2 || algorithm == CUSPARSE_SPMV_COO_ALG2;
  return options;
}

}  // namespace

void check_product(const VectorProduct& product) {
  const auto& [call, op, A, x, y, z, compute, algorithm] = product;
  require(fits(algorithm, A.format), call, "alg", "an algorithm for another format",
          "CUSPARSE_SPMV_ALG_DEFAULT, or one of matA's format");
  require(A.batch_count == 1, call, "matA", "a batch", "one matrix");
  runtime::check_spmv(cusparse::op(op), A.operand, x.operand, y.operand, z.operand);
  runtime::visit_spmv_types(
      {A.operand.scalar, x.operand.scalar, y.operand.scalar},
      [&](const auto& types) { check_compute_type(product.call, types, product.compute); });
}

void check_without_arrays(const VectorProduct& product) {
  const cusparseDnVecDescr x = without_array(product.x, 1), y = without_array(product.y, 2),
                           z = without_array(product.z, 3);
  check_product({product.call, product.op, product.A, x, y, z, product.compute, product.algorithm});
}

std::shared_ptr<const KeptPlan> make_plan(const cusparseContext& handle,
                                          const VectorProduct& product) {
  return kept_plan(
      handle,
      runtime::make_spmv_plan(handle.target, op(product.op), as_stored(handle, product.A.operand),
                              options_of(product.algorithm)),
      runtime::spmv_workspace_bytes);
}

void multiply(const cusparseContext& handle, const VectorProduct& product, const void* alpha,
              const void* beta) {
  check_product(product);
  const Op op = cusparse::op(product.op);
  const runtime::SparseOperand A = as_stored(handle, product.A.operand);
  const runtime::VectorOperand &x = product.x.operand, &y = product.y.operand,
                               &z = product.z.operand;
  const auto a = handle.scalar(alpha), b = handle.scalar(beta);
  run_planned(
      {handle, product.A.plans, PlannedProduct::spmv, op, 1, true},
      [&] { runtime::spmv(handle.target, op, a, A, x, b, y, z, options_of(product.algorithm)); },
      [&](PatternCheck pattern_check) {
        return runtime::make_spmv_plan(handle.target, op, A,
                                       options_of(product.algorithm, pattern_check));
      },
      runtime::spmv_workspace_bytes,
      [&](const runtime::Plan& plan, const runtime::Workspace& workspace) {
        runtime::spmv(handle.target, plan, a, A, x, b, y, z, workspace);
      });
}

void SpMV_bufferSize(cusparseHandle_t, cusparseOperation_t op, const void*,
                     cusparseConstSpMatDescr_t A, cusparseConstDnVecDescr_t x, const void*,
                     cusparseDnVecDescr_t y, cudaDataType compute, cusparseSpMVAlg_t algorithm,
                     std::size_t* bytes) {
  const cusparseDnVecDescr any_x = without_array(*x, 1), any_y = without_array(*y, 2);
  check_product({"cusparseSpMV_bufferSize", op, *A, any_x, any_y, any_y, compute, algorithm});
  *bytes = 0;
}

void SpMV_preprocess(cusparseHandle_t handle, cusparseOperation_t op, const void*,
                     cusparseConstSpMatDescr_t A, cusparseConstDnVecDescr_t x, const void*,
                     cusparseDnVecDescr_t y, cudaDataType compute, cusparseSpMVAlg_t algorithm,
                     void*) {
  const VectorProduct product{"cusparseSpMV_preprocess", op, *A, *x, *y, *y, compute, algorithm};
  check_product(product);
  A->plans.promise(PlannedProduct::spmv, cusparse::op(op), make_plan(*handle, product));
}

void SpMV(cusparseHandle_t handle, cusparseOperation_t op, const void* alpha,
          cusparseConstSpMatDescr_t A, cusparseConstDnVecDescr_t x, const void* beta,
          cusparseDnVecDescr_t y, cudaDataType compute, cusparseSpMVAlg_t algorithm, void*) {
  multiply(*handle, {"cusparseSpMV", op, *A, *x, *y, *y, compute, algorithm}, alpha, beta);
}

}  // namespace filigree::cusparse
