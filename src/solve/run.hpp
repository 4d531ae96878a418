// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <string_view>

#include <core/device_limits.hpp>
#include <filigree/detail/triangular_solve_front.hpp>
#include <select/run_operation.hpp>
#include <solve/blocks.hpp>
#include <solve/generic.hpp>
#include <solve/messages.hpp>
#include <solve/select.hpp>
#include <solve/tuned.hpp>

/// The solves themselves: run_solve and choose_solve, which triangular_solve_front.hpp declares.

namespace filigree::detail {

template <class Exec_, class Problem_>
struct SolveOperation {
  using Exec = Exec_;
  using Problem = Problem_;
  using Kernels = typename TunedSolve<Exec>::type;

  static constexpr std::string_view generic = "solve_generic";
  static constexpr std::string_view plan = "TriangularSolvePlan";
  static constexpr const char* workspace_label = "filigree::triangular_solve::workspace";

  static std::string_view name(const Problem&) { return "triangular_solve"; }

  static SolveInput input(const Exec& exec, const Problem& problem) {
    SolveInput input;
    input.statistics = problem.statistics;
    input.block_size = problem.rows.blocks.size;
    input.num_columns = problem.num_columns;
    input.scalar_bytes = sizeof(typename Problem::compute_type);
    input.x_col_stride = problem.X.col_stride;
    input.pipeline = problem.pipeline;
    input.chunks = problem.chunks;
    input.device = device_limits(exec);
    input.threads = is_host_execution_v<Exec> ? exec.concurrency() : 0;
    return input;
  }

  static std::size_t generic_workspace_bytes(const SolveInput&, const Problem& problem) {
    if constexpr (is_host_execution_v<Exec>) {
      if (problem.rows.blocks.any()) return SolveBlocks<Exec, Problem>::workspace_bytes(problem);
    }
    return SolveGeneric<Exec, Problem>::workspace_bytes(problem);
  }
  static void launch_generic(const Exec& exec, const Problem& problem) {
    if constexpr (is_host_execution_v<Exec>) {
      if (problem.rows.blocks.any()) return SolveBlocks<Exec, Problem>(problem).launch(exec);
    }
    SolveGeneric<Exec, Problem>(problem).launch(exec);
  }
  static void log(std::string_view kernel, const Problem& problem) {
    log_solve(kernel, problem.statistics, problem.num_columns);
  }
};

template <class Exec, class Index, class A, class X, class Compute>
SolveChoice choose_solve(const Exec& exec, const SolveProblem<Index, A, X, Compute>& problem,
                         const SolveRun& run) {
  using Operation = SolveOperation<Exec, SolveProblem<Index, A, X, Compute>>;
  const SolveInput input = Operation::input(exec, problem);
  const std::string_view kernel = choose_kernel_of<Operation>(input, problem, run);
  return {{kernel},
          workspace_bytes_of<Operation>(kernel, input, problem),
          kernel == SolveColumnsHost::name};
}

template <class Exec, class Index, class A, class X, class Compute>
KernelId run_solve(const Exec& exec, const SolveProblem<Index, A, X, Compute>& problem,
                   const SolveRun& run) {
  return run_operation<SolveOperation<Exec, SolveProblem<Index, A, X, Compute>>>(exec, problem,
                                                                                 run);
}

}  // namespace filigree::detail
