// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include <filigree/core/error.hpp>
#include <filigree/detail/spmv_any_stored.hpp>
#include <filigree/detail/spmv_format_front.hpp>

/// Products of an AnyMatrix: each function passes on to its namesake for the format that is there.

namespace filigree::detail {

[[noreturn]] inline void throw_other_format(std::string_view operation) {
  throw_error(Status::stale_plan,
              {operation, "A", "a matrix in another format than the plan's",
               "the matrix that the plan was made for", "make a plan for this matrix"});
}

template <class Exec, class Stored>
using state_pointer_t = std::shared_ptr<const typename PlanState<Exec, Stored>::type>;

template <class Exec, class Variant>
struct AnyStates;
template <class Exec, class... Stored>
struct AnyStates<Exec, std::variant<Stored...>> {
  using type = std::variant<state_pointer_t<Exec, Stored>...>;
};

template <class Exec, class Index, class Offset>
struct SpmvAnyPlanState {
  typename AnyStates<Exec, typename StoredAny<Index, Offset>::variant>::type plan;
};

template <class Exec, class Index, class Offset>
struct PlanState<Exec, StoredAny<Index, Offset>> {
  using type = SpmvAnyPlanState<Exec, Index, Offset>;
};

template <class Exec, class Index, class Offset>
std::shared_ptr<const SpmvAnyPlanState<Exec, Index, Offset>> make_plan(
    const Exec& exec, Op op, const StoredAny<Index, Offset>& stored, const ScalarKind& scalar,
    const SpmvOptions& options) {
  return std::visit(
      [&]<class Stored>(const Stored& held) {
        using State = SpmvAnyPlanState<Exec, Index, Offset>;
        return std::make_shared<const State>(
            State{state_pointer_t<Exec, Stored>(make_plan(exec, op, held, scalar, options))});
      },
      stored.pattern);
}

template <class Exec, class Index, class Offset>
std::shared_ptr<const SpmvAnyPlanState<Exec, Index, Offset>> bind_plan(
    const std::shared_ptr<const SpmvAnyPlanState<Exec, Index, Offset>>& state,
    const StoredAny<Index, Offset>& stored) {
  return std::visit(
      [&]<class Stored>(const Stored& held) {
        using State = SpmvAnyPlanState<Exec, Index, Offset>;
        using Held = state_pointer_t<Exec, Stored>;
        return std::make_shared<const State>(
            State{Held(bind_plan(std::get<Held>(state->plan), held))});
      },
      stored.pattern);
}

template <class Exec, class Index, class Offset>
void check_contents(std::string_view operation, const Exec& exec,
                    const SpmvAnyPlanState<Exec, Index, Offset>& state,
                    const StoredAny<Index, Offset>& stored) {
  std::visit(
      [&]<class Stored>(const Stored& held) {
        const auto* const plan = std::get_if<state_pointer_t<Exec, Stored>>(&state.plan);
        if (plan == nullptr) throw_other_format(operation);
        check_contents(operation, exec, **plan, held);
      },
      stored.pattern);
}

template <class Exec, class Index, class Offset>
KernelId plan_kernel(const SpmvAnyPlanState<Exec, Index, Offset>& state) {
  return std::visit([](const auto& plan) { return plan_kernel(*plan); }, state.plan);
}
template <class Exec, class Index, class Offset>
SpmvExplanation explain_plan(const SpmvAnyPlanState<Exec, Index, Offset>& state) {
  return std::visit([](const auto& plan) { return explain_plan(*plan); }, state.plan);
}
template <class Exec, class Index, class Offset>
std::size_t plan_workspace_bytes(const SpmvAnyPlanState<Exec, Index, Offset>& state) {
  return std::visit([](const auto& plan) { return plan_workspace_bytes(*plan); }, state.plan);
}
template <class Exec, class Index, class Offset>
Op plan_op(const SpmvAnyPlanState<Exec, Index, Offset>& state) {
  return std::visit([](const auto& plan) { return plan_op(*plan); }, state.plan);
}

template <class Exec, class Index, class Offset, class A, class X, class Y, class Compute>
KernelId run_plan(const Exec& exec, const SpmvAnyPlanState<Exec, Index, Offset>& state,
                  const StoredAny<Index, Offset>& stored,
                  const SpmvOperands<A, X, Y, Compute>& operands) {
  return std::visit(
      [&]<class Stored>(const Stored& held) {
        if (const auto* const plan = std::get_if<state_pointer_t<Exec, Stored>>(&state.plan))
          return run_plan(exec, **plan, held, operands);
        throw_other_format("spmv");
      },
      stored.pattern);
}

template <class Exec, class Index, class Offset, class A, class X, class Y, class Compute>
KernelId run_once(const Exec& exec, Op op, const StoredAny<Index, Offset>& stored,
                  const SpmvOperands<A, X, Y, Compute>& operands, const SpmvOptions& options) {
  return std::visit([&](const auto& held) { return run_once(exec, op, held, operands, options); },
                    stored.pattern);
}

}  // namespace filigree::detail
