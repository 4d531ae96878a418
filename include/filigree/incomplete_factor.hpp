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
#include <filigree/detail/incomplete_factor_front.hpp>
#include <filigree/detail/plan_pointer.hpp>
#include <filigree/incomplete_factor_options.hpp>

/// Incomplete factorizations without fill: ilu0, L U = A on A's pattern, and ic0, L L^H = A on the
/// pattern of A's lower triangle. The factors are values for A's pattern, in place of A's own or in
/// another array, so that triangular_solve takes them as one matrix: A.with_values(factors).
///
/// A plan reads the pattern only and serves any values: those of the matrix that apply is given are
/// read by each factorization. Indices may be unsorted; entries that are stored twice are refused.
/// Every call is bitwise repeatable. Of a Bsr matrix, whose blocks are square, the factors are
/// those of the matrix with all entries of its blocks as a Csr matrix.
/// docs/incomplete_factorization.md has the whole contract.
///
/// Sources of the semantics: cuSPARSE 13 guide, csrilu02 and csric02; of the algorithms: Y. Saad,
/// "Iterative Methods for Sparse Linear Systems", 2nd ed., algorithm 10.4; Liu, Li, Hogg, Duff,
/// Vinter, "A Synchronization-Free Algorithm for Parallel Sparse Triangular Solves", Euro-Par 2016.

namespace filigree {

/// Whether ilu0 and ic0 take a matrix: Csr or Bsr of float, double, complex_float or
/// complex_double.
template <class Matrix>
inline constexpr bool incomplete_factor_supports = detail::is_factor_matrix<Matrix>;

namespace detail {
struct FactorOnce;
}

/// A factorization prepared for one pattern. Immutable: any number of threads and streams may use
/// one plan, and its copies, at once. It does not keep the matrix's arrays alive.
///
/// Given the workspace that it asks for, apply allocates nothing, and with PatternCheck::identity
/// it synchronises nothing, so it can be captured in a CUDA graph.
template <execution_space Exec, class Matrix>
class IncompleteFactorPlan {
 public:
  /// The plan's matrix, of const values.
  using matrix_type = Matrix;
  /// Memory for apply() to work in, of workspace_bytes() or more; without it apply() may allocate.
  using workspace_view = Kokkos::View<std::byte*, typename Exec::memory_space>;
  /// Where apply() notes the first pivot that counts as zero; an empty one: nowhere.
  using report_type = PivotReport<typename Exec::memory_space>;

  /// An empty plan, to be assigned later: using it is an error (invalid_value).
  IncompleteFactorPlan() = default;
  /// A plan is made for const values: one for values that are not is the same.
  template <std::same_as<detail::const_matrix_t<Matrix>> Const>
  IncompleteFactorPlan(const IncompleteFactorPlan<Exec, Const>& other) requires(
      !std::same_as<Const, Matrix>)
      : state_(other.state_) {}
  /// Whether this is a plan, and not an empty one.
  explicit operator bool() const noexcept { return bool(state_); }

  /// Writes the factors of A, whose pattern is the plan's, to `factors`, which may be A's values.
  /// `report` says afterwards where the first pivot was that counts as zero. Of ic0 what is stored
  /// right of the diagonal is neither read nor written. Returns the kernel that ran.
  /// \throws Error stale_plan where A's pattern is not the plan's; invalid_value where `factors`
  ///   has another length, or overlaps A's values in other places; not_supported where
  ///   Backend::tuned or a kernel was asked for that does not take the factorization.
  template <class A, class Values>
  KernelId apply(const Exec& exec, const A& a, const Values& factors,
                 const report_type& report = {}, const workspace_view& workspace = {}) const try {
    static_assert(std::is_same_v<detail::const_matrix_t<A>, detail::const_matrix_t<Matrix>>,
                  "the matrix has the type of the one that the plan was made for");
    const detail::ScopedRegion region(is_lu() ? "filigree::ilu0" : "filigree::ic0");
    auto problem = detail::checked_factor_problem(exec, *state_, a, factors, report);
    problem.workspace = workspace.data();
    problem.workspace_bytes = workspace.extent(0);
    const auto source = detail::factor_source(a);
    detail::check_factor_pattern(exec, *state_, source);
    detail::rebind_rows(problem.rows, state_->source, source);
    return detail::run_factor(exec, problem, {state_->options.backend, state_->kernel});
  } catch (...) {
    detail::rethrow_as_error(is_lu() ? "ilu0" : "ic0");
  }

