// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <runtime/sddmm.hpp>

#include <filigree/core/execution.hpp>
#include <filigree/detail/sddmm_front.hpp>
#include <runtime/dense.hpp>
#include <runtime/pattern.hpp>
#include <runtime/product_types.hpp>

namespace filigree::runtime {
namespace {

constexpr std::string_view operation = "sddmm";

template <class Exec, class Pattern>
using State = detail::SddmmPlanState<Exec, Pattern>;

void check_sampled_format(std::string_view call, const SparseOperand& C) {
  if (C.format != Format::bsr) check_compressed(call, "C", C, true);
}

/// f(exec, the pattern with its types), of CSR, CSC and BSR.
template <class F>
auto visit_sampled(const Target& target, const SparseOperand& C, const F& f) {
  if (C.format != Format::bsr) return visit(target, C, f);
  return visit_integers(
      target, C,
      [&]<class Exec, class Offset, class Index>(const Exec& exec, std::type_identity<Offset>,
                                                 std::type_identity<Index>) {
        using Space = typename Exec::memory_space;
        return f(exec, detail::stored_pattern(bsr_container<Space, Offset, Index>(C)));
      });
}

/// f(exec, pattern, operands), all with their types.
template <class F>
KernelId visit_product(const Target& target, Op op_a, Op op_b, const ScalarOperand& alpha,
                       const DenseOperand& A, const DenseOperand& B, const ScalarOperand& beta,
                       const SparseOperand& C, const F& f) {
  return visit_sddmm_types({A.scalar, B.scalar, C.scalar}, [&]<class Types>(const Types&) {
    using AB = typename Types::A;
    using Compute = typename Types::Compute;
    detail::SddmmOperands<AB, typename Types::Y, Compute> operands{
        scalar_argument<Compute>(alpha), scalar_argument<Compute>(beta), {}, {}};
    operands.left = detail::dense_operand(op_a, static_cast<const AB*>(A.values), shape_of(A));
    operands.right =
        detail::dense_operand(op_b, static_cast<const AB*>(B.values), shape_of(B)).transposed();
    operands.inner = op_a == Op::none ? A.num_cols : A.num_rows;
    operands.values = static_cast<typename Types::Y*>(C.values);
    return visit_sampled(target, C, [&](const auto& exec, const auto& pattern) {
      return f(exec, pattern, operands);
    });
  });
}

void check_result_apart(std::string_view call, const Target& target, const SparseOperand& C) {
  check_operand(call, "C", target, C, memory_of_values("C.values", C), false);
}

}  // namespace

void check_sddmm(Op op_a, Op op_b, const DenseOperand& A, const DenseOperand& B,
                 const SparseOperand& C) {
  visit_sddmm_types({A.scalar, B.scalar, C.scalar}, [](const auto&) {});
  check_sampled_format(operation, C);
  check_arrays(operation, "C", C);
  detail::check_pointer(operation, "A", A.values, A.num_rows * A.num_cols);
  detail::check_pointer(operation, "B", B.values, B.num_rows * B.num_cols);
  detail::SddmmShapes shapes;
  shapes.op_a = op_a;
  shapes.op_b = op_b;
  shapes.A = shape_of(A);
  shapes.B = shape_of(B);
  shapes.c_rows = C.num_rows;
  shapes.c_cols = C.num_cols;
  shapes.c_places = C.nnz;
  shapes.c_values = C.values;
  shapes.c_scalar_bytes = size_of(C.scalar);
  detail::check_sddmm_shapes(shapes);
}

KernelId sddmm(const Target& target, Op op_a, Op op_b, const ScalarOperand& alpha,
               const DenseOperand& A, const DenseOperand& B, const ScalarOperand& beta,
               const SparseOperand& C, const SddmmOptions& options) try {
  const detail::ScopedRegion region("filigree::sddmm");
  check_sddmm(op_a, op_b, A, B, C);
  check_result_apart(operation, target, C);
  return visit_product(target, op_a, op_b, alpha, A, B, beta, C,
                       [&](const auto& exec, const auto& pattern, const auto& operands) {
                         return detail::run_sddmm_pattern(
                             exec, pattern, operands,
                             detail::SddmmRun{options.backend, options.kernel, false});
                       });
} catch (...) {
  detail::rethrow_as_error("sddmm");
}

Plan make_sddmm_plan(const Target& target, const SparseOperand& C,
                     const SddmmOptions& options) try {
  check_sampled_format("sddmm_plan", C);
  check_arrays("sddmm_plan", "C", C, false);
  check_operand("sddmm_plan", "C", target, C);
  Plan plan{Op::none, target, C, nullptr};
  plan.state = visit_sampled(target, C, [&](const auto& exec, const auto& pattern) {
    return std::shared_ptr<const void>(
        detail::make_sddmm_plan(exec, pattern, size_of(C.scalar), options));
  });
  return plan;
} catch (...) {
  detail::rethrow_as_error("sddmm_plan");
}

std::size_t sddmm_workspace_bytes(const Plan& plan, std::int64_t inner) {
  return visit_sampled(
      plan.target, plan.matrix, [&]<class Exec, class Pattern>(const Exec&, const Pattern&) {
        return detail::sddmm_plan_workspace_bytes(plan.as<State<Exec, Pattern>>(), inner);
      });
}

KernelId sddmm(const Target& target, const Plan& plan, Op op_a, Op op_b, const ScalarOperand& alpha,
               const DenseOperand& A, const DenseOperand& B, const ScalarOperand& beta,
               const SparseOperand& C, const Workspace& workspace) try {
  const detail::ScopedRegion region("filigree::sddmm");
  check_plan_target(operation, plan.target, target);
  check_plan_matrix(operation, "C", plan.matrix, C);
  check_sddmm(op_a, op_b, A, B, C);
  check_result_apart(operation, target, C);
  return visit_product(
      target, op_a, op_b, alpha, A, B, beta, C,
      [&]<class Exec, class Pattern>(const Exec& exec, const Pattern& pattern, auto operands) {
        operands.workspace = workspace.data;
        operands.workspace_bytes = workspace.bytes;
        return detail::run_sddmm_plan(exec, plan.as<State<Exec, Pattern>>(), pattern, operands);
      });
} catch (...) {
  detail::rethrow_as_error("sddmm");
}

}  // namespace filigree::runtime
