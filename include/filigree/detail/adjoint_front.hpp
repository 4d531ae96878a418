// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

#include <filigree/core/error.hpp>
#include <filigree/core/execution.hpp>
#include <filigree/core/export.hpp>
#include <filigree/core/scalar_argument.hpp>
#include <filigree/detail/sddmm_front.hpp>
#include <filigree/detail/spmm_front.hpp>
#include <filigree/sddmm.hpp>
#include <filigree/spmm.hpp>

/// How adjoints.hpp's gradients become products: transposition is in the strides of the dense
/// operands, conjugation in flags.

namespace filigree::detail {

// --- arguments -----------------------------------------------------------------------------------

FILIGREE_EXPORT void check_adjoint_size(std::string_view operation, std::string_view argument,
                                        const DenseShape& shape, Op op, std::int64_t rows,
                                        std::int64_t cols);
FILIGREE_EXPORT void check_adjoint_result(std::string_view operation, std::string_view argument,
                                          const DenseShape& shape, std::string_view result,
                                          const DenseShape& result_shape);

template <class Exec>
using workspace_t = Kokkos::View<std::byte*, typename Exec::memory_space>;

/// A dense matrix of rank 2, or a vector as a matrix of one column.
template <class T>
struct AdjointOperand {
  using value_type = T;
  using scalar_type = std::remove_const_t<T>;

  std::string_view name;
  T* data = nullptr;
  DenseShape shape;

