// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include <filigree/core/log.hpp>
#include <filigree/detail/call_workspace.hpp>
#include <filigree/detail/spgemm_front.hpp>
#include <spgemm/generic.hpp>
#include <spgemm/messages.hpp>
#include <spgemm/ordered_values.hpp>
#include <spgemm/tuned.hpp>

/// The products themselves: what spgemm_front.hpp declares for all scalar types.

namespace filigree::detail {

template <class Exec, class Index, class AB, class C, class Compute>
KernelId run_spgemm(const Exec& exec, const SpgemmProblem<Index, AB, C, Compute>& problem,
                    const SpgemmPrepared<Exec, Index>& prepared) {
  const auto launch = [&]<class Kernel>() { Kernel::launch(exec, problem, prepared); };
  if (problem.c.nnz > 0 && !visit_kernel<Exec, SpgemmPattern<Index>>(
                               typename TunedSpgemm<Exec>::kernels{}, prepared.kernel, launch))
    launch.template operator()<SpgemmGeneric>();
  if (logs_kernels())
    log_spgemm(prepared.kernel, problem.c.num_rows, problem.c.num_cols, problem.c.nnz);
  return {prepared.kernel};
}

template <class Exec, class Index, class AB, class C, class Compute>
KernelId run_spgemm_plan(const Exec& exec, const SpgemmPlanBase<Exec, Index>& plan,
                         const SpgemmValues<AB, C, Compute>& values) {
  const auto needed = std::size_t(plan.workspace_bytes(sizeof(AB), sizeof(C)));
  const CallWorkspace<Exec> of_call("spgemm", "SpgemmPlan", "filigree::spgemm::workspace", exec,
                                    values, needed);
  std::byte* workspace = of_call.data();
  SpgemmProblem<Index, AB, C, Compute> problem{
      .pattern = plan.pattern(), .c = plan.c, .alpha = values.alpha, .beta = values.beta};
  rebind_spgemm_rows(problem.pattern.a, plan.of_a.identity, values.of_a);
  rebind_spgemm_rows(problem.pattern.b, plan.of_b.identity, values.of_b);
  if (plan.has_d) rebind_spgemm_rows(problem.pattern.d, plan.of_d.identity, values.of_d);
  problem.a_values = ordered_spgemm_values(exec, plan.a, values.a, workspace);
  problem.b_values = ordered_spgemm_values(exec, plan.b, values.b, workspace);
  problem.conjugate_a = plan.a.conjugate;
  problem.conjugate_b = plan.b.conjugate;
  problem.d_like_c = values.d_like_c;
  problem.d_values = values.d_like_c || values.d == nullptr
                         ? values.d
                         : ordered_spgemm_values(exec, plan.d, values.d, workspace);
  problem.values = values.c;
  problem.longest_row = plan.prepared.longest_row;
  problem.workspace = workspace;
  problem.workspace_bytes = std::size_t(plan.kernel_bytes);
  return run_spgemm(exec, problem, plan.prepared);
}

}  // namespace filigree::detail
