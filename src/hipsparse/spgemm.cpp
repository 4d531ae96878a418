// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <optional>
#include <utility>

#include <runtime/geam.hpp>
#include <runtime/spgemm.hpp>

#include <cusparse/products.hpp>
#include <hipsparse/support.hpp>

/// A sparse matrix times a sparse matrix, as CUDA 10 and 11 had it. Nothing is kept between the
/// call that counts and the one that computes, so that the pattern is found twice.

/// Which of the terms alpha A B and beta D there are: the call that counts does not get alpha and
/// beta, which the one before it does.
struct csrgemm2Info {
  bool has_product = true;
  bool has_sum = false;
};

namespace filigree::hipsparse {
namespace {

/// C = alpha op_a(A) op_b(B) + beta D, or one of these terms.
struct GemmCall {
  const char* call;
  Op op_a = Op::none;
  Op op_b = Op::none;
  SparseOperand A;
  SparseOperand B;
  std::optional<SparseOperand> D;
  SparseOperand C;
  bool has_product = true;
};

runtime::ResultPlan plan_product(const cusparseContext& handle, const GemmCall& call) {
  SpgemmOptions options;
  options.index_base = call.C.properties.index_base;
  const std::optional<SparseOperand> D =
      call.D ? std::optional(cusparse::as_stored(handle, *call.D)) : std::nullopt;
  return runtime::make_spgemm_plan(
      handle.target, call.op_a, call.op_b, cusparse::as_stored(handle, call.A),
      cusparse::as_stored(handle, call.B), D ? &*D : nullptr, call.C.offset, options);
}

/// beta D alone, as beta D + 0 D.
runtime::ResultPlan plan_copy(const cusparseContext& handle, const GemmCall& call) {
  GeamOptions options;
  options.index_base = call.C.properties.index_base;
  const SparseOperand D = cusparse::as_stored(handle, *call.D);
  return runtime::make_geam_plan(handle.target, Op::none, D, Op::none, D, call.C.offset, options);
}

runtime::ResultPlan plan_of(const cusparseContext& handle, const GemmCall& call) {
  return call.has_product ? plan_product(handle, call) : plan_copy(handle, call);
}

void count(const cusparseContext& handle, const GemmCall& call, int* nnz) {
  check_pointer(call.call, "csrRowPtrC", call.C.offsets);
  const runtime::ResultPlan plan = plan_of(handle, call);
  const int result = int(plan.result.nnz);
  copy_and_wait(call.call, handle, call.C.offsets, plan.result.offsets,
                (std::size_t(plan.result.num_rows) + 1) * sizeof(int));
  copy_and_wait(call.call, handle, nnz, &result, sizeof result);
}

void compute(const cusparseContext& handle, GemmCall call, const runtime::ScalarOperand& alpha,
             const runtime::ScalarOperand& beta) {
  static constexpr double zero[] = {0, 0};
  cusparse::check_both(call.call, "C", call.C.col_indices, call.C.values);
  const runtime::ResultPlan plan = plan_of(handle, call);
  call.C.nnz = plan.result.nnz;
  runtime::copy_pattern(handle.target, plan, call.C);
  const std::optional<SparseOperand> D =
      call.D ? std::optional(cusparse::as_stored(handle, *call.D)) : std::nullopt;
  if (call.has_product)
    runtime::spgemm(handle.target, plan, alpha, cusparse::as_stored(handle, call.A),
                    cusparse::as_stored(handle, call.B), beta, D ? &*D : nullptr, call.C, {});
  else
    runtime::geam(handle.target, plan, beta, *D, {zero, false}, *D, call.C);
}

/// A matrix of a call, before op.
struct GemmMatrix {
  cusparseMatDescr_t description;
  int rows, cols, nnz;
  const void* values;
  const int* offsets;
  const int* indices;

