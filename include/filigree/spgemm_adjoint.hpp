// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

#include <filigree/core/execution.hpp>
#include <filigree/core/operation.hpp>
#include <filigree/core/scalar_argument.hpp>
#include <filigree/detail/plan_pointer.hpp>
#include <filigree/detail/spgemm_adjoint_front.hpp>
#include <filigree/spgemm.hpp>
#include <filigree/spgemm_options.hpp>

/// \file
/// Adjoints (vector-Jacobian products) of spgemm: from the gradient of a real loss L with respect
/// to the values of C = alpha op_a(A) op_b(B), the gradients with respect to the values of A and of
/// B, at the places that these store. The matrices are Csr or Csc, each as it likes.
///
/// The gradient with respect to x is dL/d(Re x) + i dL/d(Im x), as in adjoints.hpp. Each stored
/// entry is a variable of its own, duplicates too. Every call computes grad = formula + beta grad,
/// and nothing dense or larger than the operands is made. With E = op_a(A), F = op_b(B):
///   grad_E = conj(alpha) grad_C F^H, at E's places;  grad_F = conj(alpha) E^H grad_C, at F's;
///   an operand x of E = x has grad_E, of x^T its transpose, of x^H its conjugate transpose.
/// What a product with D adds, beta D, has the gradient conj(beta) grad_C at D's places: geam.
///
/// Source: the chain rule. docs/adjoints.md has the whole contract.

namespace filigree {

/// The gradient with respect to one operand, for values that come again and again: what has to be
/// transposed or sorted is. Immutable: any number of threads and streams may use one plan, and its
/// copies, at once. It depends on patterns and ops, and does not keep the matrices' arrays alive.
///
/// Given the workspace that it asks for, apply allocates nothing, and with PatternCheck::identity
/// waits for nothing, so that it can be captured in a CUDA graph.
template <execution_space Exec, class AB, class Index>
class SpgemmAdjointPlan {
 public:
  /// Memory for apply() to work in, of workspace_bytes() or more; without it apply() may allocate.
  using workspace_view = Kokkos::View<std::byte*, typename Exec::memory_space>;
  /// What alpha and beta are passed as, for a grad_C of this scalar.
  template <class C>
  using scalar_argument = ScalarArgument<spgemm_compute_t<AB, AB, C>>;

  /// An empty plan, to be assigned later: using it is an error (invalid_value).
  SpgemmAdjointPlan() = default;
  /// Whether this is a plan, and not an empty one.
  explicit operator bool() const noexcept { return bool(state_); }

  /// The workspace, in bytes, that makes apply allocate nothing. Each call that runs at the same
  /// time as another needs one of its own; its contents do not matter.
  std::size_t workspace_bytes() const {
    using Widest = detail::arithmetic_t<AB>;
    return std::size_t(state_->workspace_bytes(sizeof(AB), sizeof(Widest)));
  }
  /// What the plan holds.
  std::int64_t memory_bytes() const { return state_->memory_bytes(); }

  /// gradient = formula + beta gradient. `factor` is the other operand, B of a plan for grad_A and
  /// A of one for grad_B. Returns the kernel that ran.
  /// \throws Error stale_plan where a pattern is not the plan's; invalid_value where the gradient's
  ///   values overlap others, or the workspace is too small
  template <class Factor, class GradC, class Gradient>
  KernelId apply(const Exec& exec, const scalar_argument<typename GradC::scalar_type>& alpha,
                 const Factor& factor, const GradC& grad_C,
                 const scalar_argument<typename GradC::scalar_type>& beta, const Gradient& gradient,
                 const workspace_view& workspace = {}) const try {
    static_assert(std::is_same_v<typename Factor::scalar_type, AB> &&
                      std::is_same_v<typename Gradient::scalar_type, AB>,
                  "A and B, and so the gradient, have the scalar type that the plan was made for");
    using Compute = spgemm_compute_t<AB, AB, typename GradC::scalar_type>;
    static_assert(!std::is_void_v<Compute>,
                  "spgemm does not take these scalar types: see "
                  "spgemm_supports and detail/spgemm_types.inc");
    const detail::ScopedRegion region("filigree::spgemm_adjoint");
    return detail::apply_spgemm_adjoint<Exec, Index, Compute>(exec, *state_, alpha, factor, grad_C,
                                                              beta, gradient, workspace);
  } catch (...) {
    detail::rethrow_as_error(state_ ? detail::spgemm_adjoint_name(state_->side) : "spgemm_adjoint");
  }

