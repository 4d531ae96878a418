// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>

#include <filigree/triangular_solve_options.hpp>

#include <cusparse/memory.hpp>
#include <runtime/plan.hpp>

namespace filigree::cusparse {

/// What the analysis of a triangle leaves for the solves.
struct SolveState {
  std::shared_ptr<const runtime::Plan> plan;
  runtime::Workspace workspace;    ///< the caller's buffer, or what is held
  HeldMemory held;                 ///< where that buffer is too small
  cudaStream_t stream = nullptr;   ///< whose solves it is for: those of another one may run beside
  runtime::DenseOperand held_for;  ///< an X that the workspace was asked for, without its values
  /// With skip_row an analysis passes over rows without a pivot, which is an error otherwise.
  ZeroPivot on_zero_pivot = ZeroPivot::report;
};

/// Sees to a workspace that is enough for X: `buffer` where it is, else memory that is held.
void hold_workspace(SolveState& state, const cusparseContext& handle,
                    const runtime::DenseOperand& X, const runtime::Workspace& buffer = {});
/// Whether the workspace is known to be enough for X, as it is in all solves but odd ones, without
/// asking which kernel X's solve would choose.
bool is_held_for(const SolveState& state, const runtime::DenseOperand& X);

/// Whether the workspace is for the handle's stream. Solves of another one may run beside those of
/// this one: they allocate what they work in.
bool works_for(const SolveState& state, const cusparseContext& handle);

/// The state of legacy calls, which say afterwards where a pivot was zero or missing.
struct PivotingSolve : SolveState {
  HeldMemory position;  ///< an int64, -1 where no pivot was zero
};

/// op(A) X = alpha B
struct TriangleSolve {
  const char* call;
  Op op;
  runtime::SparseOperand A;
  runtime::DenseOperand B;
  runtime::DenseOperand X;
};

/// Makes the plan; a missing pivot is the position that is there before the first solve, and its
/// row's unknown is 0. Waits.
void analyse(const cusparseContext& handle, const TriangleSolve& solve,
             const cusparseMatDescr& description, PivotingSolve& state);
/// Where no pivot is missing: zeros are divided by, as cuSPARSE does it, unless `state` skips them.
void solve(const cusparseContext& handle, const TriangleSolve& solve, const void* alpha,
           PivotingSolve& state);
/// Writes the position, of a BSR matrix that of a block row. Waits.
void zero_pivot(const char* call, const cusparseContext& handle, const PivotingSolve& state,
                int* position);

}  // namespace filigree::cusparse

struct cusparseSpSVDescr : filigree::cusparse::SolveState {};
struct cusparseSpSMDescr : filigree::cusparse::SolveState {};