  /// Makes the factors of A, of Csr, better by sweeps, each of which computes every entry of L and
  /// U by itself from those before the sweep (E. Chow, A. Patel, SIAM J. Sci. Comput. 37, 2015), so
  /// that no row waits for another; the results are the same on every run and number of threads.
  /// After twice as many sweeps as A has rows, of a symmetric pattern as there are levels, the
  /// factors are those of apply but for rounding, and often after a few they are as good a
  /// preconditioner. `factors` are apart from A's values;
  /// `report` says the first pivot that counted as zero in the last sweep. Allocates a copy of the
  /// values and waits for the device in each sweep. \throws Error as apply; invalid_value where
  ///   `factors` are A's values, or sweeps.count or tolerance is below 0; not_supported of Bsr
  template <class A, class Values>
  FactorHistory iterate(const Exec& exec, const A& a, const Values& factors,
                        const FactorSweeps& sweeps = {}, const report_type& report = {}) const try {
    static_assert(std::is_same_v<detail::const_matrix_t<A>, detail::const_matrix_t<Matrix>>,
                  "the matrix has the type of the one that the plan was made for");
    const detail::ScopedRegion region("filigree::factor_sweeps");
    auto problem = detail::checked_factor_problem(exec, *state_, a, factors, report);
    const auto source = detail::factor_source(a);
    detail::check_factor_pattern(exec, *state_, source);
    detail::check_factor_sweeps(state_->kind, sweeps, problem.in_place && a.nnz() > 0,
                                problem.rows.blocks.any());
    detail::rebind_rows(problem.rows, state_->source, source);
    return detail::run_factor_sweeps(exec, problem, sweeps);
  } catch (...) {
    detail::rethrow_as_error(is_lu() ? "ilu0" : "ic0");
  }

  /// As SpmvPlan::bound_to.
  IncompleteFactorPlan bound_to(const Exec& exec, const Matrix& a) const try {
    detail::check_operand("IncompleteFactorPlan::bound_to", "A", exec, a);
    return IncompleteFactorPlan(detail::bind_factor_plan(exec, *state_, detail::factor_source(a)));
  } catch (...) {
    detail::rethrow_as_error("IncompleteFactorPlan::bound_to");
  }

  /// The workspace, in bytes, that makes apply allocate nothing, in place or not: less may do where
  /// the factors do not take the place of A's values, which `in_place` says. Each factorization
  /// that runs at the same time as another needs one of its own; its contents do not matter.
  std::size_t workspace_bytes(const Exec& exec, bool in_place = true) const try {
    return choose(exec, in_place).workspace_bytes;
  } catch (...) {
    detail::rethrow_as_error("IncompleteFactorPlan::workspace_bytes");
  }

  /// The kernel that apply would run.
  KernelId kernel(const Exec& exec) const try { return choose(exec, true).kernel; } catch (...) {
    detail::rethrow_as_error("IncompleteFactorPlan::kernel");
  }

  /// Memory that the plan holds.
  std::int64_t memory_bytes() const { return state_->analysis.memory_bytes(); }

  /// What making the plan took.
  double build_seconds() const { return state_->build_seconds; }

 private:
  using State = detail::FactorPlanState<Exec, std::remove_const_t<typename Matrix::index_type>>;
  using Scalar = std::remove_const_t<typename Matrix::scalar_type>;

  template <execution_space E, class M>
  friend auto ilu0_plan(const E&, const M&, const IncompleteFactorOptions&);
  template <execution_space E, class M>
  friend auto ic0_plan(const E&, const M&, const IncompleteFactorOptions&);
  friend struct detail::FactorOnce;

  template <execution_space, class>
  friend class IncompleteFactorPlan;

  explicit IncompleteFactorPlan(std::shared_ptr<const State> state)
      : state_("IncompleteFactorPlan", std::move(state)) {}

