// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>

#include <filigree/core/export.hpp>
#include <filigree/detail/call_workspace.hpp>
#include <filigree/detail/spmv_front.hpp>
#include <filigree/detail/spmv_problem.hpp>
#include <filigree/detail/spmv_stored.hpp>

/// Products of formats that a row visitor walks, as spmv_front.hpp has them for Csr, Csc and
/// coordinates; and of Hyb, whose parts are one of each.

namespace filigree::detail {

/// All that such a plan holds; defined in the library.
template <class Exec, class Rows>
struct SpmvFormatPlanState;

template <class Exec, class Rows>
FILIGREE_EXPORT std::shared_ptr<const SpmvFormatPlanState<Exec, Rows>> make_plan(
    const Exec& exec, Op op, const StoredRows<Rows>& stored, const ScalarKind& scalar,
    const SpmvOptions& options);

template <class Exec, class Rows>
FILIGREE_EXPORT KernelId plan_kernel(const SpmvFormatPlanState<Exec, Rows>& state);
template <class Exec, class Rows>
FILIGREE_EXPORT SpmvExplanation explain_plan(const SpmvFormatPlanState<Exec, Rows>& state);
template <class Exec, class Rows>
FILIGREE_EXPORT std::size_t plan_workspace_bytes(const SpmvFormatPlanState<Exec, Rows>& state);
template <class Exec, class Rows>
FILIGREE_EXPORT Op plan_op(const SpmvFormatPlanState<Exec, Rows>& state);
template <class Exec, class Rows>
FILIGREE_EXPORT std::int64_t plan_bytes(const SpmvFormatPlanState<Exec, Rows>& state);
template <class A, class X, class Y, class Compute, class Exec, class Rows>
FILIGREE_EXPORT KernelId planned_kernel(const SpmvFormatPlanState<Exec, Rows>& state);

/// What kernels walk: the format as it is where `is_stored` (it scatters where narrow.scatters),
/// else rows of op(A) with 32- or 64-bit offsets.
template <class Index>
struct PlannedRows : EntryActions {
  bool is_stored = true;
  bool is_wide = false;
  GatherPattern<std::int32_t, Index> narrow;
  GatherPattern<std::int64_t, Index> wide;
};

template <class Exec, class Rows>
FILIGREE_EXPORT std::shared_ptr<const SpmvFormatPlanState<Exec, Rows>> bind_plan(
    const std::shared_ptr<const SpmvFormatPlanState<Exec, Rows>>& state,
    const StoredRows<Rows>& stored);

template <class Exec, class Rows>
FILIGREE_EXPORT void check_contents(std::string_view operation, const Exec& exec,
                                    const SpmvFormatPlanState<Exec, Rows>& state,
                                    const StoredRows<Rows>& stored);

/// Throws stale_plan unless `stored` is the pattern that the plan was made for.
template <class Exec, class Rows>
FILIGREE_EXPORT PlannedRows<typename Rows::index_type> checked_planned_rows(
    std::string_view operation, const Exec& exec, const SpmvFormatPlanState<Exec, Rows>& state,
    const StoredRows<Rows>& stored);

template <class Exec, class Rows, class A, class X, class Y, class Compute>
FILIGREE_EXPORT KernelId run_plan(const Exec& exec, const SpmvFormatPlanState<Exec, Rows>& state,
                                  const StoredRows<Rows>& stored,
                                  const SpmvOperands<A, X, Y, Compute>& operands);

template <class Exec, class Rows, class A, class X, class Y, class Compute>
FILIGREE_EXPORT KernelId run_once(const Exec& exec, Op op, const StoredRows<Rows>& stored,
                                  const SpmvOperands<A, X, Y, Compute>& operands,
                                  const SpmvOptions& options);

// --- Hyb: z = alpha E x + beta y, then z += alpha C x --------------------------------------------

/// Throws what run_plan would throw before it launches anything: stale_plan for another pattern
/// than the plan's, not_supported where the kernel that the plan insists on is not there for the
/// types.
template <class Exec, class A, class X, class Y, class Compute, class Offset, class Index>
FILIGREE_EXPORT void check_product(const Exec& exec,
                                   const SpmvPlanState<Exec, Offset, Index>& state,
                                   const StoredPattern<Offset, Index>& stored,
                                   const SpmvOperands<A, X, Y, Compute>& operands);

/// The product of a plan after check_product. Returns the kernel that ran.
template <class Exec, class A, class X, class Y, class Compute, class Offset, class Index>
FILIGREE_EXPORT KernelId run_planned(const Exec& exec,
                                     const SpmvPlanState<Exec, Offset, Index>& state,
                                     const SpmvOperands<A, X, Y, Compute>& operands);

template <class Exec, class Index>
struct SpmvHybPlanState {
  std::int64_t ell_nnz = 0;
  std::int64_t coo_nnz = 0;
  std::size_t entry_bytes = 0;  ///< of a value and its column
  std::shared_ptr<const SpmvFormatPlanState<Exec, EllRows<Index>>> ell;
  std::shared_ptr<const SpmvPlanState<Exec, std::int64_t, Index>> coo;
};

/// A kernel that is asked for by name is the Ell part's.
template <class Exec, class Index>
std::shared_ptr<const SpmvHybPlanState<Exec, Index>> make_plan(const Exec& exec, Op op,
                                                               const StoredHyb<Index>& stored,
                                                               const ScalarKind& scalar,
                                                               const SpmvOptions& options) {
  const auto state = std::make_shared<SpmvHybPlanState<Exec, Index>>();
  state->ell_nnz = stored.ell.nnz;
  state->coo_nnz = stored.coo.nnz;
  state->entry_bytes = scalar.bytes + sizeof(Index);
  state->ell = make_plan(exec, op, stored.ell, scalar, options);
  state->coo = make_plan(exec, op, stored.coo, scalar, without_kernel(options));
  return state;
}

template <class Exec, class Index>
std::shared_ptr<const SpmvHybPlanState<Exec, Index>> bind_plan(
    const std::shared_ptr<const SpmvHybPlanState<Exec, Index>>& state,
    const StoredHyb<Index>& stored) {
  const auto bound = std::make_shared<SpmvHybPlanState<Exec, Index>>(*state);
  bound->ell = bind_plan(state->ell, stored.ell);
  bound->coo = bind_plan(state->coo, stored.coo);
  return bound;
}

template <class Exec, class Index>
void check_contents(std::string_view operation, const Exec& exec,
                    const SpmvHybPlanState<Exec, Index>& state, const StoredHyb<Index>& stored) {
  check_contents(operation, exec, *state.ell, stored.ell);
  check_contents(operation, exec, *state.coo, stored.coo);
}

/// The kernel of the Ell part.
template <class Exec, class Index>
KernelId plan_kernel(const SpmvHybPlanState<Exec, Index>& state) {
  return plan_kernel(*state.ell);
}

template <class Exec, class Index>
std::size_t plan_workspace_bytes(const SpmvHybPlanState<Exec, Index>& state) {
  return std::max(plan_workspace_bytes(*state.ell), plan_workspace_bytes(*state.coo));
}

template <class Exec, class Index>
Op plan_op(const SpmvHybPlanState<Exec, Index>& state) {
  return plan_op(*state.ell);
}

template <class Exec, class Index>
auto explain_plan(const SpmvHybPlanState<Exec, Index>& state) {
  auto result = explain_plan(*state.ell);
  const auto coo = explain_plan(*state.coo);
  const double index_bytes = result.index_bytes_per_nnz * double(state.ell_nnz) +
                             coo.index_bytes_per_nnz * double(state.coo_nnz);
  result.reason = "Ell part: " + result.reason + "; Coo part by " + std::string(coo.kernel);
  result.index_bytes_per_nnz =
      index_bytes / double(std::max<std::int64_t>(1, state.ell_nnz + state.coo_nnz));
  result.bytes_moved += coo.bytes_moved;
  result.csr_bytes_moved += state.coo_nnz * std::int64_t(state.entry_bytes);
  result.plan_bytes += coo.plan_bytes;
  result.build_seconds += coo.build_seconds;
  result.expected_seconds += coo.expected_seconds;
  return result;
}

/// The operands of the second part, which adds to what the first one left.
template <class A, class X, class Y, class Compute>
SpmvOperands<A, X, Y, Compute> second_part(const SpmvOperands<A, X, Y, Compute>& operands,
                                           const void* values) {
  SpmvOperands<A, X, Y, Compute> second = operands;
  second.values = static_cast<const A*>(values);
  second.beta = Compute(1);
  second.y = operands.z;
  second.may_allocate = false;  // z has changed
  return second;
}

/// The operands of the first part: reductions are of the whole.
template <class A, class X, class Y, class Compute>
SpmvOperands<A, X, Y, Compute> first_part(SpmvOperands<A, X, Y, Compute> operands) {
  operands.reductions = nullptr;
  operands.dot_with = nullptr;
  return operands;
}

/// Whether the second part adds anything: entries, or the diagonal that the first one leaves to it.
template <class Index>
bool has_second_part(const StoredHyb<Index>& stored) {
  const MatrixProperties& properties = stored.coo.properties;
  return stored.coo.nnz > 0 ||
         (properties.type != MatrixType::general && properties.diagonal == DiagonalType::unit);
}

template <class Exec, class Index, class A, class X, class Y, class Compute>
KernelId run_plan(const Exec& exec, const SpmvHybPlanState<Exec, Index>& state,
                  const StoredHyb<Index>& stored, SpmvOperands<A, X, Y, Compute> operands) {
  if (!has_second_part(stored)) return run_plan(exec, *state.ell, stored.ell, operands);
  // All that the second part may throw comes before the first one changes z.
  check_product(exec, *state.coo, stored.coo, operands);
  const CallWorkspace<Exec> workspace("spmv", "SpmvPlan", "filigree::spmv::workspace", exec,
                                      operands, plan_workspace_bytes(state));
  workspace.lend_to(operands);
  const KernelId ran = run_plan(exec, *state.ell, stored.ell, first_part(operands));
  run_planned(exec, *bind_plan(state.coo, stored.coo), second_part(operands, stored.coo_values));
  return ran;
}

template <class Exec, class Index, class A, class X, class Y, class Compute>
KernelId run_once(const Exec& exec, Op op, const StoredHyb<Index>& stored,
                  const SpmvOperands<A, X, Y, Compute>& operands, const SpmvOptions& options) {
  if (!has_second_part(stored)) return run_once(exec, op, stored.ell, operands, options);
  // Where the second part needs a plan, that is made before z changes: making it may fail.
  if (options.backend == Backend::tuned || options.deterministic || !options.kernel.empty() ||
      !std::is_same_v<Y, Compute>)
    return run_plan(exec, *make_plan(exec, op, stored, scalar_kind<A>, options), stored, operands);
  const KernelId ran = run_once(exec, op, stored.ell, operands, options);
  run_once(exec, op, stored.coo, second_part(operands, stored.coo_values), options);
  return ran;
}

// --- the state of a matrix type's plan -----------------------------------------------------------

template <class Exec, class Stored>
struct PlanState;
template <class Exec, class Offset, class Index>
struct PlanState<Exec, StoredPattern<Offset, Index>> {
  using type = SpmvPlanState<Exec, Offset, Index>;
};
template <class Exec, class Rows>
struct PlanState<Exec, StoredRows<Rows>> {
  using type = SpmvFormatPlanState<Exec, Rows>;
};
template <class Exec, class Index>
struct PlanState<Exec, StoredHyb<Index>> {
  using type = SpmvHybPlanState<Exec, Index>;
};

template <class Exec, class Matrix>
using plan_state_t =
    typename PlanState<Exec, decltype(stored_pattern(std::declval<const Matrix&>()))>::type;

}  // namespace filigree::detail
