// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

#include <filigree/core/execution.hpp>
#include <filigree/core/pivot_report.hpp>
#include <filigree/detail/gauss_seidel_front.hpp>
#include <filigree/detail/plan_pointer.hpp>
#include <filigree/gauss_seidel_options.hpp>

/// \file
/// Gauss-Seidel and successive over-relaxation (SOR) by colours, as a smoother of A x = b or, from
/// x = 0, as a preconditioner: each row in turn gets
///
///     x_i = x_i + omega ((b_i - sum of a_ij x_j, j not i) / a_ii - x_i).
///
/// The turn is that of the rows' colours (color_graph.hpp), and rows of a colour, none of which
/// needs another, are relaxed at once. So a sweep is that of the plain loop over the rows in the
/// order of their colours: bitwise repeatable, whatever the number of threads. A symmetric sweep
/// from x = 0 is a symmetric preconditioner of a symmetric matrix.
///
/// In a Bsr matrix the block rows have colours: the rows of entries of a block row get their turn
/// one after the other, so that the sweep is that of the same rows of a Csr matrix.
///
/// A row whose diagonal is zero or not stored keeps its x. docs/gauss_seidel.md has the whole
/// contract.
///
/// Source: Y. Saad, "Iterative Methods for Sparse Linear Systems", 2nd ed., 4.1 and 12.4.

namespace filigree {

/// Whether gauss_seidel takes a matrix: Csr, or Bsr of square blocks, of float, double,
/// complex_float or complex_double.
template <class Matrix>
inline constexpr bool gauss_seidel_supports = false;
///@{
/// The scalars decide for Csr and Bsr.
template <class S, class I, class O, class M>
inline constexpr bool gauss_seidel_supports<CsrMatrix<S, I, O, M>> = detail::is_factor_scalar<S>;
template <class S, class I, class O, class M>
inline constexpr bool gauss_seidel_supports<BsrMatrix<S, I, O, M>> = detail::is_factor_scalar<S>;
///@}

/// The rows of one pattern in the order of their colours. Immutable: any number of threads and
/// streams may use one plan, and its copies, at once. It does not keep the matrix's arrays alive.
///
/// apply allocates nothing, and with PatternCheck::identity it waits for nothing, so it can be
/// captured in a CUDA graph.
template <execution_space Exec, class Matrix>
class GaussSeidelPlan {
 public:
  /// The plan's matrix, of const values.
  using matrix_type = Matrix;
  /// Where apply() notes the first row whose diagonal is zero; an empty one: nowhere.
  using report_type = PivotReport<typename Exec::memory_space>;

  /// An empty plan, to be assigned later: using it is an error (invalid_value).
  GaussSeidelPlan() = default;
  /// Whether this is a plan, and not an empty one.
  explicit operator bool() const noexcept { return bool(state_); }

  /// Relaxes x, which is apart from b, by sweeps of A, whose pattern is the plan's. b and x are
  /// Views of A's scalar type, of rank 1, or of rank 2 with a right-hand side and its solution a
  /// column, which has the bits that it would have alone. `report` says afterwards, in A's index
  /// base, which row was the first with a diagonal that is zero or not stored. \throws Error
  ///   stale_plan where A's pattern is not the plan's; invalid_value where sizes do not agree, x
  ///   overlaps itself, b or A, omega is not a finite number, or count is below 0.
  template <class A, class BView, class XView>
  void apply(const Exec& exec, const A& a, const BView& b, const XView& x,
             const GaussSeidelSweep& sweep = {}, const report_type& report = {}) const try {
    using T = std::remove_const_t<typename A::scalar_type>;
    static_assert(std::is_same_v<detail::const_matrix_t<A>, detail::const_matrix_t<Matrix>>,
                  "the matrix has the type of the one that the plan was made for");
    static_assert(std::is_same_v<typename BView::non_const_value_type, T> &&
                      std::is_same_v<typename XView::value_type, T>,
                  "b and x are Views of the matrix's scalar type, x not of const");
    static_assert(
        is_accessible_v<Exec, typename A::memory_space> &&
            is_accessible_v<Exec, typename BView::memory_space> &&
            is_accessible_v<Exec, typename XView::memory_space>,
        "the execution space cannot reach the memory of an argument: copy it there first");
    const detail::ScopedRegion region("filigree::gauss_seidel");
    static_assert(std::size_t(BView::rank()) == std::size_t(XView::rank()),
                  "b and x are vectors both, or matrices of one right-hand side a column");
    const detail::GaussSeidelShapes shapes{a.num_rows(), detail::solve_shape(b),
                                           detail::solve_shape(x), report.num_systems()};
    detail::check_gauss_seidel(shapes, sweep);
    detail::check_operand("gauss_seidel", "A", exec, a, detail::result_memory("x", x));
    const auto source = detail::factor_source(a);
    detail::check_gauss_seidel_pattern(exec, *state_, source);
    auto problem = detail::gauss_seidel_problem<A, T>(a, a.values().data());
    problem.b = detail::dense_operand<const T>(b.data(), shapes.b);
    problem.x = detail::dense_operand<T>(x.data(), shapes.x);
    problem.num_columns = shapes.x.cols;
    problem.omega = T(sweep.omega);
    problem.pivot_position = report.positions().data();
    detail::run_gauss_seidel(exec, *state_, problem, sweep);
  } catch (...) {
    detail::rethrow_as_error("gauss_seidel");
  }

