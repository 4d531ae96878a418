// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <runtime/vectors.hpp>

#include <cusparse/guard.hpp>
#include <cusparse/legacy.hpp>

/// Operations on a sparse and a dense vector.

namespace filigree::cusparse {
namespace {

/// As large as any result of a dot product.
constexpr std::size_t dot_bytes = 16;

void check_dot(const char* call, cusparseOperation_t op, const cusparseSpVecDescr& x,
               cudaDataType compute) {
  require(op != CUSPARSE_OPERATION_TRANSPOSE, call, "opX", "CUSPARSE_OPERATION_TRANSPOSE",
          "CUSPARSE_OPERATION_NON_TRANSPOSE or CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE");
  runtime::check_spvv_types(x.operand.scalar, scalar_type(call, "computeType", compute));
}

}  // namespace

void Axpby(cusparseHandle_t handle, const void* alpha, cusparseConstSpVecDescr_t x,
           const void* beta, cusparseDnVecDescr_t y) {
  runtime::axpby(handle->target, handle->scalar(alpha), x->operand, handle->scalar(beta),
                 y->operand);
}

void Gather(cusparseHandle_t handle, cusparseConstDnVecDescr_t y, cusparseSpVecDescr_t x) {
  runtime::gather(handle->target, y->operand, x->operand);
}

void Scatter(cusparseHandle_t handle, cusparseConstSpVecDescr_t x, cusparseDnVecDescr_t y) {
  runtime::scatter(handle->target, x->operand, y->operand);
}

void Rot(cusparseHandle_t handle, const void* c, const void* s, cusparseSpVecDescr_t x,
         cusparseDnVecDescr_t y) {
  runtime::rot(handle->target, handle->scalar(c), handle->scalar(s), x->operand, y->operand);
}

void SpVV_bufferSize(cusparseHandle_t handle, cusparseOperation_t op, cusparseConstSpVecDescr_t x,
                     cusparseConstDnVecDescr_t, const void*, cudaDataType compute,
                     std::size_t* bytes) {
  check_dot("cusparseSpVV_bufferSize", op, *x, compute);
  *bytes = handle->target.is_host() ? 0 : dot_bytes;
}

void SpVV(cusparseHandle_t handle, cusparseOperation_t op, cusparseConstSpVecDescr_t x,
          cusparseConstDnVecDescr_t y, void* result, cudaDataType compute, void* buffer) {
  constexpr const char* call = "cusparseSpVV";
  check_dot(call, op, *x, compute);
  const runtime::ScalarType type = scalar_type(call, "computeType", compute);
  const bool is_copied = !handle->reaches_results();
  if (is_copied) check_pointer(call, "externalBuffer", buffer);
  runtime::spvv(handle->target, cusparse::op(op), x->operand, y->operand, type,
                is_copied ? buffer : result);
  if (is_copied) copy_result(call, *handle, result, buffer, size_of(type));
}

}  // namespace filigree::cusparse
