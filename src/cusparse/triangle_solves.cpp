// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <runtime/triangular_solve.hpp>

#include <cusparse/guard.hpp>
#include <cusparse/legacy.hpp>
#include <cusparse/pivots.hpp>
#include <cusparse/solve_state.hpp>

/// Solves of legacy calls, which tell their zero pivots when they are asked.

namespace filigree::cusparse {

void hold_workspace(SolveState& state, const cusparseContext& handle,
                    const runtime::DenseOperand& X, const runtime::Workspace& buffer) {
  // Where memory fails, nothing is left of another analysis, whose buffer may be gone.
  state.held_for = {};
  state.workspace = {};
  const std::size_t bytes = runtime::triangular_solve_workspace_bytes(*state.plan, X);
  if (bytes <= buffer.bytes) {
    state.held = {};
    state.workspace = buffer;
  } else {
    if (bytes > state.held.bytes()) state.held = HeldMemory(bytes);
    state.workspace = {state.held.data(), state.held.bytes()};
  }
  state.held_for = X;
  state.held_for.values = nullptr;
  state.stream = handle.stream;
}

bool is_held_for(const SolveState& state, const runtime::DenseOperand& X) {
  const runtime::DenseOperand& held = state.held_for;
  return X.scalar == held.scalar && X.num_rows == held.num_rows && X.num_cols == held.num_cols &&
         X.layout == held.layout && X.leading_dimension == held.leading_dimension;
}

bool works_for(const SolveState& state, const cusparseContext& handle) {
  return state.stream == handle.stream && handle.stream != cudaStreamPerThread;
}

void analyse(const cusparseContext& handle, const TriangleSolve& solve,
             const cusparseMatDescr& description, PivotingSolve& state) {
  check_offsets(solve.call, handle, solve.A);
  TriangularSolveOptions options;
  options.fill = FillMode(description.fill);
  options.diagonal = DiagonalType(description.diagonal);
  const auto make_plan = [&](ZeroPivot on_zero_pivot) {
    options.on_zero_pivot = on_zero_pivot;
    return std::make_shared<const runtime::Plan>(
        runtime::make_triangular_solve_plan(handle.target, solve.op, solve.A, options));
  };
  PivotingSolve made;
  made.on_zero_pivot = state.on_zero_pivot;
  made.plan = make_plan(ZeroPivot::skip_row);
  const std::int64_t missing = runtime::missing_pivot(*made.plan);
  if (missing < 0 && state.on_zero_pivot != ZeroPivot::skip_row)
    made.plan = make_plan(state.on_zero_pivot);
  made.position = HeldMemory(sizeof missing);
  copy_and_wait(solve.call, handle, made.position.data(), &missing, sizeof missing);
  hold_workspace(made, handle, solve.X);
  state = std::move(made);
}

void solve(const cusparseContext& handle, const TriangleSolve& solve, const void* alpha,
           PivotingSolve& state) {
  const auto& [call, op, A, B, X] = solve;
  check(state.plan != nullptr && state.plan->op == op, call, "info", "no analysis of op(A)",
        "one that the analysis was made with");
  const runtime::SparseOperand& analysed = state.plan->matrix;
  check(A.num_rows == analysed.num_rows && A.nnz == analysed.nnz && A.block == analysed.block &&
            A.scalar == analysed.scalar && A.properties == analysed.properties,
        call, "info", "an analysis of another matrix", "one of this matrix");
  runtime::check(call, B);
  runtime::check(call, X);
  runtime::check_triangular_solve(Op::none, A, B, X);
  const bool is_own = works_for(state, handle);
  if (is_own && !is_held_for(state, X)) hold_workspace(state, handle, X);
  runtime::triangular_solve(handle.target, *state.plan, Op::none, handle.scalar(alpha), A, B, X,
                            static_cast<std::int64_t*>(state.position.data()),
                            is_own ? state.workspace : runtime::Workspace{});
}

void zero_pivot(const char* call, const cusparseContext& handle, const PivotingSolve& state,
                int* position) {
  check(state.plan != nullptr, call, "info", "no analysis", "one after its analysis");
  report_zero_pivot(call, handle,
                    line_of(state.plan->matrix, position_of(call, handle, state.position)),
                    position);
}

}  // namespace filigree::cusparse