  SparseOperand operand(const char* call, ScalarType type) const {
    return csr_operand(call, type, rows, cols, nnz, *description, values, offsets, indices);
  }
};

GemmCall product_of(const char* call, ScalarType type, cusparseOperation_t op_a,
                    cusparseOperation_t op_b, GemmMatrix A, GemmMatrix B, const GemmMatrix& C) {
  if (op_a != CUSPARSE_OPERATION_NON_TRANSPOSE) std::swap(A.rows, A.cols);
  if (op_b != CUSPARSE_OPERATION_NON_TRANSPOSE) std::swap(B.rows, B.cols);
  return {call,
          op(op_a),
          op(op_b),
          A.operand(call, type),
          B.operand(call, type),
          std::nullopt,
          C.operand(call, type)};
}

GemmCall sum_of_product(const char* call, ScalarType type, const csrgemm2Info& info,
                        const GemmMatrix& A, const GemmMatrix& B, const GemmMatrix& D,
                        const GemmMatrix& C) {
  check(info.has_product || info.has_sum, call, "alpha, beta", "two null pointers",
        "one of them at least");
  GemmCall result = product_of(call, type, CUSPARSE_OPERATION_NON_TRANSPOSE,
                               CUSPARSE_OPERATION_NON_TRANSPOSE, A, B, C);
  if (info.has_sum) {
    check_pointer(call, "descrD", D.description);
    result.D = D.operand(call, type);
  }
  result.has_product = info.has_product;
  return result;
}

}  // namespace

void CreateCsrgemm2Info(csrgemm2Info_t* info) { *info = new csrgemm2Info; }
void DestroyCsrgemm2Info(csrgemm2Info_t info) { delete info; }

void XcsrgemmNnz(cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b,
                 int rows, int cols, int inner, const cusparseMatDescr_t description_a, int nnz_a,
                 const int* offsets_a, const int* indices_a, const cusparseMatDescr_t description_b,
                 int nnz_b, const int* offsets_b, const int* indices_b,
                 const cusparseMatDescr_t description_c, int* offsets_c, int* nnz) {
  count(*handle,
        product_of("hipsparseXcsrgemmNnz", ScalarType::float64, op_a, op_b,
                   {description_a, rows, inner, nnz_a, nullptr, offsets_a, indices_a},
                   {description_b, inner, cols, nnz_b, nullptr, offsets_b, indices_b},
                   {description_c, rows, cols, 0, nullptr, offsets_c, nullptr}),
        nnz);
}

void csrgemm(ScalarType type, cusparseHandle_t handle, cusparseOperation_t op_a,
             cusparseOperation_t op_b, int rows, int cols, int inner,
             const cusparseMatDescr_t description_a, int nnz_a, const void* values_a,
             const int* offsets_a, const int* indices_a, const cusparseMatDescr_t description_b,
             int nnz_b, const void* values_b, const int* offsets_b, const int* indices_b,
             const cusparseMatDescr_t description_c, void* values_c, const int* offsets_c,
             int* indices_c) {
  compute(*handle,
          product_of("hipsparse<t>csrgemm", type, op_a, op_b,
                     {description_a, rows, inner, nnz_a, values_a, offsets_a, indices_a},
                     {description_b, inner, cols, nnz_b, values_b, offsets_b, indices_b},
                     {description_c, rows, cols, 0, values_c, offsets_c, indices_c}),
          one(type), {});
}

void csrgemm2_bufferSizeExt(ScalarType, cusparseHandle_t, int, int, int, const void* alpha,
                            const cusparseMatDescr_t, int nnz_a, const int* offsets_a,
                            const int* indices_a, const cusparseMatDescr_t, int nnz_b,
                            const int* offsets_b, const int* indices_b, const void* beta,
                            const hipsparseMatDescr_t, int nnz_d, const int* offsets_d,
                            const int* indices_d, csrgemm2Info_t info, std::size_t* bytes) {
  constexpr const char* call = "hipsparse<t>csrgemm2_bufferSizeExt";
  check(alpha != nullptr || beta != nullptr, call, "alpha, beta", "two null pointers",
        "one of them at least");
  const auto check_arrays = [&](const char* matrix, const void* factor, int nnz, const int* offsets,
                                const int* indices) {
    const bool is_used = factor != nullptr && nnz > 0;
    check(!is_used || (offsets != nullptr && indices != nullptr), call, matrix, "a null pointer",
          "offsets and indices");
  };
  check_arrays("A", alpha, nnz_a, offsets_a, indices_a);
  check_arrays("B", alpha, nnz_b, offsets_b, indices_b);
  check_arrays("D", beta, nnz_d, offsets_d, indices_d);
  *info = {alpha != nullptr, beta != nullptr};
  *bytes = 4;  // programs allocate it, and take a null pointer for a failure
}

void Xcsrgemm2Nnz(cusparseHandle_t handle, int rows, int cols, int inner,
                  const cusparseMatDescr_t description_a, int nnz_a, const int* offsets_a,
                  const int* indices_a, const cusparseMatDescr_t description_b, int nnz_b,
                  const int* offsets_b, const int* indices_b,
                  const hipsparseMatDescr_t description_d, int nnz_d, const int* offsets_d,
                  const int* indices_d, const cusparseMatDescr_t description_c, int* offsets_c,
                  int* nnz, const csrgemm2Info_t info, void*) {
  count(*handle,
        sum_of_product(
            "hipsparseXcsrgemm2Nnz", ScalarType::float64, *info,
            {description_a, rows, inner, nnz_a, nullptr, offsets_a, indices_a},
            {description_b, inner, cols, nnz_b, nullptr, offsets_b, indices_b},
            {cusparseMatDescr_t(description_d), rows, cols, nnz_d, nullptr, offsets_d, indices_d},
            {description_c, rows, cols, 0, nullptr, offsets_c, nullptr}),
        nnz);
}

void csrgemm2(ScalarType type, cusparseHandle_t handle, int rows, int cols, int inner,
              const void* alpha, const cusparseMatDescr_t description_a, int nnz_a,
              const void* values_a, const int* offsets_a, const int* indices_a,
              const cusparseMatDescr_t description_b, int nnz_b, const void* values_b,
              const int* offsets_b, const int* indices_b, const void* beta,
              const hipsparseMatDescr_t description_d, int nnz_d, const void* values_d,
              const int* offsets_d, const int* indices_d, const cusparseMatDescr_t description_c,
              void* values_c, const int* offsets_c, int* indices_c, const csrgemm2Info_t info,
              void*) {
  constexpr const char* call = "hipsparse<t>csrgemm2";
  if (info->has_product) check_pointer(call, "alpha", alpha);
  if (info->has_sum) check_pointer(call, "beta", beta);
  compute(
      *handle,
      sum_of_product(
          call, type, *info, {description_a, rows, inner, nnz_a, values_a, offsets_a, indices_a},
          {description_b, inner, cols, nnz_b, values_b, offsets_b, indices_b},
          {cusparseMatDescr_t(description_d), rows, cols, nnz_d, values_d, offsets_d, indices_d},
          {description_c, rows, cols, 0, values_c, offsets_c, indices_c}),
      handle->scalar(alpha), handle->scalar(beta));
}

}  // namespace filigree::hipsparse
