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
#include <filigree/core/scalar_argument.hpp>
#include <filigree/detail/plan_pointer.hpp>
#include <filigree/detail/spmm_any_front.hpp>
#include <filigree/detail/spmm_batch_front.hpp>
#include <filigree/detail/spmm_explain_front.hpp>
#include <filigree/detail/spmm_front.hpp>
#include <filigree/spmm_options.hpp>
#include <filigree/spmm_values.hpp>

/// \file
/// Sparse matrix times dense matrix: C = alpha op(A) op(B) + beta C, and dense times sparse:
/// C = alpha op(B) op(A) + beta C (SpmmOptions::side), for sparse matrices A of the formats Csr,
/// Csc, Coo, CooAos, Ell, Sell, Bsr, Bsc, Bsrx, BlockedEll, Hyb, Dia and Hdia, and for AnyMatrix,
/// which holds one of them. Of a Hyb one kernel runs for each part; options and the returned kernel
/// are those of its Ell part.
///
/// B and C are Kokkos Views of rank 2 in any layout, each in its own: LayoutLeft (column-major),
/// LayoutRight (row-major) or LayoutStride (any leading dimension; what lies between rows or
/// columns is neither read nor written). Batches are Views of rank 3, batch x rows x columns, and
/// a StridedBatch of A (one pattern) or a MatrixBatch (each matrix its own), or one A, or one B for
/// all. Indices of A may be unsorted, duplicates are summed.
/// Where beta is 0, C is not read; where alpha is 0, nothing of A and B reaches the result (a NaN
/// there does not either). B may not overlap C. docs/spmm.md has the whole contract.
///
/// Source of the semantics: cuSPARSE 13 guide, section 6.6.8, and BLAS Technical Forum standard,
/// section 3 (symmetric, Hermitian and triangular storage).

namespace filigree {

/// The type that a product of these storage types is computed in, which is also the type of alpha
/// and beta; void where the combination is not supported.
template <class A, class B, class C>
using spmm_compute_t =
    typename detail::SpmmComputeType<std::remove_const_t<A>, std::remove_const_t<B>,
                                     std::remove_const_t<C>>::type;

/// Whether spmm takes a matrix of A, B of B and C of C. True means that every format, Op, layout,
/// matrix type, index and offset type works (of a masked Bsrx view: op none of a general or
/// triangular matrix).
template <class A, class B, class C>
inline constexpr bool spmm_supports = !std::is_void_v<spmm_compute_t<A, B, C>>;

/// A product prepared for one pattern. Immutable: any number of threads and streams may use one
/// plan, and its copies, at once. It depends on the pattern, never on the values nor on the number
/// of columns, and it does not keep the matrix's arrays alive.
///
/// Its product is bitwise repeatable. Given the workspace that it asks for, apply allocates
/// nothing, and with PatternCheck::identity it synchronises nothing, so it can be captured in a
/// CUDA graph.
template <execution_space Exec, class Matrix>
class SpmmPlan {
 public:
  /// The plan's matrix, of const values.
  using matrix_type = Matrix;
  /// Memory for apply() to work in, of workspace_bytes() or more; without it apply() may allocate.
  using workspace_view = Kokkos::View<std::byte*, typename Exec::memory_space>;
  /// What alpha and beta are passed as: a ScalarArgument of these operands' spmm_compute_t.
  template <class A, class BView, class CView>
  using scalar_argument = ScalarArgument<detail::spmm_front_compute_t<A, BView, CView>>;

  /// An empty plan, to be assigned later: using it is an error (invalid_value).
  SpmmPlan() = default;
  /// A plan is made for const values: one for values that are not is the same.
  template <std::same_as<detail::const_matrix_t<Matrix>> Const>
  SpmmPlan(const SpmmPlan<Exec, Const>& other) requires(!std::same_as<Const, Matrix>)
      : state_(other.state_) {}
  /// Whether this is a plan, and not an empty one.
  explicit operator bool() const noexcept { return bool(state_); }

