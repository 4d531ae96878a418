// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <type_traits>

#include <filigree/core/execution.hpp>
#include <filigree/core/operation.hpp>
#include <filigree/core/scalar_argument.hpp>
#include <filigree/detail/adjoint_front.hpp>

/// \file
/// Adjoints (vector-Jacobian products) of spmv, spmm and sddmm: from the gradient of a real loss L
/// with respect to a product's result, the gradients with respect to the sparse values and to the
/// dense operands.
///
/// The gradient with respect to x is dL/d(Re x) + i dL/d(Im x), as PyTorch and JAX's conjugate have
/// it: the direction of steepest ascent; for real x plain dL/dx. ("grad_X" is laid out as X is.)
/// Every call computes grad = formula + beta grad: beta = 1 accumulates, beta = 0 does not read it.
///
/// The gradient with respect to a sparse matrix has that matrix's pattern, each stored entry being
/// a variable of its own: it is a sampled product (SDDMM), never a dense matrix. The gradients with
/// respect to dense operands are products with the same matrix (SpMM). No pattern is copied unless
/// a product needs a plan; patterns' plans are the ones of sddmm and spmm and may be shared with
/// forward products. The dense operands' products in one call without a plan add up by atomics
/// where the entries do not lie row by row; with a plan all gradients are bitwise repeatable.
/// docs/adjoints.md has the whole contract.
///
/// Source: the chain rule; for complex values Kreutz-Delgado, "The complex gradient operator and
/// the CR-calculus", arXiv:0906.4835.

