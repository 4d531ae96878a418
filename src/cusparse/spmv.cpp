// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>
#include <span>
#include <string_view>

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
SpmvOptions options_of(cusparseSpMVAlg_t algorithm) {
  SpmvOptions options;
  options.deterministic =
      algorithm == CUSPARSE_SPMV_CSR_ALG2 || algorithm == CUSPARSE_SPMV_COO_ALG2;
  return options;
}

/// How the rows of op(A) lie.
enum class Rows {
  stored,     ///< compressed, one behind the other
  scattered,  ///< those of op(A)^T do
  other
};
Rows rows_of(const runtime::SparseOperand& A, Op op) {
  const bool compressed = A.format == Format::csr || A.format == Format::csc;
  if (!compressed || A.properties.type != MatrixType::general) return Rows::other;
  return (A.format == Format::csr) == (op == Op::none) ? Rows::stored : Rows::scattered;
}

/// The kernels of a device for one call, of which one is the fastest for a pattern; the library's
/// choice comes first.
constexpr std::array<std::string_view, 1> no_others{""};
constexpr std::array<std::string_view, 2> kernels_for_stored{"", "csr_warp_tile_cuda"};
constexpr std::array<std::string_view, 3> kernels_for_scattered{"", "csr_scatter_lanes_cuda",
                                                                "csr_scatter_runs_cuda"};
std::span<const std::string_view> one_call_kernels(const runtime::Target& target, Rows rows) {
  if (target.is_host() || rows == Rows::other) return no_others;
  if (rows == Rows::stored) return kernels_for_stored;
  return kernels_for_scattered;
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
  SpmvOptions options = options_of(product.algorithm);
  const Rows rows = rows_of(A, op);
  const auto kernels = one_call_kernels(handle.target, rows);
  // Kernels round differently, and times would choose between them.
  const bool may_try = !options.deterministic;
  PlannedCall call{handle, product.A.plans, PlannedProduct::spmv, op, 1, may_try, A};
  call.kernels = int(kernels.size());
  // A plan that reads the indices where they lie holds what follows from the offsets alone.
  if (rows == Rows::stored) call.watched = runtime::Watched::offsets;
  const auto once = [&](int kernel) {
    options.kernel = kernels[std::size_t(kernel)];
    try {
      runtime::spmv(handle.target, op, a, A, x, b, y, z, options);
      return true;
    } catch (const Error& error) {
      if (kernel == 0 || error.status() != Status::not_supported) throw;
    }
    options.kernel = {};
    runtime::spmv(handle.target, op, a, A, x, b, y, z, options);
    return false;
  };
  const auto make = [&] {
    SpmvOptions of_plan;
    of_plan.compress = rows != Rows::stored;
    return runtime::make_spmv_plan(handle.target, op, A, of_plan);
  };
  run_planned(call, once, make, runtime::spmv_workspace_bytes,
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
