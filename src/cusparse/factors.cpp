// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <memory>
#include <utility>

#include <filigree/core/error.hpp>
#include <runtime/incomplete_factor.hpp>

#include <cusparse/factor_state.hpp>
#include <cusparse/guard.hpp>
#include <cusparse/legacy.hpp>

/// Incomplete factorizations without fill, in the matrix's own array, of CSR matrices and of
/// matrices of square blocks.

namespace filigree::cusparse {
namespace {

struct FactorCall {
  const char* call;
  runtime::IncompleteFactor kind;
};
constexpr FactorCall csr_lu{"cusparse<t>csrilu02", runtime::IncompleteFactor::lu};
constexpr FactorCall csr_cholesky{"cusparse<t>csric02", runtime::IncompleteFactor::cholesky};
constexpr FactorCall bsr_lu{"cusparse<t>bsrilu02", runtime::IncompleteFactor::lu};
constexpr FactorCall bsr_cholesky{"cusparse<t>bsric02", runtime::IncompleteFactor::cholesky};

void plan_factors(const cusparseContext& handle, runtime::IncompleteFactor kind,
                  const runtime::SparseOperand& A, FactorState& state) {
  IncompleteFactorOptions options;
  options.pivot_tolerance = state.boost.tolerance;
  options.pivot_boost = state.boost.value;
  options.negative_is_zero = state.negative_is_zero;
  auto plan = std::make_shared<const runtime::Plan>(
      runtime::make_incomplete_factor_plan(handle.target, kind, A, options));
  state.workspace = HeldMemory(runtime::incomplete_factor_workspace_bytes(*plan));
  state.planned = state.boost;
  state.plan = std::move(plan);
}

/// A missing pivot is no error of the analysis, but for who asks for it.
void analyse(const FactorCall& what, const cusparseContext& handle, const runtime::SparseOperand& A,
             FactorState& state) {
  check_offsets(what.call, handle, A);
  FactorState made;
  made.boost = state.boost;
  made.negative_is_zero = state.negative_is_zero;
  made.analysed = A;
  try {
    plan_factors(handle, what.kind, A, made);
  } catch (const Error& error) {
    if (error.status() != Status::zero_pivot) throw;
    made.missing = line_of(A, missing_pivot(handle, A));
    if (made.missing < 0) throw;
    const std::int64_t lines = made.missing - std::int64_t(A.properties.index_base);
    made.above = LeadingPart(handle, what.call, A, lines);
    if (lines > 0) plan_factors(handle, what.kind, made.above.operand(), made);
  }
  made.position = no_position(handle);
  state = std::move(made);
}

void factor(const FactorCall& what, const cusparseContext& handle, const runtime::SparseOperand& A,
            FactorState& state) {
  check(state.position.data() != nullptr, what.call, "info", "no analysis",
        "one of the matrix's pattern");
  const runtime::SparseOperand& analysed = state.analysed;
  check(A.num_rows == analysed.num_rows && A.nnz == analysed.nnz && A.block == analysed.block &&
            A.scalar == analysed.scalar && A.properties == analysed.properties,
        what.call, "info", "an analysis of another matrix", "one of this matrix");
  if (A.nnz > 0) check_pointer(what.call, "the values", A.values);
  if (state.missing >= 0) {  // there are no factors, as the zero pivot tells
    if (state.plan == nullptr) return;
    state.above.load(handle, A.values);
  }
  const runtime::SparseOperand& operand = state.missing < 0 ? A : state.above.operand();
  if (!(state.planned == state.boost)) plan_factors(handle, what.kind, operand, state);
  runtime::incomplete_factor(handle.target, *state.plan, operand, operand.values,
                             static_cast<std::int64_t*>(state.position.data()),
                             {state.workspace.data(), state.workspace.bytes()});
}

/// Waits. The position goes where the pointer mode says; a pivot that is zero is the status, too.
void zero_pivot(const char* call, const cusparseContext& handle, const FactorState& state,
                int* position) {
  check(state.position.data() != nullptr, call, "info", "no analysis", "one after its analysis");
  const std::int64_t found = position_of(call, handle, state.position);
  report_zero_pivot(call, handle, found >= 0 ? line_of(state.analysed, found) : state.missing,
                    position);
}

}  // namespace

void csrilu02_numericBoost(runtime::ScalarType type, cusparseHandle_t handle, csrilu02Info_t info,
                           int is_on, double* tolerance, void* value) {
  info->boost = pivot_boost(csr_lu.call, *handle, type, is_on, tolerance, value);
}
void bsrilu02_numericBoost(runtime::ScalarType type, cusparseHandle_t handle, bsrilu02Info_t info,
                           int is_on, double* tolerance, void* value) {
  info->boost = pivot_boost(bsr_lu.call, *handle, type, is_on, tolerance, value);
}

/// The calls of one factorization; SHAPE, ARRAYS: the parameters before and behind the values,
/// OPERAND(values): the matrix of them.
#define FILIGREE_FACTOR_CALLS(name, Name, what, Values, SHAPE, ARRAYS, OPERAND)                   \
  void Create##Name##Info(name##Info_t* info) { *info = new name##Info; }                         \
  void Destroy##Name##Info(name##Info_t info) { destroy(info); }                                  \
  void X##name##_zeroPivot(cusparseHandle_t handle, name##Info_t info, int* position) {           \
    zero_pivot("cusparseX" #name "_zeroPivot", *handle, *info, position);                         \
  }                                                                                               \
  void name##_bufferSize(runtime::ScalarType type, cusparseHandle_t, SHAPE, void* values, ARRAYS, \
                         name##Info_t, int* bytes) {                                              \
    OPERAND(what.call, values);                                                                   \
    *bytes = 0;                                                                                   \
  }                                                                                               \
  void name##_bufferSizeExt(runtime::ScalarType type, cusparseHandle_t, SHAPE, void* values,      \
                            ARRAYS, name##Info_t, std::size_t* bytes) {                           \
    OPERAND(what.call, values);                                                                   \
    *bytes = 0;                                                                                   \
  }                                                                                               \
  void name##_analysis(runtime::ScalarType type, cusparseHandle_t handle, SHAPE, Values values,   \
                       ARRAYS, name##Info_t info, cusparseSolvePolicy_t, void*) {                 \
    analyse(what, *handle, OPERAND(what.call, values), *info);                                    \
  }                                                                                               \
  void name(runtime::ScalarType type, cusparseHandle_t handle, SHAPE, void* values, ARRAYS,       \
            name##Info_t info, cusparseSolvePolicy_t, void*) {                                    \
    factor(what, *handle, OPERAND(what.call, values), *info);                                     \
  }
