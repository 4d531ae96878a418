// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>

#include <filigree/core/execution.hpp>
#include <filigree/core/export.hpp>
#include <filigree/detail/explain_front.hpp>
#include <filigree/detail/same_pattern.hpp>
#include <filigree/detail/spmm_arguments.hpp>
#include <filigree/detail/spmm_problem.hpp>
#include <filigree/detail/spmv_format_front.hpp>
#include <filigree/detail/spmv_front.hpp>
#include <filigree/spmm_options.hpp>

/// What stands between the public calls of spmm.hpp and the compiled library. Patterns are
/// normalised by the plans of spmv.

namespace filigree::detail {

// --- plans ---------------------------------------------------------------------------------------

/// What tuned kernels keep in a plan; defined in the library.
template <class Exec>
struct SpmmPrepared;

/// How a product is to be run.
template <class Exec>
struct SpmmRun {
  Backend backend = Backend::automatic;
  std::string_view kernel = {};  ///< asked for by name
  MathMode math_mode = MathMode::standard;
  const SpmmPrepared<Exec>* prepared = nullptr;  ///< null: one-shot
};

/// All that a plan for Csr, Csc or coordinates, or for a format with a row visitor, holds.
template <class Exec, class Stored>
struct SpmmPlanState {
  using spmv_state = typename PlanState<Exec, Stored>::type;

  Op op = Op::none;
  Stored stored;
  SpmmOptions options;  ///< without the kernel's name, whose memory is the caller's
  std::string kernel;
  ScalarKind scalar;
  std::int64_t dense_rows = 0;        ///< of B where A stands on the left
  bool takes_single_columns = false;  ///< else they go to the product with a vector
  std::shared_ptr<const spmv_state> pattern;
  std::shared_ptr<const SpmmPrepared<Exec>> prepared;
  double build_seconds = 0;