  /// C = alpha op(A) op_b(B) + beta C; of a plan with Side::right C = alpha op_b(B) op(A) + beta C.
  /// A is the plan's matrix, or a StridedBatch of it, or an SpmmValues of either; of a
  /// MatrixBatch's plan, a batch with the same patterns. Returns the kernel that ran.
  /// \throws Error stale_plan where A is not the matrix of the plan; invalid_value where sizes or
  ///   batches do not agree, entries of C share memory, or B overlaps C; not_supported where
  ///   Backend::tuned or a kernel was asked for that does not take the product.
  template <class A, class BView, class CView>
  KernelId apply(const Exec& exec, Op op_b, const scalar_argument<A, BView, CView>& alpha,
                 const A& a, const BView& b, const scalar_argument<A, BView, CView>& beta,
                 const CView& c, const workspace_view& workspace = {}) const try {
    const detail::ScopedRegion region("filigree::spmm");
    const auto operands = checked_operands(exec, op_b, alpha, a, b, beta, c, workspace);
    return detail::run_spmm_plan(exec, *state_, stored(a), operands);
  } catch (...) {
    detail::rethrow_as_error("spmm");
  }

  /// With B as it is (op_b = Op::none).
  template <class A, class BView, class CView>
  KernelId apply(const Exec& exec, const scalar_argument<A, BView, CView>& alpha, const A& a,
                 const BView& b, const scalar_argument<A, BView, CView>& beta, const CView& c,
                 const workspace_view& workspace = {}) const {
    return apply(exec, Op::none, alpha, a, b, beta, c, workspace);
  }

  /// What apply would do with these operands, beta being 0: which kernel, why, what it moves, and
  /// what the plan holds. Their types, sizes, strides, batches and alignments count, and whether
  /// there is a workspace; their entries are not read, so that Views of null pointers will do for B
  /// and C. The first call of a process measures the memory's bandwidth.
  /// \throws Error as apply, but for a workspace that is too small
  template <class A, class BView, class CView>
  SpmmExplanation explain(const Exec& exec, Op op_b, const A& a, const BView& b, const CView& c,
                          const workspace_view& workspace = {}) const try {
    using Compute = detail::spmm_front_compute_t<A, BView, CView>;
    const auto operands = checked_operands(exec, op_b, ScalarArgument<Compute>(Compute(1)), a, b,
                                           ScalarArgument<Compute>(Compute(0)), c, workspace);
    return detail::explain_spmm_plan(exec, *state_, stored(a), operands);
  } catch (...) {
    detail::rethrow_as_error("SpmmPlan::explain");
  }

  /// With B as it is (op_b = Op::none).
  template <class A, class BView, class CView>
  SpmmExplanation explain(const Exec& exec, const A& a, const BView& b, const CView& c,
                          const workspace_view& workspace = {}) const {
    return explain(exec, Op::none, a, b, c, workspace);
  }

  /// The workspace, in bytes, that makes apply allocate nothing, whatever the layouts, for dense
  /// matrices of `num_columns` columns beside A (Side::right: rows). Each product that runs at the
  /// same time as another needs one of its own; its contents do not matter.
  std::size_t workspace_bytes(std::int64_t num_columns) const {
    return detail::spmm_plan_workspace_bytes(*state_, num_columns, false);
  }

  /// The workspace for products with these values, which may run other kernels: on a device they
  /// need no room to be put in order, on a host A^T may need more, for a copy of B to rows. (With
  /// those that refer to the matrix's own it is what products with the matrix need.)
  std::size_t workspace_bytes(std::int64_t num_columns,
                              const SpmmValues<Exec, Matrix>& values) const {
    return detail::spmm_plan_workspace_bytes(*state_, num_columns, values.state().values.in_order);
  }