  /// op of it, but for the conjugation.
  template <class Entry = T>
  DenseOperand<Entry> strides(Op op) const {
    const auto operand = dense_operand<Entry>(data, shape);
    return op == Op::none ? operand : operand.transposed();
  }
};

template <class T>
DenseShape vector_shape(const T* data, std::int64_t length, std::int64_t stride) {
  const std::size_t span = length > 0 ? std::size_t((length - 1) * stride + 1) : 0;
  return {false, 1, length, 1, {0, stride, stride * length}, data, span * sizeof(T), sizeof(T)};
}

template <class Exec, class View>
auto adjoint_operand(const Exec&, std::string_view name, const View& view) {
  static_assert(Kokkos::is_view_v<View> && (View::rank() == 1 || View::rank() == 2),
                "gradients are of Kokkos Views of rank 2 (vectors: of rank 1)");
  static_assert(is_accessible_v<Exec, typename View::memory_space>,
                "the execution space cannot reach the memory of an argument: copy it there first");
  AdjointOperand<typename View::value_type> result{name, view.data(), {}};
  if constexpr (View::rank() == 2) {
    result.shape = dense_shape(view);
  } else {
    result.shape =
        vector_shape(view.data(), std::int64_t(view.extent(0)), std::int64_t(view.stride(0)));
  }
  return result;
}

/// Throws invalid_value unless op of the matrix is rows x cols; -1: any number.
template <class T>
void check_adjoint_size(std::string_view operation, const AdjointOperand<T>& operand, Op op,
                        std::int64_t rows, std::int64_t cols) {
  check_adjoint_size(operation, operand.name, operand.shape, op, rows, cols);
}
/// Throws invalid_value where entries of the result share memory, or it overlaps an argument.
template <class T, class R>
void check_adjoint_result(std::string_view operation, const AdjointOperand<T>& argument,
                          const AdjointOperand<R>& result) {
  check_adjoint_result(operation, argument.name, argument.shape, result.name, result.shape);
}
/// Throws invalid_value unless the plan was made for products with op `expected` on the left.
FILIGREE_EXPORT void check_adjoint_plan(std::string_view operation, Op op, Side side, Op expected);
[[noreturn]] FILIGREE_EXPORT void throw_adjoint_scalar(std::string_view operation);
/// Throws matrix_type_not_supported unless every stored entry is one of the matrix, once.
FILIGREE_EXPORT void check_adjoint_type(std::string_view operation, std::string_view argument,
                                        const MatrixProperties& properties);

/// alpha, conjugated where `conjugated`.
template <class Compute>
ScalarArgument<Compute> adjoint_scalar(std::string_view operation,
                                       const ScalarArgument<Compute>& alpha, bool conjugated) {
  if (!is_complex_v<Compute> || !conjugated) return alpha;
  if (alpha.device_pointer() != nullptr) throw_adjoint_scalar(operation);
  return conjugate(alpha.host_value());
}

// --- gradients with respect to sparse values: SDDMM ----------------------------------------------

/// Runs with a plan, or, where that is null, in one call.
template <class Exec, class Plan, class Stored, class AB, class C, class Compute>
KernelId run_adjoint_sddmm(const Exec& exec, const Plan* plan, const Stored& stored,
                           const SddmmOperands<AB, C, Compute>& operands) {
  if (plan != nullptr) return run_sddmm_plan(exec, plan->state(), stored, operands);
  return run_sddmm_pattern(exec, stored, operands, SddmmRun{});
}

/// grad_A = the gradient of C = alpha op_a(A) op_b(B) with respect to A's values + beta grad_A.
template <class Exec, class Plan, class BT, class GradC, class GradA, class Compute>
KernelId adjoint_values(std::string_view operation, const Exec& exec, const Plan* plan, Op op_a,
                        Op op_b, const ScalarArgument<Compute>& alpha, const AdjointOperand<BT>& b,
                        const AdjointOperand<GradC>& grad_c, const ScalarArgument<Compute>& beta,
                        const GradA& grad_a, const workspace_t<Exec>& workspace) try {
  using AB = typename AdjointOperand<BT>::scalar_type;
  using ConstMatrix = const_matrix_t<GradA>;
  static_assert(is_accessible_v<Exec, typename GradA::memory_space>,
                "the execution space cannot reach the memory of an argument: copy it there first");
  const std::int64_t rows = op_a == Op::none ? grad_a.num_rows() : grad_a.num_cols();
  const std::int64_t inner = op_a == Op::none ? grad_a.num_cols() : grad_a.num_rows();
  check_adjoint_type(operation, "grad_A", grad_a.properties());
  check_adjoint_size(operation, grad_c, Op::none, rows, -1);
  check_adjoint_size(operation, b, op_b, inner, grad_c.shape.cols);
  SddmmOperands<AB, typename GradA::scalar_type, Compute> operands{
      adjoint_scalar(operation, alpha, op_a != Op::conjugate_transpose), beta, {}, {}};
  SddmmShapes shapes;
  set_sddmm_result(grad_a, shapes, operands);
  const AdjointOperand<typename GradA::scalar_type> result{
      "grad_A", operands.values, vector_shape(operands.values, shapes.c_places, 1)};
  check_adjoint_result(operation, b, result);
  check_adjoint_result(operation, grad_c, result);
  check_sddmm_pattern_apart(operation, exec, grad_a, shapes);
  // N: conj(alpha) grad_C E^H, T: conj(alpha) conj(E) grad_C^T, H: alpha E grad_C^H; E = op_b(B)
  auto e = b.template strides<const AB>(op_b);
  auto g = grad_c.template strides<const AB>(Op::none);
  e.conjugate = (op_b == Op::conjugate_transpose) != (op_a != Op::conjugate_transpose);
  g.conjugate = op_a == Op::conjugate_transpose;
  operands.left = op_a == Op::none ? g : e;
  operands.right = op_a == Op::none ? e : g;
  operands.inner = grad_c.shape.cols;
  operands.workspace = workspace.data();
  operands.workspace_bytes = workspace.extent(0);
  return run_adjoint_sddmm(exec, plan, stored_pattern(ConstMatrix(grad_a)), operands);
} catch (...) {
  rethrow_as_error(operation);
}

// --- gradients with respect to dense operands: SpMM ----------------------------------------------

/// result = alpha M D + beta result, M the sparse matrix after `op`. All is conjugated where the
/// gradient is one with respect to a conjugated operand.
template <class T, class G, class Compute>
struct AdjointProduct {
  Op op = Op::none;
  bool conjugate_matrix = false;
  DenseOperand<const T> dense;
  DenseOperand<G> result;
  std::int64_t num_columns = 0;
  ScalarArgument<Compute> alpha;
  ScalarArgument<Compute> beta;
};

template <class Exec, class State, class Matrix, class T, class G, class Compute>
KernelId run_adjoint_product(const Exec& exec, const State* plan, const Matrix& matrix,
                             const AdjointProduct<T, G, Compute>& product,
                             const workspace_t<Exec>& workspace) {
  using A = typename Matrix::scalar_type;
  static_assert(!std::is_const_v<G>, "the result cannot be a View of const");
  static_assert(is_accessible_v<Exec, typename Matrix::memory_space>,
                "the execution space cannot reach the memory of an argument: copy it there first");
  SpmmOperands<A, T, G, Compute> operands{
      stored_values(matrix), 0, product.conjugate_matrix && is_complex_v<A>, product.alpha, {},
      product.beta,          {}};
  operands.B = product.dense;
  operands.B.conjugate = operands.B.conjugate && is_complex_v<T>;
  operands.C = product.result;
  operands.num_columns = product.num_columns;
  operands.workspace = workspace.data();
  operands.workspace_bytes = workspace.extent(0);
  const auto stored = stored_pattern(const_matrix_t<Matrix>(matrix));
  if (plan != nullptr) return run_spmm_plan(exec, *plan, stored, operands);
  return run_spmm_one_shot(exec, product.op, stored, operands, SpmmOptions{});
}

/// The plan of the product's op, or null.
template <class Plan>
const auto* adjoint_plan(std::string_view operation, const Plan* plan, Op expected) {
  using State = std::remove_reference_t<decltype(plan->state())>;
  if (plan == nullptr) return static_cast<State*>(nullptr);
  check_adjoint_plan(operation, plan->op(), plan->side(), expected);
  return &plan->state();
}

/// grad_B = the gradient of C = alpha op_a(A) op_b(B) with respect to B + beta grad_B.
template <class Exec, class Plan, class Matrix, class GC, class GB, class Compute>
KernelId adjoint_dense(std::string_view operation, const Exec& exec, const Plan* plan, Op op_a,
                       Op op_b, const ScalarArgument<Compute>& alpha, const Matrix& a,
                       const AdjointOperand<GC>& grad_c, const ScalarArgument<Compute>& beta,
                       const AdjointOperand<GB>& grad_b, const workspace_t<Exec>& workspace) try {
  using T = typename AdjointOperand<GC>::scalar_type;
  const std::int64_t rows = op_a == Op::none ? a.num_rows() : a.num_cols();
  const std::int64_t inner = op_a == Op::none ? a.num_cols() : a.num_rows();
  check_adjoint_size(operation, grad_c, Op::none, rows, -1);
  check_adjoint_size(operation, grad_b, op_b, inner, grad_c.shape.cols);
  check_adjoint_result(operation, grad_c, grad_b);
  check_operand(operation, "A", exec, a, {grad_b.name, grad_b.data, grad_b.shape.span_bytes});
  // E = op_b(B) has the gradient conj(alpha) op_a(A)^H grad_C; B has that, its transpose, or the
  // conjugate of its transpose.
  const bool conjugated = op_b == Op::conjugate_transpose;
  const Op op = op_a == Op::none ? Op::transpose : Op::none;
  auto dense = grad_c.template strides<const T>(Op::none);
  dense.conjugate = conjugated;
  const AdjointProduct<T, GB, Compute> product{op,
                                               (op_a != Op::conjugate_transpose) != conjugated,
                                               dense,
                                               grad_b.strides(op_b),
                                               grad_c.shape.cols,
                                               adjoint_scalar(operation, alpha, !conjugated),
                                               beta};
  return run_adjoint_product(exec, adjoint_plan(operation, plan, op), a, product, workspace);
} catch (...) {
  rethrow_as_error(operation);
}

/// What sddmm_adjoint_a and _b have in common: `known` is the other dense matrix, of op
/// `known_op`; the gradient, of op `op`, is one with respect to the left operand or the right one.
template <class Exec, class Plan, class Matrix, class K, class G, class Compute>
KernelId adjoint_sampled(std::string_view operation, const Exec& exec, const Plan* plan, bool left,
                         Op op, Op known_op, const ScalarArgument<Compute>& alpha,
                         const Matrix& grad_c, const AdjointOperand<K>& known,
                         const ScalarArgument<Compute>& beta, const AdjointOperand<G>& result,
                         const workspace_t<Exec>& workspace) try {
  using T = typename AdjointOperand<K>::scalar_type;
  const std::int64_t inner = (left == (known_op == Op::none)) ? known.shape.rows : known.shape.cols;
  check_adjoint_type(operation, "grad_C", grad_c.properties());
  const std::int64_t rows = grad_c.num_rows(), cols = grad_c.num_cols();
  check_adjoint_size(operation, known, known_op, left ? inner : rows, left ? cols : inner);
  check_adjoint_size(operation, result, op, left ? rows : inner, left ? inner : cols);
  check_adjoint_result(operation, known, result);
  check_operand(operation, "grad_C", exec, grad_c,
                {result.name, result.data, result.shape.span_bytes});
  // X = op_a(A) has the gradient conj(alpha) G Y^H; the transpose of Y = op_b(B) has
  // conj(alpha) G^T conj(X).
  const bool conjugated = op == Op::conjugate_transpose;
  auto dense = known.template strides<const T>(known_op);
  if (left) dense = dense.transposed();
  dense.conjugate = (known_op == Op::conjugate_transpose) == conjugated;
  auto out = result.strides(op);
  if (!left) out = out.transposed();
  const Op of_matrix = left ? Op::none : Op::transpose;
  const AdjointProduct<T, G, Compute> product{
      of_matrix, conjugated, dense, out, inner, adjoint_scalar(operation, alpha, !conjugated),
      beta};
  return run_adjoint_product(exec, adjoint_plan(operation, plan, of_matrix), grad_c, product,
                             workspace);
} catch (...) {
  rethrow_as_error(operation);
}

}  // namespace filigree::detail
