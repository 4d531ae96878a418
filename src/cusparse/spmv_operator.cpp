// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <memory>
#include <string>

#include <runtime/products.hpp>

#include <cusparse/guard.hpp>
#include <cusparse/planned.hpp>
#include <cusparse/products.hpp>
#include <cusparse/user_code.hpp>
#include <cusparse/vector_product.hpp>

/// z = f(alpha op(A) x + beta y) with a plan, f being a function of the caller's or none.

/// The matrix with its analysis; plans share it.
struct cusparseSpMVOpDescr {
  filigree::runtime::SparseOperand A;
  cudaDataType compute;
  std::shared_ptr<const filigree::cusparse::KeptPlan> kept;
  filigree::runtime::ScalarType of_x, of_y;  ///< z's is y's
};

struct cusparseSpMVOpPlan {
  cusparseSpMVOpDescr product;
  /// z[row] = f(row, z[row]); none: no function.
  std::shared_ptr<filigree::cusparse::UserCode> epilogue;
};

namespace filigree::cusparse {
namespace {

VectorProduct product_of(const char* call, cusparseOperation_t op, cusparseConstSpMatDescr_t A,
                         cusparseConstDnVecDescr_t x, cusparseDnVecDescr_t y,
                         cusparseDnVecDescr_t z, cudaDataType compute) {
  return {call, op, *A, *x, *y, *z, compute};
}

/// Row by row, in place: a kernel of its own, so that any product's kernel may come before it.
std::string epilogue_source(const char* scalar) {
  return std::string("typedef ") + scalar + R"( Scalar;
__device__ Scalar spmvop_epilogue(int row, Scalar sum);
extern "C" __global__ void filigree_kernel(long long rows, Scalar* z) {
  const long long row = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) z[row] = spmvop_epilogue(int(row), z[row]);
}
)";
}

}  // namespace

void SpMVOp_bufferSize(cusparseHandle_t, cusparseOperation_t op, cusparseConstSpMatDescr_t A,
                       cusparseConstDnVecDescr_t x, cusparseDnVecDescr_t y, cusparseDnVecDescr_t z,
                       cudaDataType compute, cusparseSpMVOpAlg_t, std::size_t* bytes) {
  check_without_arrays(product_of("cusparseSpMVOp_bufferSize", op, A, x, y, z, compute));
  *bytes = 0;
}

void SpMVOp_createDescr(cusparseHandle_t handle, cusparseSpMVOpDescr_t* description,
                        cusparseOperation_t op, cusparseConstSpMatDescr_t A,
                        cusparseConstDnVecDescr_t x, cusparseDnVecDescr_t y, cusparseDnVecDescr_t z,
                        cudaDataType compute, cusparseSpMVOpAlg_t, void*) {
  const VectorProduct product = product_of("cusparseSpMVOp_createDescr", op, A, x, y, z, compute);
  check_without_arrays(product);
  *description =
      new cusparseSpMVOpDescr{as_stored(*handle, A->operand), compute, make_plan(*handle, product),
                              x->operand.scalar, y->operand.scalar};
}
void SpMVOp_destroyDescr(cusparseSpMVOpDescr_t description) { destroy(description); }

void SpMVOp_createPlan(cusparseHandle_t handle, cusparseSpMVOpDescr_t description,
                       cusparseSpMVOpPlan_t* plan, const void* code, std::size_t bytes) {
  constexpr const char* call = "cusparseSpMVOp_createPlan";
  check(code != nullptr || bytes == 0, call, "code", "a null pointer", "bytes of LTO-IR");
  std::shared_ptr<UserCode> epilogue;
  // It gets z's entries as numbers of the compute type.
  require(code == nullptr || data_type(description->of_y) == description->compute, call, "code",
          "vectors of another type than that of computeType", "vectors of that type");
  if (code != nullptr)
    epilogue = std::make_shared<UserCode>(
        call, *handle, epilogue_source(scalar_in_cuda(call, description->compute)),
        std::vector<CodeBytes>{{code, bytes}});
  *plan = new cusparseSpMVOpPlan{*description, std::move(epilogue)};
}
void SpMVOp_destroyPlan(cusparseSpMVOpPlan_t plan) { destroy(plan); }

void SpMVOp_setGlobalUserData(cusparseHandle_t handle, cusparseSpMVOpPlan_t plan, const char* name,
                              void* data, std::size_t bytes) {
  constexpr const char* call = "cusparseSpMVOp_setGlobalUserData";
  check(plan->epilogue != nullptr, call, "plan", "one without code of the caller's",
        "one whose code has this variable");
  plan->epilogue->set_variable(call, *handle, name, data, bytes);
}

void SpMVOp(cusparseHandle_t handle, cusparseSpMVOpPlan_t plan, const void* alpha, const void* beta,
            cusparseConstDnVecDescr_t x, cusparseConstDnVecDescr_t y, cusparseDnVecDescr_t z) {
  const auto& [A, compute, kept, of_x, of_y] = plan->product;
  require(x->operand.scalar == of_x && y->operand.scalar == of_y && z->operand.scalar == of_y,
          "cusparseSpMVOp", "vecX, vecY, vecZ", "vectors of other types than the description's",
          "vectors of its types");
  const std::size_t bytes =
      handle->target.is_host() ? 0 : runtime::spmv_workspace_bytes(kept->plan);
  const auto a = handle->scalar(alpha), b = handle->scalar(beta);
  if (const auto workspace = workspace_of(*kept, *handle, bytes))
    runtime::spmv(handle->target, kept->plan, a, A, x->operand, b, y->operand, z->operand,
                  *workspace);
  else  // another stream works in the plan's memory
    runtime::spmv(handle->target, kept->plan.op, a, A, x->operand, b, y->operand, z->operand, {});
  if (plan->epilogue == nullptr || z->operand.size == 0) return;
  long long rows = z->operand.size;
  void* values = z->operand.values;
  void* arguments[] = {&rows, &values};
  plan->epilogue->launch("cusparseSpMVOp", *handle, rows, arguments);
}

}  // namespace filigree::cusparse