namespace filigree {

/// The op for which the plan of spmm_adjoint_dense and spmv_adjoint_vector has to be made
/// (spmm_plan(exec, adjoint_op(op_a), A)): transpose for none, none for transposes. Conjugation is
/// no matter of the plan.
inline Op adjoint_op(Op op_a) { return op_a == Op::none ? Op::transpose : Op::none; }

namespace detail {
template <execution_space Exec, class Matrix>
using AdjointSpmmPlan = SpmmPlan<Exec, const_matrix_t<Matrix>>;
/// The compute types of gradients: of values (an SDDMM), of dense operands (an SpMM).
template <class BView, class GradView, class GradA>
using adjoint_values_t = sddmm_front_compute_t<BView, GradView, GradA>;
template <class Matrix, class GradView, class ResultView>
using adjoint_dense_t = spmm_front_compute_t<Matrix, GradView, ResultView>;
}  // namespace detail

// --- SpMM: C = alpha op_a(A) op_b(B) -------------------------------------------------------------

/// The gradient with respect to the values of A: with E = op_b(B), at the places that grad_A stores
///   op_a none                 grad_A = conj(alpha) grad_C E^H       + beta grad_A
///   op_a transpose            grad_A = conj(alpha) conj(E) grad_C^T + beta grad_A
///   op_a conjugate_transpose  grad_A = alpha E grad_C^H             + beta grad_A
/// grad_A is a general CsrMatrix, CscMatrix, BsrMatrix or BscMatrix with A's pattern, e.g.
/// A.with_values(gradient). A's values are not needed. Types as sddmm's. O(n) work an entry,
/// where C has n columns. Allocates nothing.
/// \throws Error invalid_value where sizes do not agree or grad_A overlaps an argument;
///   matrix_type_not_supported where grad_A is not general; not_supported where alpha is complex,
///   in memory and to be conjugated.
template <execution_space Exec, class BView, class GradCView, class GradA>
KernelId spmm_adjoint_values(
    const Exec& exec, Op op_a, Op op_b,
    const ScalarArgument<detail::adjoint_values_t<BView, GradCView, GradA>>& alpha, const BView& b,
    const GradCView& grad_c,
    const ScalarArgument<detail::adjoint_values_t<BView, GradCView, GradA>>& beta,
    const GradA& grad_a) {
  const SddmmPlan<Exec, detail::const_matrix_t<GradA>>* const no_plan = nullptr;
  return detail::adjoint_values("spmm_adjoint_values", exec, no_plan, op_a, op_b, alpha,
                                detail::adjoint_operand(exec, "B", b),
                                detail::adjoint_operand(exec, "grad_C", grad_c), beta, grad_a, {});
}

/// With a plan of A's pattern, sddmm_plan(exec, A), and, for no allocation, its
/// workspace_bytes(n). \throws Error as without, and stale_plan
template <execution_space Exec, class Matrix, class BView, class GradCView, class GradA>
KernelId spmm_adjoint_values(
    const Exec& exec, const SddmmPlan<Exec, Matrix>& plan, Op op_a, Op op_b,
    const ScalarArgument<detail::adjoint_values_t<BView, GradCView, GradA>>& alpha, const BView& b,
    const GradCView& grad_c,
    const ScalarArgument<detail::adjoint_values_t<BView, GradCView, GradA>>& beta,
    const GradA& grad_a, const detail::workspace_t<Exec>& workspace = {}) {
  return detail::adjoint_values(
      "spmm_adjoint_values", exec, &plan, op_a, op_b, alpha, detail::adjoint_operand(exec, "B", b),
      detail::adjoint_operand(exec, "grad_C", grad_c), beta, grad_a, workspace);
}

/// The gradient with respect to B: with E = op_b(B) and grad_E = conj(alpha) op_a(A)^H grad_C
///   op_b none                 grad_B = grad_E   + beta grad_B
///   op_b transpose            grad_B = grad_E^T + beta grad_B
///   op_b conjugate_transpose  grad_B = grad_E^H + beta grad_B
/// A is any matrix that spmm takes. Types as spmm's. Work and memory as of spmm with
/// adjoint_op(op_a).
/// \throws Error invalid_value where sizes do not agree or grad_B overlaps grad_C or itself;
///   not_supported where alpha is complex, in memory and to be conjugated.
template <execution_space Exec, class Matrix, class GradCView, class GradBView>
KernelId spmm_adjoint_dense(
    const Exec& exec, Op op_a, Op op_b,
    const ScalarArgument<detail::adjoint_dense_t<Matrix, GradCView, GradBView>>& alpha,
    const Matrix& a, const GradCView& grad_c,
    const ScalarArgument<detail::adjoint_dense_t<Matrix, GradCView, GradBView>>& beta,
    const GradBView& grad_b) {
  const detail::AdjointSpmmPlan<Exec, Matrix>* const no_plan = nullptr;
  return detail::adjoint_dense("spmm_adjoint_dense", exec, no_plan, op_a, op_b, alpha, a,
                               detail::adjoint_operand(exec, "grad_C", grad_c), beta,
                               detail::adjoint_operand(exec, "grad_B", grad_b), {});
}

/// With spmm_plan(exec, adjoint_op(op_a), A) and, for no allocation, its
/// workspace_bytes(n). \throws Error as without, stale_plan, and invalid_value where the plan is
/// one for another op.
template <execution_space Exec, class PlanMatrix, class Matrix, class GradCView, class GradBView>
KernelId spmm_adjoint_dense(
    const Exec& exec, const SpmmPlan<Exec, PlanMatrix>& plan, Op op_a, Op op_b,
    const ScalarArgument<detail::adjoint_dense_t<Matrix, GradCView, GradBView>>& alpha,
    const Matrix& a, const GradCView& grad_c,
    const ScalarArgument<detail::adjoint_dense_t<Matrix, GradCView, GradBView>>& beta,
    const GradBView& grad_b, const detail::workspace_t<Exec>& workspace = {}) {
  return detail::adjoint_dense("spmm_adjoint_dense", exec, &plan, op_a, op_b, alpha, a,
                               detail::adjoint_operand(exec, "grad_C", grad_c), beta,
                               detail::adjoint_operand(exec, "grad_B", grad_b), workspace);
}

// --- SpMV: y = alpha op(A) x ---------------------------------------------------------------------

/// The gradient with respect to the values of A, at the places (i, j) that grad_A stores
///   op none                 grad_A(i, j) = conj(alpha) grad_y(i) conj(x(j)) + beta grad_A(i, j)
///   op transpose            grad_A(i, j) = conj(alpha) conj(x(i)) grad_y(j) + beta grad_A(i, j)
///   op conjugate_transpose  grad_A(i, j) = alpha x(i) conj(grad_y(j))       + beta grad_A(i, j)
/// x and grad_y are Views of rank 1. Otherwise as spmm_adjoint_values with one column.
template <execution_space Exec, class XView, class GradYView, class GradA>
KernelId spmv_adjoint_values(
    const Exec& exec, Op op,
    const ScalarArgument<detail::adjoint_values_t<XView, GradYView, GradA>>& alpha, const XView& x,
    const GradYView& grad_y,
    const ScalarArgument<detail::adjoint_values_t<XView, GradYView, GradA>>& beta,
    const GradA& grad_a) {
  const SddmmPlan<Exec, detail::const_matrix_t<GradA>>* const no_plan = nullptr;
  return detail::adjoint_values("spmv_adjoint_values", exec, no_plan, op, Op::none, alpha,
                                detail::adjoint_operand(exec, "x", x),
                                detail::adjoint_operand(exec, "grad_y", grad_y), beta, grad_a, {});
}

/// The gradient with respect to x: grad_x = conj(alpha) op(A)^H grad_y + beta grad_x. A is any
/// matrix that spmm takes. Otherwise as spmm_adjoint_dense with one column.
template <execution_space Exec, class Matrix, class GradYView, class GradXView>
KernelId spmv_adjoint_vector(
    const Exec& exec, Op op,
    const ScalarArgument<detail::adjoint_dense_t<Matrix, GradYView, GradXView>>& alpha,
    const Matrix& a, const GradYView& grad_y,
    const ScalarArgument<detail::adjoint_dense_t<Matrix, GradYView, GradXView>>& beta,
    const GradXView& grad_x) {
  const detail::AdjointSpmmPlan<Exec, Matrix>* const no_plan = nullptr;
  return detail::adjoint_dense("spmv_adjoint_vector", exec, no_plan, op, Op::none, alpha, a,
                               detail::adjoint_operand(exec, "grad_y", grad_y), beta,
                               detail::adjoint_operand(exec, "grad_x", grad_x), {});
}

/// With spmm_plan(exec, adjoint_op(op), A).
template <execution_space Exec, class PlanMatrix, class Matrix, class GradYView, class GradXView>
KernelId spmv_adjoint_vector(
    const Exec& exec, const SpmmPlan<Exec, PlanMatrix>& plan, Op op,
    const ScalarArgument<detail::adjoint_dense_t<Matrix, GradYView, GradXView>>& alpha,
    const Matrix& a, const GradYView& grad_y,
    const ScalarArgument<detail::adjoint_dense_t<Matrix, GradYView, GradXView>>& beta,
    const GradXView& grad_x, const detail::workspace_t<Exec>& workspace = {}) {
  return detail::adjoint_dense("spmv_adjoint_vector", exec, &plan, op, Op::none, alpha, a,
                               detail::adjoint_operand(exec, "grad_y", grad_y), beta,
                               detail::adjoint_operand(exec, "grad_x", grad_x), workspace);
}

// --- SDDMM: C = alpha (op_a(A) op_b(B)) o spy(C) -------------------------------------------------

/// The gradient with respect to A: with Y = op_b(B) and grad_X = conj(alpha) grad_C Y^H
///   op_a none                 grad_A = grad_X   + beta grad_A
///   op_a transpose            grad_A = grad_X^T + beta grad_A
///   op_a conjugate_transpose  grad_A = grad_X^H + beta grad_A
/// grad_C is a general sparse matrix with C's pattern. Types as spmm's. Work and memory as of spmm
/// with grad_C. (The gradient with respect to C's own values, in beta C, is conj(beta) grad_C's.)
/// \throws Error invalid_value where sizes do not agree or grad_A overlaps B or itself;
///   matrix_type_not_supported where grad_C is not general; not_supported where alpha is complex,
///   in memory and to be conjugated.
template <execution_space Exec, class GradC, class BView, class GradAView>
KernelId sddmm_adjoint_a(
    const Exec& exec, Op op_a, Op op_b,
    const ScalarArgument<detail::adjoint_dense_t<GradC, BView, GradAView>>& alpha,
    const GradC& grad_c, const BView& b,
    const ScalarArgument<detail::adjoint_dense_t<GradC, BView, GradAView>>& beta,
    const GradAView& grad_a) {
  const detail::AdjointSpmmPlan<Exec, GradC>* const no_plan = nullptr;
  return detail::adjoint_sampled("sddmm_adjoint_a", exec, no_plan, true, op_a, op_b, alpha, grad_c,
                                 detail::adjoint_operand(exec, "B", b), beta,
                                 detail::adjoint_operand(exec, "grad_A", grad_a), {});
}

/// With spmm_plan(exec, Op::none, C) and, for no allocation, its workspace_bytes(k).
/// \throws Error as without, stale_plan, and invalid_value where the plan is one for another op.
template <execution_space Exec, class PlanMatrix, class GradC, class BView, class GradAView>
KernelId sddmm_adjoint_a(
    const Exec& exec, const SpmmPlan<Exec, PlanMatrix>& plan, Op op_a, Op op_b,
    const ScalarArgument<detail::adjoint_dense_t<GradC, BView, GradAView>>& alpha,
    const GradC& grad_c, const BView& b,
    const ScalarArgument<detail::adjoint_dense_t<GradC, BView, GradAView>>& beta,
    const GradAView& grad_a, const detail::workspace_t<Exec>& workspace = {}) {
  return detail::adjoint_sampled("sddmm_adjoint_a", exec, &plan, true, op_a, op_b, alpha, grad_c,
                                 detail::adjoint_operand(exec, "B", b), beta,
                                 detail::adjoint_operand(exec, "grad_A", grad_a), workspace);
}

/// The gradient with respect to B: with X = op_a(A) and grad_Y = conj(alpha) X^H grad_C
///   op_b none                 grad_B = grad_Y   + beta grad_B
///   op_b transpose            grad_B = grad_Y^T + beta grad_B
///   op_b conjugate_transpose  grad_B = grad_Y^H + beta grad_B
/// Otherwise as sddmm_adjoint_a.
template <execution_space Exec, class GradC, class AView, class GradBView>
KernelId sddmm_adjoint_b(
    const Exec& exec, Op op_a, Op op_b,
    const ScalarArgument<detail::adjoint_dense_t<GradC, AView, GradBView>>& alpha,
    const GradC& grad_c, const AView& a,
    const ScalarArgument<detail::adjoint_dense_t<GradC, AView, GradBView>>& beta,
    const GradBView& grad_b) {
  const detail::AdjointSpmmPlan<Exec, GradC>* const no_plan = nullptr;
  return detail::adjoint_sampled("sddmm_adjoint_b", exec, no_plan, false, op_b, op_a, alpha, grad_c,
                                 detail::adjoint_operand(exec, "A", a), beta,
                                 detail::adjoint_operand(exec, "grad_B", grad_b), {});
}

/// With spmm_plan(exec, Op::transpose, C) and, for no allocation, its workspace_bytes(k).
template <execution_space Exec, class PlanMatrix, class GradC, class AView, class GradBView>
KernelId sddmm_adjoint_b(
    const Exec& exec, const SpmmPlan<Exec, PlanMatrix>& plan, Op op_a, Op op_b,
    const ScalarArgument<detail::adjoint_dense_t<GradC, AView, GradBView>>& alpha,
    const GradC& grad_c, const AView& a,
    const ScalarArgument<detail::adjoint_dense_t<GradC, AView, GradBView>>& beta,
    const GradBView& grad_b, const detail::workspace_t<Exec>& workspace = {}) {
  return detail::adjoint_sampled("sddmm_adjoint_b", exec, &plan, false, op_b, op_a, alpha, grad_c,
                                 detail::adjoint_operand(exec, "A", a), beta,
                                 detail::adjoint_operand(exec, "grad_B", grad_b), workspace);
}

}  // namespace filigree