  /// The values of A, the plan's matrix or a StridedBatch of it, in the order of the plan's rows.
  /// Allocates SpmmValues::memory_bytes() for them; with PatternCheck::identity it does not wait,
  /// so that products on other streams must.
  /// \throws Error stale_plan where A is not the matrix of the plan; not_supported where A is an
  ///   AnyMatrix that holds a Hyb, whose values are two arrays; alloc_failed.
  template <class A>
  SpmmValues<Exec, Matrix> order_values(const Exec& exec, const A& a) const try {
    const detail::ScopedRegion region("filigree::spmm_order_values");
    check_value_types<A>();
    const auto places = detail::planned_value_places(exec, *state_, stored(a));
    SpmmValues<Exec, Matrix> values;
    values.state_.plan = state_.shared();
    if (!places.are_in_order())
      values.state_.ordered =
          detail::allocate<typename Matrix::scalar_type, typename Exec::memory_space>(
              "SpmmPlan::order_values", exec, "filigree::spmm::values",
              places.count * detail::sparse_values(a).count);
    values.state_.assign(exec, places, a);
    return values;
  } catch (...) {
    detail::rethrow_as_error("SpmmPlan::order_values");
  }

  /// Gives `values`, which this plan has put in order, those that A has now: the same matrix, or a
  /// batch of as many. Allocates nothing and, with PatternCheck::identity, does not wait, so that
  /// it can be captured in a CUDA graph. Writes `values`: no other thread or stream may use them
  /// then.
  /// \throws Error stale_plan where A is not the matrix of the plan or `values` are another plan's;
  ///   invalid_value where they are of one matrix and A is a batch, or of another count.
  template <class A>
  void update_values(const Exec& exec, const A& a, SpmmValues<Exec, Matrix>& values) const try {
    const detail::ScopedRegion region("filigree::spmm_update_values");
    check_value_types<A>();
    check_plan(values);
    const auto places = detail::planned_value_places(exec, *state_, stored(a));
    detail::check_value_batch(detail::sparse_values(a), values.state_.values);
    values.state_.assign(exec, places, a);
  } catch (...) {
    detail::rethrow_as_error("SpmmPlan::update_values");
  }

  /// As SpmvPlan::bound_to. Values that were put in order are those of the plan that did so.
  SpmmPlan bound_to(const Exec& exec, const Matrix& A) const try {
    detail::check_operand("SpmmPlan::bound_to", "A", exec, A);
    const auto stored = detail::stored_pattern(A);
    detail::check_contents("SpmmPlan::bound_to", exec, *state_, stored);
    return SpmmPlan(detail::bind_plan(state_.shared(), stored));
  } catch (...) {
    detail::rethrow_as_error("SpmmPlan::bound_to");
  }

  ///@{
  /// What the plan was made for: op(A), and on which side of the dense matrix it stands.
  Op op() const { return state_->op; }
  Side side() const { return state_->options.side; }
  ///@}

  /// For the library's own use: what apply works from.
  const auto& state() const { return *state_; }

 private:
  using Stored = decltype(detail::stored_pattern(std::declval<const Matrix&>()));
  using State = detail::SpmmPlanState<Exec, Stored>;

  template <class A>
  static Stored stored(const A& a) {
    return detail::stored_pattern(Matrix(detail::SparseArgument<A>::pattern(a)));
  }

  template <class A>
  static void check_value_types() {
    static_assert(
        detail::has_value_array<Matrix>,
        "the matrices of a MatrixBatch, and the two parts of a Hyb, have no values in the "
        "order of a plan: pass the matrix itself to apply");
    static_assert(!detail::is_spmm_values<A>, "pass the matrix, or the StridedBatch");
    static_assert(detail::is_spmm_scalar<typename Matrix::scalar_type>(),
                  "spmm does not take matrices of this scalar type");
  }

  void check_plan(const SpmmValues<Exec, Matrix>& values) const {
    if (values.state().plan != state_.shared()) detail::throw_values_of_another_plan();
  }

