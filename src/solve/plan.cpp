// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <core/execution_spaces.hpp>
#include <solve/analyse.hpp>
#include <solve/messages.hpp>

namespace filigree::detail {

template <class Exec, class Index>
SolvePlanBase<Exec, Index> make_solve_plan_base(const Exec& exec, Op op,
                                                const ListedSource<Exec, Index>& listed,
                                                const TriangularSolveOptions& options, PlanUse use,
                                                const Kokkos::Timer& timer) {
  SolvePlanBase<Exec, Index> plan;
  plan.op = op;
  plan.options = without_kernel(options);
  plan.kernel = options.kernel;
  plan.analysis = analyse_solve(exec, op, listed, options, use);
  if (options.pattern_check == PatternCheck::content)
    plan.checksum = solve_checksum(exec, listed.source);
  plan.build_seconds = timer.seconds();
  log_solve_plan(listed.source.format, plan.analysis.statistics, plan.analysis.memory_bytes(),
                 plan.build_seconds);
  return plan;
}

#define FILIGREE_INSTANTIATE(Exec, Index)                                                        \
  template SolvePlanBase<Exec, Index> make_solve_plan_base(                                      \
      const Exec&, Op, const ListedSource<Exec, Index>&, const TriangularSolveOptions&, PlanUse, \
      const Kokkos::Timer&);
FILIGREE_FOR_EACH_SPACE_AND_INTEGER(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
