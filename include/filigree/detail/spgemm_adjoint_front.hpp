// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string_view>
#include <type_traits>

#include <filigree/core/execution.hpp>
#include <filigree/core/export.hpp>
#include <filigree/core/scalar_argument.hpp>
#include <filigree/detail/operator_front.hpp>
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

/// One gradient as kernels take it.
template <class Index, class AB, class C_, class Compute>
struct SpgemmAdjointProblem {
  using index_type = Index;
  using ab_scalar = AB;
  using c_scalar = C_;
  using compute_type = Compute;

  SpgemmRows<Index> places;  ///< those of the gradient, in any order
  SpgemmRows<Index> left;    ///< sorted, no column twice; so is right
  SpgemmRows<Index> right;
  // Where an entry of `places` is stored: as SpgemmOperand has it.
  const std::int64_t* sources = nullptr;
  const std::int64_t* segments = nullptr;
  bool conjugate_right = false;   ///< the stored values of right
  bool conjugate_result = false;  ///< the whole formula: of an operand that is conjugated

  ScalarArgument<Compute> alpha;  ///< nothing of left and right reaches the result where it is 0
  ScalarArgument<Compute> beta;   ///< the gradient is not read where it is 0
  const C_* left_values = nullptr;
  const AB* right_values = nullptr;
  AB* gradient = nullptr;

  void* workspace = nullptr;
  std::size_t workspace_bytes = 0;

  KOKKOS_FUNCTION void store(std::int64_t k, const Compute& sum) const {
    const Compute factor = alpha.get();
    Compute value = factor == Compute{} ? Compute{} : detail::conjugate(factor) * sum;
    if (conjugate_result) value = detail::conjugate(value);
    if (sources == nullptr)
      write(k, value);
    else if (segments == nullptr)
      write(sources[k] / 2, value);
    else
      for (std::int64_t s = segments[k]; s < segments[k + 1]; ++s) write(sources[s] / 2, value);
  }

  /// A term of the sum: of two entries of one column.
  KOKKOS_FUNCTION Compute term(std::int64_t in_left, std::int64_t in_right) const {
    return convert<Compute>(left_values[in_left]) *
           spgemm_value<Compute>(right_values[in_right], !conjugate_right);
  }

 private:
  KOKKOS_FUNCTION void write(std::int64_t place, Compute value) const {
    const Compute factor = beta.get();
    if (factor != Compute{}) value += factor * convert<Compute>(gradient[place]);
    gradient[place] = convert<AB>(value);
  }
};

/// The kernel for problems of this input, and the workspace that it is best given.
struct SpgemmAdjointChoice {
  std::string_view kernel;
  std::int64_t workspace_bytes = 0;
};
template <class Exec, class Index>
FILIGREE_EXPORT SpgemmAdjointChoice choose_spgemm_adjoint(const Exec& exec, Backend backend,
                                                          std::string_view asked,
                                                          const SpgemmRows<Index>& places,
                                                          const SpgemmRows<Index>& left,
                                                          std::int64_t limit);

template <class Exec, class Index, class AB, class C, class Compute>
FILIGREE_EXPORT KernelId
run_spgemm_adjoint(const Exec& exec, const SpgemmAdjointProblem<Index, AB, C, Compute>& problem,
                   std::string_view kernel);

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
  SpgemmAdjointChoice choice;

  std::int64_t memory_bytes() const {
    return places.memory_bytes() + left.memory_bytes() + right.memory_bytes();
  }
  /// The values of left and right where they must be gathered, then the kernel's own.
  std::int64_t workspace_bytes(std::int64_t ab_bytes, std::int64_t c_bytes) const {
    const auto bytes = [](const auto& operand, std::int64_t size) {
      return operand.gathers_values() ? spgemm_rounded(operand.rows.nnz * size) : 0;
    };
    return bytes(left, c_bytes) + bytes(right, ab_bytes) + choice.workspace_bytes;
  }
};

/// Throws unless the factor, grad_C and the gradient can be those of one product.
template <class Factor, class GradC, class Gradient>
void check_spgemm_adjoint(SpgemmSide side, Op op_a, Op op_b, const Factor& factor,
                          const GradC& grad_c, const Gradient& gradient) {
  const std::string_view operation = spgemm_adjoint_name(side);
  check_general(operation, gradient_name(side), gradient.properties());
  const bool is_a = side == SpgemmSide::a;
  const auto rows = [](Op op, const auto& m) {
    return op == Op::none ? m.num_rows() : m.num_cols();
  };
  const auto cols = [](Op op, const auto& m) {
    return op == Op::none ? m.num_cols() : m.num_rows();
  };
  // op(factor) has the size that grad_C leaves it and an inner one, which the gradient shares.
  const Op op = is_a ? op_b : op_a, op_gradient = is_a ? op_a : op_b;
  const std::int64_t inner = is_a ? rows(op, factor) : cols(op, factor);
  const std::int64_t outer = is_a ? grad_c.num_cols() : grad_c.num_rows();
  const bool keeps = (op == Op::none) == is_a;
  check_size(operation, factor_name(side), factor.num_rows(), factor.num_cols(),
             keeps ? inner : outer, keeps ? outer : inner,
             is_a ? "op(B) having the columns of grad_C" : "op(A) having the rows of grad_C");
  const std::int64_t gradient_rows = is_a ? grad_c.num_rows() : inner;
  const std::int64_t gradient_cols = is_a ? inner : grad_c.num_cols();
  const bool turned = op_gradient != Op::none;
  check_size(operation, gradient_name(side), gradient.num_rows(), gradient.num_cols(),
             turned ? gradient_cols : gradient_rows, turned ? gradient_rows : gradient_cols,
             is_a ? "op(A) having the rows of grad_C and as many columns as op(B) has rows"
                  : "op(B) having the columns of grad_C and as many rows as op(A) has columns");
}

