// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/core/execution.hpp>
#include <filigree/detail/check_vectors.hpp>
#include <filigree/detail/spmv_format_front.hpp>
#include <filigree/detail/spmv_front.hpp>
#include <runtime/dense.hpp>
#include <runtime/pattern.hpp>
#include <runtime/product_types.hpp>
#include <runtime/products.hpp>

namespace filigree::runtime {
namespace {

template <class Exec, class Stored>
struct StateOf;
template <class Exec, class Offset, class Index>
struct StateOf<Exec, detail::StoredPattern<Offset, Index>> {
  using type = detail::SpmvPlanState<Exec, Offset, Index>;
};
template <class Exec, class Rows>
struct StateOf<Exec, detail::StoredRows<Rows>> {
  using type = detail::SpmvFormatPlanState<Exec, Rows>;
};
template <class Exec, class Stored>
using State = typename StateOf<Exec, Stored>::type;

template <class Types>
auto operands_of(const ScalarOperand& alpha, const SparseOperand& A, const VectorOperand& x,
                 const ScalarOperand& beta, const VectorOperand& y) {
  using Compute = typename Types::Compute;
  auto* const result = static_cast<typename Types::Y*>(y.values);
  return detail::SpmvOperands<typename Types::A, typename Types::X, typename Types::Y, Compute>{
      static_cast<const typename Types::A*>(A.values),
      scalar_argument<Compute>(alpha),
      static_cast<const typename Types::X*>(x.values),
      scalar_argument<Compute>(beta),
      result,
      result};
}

/// f(exec, pattern, operands), all with their types.
template <class F>
KernelId visit_product(const Target& target, const ScalarOperand& alpha, const SparseOperand& A,
                       const VectorOperand& x, const ScalarOperand& beta, const VectorOperand& y,
                       const F& f) {
  return visit_spmv_types({A.scalar, x.scalar, y.scalar}, [&]<class Types>(const Types&) {
    const auto operands = operands_of<Types>(alpha, A, x, beta, y);
    return visit_stored(
        target, A, [&](const auto& exec, const auto& stored) { return f(exec, stored, operands); });
  });
}

}  // namespace

void check_spmv(Op op, const SparseOperand& A, const VectorOperand& x, const VectorOperand& y) {
  constexpr std::string_view operation = "spmv";
  visit_spmv_types({A.scalar, x.scalar, y.scalar}, [](const auto&) {});
  const bool transposed = op != Op::none;
  detail::check_vector(operation, "x", x.size, true, transposed ? A.num_rows : A.num_cols,
                       "the columns of op(A)");
  detail::check_vector(operation, "y", y.size, true, transposed ? A.num_cols : A.num_rows,
                       "the rows of op(A)");
  check_arrays(operation, "A", A);
  detail::check_pointer(operation, "x", x.values, x.size);
  detail::check_pointer(operation, "y", y.values, y.size);
  detail::check_overlap(operation, "x", x.values, std::size_t(x.size) * size_of(x.scalar), "y",
                        y.values, std::size_t(y.size) * size_of(y.scalar), false);
}

KernelId spmv(const Target& target, Op op, const ScalarOperand& alpha, const SparseOperand& A,
              const VectorOperand& x, const ScalarOperand& beta, const VectorOperand& y,
              const SpmvOptions& options) try {
  const detail::ScopedRegion region("filigree::spmv");
  check_spmv(op, A, x, y);
  check_operand("spmv", "A", target, A, memory_of("y", y));
  return visit_product(target, alpha, A, x, beta, y,
                       [&](const auto& exec, const auto& stored, const auto& operands) {
                         return detail::run_once(exec, op, stored, operands, options);
                       });
} catch (...) {
  detail::rethrow_as_error("spmv");
}

Plan make_spmv_plan(const Target& target, Op op, const SparseOperand& A,
                    const SpmvOptions& options) try {
  check_arrays("spmv_plan", "A", A);
  check_operand("spmv_plan", "A", target, A);
  const detail::ScalarKind kind{size_of(A.scalar), is_complex(A.scalar), name(A.scalar).data()};
  Plan plan{op, target, A, nullptr};
  plan.state = visit_stored(target, A, [&](const auto& exec, const auto& stored) {
    return std::shared_ptr<const void>(detail::make_plan(exec, op, stored, kind, options));
  });
  return plan;
} catch (...) {
  detail::rethrow_as_error("spmv_plan", "use the product in one call");
}

std::size_t spmv_workspace_bytes(const Plan& plan) {
  return visit_stored(plan.target, plan.matrix,
                      [&]<class Exec, class Stored>(const Exec&, const Stored&) {
                        return detail::plan_workspace_bytes(plan.as<State<Exec, Stored>>());
                      });
}

KernelId spmv(const Target& target, const Plan& plan, const ScalarOperand& alpha,
              const SparseOperand& A, const VectorOperand& x, const ScalarOperand& beta,
              const VectorOperand& y, const Workspace& workspace) try {
  const detail::ScopedRegion region("filigree::spmv");
  check_plan("spmv", target, plan, A);
  check_spmv(plan.op, A, x, y);
  check_operand("spmv", "A", target, A, memory_of("y", y));
  return visit_product(
      target, alpha, A, x, beta, y,
      [&]<class Exec, class Stored>(const Exec& exec, const Stored& stored, auto operands) {
        operands.workspace = workspace.data;
        operands.workspace_bytes = workspace.bytes;
        return detail::run_plan(exec, plan.as<State<Exec, Stored>>(), stored, operands);
      });
} catch (...) {
  detail::rethrow_as_error("spmv");
}

}  // namespace filigree::runtime
