// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <core/device_limits.hpp>
#include <core/fill_words.hpp>
#include <factor/generic.hpp>
#include <factor/messages.hpp>
#include <factor/select.hpp>
#include <factor/tuned.hpp>
#include <filigree/core/log.hpp>
#include <filigree/detail/allocate.hpp>
#include <filigree/detail/check_vectors.hpp>
#include <filigree/detail/incomplete_factor_front.hpp>
#include <select/choose.hpp>

/// The factorizations themselves: run_factor and choose_factor, which incomplete_factor_front.hpp
/// declares.

namespace filigree::detail {

inline constexpr std::string_view generic_factor_name = "factor_generic";

template <class Exec, class Problem>
FactorInput factor_input(const Exec& exec, const Problem& problem) {
  FactorInput input;
  input.kind = problem.kind;
  input.statistics = problem.statistics;
  input.is_sorted = !problem.rows.has_value_index;
  input.in_place = problem.in_place;
  input.scalar_bytes = sizeof(typename Problem::scalar_type);
  input.device = device_limits(exec);
  input.threads = is_host_execution_v<Exec> ? exec.concurrency() : 0;
  return input;
}

template <class Exec, class Problem>
std::string_view choose_factor_kernel(const FactorInput& input, const FactorRun& run) {
  const auto candidates =
      kernel_candidates<Exec, Problem>(typename TunedFactor<Exec>::type{}, input);
  return choose_kernel(factor_operation(input.kind), run.backend, run.kernel, generic_factor_name,
                       candidates.span());
}

template <class Exec, class Problem>
std::size_t factor_workspace_bytes(std::string_view kernel, const FactorInput& input) {
  std::size_t bytes = 0;
  const bool is_tuned =
      visit_kernel<Exec, Problem>(typename TunedFactor<Exec>::type{}, kernel,
                                  [&]<class Kernel>() { bytes = Kernel::workspace_bytes(input); });
  return is_tuned ? bytes : generic_factor_workspace_bytes<Exec>(input);
}

template <class Exec, class Index, class T>
FactorChoice choose_factor(const Exec& exec, const FactorProblem<Index, T>& problem,
                           const FactorRun& run) {
  using Problem = FactorProblem<Index, T>;
  const FactorInput input = factor_input(exec, problem);
  const std::string_view kernel = choose_factor_kernel<Exec, Problem>(input, run);
  return {{kernel}, factor_workspace_bytes<Exec, Problem>(kernel, input)};
}

/// Runs a kernel on the workspace given, or on one of its own where that is missing.
template <class Exec, class Problem>
void launch_factor(const Exec& exec, std::string_view kernel, const FactorInput& input,
                   Problem problem) {
  const std::size_t needed = factor_workspace_bytes<Exec, Problem>(kernel, input);
  Kokkos::View<std::byte*, typename Exec::memory_space> own;
  const std::string_view operation = factor_operation(problem.kind);
  if (needed > 0 && problem.workspace != nullptr) {
    check_workspace(operation, "IncompleteFactorPlan", problem.workspace, problem.workspace_bytes,
                    needed);
  } else if (needed > 0) {
    own = allocate<std::byte, typename Exec::memory_space>(
        operation, exec, "filigree::incomplete_factor::workspace", std::int64_t(needed));
    problem.workspace = own.data();
  }
  if (problem.pivot_position != nullptr)
    fill_words(exec, problem.pivot_position, 1, PivotReport<typename Exec::memory_space>::none);
  if (problem.statistics.num_rows == 0) return;
  const bool is_tuned =
      visit_kernel<Exec, Problem>(typename TunedFactor<Exec>::type{}, kernel,
                                  [&]<class Kernel>() { Kernel::launch(exec, input, problem); });
  if (!is_tuned) launch_generic_factor(exec, problem);
}

template <class Exec, class Index, class T>
KernelId run_factor(const Exec& exec, const FactorProblem<Index, T>& problem,
                    const FactorRun& run) {
  using Problem = FactorProblem<Index, T>;
  const FactorInput input = factor_input(exec, problem);
  const std::string_view kernel = choose_factor_kernel<Exec, Problem>(input, run);
  launch_factor(exec, kernel, input, problem);
  if (logs_kernels()) log_factor(problem.kind, kernel, problem.statistics);
  return {kernel};
}

}  // namespace filigree::detail
