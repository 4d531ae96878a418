// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <runtime/incomplete_factor.hpp>

#include <string>

#include <filigree/core/execution.hpp>
#include <filigree/detail/incomplete_factor_front.hpp>
#include <runtime/pattern.hpp>
#include <runtime/solve_scalars.hpp>

namespace filigree::runtime {
namespace {

template <class Exec, class Index>
using State = detail::FactorPlanState<Exec, Index>;

template <class Index>
detail::FactorSource<Index> source_of(const SparseOperand& A) {
  const SparseOperand pattern = index_pattern(A);
  return {A.properties,
          is_complex(A.scalar),
          pattern.num_rows,
          pattern.num_cols,
          pattern.nnz,
          any_offsets(A.offset, A.offsets),
          static_cast<const Index*>(A.col_indices),
          A.block,
          A.num_rows,
          A.num_cols};
}

/// f(exec, the plan's state)
template <class F>
auto visit_state(const Target& target, const Plan& plan, const F& f) {
  return visit(target, index_pattern(plan.matrix),
               [&]<class Exec, class Offset, class Index>(
                   const Exec& exec, const detail::StoredPattern<Offset, Index>&) {
                 return f(exec, plan.as<State<Exec, Index>>());
               });
}

}  // namespace

Plan make_incomplete_factor_plan(const Target& target, IncompleteFactor kind,
                                 const SparseOperand& A,
                                 const IncompleteFactorOptions& options) try {
  constexpr std::string_view operation = "incomplete_factor_plan";
  const detail::ScopedRegion region("filigree::incomplete_factor_plan");
  visit_solve_scalar(operation, A.scalar, [](auto) {});
  if (A.format != Format::bsr) check_compressed(operation, "A", A, false);
  check_arrays(operation, "A", A, false);
  check_operand(operation, "A", target, A);
  const auto detail_kind =
      kind == IncompleteFactor::lu ? detail::FactorKind::lu : detail::FactorKind::cholesky;
  Plan plan{Op::none, target, A, nullptr};
  plan.state = visit(
      target, index_pattern(A),
      [&]<class Exec, class Offset, class Index>(const Exec& exec,
                                                 const detail::StoredPattern<Offset, Index>&) {
        return std::shared_ptr<const void>(detail::make_factor_plan(
            exec, detail_kind, source_of<Index>(A), options, detail::PlanUse::again_and_again));
      });
  return plan;
} catch (...) {
  detail::rethrow_as_error("incomplete_factor_plan");
}

std::size_t incomplete_factor_workspace_bytes(const Plan& plan) {
  return visit_solve_scalar(
      "incomplete_factor", plan.matrix.scalar, [&]<class T>(std::type_identity<T>) {
        return visit_state(plan.target, plan, [&](const auto& exec, const auto& state) {
          return detail::choose_factor(exec, detail::factor_problem<T>(state, true),
                                       {state.options.backend, state.kernel})
              .workspace_bytes;
        });
      });
}

KernelId incomplete_factor(const Target& target, const Plan& plan, const SparseOperand& A,
                           void* factors, std::int64_t* pivot_position,
                           const Workspace& workspace) try {
  constexpr std::string_view operation = "incomplete_factor";
  const detail::ScopedRegion region("filigree::incomplete_factor");
  check_plan(operation, target, plan, A);
  check_arrays(operation, "A", A);
  detail::check_pointer(operation, "factors", factors, A.nnz);
  check_operand(operation, "A", target, A,
                {"factors", factors, std::size_t(A.nnz) * size_of(A.scalar)}, false);
  return visit_solve_scalar(operation, A.scalar, [&]<class T>(std::type_identity<T>) {
    return visit_state(
        target, plan,
        [&]<class Exec, class Index>(const Exec& exec, const State<Exec, Index>& state) {
          detail::check_factor_arrays(
              state.kind, {A.nnz, A.values, A.nnz, true, factors, size_of(A.scalar), 1});
          auto problem = detail::factor_problem<T>(state, A.values == factors);
          problem.values = static_cast<const T*>(A.values);
          problem.factors = static_cast<T*>(factors);
          problem.pivot_position = pivot_position;
          problem.workspace = static_cast<decltype(problem.workspace)>(workspace.data);
          problem.workspace_bytes = workspace.bytes;
          const auto source = source_of<Index>(A);
          detail::check_factor_pattern(exec, state, source);
          detail::rebind_rows(problem.rows, state.source, source);
          return detail::run_factor(exec, problem, {state.options.backend, state.kernel});
        });
  });
} catch (...) {
  detail::rethrow_as_error("incomplete_factor");
}

}  // namespace filigree::runtime