  SpmmRun<Exec> run() const { return {options.backend, kernel, options.math_mode, prepared.get()}; }
};

/// The memory that it holds.
template <class Exec>
FILIGREE_EXPORT std::int64_t prepared_bytes(const SpmmPrepared<Exec>& prepared);

template <class Exec, class Stored>
std::int64_t spmm_plan_bytes(const SpmmPlanState<Exec, Stored>& state) {
  return plan_bytes(*state.pattern) + prepared_bytes(*state.prepared);
}

/// The workspace of a planned product with `num_columns` columns, of the scalar type of the plan:
/// the most that a kernel needs which may be chosen, whatever the layouts.
template <class Exec>
FILIGREE_EXPORT std::size_t spmm_workspace_bytes(const SpmmRun<Exec>& run, std::int64_t dense_rows,
                                                 std::int64_t num_columns, const ScalarKind& scalar,
                                                 bool values_in_order);

/// The workspace with which a planned product allocates nothing, whatever the layouts.
/// `values_in_order`: as SpmmOperands has it.
template <class Exec, class Stored>
std::size_t spmm_plan_workspace_bytes(const SpmmPlanState<Exec, Stored>& state,
                                      std::int64_t num_columns, bool values_in_order) {
  const std::size_t bytes = spmm_workspace_bytes(state.run(), state.dense_rows, num_columns,
                                                 state.scalar, values_in_order);
  if (values_in_order) return bytes;
  return std::max(bytes, plan_workspace_bytes(*state.pattern));  // for the product with a vector
}

template <class Offset, class Index>
FILIGREE_EXPORT OneShotWalk<Index> one_shot_walk(Op op, const StoredPattern<Offset, Index>& stored);

template <class Exec, class Stored>
FILIGREE_EXPORT std::shared_ptr<const SpmmPlanState<Exec, Stored>> make_spmm_plan(
    const Exec& exec, Op op, const Stored& stored, const ScalarKind& scalar,
    const SpmmOptions& options);

template <class Exec, class Stored>
void check_contents(std::string_view operation, const Exec& exec,
                    const SpmmPlanState<Exec, Stored>& state, const Stored& stored) {
  check_contents(operation, exec, *state.pattern, stored);
}

/// What a plan has prepared, for its pattern in other arrays.
template <class Exec, class Offset, class Index>
FILIGREE_EXPORT std::shared_ptr<const SpmmPrepared<Exec>> bind_prepared(
    const SpmmPlanState<Exec, StoredPattern<Offset, Index>>& state,
    const StoredPattern<Offset, Index>& stored);
/// Of formats with a row visitor nothing that is prepared knows of the matrix's arrays.
template <class Exec, class Rows>
std::shared_ptr<const SpmmPrepared<Exec>> bind_prepared(
    const SpmmPlanState<Exec, StoredRows<Rows>>& state, const StoredRows<Rows>&) {
  return state.prepared;
}

template <class Exec, class Stored>
std::shared_ptr<const SpmmPlanState<Exec, Stored>> bind_plan(
    const std::shared_ptr<const SpmmPlanState<Exec, Stored>>& state, const Stored& stored) {
  const auto bound = std::make_shared<SpmmPlanState<Exec, Stored>>(*state);
  bound->stored = stored;
  bound->pattern = bind_plan(state->pattern, stored);
  bound->prepared = bind_prepared(*state, stored);
  return bound;
}

// --- products: the compiled library --------------------------------------------------------------

template <class Exec, class Rows, class A, class B, class C, class Compute>
FILIGREE_EXPORT KernelId run_spmm(const Exec& exec,
                                  const SpmmProblem<Rows, A, B, C, Compute>& problem,
                                  const SpmmRun<Exec>& run);

/// What is known of a planned product without its kernel.
struct SpmmPlanFacts {
  std::string_view format;
  PatternRead as_stored;        ///< where rows are read as the problem has them
  std::int64_t entries = 0;     ///< of the rows that are walked, of all matrices of a batch
  std::int64_t num_values = 0;  ///< of a matrix, padding included
  std::int64_t plan_bytes = 0;
  double build_seconds = 0;
  const ProductChoice* choice = nullptr;  ///< null: what run_spmm would run
};

/// A part of a product, and what the explanation of a sum of parts needs.
struct ExplainedSpmm {
  SpmmExplanation explanation;
  std::int64_t entries = 0;       ///< of the rows that are walked
  std::int64_t result_bytes = 0;  ///< of C
};

/// All but the expected time. Throws as run_spmm.
template <class Exec, class Rows, class A, class B, class C, class Compute>
FILIGREE_EXPORT ExplainedSpmm explain_spmm(const Exec& exec,
                                           const SpmmProblem<Rows, A, B, C, Compute>& problem,
                                           const SpmmRun<Exec>& run, const SpmmPlanFacts& facts);

template <class Exec, class Index, class A, class B, class C, class Compute>
FILIGREE_EXPORT KernelId run_spmm_scatter(const Exec& exec, const OneShotWalk<Index>& walk,
                                          const SpmmOperands<A, B, C, Compute>& operands);

/// Whether the visitor's rows are rows of op(A), and what acts on their entries.
struct OneShotRows : EntryActions {
  bool is_gather = false;
};
template <class Rows>
FILIGREE_EXPORT OneShotRows one_shot_rows(Op op, const StoredRows<Rows>& stored);

// --- products: dispatch --------------------------------------------------------------------------

/// Makes the value of a row's entry k that at place k.
template <class Rows>
void drop_value_index(SpmmRows<Rows>&) {}
template <class Index>
void drop_value_index(SpmmRows<GatherRows<Index>>& matrix) {
  matrix.rows.value_index = {};
  matrix.rows.has_value_index = false;
}

template <class Rows, class A, class B, class C, class Compute>
SpmmProblem<Rows, A, B, C, Compute> spmm_problem(const SpmmOperands<A, B, C, Compute>& operands,
                                                 const SpmmRows<Rows>& matrix) {
  SpmmProblem<Rows, A, B, C, Compute> problem{operands, matrix};
  if (operands.values_in_order) drop_value_index(problem.matrix);
  return problem;
}

/// Whether a product is one of a matrix with contiguous vectors.
template <class A, class B, class C, class Compute>
bool is_vector_product(const SpmmOperands<A, B, C, Compute>& operands) {
  return operands.num_columns == 1 && operands.batch_count == 1 && operands.B.row_stride == 1 &&
         operands.C.row_stride == 1 && !operands.conjugate && !operands.B.conjugate;
}

template <class A, class B, class C, class Compute>
SpmvOperands<A, B, C, Compute> vector_operands(const SpmmOperands<A, B, C, Compute>& operands) {
  SpmvOperands<A, B, C, Compute> result{operands.values, operands.alpha,  operands.B.data,
                                        operands.beta,   operands.C.data, operands.C.data};
  result.workspace = operands.workspace;
  result.workspace_bytes = operands.workspace_bytes;
  return result;
}

/// f(the rows of op(A) that a planned product walks). Throws stale_plan unless `stored` is the
/// pattern that the plan was made for.
template <class Exec, class Offset, class Index, class F>
auto visit_spmm_rows(const Exec& exec,
                     const SpmmPlanState<Exec, StoredPattern<Offset, Index>>& state,
                     const StoredPattern<Offset, Index>& stored, const F& f) {
  return f(spmm_rows(checked_gather_pattern("spmm", exec, *state.pattern, stored)));
}

template <class Exec, class Rows, class F>
auto visit_spmm_rows(const Exec& exec, const SpmmPlanState<Exec, StoredRows<Rows>>& state,
                     const StoredRows<Rows>& stored, const F& f) {
  const auto planned = checked_planned_rows("spmm", exec, *state.pattern, stored);
  if (planned.is_stored)
    return f(SpmmRows<decltype(kernel_rows(stored))>{planned.actions(), kernel_rows(stored),
                                                     stored.nnz});
  return f(planned.is_wide ? spmm_rows(planned.wide) : spmm_rows(planned.narrow));
}

/// Whether a planned product goes to the plan of the product with a vector, which reads the values
/// as they are stored.
template <class State, class Operands>
bool runs_as_vector(const State& state, const Operands& operands) {
  const bool free_choice = state.options.backend != Backend::tuned && state.kernel.empty();
  return free_choice && !state.takes_single_columns && !operands.values_in_order &&
         is_vector_product(operands);
}

template <class Exec, class Stored, class A, class B, class C, class Compute>
KernelId run_spmm_plan(const Exec& exec, const SpmmPlanState<Exec, Stored>& state,
                       const Stored& stored, const SpmmOperands<A, B, C, Compute>& operands) {
  if (!may_be_same(state.stored, stored, state.options.pattern_check)) throw_stale_spmm_plan();
  if (runs_as_vector(state, operands))
    return run_plan(exec, *state.pattern, stored, vector_operands(operands));
  return visit_spmm_rows(exec, state, stored, [&](const auto& matrix) {
    const auto prepared = bind_prepared(state, stored);
    SpmmRun<Exec> run = state.run();
    run.prepared = prepared.get();
    return run_spmm(exec, spmm_problem(operands, matrix), run);
  });
}

template <class Exec, class Stored, class A, class B, class C, class Compute>
KernelId run_spmm_with_plan(const Exec& exec, Op op, const Stored& stored,
                            const SpmmOperands<A, B, C, Compute>& operands,
                            const SpmmOptions& options) {
  const auto plan = make_spmm_plan(exec, op, stored, scalar_kind<A>, options);
  return run_spmm_plan(exec, *plan, stored, operands);
}

/// A product in one call with rows or entries as `stored` has them.
template <class Exec, class Stored, class Index, class A, class B, class C, class Compute>
KernelId run_spmm_walk(const Exec& exec, Op op, const Stored& stored,
                       const OneShotWalk<Index>& walk,
                       const SpmmOperands<A, B, C, Compute>& operands, const SpmmOptions& options) {
  if (walk.is_gather)
    return run_spmm(exec, spmm_problem(operands, walk.matrix),
                    SpmmRun<Exec>{options.backend, options.kernel, options.math_mode});
  // Atomics need a result of the compute type, and their order is not repeatable.
  if constexpr (std::is_same_v<C, Compute>) {
    if (!options.deterministic && options.backend != Backend::tuned && options.kernel.empty())
      return run_spmm_scatter(exec, walk, operands);
  }
  return run_spmm_with_plan(exec, op, stored, operands, options);
}

template <class Exec, class Offset, class Index, class A, class B, class C, class Compute>
KernelId run_spmm_once(const Exec& exec, Op op, const StoredPattern<Offset, Index>& stored,
                       const SpmmOperands<A, B, C, Compute>& operands, const SpmmOptions& options) {
  return run_spmm_walk(exec, op, stored, one_shot_walk(left_op(options.side, op), stored), operands,
                       options);
}

template <class Exec, class Rows, class A, class B, class C, class Compute>
KernelId run_spmm_once(const Exec& exec, Op op, const StoredRows<Rows>& stored,
                       const SpmmOperands<A, B, C, Compute>& operands, const SpmmOptions& options) {
  const OneShotRows found = one_shot_rows(left_op(options.side, op), stored);
  if (!found.is_gather) return run_spmm_with_plan(exec, op, stored, operands, options);
  const SpmmRows<decltype(kernel_rows(stored))> matrix{found.actions(), kernel_rows(stored),
                                                       stored.nnz};
  return run_spmm(exec, spmm_problem(operands, matrix),
                  SpmmRun<Exec>{options.backend, options.kernel, options.math_mode});
}

template <class Exec, class Stored, class A, class B, class C, class Compute>
KernelId run_spmm_one_shot(const Exec& exec, Op op, const Stored& stored,
                           const SpmmOperands<A, B, C, Compute>& operands,
                           const SpmmOptions& options) {
  const bool free_choice = options.backend != Backend::tuned && options.kernel.empty();
  if (!free_choice || !is_vector_product(operands))
    return run_spmm_once(exec, op, stored, operands, options);
  SpmvOptions of_vector;
  of_vector.deterministic = options.deterministic;
  of_vector.backend = options.backend;
  return run_once(exec, left_op(options.side, op), stored, vector_operands(operands), of_vector);
}

}  // namespace filigree::detail
