// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <runtime/spgemm.hpp>

#include <filigree/core/execution.hpp>
#include <filigree/detail/spgemm_front.hpp>
#include <runtime/pattern.hpp>
#include <runtime/product_types.hpp>

namespace filigree::runtime {
namespace {

constexpr std::string_view operation = "spgemm";

template <class Exec, class Offset, class Index>
using State = detail::SpgemmPlanState<Exec, Index, Offset>;

detail::SpgemmIdentity identity_of(const SparseOperand& A) {
  return {A.num_rows,    A.num_cols,        A.nnz,           A.properties, A.offsets,
          A.col_indices, size_of(A.offset), size_of(A.index)};
}

template <class Index>
detail::SpgemmRows<Index> rows_of(const SparseOperand& A) {
  return {A.num_rows,
          A.num_cols,
          A.nnz,
          std::int64_t(A.properties.index_base),
          any_offsets(A.offset, A.offsets),
          static_cast<const Index*>(A.col_indices)};
}

/// The widest scalar that products of these are computed in.
ScalarType arithmetic_type(ScalarType type) {
  return size_of(type) < 4 ? ScalarType::float32 : type;
}

void check_plan_operand(std::string_view argument, const Target& target, const SparseOperand& A,
                        const SparseOperand& first) {
  constexpr std::string_view call = "spgemm_plan";
  check_compressed(call, argument, A, false);
  check_arrays(call, argument, A, false);
  check_operand(call, argument, target, A);
  if (A.index != first.index)
    detail::throw_error(Status::not_supported,
                        {call, argument, std::string(name(A.index)) + " indices",
                         std::string(name(first.index)) + " indices, as A has",
                         "convert the indices of one of the matrices"});
}

template <class Index, class Exec>
detail::SpgemmPlanInput<Exec, Index> input_of(const Exec& exec, Op op_a, Op op_b,
                                              const SparseOperand& A, const SparseOperand& B,
                                              const SparseOperand* D,
                                              const SpgemmOptions& options) {
  const auto fingerprint = [&](const SparseOperand& matrix) {
    const bool by_content = options.pattern_check == PatternCheck::content;
    return detail::SpgemmFingerprint{
        identity_of(matrix),
        by_content ? detail::spgemm_checksum(exec, rows_of<Index>(matrix)) : 0};
  };
  const auto operand = [&](const SparseOperand& matrix, Op op, bool merges) {
    return detail::prepare_spgemm_operand(exec, rows_of<Index>(matrix), matrix.properties, op,
                                          merges);
  };
  detail::SpgemmPlanInput<Exec, Index> input;
  input.options = options;
  input.of_a = fingerprint(A);
  input.of_b = fingerprint(B);
  detail::check_spgemm_sizes(op_a, input.of_a.identity, op_b, input.of_b.identity);
  input.a = operand(A, op_a, false);
  input.b = operand(B, op_b, true);
  input.copies_pattern = true;  // copy_pattern
  input.ab_bytes = std::int64_t(size_of(A.scalar));
  input.compute_bytes = std::int64_t(size_of(arithmetic_type(A.scalar)));
  if (D == nullptr) return input;
  input.of_d = fingerprint(*D);
  detail::check_spgemm_d(op_a, input.of_a.identity, op_b, input.of_b.identity, input.of_d.identity);
  input.d = operand(*D, Op::none, true);
  input.has_d = true;
  return input;
}

/// What the plan knows of C.
template <class PlanState>
SparseOperand result_of(const PlanState& state, ScalarType scalar, IndexType offset,
                        IndexType index) {
  SparseOperand C;
  C.scalar = scalar;
  C.offset = offset;
  C.index = index;
  C.properties = state.properties;
  C.num_rows = state.a.rows.num_rows;
  C.num_cols = state.b.rows.num_cols;
  C.nnz = std::int64_t(state.col_indices.extent(0));
  C.offsets = const_cast<void*>(static_cast<const void*>(state.row_offsets.data()));
  C.col_indices = const_cast<void*>(static_cast<const void*>(state.col_indices.data()));
  return C;
}

/// f(exec, the plan's state)
template <class F>
auto visit_state(const Target& target, const ResultPlan& plan, const F& f) {
  return visit(target, plan.result,
               [&]<class Exec, class Offset, class Index>(
                   const Exec& exec, const detail::StoredPattern<Offset, Index>&) {
                 return f(exec, plan.as<State<Exec, Offset, Index>>());
               });
}

template <class Exec, class Offset, class Index>
void check_pattern_of(const Exec& exec, std::string_view argument, const SparseOperand& A,
                      const detail::SpgemmFingerprint& expected,
                      const State<Exec, Offset, Index>& state) {
  const PatternCheck check = state.options.pattern_check;
  if (!detail::may_be_same(expected.identity, identity_of(A), check) ||
      (check == PatternCheck::content &&
       detail::spgemm_checksum(exec, rows_of<Index>(A)) != expected.checksum))
    detail::throw_stale_spgemm_plan(argument);
}

void check_matrices(const Target& target, const ResultPlan& plan, const SparseOperand& A,
                    const SparseOperand& B, const SparseOperand* D, const SparseOperand& C) {
  check_plan_target(operation, plan.target, target);
  check_plan_matrix(operation, "A", plan.a, A);
  check_plan_matrix(operation, "B", plan.b, B);
  visit_spgemm_types({A.scalar, B.scalar, C.scalar}, [](const auto&) {});
  check_result(operation, plan, C, true);
  const detail::ResultMemory result = memory_of_values("C", C);
  const auto check = [&](std::string_view argument, const SparseOperand& matrix, bool with_values) {
    check_arrays(operation, argument, matrix);
    check_operand(operation, argument, target, matrix, result, with_values);
  };
  check("A", A, true);
  check("B", B, true);
  if (D == nullptr) return;
  if (D->scalar != C.scalar) throw_types_not_supported(operation, {D->scalar, D->scalar, C.scalar});
  if (plan.has_d) {
    check_plan_matrix(operation, "D", plan.d, *D);
    check("D", *D, true);
  } else {
    detail::check_pointer(operation, "D.values", D->values, D->nnz);
    if (D->num_rows != C.num_rows || D->num_cols != C.num_cols || D->nnz != C.nnz)
      detail::throw_stale_spgemm_plan("D");
    if (D->values != C.values)
      detail::check_disjoint(operation, "D", D->values, "C", C.values, result.bytes);
  }
}

}  // namespace

ResultPlan make_spgemm_plan(const Target& target, Op op_a, Op op_b, const SparseOperand& A,
                            const SparseOperand& B, const SparseOperand* D, IndexType offset,
                            const SpgemmOptions& options) try {
  const detail::ScopedRegion region("filigree::spgemm_plan");
  visit_spgemm_types({A.scalar, B.scalar, arithmetic_type(A.scalar)}, [](const auto&) {});
  check_plan_operand("A", target, A, A);
  check_plan_operand("B", target, B, A);
  if (D != nullptr) check_plan_operand("D", target, *D, A);
  check_offset_type("spgemm_plan", offset, A.index);
  ResultPlan plan{target, A, B, D != nullptr ? *D : SparseOperand{}, D != nullptr, {}, nullptr};
  plan.result.index = A.index;
  plan.result.offset = offset;
  visit(target, plan.result,
        [&]<class Exec, class Offset, class Index>(const Exec& exec,
                                                   const detail::StoredPattern<Offset, Index>&) {
          const auto state = detail::make_spgemm_plan<Offset>(
              exec, input_of<Index>(exec, op_a, op_b, A, B, D, options));
          plan.result = result_of(*state, A.scalar, offset, A.index);
          plan.state = state;
        });
  return plan;
} catch (...) {
  detail::rethrow_as_error("spgemm_plan");
}

std::size_t spgemm_workspace_bytes(const ResultPlan& plan) {
  const ScalarType scalar = plan.a.scalar;
  return visit_state(plan.target, plan, [&](const auto&, const auto& state) {
    return std::size_t(state.workspace_bytes(std::int64_t(size_of(scalar)),
                                             std::int64_t(size_of(arithmetic_type(scalar)))));
  });
}

KernelId spgemm(const Target& target, const ResultPlan& plan, const ScalarOperand& alpha,
                const SparseOperand& A, const SparseOperand& B, const ScalarOperand& beta,
                const SparseOperand* D, const SparseOperand& C, const Workspace& workspace) try {
  const detail::ScopedRegion region("filigree::spgemm");
  check_matrices(target, plan, A, B, D, C);
  return visit_spgemm_types({A.scalar, B.scalar, C.scalar}, [&]<class Types>(const Types&) {
    using Compute = typename Types::Compute;
    using Value = typename Types::Y;
    detail::SpgemmValues<typename Types::A, Value, Compute> values{
        .alpha = scalar_argument<Compute>(alpha),
        .beta = D == nullptr ? ScalarArgument<Compute>(Compute{}) : scalar_argument<Compute>(beta),
        .a = static_cast<const typename Types::A*>(A.values),
        .b = static_cast<const typename Types::A*>(B.values),
        .c = static_cast<Value*>(C.values),
        .workspace = static_cast<std::byte*>(workspace.data),
        .workspace_bytes = workspace.bytes,
        .of_a = identity_of(A),
        .of_b = identity_of(B),
        .of_d = {}};
    return visit_state(target, plan, [&](const auto& exec, const auto& state) {
      check_pattern_of(exec, "A", A, state.of_a, state);
      check_pattern_of(exec, "B", B, state.of_b, state);
      if (D != nullptr) {
        if (plan.has_d) check_pattern_of(exec, "D", *D, state.of_d, state);
        values.d = static_cast<const Value*>(D->values);
        values.d_like_c = !plan.has_d;
        values.of_d = identity_of(*D);
      } else if (plan.has_d) {
        values.of_d = state.of_d.identity;
      }
      return detail::run_spgemm_plan(exec, state, values);
    });
  });
} catch (...) {
  detail::rethrow_as_error("spgemm");
}

}  // namespace filigree::runtime