 private:
  using State = detail::SpgemmAdjointState<Exec, Index>;

  template <execution_space E, class Factor, class GradC, class Gradient>
  friend auto spgemm_adjoint_a_plan(const E&, Op, Op, const Factor&, const GradC&, const Gradient&,
                                    const SpgemmOptions&);
  template <execution_space E, class Factor, class GradC, class Gradient>
  friend auto spgemm_adjoint_b_plan(const E&, Op, Op, const Factor&, const GradC&, const Gradient&,
                                    const SpgemmOptions&);

  explicit SpgemmAdjointPlan(std::shared_ptr<const State> state)
      : state_("SpgemmAdjointPlan", std::move(state)) {}

  detail::PlanPointer<State> state_{"SpgemmAdjointPlan"};
};

namespace detail {

template <execution_space Exec, class Factor, class GradC, class Gradient>
struct SpgemmAdjointTypes {
  static_assert(is_compressed<Factor> && is_compressed<GradC> && is_compressed<Gradient>,
                "the matrices are CsrMatrix or CscMatrix: convert other formats first");
  static_assert(
      std::is_same_v<typename Factor::scalar_type, typename Gradient::scalar_type>,
      "A and B have one scalar type, which the gradients with respect to their values have too");
  using Compute = spgemm_compute_t<typename Factor::scalar_type, typename Factor::scalar_type,
                                   typename GradC::scalar_type>;
  static_assert(!std::is_void_v<Compute>,
                "spgemm does not take these scalar types: see spgemm_supports and "
                "detail/spgemm_types.inc");
  using Index = wider_t<spgemm_index_t<Factor, GradC>, typename Gradient::index_type>;
  using Plan = SpgemmAdjointPlan<Exec, typename Factor::scalar_type, Index>;
};

}  // namespace detail

/// A plan for the gradient with respect to A of C = alpha op_a(A) op_b(B). grad_C is a matrix of
/// C's size (as of SpgemmPlan::matrix; entries that it does not store are 0), grad_A a general
/// matrix with A's pattern (A.with_values(gradient)), also one with fewer or more places. Reads the
/// patterns, and waits for the device. Of `options` backend, kernel, pattern_check and
/// memory_limit_bytes count.
/// \throws Error invalid_value where sizes do not agree; matrix_type_not_supported where grad_A is
///   not general; insufficient_resources where options.memory_limit_bytes is too low
template <execution_space Exec, class BMatrix, class GradC, class GradA>
auto spgemm_adjoint_a_plan(const Exec& exec, Op op_a, Op op_b, const BMatrix& B,
                           const GradC& grad_C, const GradA& grad_A,
                           const SpgemmOptions& options = {}) try {
  using Types = detail::SpgemmAdjointTypes<Exec, BMatrix, GradC, GradA>;
  const detail::ScopedRegion region("filigree::spgemm_adjoint_plan");
  return typename Types::Plan(detail::make_spgemm_adjoint<Exec, typename Types::Index>(
      exec, detail::SpgemmSide::a, op_a, op_b, B, grad_C, grad_A, options));
} catch (...) {
  detail::rethrow_as_error("spgemm_adjoint_a_plan");
}

/// A plan for the gradient with respect to B, of which grad_B has the pattern, as above for A.
template <execution_space Exec, class AMatrix, class GradC, class GradB>
auto spgemm_adjoint_b_plan(const Exec& exec, Op op_a, Op op_b, const AMatrix& A,
                           const GradC& grad_C, const GradB& grad_B,
                           const SpgemmOptions& options = {}) try {
  using Types = detail::SpgemmAdjointTypes<Exec, AMatrix, GradC, GradB>;
  const detail::ScopedRegion region("filigree::spgemm_adjoint_plan");
  return typename Types::Plan(detail::make_spgemm_adjoint<Exec, typename Types::Index>(
      exec, detail::SpgemmSide::b, op_a, op_b, A, grad_C, grad_B, options));
} catch (...) {
  detail::rethrow_as_error("spgemm_adjoint_b_plan");
}

/// The gradient with respect to the values of A in one call: with F = op_b(B), at the places that
/// grad_A stores,
///   op_a none                 grad_A = conj(alpha) grad_C F^H       + beta grad_A
///   op_a transpose            grad_A = conj(alpha) conj(F) grad_C^T + beta grad_A
///   op_a conjugate_transpose  grad_A = alpha F grad_C^H             + beta grad_A
/// On a host it takes as many multiplications as the product, on a device for each entry of grad_A
/// a walk along a row of grad_C and one of F. Bitwise repeatable. Waits for the device.
/// \throws Error as spgemm_adjoint_a_plan and SpgemmAdjointPlan::apply
template <execution_space Exec, class BMatrix, class GradC, class GradA>
KernelId spgemm_adjoint_a(
    const Exec& exec, Op op_a, Op op_b,
    const ScalarArgument<spgemm_compute_t<
        typename BMatrix::scalar_type, typename BMatrix::scalar_type, typename GradC::scalar_type>>&
        alpha,
    const BMatrix& B, const GradC& grad_C,
    const ScalarArgument<spgemm_compute_t<
        typename BMatrix::scalar_type, typename BMatrix::scalar_type, typename GradC::scalar_type>>&
        beta,
    const GradA& grad_A, const SpgemmOptions& options = {}) try {
  const auto plan = spgemm_adjoint_a_plan(exec, op_a, op_b, B, grad_C, grad_A, options);
  const KernelId kernel = plan.apply(exec, alpha, B, grad_C, beta, grad_A);
  exec.fence("spgemm_adjoint");  // before the plan goes; a label that needs no memory
  return kernel;
} catch (...) {
  detail::rethrow_as_error("spgemm_adjoint_a");
}

/// The gradient with respect to the values of B: with E = op_a(A), at the places that grad_B
/// stores,
///   op_b none                 grad_B = conj(alpha) E^H grad_C       + beta grad_B
///   op_b transpose            grad_B = conj(alpha) grad_C^T conj(E) + beta grad_B
///   op_b conjugate_transpose  grad_B = alpha grad_C^H E             + beta grad_B
/// Otherwise as spgemm_adjoint_a.
template <execution_space Exec, class AMatrix, class GradC, class GradB>
KernelId spgemm_adjoint_b(
    const Exec& exec, Op op_a, Op op_b,
    const ScalarArgument<spgemm_compute_t<
        typename AMatrix::scalar_type, typename AMatrix::scalar_type, typename GradC::scalar_type>>&
        alpha,
    const AMatrix& A, const GradC& grad_C,
    const ScalarArgument<spgemm_compute_t<
        typename AMatrix::scalar_type, typename AMatrix::scalar_type, typename GradC::scalar_type>>&
        beta,
    const GradB& grad_B, const SpgemmOptions& options = {}) try {
  const auto plan = spgemm_adjoint_b_plan(exec, op_a, op_b, A, grad_C, grad_B, options);
  const KernelId kernel = plan.apply(exec, alpha, A, grad_C, beta, grad_B);
  exec.fence("spgemm_adjoint");  // before the plan goes; a label that needs no memory
  return kernel;
} catch (...) {
  detail::rethrow_as_error("spgemm_adjoint_b");
}

}  // namespace filigree