  /// What both functions that make plans do.
  template <class M>
  static IncompleteFactorPlan make(const Exec& exec, detail::FactorKind kind, const M& A,
                                   const IncompleteFactorOptions& options, detail::PlanUse use) {
    static_assert(incomplete_factor_supports<M>,
                  "incomplete factorizations take Csr or Bsr of float, double, complex_float or "
                  "complex_double: convert the matrix");
    static_assert(is_accessible_v<Exec, typename M::memory_space>,
                  "the execution space cannot read the matrix's memory: copy it there first");
    detail::check_operand(kind == detail::FactorKind::lu ? "ilu0_plan" : "ic0_plan", "A", exec, A);
    return IncompleteFactorPlan(
        detail::make_factor_plan(exec, kind, detail::factor_source(A), options, use));
  }

  bool is_lu() const { return state_->kind == detail::FactorKind::lu; }
  detail::FactorChoice choose(const Exec& exec, bool in_place) const {
    return detail::choose_factor(exec, detail::factor_problem<Scalar>(*state_, in_place),
                                 {state_->options.backend, state_->kernel});
  }

  detail::PlanPointer<State> state_{"IncompleteFactorPlan"};
};

/// Makes a plan for L U = A: L has a unit diagonal, which is not stored. Reads the pattern, not the
/// values, and waits for the device. \throws Error matrix_type_not_supported unless A is general;
///   invalid_value where A or its blocks are not square, an entry (a block) is stored twice, or an
///   option makes no sense; zero_pivot where an entry of the diagonal is not stored.
template <execution_space Exec, class Matrix>
auto ilu0_plan(const Exec& exec, const Matrix& A, const IncompleteFactorOptions& options = {}) try {
  const detail::ScopedRegion region("filigree::ilu0_plan");
  using Plan = IncompleteFactorPlan<Exec, detail::const_matrix_t<Matrix>>;
  return Plan::make(exec, detail::FactorKind::lu, A, options, detail::PlanUse::again_and_again);
} catch (...) {
  detail::rethrow_as_error("ilu0_plan");
}

/// Makes a plan for L L^H = A, of which the lower triangle is read. \throws Error as ilu0_plan, but
///   matrix_type_not_supported where A is none of general, Hermitian, real symmetric and
///   triangular, or where it stores the upper triangle or no diagonal.
template <execution_space Exec, class Matrix>
auto ic0_plan(const Exec& exec, const Matrix& A, const IncompleteFactorOptions& options = {}) try {
  const detail::ScopedRegion region("filigree::ic0_plan");
  using Plan = IncompleteFactorPlan<Exec, detail::const_matrix_t<Matrix>>;
  return Plan::make(exec, detail::FactorKind::cholesky, A, options,
                    detail::PlanUse::again_and_again);
} catch (...) {
  detail::rethrow_as_error("ic0_plan");
}

namespace detail {

/// A factorization by a plan of its own.
struct FactorOnce {
  template <class Exec, class A, class Values>
  static KernelId run(const Exec& exec, FactorKind kind, const A& a, const Values& factors,
                      const IncompleteFactorOptions& options) {
    using Plan = IncompleteFactorPlan<Exec, const_matrix_t<A>>;
    const Plan plan = Plan::make(exec, kind, a, options, PlanUse::once);
    const PivotReport<typename Exec::memory_space> report(exec);
    const KernelId kernel = plan.apply(exec, a, factors, report);
    const std::int64_t position = report.position(exec);
    if (position != report.none && !options.pivot_boost) throw_zero_factor_pivot(kind, position);
    return kernel;
  }
};

}  // namespace detail

/// Writes the factors of L U = A to `factors`, which may be A's values, in one call: makes a plan,
/// applies it and waits for the result. \throws Error as ilu0_plan and IncompleteFactorPlan::apply;
///   zero_pivot, after the factors were written, where a pivot counts as zero and there is no
///   options.pivot_boost.
template <execution_space Exec, class A, class Values>
KernelId ilu0(const Exec& exec, const A& a, const Values& factors,
              const IncompleteFactorOptions& options = {}) try {
  return detail::FactorOnce::run(exec, detail::FactorKind::lu, a, factors, options);
} catch (...) {
  detail::rethrow_as_error("ilu0");
}

/// Writes the factor of L L^H = A to `factors`, as ilu0 does.
template <execution_space Exec, class A, class Values>
KernelId ic0(const Exec& exec, const A& a, const Values& factors,
             const IncompleteFactorOptions& options = {}) try {
  return detail::FactorOnce::run(exec, detail::FactorKind::cholesky, a, factors, options);
} catch (...) {
  detail::rethrow_as_error("ic0");
}

}  // namespace filigree
