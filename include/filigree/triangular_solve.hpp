// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

#include <filigree/core/execution.hpp>
#include <filigree/core/operation.hpp>
#include <filigree/core/pivot_report.hpp>
#include <filigree/core/scalar_argument.hpp>
#include <filigree/detail/plan_pointer.hpp>
#include <filigree/detail/triangular_solve_front.hpp>
#include <filigree/triangular_solve_options.hpp>

/// \file
/// Triangular solves: op(A) X = alpha op(B) for X, where A is the lower or upper triangle of a
/// square sparse matrix, with one right-hand side (B and X Views of rank 1) or many (of rank 2).
///
/// The triangle and whether the diagonal is taken for 1 come from the matrix's properties where its
/// type is triangular, or from the options, so that one matrix may hold L and U. Entries of the
/// other triangle are ignored, a unit diagonal is never read, entries that are stored twice add up,
/// and indices may be unsorted. B and X may have any layout and strides, each its own; X may be B.
/// Where alpha is 0, nothing of B reaches the result.
///
/// A plan reads the pattern only and serves any number of right-hand sides, also of different
/// numbers, and any values: those of the matrix that apply is given are read by each solve, so that
/// new values need no call. Every call is bitwise repeatable. docs/triangular_solve.md has the
/// whole contract.
///
/// Sources of the semantics: cuSPARSE 13 guide, cusparseSpSV and cusparseSpSM; of the algorithm:
/// Liu, Li, Hogg, Duff, Vinter, "A Synchronization-Free Algorithm for Parallel Sparse Triangular
/// Solves", Euro-Par 2016; Su et al., "CapelliniSpTRSV", ICPP 2020.

namespace filigree {

/// The type that a solve with a matrix of A and vectors of X is computed in, which is also the type
/// of alpha; void where the combination is not supported.
template <class A, class X>
using triangular_solve_compute_t =
    typename detail::SolveComputeType<std::remove_const_t<A>, std::remove_const_t<X>>::type;

/// Whether triangular_solve takes a matrix of A and Views of X. True means that every format that
/// it takes, Op, layout, index and offset type works.
template <class A, class X>
inline constexpr bool triangular_solve_supports = !std::is_void_v<triangular_solve_compute_t<A, X>>;

/// A solve prepared for one pattern. Immutable: any number of threads and streams may use one plan,
/// and its copies, at once. It does not keep the matrix's arrays alive.
///
/// Given the workspace that it asks for, apply allocates nothing, and with PatternCheck::identity
/// it synchronises nothing, so it can be captured in a CUDA graph.
template <execution_space Exec, class Matrix>
class TriangularSolvePlan {
 public:
  /// The plan's matrix, of const values.
  using matrix_type = Matrix;
  /// Memory for apply() to work in, of workspace_bytes() or more; without it apply() may allocate.
  using workspace_view = Kokkos::View<std::byte*, typename Exec::memory_space>;
  /// Where apply() notes zero pivots; an empty one: nowhere.
  using report_type = PivotReport<typename Exec::memory_space>;
  /// What alpha is passed as: a ScalarArgument of these operands' triangular_solve_compute_t.
  template <class A, class BView, class XView>
  using scalar_argument = ScalarArgument<detail::solve_front_compute_t<A, BView, XView>>;

  /// An empty plan, to be assigned later: using it is an error (invalid_value).
  TriangularSolvePlan() = default;
  /// A plan is made for const values: one for values that are not is the same.
  template <std::same_as<detail::const_matrix_t<Matrix>> Const>
  TriangularSolvePlan(const TriangularSolvePlan<Exec, Const>& other) requires(
      !std::same_as<Const, Matrix>)
      : state_(other.state_) {}
  /// Whether this is a plan, and not an empty one.
  explicit operator bool() const noexcept { return bool(state_); }

  /// Solves op(A) X = alpha op_b(B), A with the plan's pattern. X may be B. `report` says
  /// afterwards where the first zero pivot was. Returns the kernel that ran. \throws Error
  /// stale_plan where A's pattern is not the plan's; invalid_value where sizes do not
  ///   agree, or X's entries overlap each other, or B's in other places; not_supported where
  ///   Backend::tuned or a kernel was asked for that does not take the solve.
  template <class A, class BView, class XView>
  KernelId apply(const Exec& exec, Op op_b, const scalar_argument<A, BView, XView>& alpha,
                 const A& a, const BView& b, const XView& x, const report_type& report = {},
                 const workspace_view& workspace = {}) const try {
    const detail::ScopedRegion region("filigree::triangular_solve");
    auto operands = detail::checked_solve_operands(exec, op_b, alpha, a, b, x, report);
    operands.workspace = workspace.data();
    operands.workspace_bytes = workspace.extent(0);
    return detail::run_solve_plan(exec, *state_, detail::stored_pattern(Matrix(a)), operands);
  } catch (...) {
    detail::rethrow_as_error("triangular_solve");
  }

  /// Solves op(A) X = alpha B.
  template <class A, class BView, class XView>
  KernelId apply(const Exec& exec, const scalar_argument<A, BView, XView>& alpha, const A& a,
                 const BView& b, const XView& x, const report_type& report = {},
                 const workspace_view& workspace = {}) const {
    return apply(exec, Op::none, alpha, a, b, x, report, workspace);
  }

  /// As SpmvPlan::bound_to.
  TriangularSolvePlan bound_to(const Exec& exec, const Matrix& a) const try {
    detail::check_operand("TriangularSolvePlan::bound_to", "A", exec, a);
    return TriangularSolvePlan(detail::bind_solve_plan(exec, *state_, detail::stored_pattern(a)));
  } catch (...) {
    detail::rethrow_as_error("TriangularSolvePlan::bound_to");
  }

