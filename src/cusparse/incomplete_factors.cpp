// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <memory>
#include <utility>

#include <filigree/core/error.hpp>
#include <runtime/incomplete_factor.hpp>

#include <cusparse/legacy.hpp>
#include <cusparse/memory.hpp>
#include <cusparse/pivots.hpp>

/// Incomplete factorizations without fill, in the matrix's own array.

namespace filigree::cusparse {

/// What an analysis leaves for the factorizations, and these for who asks for their zero pivots.
struct FactorState {
  std::shared_ptr<const runtime::Plan> plan;
  PivotBoost planned;  ///< with which the plan was made
  PivotBoost boost;    ///< that the next factorization is to have
  HeldMemory workspace;
  HeldMemory position;  ///< an int64, -1 where no pivot was zero
  /// A row without an entry on the diagonal, which the analysis has found: then there is no plan.
  bool has_missing_pivot = false;
};

}  // namespace filigree::cusparse

struct csrilu02Info : filigree::cusparse::FactorState {};
struct csric02Info : filigree::cusparse::FactorState {};

namespace filigree::cusparse {
namespace {

struct FactorCall {
  const char* call;
  runtime::IncompleteFactor kind;
};
constexpr FactorCall lu{"cusparse<t>csrilu02", runtime::IncompleteFactor::lu};
constexpr FactorCall cholesky{"cusparse<t>csric02", runtime::IncompleteFactor::cholesky};

runtime::SparseOperand operand_of(const char* call, runtime::ScalarType type, int size, int nnz,
                                  const cusparseMatDescr& description, const void* values,
                                  const int* offsets, const int* indices) {
  return csr_operand(call, type, size, size, nnz, description, values, offsets, indices);
}

void plan_factors(const cusparseContext& handle, runtime::IncompleteFactor kind,
                  const runtime::SparseOperand& A, FactorState& state) {
  IncompleteFactorOptions options;
  options.pivot_tolerance = state.boost.tolerance;
  options.pivot_boost = state.boost.value;
  auto plan = std::make_shared<const runtime::Plan>(
      runtime::make_incomplete_factor_plan(handle.target, kind, A, options));
  state.workspace = HeldMemory(runtime::incomplete_factor_workspace_bytes(*plan));
  state.planned = state.boost;
  state.plan = std::move(plan);
}

/// A missing pivot is no error of the analysis, but for who asks for it.
void analyse(const FactorCall& what, const cusparseContext& handle, const runtime::SparseOperand& A,
             FactorState& state) {
  std::int64_t position = -1;
  HeldMemory held(sizeof position);
  try {
    plan_factors(handle, what.kind, A, state);
  } catch (const Error& error) {
    if (error.status() != Status::zero_pivot) throw;
    position = missing_pivot(handle, A);
    if (position < 0) throw;
  }
  copy_and_wait(what.call, handle, held.data(), &position, sizeof position);
  state.position = std::move(held);
  state.has_missing_pivot = position >= 0;
}

void factor(const FactorCall& what, const cusparseContext& handle, const runtime::SparseOperand& A,
            FactorState& state) {
  if (state.has_missing_pivot) return;  // there are no such factors, as the zero pivot tells
  check(state.plan != nullptr, what.call, "info", "no analysis", "one of the matrix's pattern");
  if (!(state.planned == state.boost)) plan_factors(handle, what.kind, A, state);
  runtime::incomplete_factor(handle.target, *state.plan, A, A.values,
                             static_cast<std::int64_t*>(state.position.data()),
                             {state.workspace.data(), state.workspace.bytes()});
}

/// Waits. The position goes where the pointer mode says; a pivot that is zero is the status, too.
void zero_pivot(const char* call, const cusparseContext& handle, const FactorState& state,
                int* position) {
  check(state.plan != nullptr || state.has_missing_pivot, call, "info", "no analysis",
        "one after its analysis");
  std::int64_t found = -1;
  copy_and_wait(call, handle, &found, state.position.data(), sizeof found);
  report_zero_pivot(call, handle, found, position);
}

}  // namespace

void CreateCsrilu02Info(csrilu02Info_t* info) { *info = new csrilu02Info; }
void DestroyCsrilu02Info(csrilu02Info_t info) { destroy(info); }
void CreateCsric02Info(csric02Info_t* info) { *info = new csric02Info; }
void DestroyCsric02Info(csric02Info_t info) { destroy(info); }

void csrilu02_numericBoost(runtime::ScalarType type, cusparseHandle_t handle, csrilu02Info_t info,
                           int is_on, double* tolerance, void* value) {
  info->boost = pivot_boost(lu.call, *handle, type, is_on, tolerance, value);
}

void Xcsrilu02_zeroPivot(cusparseHandle_t handle, csrilu02Info_t info, int* position) {
  zero_pivot("cusparseXcsrilu02_zeroPivot", *handle, *info, position);
}
void Xcsric02_zeroPivot(cusparseHandle_t handle, csric02Info_t info, int* position) {
  zero_pivot("cusparseXcsric02_zeroPivot", *handle, *info, position);
}

void csrilu02_bufferSize(runtime::ScalarType type, cusparseHandle_t, int size, int nnz,
                         const cusparseMatDescr_t description, void* values, const int* offsets,
                         const int* indices, csrilu02Info_t, int* bytes) {
  operand_of(lu.call, type, size, nnz, *description, values, offsets, indices);
  *bytes = 0;
}
void csrilu02_bufferSizeExt(runtime::ScalarType type, cusparseHandle_t, int size, int nnz,
                            const cusparseMatDescr_t description, void* values, const int* offsets,
                            const int* indices, csrilu02Info_t, std::size_t* bytes) {
  operand_of(lu.call, type, size, nnz, *description, values, offsets, indices);
  *bytes = 0;
}
void csrilu02_analysis(runtime::ScalarType type, cusparseHandle_t handle, int size, int nnz,
                       const cusparseMatDescr_t description, const void* values, const int* offsets,
                       const int* indices, csrilu02Info_t info, cusparseSolvePolicy_t, void*) {
  analyse(lu, *handle, operand_of(lu.call, type, size, nnz, *description, values, offsets, indices),
          *info);
}
void csrilu02(runtime::ScalarType type, cusparseHandle_t handle, int size, int nnz,
              const cusparseMatDescr_t description, void* values, const int* offsets,
              const int* indices, csrilu02Info_t info, cusparseSolvePolicy_t, void*) {
  factor(lu, *handle, operand_of(lu.call, type, size, nnz, *description, values, offsets, indices),
         *info);
}

void csric02_bufferSize(runtime::ScalarType type, cusparseHandle_t, int size, int nnz,
                        const cusparseMatDescr_t description, void* values, const int* offsets,
                        const int* indices, csric02Info_t, int* bytes) {
  operand_of(cholesky.call, type, size, nnz, *description, values, offsets, indices);
  *bytes = 0;
}
void csric02_bufferSizeExt(runtime::ScalarType type, cusparseHandle_t, int size, int nnz,
                           const cusparseMatDescr_t description, void* values, const int* offsets,
                           const int* indices, csric02Info_t, std::size_t* bytes) {
  operand_of(cholesky.call, type, size, nnz, *description, values, offsets, indices);
  *bytes = 0;
}
void csric02_analysis(runtime::ScalarType type, cusparseHandle_t handle, int size, int nnz,
                      const cusparseMatDescr_t description, const void* values, const int* offsets,
                      const int* indices, csric02Info_t info, cusparseSolvePolicy_t, void*) {
  analyse(cholesky, *handle,
          operand_of(cholesky.call, type, size, nnz, *description, values, offsets, indices),
          *info);
}
void csric02(runtime::ScalarType type, cusparseHandle_t handle, int size, int nnz,
             const cusparseMatDescr_t description, void* values, const int* offsets,
             const int* indices, csric02Info_t info, cusparseSolvePolicy_t, void*) {
  factor(cholesky, *handle,
         operand_of(cholesky.call, type, size, nnz, *description, values, offsets, indices), *info);
}

}  // namespace filigree::cusparse
