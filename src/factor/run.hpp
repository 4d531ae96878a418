// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <string_view>

#include <core/device_limits.hpp>
#include <factor/generic.hpp>
#include <factor/messages.hpp>
#include <factor/select.hpp>
#include <factor/tuned.hpp>
#include <filigree/detail/incomplete_factor_front.hpp>
#include <select/run_operation.hpp>

/// The factorizations themselves: run_factor and choose_factor, which incomplete_factor_front.hpp
/// declares.

namespace filigree::detail {

template <class Exec_, class Problem_>
struct FactorOperation {
  using Exec = Exec_;
  using Problem = Problem_;
  using Kernels = typename TunedFactor<Exec>::type;

  static constexpr std::string_view generic = "factor_generic";
  static constexpr std::string_view plan = "IncompleteFactorPlan";
  static constexpr const char* workspace_label = "filigree::incomplete_factor::workspace";

  static std::string_view name(const Problem& problem) { return factor_operation(problem.kind); }

  static FactorInput input(const Exec& exec, const Problem& problem) {
    FactorInput input;
    input.kind = problem.kind;
    input.statistics = problem.statistics;
    input.is_sorted = !problem.rows.has_value_index;
    const SquareBlocks& blocks = problem.rows.blocks;
    input.block_size = blocks.size;
    input.has_whole_blocks = blocks.num_rows % blocks.size == 0;
    input.in_place = problem.in_place;
    input.scalar_bytes = sizeof(typename Problem::scalar_type);
    input.pipeline = problem.pipeline;
    input.device = device_limits(exec);
    input.threads = is_host_execution_v<Exec> ? exec.concurrency() : 0;
    return input;
  }

  static std::size_t generic_workspace_bytes(const FactorInput& input, const Problem&) {
    return generic_factor_workspace_bytes<Exec>(input);
  }
  static void launch_generic(const Exec& exec, const Problem& problem) {
    if (problem.statistics.num_rows > 0) launch_generic_factor(exec, problem);
  }
  static void log(std::string_view kernel, const Problem& problem) {
    log_factor(problem.kind, kernel, problem.statistics);
  }
};

template <class Exec, class Index, class T>
FactorChoice choose_factor(const Exec& exec, const FactorProblem<Index, T>& problem,
                           const FactorRun& run) {
  using Operation = FactorOperation<Exec, FactorProblem<Index, T>>;
  const FactorInput input = Operation::input(exec, problem);
  const std::string_view kernel = choose_kernel_of<Operation>(input, problem, run);
  return {{kernel}, workspace_bytes_of<Operation>(kernel, input, problem)};
}

template <class Exec, class Index, class T>
KernelId run_factor(const Exec& exec, const FactorProblem<Index, T>& problem,
                    const FactorRun& run) {
  return run_operation<FactorOperation<Exec, FactorProblem<Index, T>>>(exec, problem, run);
}

}  // namespace filigree::detail