template <class Exec, class Index, class Factor, class GradC, class Gradient>
std::shared_ptr<const SpgemmAdjointState<Exec, Index>> make_spgemm_adjoint(
    const Exec& exec, SpgemmSide side, Op op_a, Op op_b, const Factor& factor, const GradC& grad_c,
    const Gradient& gradient, const SpgemmOptions& options) {
  static_assert(is_accessible_v<Exec, typename Factor::memory_space> &&
                    is_accessible_v<Exec, typename GradC::memory_space> &&
                    is_accessible_v<Exec, typename Gradient::memory_space>,
                "the execution space cannot reach a matrix's memory: copy it there first");
  const std::string_view operation = spgemm_adjoint_name(side);
  check_spgemm_adjoint(side, op_a, op_b, factor, grad_c, gradient);
  check_operand(operation, factor_name(side), exec, factor);
  check_operand(operation, "grad_C", exec, grad_c);
  check_operand(operation, gradient_name(side), exec, gradient);
  const auto state = std::make_shared<SpgemmAdjointState<Exec, Index>>();
  state->side = side;
  state->pattern_check = options.pattern_check;
  state->of_factor = spgemm_fingerprint(exec, factor, options.pattern_check);
  state->of_c = spgemm_fingerprint(exec, grad_c, options.pattern_check);
  state->of_gradient = spgemm_fingerprint(exec, gradient, options.pattern_check);
  const bool is_a = side == SpgemmSide::a;
  state->places = spgemm_operand<Exec, Index>(exec, gradient, is_a ? op_a : op_b, false, !is_a);
  state->left = spgemm_operand<Exec, Index>(exec, grad_c, Op::none, true, !is_a);
  state->right = spgemm_operand<Exec, Index>(exec, factor, is_a ? op_b : op_a, true, !is_a);
  const std::int64_t limit =
      options.memory_limit_bytes.value_or(std::numeric_limits<std::int64_t>::max());
  using Widest = typename ArithmeticType<typename Factor::scalar_type>::type;
  const std::int64_t held =
      state->memory_bytes() +
      state->workspace_bytes(sizeof(typename Factor::scalar_type), sizeof(Widest));
  check_spgemm_limit(limit, held);
  state->choice = choose_spgemm_adjoint(exec, options.backend, options.kernel, state->places.rows,
                                        state->left.rows, limit - held);
  return state;
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

  const auto needed = std::size_t(state.workspace_bytes(sizeof(AB), sizeof(C)));
  Kokkos::View<std::byte*, typename Exec::memory_space> own;
  std::byte* workspace = given.data();
  if (needed > 0 && workspace != nullptr) {
    check_workspace(operation, "SpgemmAdjointPlan", workspace, given.extent(0), needed);
  } else if (needed > 0) {
    own = allocate<std::byte, typename Exec::memory_space>(
        operation, exec, "filigree::spgemm::workspace", std::int64_t(needed));
    workspace = own.data();
  }
  SpgemmAdjointProblem<Index, AB, C, Compute> problem{.places = state.places.rows,
                                                      .left = state.left.rows,
                                                      .right = state.right.rows,
                                                      .sources = state.places.sources.data(),
                                                      .segments = state.places.segments.data(),
                                                      .conjugate_right = state.right.conjugate,
                                                      .conjugate_result = state.places.conjugate,
                                                      .alpha = alpha,
                                                      .beta = beta,
                                                      .gradient = gradient.values().data()};
  rebind_spgemm_rows(problem.places, state.of_gradient.identity, spgemm_identity(gradient));
  rebind_spgemm_rows(problem.left, state.of_c.identity, spgemm_identity(grad_c));
  rebind_spgemm_rows(problem.right, state.of_factor.identity, spgemm_identity(factor));
  const C* const c_values = grad_c.values().data();
  const AB* const factor_values = factor.values().data();
  problem.left_values = ordered_spgemm_values(exec, state.left, c_values, workspace);
  problem.right_values = ordered_spgemm_values(exec, state.right, factor_values, workspace);
  problem.workspace = workspace;
  problem.workspace_bytes = std::size_t(state.choice.workspace_bytes);
  return run_spgemm_adjoint(exec, problem, state.choice.kernel);
}

}  // namespace filigree::detail
