// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <runtime/geam.hpp>

#include <filigree/core/execution.hpp>
#include <filigree/detail/geam_front.hpp>
#include <runtime/pattern.hpp>
#include <runtime/product_types.hpp>

namespace filigree::runtime {
namespace {

constexpr std::string_view operation = "geam";

template <class Exec, class Offset, class Index>
using State = detail::GeamPlanState<Exec, Index, Offset>;

detail::GeamOperand geam_operand(const SparseOperand& A) {
  return {A.format == Format::csc,
          A.properties,
          A.num_rows,
          A.num_cols,
          A.nnz,
          any_offsets(A.offset, A.offsets),
          any_offsets(A.index, minor_indices(A))};
}

void check_plan_operand(std::string_view argument, const Target& target, const SparseOperand& A) {
  constexpr std::string_view call = "geam_plan";
  check_compressed(call, argument, A, true);
  check_arrays(call, argument, A, false);
  check_operand(call, argument, target, A);
}

template <class PlanState>
SparseOperand result_of(const PlanState& state, ScalarType scalar, IndexType offset,
                        IndexType index) {
  SparseOperand C;
  C.scalar = scalar;
  C.offset = offset;
  C.index = index;
  C.properties = state.properties;
  C.num_rows = state.num_rows;
  C.num_cols = state.num_cols;
  C.nnz = state.nnz;
  C.offsets = state.row_offsets.data();
  C.col_indices = state.col_indices.data();
  return C;
}

}  // namespace

ResultPlan make_geam_plan(const Target& target, Op op_a, const SparseOperand& A, Op op_b,
                          const SparseOperand& B, IndexType offset,
                          const GeamOptions& options) try {
  const detail::ScopedRegion region("filigree::geam_plan");
  visit_geam_types({A.scalar, B.scalar, A.scalar}, [](const auto&) {});
  check_plan_operand("A", target, A);
  check_plan_operand("B", target, B);
  ResultPlan plan{target, A, B, {}, false, {}, nullptr};
  plan.result.index = wider(A.index, B.index);
  plan.result.offset = offset;
  check_offset_type("geam_plan", offset, plan.result.index);
  visit(target, plan.result,
        [&]<class Exec, class Offset, class Index>(const Exec& exec,
                                                   const detail::StoredPattern<Offset, Index>&) {
          const auto state = detail::make_geam_plan<Exec, Index, Offset>(
              exec, op_a, geam_operand(A), op_b, geam_operand(B), options);
          plan.result = result_of(*state, A.scalar, offset, plan.result.index);
          plan.state = state;
        });
  return plan;
} catch (...) {
  detail::rethrow_as_error("geam_plan");
}

KernelId geam(const Target& target, const ResultPlan& plan, const ScalarOperand& alpha,
              const SparseOperand& A, const ScalarOperand& beta, const SparseOperand& B,
              const SparseOperand& C) try {
  const detail::ScopedRegion region("filigree::geam");
  check_plan_target(operation, plan.target, target);
  check_plan_matrix(operation, "A", plan.a, A);
  check_plan_matrix(operation, "B", plan.b, B);
  visit_geam_types({A.scalar, B.scalar, C.scalar}, [](const auto&) {});
  check_result(operation, plan, C, true);
  check_arrays(operation, "A", A);
  check_arrays(operation, "B", B);
  const detail::ResultMemory result = memory_of_values("C", C);
  check_operand(operation, "A", target, A, result);
  check_operand(operation, "B", target, B, result);
  return visit_geam_types({A.scalar, B.scalar, C.scalar}, [&]<class Types>(const Types&) {
    using Compute = typename Types::Compute;
    return visit(
        target, plan.result,
        [&]<class Exec, class Offset, class Index>(const Exec& exec,
                                                   const detail::StoredPattern<Offset, Index>&) {
          const auto& state = plan.as<State<Exec, Offset, Index>>();
          detail::check_geam_patterns(exec, state, geam_operand(A), geam_operand(B));
          detail::run_geam_values(
              exec, state.kernel,
              detail::GeamValues<typename Types::A, typename Types::Y, Compute>{
                  state.nnz, state.words.data(), state.groups.data(), state.a_source.source(),
                  state.b_source.source(), scalar_argument<Compute>(alpha),
                  scalar_argument<Compute>(beta), static_cast<const typename Types::A*>(A.values),
                  static_cast<const typename Types::A*>(B.values),
                  static_cast<typename Types::Y*>(C.values)});
          return state.kernel;
        });
  });
} catch (...) {
  detail::rethrow_as_error("geam");
}

}  // namespace filigree::runtime
