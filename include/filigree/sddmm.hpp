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
#include <filigree/detail/sddmm_front.hpp>
#include <filigree/sddmm_options.hpp>
#include <filigree/spmm_options.hpp>

/// \file
/// Sampled dense times dense matrix: C = alpha (op(A) op(B)) o spy(C) + beta C. Of the product of
/// two dense matrices only the entries that the sparse matrix C stores are computed; spy(C) is 1
/// there and 0 elsewhere, o is the entry-wise product.
///
/// C is m x n, a CsrMatrix, CscMatrix, BsrMatrix or BscMatrix, and only its values change; op(A) is
/// m x k and op(B) is k x n, Kokkos Views of rank 2 in any layout, each in its own: LayoutRight,
/// LayoutLeft or LayoutStride. Batches are Views of rank 3, batch x rows x columns, and of C a
/// StridedBatch (one pattern) or a MatrixBatch (each matrix its own); A, B or both may be one for
/// all.
/// Every stored place of C is an entry, also zeros, duplicates and whatever its matrix type says;
/// what blocks hold outside of the matrix is neither read nor written. Indices may be unsorted.
/// Where beta is 0, C's values are not read; where alpha is 0, nothing of A and B reaches the
/// result. C's values may not overlap A or B. Every call is bitwise repeatable: an entry is one sum
/// over k in one order, whatever the number of threads. docs/sddmm.md has the whole contract.
///
/// Source of the semantics: cuSPARSE 13 guide, section 6.6.11 (which has no conjugate transpose).

namespace filigree {

/// The type that a product of these storage types is computed in, which is also the type of alpha
/// and beta; void where the combination is not supported.
template <class A, class B, class C>
using sddmm_compute_t = typename detail::SddmmTypes<std::remove_const_t<A>, std::remove_const_t<B>,
                                                    std::remove_const_t<C>>::type;

/// Whether sddmm takes A of A, B of B and a matrix of C. True means that every format, Op, layout,
/// index and offset type works.
template <class A, class B, class C>
inline constexpr bool sddmm_supports = !std::is_void_v<sddmm_compute_t<A, B, C>>;

/// A product prepared for one pattern of C. Immutable: any number of threads and streams may use
/// one plan, and its copies, at once. It depends on the pattern, never on values, ops or the inner
/// size, and it does not keep the matrix's arrays alive.
///
/// Given the workspace that it asks for, apply allocates nothing, and with PatternCheck::identity
/// it synchronises nothing, so it can be captured in a CUDA graph.
template <execution_space Exec, class Matrix>
class SddmmPlan {
 public:
  /// A matrix with the plan's pattern, of const values.
  using matrix_type = Matrix;
  /// Memory for apply() to work in, of workspace_bytes() or more; without it apply() may allocate.
  using workspace_view = Kokkos::View<std::byte*, typename Exec::memory_space>;
  /// What alpha and beta are passed as: a ScalarArgument of these operands' sddmm_compute_t.
  template <class AView, class BView, class C>
  using scalar_argument = ScalarArgument<detail::sddmm_front_compute_t<AView, BView, C>>;

  /// An empty plan, to be assigned later: using it is an error (invalid_value).
  SddmmPlan() = default;
  /// A plan is made for const values: one for values that are not is the same.
  template <std::same_as<detail::const_matrix_t<Matrix>> Const>
  SddmmPlan(const SddmmPlan<Exec, Const>& other) requires(!std::same_as<Const, Matrix>)
      : state_(other.state_) {}
  /// Whether this is a plan, and not an empty one.
  explicit operator bool() const noexcept { return bool(state_); }

  /// C = alpha (op_a(A) op_b(B)) o spy(C) + beta C, C with the plan's pattern, or a StridedBatch of
  /// it; of a MatrixBatch's plan, C with the patterns of that. Returns the kernel that ran.
  /// \throws Error stale_plan where C's pattern is not the plan's; invalid_value where sizes or
  ///   batches do not agree, or C's values overlap each other, A or B; not_supported where
  ///   Backend::tuned or a kernel was asked for that does not take the product.
  template <class AView, class BView, class C>
  KernelId apply(const Exec& exec, Op op_a, Op op_b, const scalar_argument<AView, BView, C>& alpha,
                 const AView& a, const BView& b, const scalar_argument<AView, BView, C>& beta,
                 const C& c, const workspace_view& workspace = {}) const try {
    const detail::ScopedRegion region("filigree::sddmm");
    auto operands = detail::checked_sddmm_operands(exec, op_a, op_b, alpha, a, b, beta, c);
    operands.workspace = workspace.data();
    operands.workspace_bytes = workspace.extent(0);
    return detail::run_sddmm_plan(
        exec, *state_, detail::stored_pattern(Matrix(detail::SparseArgument<C>::pattern(c))),
        operands);
  } catch (...) {
    detail::rethrow_as_error("sddmm");
  }

  /// With A and B as they are (op_a = op_b = Op::none).
  template <class AView, class BView, class C>
  KernelId apply(const Exec& exec, const scalar_argument<AView, BView, C>& alpha, const AView& a,
                 const BView& b, const scalar_argument<AView, BView, C>& beta, const C& c,
                 const workspace_view& workspace = {}) const {
    return apply(exec, Op::none, Op::none, alpha, a, b, beta, c, workspace);
  }

