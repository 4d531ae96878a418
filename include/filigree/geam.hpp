// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>

#include <filigree/core/execution.hpp>
#include <filigree/core/operation.hpp>
#include <filigree/core/scalar_argument.hpp>
#include <filigree/detail/geam_front.hpp>
#include <filigree/detail/plan_pointer.hpp>
#include <filigree/geam_options.hpp>

/// \file
/// Sums of sparse matrices: C = alpha op(A) + beta op(B).
///
/// C is a new CsrMatrix whose rows are sorted and hold each place once: every place that op(A) or
/// op(B) has, also where the two values cancel, where a stored value is 0, and where alpha or beta
/// is 0. op is Op::none, a transpose or a conjugate transpose, for each operand its own. Rows of A
/// and B may be unsorted, and places that are stored more than once count as their sum, made in the
/// order in which they are stored. Matrices that are symmetric, Hermitian or triangular stand for
/// the whole matrix, a unit diagonal included. Each operand has an index base and integer types of
/// its own; flags `sorted` and `unique` are trusted where they are set.
/// Where alpha is 0, A's values are not read, and where beta is 0, B's are not. Sums of 16-bit
/// types are made in float and rounded once. Every call is bitwise repeatable. docs/geam.md has the
/// whole contract.
///
/// Source of the semantics: cuSPARSE 13 guide, section 5.6.1 (csrgeam2), which takes sorted general
/// matrices and no op.

namespace filigree {

/// The type that a sum of these storage types is computed in, which is also the type of alpha and
/// beta; void where the combination is not supported.
template <class A, class B, class C>
using geam_compute_t = typename detail::GeamTypes<std::remove_const_t<A>, std::remove_const_t<B>,
                                                  std::remove_const_t<C>>::type;

/// Whether geam takes matrices of A and B for a result of C. True means that every Op, index and
/// offset type works.
template <class A, class B, class C>
inline constexpr bool geam_supports = !std::is_void_v<geam_compute_t<A, B, C>>;

/// The pattern of a sum, made once and used for any number of values: nothing is searched then. It
/// knows C's pattern and, in two bits for each of its entries, which operand the entry comes from.
/// Immutable: any number of threads and streams may use one plan, and its copies, at once. It
/// depends on the patterns and ops, never on values, and it does not keep the operands' arrays
/// alive.
///
/// apply allocates nothing and, with PatternCheck::identity, waits for nothing, so that it can be
/// captured in a CUDA graph.
template <execution_space Exec, index_integer Index, index_integer Offset>
class GeamPlan {
 public:
  /// Where the plan and C lie.
  using memory_space = typename Exec::memory_space;
  /// C with values of this type.
  template <class Scalar>
  using result_type = CsrMatrix<Scalar, Index, Offset, memory_space>;
  /// What alpha and beta are passed as: ScalarArgument of geam_compute_t.
  template <class AMatrix, class BMatrix, class C>
  using scalar_argument = ScalarArgument<detail::geam_front_compute_t<AMatrix, BMatrix, C>>;

  /// An empty plan, to be assigned later: using it is an error (invalid_value).
  GeamPlan() = default;
  /// Whether this is a plan, and not an empty one.
  explicit operator bool() const noexcept { return bool(state_); }

  ///@{
  /// The size of C.
  std::int64_t num_rows() const { return state_->num_rows; }
  std::int64_t num_cols() const { return state_->num_cols; }
  ///@}
  /// The entries of C.
  std::int64_t nnz() const { return state_->nnz; }
  ///@{
  /// The pattern of C, which every result shares.
  Kokkos::View<const Offset*, memory_space> row_offsets() const { return state_->row_offsets; }
  Kokkos::View<const Index*, memory_space> col_indices() const { return state_->col_indices; }
  ///@}
  /// The kernels that made the pattern and that apply runs.
  KernelId kernel() const { return state_->kernel; }
  /// The memory that the plan holds beside C's pattern.
  std::int64_t memory_bytes() const { return state_->memory_bytes(); }

  /// C without its values: an array of `nnz` entries, all of them to be written by apply.
  template <class Scalar>
  result_type<Scalar> result(const Exec& exec) const try {
    return result_with(
        detail::allocate<Scalar, memory_space>("geam", exec, "filigree::values", state_->nnz));
  } catch (...) {
    detail::rethrow_as_error("GeamPlan::result");
  }
  /// C with values in an array of the caller's.
  /// \throws Error invalid_value where it has not `nnz` entries
  template <class Scalar>
  result_type<Scalar> result_with(const Kokkos::View<Scalar*, memory_space>& values) const {
    return {state_->num_rows,    state_->num_cols, state_->row_offsets,
            state_->col_indices, values,           state_->properties};
  }

  /// C = alpha op(A) + beta op(B) with the plan's ops: A and B with the plan's patterns, C from
  /// result() or with its pattern. Returns the kernel that ran.
  /// \throws Error stale_plan where a pattern is not the plan's; invalid_value where C's values
  ///   overlap those of A or B
  template <class AMatrix, class BMatrix, class C>
  KernelId apply(const Exec& exec, const scalar_argument<AMatrix, BMatrix, C>& alpha,
                 const AMatrix& A, const scalar_argument<AMatrix, BMatrix, C>& beta,
                 const BMatrix& B, const result_type<C>& result) const try {
    const detail::ScopedRegion region("filigree::geam");
    return detail::run_geam_plan(exec, *state_, alpha, A, beta, B, result);
  } catch (...) {
    detail::rethrow_as_error("geam");
  }

