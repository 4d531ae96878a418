// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <type_traits>
#include <variant>

#include <filigree/detail/call_workspace.hpp>
#include <filigree/detail/check_vectors.hpp>
#include <filigree/detail/spmm_front.hpp>
#include <filigree/detail/spmv_any_stored.hpp>
#include <filigree/detail/spmv_format_front.hpp>

/// spmm of a Hyb, whose two parts run one after the other, and of an AnyMatrix: each function
/// passes on to its namesake for the format that is there.

namespace filigree::detail {

// --- Hyb: C = alpha E B + beta C, then C += alpha K B --------------------------------------------

template <class Exec, class Index>
struct SpmmPlanState<Exec, StoredHyb<Index>> {
  Op op = Op::none;
  SpmmOptions options;
  std::shared_ptr<const SpmmPlanState<Exec, StoredRows<EllRows<Index>>>> ell;
  std::shared_ptr<const SpmmPlanState<Exec, StoredPattern<std::int64_t, Index>>> coo;
};

/// The options for a Hyb matrix's Coo part: a kernel that is asked for is meant for the Ell part.
inline SpmmOptions second_part(SpmmOptions options) {
  options.kernel = {};
  if (options.backend == Backend::tuned) options.backend = Backend::automatic;
  return options;
}

/// The operands of the second part, which adds to what the first one left.
template <class A, class B, class C, class Compute>
SpmmOperands<A, B, C, Compute> second_part(const SpmmOperands<A, B, C, Compute>& operands,
                                           const void* values) {
  SpmmOperands<A, B, C, Compute> second = operands;
  second.values = static_cast<const A*>(values);
  second.beta = Compute(1);
  return second;
}

template <class Exec, class Index>
std::shared_ptr<const SpmmPlanState<Exec, StoredHyb<Index>>> make_spmm_plan(
    const Exec& exec, Op op, const StoredHyb<Index>& stored, const ScalarKind& scalar,
    const SpmmOptions& options) {
  const auto state = std::make_shared<SpmmPlanState<Exec, StoredHyb<Index>>>();
  state->op = op;
  state->options = without_kernel(options);
  state->ell = make_spmm_plan(exec, op, stored.ell, scalar, options);
  state->coo = make_spmm_plan(exec, op, stored.coo, scalar, second_part(options));
  return state;
}

template <class Exec, class Index>
std::size_t spmm_plan_workspace_bytes(const SpmmPlanState<Exec, StoredHyb<Index>>& state,
                                      std::int64_t num_columns, bool values_in_order) {
  return std::max(spmm_plan_workspace_bytes(*state.ell, num_columns, values_in_order),
                  spmm_plan_workspace_bytes(*state.coo, num_columns, values_in_order));
}

template <class Exec, class Index, class A, class B, class C, class Compute>
KernelId run_spmm_plan(const Exec& exec, const SpmmPlanState<Exec, StoredHyb<Index>>& state,
                       const StoredHyb<Index>& stored, SpmmOperands<A, B, C, Compute> operands) {
  if (!has_second_part(stored)) return run_spmm_plan(exec, *state.ell, stored.ell, operands);
  // Both parts are looked at before C changes.
  if (!may_be_same(state.coo->stored, stored.coo, state.options.pattern_check))
    throw_stale_spmm_plan();
  checked_gather_pattern("spmm", exec, *state.coo->pattern, stored.coo);
  // A device chooses other kernels where it is given memory.
  std::optional<CallWorkspace<Exec>> workspace;
  if (is_host_execution_v<Exec> || operands.workspace != nullptr) {
    workspace.emplace("spmm", "SpmmPlan", "filigree::spmm::workspace", exec, operands,
                      spmm_plan_workspace_bytes(state, operands.num_columns, false));
    workspace->lend_to(operands);
  }
  const KernelId ran = run_spmm_plan(exec, *state.ell, stored.ell, operands);
  run_spmm_plan(exec, *state.coo, stored.coo, second_part(operands, stored.coo_values));
  return ran;
}

template <class Exec, class Index, class A, class B, class C, class Compute>
KernelId run_spmm_one_shot(const Exec& exec, Op op, const StoredHyb<Index>& stored,
                           const SpmmOperands<A, B, C, Compute>& operands,
                           const SpmmOptions& options) {
  if (!has_second_part(stored)) return run_spmm_one_shot(exec, op, stored.ell, operands, options);
  // Where the second part needs a plan, or on a host memory for sums, that is made before C
  // changes: making it may fail.
  if (options.deterministic || !std::is_same_v<C, Compute> || is_host_execution_v<Exec>)
    return run_spmm_with_plan(exec, op, stored, operands, options);
  const KernelId ran = run_spmm_one_shot(exec, op, stored.ell, operands, options);
  run_spmm_one_shot(exec, op, stored.coo, second_part(operands, stored.coo_values),
                    second_part(options));
  return ran;
}

template <class Exec, class Index>
void check_contents(std::string_view operation, const Exec& exec,
                    const SpmmPlanState<Exec, StoredHyb<Index>>& state,
                    const StoredHyb<Index>& stored) {
  check_contents(operation, exec, *state.ell, stored.ell);
  check_contents(operation, exec, *state.coo, stored.coo);
}
template <class Exec, class Index>
std::shared_ptr<const SpmmPlanState<Exec, StoredHyb<Index>>> bind_plan(
    const std::shared_ptr<const SpmmPlanState<Exec, StoredHyb<Index>>>& state,
    const StoredHyb<Index>& stored) {
  const auto bound = std::make_shared<SpmmPlanState<Exec, StoredHyb<Index>>>(*state);
  bound->ell = bind_plan(state->ell, stored.ell);
  bound->coo = bind_plan(state->coo, stored.coo);
  return bound;
}

// --- AnyMatrix -----------------------------------------------------------------------------------

template <class Exec, class Stored>
using spmm_state_pointer_t = std::shared_ptr<const SpmmPlanState<Exec, Stored>>;

template <class Exec, class Variant>
struct AnySpmmStates;
template <class Exec, class... Stored>
struct AnySpmmStates<Exec, std::variant<Stored...>> {
  using type = std::variant<spmm_state_pointer_t<Exec, Stored>...>;
};

template <class Exec, class Index, class Offset>
struct SpmmPlanState<Exec, StoredAny<Index, Offset>> {
  Op op = Op::none;
  SpmmOptions options;
  typename AnySpmmStates<Exec, typename StoredAny<Index, Offset>::variant>::type plan;
};

template <class Exec, class Index, class Offset>
std::shared_ptr<const SpmmPlanState<Exec, StoredAny<Index, Offset>>> make_spmm_plan(
    const Exec& exec, Op op, const StoredAny<Index, Offset>& stored, const ScalarKind& scalar,
    const SpmmOptions& options) {
  const auto state = std::make_shared<SpmmPlanState<Exec, StoredAny<Index, Offset>>>();
  state->op = op;
  state->options = without_kernel(options);
  std::visit(
      [&]<class Stored>(const Stored& held) {
        state->plan =
            spmm_state_pointer_t<Exec, Stored>(make_spmm_plan(exec, op, held, scalar, options));
      },
      stored.pattern);
  return state;
}

template <class Exec, class Index, class Offset>
std::size_t spmm_plan_workspace_bytes(const SpmmPlanState<Exec, StoredAny<Index, Offset>>& state,
                                      std::int64_t num_columns, bool values_in_order) {
  return std::visit(
      [&](const auto& plan) {
        return spmm_plan_workspace_bytes(*plan, num_columns, values_in_order);
      },
      state.plan);
}

template <class Exec, class Index, class Offset, class A, class B, class C, class Compute>
KernelId run_spmm_plan(const Exec& exec, const SpmmPlanState<Exec, StoredAny<Index, Offset>>& state,
                       const StoredAny<Index, Offset>& stored,
                       const SpmmOperands<A, B, C, Compute>& operands) {
  return std::visit(
      [&]<class Stored>(const Stored& held) {
        if (const auto* const plan = std::get_if<spmm_state_pointer_t<Exec, Stored>>(&state.plan))
          return run_spmm_plan(exec, **plan, held, operands);
        throw_stale_spmm_plan();
      },
      stored.pattern);
}

template <class Exec, class Index, class Offset, class A, class B, class C, class Compute>
KernelId run_spmm_one_shot(const Exec& exec, Op op, const StoredAny<Index, Offset>& stored,
                           const SpmmOperands<A, B, C, Compute>& operands,
                           const SpmmOptions& options) {
  return std::visit(
      [&](const auto& held) { return run_spmm_one_shot(exec, op, held, operands, options); },
      stored.pattern);
}

template <class Exec, class Index, class Offset>
void check_contents(std::string_view operation, const Exec& exec,
                    const SpmmPlanState<Exec, StoredAny<Index, Offset>>& state,
                    const StoredAny<Index, Offset>& stored) {
  std::visit(
      [&]<class Stored>(const Stored& held) {
        const auto* const plan = std::get_if<spmm_state_pointer_t<Exec, Stored>>(&state.plan);
        if (plan == nullptr) throw_stale_spmm_plan();
        check_contents(operation, exec, **plan, held);
      },
      stored.pattern);
}
template <class Exec, class Index, class Offset>
std::shared_ptr<const SpmmPlanState<Exec, StoredAny<Index, Offset>>> bind_plan(
    const std::shared_ptr<const SpmmPlanState<Exec, StoredAny<Index, Offset>>>& state,
    const StoredAny<Index, Offset>& stored) {
  const auto bound = std::make_shared<SpmmPlanState<Exec, StoredAny<Index, Offset>>>(*state);
  std::visit(
      [&]<class Stored>(const Stored& held) {
        using Held = spmm_state_pointer_t<Exec, Stored>;
        bound->plan = Held(bind_plan(std::get<Held>(state->plan), held));
      },
      stored.pattern);
  return bound;
}

}  // namespace filigree::detail