  /// What apply would do with these operands, beta being 0: which kernel, why and what it moves.
  /// Their types, sizes, strides, batches and alignments count; their entries are not read, so that
  /// Views of null pointers will do for A and B. (A workspace makes no difference to the choice.)
  /// The first call of a process measures the memory's bandwidth.
  /// \throws Error as apply
  template <class AView, class BView, class C>
  SddmmExplanation explain(const Exec& exec, Op op_a, Op op_b, const AView& a, const BView& b,
                           const C& c) const try {
    using Compute = detail::sddmm_front_compute_t<AView, BView, C>;
    const auto operands =
        detail::checked_sddmm_operands(exec, op_a, op_b, ScalarArgument<Compute>(Compute(1)), a, b,
                                       ScalarArgument<Compute>(Compute(0)), c);
    return detail::explain_sddmm_plan(
        exec, *state_, detail::stored_pattern(Matrix(detail::SparseArgument<C>::pattern(c))),
        operands);
  } catch (...) {
    detail::rethrow_as_error("SddmmPlan::explain");
  }

  /// With A and B as they are (op_a = op_b = Op::none).
  template <class AView, class BView, class C>
  SddmmExplanation explain(const Exec& exec, const AView& a, const BView& b, const C& c) const {
    return explain(exec, Op::none, Op::none, a, b, c);
  }

  /// As SpmvPlan::bound_to.
  SddmmPlan bound_to(const Exec& exec, const Matrix& C) const try {
    detail::check_operand("SddmmPlan::bound_to", "C", exec, C);
    const auto bound = std::make_shared<State>(*state_);
    bound->stored = detail::stored_pattern(C);
    detail::check_sddmm_contents(exec, *state_, bound->stored);
    return SddmmPlan(bound);
  } catch (...) {
    detail::rethrow_as_error("SddmmPlan::bound_to");
  }

  /// The workspace, in bytes, that makes apply allocate nothing, whatever the layouts and ops, for
  /// an op(A) of `inner` columns. Each product that runs at the same time as another needs one of
  /// its own; its contents do not matter.
  std::size_t workspace_bytes(std::int64_t inner) const {
    return detail::sddmm_plan_workspace_bytes<Exec>(*state_, inner);
  }

  /// For the library's own use: what apply works from.
  const auto& state() const { return *state_; }

 private:
  using State =
      detail::SddmmPlanState<Exec, decltype(detail::stored_pattern(std::declval<const Matrix&>()))>;

  template <execution_space E, class M>
  friend auto sddmm_plan(const E&, const M&, const SddmmOptions&);

  template <execution_space, class>
  friend class SddmmPlan;

  explicit SddmmPlan(std::shared_ptr<const State> state) : state_("SddmmPlan", std::move(state)) {}

  detail::PlanPointer<State> state_{"SddmmPlan"};
};

/// Makes a plan for products with the pattern of C, or the patterns of a MatrixBatch. Does not read
/// the values. With PatternCheck::content, and on CUDA for one Csr or Csc pattern, it reads the
/// pattern and waits for the device: all of it for the check, or where rows have the columns of
/// their neighbours, else the offsets and a few rows' indices, and of large patterns a sample of
/// all indices.
template <execution_space Exec, class Matrix>
auto sddmm_plan(const Exec& exec, const Matrix& C, const SddmmOptions& options = {}) try {
  using ConstMatrix = detail::const_matrix_t<Matrix>;
  static_assert(detail::is_sddmm_format<Matrix>,
                "the sparse matrix is a CsrMatrix, CscMatrix, BsrMatrix or BscMatrix, or a "
                "MatrixBatch of one");
  static_assert(is_accessible_v<Exec, typename Matrix::memory_space>,
                "the execution space cannot read the matrix's memory: copy it there first");
  detail::check_operand("sddmm_plan", "C", exec, C);
  return SddmmPlan<Exec, ConstMatrix>(detail::make_sddmm_plan(
      exec, detail::stored_pattern(ConstMatrix(C)), sizeof(typename Matrix::scalar_type), options));
} catch (...) {
  detail::rethrow_as_error("sddmm_plan");
}

/// C = alpha (op_a(A) op_b(B)) o spy(C) + beta C in one call. C is a matrix, a StridedBatch
/// or a MatrixBatch.
/// Allocates nothing and waits for nothing. O(k) work an entry.
/// \throws Error as SddmmPlan::apply
template <execution_space Exec, class AView, class BView, class C>
KernelId sddmm(const Exec& exec, Op op_a, Op op_b,
               const ScalarArgument<detail::sddmm_front_compute_t<AView, BView, C>>& alpha,
               const AView& a, const BView& b,
               const ScalarArgument<detail::sddmm_front_compute_t<AView, BView, C>>& beta,
               const C& c, const SddmmOptions& options = {}) try {
  using ConstMatrix = detail::const_matrix_t<detail::sparse_matrix_t<C>>;
  const detail::ScopedRegion region("filigree::sddmm");
  const auto operands = detail::checked_sddmm_operands(exec, op_a, op_b, alpha, a, b, beta, c);
  return detail::run_sddmm_pattern(
      exec, detail::stored_pattern(ConstMatrix(detail::SparseArgument<C>::pattern(c))), operands,
      detail::SddmmRun{options.backend, options.kernel, false});
} catch (...) {
  detail::rethrow_as_error("sddmm");
}

/// With A and B as they are (op_a = op_b = Op::none).
template <execution_space Exec, class AView, class BView, class C>
KernelId sddmm(const Exec& exec,
               const ScalarArgument<detail::sddmm_front_compute_t<AView, BView, C>>& alpha,
               const AView& a, const BView& b,
               const ScalarArgument<detail::sddmm_front_compute_t<AView, BView, C>>& beta,
               const C& c, const SddmmOptions& options = {}) {
  return sddmm(exec, Op::none, Op::none, alpha, a, b, beta, c, options);
}

}  // namespace filigree
