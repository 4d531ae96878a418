// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>

#include <filigree/core/error.hpp>
#include <filigree/spmv_options.hpp>

#include <cusparse/kept_plans.hpp>
#include <cusparse/objects.hpp>

/// How a product comes to run a plan that the matrix's description keeps.

namespace filigree::cusparse {

/// That of FILIGREE_CUSPARSE_PLAN_AFTER and FILIGREE_CUSPARSE_PLAN_TIMED.
const PlanPolicy& plan_policy();

/// Whether the handle's stream records a graph, or nobody can say: nothing may be allocated then,
/// nor waited for, and what is recorded runs when other indices may be there.
bool is_captured(const cusparseContext& handle);

/// While one lives, this thread may allocate though another stream records a graph.
class AllowAllocation {
 public:
  AllowAllocation();
  AllowAllocation(const AllowAllocation&) = delete;
  ~AllowAllocation();

 private:
  int mode_;
};

/// A product of a matrix whose description keeps plans.
struct PlannedCall {
  const cusparseContext& handle;
  KeptPlans& plans;
  PlannedProduct product;
  Op op;
  std::int64_t columns;  ///< of the dense matrices
  bool may_try;          ///< whether it may make a plan on its own
};

/// With what a planned product works.
inline std::optional<runtime::Workspace> workspace_of(const KeptPlan& kept,
                                                      const cusparseContext& handle,
                                                      std::size_t bytes) {
  if (bytes == 0) return runtime::Workspace{};
  if (kept.stream != handle.stream || bytes > kept.workspace.bytes()) return std::nullopt;
  return runtime::Workspace{kept.workspace.data(), kept.workspace.bytes()};
}

/// On a host a planned product allocates what it works in, so that threads may share the plan.
template <class WorkspaceBytes>
std::shared_ptr<const KeptPlan> kept_plan(const cusparseContext& handle, runtime::Plan plan,
                                          const WorkspaceBytes& workspace_bytes) {
  // Threads have a stream of their own by this name: the memory would have to be each one's.
  const bool may_hold = !handle.target.is_host() && handle.stream != cudaStreamPerThread;
  const std::size_t bytes = may_hold ? workspace_bytes(plan) : 0;
  return std::make_shared<const KeptPlan>(
      KeptPlan{std::move(plan), bytes > 0 ? HeldMemory(bytes) : HeldMemory(), handle.stream});
}

/// What a call that waits for a device costs those after it, which could have been queued.
inline constexpr double seconds_of_a_wait = 20e-6;

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

/// Runs once(), or planned(plan, workspace) with a plan that is promised, or that the product has
/// made on its own by make(PatternCheck::content) because that is faster. A product throws
/// stale_plan before it writes anything.
template <class Once, class Make, class WorkspaceBytes, class Planned>
void run_planned(const PlannedCall& call, const Once& once, const Make& make,
                 const WorkspaceBytes& workspace_bytes, const Planned& planned) {
  const auto& [handle, plans, product, op, columns, may_try] = call;
  const auto run = [&](const KeptPlan& kept) {
    const std::size_t bytes = handle.target.is_host() ? 0 : workspace_bytes(kept.plan);
    const auto workspace = workspace_of(kept, handle, bytes);
    if (workspace)
      planned(kept.plan, *workspace);
    else
      once();
  };
  if (const auto promised = plans.promised(product, op)) return run(*promised);
  const PlanPolicy& policy = plan_policy();
  if (!may_try || policy.first == 0 || is_captured(handle)) return once();

  const KeptPlans::Turn turn = plans.next(product, op, columns, policy);
  if (turn.step == PlanStep::once) return once();
  if (turn.step == PlanStep::time_once)
    return plans.report_once(turn, seconds_of(handle.target, once));
  if (turn.step == PlanStep::make) {
    try {
      const AllowAllocation allowed;
      plans.try_plan(turn, policy, kept_plan(handle, make(PatternCheck::content), workspace_bytes));
    } catch (const std::exception&) {  // no memory, or a pattern that only a plan minds
      plans.decline(turn);
    }
    return once();
  }
  try {
    if (turn.step == PlanStep::planned) return run(*turn.plan);
    const double seconds = seconds_of(handle.target, [&] { run(*turn.plan); });
    plans.report_planned(turn, seconds + (handle.target.is_host() ? 0 : seconds_of_a_wait));
  } catch (const Error& error) {
    if (error.status() != Status::stale_plan) throw;
    plans.stale(turn);
    once();
  }
}

}  // namespace filigree::cusparse
