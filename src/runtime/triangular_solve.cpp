// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <runtime/triangular_solve.hpp>

#include <algorithm>

#include <filigree/core/execution.hpp>
#include <filigree/core/pivot_report.hpp>
#include <filigree/detail/triangular_solve_front.hpp>
#include <runtime/dense.hpp>
#include <runtime/pattern.hpp>
#include <runtime/product_types.hpp>

namespace filigree::runtime {
namespace {

constexpr std::string_view operation = "triangular_solve";

template <class Exec, class Pattern>
using State = detail::SolvePlanState<Exec, Pattern>;

template <class Types>
auto operands_of(Op op_b, const ScalarOperand& alpha, const SparseOperand& A, const DenseOperand& B,
                 const DenseOperand& X) {
  using Compute = typename Types::Compute;
  using Value = typename Types::Y;
  detail::SolveOperands<typename Types::A, Value, Compute> operands{
      static_cast<const typename Types::A*>(A.values), scalar_argument<Compute>(alpha)};
  operands.B = detail::dense_operand(op_b, static_cast<const Value*>(B.values), shape_of(B));
  operands.X = detail::dense_operand(static_cast<Value*>(X.values), shape_of(X));
  operands.num_columns = X.num_cols;
  return operands;
}

/// f(exec, pattern, operands), all with their types.
template <class F>
auto visit_solve(const Target& target, Op op_b, const ScalarOperand& alpha, const SparseOperand& A,
                 const DenseOperand& B, const DenseOperand& X, const F& f) {
  return visit_solve_types({A.scalar, B.scalar, X.scalar}, [&]<class Types>(const Types&) {
    const auto operands = operands_of<Types>(op_b, alpha, A, B, X);
    return visit_stored(
        target, A, [&](const auto& exec, const auto& stored) { return f(exec, stored, operands); });
  });
}

detail::SolveShapes shapes_of(Op op_b, std::int64_t num_rows, const DenseOperand& B,
                              const DenseOperand& X) {
  return {num_rows, op_b, false, shape_of(B), shape_of(X)};
}

}  // namespace

void check_triangular_solve(Op op_b, const SparseOperand& A, const DenseOperand& B,
                            const DenseOperand& X) {
  visit_solve_types({A.scalar, B.scalar, X.scalar}, [](const auto&) {});
  check_arrays(operation, "A", A);
  detail::check_pointer(operation, "B", B.values, B.num_rows * B.num_cols);
  detail::check_pointer(operation, "X", X.values, X.num_rows * X.num_cols);
  detail::check_solve_shapes(shapes_of(op_b, A.num_rows, B, X));
}

KernelId triangular_solve(const Target& target, Op op, const ScalarOperand& alpha,
                          const SparseOperand& A, const DenseOperand& B, const DenseOperand& X,
                          const TriangularSolveOptions& options) try {
  const detail::ScopedRegion region("filigree::triangular_solve");
  check_triangular_solve(Op::none, A, B, X);
  check_operand(operation, "A", target, A, memory_of("X", X));
  const detail::SolveRun run{options.backend, options.kernel};
  return visit_solve(
      target, Op::none, alpha, A, B, X,
      [&]<class Exec, class Pattern>(const Exec& exec, const Pattern& pattern, auto operands) {
        const PivotReport<typename Exec::memory_space> report(exec);
        operands.pivot_position = report.positions().data();
        const auto use =
            detail::single_use<typename State<Exec, Pattern>::Index>(exec, operands, run);
        const auto state = detail::make_solve_plan(exec, op, pattern, options, use);
        const KernelId kernel =
            detail::run_solve(exec, detail::solve_problem(*state, operands), run);
        const std::int64_t position = report.position(exec);
        if (position != report.none && options.on_zero_pivot == ZeroPivot::report)
          detail::throw_zero_pivot(operation, position, false);
        return kernel;
      });
} catch (...) {
  detail::rethrow_as_error("triangular_solve");
}

Plan make_triangular_solve_plan(const Target& target, Op op, const SparseOperand& A,
                                const TriangularSolveOptions& options) try {
  const detail::ScopedRegion region("filigree::triangular_solve_plan");
  check_arrays("triangular_solve_plan", "A", A, false);
  check_operand("triangular_solve_plan", "A", target, A);
  Plan plan{op, target, A, nullptr};
  const auto use =
      detail::use_for_many(A.scalar == ScalarType::float32 || A.scalar == ScalarType::float64);
  plan.state = visit_stored(target, A, [&](const auto& exec, const auto& pattern) {
    return std::shared_ptr<const void>(detail::make_solve_plan(exec, op, pattern, options, use));
  });
  return plan;
} catch (...) {
  detail::rethrow_as_error("triangular_solve_plan");
}

std::size_t triangular_solve_workspace_bytes(const Plan& plan, const DenseOperand& X) try {
  const SparseOperand& A = plan.matrix;
  detail::check_solve_shapes(shapes_of(Op::none, A.num_rows, X, X));
  constexpr double any[2] = {};  // of any type
  const ScalarOperand alpha{any, false};
  return visit_solve(
      plan.target, Op::none, alpha, A, X, X,
      [&]<class Exec, class Pattern>(const Exec& exec, const Pattern&, const auto& operands) {
        const auto& state = plan.as<State<Exec, Pattern>>();
        return detail::choose_solve(exec, detail::solve_problem(state, operands),
                                    {state.options.backend, state.kernel})
            .workspace_bytes;
      });
} catch (...) {
  detail::rethrow_as_error("triangular_solve");
}

std::size_t triangular_solve_workspace_limit(const Target& target, const SparseOperand& A,
                                             const DenseOperand& X) {
  if (target.is_host()) return 0;
  // Kernels have tickets, a flag for each row and four right-hand sides or more, and unknowns of 64
  // at once at most, in tiles of up to 16.
  constexpr std::int64_t columns_at_once = 64, columns_of_a_flag = 4, tickets = 64;
  const std::int64_t tile = X.num_cols == 1 ? 1 : X.num_cols > 8 ? 16 : 8;
  const std::int64_t columns = std::min(X.num_cols, columns_at_once);
  const std::int64_t flags = (X.num_cols + columns_of_a_flag - 1) / columns_of_a_flag;
  const std::int64_t row_bytes =
      flags * std::int64_t(sizeof(std::int32_t)) +
      (columns + tile - 1) / tile * tile * std::int64_t(size_of(A.scalar));
  return std::size_t(tickets + A.num_rows * row_bytes);
}

std::int64_t missing_pivot(const Plan& plan) {
  return visit_stored(plan.target, plan.matrix,
                      [&]<class Exec, class Pattern>(const Exec&, const Pattern&) {
                        return plan.as<State<Exec, Pattern>>().analysis.missing_pivot;
                      });
}

KernelId triangular_solve(const Target& target, const Plan& plan, Op op_b,
                          const ScalarOperand& alpha, const SparseOperand& A, const DenseOperand& B,
                          const DenseOperand& X, std::int64_t* pivot_position,
                          const Workspace& workspace) try {
  const detail::ScopedRegion region("filigree::triangular_solve");
  check_plan(operation, target, plan, A);
  check_triangular_solve(op_b, A, B, X);
  check_operand(operation, "A", target, A, memory_of("X", X));
  return visit_solve(
      target, op_b, alpha, A, B, X,
      [&]<class Exec, class Pattern>(const Exec& exec, const Pattern& pattern, auto operands) {
        operands.pivot_position = pivot_position;
        operands.workspace = workspace.data;
        operands.workspace_bytes = workspace.bytes;
        return detail::run_solve_plan(exec, plan.as<State<Exec, Pattern>>(), pattern, operands);
      });
} catch (...) {
  detail::rethrow_as_error("triangular_solve");
}

}  // namespace filigree::runtime
