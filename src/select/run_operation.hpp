// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <core/fill_words.hpp>
#include <filigree/core/log.hpp>
#include <filigree/core/operation.hpp>
#include <filigree/core/pivot_report.hpp>
#include <filigree/detail/call_workspace.hpp>
#include <select/choose.hpp>
#include <select/kernel_list.hpp>

/// How an operation with a plan, a workspace and a report of pivots chooses and runs its kernels.
/// `Operation` says what there is to know of it:
///
///     using Exec, Problem;
///     using Kernels;                                   the tuned ones, a KernelList
///     static constexpr std::string_view generic, plan; names of the generic kernel and the plan
///     static constexpr const char* workspace_label;
///     static std::string_view name(problem);           of the operation
///     static auto input(exec, problem);                what the choice rests on
///     static std::size_t generic_workspace_bytes(input, problem);
///     static void launch_generic(exec, problem);
///     static void log(kernel, problem);

namespace filigree::detail {

template <class Operation, class Input, class Run>
std::string_view choose_kernel_of(const Input& input, const typename Operation::Problem& problem,
                                  const Run& run) {
  using Exec = typename Operation::Exec;
  const auto candidates =
      kernel_candidates<Exec, typename Operation::Problem>(typename Operation::Kernels{}, input);
  return choose_kernel(Operation::name(problem), run.backend, run.kernel, Operation::generic,
                       candidates.span());
}

template <class Operation, class Input>
std::size_t workspace_bytes_of(std::string_view kernel, const Input& input,
                               const typename Operation::Problem& problem) {
  using Exec = typename Operation::Exec;
  std::size_t bytes = 0;
  const bool is_tuned = visit_kernel<Exec, typename Operation::Problem>(
      typename Operation::Kernels{}, kernel,
      [&]<class Kernel>() { bytes = Kernel::workspace_bytes(input); });
  return is_tuned ? bytes : Operation::generic_workspace_bytes(input, problem);
}

/// Runs a kernel on the workspace given, or on one of its own where that is missing.
template <class Operation, class Run>
KernelId run_operation(const typename Operation::Exec& exec,
                       const typename Operation::Problem& given, const Run& run) {
  using Exec = typename Operation::Exec;
  using Space = typename Exec::memory_space;
  typename Operation::Problem problem = given;
  const auto input = Operation::input(exec, problem);
  const std::string_view kernel = choose_kernel_of<Operation>(input, problem, run);
  const std::size_t needed = workspace_bytes_of<Operation>(kernel, input, problem);
  const CallWorkspace<Exec> workspace(Operation::name(problem), Operation::plan,
                                      Operation::workspace_label, exec, problem, needed);
  workspace.lend_to(problem);
  if (problem.pivot_position != nullptr)
    fill_words(exec, problem.pivot_position, 1, PivotReport<Space>::none);
  const bool is_tuned = visit_kernel<Exec, typename Operation::Problem>(
      typename Operation::Kernels{}, kernel,
      [&]<class Kernel>() { Kernel::launch(exec, input, problem); });
  if (!is_tuned) Operation::launch_generic(exec, problem);
  if (logs_kernels()) Operation::log(kernel, problem);
  return {kernel};
}

}  // namespace filigree::detail
