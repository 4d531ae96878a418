// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>

#include <filigree/core/execution.hpp>
#include <filigree/core/export.hpp>
#include <filigree/core/scalar_argument.hpp>
#include <filigree/detail/spgemm_front.hpp>

/// What stands between spgemm_adjoint.hpp and the compiled library.
///
/// With E = op_a(A), F = op_b(B), C = alpha E F and G the gradient with respect to C, that with
/// respect to E is conj(alpha) G F^H, of which the places that E stores are wanted. As C^T is
/// alpha F^T E^T, the gradient with respect to F^T is conj(alpha) G^T conj(E): both are
///
///     g(r, c) = conj(alpha) sum over j of left(r, j) conj(right(c, j))
///
/// with the rows of G and F, or of G^T and E^T.

namespace filigree::detail {

/// The operand whose values the gradient is of.
enum class SpgemmSide { a, b };
constexpr std::string_view spgemm_adjoint_name(SpgemmSide side) {
  return side == SpgemmSide::a ? "spgemm_adjoint_a" : "spgemm_adjoint_b";
}
/// The names of the gradient and of the other operand.
constexpr std::string_view gradient_name(SpgemmSide side) {
  return side == SpgemmSide::a ? "grad_A" : "grad_B";
}
constexpr std::string_view factor_name(SpgemmSide side) {
  return side == SpgemmSide::a ? "B" : "A";
}

template <class Exec, class Index>
struct SpgemmAdjointState {
  SpgemmSide side = SpgemmSide::a;
  PatternCheck pattern_check = PatternCheck::identity;
  SpgemmFingerprint of_factor, of_c, of_gradient;
  SpgemmOperand<Exec, Index> places, left, right;
  std::string_view kernel;
  std::int64_t kernel_bytes = 0;  ///< of workspace

