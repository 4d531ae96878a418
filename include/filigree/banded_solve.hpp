// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>

#include <filigree/banded_matrix.hpp>
#include <filigree/banded_solve_options.hpp>
#include <filigree/core/execution.hpp>
#include <filigree/core/operation.hpp>
#include <filigree/core/pivot_report.hpp>
#include <filigree/detail/banded_front.hpp>
#include <filigree/detail/banded_problem.hpp>

/// \file
/// Tridiagonal, pentadiagonal and block-tridiagonal systems: op(A) X = B, one system or a batch of
/// them.
///
/// A is made by tridiagonal(), pentadiagonal() or block_tridiagonal() from its diagonals
/// (banded_matrix.hpp). B and X are Kokkos Views in any layout, with one more index for more than
/// one right-hand side: m, m x columns; of batches systems x m, systems x m x columns. X may be B;
/// they may not overlap otherwise. A and B are only read.
///
/// With partial pivoting any system that is not singular is solved with a small residual. Where a
/// system has no pivot, its X is unspecified, the others are right, and a PivotReport tells which.
/// Allocates nothing and waits for nothing given the workspace; bitwise repeatable.
///
/// Sources: LAPACK gttrf and gbtrf for the elimination; cuSPARSE 13 guide, sections gtsv2,
/// gtsv2StridedBatch, gtsvInterleavedBatch and gpsvInterleavedBatch, for the layouts.

namespace filigree {

/// A solve prepared for sizes and strides. Immutable: any number of threads and streams may use it
/// at once, each with a workspace of its own.
template <execution_space Exec, class T>
class BandedSolvePlan {
 public:
  /// Memory for apply() to work in, of workspace_bytes() or more.
  using workspace_view = Kokkos::View<std::byte*, typename Exec::memory_space>;

  /// X = op(A)^-1 B. Returns the kernel that ran. Allocates nothing where a workspace of
  /// workspace_bytes() is given.
  /// \throws Error stale_plan where sizes, strides or the kind of matrix are not the plan's;
  ///   otherwise as banded_solve
  template <class Matrix, class BView, class XView>
  KernelId apply(const Exec& exec, const Matrix& A, const BView& b, const XView& x,
                 const workspace_view& workspace = {},
                 const PivotReport<typename Exec::memory_space>& report = {}) const try {
    const detail::ScopedRegion region("filigree::banded_solve");
    auto problem = detail::banded_problem(exec, state_.op, A, b, x, state_.options, report);
    detail::check_banded_layout(exec, state_, problem);
    detail::check_banded_apart(A, x);
    problem.workspace = workspace.data();
    problem.workspace_bytes = workspace.extent(0);
    report.clear(exec);
    return detail::run_banded(exec, problem, {state_.options.backend, state_.kernel});
  } catch (...) {
    detail::rethrow_as_error("banded_solve");
  }

  /// With a workspace of so many bytes apply() allocates nothing.
  std::size_t workspace_bytes() const noexcept { return state_.explanation.workspace_bytes; }

  /// The kernel that apply() runs, and why.
  const BandedExplanation& explain() const noexcept { return state_.explanation; }

 private:
  template <execution_space E, class Matrix, class BView, class XView>
  friend auto banded_solve_plan(const E&, Op, const Matrix&, const BView&, const XView&,
                                const BandedSolveOptions&);

  detail::BandedPlanState state_;
};

/// Makes a plan for operands of these sizes and strides. Reads none of their entries.
template <execution_space Exec, class Matrix, class BView, class XView>
auto banded_solve_plan(const Exec& exec, Op op, const Matrix& A, const BView& b, const XView& x,
                       const BandedSolveOptions& options = {}) try {
  using T = typename Matrix::scalar_type;
  const PivotReport<typename Exec::memory_space> no_report;
  const auto problem = detail::banded_problem(exec, op, A, b, x, options, no_report);
  BandedSolvePlan<Exec, T> plan;
  plan.state_ = detail::make_banded_plan(exec, op, problem, options);
  return plan;
} catch (...) {
  detail::rethrow_as_error("banded_solve_plan");
}

/// X = op(A)^-1 B in one call, with a workspace of its own. Returns the kernel that ran.
/// \throws Error invalid_value where sizes do not agree, arrays overlap, or a periodic system is
///   trimmed or has fewer rows than the matrix has diagonals; not_supported where a kernel was
///   asked for that does not take the system; alloc_failed
template <execution_space Exec, class Matrix, class BView, class XView>
KernelId banded_solve(const Exec& exec, Op op, const Matrix& A, const BView& b, const XView& x,
                      const BandedSolveOptions& options = {},
                      const PivotReport<typename Exec::memory_space>& report = {}) try {
  const detail::ScopedRegion region("filigree::banded_solve");
  const auto problem = detail::banded_problem(exec, op, A, b, x, options, report);
  detail::check_banded_apart(A, x);
  report.clear(exec);
  return detail::run_banded(exec, problem, {options.backend, options.kernel});
} catch (...) {
  detail::rethrow_as_error("banded_solve");
}

}  // namespace filigree
