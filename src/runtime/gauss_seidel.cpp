// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <runtime/gauss_seidel.hpp>

#include <string_view>
#include <type_traits>

#include <filigree/detail/gauss_seidel_front.hpp>
#include <runtime/dense.hpp>
#include <runtime/pattern.hpp>
#include <runtime/solve_scalars.hpp>

namespace filigree::runtime {
namespace {

template <class Exec, class Index>
using State = detail::GaussSeidelState<Exec, Index>;

/// f(exec, the container of A's pattern)
template <class F>
auto visit_csr_pattern(const Target& target, const SparseOperand& A, const F& f) {
  return visit_integers(
      target, A,
      [&]<class Exec, class Offset, class Index>(const Exec& exec, std::type_identity<Offset>,
                                                 std::type_identity<Index>) {
        return f(exec, csr_container<AnyValue, typename Exec::memory_space, Offset, Index>(A));
      });
}

/// f(exec, the container of A's pattern, the plan's state)
template <class F>
auto visit_state(const Target& target, const Plan& plan, const SparseOperand& A, const F& f) {
  return visit_csr_pattern(
      target, A, [&]<class Exec, class Container>(const Exec& exec, const Container& pattern) {
        return f(exec, pattern, plan.as<State<Exec, typename Container::index_type>>());
      });
}

void check_types(const SparseOperand& A, const DenseOperand& B, const DenseOperand& X) {
  if (B.scalar == A.scalar && X.scalar == A.scalar) return;
  throw_types_not_supported("gauss_seidel", {A.scalar, B.scalar, X.scalar});
}

}  // namespace

Plan make_gauss_seidel_plan(const Target& target, const SparseOperand& A,
                            const GaussSeidelOptions& options) try {
  constexpr std::string_view operation = "gauss_seidel_plan";
  const detail::ScopedRegion region("filigree::gauss_seidel_plan");
  visit_solve_scalar(operation, A.scalar, [](auto) {});
  check_compressed(operation, "A", A, false);
  check_arrays(operation, "A", A, false);
  check_operand(operation, "A", target, A, {}, false);
  Plan plan{Op::none, target, A, nullptr};
  plan.state = visit_csr_pattern(target, A, [&](const auto& exec, const auto& pattern) {
    return std::shared_ptr<const void>(
        detail::make_gauss_seidel_plan(exec, detail::factor_source(pattern), {}, options));
  });
  return plan;
} catch (...) {
  detail::rethrow_as_error("gauss_seidel_plan");
}

std::int64_t gauss_seidel_num_colors(const Plan& plan) {
  return visit_state(
      plan.target, plan, plan.matrix,
      [](const auto&, const auto&, const auto& state) { return state.num_colors(); });
}

void gauss_seidel(const Target& target, const Plan& plan, const SparseOperand& A,
                  const DenseOperand& B, const DenseOperand& X, const GaussSeidelSweep& sweep,
                  std::int64_t* pivot_position) try {
  constexpr std::string_view operation = "gauss_seidel";
  const detail::ScopedRegion region("filigree::gauss_seidel");
  check_plan(operation, target, plan, A);
  check_types(A, B, X);
  check_arrays(operation, "A", A);
  detail::check_pointer(operation, "B", B.values, B.num_rows * B.num_cols);
  detail::check_pointer(operation, "X", X.values, X.num_rows * X.num_cols);
  const detail::GaussSeidelShapes shapes{A.num_rows, shape_of(B), shape_of(X),
                                         pivot_position == nullptr ? 0 : 1};
  detail::check_gauss_seidel(shapes, sweep);
  check_operand(operation, "A", target, A, memory_of("X", X));
  visit_solve_scalar(operation, A.scalar, [&]<class T>(std::type_identity<T>) {
    visit_state(
        target, plan, A,
        [&]<class Container>(const auto& exec, const Container& pattern, const auto& state) {
          const auto source = detail::factor_source(pattern);
          detail::check_gauss_seidel_pattern(exec, state, source);
          auto problem = detail::gauss_seidel_problem(pattern, static_cast<const T*>(A.values));
          problem.b = detail::dense_operand(static_cast<const T*>(B.values), shapes.b);
          problem.x = detail::dense_operand(static_cast<T*>(X.values), shapes.x);
          problem.num_columns = X.num_cols;
          problem.omega = T(sweep.omega);
          problem.pivot_position = pivot_position;
          detail::run_gauss_seidel(exec, state, problem, sweep);
        });
  });
} catch (...) {
  detail::rethrow_as_error("gauss_seidel");
}

}  // namespace filigree::runtime