  /// As SpmvPlan::bound_to; results share the plan's pattern as before.
  template <class AMatrix, class BMatrix>
  GeamPlan bound_to(const Exec& exec, const AMatrix& A, const BMatrix& B) const try {
    detail::check_operand("GeamPlan::bound_to", "A", exec, A);
    detail::check_operand("GeamPlan::bound_to", "B", exec, B);
    return GeamPlan(
        detail::bind_geam_plan(exec, *state_, detail::geam_operand(A), detail::geam_operand(B)));
  } catch (...) {
    detail::rethrow_as_error("GeamPlan::bound_to");
  }

 private:
  using State = detail::GeamPlanState<Exec, Index, Offset>;

  template <class NewOffset, execution_space E, class AMatrix, class BMatrix>
  friend auto geam_plan(const E&, Op, const AMatrix&, Op, const BMatrix&, const GeamOptions&);

  explicit GeamPlan(std::shared_ptr<const State> state) : state_("GeamPlan", std::move(state)) {}

  detail::PlanPointer<State> state_{"GeamPlan"};
};

/// Makes the pattern of op_a(A) + op_b(B), which are CsrMatrix or CscMatrix. C has the wider of
/// their index types, and offsets of type NewOffset (void: the wider of theirs). Reads no values.
/// Waits for the device. Sorted general matrices with Op::none (as Csc: transposed) are read where
/// they lie, O(nnz); of others the plan keeps 4 to 24 bytes an entry and sorts.
/// \throws Error invalid_value where the sizes do not agree; insufficient_resources where C has
///   more entries than its offsets can count, before it is allocated; not_supported where
///   Backend::tuned or a kernel was asked for that is not there
template <class NewOffset = void, execution_space Exec, class AMatrix, class BMatrix>
auto geam_plan(const Exec& exec, Op op_a, const AMatrix& A, Op op_b, const BMatrix& B,
               const GeamOptions& options = {}) try {
  static_assert(detail::is_compressed<AMatrix> && detail::is_compressed<BMatrix>,
                "a plan takes CsrMatrix and CscMatrix: convert others with convert_to()");
  static_assert(is_accessible_v<Exec, typename AMatrix::memory_space> &&
                    is_accessible_v<Exec, typename BMatrix::memory_space>,
                "the execution space cannot read a matrix's memory: copy it there first");
  using Index = detail::wider_t<typename AMatrix::index_type, typename BMatrix::index_type>;
  using Wider = detail::wider_t<typename AMatrix::offset_type, typename BMatrix::offset_type>;
  using Offset = std::conditional_t<std::is_void_v<NewOffset>, Wider, NewOffset>;
  const detail::ScopedRegion region("filigree::geam_plan");
  detail::check_operand("geam_plan", "A", exec, A);
  detail::check_operand("geam_plan", "B", exec, B);
  return GeamPlan<Exec, Index, Offset>(detail::make_geam_plan<Exec, Index, Offset>(
      exec, op_a, detail::geam_operand(A), op_b, detail::geam_operand(B), options));
} catch (...) {
  detail::rethrow_as_error("geam_plan");
}

/// C = alpha op_a(A) + beta op_b(B) in one call: a new matrix with values of type C (void: those of
/// A). A and B are matrices of any format; those that are not Csr or Csc are converted to Csr first
/// (an explicit zero of a format that cannot tell it from padding is no entry then).
/// \throws Error as geam_plan and convert_to
template <class C = void, class NewOffset = void, execution_space Exec, class AMatrix,
          class BMatrix>
auto geam(
    const Exec& exec, Op op_a,
    const ScalarArgument<
        detail::geam_front_compute_t<AMatrix, BMatrix, detail::geam_result_t<C, AMatrix>>>& alpha,
    const AMatrix& A, Op op_b,
    const ScalarArgument<
        detail::geam_front_compute_t<AMatrix, BMatrix, detail::geam_result_t<C, AMatrix>>>& beta,
    const BMatrix& B, const GeamOptions& options = {}) try {
  const detail::ScopedRegion region("filigree::geam");
  const auto a = detail::as_compressed(exec, A);
  const auto b = detail::as_compressed(exec, B);
  const auto plan = geam_plan<NewOffset>(exec, op_a, a, op_b, b, options);
  const auto result = plan.template result<detail::geam_result_t<C, AMatrix>>(exec);
  plan.apply(exec, alpha, a, beta, b, result);
  return result;
} catch (...) {
  detail::rethrow_as_error("geam");
}

/// With A and B as they are (op_a = op_b = Op::none).
template <class C = void, class NewOffset = void, execution_space Exec, class AMatrix,
          class BMatrix>
auto geam(
    const Exec& exec,
    const ScalarArgument<
        detail::geam_front_compute_t<AMatrix, BMatrix, detail::geam_result_t<C, AMatrix>>>& alpha,
    const AMatrix& A,
    const ScalarArgument<
        detail::geam_front_compute_t<AMatrix, BMatrix, detail::geam_result_t<C, AMatrix>>>& beta,
    const BMatrix& B, const GeamOptions& options = {}) {
  return geam<C, NewOffset>(exec, Op::none, alpha, A, Op::none, beta, B, options);
}

}  // namespace filigree
