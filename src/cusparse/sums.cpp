// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <memory>

#include <filigree/core/error.hpp>
#include <runtime/geam.hpp>
#include <runtime/product_types.hpp>

#include <cusparse/legacy.hpp>
#include <cusparse/products.hpp>

/// Sums of sparse matrices.

struct cusparseSpGEAMDescr {
  std::shared_ptr<const filigree::runtime::ResultPlan> plan;
};

namespace filigree::cusparse {
namespace {

/// C = alpha op_a(A) + beta op_b(B)
struct Sum {
  const char* call;
  cusparseOperation_t op_a;
  cusparseOperation_t op_b;
  runtime::SparseOperand A;
  runtime::SparseOperand B;
  runtime::SparseOperand C;
};

Sum sum_of(const char* call, cusparseOperation_t op_a, cusparseOperation_t op_b,
           const cusparseSpMatDescr& A, const cusparseSpMatDescr& B, const cusparseSpMatDescr& C,
           cudaDataType compute) {
  for (const cusparseSpMatDescr* const matrix : {&A, &B, &C})
    require(matrix->format == CUSPARSE_FORMAT_CSR && matrix->batch_count == 1, call,
            "matA, matB, matC", "a batch, or a matrix of another format", "one CSR matrix");
  runtime::visit_geam_types({A.operand.scalar, B.operand.scalar, C.operand.scalar},
                            [&](const auto& types) { check_compute_type(call, types, compute); });
  return {call, op_a, op_b, A.operand, B.operand, C.operand};
}

runtime::ResultPlan plan_of(const cusparseContext& handle, const Sum& sum) {
  GeamOptions options;
  options.index_base = sum.C.properties.index_base;
  auto plan =
      runtime::make_geam_plan(handle.target, op(sum.op_a), as_stored(handle, sum.A), op(sum.op_b),
                              as_stored(handle, sum.B), sum.C.offset, options);
  check(plan.result.num_rows == sum.C.num_rows && plan.result.num_cols == sum.C.num_cols, sum.call,
        "matC", "a matrix of another size", "the rows and columns of op(A)");
  return plan;
}

void add(const cusparseContext& handle, const Sum& sum, const runtime::ResultPlan& plan,
         const void* alpha, const void* beta) {
  runtime::copy_pattern(handle.target, plan, sum.C);
  runtime::geam(handle.target, plan, handle.scalar(alpha), as_stored(handle, sum.A),
                handle.scalar(beta), as_stored(handle, sum.B), sum.C);
}

/// A matrix of a legacy call.
struct LegacyMatrix {
  cusparseMatDescr_t description;
  int nnz;
  const void* values;
  const int* offsets;
  const int* indices;
};

Sum sum_of(const char* call, runtime::ScalarType type, int rows, int cols, const LegacyMatrix& A,
           const LegacyMatrix& B, const LegacyMatrix& C) {
  const auto operand = [&](const LegacyMatrix& matrix) {
    return csr_operand(call, type, rows, cols, matrix.nnz, *matrix.description, matrix.values,
                       matrix.offsets, matrix.indices);
  };
  return {call,
          CUSPARSE_OPERATION_NON_TRANSPOSE,
          CUSPARSE_OPERATION_NON_TRANSPOSE,
          operand(A),
          operand(B),
          operand(C)};
}

}  // namespace

void SpGEAM_createDescr(cusparseSpGEAMDescr_t* state) { *state = new cusparseSpGEAMDescr; }
void SpGEAM_destroyDescr(cusparseSpGEAMDescr_t state) { destroy(state); }

void SpGEAM_bufferSize(cusparseHandle_t, cusparseOperation_t op_a, cusparseOperation_t op_b,
                       const void*, cusparseSpMatDescr_t A, const void*, cusparseSpMatDescr_t B,
                       cusparseSpMatDescr_t C, cudaDataType compute, cusparseSpGEAMAlg_t,
                       cusparseSpGEAMDescr_t, std::size_t* bytes) {
  sum_of("cusparseSpGEAM_bufferSize", op_a, op_b, *A, *B, *C, compute);
  *bytes = 0;
}
void SpGEAM_nnz(cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b,
                const void*, cusparseSpMatDescr_t A, const void*, cusparseSpMatDescr_t B,
                cusparseSpMatDescr_t C, cudaDataType compute, cusparseSpGEAMAlg_t,
                cusparseSpGEAMDescr_t state, void*) {
  const Sum sum = sum_of("cusparseSpGEAM_nnz", op_a, op_b, *A, *B, *C, compute);
  auto plan = std::make_shared<const runtime::ResultPlan>(plan_of(*handle, sum));
  C->plans.drop();
  C->operand.nnz = plan->result.nnz;
  state->plan = std::move(plan);
}
void SpGEAM(cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b,
            const void* alpha, cusparseSpMatDescr_t A, const void* beta, cusparseSpMatDescr_t B,
            cusparseSpMatDescr_t C, cudaDataType compute, cusparseSpGEAMAlg_t,
            cusparseSpGEAMDescr_t state, void*) {
  constexpr const char* call = "cusparseSpGEAM";
  const Sum sum = sum_of(call, op_a, op_b, *A, *B, *C, compute);
  check(state->plan != nullptr, call, "spgeamDescr", "no pattern of the result",
        "one that cusparseSpGEAM_nnz has found");
  add(*handle, sum, *state->plan, alpha, beta);
}

void csrgeam2_bufferSizeExt(runtime::ScalarType type, cusparseHandle_t, int rows, int cols,
                            const void*, const cusparseMatDescr_t description_a, int nnz_a,
                            const void* values_a, const int* offsets_a, const int* indices_a,
                            const void*, const cusparseMatDescr_t description_b, int nnz_b,
                            const void* values_b, const int* offsets_b, const int* indices_b,
                            const cusparseMatDescr_t description_c, const void* values_c,
                            const int* offsets_c, const int* indices_c, std::size_t* bytes) {
  sum_of("cusparse<t>csrgeam2_bufferSizeExt", type, rows, cols,
         {description_a, nnz_a, values_a, offsets_a, indices_a},
         {description_b, nnz_b, values_b, offsets_b, indices_b},
         {description_c, 0, values_c, offsets_c, indices_c});
  *bytes = 0;
}
void Xcsrgeam2Nnz(cusparseHandle_t handle, int rows, int cols,
                  const cusparseMatDescr_t description_a, int nnz_a, const int* offsets_a,
                  const int* indices_a, const cusparseMatDescr_t description_b, int nnz_b,
                  const int* offsets_b, const int* indices_b,
                  const cusparseMatDescr_t description_c, int* offsets_c, int* nnz, void*) {
  constexpr const char* call = "cusparseXcsrgeam2Nnz";
  const Sum sum = sum_of(call, runtime::ScalarType::float64, rows, cols,
                         {description_a, nnz_a, nullptr, offsets_a, indices_a},
                         {description_b, nnz_b, nullptr, offsets_b, indices_b},
                         {description_c, 0, nullptr, offsets_c, nullptr});
  check_pointer(call, "csrSortedRowPtrC", offsets_c);
  const runtime::ResultPlan plan = plan_of(*handle, sum);
  const int result = int(plan.result.nnz);
  copy_and_wait(call, *handle, offsets_c, plan.result.offsets,
                (std::size_t(rows) + 1) * sizeof(int));
  copy_and_wait(call, *handle, nnz, &result, sizeof result);
}
/// The pattern is found again: between the two calls nothing is kept.
void csrgeam2(runtime::ScalarType type, cusparseHandle_t handle, int rows, int cols,
              const void* alpha, const cusparseMatDescr_t description_a, int nnz_a,
              const void* values_a, const int* offsets_a, const int* indices_a, const void* beta,
              const cusparseMatDescr_t description_b, int nnz_b, const void* values_b,
              const int* offsets_b, const int* indices_b, const cusparseMatDescr_t description_c,
              void* values_c, int* offsets_c, int* indices_c, void*) {
  Sum sum = sum_of("cusparse<t>csrgeam2", type, rows, cols,
                   {description_a, nnz_a, values_a, offsets_a, indices_a},
                   {description_b, nnz_b, values_b, offsets_b, indices_b},
                   {description_c, 0, values_c, offsets_c, indices_c});
  check_both(sum.call, "C", indices_c, values_c);
  const runtime::ResultPlan plan = plan_of(*handle, sum);
  sum.C.nnz = plan.result.nnz;
  add(*handle, sum, plan, alpha, beta);
}

}  // namespace filigree::cusparse
