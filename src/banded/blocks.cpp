// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>

#include <banded/blocks.hpp>
#include <core/execution_spaces.hpp>
#include <filigree/core/log.hpp>
#include <filigree/detail/call_workspace.hpp>
#include <select/choose.hpp>

namespace filigree::detail {
namespace {

constexpr std::string_view generic_kernel = "banded_generic";

/// f.operator()<R>()
template <class T, class F>
auto visit_block_size(const BlockTridiagonalProblem<T>& problem, const F& f) {
  if (problem.block_size == 1) return f.template operator()<1>();
  if (problem.block_size == 2) return f.template operator()<2>();
  if (problem.block_size == 3) return f.template operator()<3>();
  return f.template operator()<4>();
}

template <class T>
std::size_t blocks_workspace(const BlockTridiagonalProblem<T>& problem) {
  if (is_empty(problem)) return 0;
  return visit_block_size(problem,
                          [&]<int R>() { return BlockFactors<T, R>(problem, nullptr).bytes(); });
}

std::string_view choose(const BandedRun& run) {
  return choose_kernel("banded_solve", run.backend, run.kernel, generic_kernel,
                       KernelCandidates().span());
}

template <class Exec, class T, int R>
void solve(const Exec& exec, const BlockTridiagonalProblem<T>& problem, void* workspace) {
  using Range = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;
  const BlockFactors<T, R> factors(problem, workspace);
  Kokkos::parallel_for("filigree::banded_solve::factorize",
                       light_weight(Range(exec, 0, problem.num_systems)),
                       BlockFactorize<Exec, T, R>{problem, factors});
  Kokkos::parallel_for("filigree::banded_solve::substitute",
                       light_weight(Range(exec, 0, problem.num_systems * problem.num_columns)),
                       BlockSubstitute<Exec, T, R>{problem, factors});
}

}  // namespace

template <class Exec, class T>
BandedExplanation explain_banded(const Exec&, const BlockTridiagonalProblem<T>& problem,
                                 const BandedRun& run) {
  const std::string_view kernel = choose(run);
  return {kernel, choice_reason(run.backend, run.kernel, 0), blocks_workspace(problem)};
}

template <class Exec, class T>
KernelId run_banded(const Exec& exec, const BlockTridiagonalProblem<T>& problem,
                    const BandedRun& run) {
  const std::string_view kernel = choose(run);
  if (!is_empty(problem)) {
    const CallWorkspace<Exec> workspace("banded_solve", "BandedSolvePlan",
                                        "filigree::banded_solve::workspace", exec, problem,
                                        blocks_workspace(problem));
    visit_block_size(problem, [&]<int R>() { solve<Exec, T, R>(exec, problem, workspace.data()); });
  }
  if (logs_kernels())
    log_kernel("banded_solve", kernel,
               (problem.periodic ? "periodic, blocks of " : "blocks of ") +
                   std::to_string(problem.block_size) + ", " + std::to_string(problem.num_rows) +
                   " rows of them, batch of " + std::to_string(problem.num_systems) + ", " +
                   std::to_string(problem.num_columns) + " columns");
  return {kernel};
}

#define FILIGREE_INSTANTIATE(Exec, T)                                                             \
  template KernelId run_banded(const Exec&, const BlockTridiagonalProblem<T>&, const BandedRun&); \
  template BandedExplanation explain_banded(const Exec&, const BlockTridiagonalProblem<T>&,       \
                                            const BandedRun&);
FILIGREE_FOR_EACH_SPACE_AND_SCALAR(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