  template <class A, class BView, class CView>
  auto checked_operands(const Exec& exec, Op op_b, const scalar_argument<A, BView, CView>& alpha,
                        const A& a, const BView& b, const scalar_argument<A, BView, CView>& beta,
                        const CView& c, const workspace_view& workspace) const {
    if constexpr (detail::is_spmm_values<A>) check_plan(a);
    auto operands = detail::checked_spmm_operands(exec, state_->options.side, state_->op, op_b,
                                                  alpha, a, b, beta, c);
    operands.workspace = workspace.data();
    operands.workspace_bytes = workspace.extent(0);
    return operands;
  }

  template <execution_space E, class M>
  friend auto spmm_plan(const E&, Op, const M&, const SpmmOptions&);

  template <execution_space, class>
  friend class SpmmPlan;

  explicit SpmmPlan(std::shared_ptr<const State> state) : state_("SpmmPlan", std::move(state)) {}

  detail::PlanPointer<State> state_{"SpmmPlan"};
};

/// Makes a plan for products with op(A); A is a matrix or a MatrixBatch. Reads the pattern, not the
/// values; waits for the device.
/// Complexity: one or two passes over the pattern; transposed and coordinate products also order it
/// once.
/// \throws Error alloc_failed where the plan does not fit in memory.
template <execution_space Exec, class Matrix>
auto spmm_plan(const Exec& exec, Op op, const Matrix& A, const SpmmOptions& options = {}) try {
  using ConstMatrix = detail::const_matrix_t<Matrix>;
  static_assert(is_accessible_v<Exec, typename Matrix::memory_space>,
                "the execution space cannot read the matrix's memory: copy it there first");
  detail::check_operand("spmm_plan", "A", exec, A);
  return SpmmPlan<Exec, ConstMatrix>(
      detail::make_spmm_plan(exec, op, detail::stored_pattern(ConstMatrix(A)),
                             detail::scalar_kind<typename Matrix::scalar_type>, options));
} catch (...) {
  detail::rethrow_as_error("spmm_plan");
}

/// C = alpha op_a(A) op_b(B) + beta C in one call; with options.side right
/// C = alpha op_b(B) op_a(A) + beta C. A is a matrix, a StridedBatch or a MatrixBatch. Allocates
/// nothing unless the entries do not lie row by row of op(A) (transposed Csr, plain Csc,
/// coordinates, symmetric storage, ...) and either options.deterministic needs a plan, or the
/// result's type is narrower than the compute type, or the format is none of Csr, Csc, Coo and
/// CooAos.
/// \throws Error as SpmmPlan::apply
template <execution_space Exec, class A, class BView, class CView>
KernelId spmm(const Exec& exec, Op op_a, Op op_b,
              const ScalarArgument<detail::spmm_front_compute_t<A, BView, CView>>& alpha,
              const A& a, const BView& b,
              const ScalarArgument<detail::spmm_front_compute_t<A, BView, CView>>& beta,
              const CView& c, const SpmmOptions& options = {}) try {
  static_assert(!detail::is_spmm_values<A>,
                "values in the order of a plan are for that plan's apply: pass the matrix");
  using ConstMatrix = detail::const_matrix_t<detail::sparse_matrix_t<A>>;
  const detail::ScopedRegion region("filigree::spmm");
  const auto operands =
      detail::checked_spmm_operands(exec, options.side, op_a, op_b, alpha, a, b, beta, c);
  return detail::run_spmm_one_shot(
      exec, op_a, detail::stored_pattern(ConstMatrix(detail::SparseArgument<A>::pattern(a))),
      operands, options);
} catch (...) {
  detail::rethrow_as_error("spmm");
}

/// With B as it is (op_b = Op::none).
template <execution_space Exec, class A, class BView, class CView>
KernelId spmm(const Exec& exec, Op op_a,
              const ScalarArgument<detail::spmm_front_compute_t<A, BView, CView>>& alpha,
              const A& a, const BView& b,
              const ScalarArgument<detail::spmm_front_compute_t<A, BView, CView>>& beta,
              const CView& c, const SpmmOptions& options = {}) {
  return spmm(exec, op_a, Op::none, alpha, a, b, beta, c, options);
}

}  // namespace filigree