  /// The workspace, in bytes, that makes apply allocate nothing for an X of this size, layout and
  /// type (its entries are not read: a View of a null pointer will do). Each solve that runs at the
  /// same time as another needs one of its own; its contents do not matter.
  template <class XView>
  std::size_t workspace_bytes(const Exec& exec, const XView& x) const try {
    return choose(exec, x).workspace_bytes;
  } catch (...) {
    detail::rethrow_as_error("TriangularSolvePlan::workspace_bytes");
  }

  /// The kernel that apply would run for an X of this size, layout and type.
  template <class XView>
  KernelId kernel(const Exec& exec, const XView& x) const try {
    return choose(exec, x).kernel;
  } catch (...) {
    detail::rethrow_as_error("TriangularSolvePlan::kernel");
  }

  /// The first row whose pivot is not stored, counted from the matrix's index base; -1: none, as of
  /// a unit diagonal.
  std::int64_t missing_pivot() const { return state_->analysis.missing_pivot; }

  /// Memory that the plan holds.
  std::int64_t memory_bytes() const { return state_->analysis.memory_bytes(); }

  /// What making the plan took.
  double build_seconds() const { return state_->build_seconds; }

  /// The op that the plan was made for.
  Op op() const { return state_->op; }

 private:
  using State =
      detail::SolvePlanState<Exec, decltype(detail::stored_pattern(std::declval<const Matrix&>()))>;

  template <execution_space E, class M>
  friend auto triangular_solve_plan(const E&, Op, const M&, const TriangularSolveOptions&);

  template <execution_space, class>
  friend class TriangularSolvePlan;

  explicit TriangularSolvePlan(std::shared_ptr<const State> state)
      : state_("TriangularSolvePlan", std::move(state)) {}

  template <class XView>
  detail::SolveChoice choose(const Exec& exec, const XView& x) const {
    const auto operands = detail::solve_sizes<Matrix>(state_->analysis.statistics.num_rows, x);
    return detail::choose_solve(exec, detail::solve_problem(*state_, operands),
                                {state_->options.backend, state_->kernel});
  }

  detail::PlanPointer<State> state_{"TriangularSolvePlan"};
};

/// Makes a plan for solves with op(A), A in Csr, Csc, Coo, CooAos, Ell, Sell, Bsr, Bsc, BlockedEll,
/// Dia or Hdia. Reads the pattern, not the values, and waits for the device. Rows of a Csr matrix
/// (of a Csc matrix, for its transpose) are used as they are, and so are square blocks of up to 256
/// rows (on devices 16) of a Bsr (Bsc) matrix; for all other cases the plan holds the triangle's
/// columns and the places of its values. \throws Error matrix_type_not_supported where A is not
/// triangular and options.fill does not name
///   the triangle; invalid_value where A is not square; zero_pivot where a pivot is not stored and
///   options.on_zero_pivot is ZeroPivot::report.
template <execution_space Exec, class Matrix>
auto triangular_solve_plan(const Exec& exec, Op op, const Matrix& A,
                           const TriangularSolveOptions& options = {}) try {
  using ConstMatrix = detail::const_matrix_t<Matrix>;
  static_assert(is_accessible_v<Exec, typename Matrix::memory_space>,
                "the execution space cannot read the matrix's memory: copy it there first");
  const detail::ScopedRegion region("filigree::triangular_solve_plan");
  detail::check_operand("triangular_solve_plan", "A", exec, A);
  using Scalar = std::remove_const_t<typename Matrix::scalar_type>;
  constexpr auto use =
      detail::use_for_many(std::is_same_v<Scalar, float> || std::is_same_v<Scalar, double>);
  return TriangularSolvePlan<Exec, ConstMatrix>(
      detail::make_solve_plan(exec, op, detail::stored_pattern(ConstMatrix(A)), options, use));
} catch (...) {
  detail::rethrow_as_error("triangular_solve_plan");
}

/// Solves op(A) X = alpha B in one call: makes a plan, applies it and waits for the result.
/// \throws Error as triangular_solve_plan and TriangularSolvePlan::apply; zero_pivot, after X was
///   written, where a pivot is zero and options.on_zero_pivot is ZeroPivot::report.
template <execution_space Exec, class A, class BView, class XView>
KernelId triangular_solve(
    const Exec& exec, Op op,
    const ScalarArgument<detail::solve_front_compute_t<A, BView, XView>>& alpha, const A& a,
    const BView& b, const XView& x, const TriangularSolveOptions& options = {}) try {
  const PivotReport<typename Exec::memory_space> report(exec);
  const auto operands = detail::checked_solve_operands(exec, Op::none, alpha, a, b, x, report);
  const detail::ScopedRegion region("filigree::triangular_solve");
  const auto stored = detail::stored_pattern(detail::const_matrix_t<A>(a));
  const detail::SolveRun run{options.backend, options.kernel};
  const auto use = detail::single_use<typename A::index_type>(exec, operands, run);
  const auto state = detail::make_solve_plan(exec, op, stored, options, use);
  const KernelId kernel = detail::run_solve(exec, detail::solve_problem(*state, operands), run);
  const std::int64_t position = report.position(exec);
  if (position != report.none && options.on_zero_pivot == ZeroPivot::report)
    detail::throw_zero_pivot("triangular_solve", position, false);
  return kernel;
} catch (...) {
  detail::rethrow_as_error("triangular_solve");
}

}  // namespace filigree
