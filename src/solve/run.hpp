// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <core/device_limits.hpp>
#include <filigree/core/log.hpp>
#include <filigree/detail/allocate.hpp>
#include <filigree/detail/check_vectors.hpp>
#include <filigree/detail/triangular_solve_front.hpp>
#include <select/choose.hpp>
#include <solve/generic.hpp>
#include <solve/messages.hpp>
#include <solve/select.hpp>
#include <solve/tuned.hpp>

/// The solves themselves: run_solve and choose_solve, which triangular_solve_front.hpp declares.

namespace filigree::detail {

inline constexpr std::string_view generic_solve_name = "solve_generic";

template <class Exec, class Problem>
SolveInput solve_input(const Exec& exec, const Problem& problem) {
  SolveInput input;
  input.statistics = problem.statistics;
  input.num_columns = problem.num_columns;
  input.scalar_bytes = sizeof(typename Problem::compute_type);
  input.x_row_stride = problem.X.row_stride;
  input.x_col_stride = problem.X.col_stride;
  input.pipeline = problem.pipeline;
  input.device = device_limits(exec);
  input.threads = is_host_execution_v<Exec> ? exec.concurrency() : 0;
  return input;
}

template <class Exec, class Problem>
std::string_view choose_solve_kernel(const SolveInput& input, const SolveRun& run) {
  const auto candidates =
      kernel_candidates<Exec, Problem>(typename TunedSolve<Exec>::type{}, input);
  return choose_kernel("triangular_solve", run.backend, run.kernel, generic_solve_name,
                       candidates.span());
}

template <class Exec, class Problem>
std::size_t solve_workspace_bytes(std::string_view kernel, const SolveInput& input,
                                  const Problem& problem) {
  std::size_t bytes = 0;
  const bool is_tuned =
      visit_kernel<Exec, Problem>(typename TunedSolve<Exec>::type{}, kernel,
                                  [&]<class Kernel>() { bytes = Kernel::workspace_bytes(input); });
  return is_tuned ? bytes : SolveGeneric<Exec, Problem>::workspace_bytes(problem);
}

template <class Exec, class Index, class A, class X, class Compute>
SolveChoice choose_solve(const Exec& exec, const SolveProblem<Index, A, X, Compute>& problem,
                         const SolveRun& run) {
  const SolveInput input = solve_input(exec, problem);
  using Problem = SolveProblem<Index, A, X, Compute>;
  const std::string_view kernel = choose_solve_kernel<Exec, Problem>(input, run);
  return {{kernel},
          solve_workspace_bytes<Exec>(kernel, input, problem),
          kernel == SolveColumnsHost::name};
}

/// Runs a kernel on the workspace given, or on one of its own where that is missing.
template <class Exec, class Problem>
void launch_solve(const Exec& exec, std::string_view kernel, const SolveInput& input,
                  Problem problem) {
  const std::size_t needed = solve_workspace_bytes<Exec>(kernel, input, problem);
  Kokkos::View<std::byte*, typename Exec::memory_space> own;
  if (needed > 0 && problem.workspace != nullptr) {
    check_workspace("triangular_solve", "TriangularSolvePlan", problem.workspace,
                    problem.workspace_bytes, needed);
  } else if (needed > 0) {
    own = allocate<std::byte, typename Exec::memory_space>(
        "triangular_solve", exec, "filigree::triangular_solve::workspace", std::int64_t(needed));
    problem.workspace = own.data();
  }
  if (problem.pivot_position != nullptr)
    fill_words(exec, problem.pivot_position, 1, PivotReport<typename Exec::memory_space>::none);
  const bool is_tuned =
      visit_kernel<Exec, Problem>(typename TunedSolve<Exec>::type{}, kernel,
                                  [&]<class Kernel>() { Kernel::launch(exec, input, problem); });
  if (!is_tuned) SolveGeneric<Exec, Problem>(problem).launch(exec);
}

template <class Exec, class Index, class A, class X, class Compute>
KernelId run_solve(const Exec& exec, const SolveProblem<Index, A, X, Compute>& problem,
                   const SolveRun& run) {
  using Problem = SolveProblem<Index, A, X, Compute>;
  const SolveInput input = solve_input(exec, problem);
  const std::string_view kernel = choose_solve_kernel<Exec, Problem>(input, run);
  launch_solve(exec, kernel, input, problem);
  if (logs_kernels()) log_solve(kernel, problem.statistics, problem.num_columns);
  return {kernel};
}

}  // namespace filigree::detail
