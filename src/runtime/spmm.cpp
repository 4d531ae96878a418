// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/core/execution.hpp>
#include <filigree/detail/spmm_front.hpp>
#include <runtime/dense.hpp>
#include <runtime/pattern.hpp>
#include <runtime/product_types.hpp>
#include <runtime/products.hpp>

namespace filigree::runtime {
namespace {

template <class Exec, class Stored>
using State = detail::SpmmPlanState<Exec, Stored>;

template <class Types>
auto operands_of(Op op_b, const ScalarOperand& alpha, const SparseOperand& A, const DenseOperand& B,
                 const ScalarOperand& beta, const DenseOperand& C) {
  using Compute = typename Types::Compute;
  detail::SpmmOperands<typename Types::A, typename Types::X, typename Types::Y, Compute> operands{
      static_cast<const typename Types::A*>(A.values),
      0,
      false,
      scalar_argument<Compute>(alpha),
      {},
      scalar_argument<Compute>(beta),
      {}};
  operands.B =
      detail::dense_operand(op_b, static_cast<const typename Types::X*>(B.values), shape_of(B));
  operands.C = detail::dense_operand(static_cast<typename Types::Y*>(C.values), shape_of(C));
  operands.num_columns = C.num_cols;
  return operands;
}

/// f(exec, pattern, operands), all with their types.
template <class F>
KernelId visit_product(const Target& target, Op op_b, const ScalarOperand& alpha,
                       const SparseOperand& A, const DenseOperand& B, const ScalarOperand& beta,
                       const DenseOperand& C, const F& f) {
  return visit_spmm_types({A.scalar, B.scalar, C.scalar}, [&]<class Types>(const Types&) {
    const auto operands = operands_of<Types>(op_b, alpha, A, B, beta, C);
    return visit_stored(
        target, A, [&](const auto& exec, const auto& stored) { return f(exec, stored, operands); });
  });
}

}  // namespace

void check_spmm(Op op_a, Op op_b, const SparseOperand& A, const DenseOperand& B,
                const DenseOperand& C) {
  constexpr std::string_view operation = "spmm";
  visit_spmm_types({A.scalar, B.scalar, C.scalar}, [](const auto&) {});
  check_arrays(operation, "A", A);
  detail::check_pointer(operation, "B", B.values, B.num_rows * B.num_cols);
  detail::check_pointer(operation, "C", C.values, C.num_rows * C.num_cols);
  detail::check_spmm_shapes({Side::left, op_a, op_b, A.num_rows, A.num_cols, false, 1, shape_of(B),
                             shape_of(C), operation});
}

KernelId spmm(const Target& target, Op op_a, Op op_b, const ScalarOperand& alpha,
              const SparseOperand& A, const DenseOperand& B, const ScalarOperand& beta,
              const DenseOperand& C, const SpmmOptions& options) try {
  const detail::ScopedRegion region("filigree::spmm");
  check_spmm(op_a, op_b, A, B, C);
  check_operand("spmm", "A", target, A, memory_of("C", C));
  return visit_product(target, op_b, alpha, A, B, beta, C,
                       [&](const auto& exec, const auto& stored, const auto& operands) {
                         return detail::run_spmm_one_shot(exec, op_a, stored, operands, options);
                       });
} catch (...) {
  detail::rethrow_as_error("spmm");
}

Plan make_spmm_plan(const Target& target, Op op_a, const SparseOperand& A,
                    const SpmmOptions& options) try {
  check_arrays("spmm_plan", "A", A);
  check_operand("spmm_plan", "A", target, A);
  const detail::ScalarKind kind{size_of(A.scalar), is_complex(A.scalar), name(A.scalar).data()};
  Plan plan{op_a, target, A, nullptr};
  plan.state = visit_stored(target, A, [&](const auto& exec, const auto& stored) {
    return std::shared_ptr<const void>(detail::make_spmm_plan(exec, op_a, stored, kind, options));
  });
  return plan;
} catch (...) {
  detail::rethrow_as_error("spmm_plan");
}

std::size_t spmm_workspace_bytes(const Plan& plan, std::int64_t num_columns) {
  return visit_stored(plan.target, plan.matrix,
                      [&]<class Exec, class Stored>(const Exec&, const Stored&) {
                        return detail::spmm_plan_workspace_bytes(plan.as<State<Exec, Stored>>(),
                                                                 num_columns, false);
                      });
}

KernelId spmm(const Target& target, const Plan& plan, Op op_b, const ScalarOperand& alpha,
              const SparseOperand& A, const DenseOperand& B, const ScalarOperand& beta,
              const DenseOperand& C, const Workspace& workspace) try {
  const detail::ScopedRegion region("filigree::spmm");
  check_plan("spmm", target, plan, A);
  check_spmm(plan.op, op_b, A, B, C);
  check_operand("spmm", "A", target, A, memory_of("C", C));
  return visit_product(
      target, op_b, alpha, A, B, beta, C,
      [&]<class Exec, class Stored>(const Exec& exec, const Stored& stored, auto operands) {
        operands.workspace = workspace.data;
        operands.workspace_bytes = workspace.bytes;
        return detail::run_spmm_plan(exec, plan.as<State<Exec, Stored>>(), stored, operands);
      });
} catch (...) {
  detail::rethrow_as_error("spmm");
}

}  // namespace filigree::runtime
