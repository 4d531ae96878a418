// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstring>
#include <string>

#include <cusparse/guard.hpp>
#include <cusparse/vector_product.hpp>

/// Sparse matrix times vector, whose operation and algorithm a description has, with a result that
/// may lie elsewhere than the vector that is added.

struct cusparseSpMVDescr {
  cusparseOperation_t op = CUSPARSE_OPERATION_NON_TRANSPOSE;
  cusparseSpMVAlg_t algorithm = CUSPARSE_SPMV_ALG_DEFAULT;
  void* buffer = nullptr;  ///< kept for who asks; products need none
};

namespace filigree::cusparse {
namespace {

/// f(the parameter's place). Throws where the caller's memory is not one.
template <class F>
void with_parameter(const char* call, cusparseSpMVDescr& description, cusparseApiParam_t parameter,
                    const void* data, std::size_t bytes, const F& f) {
  check_pointer(call, "data", data);
  const auto apply = [&](auto& member) {
    check(bytes == sizeof member, call, "dataSize", std::to_string(bytes).c_str(),
          ("the size of the parameter, " + std::to_string(sizeof member)).c_str());
    f(member);
  };
  if (parameter == CUSPARSE_PARAM_OP) apply(description.op);
  if (parameter == CUSPARSE_PARAM_ALG) apply(description.algorithm);
  if (parameter == CUSPARSE_PARAM_BUFFER) apply(description.buffer);
}

void check_value(const char* call, cusparseOperation_t value) {
  check(
      value >= CUSPARSE_OPERATION_NON_TRANSPOSE && value <= CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE,
      call, "data", std::to_string(int(value)).c_str(), "a cusparseOperation_t");
}
void check_value(const char* call, cusparseSpMVAlg_t value) {
  check(value == CUSPARSE_SPMV_ALG_DEFAULT || value == CUSPARSE_SPMV_CSR_ALG1, call, "data",
        std::to_string(int(value)).c_str(), "CUSPARSE_SPMV_ALG_DEFAULT or CUSPARSE_SPMV_CSR_ALG1");
}
void check_value(const char*, const void*) {}

}  // namespace

void SpMV_createDescr(cusparseSpMVDescr_t* description) { *description = new cusparseSpMVDescr; }
void SpMV_destroyDescr(cusparseSpMVDescr_t description) { delete description; }

void SpMVDescrSetParam(cusparseSpMVDescr_t description, cusparseApiParam_t parameter, void* data,
                       std::size_t bytes) {
  constexpr const char* call = "cusparseSpMVDescrSetParam";
  with_parameter(call, *description, parameter, data, bytes, [&](auto& member) {
    auto value = member;
    std::memcpy(&value, data, sizeof value);
    check_value(call, value);
    member = value;
  });
}
void SpMVDescrGetParam(cusparseSpMVDescr_t description, cusparseApiParam_t parameter, void* data,
                       std::size_t bytes) {
  with_parameter("cusparseSpMVDescrGetParam", *description, parameter, data, bytes,
                 [&](const auto& member) { std::memcpy(data, &member, sizeof member); });
}

void SpMVGeneric_bufferSize(cusparseHandle_t, const void*, cusparseConstSpMatDescr_t A,
                            cusparseConstDnVecDescr_t x, const void*, cusparseConstDnVecDescr_t y,
                            cusparseDnVecDescr_t z, cudaDataType compute,
                            cusparseSpMVDescr_t description, std::size_t* bytes) {
  check_without_arrays({"cusparseSpMVGeneric_bufferSize", description->op, *A, *x, *y, *z, compute,
                        description->algorithm});
  *bytes = 0;
}
void SpMVGeneric_preprocess(cusparseHandle_t handle, const void*, cusparseConstSpMatDescr_t A,
                            cusparseConstDnVecDescr_t x, const void*, cusparseConstDnVecDescr_t y,
                            cusparseDnVecDescr_t z, cudaDataType compute,
                            cusparseSpMVDescr_t description) {
  const VectorProduct product{"cusparseSpMVGeneric_preprocess",
                              description->op,
                              *A,
                              *x,
                              *y,
                              *z,
                              compute,
                              description->algorithm};
  check_product(product);
  A->plans.promise(PlannedProduct::spmv, op(product.op), make_plan(*handle, product));
}
void SpMVGeneric(cusparseHandle_t handle, const void* alpha, cusparseConstSpMatDescr_t A,
                 cusparseConstDnVecDescr_t x, const void* beta, cusparseConstDnVecDescr_t y,
                 cusparseDnVecDescr_t z, cudaDataType compute, cusparseSpMVDescr_t description) {
  multiply(
      *handle,
      {"cusparseSpMVGeneric", description->op, *A, *x, *y, *z, compute, description->algorithm},
      alpha, beta);
}

}  // namespace filigree::cusparse
