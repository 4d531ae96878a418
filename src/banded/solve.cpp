// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>

#include <banded/generic.hpp>
#include <banded/tuned.hpp>
#include <core/device_limits.hpp>
#include <core/execution_spaces.hpp>
#include <filigree/core/log.hpp>
#include <filigree/detail/banded_problem.hpp>
#include <filigree/detail/call_workspace.hpp>
#include <select/choose.hpp>
#include <select/kernel_list.hpp>

namespace filigree::detail {
namespace {

/// f.operator()<P, Periodic>()
template <class T, class F>
auto visit_band(const BandedProblem<T>& problem, const F& f) {
  if (problem.half_bandwidth == 1)
    return problem.periodic ? f.template operator()<1, true>() : f.template operator()<1, false>();
  return problem.periodic ? f.template operator()<2, true>() : f.template operator()<2, false>();
}

constexpr std::string_view generic_kernel = "banded_generic";

template <class Exec, class T>
BandedInput banded_input(const Exec& exec, const BandedProblem<T>& problem) {
  const auto& diagonal = problem.diagonals[problem.half_bandwidth];
  return {
      problem.num_rows,    problem.num_systems,
      problem.num_columns, problem.half_bandwidth,
      sizeof(T),           problem.periodic,
      problem.pivots,      problem.num_systems > 1 && diagonal.system_stride < diagonal.row_stride,
      device_limits(exec), is_host_execution_v<Exec> ? exec.concurrency() : 1};
}

template <class Exec, class T>
KernelCandidates candidates_of(const Exec&, const BandedProblem<T>&, const BandedInput& input) {
  return kernel_candidates<Exec, BandedProblem<T>>(typename TunedBanded<Exec>::type{}, input);
}

std::string_view choose_banded(const KernelCandidates& candidates, const BandedRun& run) {
  return choose_kernel("banded_solve", run.backend, run.kernel, generic_kernel, candidates.span());
}

template <class Exec, class T, int P, bool Periodic>
void solve(const Exec& exec, const BandedProblem<T>& problem, void* workspace) {
  using Range = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;
  using Factors = BandedFactors<T, P, Periodic>;
  Factors factors;
  factors.steps = Factors::num_steps(problem.num_rows);
  factors.num_systems = problem.num_systems;
  factors.values = static_cast<T*>(workspace);
  factors.pivots = reinterpret_cast<signed char*>(
      factors.values + (factors.steps * Factors::words + Factors::end_words) * problem.num_systems);
  Kokkos::parallel_for("filigree::banded_solve::factorize",
                       light_weight(Range(exec, 0, problem.num_systems)),
                       BandedFactorize<Exec, T, P, Periodic>{problem, factors});
  Kokkos::parallel_for("filigree::banded_solve::substitute",
                       light_weight(Range(exec, 0, problem.num_systems * problem.num_columns)),
                       BandedSubstitute<Exec, T, P, Periodic>{problem, factors});
}

template <class Exec, class T>
std::size_t kernel_workspace(const BandedProblem<T>& problem, const BandedInput& input,
                             std::string_view kernel) {
  if (is_empty(problem)) return 0;
  std::size_t bytes = 0;
  if (kernel == generic_kernel)
    return visit_band(problem, [&]<int P, bool Periodic>() {
      return BandedFactors<T, P, Periodic>::bytes(problem.num_rows, problem.num_systems);
    });
  visit_kernel<Exec, BandedProblem<T>>(
      typename TunedBanded<Exec>::type{}, kernel,
      [&]<class Kernel>() { bytes = Kernel::workspace_bytes(input); });
  return bytes;
}

}  // namespace

template <class Exec, class T>
BandedExplanation explain_banded(const Exec& exec, const BandedProblem<T>& problem,
                                 const BandedRun& run) {
  const BandedInput input = banded_input(exec, problem);
  const auto candidates = candidates_of(exec, problem, input);
  const std::string_view kernel = choose_banded(candidates, run);
  return {kernel, choice_reason(run.backend, run.kernel, candidates.count()),
          kernel_workspace<Exec>(problem, input, kernel)};
}

template <class Exec, class T>
KernelId run_banded(const Exec& exec, const BandedProblem<T>& problem, const BandedRun& run) {
  const BandedInput input = banded_input(exec, problem);
  const std::string_view kernel = choose_banded(candidates_of(exec, problem, input), run);
  if (!is_empty(problem)) {
    const CallWorkspace<Exec> workspace("banded_solve", "BandedSolvePlan",
                                        "filigree::banded_solve::workspace", exec, problem,
                                        kernel_workspace<Exec>(problem, input, kernel));
    if (kernel == generic_kernel)
      visit_band(problem, [&]<int P, bool Periodic>() {
        solve<Exec, T, P, Periodic>(exec, problem, workspace.data());
      });
    else
      visit_kernel<Exec, BandedProblem<T>>(
          typename TunedBanded<Exec>::type{}, kernel,
          [&]<class Kernel>() { Kernel::launch(exec, problem, input, workspace.data()); });
  }
  if (logs_kernels())
    log_kernel("banded_solve", kernel,
               std::to_string(2 * problem.half_bandwidth + 1) + " diagonals, " +
                   std::to_string(problem.num_rows) + " rows, batch of " +
                   std::to_string(problem.num_systems) + ", " +
                   std::to_string(problem.num_columns) + " columns");
  return {kernel};
}

#define FILIGREE_INSTANTIATE(Exec, T)                                                   \
  template KernelId run_banded(const Exec&, const BandedProblem<T>&, const BandedRun&); \
  template BandedExplanation explain_banded(const Exec&, const BandedProblem<T>&, const BandedRun&);
FILIGREE_FOR_EACH_SPACE_AND_SCALAR(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
