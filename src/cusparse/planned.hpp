// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>

#include <filigree/core/error.hpp>
#include <filigree/spmv_options.hpp>

#include <core/allow_allocation.hpp>
#include <cusparse/kept_plans.hpp>
#include <cusparse/objects.hpp>
#include <runtime/checksum.hpp>

/// How a product comes to run a plan that the matrix's description keeps.

namespace filigree::cusparse {

/// That of FILIGREE_CUSPARSE_PLAN_AFTER and FILIGREE_CUSPARSE_PLAN_TIMED.
const PlanPolicy& plan_policy();

/// Whether the handle's stream records a graph, or nobody can say: nothing may be allocated then,
/// nor waited for, and what is recorded runs when other indices may be there.
bool is_captured(const cusparseContext& handle);

/// A product of a matrix whose description keeps plans.
struct PlannedCall {
  const cusparseContext& handle;
  KeptPlans& plans;
  PlannedProduct product;
  Op op;
  std::int64_t columns;  ///< of the dense matrices
  bool may_try;          ///< whether it may make a plan on its own
  const runtime::SparseOperand& matrix;
  runtime::Watched watched = runtime::Watched::pattern;  ///< what such a plan depends on
  int kernels = 1;                                       ///< that there are for one call
};

/// The checksum of what is watched. Waits for the stream.
/// \throws std::bad_alloc
std::uint64_t checksum_of(const PlannedCall& call);
/// Whether it still is this one. Waits for what the stream has to do until then, no longer.
bool has_checksum(const PlannedCall& call, std::uint64_t expected);

/// With what a planned product works.
inline std::optional<runtime::Workspace> workspace_of(const KeptPlan& kept,
                                                      const cusparseContext& handle,
                                                      std::size_t bytes) {
  if (bytes == 0) return runtime::Workspace{};
  if (kept.stream != handle.stream || bytes > kept.workspace.bytes()) return std::nullopt;
  return runtime::Workspace{kept.workspace.data(), kept.workspace.bytes()};
}

/// On a host a planned product allocates what it works in, so that threads may share the plan. The
/// last one to let go of a plan ends it, which may be in a product.
template <class WorkspaceBytes>
std::shared_ptr<const KeptPlan> kept_plan(const cusparseContext& handle, runtime::Plan plan,
                                          const WorkspaceBytes& workspace_bytes,
                                          std::uint64_t checksum = 0) {
  // Threads have a stream of their own by this name: the memory would have to be each one's.
  const bool may_hold = !handle.target.is_host() && handle.stream != cudaStreamPerThread;
  const std::size_t bytes = may_hold ? workspace_bytes(plan) : 0;
  const auto end = [](const KeptPlan* kept) {
    const detail::AllowAllocation allowed;
    delete kept;
  };
  return {new KeptPlan{std::move(plan), bytes > 0 ? HeldMemory(bytes) : HeldMemory(), handle.stream,
                       checksum},
          end};
}

/// f(), and what it takes until the device is done.
template <class F>
double seconds_of(const runtime::Target& target, const F& f) {
  using Clock = std::chrono::steady_clock;
  target.fence();
  const auto start = Clock::now();
  f();
  target.fence();
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Runs once(the number of a kernel), or planned(plan, workspace) with a plan that is promised, or
/// that the product has made on its own by make() because that is faster. once() says whether there
/// is that kernel for these types; the library's choice runs where not.
template <class Once, class Make, class WorkspaceBytes, class Planned>
void run_planned(const PlannedCall& call, const Once& once, const Make& make,
                 const WorkspaceBytes& workspace_bytes, const Planned& planned) {
  const cusparseContext& handle = call.handle;
  KeptPlans& plans = call.plans;
  const auto workspace_for = [&](const KeptPlan& kept) {
    return workspace_of(kept, handle, handle.target.is_host() ? 0 : workspace_bytes(kept.plan));
  };
  if (const auto promised = plans.promised(call.product, call.op)) {
    const auto workspace = workspace_for(*promised);
    if (workspace)
      planned(promised->plan, *workspace);
    else
      once(0);
    return;
  }
  const PlanPolicy& policy = plan_policy();
  if (!call.may_try || policy.first == 0 || is_captured(handle)) {
    once(0);
    return;
  }

  const KeptPlans::Turn turn =
      plans.next(call.product, call.op, call.columns, call.kernels, policy);
  bool is_there = true;
  const auto once_in_turn = [&] { is_there = once(turn.kernel); };
  if (turn.step == PlanStep::once) return once_in_turn();
  if (turn.step == PlanStep::time_once) {
    const double seconds = seconds_of(handle.target, once_in_turn);
    if (is_there) plans.report_once(turn, seconds);
    return;
  }
  if (turn.step == PlanStep::make) {
    try {
      const detail::AllowAllocation allowed;
      plans.try_plan(turn, policy, kept_plan(handle, make(), workspace_bytes, checksum_of(call)));
    } catch (const std::exception&) {  // no memory, or a pattern that only a plan minds
      plans.decline(turn);
    }
    return once_in_turn();
  }
  const auto workspace = workspace_for(*turn.plan);
  if (!workspace) return once_in_turn();
  bool is_current = true;
  const auto run_if_current = [&] {
    is_current = has_checksum(call, turn.plan->checksum);
    if (is_current) planned(turn.plan->plan, *workspace);
  };
  try {
    if (turn.step == PlanStep::planned) {
      run_if_current();
    } else {
      const double seconds = seconds_of(handle.target, run_if_current);
      if (is_current) plans.report_planned(turn, seconds);
    }
  } catch (const Error& error) {  // the number of entries has changed; nothing is written yet
    if (error.status() != Status::stale_plan) throw;
    is_current = false;
  }
  if (is_current) return;
  plans.stale(turn);
  once_in_turn();
}

}  // namespace filigree::cusparse