#define FILIGREE_CSR_SHAPE int size, int nnz, const cusparseMatDescr_t description
#define FILIGREE_CSR_ARRAYS const int *offsets, const int *indices
#define FILIGREE_CSR_OPERAND(call, values) \
  csr_operand(call, type, size, size, nnz, *description, values, offsets, indices)
#define FILIGREE_BSR_SHAPE \
  cusparseDirection_t direction, int mb, int nnzb, const cusparseMatDescr_t description
#define FILIGREE_BSR_ARRAYS const int *offsets, const int *indices, int block
#define FILIGREE_BSR_OPERAND(call, values) \
  bsr_operand({call, type, direction, mb, nnzb, *description, values, offsets, indices, block})

FILIGREE_FACTOR_CALLS(csrilu02, Csrilu02, csr_lu, const void*, FILIGREE_CSR_SHAPE,
                      FILIGREE_CSR_ARRAYS, FILIGREE_CSR_OPERAND)
FILIGREE_FACTOR_CALLS(csric02, Csric02, csr_cholesky, const void*, FILIGREE_CSR_SHAPE,
                      FILIGREE_CSR_ARRAYS, FILIGREE_CSR_OPERAND)
FILIGREE_FACTOR_CALLS(bsrilu02, Bsrilu02, bsr_lu, void*, FILIGREE_BSR_SHAPE, FILIGREE_BSR_ARRAYS,
                      FILIGREE_BSR_OPERAND)
FILIGREE_FACTOR_CALLS(bsric02, Bsric02, bsr_cholesky, const void*, FILIGREE_BSR_SHAPE,
                      FILIGREE_BSR_ARRAYS, FILIGREE_BSR_OPERAND)
#undef FILIGREE_FACTOR_CALLS
#undef FILIGREE_CSR_SHAPE
#undef FILIGREE_CSR_ARRAYS
#undef FILIGREE_CSR_OPERAND
#undef FILIGREE_BSR_SHAPE
#undef FILIGREE_BSR_ARRAYS
#undef FILIGREE_BSR_OPERAND

}  // namespace filigree::cusparse
