// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <memory>

#include <runtime/incomplete_factor.hpp>

#include <cusparse/block_csr.hpp>
#include <cusparse/guard.hpp>
#include <cusparse/pivots.hpp>

/// Incomplete factorizations of matrices of square blocks, in the matrix's own array. Blocks on the
/// diagonal are factorized without pivoting, L's have ones (bsrilu02) on their diagonals.

namespace filigree::cusparse {

/// What an analysis leaves for the factorizations, and these for who asks for their zero pivots.
struct BlockFactorState {
  BlockCsr matrix;
  /// Of the rows above a missing block: theirs are the pivots that come first. None of no row.
  std::shared_ptr<const runtime::Plan> plan;
  std::int64_t missing = -1;  ///< the first block row without a block on the diagonal
  PivotBoost planned;         ///< with which the plan was made
  PivotBoost boost;           ///< that the next factorization is to have
  HeldMemory workspace;
  HeldMemory position;  ///< an int64, -1 where no pivot was zero
};

}  // namespace filigree::cusparse

struct bsrilu02Info : filigree::cusparse::BlockFactorState {};
struct bsric02Info : filigree::cusparse::BlockFactorState {};

namespace filigree::cusparse {
namespace {

constexpr const char* block_lu = "cusparse<t>bsrilu02";
constexpr const char* block_cholesky = "cusparse<t>bsric02";

void plan_factors(const cusparseContext& handle, runtime::IncompleteFactor kind,
                  BlockFactorState& state) {
  IncompleteFactorOptions options;
  options.pivot_tolerance = state.boost.tolerance;
  options.pivot_boost = state.boost.value;
  auto plan = std::make_shared<const runtime::Plan>(
      runtime::make_incomplete_factor_plan(handle.target, kind, state.matrix.operand(), options));
  state.workspace = HeldMemory(runtime::incomplete_factor_workspace_bytes(*plan));
  state.planned = state.boost;
  state.plan = std::move(plan);
}

void analyse(const cusparseContext& handle, runtime::IncompleteFactor kind, const BlockMatrix& A,
             BlockFactorState& state) {
  BlockFactorState made;
  made.boost = state.boost;
  made.matrix = BlockCsr(handle, A);
  made.position = HeldMemory(sizeof(std::int64_t));
  cudaMemsetAsync(made.position.data(), 0xff, sizeof(std::int64_t), handle.stream);
  made.missing = made.matrix.missing_block(handle);
  if (made.missing >= 0) made.matrix.keep_leading(handle, A.call, made.missing);
  if (made.missing < 0 || made.matrix.operand().num_rows > 0) plan_factors(handle, kind, made);
  state = std::move(made);
}

void factor(const cusparseContext& handle, runtime::IncompleteFactor kind, const BlockMatrix& A,
            void* values, BlockFactorState& state) {
  state.matrix.check_same(A);
  if (state.plan == nullptr) return;  // the zero pivot tells
  if (!(state.planned == state.boost)) plan_factors(handle, kind, state);
  state.matrix.load(handle, A.call, values);
  runtime::incomplete_factor(handle.target, *state.plan, state.matrix.operand(),
                             state.matrix.operand().values,
                             static_cast<std::int64_t*>(state.position.data()),
                             {state.workspace.data(), state.workspace.bytes()});
  // Without all blocks there are no factors, as the zero pivot tells.
  if (state.missing < 0) state.matrix.store(handle, values);
}

void zero_pivot(const char* call, const cusparseContext& handle, const BlockFactorState& state,
                int* position) {
  check(state.plan != nullptr || state.missing >= 0, call, "info", "no analysis",
        "one after its analysis");
  std::int64_t found = -1;
  copy_and_wait(call, handle, &found, state.position.data(), sizeof found);
  report_zero_pivot(call, handle, found >= 0 ? state.matrix.block_row(found) : state.missing,
                    position);
}

}  // namespace

void CreateBsrilu02Info(bsrilu02Info_t* info) { *info = new bsrilu02Info; }
void DestroyBsrilu02Info(bsrilu02Info_t info) { destroy(info); }
void CreateBsric02Info(bsric02Info_t* info) { *info = new bsric02Info; }
void DestroyBsric02Info(bsric02Info_t info) { destroy(info); }

void Xbsrilu02_zeroPivot(cusparseHandle_t handle, bsrilu02Info_t info, int* position) {
  zero_pivot("cusparseXbsrilu02_zeroPivot", *handle, *info, position);
}
void Xbsric02_zeroPivot(cusparseHandle_t handle, bsric02Info_t info, int* position) {
  zero_pivot("cusparseXbsric02_zeroPivot", *handle, *info, position);
}

void bsrilu02_numericBoost(runtime::ScalarType type, cusparseHandle_t handle, bsrilu02Info_t info,
                           int is_on, double* tolerance, void* value) {
  info->boost = pivot_boost(block_lu, *handle, type, is_on, tolerance, value);
}

#define FILIGREE_BLOCK_FACTOR_CALLS(name, kind, call, Values)                                     \
  void name##_bufferSize(runtime::ScalarType type, cusparseHandle_t,                              \
                         cusparseDirection_t direction, int mb, int nnzb,                         \
                         const cusparseMatDescr_t description, void*, const int* offsets,         \
                         const int* indices, int block, name##Info_t, int* bytes) {               \
    check_block_matrix({call, type, direction, mb, nnzb, *description, offsets, indices, block}); \
    *bytes = 0;                                                                                   \
  }                                                                                               \
  void name##_bufferSizeExt(runtime::ScalarType type, cusparseHandle_t,                           \
                            cusparseDirection_t direction, int mb, int nnzb,                      \
                            const cusparseMatDescr_t description, void*, const int* offsets,      \
                            const int* indices, int block, name##Info_t, std::size_t* bytes) {    \
    check_block_matrix({call, type, direction, mb, nnzb, *description, offsets, indices, block}); \
    *bytes = 0;                                                                                   \
  }                                                                                               \
  void name##_analysis(                                                                           \
      runtime::ScalarType type, cusparseHandle_t handle, cusparseDirection_t direction, int mb,   \
      int nnzb, const cusparseMatDescr_t description, Values, const int* offsets,                 \
      const int* indices, int block, name##Info_t info, cusparseSolvePolicy_t, void*) {           \
    analyse(*handle, runtime::IncompleteFactor::kind,                                             \
            {call, type, direction, mb, nnzb, *description, offsets, indices, block}, *info);     \
  }                                                                                               \
  void name(runtime::ScalarType type, cusparseHandle_t handle, cusparseDirection_t direction,     \
            int mb, int nnzb, const cusparseMatDescr_t description, void* values,                 \
            const int* offsets, const int* indices, int block, name##Info_t info,                 \
            cusparseSolvePolicy_t, void*) {                                                       \
    factor(*handle, runtime::IncompleteFactor::kind,                                              \
           {call, type, direction, mb, nnzb, *description, offsets, indices, block}, values,      \
           *info);                                                                                \
  }

FILIGREE_BLOCK_FACTOR_CALLS(bsrilu02, lu, block_lu, void*)
FILIGREE_BLOCK_FACTOR_CALLS(bsric02, cholesky, block_cholesky, const void*)
#undef FILIGREE_BLOCK_FACTOR_CALLS

}  // namespace filigree::cusparse
