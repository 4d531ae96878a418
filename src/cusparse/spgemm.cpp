// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <functional>
#include <memory>
#include <vector>

#include <filigree/core/error.hpp>
#include <runtime/product_types.hpp>
#include <runtime/spgemm.hpp>

#include <cusparse/legacy.hpp>
#include <cusparse/products.hpp>

/// Sparse matrix times sparse matrix.

struct cusparseSpGEMMDescr {
  std::shared_ptr<const filigree::runtime::ResultPlan> plan;
  /// Counts the products; of the matrices that the work was estimated for.
  std::function<std::int64_t()> count_products;
};

namespace filigree::cusparse {
namespace {

/// C = alpha op_a(A) op_b(B) + beta C
struct SparseProduct {
  const char* call;
  cusparseOperation_t op_a;
  cusparseOperation_t op_b;
  const cusparseSpMatDescr& A;
  const cusparseSpMatDescr& B;
  cusparseSpMatDescr& C;
};

void check_product(const SparseProduct& product) {
  const cusparseSpMatDescr* const matrices[] = {&product.A, &product.B, &product.C};
  for (const cusparseSpMatDescr* matrix : matrices) {
    require(matrix->format == CUSPARSE_FORMAT_CSR, product.call, "matA, matB, matC",
            "a matrix of another format", "format CSR");
    require(matrix->batch_count == 1, product.call, "matA, matB, matC", "a batch", "one matrix");
  }
  check(product.A.operand.index == product.C.operand.index &&
            product.B.operand.index == product.C.operand.index,
        product.call, "matC", "indices of different types", "one type");
}

void check_product(const SparseProduct& product, cudaDataType compute) {
  check_product(product);
  runtime::visit_spgemm_types(
      {product.A.operand.scalar, product.B.operand.scalar, product.C.operand.scalar},
      [&](const auto& types) { check_compute_type(product.call, types, compute); });
}

/// Programs ask for the size of a buffer first, with a null one. One that is not null tells the
/// call that is to work from that; its contents are of no use here.
bool asks_for_size(std::size_t* bytes, const void* buffer) {
  if (buffer != nullptr) return false;
  *bytes = 1;
  return true;
}

template <class T>
std::vector<T> on_host(const char* call, const cusparseContext& handle, const void* array,
                       std::int64_t size) {
  std::vector<T> result(std::size_t(size), 0);
  copy_and_wait(call, handle, result.data(), array, result.size() * sizeof(T));
  return result;
}

/// The terms of all entries of A B: for each entry of A the entries of a row of B.
template <class Offset, class Index>
std::int64_t count_terms(const cusparseContext& handle, const runtime::SparseOperand& A,
                         const runtime::SparseOperand& B) {
  constexpr const char* call = "cusparseSpGEMM_getNumProducts";
  const auto indices = on_host<Index>(call, handle, A.col_indices, A.nnz);
  const auto offsets = on_host<Offset>(call, handle, B.offsets, B.num_rows + 1);
  const auto base = std::int64_t(A.properties.index_base);
  std::int64_t sum = 0;
  for (const Index index : indices) {
    const std::int64_t row = std::int64_t(index) - base;
    check(row >= 0 && row < B.num_rows, call, "matA", "an index outside the matrix", "an index");
    sum += std::int64_t(offsets[std::size_t(row) + 1]) - std::int64_t(offsets[std::size_t(row)]);
  }
  return sum;
}

std::int64_t count_terms(const cusparseContext& handle, const runtime::SparseOperand& A,
                         const runtime::SparseOperand& B) {
  const bool wide_offsets = B.offset == runtime::IndexType::int64;
  if (A.index == runtime::IndexType::int64)
    return count_terms<std::int64_t, std::int64_t>(handle, A, B);
  return wide_offsets ? count_terms<std::int64_t, std::int32_t>(handle, A, B)
                      : count_terms<std::int32_t, std::int32_t>(handle, A, B);
}

/// Finds the pattern of C, whose description then has its size. `once`: values are asked for once,
/// as fast as the memory that there is allows.
void find_pattern(const cusparseContext& handle, const SparseProduct& product, bool once,
                  cusparseSpGEMMDescr& state) {
  const runtime::SparseOperand& C = product.C.operand;
  const auto make_plan = [&](bool used_once) {
    SpgemmOptions options;
    options.used_once = used_once;
    options.index_base = C.properties.index_base;
    return std::make_shared<const runtime::ResultPlan>(runtime::make_spgemm_plan(
        handle.target, op(product.op_a), op(product.op_b), as_stored(handle, product.A.operand),
        as_stored(handle, product.B.operand), nullptr, C.offset, options));
  };
  state.plan = nullptr;  // its memory may be needed, and it is of no use where this one fails
  std::shared_ptr<const runtime::ResultPlan> plan;
  try {
    plan = make_plan(once);
  } catch (const Error& error) {
    if (!once || error.status() != Status::alloc_failed) throw;
    plan = make_plan(false);
  }
  check(plan->result.num_rows == C.num_rows && plan->result.num_cols == C.num_cols, product.call,
        "matC", "a matrix of another size", "the rows of op(A), the columns of op(B)");
  product.C.plans.drop();
  product.C.operand.nnz = plan->result.nnz;
  state.plan = std::move(plan);
}

const runtime::ResultPlan& found_pattern(const char* call, const cusparseSpGEMMDescr& state) {
  check(state.plan != nullptr, call, "spgemmDescr", "no pattern of the result",
        "one that the calls before have found");
  return *state.plan;
}

void copy_pattern(const cusparseContext& handle, const SparseProduct& product,
                  const cusparseSpGEMMDescr& state) {
  runtime::copy_pattern(handle.target, found_pattern(product.call, state), product.C.operand);
}

/// Where beta is 0, C is not read.
void multiply(const cusparseContext& handle, const SparseProduct& product, const void* alpha,
              const void* beta, const cusparseSpGEMMDescr& state) {
  runtime::spgemm(handle.target, found_pattern(product.call, state), handle.scalar(alpha),
                  as_stored(handle, product.A.operand), as_stored(handle, product.B.operand),
                  handle.scalar(beta), &product.C.operand, product.C.operand, {});
}

}  // namespace

void SpGEMM_createDescr(cusparseSpGEMMDescr_t* state) { *state = new cusparseSpGEMMDescr; }
void SpGEMM_destroyDescr(cusparseSpGEMMDescr_t state) { destroy(state); }

void SpGEMM_workEstimation(cusparseHandle_t handle, cusparseOperation_t op_a,
                           cusparseOperation_t op_b, const void*, cusparseConstSpMatDescr_t A,
                           cusparseConstSpMatDescr_t B, const void*, cusparseSpMatDescr_t C,
                           cudaDataType compute, cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t state,
                           std::size_t* bytes, void* buffer) {
  const SparseProduct product{"cusparseSpGEMM_workEstimation", op_a, op_b, *A, *B, *C};
  check_product(product, compute);
  if (asks_for_size(bytes, buffer)) return;
  const bool is_as_stored =
      op_a == CUSPARSE_OPERATION_NON_TRANSPOSE && op_b == CUSPARSE_OPERATION_NON_TRANSPOSE;
  // Handle and descriptions may end before who asks.
  const cusparseContext context{handle->target, {}, handle->stream};
  state->count_products = [=, A = A->operand, B = B->operand] {
    require(is_as_stored, "cusparseSpGEMM_getNumProducts", "spgemmDescr",
            "a product with transposes", "CUSPARSE_OPERATION_NON_TRANSPOSE");
    return count_terms(context, as_stored(context, A), B);
  };
}
void SpGEMM_getNumProducts(cusparseSpGEMMDescr_t state, std::int64_t* count) {
  check(state->count_products != nullptr, "cusparseSpGEMM_getNumProducts", "spgemmDescr",
        "no matrices", "one that cusparseSpGEMM_workEstimation was called with");
  *count = state->count_products();
}
/// The pattern is found without a buffer, in parts or not.
void SpGEMM_estimateMemory(cusparseHandle_t, cusparseOperation_t op_a, cusparseOperation_t op_b,
                           const void*, cusparseConstSpMatDescr_t A, cusparseConstSpMatDescr_t B,
                           const void*, cusparseSpMatDescr_t C, cudaDataType compute,
                           cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t, float fraction,
                           std::size_t* bytes3, void* buffer3, std::size_t* bytes2) {
  constexpr const char* call = "cusparseSpGEMM_estimateMemory";
  check_product({call, op_a, op_b, *A, *B, *C}, compute);
  check(fraction > 0 && fraction <= 1, call, "chunk_fraction", "a number out of range",
        "above 0, up to 1");
  if (asks_for_size(bytes3, buffer3)) return;
  check_pointer(call, "bufferSize2", bytes2);
  *bytes2 = 1;
}
void SpGEMM_compute(cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b,
                    const void*, cusparseConstSpMatDescr_t A, cusparseConstSpMatDescr_t B,
                    const void*, cusparseSpMatDescr_t C, cudaDataType compute,
                    cusparseSpGEMMAlg_t algorithm, cusparseSpGEMMDescr_t state, std::size_t* bytes,
                    void* buffer) {
  const SparseProduct product{"cusparseSpGEMM_compute", op_a, op_b, *A, *B, *C};
  check_product(product, compute);
  if (asks_for_size(bytes, buffer)) return;
  const bool saves_memory = algorithm == CUSPARSE_SPGEMM_ALG2 || algorithm == CUSPARSE_SPGEMM_ALG3;
  find_pattern(*handle, product, !saves_memory, *state);
}
void SpGEMM_copy(cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b,
                 const void* alpha, cusparseConstSpMatDescr_t A, cusparseConstSpMatDescr_t B,
                 const void* beta, cusparseSpMatDescr_t C, cudaDataType compute,
                 cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t state) {
  const SparseProduct product{"cusparseSpGEMM_copy", op_a, op_b, *A, *B, *C};
  check_product(product, compute);
  copy_pattern(*handle, product, *state);
  multiply(*handle, product, alpha, beta, *state);
}

void SpGEMMreuse_workEstimation(cusparseHandle_t, cusparseOperation_t op_a,
                                cusparseOperation_t op_b, cusparseConstSpMatDescr_t A,
                                cusparseConstSpMatDescr_t B, cusparseSpMatDescr_t C,
                                cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t, std::size_t* bytes,
                                void* buffer) {
  check_product({"cusparseSpGEMMreuse_workEstimation", op_a, op_b, *A, *B, *C});
  asks_for_size(bytes, buffer);
}
void SpGEMMreuse_nnz(cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b,
                     cusparseConstSpMatDescr_t A, cusparseConstSpMatDescr_t B,
                     cusparseSpMatDescr_t C, cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t state,
                     std::size_t* bytes2, void* buffer2, std::size_t* bytes3, void* buffer3,
                     std::size_t* bytes4, void* buffer4) {
  const SparseProduct product{"cusparseSpGEMMreuse_nnz", op_a, op_b, *A, *B, *C};
  check_product(product);
  const bool only_sizes = asks_for_size(bytes2, buffer2) | asks_for_size(bytes3, buffer3) |
                          asks_for_size(bytes4, buffer4);
  if (!only_sizes) find_pattern(*handle, product, false, *state);
}
void SpGEMMreuse_copy(cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b,
                      cusparseConstSpMatDescr_t A, cusparseConstSpMatDescr_t B,
                      cusparseSpMatDescr_t C, cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t state,
                      std::size_t* bytes, void* buffer) {
  const SparseProduct product{"cusparseSpGEMMreuse_copy", op_a, op_b, *A, *B, *C};
  check_product(product);
  if (!asks_for_size(bytes, buffer)) copy_pattern(*handle, product, *state);
}
void SpGEMMreuse_compute(cusparseHandle_t handle, cusparseOperation_t op_a,
                         cusparseOperation_t op_b, const void* alpha, cusparseConstSpMatDescr_t A,
                         cusparseConstSpMatDescr_t B, const void* beta, cusparseSpMatDescr_t C,
                         cudaDataType compute, cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t state) {
  const SparseProduct product{"cusparseSpGEMMreuse_compute", op_a, op_b, *A, *B, *C};
  check_product(product, compute);
  multiply(*handle, product, alpha, beta, *state);
}

}  // namespace filigree::cusparse