  std::int64_t memory_bytes() const {
    return places.memory_bytes() + left.memory_bytes() + right.memory_bytes();
  }
  /// The values of left and right where they must be gathered, then the kernel's own.
  std::int64_t workspace_bytes(std::int64_t ab_bytes, std::int64_t c_bytes) const {
    const auto bytes = [](const auto& operand, std::int64_t size) {
      return operand.gathers_values() ? spgemm_rounded(operand.rows.nnz * size) : 0;
    };
    return bytes(left, c_bytes) + bytes(right, ab_bytes) + kernel_bytes;
  }
};

/// Throws unless the factor, grad_C and the gradient can be those of one product, and the gradient
/// is general.
FILIGREE_EXPORT void check_spgemm_adjoint(SpgemmSide side, Op op_a, Op op_b,
                                          const SpgemmIdentity& factor,
                                          const SpgemmIdentity& grad_c,
                                          const SpgemmIdentity& gradient);

/// A plan of `prepared`, which lacks only its kernel. \throws Error as spgemm_adjoint_a_plan
template <class Exec, class Index>
FILIGREE_EXPORT std::shared_ptr<const SpgemmAdjointState<Exec, Index>> make_spgemm_adjoint_plan(
    const Exec& exec, SpgemmAdjointState<Exec, Index> prepared, const SpgemmOptions& options,
    std::int64_t ab_bytes, std::int64_t compute_bytes);

/// What apply is given, stripped to pointers.
template <class AB, class C, class Compute>
struct SpgemmAdjointValues {
  ScalarArgument<Compute> alpha;
  ScalarArgument<Compute> beta;
  const AB* factor = nullptr;
  const C* grad_c = nullptr;
  AB* gradient = nullptr;
  std::byte* workspace = nullptr;
  std::size_t workspace_bytes = 0;
  SpgemmIdentity of_factor, of_c, of_gradient;  ///< of the call's matrices
};

template <class Exec, class Index, class AB, class C, class Compute>
FILIGREE_EXPORT KernelId run_spgemm_adjoint(const Exec& exec,
                                            const SpgemmAdjointState<Exec, Index>& plan,
                                            const SpgemmAdjointValues<AB, C, Compute>& values);

template <class Exec, class Index, class Factor, class GradC, class Gradient>
std::shared_ptr<const SpgemmAdjointState<Exec, Index>> make_spgemm_adjoint(
    const Exec& exec, SpgemmSide side, Op op_a, Op op_b, const Factor& factor, const GradC& grad_c,
    const Gradient& gradient, const SpgemmOptions& options) {
  static_assert(is_accessible_v<Exec, typename Factor::memory_space> &&
                    is_accessible_v<Exec, typename GradC::memory_space> &&
                    is_accessible_v<Exec, typename Gradient::memory_space>,
                "the execution space cannot reach a matrix's memory: copy it there first");
  const std::string_view operation = spgemm_adjoint_name(side);
  check_spgemm_adjoint(side, op_a, op_b, spgemm_identity(factor), spgemm_identity(grad_c),
                       spgemm_identity(gradient));
  check_operand(operation, factor_name(side), exec, factor);
  check_operand(operation, "grad_C", exec, grad_c);
  check_operand(operation, gradient_name(side), exec, gradient);
  SpgemmAdjointState<Exec, Index> state;
  state.side = side;
  state.pattern_check = options.pattern_check;
  state.of_factor = spgemm_fingerprint(exec, factor, options.pattern_check);
  state.of_c = spgemm_fingerprint(exec, grad_c, options.pattern_check);
  state.of_gradient = spgemm_fingerprint(exec, gradient, options.pattern_check);
  const bool is_a = side == SpgemmSide::a;
  state.places = spgemm_operand<Exec, Index>(exec, gradient, is_a ? op_a : op_b, false, !is_a);
  state.left = spgemm_operand<Exec, Index>(exec, grad_c, Op::none, true, !is_a);
  state.right = spgemm_operand<Exec, Index>(exec, factor, is_a ? op_b : op_a, true, !is_a);
  using AB = typename Factor::scalar_type;
  return make_spgemm_adjoint_plan(exec, std::move(state), options, sizeof(AB),
                                  sizeof(arithmetic_t<AB>));
}

template <class Exec, class Index, class Compute, class Factor, class GradC, class Gradient>
KernelId apply_spgemm_adjoint(const Exec& exec, const SpgemmAdjointState<Exec, Index>& state,
                              const ScalarArgument<Compute>& alpha, const Factor& factor,
                              const GradC& grad_c, const ScalarArgument<Compute>& beta,
                              const Gradient& gradient,
                              const Kokkos::View<std::byte*, typename Exec::memory_space>& given) {
  using AB = typename Factor::scalar_type;
  using C = typename GradC::scalar_type;
  static_assert(!std::is_const_v<typename Gradient::value_type>,
                "the gradient cannot have const values");
  const std::string_view operation = spgemm_adjoint_name(state.side);
  const PatternCheck check = state.pattern_check;
  check_spgemm_pattern(exec, factor_name(state.side), factor, state.of_factor, check, operation);
  check_spgemm_pattern(exec, "grad_C", grad_c, state.of_c, check, operation);
  check_spgemm_pattern(exec, gradient_name(state.side), gradient, state.of_gradient, check,
                       operation);
  const ResultMemory result = result_memory(gradient_name(state.side), gradient.values());
  check_operand(operation, factor_name(state.side), exec, factor, result);
  check_operand(operation, "grad_C", exec, grad_c, result);
  check_operand(operation, gradient_name(state.side), exec, gradient, result, false);

  const SpgemmAdjointValues<AB, C, Compute> values{.alpha = alpha,
                                                   .beta = beta,
                                                   .factor = factor.values().data(),
                                                   .grad_c = grad_c.values().data(),
                                                   .gradient = gradient.values().data(),
                                                   .workspace = given.data(),
                                                   .workspace_bytes = given.extent(0),
                                                   .of_factor = spgemm_identity(factor),
                                                   .of_c = spgemm_identity(grad_c),
                                                   .of_gradient = spgemm_identity(gradient)};
  return run_spgemm_adjoint(exec, state, values);
}

}  // namespace filigree::detail