  /// As SpmvPlan::bound_to.
  GaussSeidelPlan bound_to(const Exec& exec, const Matrix& a) const try {
    detail::check_operand("GaussSeidelPlan::bound_to", "A", exec, a);
    return GaussSeidelPlan(detail::bind_gauss_seidel_plan(exec, *state_, detail::factor_source(a)));
  } catch (...) {
    detail::rethrow_as_error("GaussSeidelPlan::bound_to");
  }

  /// The colours, from 0 on: as many kernels run one after the other in a sweep.
  std::int64_t num_colors() const { return state_->num_colors(); }
  /// The colour of each row, of Bsr of each block row.
  Kokkos::View<const std::int32_t*, typename Exec::memory_space> colors() const {
    return state_->colors;
  }
  /// Memory that the plan holds.
  std::int64_t memory_bytes() const {
    return std::int64_t(4 * (state_->colors.extent(0) + state_->rows.extent(0)) +
                        8 * state_->color_begins.size());
  }
  /// What making the plan took.
  double build_seconds() const { return state_->build_seconds; }

 private:
  using State = detail::GaussSeidelState<Exec, std::remove_const_t<typename Matrix::index_type>>;

  explicit GaussSeidelPlan(std::shared_ptr<const State> state)
      : state_("GaussSeidelPlan", std::move(state)) {}

  template <execution_space E, class M, class Colors>
  friend auto gauss_seidel_plan(const E&, const M&, const Colors&, const GaussSeidelOptions&);

  detail::PlanPointer<State> state_{"GaussSeidelPlan"};
};

/// Makes a plan with given colours, a contiguous View of std::int32_t as long as A has rows (of Bsr
/// block rows, which are the rows meant here): rows with -1 get one, the others are less than the
/// number of rows, and those of rows that an entry joins must differ. Reads the pattern, not the
/// values, and waits for the device. \throws Error as color_graph; matrix_type_not_supported unless
/// A is general; invalid_value where
///   blocks are not square
template <execution_space Exec, class Matrix, class Colors>
auto gauss_seidel_plan(const Exec& exec, const Matrix& A, const Colors& colors,
                       const GaussSeidelOptions& options) try {
  static_assert(gauss_seidel_supports<Matrix>,
                "gauss_seidel takes Csr and Bsr of float, double, complex_float or "
                "complex_double: convert the matrix");
  static_assert(is_accessible_v<Exec, typename Matrix::memory_space>,
                "the execution space cannot read the matrix's memory: copy it there first");
  const detail::ScopedRegion region("filigree::gauss_seidel_plan");
  detail::check_operand("gauss_seidel_plan", "A", exec, A);
  const auto source = detail::factor_source(A);
  return GaussSeidelPlan<Exec, detail::const_matrix_t<Matrix>>(detail::make_gauss_seidel_plan(
      exec, source, detail::given_colors(exec, source.num_rows, colors), options));
} catch (...) {
  detail::rethrow_as_error("gauss_seidel_plan");
}

/// Makes a plan with colours of its own, those of color_graph.
template <execution_space Exec, class Matrix>
auto gauss_seidel_plan(const Exec& exec, const Matrix& A, const GaussSeidelOptions& options = {}) {
  return gauss_seidel_plan(exec, A, nullptr, options);
}

}  // namespace filigree
