// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include <filigree/core/types.hpp>
#include <filigree/detail/explain_front.hpp>
#include <filigree/detail/spmm_any_front.hpp>
#include <filigree/detail/spmm_batch_front.hpp>
#include <filigree/detail/spmm_front.hpp>

/// What plans say of a product: explain_spmm_plan takes what run_spmm_plan does, state by state.

namespace filigree::detail {

// --- what a product reads of a pattern -----------------------------------------------------------

/// Sizes of the patterns of all matrices of a batch together.
struct SpmmPatternSize {
  PatternRead as_stored;     ///< where rows are read as the problem has them
  std::int64_t entries = 0;  ///< of the rows that are walked
};

template <class Rows>
SpmmPatternSize walked_rows(const SpmmRows<Rows>& matrix, std::int64_t stored_bytes) {
  return {{"raw", double(stored_bytes)}, matrix.nnz};
}
template <class Index>
SpmmPatternSize walked_rows(const SpmmRows<GatherRows<Index>>& matrix, std::int64_t) {
  const auto& rows = matrix.rows;
  std::int64_t bytes =
      offset_bytes(rows.row_offsets, rows.num_rows + 1) + matrix.nnz * std::int64_t(sizeof(Index));
  if (rows.has_value_index) bytes += offset_bytes(rows.value_index, matrix.nnz);
  return {{"raw", double(bytes)}, matrix.nnz};
}

template <class State, class Offset, class Index, class Rows>
SpmmPatternSize pattern_size(const State&, const StoredPattern<Offset, Index>&,
                             const SpmmRows<Rows>& matrix) {
  return walked_rows(matrix, 0);
}
template <class State, class Visitor, class Rows>
SpmmPatternSize pattern_size(const State&, const StoredRows<Visitor>& stored,
                             const SpmmRows<Rows>& matrix) {
  return walked_rows(matrix, stored.pattern_bytes);
}
/// Arrays that the plan ordered are of all matrices.
template <class State, class Stored, class Rows>
SpmmPatternSize pattern_size(const State& state, const StoredBatch<Stored>& stored,
                             const SpmmRows<Rows>&) {
  if (state.ordered == nullptr)
    return {{"raw", double(pattern_bytes(stored))}, stored.first.nnz * stored.count};
  return {{"raw", double(state.ordered->memory_bytes())},
          std::int64_t(state.ordered->col_indices.extent(0))};
}

/// The values that a matrix stores, padding included.
template <class Offset, class Index>
std::int64_t value_places(const StoredPattern<Offset, Index>& stored) {
  return stored.nnz;
}
template <class Rows>
std::int64_t value_places(const StoredRows<Rows>& stored) {
  return stored.num_places;
}
template <class Stored>
std::int64_t value_places(const StoredBatch<Stored>& stored) {
  return value_places(stored.first);
}

// --- the kernel ----------------------------------------------------------------------------------

/// The kernel of a product that goes to the plan of the product with a vector.
template <class A, class B, class C, class Compute, class State>
ProductChoice choose_vector_kernel(const State& state, const SpmmPatternSize& size) {
  const SpmvExplanation vector = explain_plan(*state.pattern);
  ProductChoice choice;
  choice.kernel = planned_kernel<A, B, C, Compute>(*state.pattern).name;
  choice.reason = "a single contiguous column: as the product with a vector; ";
  if (choice.kernel != vector.kernel) {
    choice.reason.append(vector.kernel).append(" does not take these types");
    choice.pattern = size.as_stored;
    return choice;
  }
  choice.reason += vector.reason;
  choice.pattern = {vector.encoding, vector.index_bytes_per_nnz * double(size.entries)};
  choice.workspace_bytes = plan_workspace_bytes(*state.pattern);
  return choice;
}

// --- explanations --------------------------------------------------------------------------------

template <class Exec, class Stored, class Rows, class A, class B, class C, class Compute>
ExplainedSpmm explain_spmm_problem(const Exec& exec, const SpmmPlanState<Exec, Stored>& state,
                                   const Stored& stored,
                                   const SpmmProblem<Rows, A, B, C, Compute>& problem) {
  const auto size = pattern_size(state, stored, problem.matrix);
  SpmmPlanFacts facts{stored_format(stored), size.as_stored,         size.entries,
                      value_places(stored),  spmm_plan_bytes(state), state.build_seconds};
  if constexpr (requires { state.pattern; }) {  // plans of batches have none
    if (runs_as_vector(state, problem)) {
      const ProductChoice choice = choose_vector_kernel<A, B, C, Compute>(state, size);
      facts.choice = &choice;
      return explain_spmm(exec, problem, state.run(), facts);
    }
  }
  return explain_spmm(exec, problem, state.run(), facts);
}

template <class Exec, class Stored, class A, class B, class C, class Compute>
ExplainedSpmm explain_spmm_part(const Exec& exec, const SpmmPlanState<Exec, Stored>& state,
                                const Stored& stored,
                                const SpmmOperands<A, B, C, Compute>& operands) {
  if (!(state.stored == stored)) throw_stale_spmm_plan();
  return visit_spmm_rows(exec, state, stored, [&](const auto& matrix) {
    return explain_spmm_problem(exec, state, stored, spmm_problem(operands, matrix));
  });
}

template <class Exec, class Stored, class A, class B, class C, class Compute>
SpmmExplanation explain_spmm_plan(const Exec& exec, const SpmmPlanState<Exec, Stored>& state,
                                  const Stored& stored,
                                  const SpmmOperands<A, B, C, Compute>& operands) {
  SpmmExplanation result = explain_spmm_part(exec, state, stored, operands).explanation;
  set_expected_time(exec, result);
  return result;
}

/// The second part reads what the first one left of C.
template <class Exec, class Index, class A, class B, class C, class Compute>
SpmmExplanation explain_spmm_plan(const Exec& exec,
                                  const SpmmPlanState<Exec, StoredHyb<Index>>& state,
                                  const StoredHyb<Index>& stored,
                                  const SpmmOperands<A, B, C, Compute>& operands) {
  const ExplainedSpmm ell = explain_spmm_part(exec, *state.ell, stored.ell, operands);
  SpmmExplanation result = ell.explanation;
  result.plan_bytes += spmm_plan_bytes(*state.coo);
  result.build_seconds += state.coo->build_seconds;
  if (has_second_part(stored)) {
    const auto second = second_part(operands, stored.coo_values);
    const ExplainedSpmm coo = explain_spmm_part(exec, *state.coo, stored.coo, second);
    const SpmmExplanation& added = coo.explanation;
    result.reason = "Ell part: " + result.reason + "; Coo part by " + std::string(added.kernel);
    if (added.encoding != result.encoding) result.encoding = "mixed";
    result.index_bytes_per_nnz = (result.index_bytes_per_nnz * double(ell.entries) +
                                  added.index_bytes_per_nnz * double(coo.entries)) /
                                 double(std::max<std::int64_t>(1, ell.entries + coo.entries));
    result.bytes_moved += added.bytes_moved + coo.result_bytes;
    result.operations += added.operations;
    result.workspace_bytes = std::max(result.workspace_bytes, added.workspace_bytes);
  }
  set_expected_time(exec, result);
  return result;
}

template <class Exec, class Index, class Offset, class A, class B, class C, class Compute>
SpmmExplanation explain_spmm_plan(const Exec& exec,
                                  const SpmmPlanState<Exec, StoredAny<Index, Offset>>& state,
                                  const StoredAny<Index, Offset>& stored,
                                  const SpmmOperands<A, B, C, Compute>& operands) {
  return std::visit(
      [&]<class Stored>(const Stored& held) -> SpmmExplanation {
        if (const auto* const plan = std::get_if<spmm_state_pointer_t<Exec, Stored>>(&state.plan))
          return explain_spmm_plan(exec, **plan, held, operands);
        throw_stale_spmm_plan();
      },
      stored.pattern);
}

}  // namespace filigree::detail
