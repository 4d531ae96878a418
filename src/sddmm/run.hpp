// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include <core/refuse.hpp>
#include <filigree/core/log.hpp>
#include <filigree/detail/call_workspace.hpp>
#include <filigree/detail/sddmm_front.hpp>
#include <sddmm/generic.hpp>
#include <sddmm/messages.hpp>
#include <sddmm/select.hpp>
#include <sddmm/tuned.hpp>
#include <spmm/select.hpp>

/// The products themselves: run_sddmm, which sddmm_front.hpp declares.

namespace filigree::detail {

/// Whether the matrices of a batch begin at multiples of 16 bytes.
template <class T>
bool is_aligned(const DenseOperand<const T>& matrix) {
  return (reinterpret_cast<std::uintptr_t>(matrix.data) |
          std::uintptr_t(matrix.batch_stride) * sizeof(T)) %
             16 ==
         0;
}

template <class Exec, class Problem>
SddmmInput sddmm_input(const Exec& exec, const Problem& problem, const SddmmRun& run) {
  const auto& pattern = problem.pattern;
  SddmmInput input;
  input.planned = run.planned;
  input.is_blocked = pattern.is_blocked;
  input.num_rows = pattern.num_rows;
  input.num_cols = pattern.num_cols;
  input.num_places = pattern.num_places();
  input.inner = problem.inner;
  input.left_is_contiguous = problem.inner <= 1 || problem.left.col_stride == 1;
  input.right_is_contiguous = problem.inner <= 1 || problem.right.col_stride == 1;
  input.left_stride = problem.left.row_stride;
  input.right_stride = problem.right.row_stride;
  input.left_col_stride = problem.left.col_stride;
  input.right_col_stride = problem.right.col_stride;
  input.dense_is_aligned = is_aligned(problem.left) && is_aligned(problem.right);
  input.block_rows = pattern.block.rows;
  input.block_cols = pattern.block.cols;
  input.compute_capability = TunedSddmm<Exec>::compute_capability(exec);
  return input;
}

/// Runs a tuned kernel on the workspace given, or on one of its own where that is missing.
template <class Kernel, class Exec, class Problem>
void launch_tuned_sddmm(const Exec& exec, const SddmmInput& input, Problem problem) {
  const std::size_t needed = Kernel::workspace_bytes(input, sizeof(typename Problem::dense_scalar));
  const CallWorkspace<Exec> workspace("sddmm", "SddmmPlan", "filigree::sddmm::workspace", exec,
                                      problem, needed);
  workspace.lend_to(problem);
  Kernel::launch(exec, problem);
}

/// The kernels that a product may run, as its pattern is blocked or not.
template <class Tuned_>
struct SddmmKernels {
  using Tuned = Tuned_;
  std::string_view generic;
  KernelCandidate tuned;
};

/// f(kernels)
template <class Exec, class F>
auto visit_sddmm_kernels(bool is_blocked, const F& f) {
  using Tuned = typename TunedSddmm<Exec>::type;
  using TunedBlocked = typename TunedSddmm<Exec>::blocked_type;
  if (is_blocked)
    return f(SddmmKernels<TunedBlocked>{"sddmm_bsr_generic", {TunedBlocked::blocked_name, 1}});
  return f(SddmmKernels<Tuned>{"sddmm_csr_generic", {Tuned::name, 1}});
}

/// The tuned kernel where it takes the product, else nothing.
template <class Exec, class Kernels, class Problem>
std::span<const KernelCandidate> sddmm_candidates(const Kernels& kernels, const SddmmInput& input,
                                                  const Problem& problem) {
  using Tuned = typename Kernels::Tuned;
  const bool takes = Tuned::template takes<Exec, Problem> && !problem.pattern.strides.are_own &&
                     Tuned::can_implement(input);
  return {&kernels.tuned, std::size_t(takes ? 1 : 0)};
}

/// Chooses a kernel and runs it. Returns its name.
template <class Kernels, class Exec, class Problem>
std::string_view run_chosen_sddmm(const Kernels& kernels, const Exec& exec, const Problem& problem,
                                  const SddmmRun& run) {
  using Tuned = typename Kernels::Tuned;
  const SddmmInput input = sddmm_input(exec, problem, run);
  const std::string_view kernel = choose_kernel("sddmm", run.backend, run.kernel, kernels.generic,
                                                sddmm_candidates<Exec>(kernels, input, problem));
  if (input.num_places > 0 && problem.batch_count > 0) {
    if (kernel == kernels.generic) {
      SddmmGeneric<Exec, Problem>(problem).launch(exec);
    } else {
      if constexpr (Tuned::template takes<Exec, Problem>)
        launch_tuned_sddmm<Tuned>(exec, input, problem);
    }
  }
  return kernel;
}

/// What run_sddmm would run; not what it reads of the pattern.
template <class Exec, class Index, class AB, class C, class Compute>
ProductChoice choose_sddmm(const Exec& exec, const SddmmProblem<Index, AB, C, Compute>& problem,
                           const SddmmRun& run) {
  const SddmmInput input = sddmm_input(exec, problem, run);
  return visit_sddmm_kernels<Exec>(
      problem.pattern.is_blocked, [&]<class Kernels>(const Kernels& kernels) {
        const auto candidates = sddmm_candidates<Exec>(kernels, input, problem);
        ProductChoice choice;
        choice.kernel =
            choose_kernel("sddmm", run.backend, run.kernel, kernels.generic, candidates);
        choice.reason = choice_reason(run.backend, run.kernel, candidates.size());
        if (choice.kernel != kernels.generic)
          choice.workspace_bytes = Kernels::Tuned::workspace_bytes(input, sizeof(AB));
        return choice;
      });
}

template <class Exec, class Index, class AB, class C, class Compute>
SddmmExplanation explain_sddmm(const Exec& exec, const SddmmProblem<Index, AB, C, Compute>& problem,
                               const SddmmRun& run, const SddmmPlanFacts& facts) {
  const std::int64_t batch = problem.batch_count;
  const std::int64_t places = problem.pattern.num_places() * batch;
  const auto dense_bytes = [&](const DenseOperand<const AB>& matrix, std::int64_t rows) {
    return rows * problem.inner * matrices_read(matrix.batch_stride, batch) *
           std::int64_t(sizeof(AB));
  };
  ProductChoice choice = choose_sddmm(exec, problem, run);
  choice.pattern.bytes = double(facts.pattern_bytes);
  SddmmExplanation result;
  result.format = facts.format;
  set_choice(choice, places, result);
  result.bytes_moved = facts.pattern_bytes + places * std::int64_t(sizeof(C)) +
                       dense_bytes(problem.left, problem.pattern.num_rows) +
                       dense_bytes(problem.right, problem.pattern.num_cols);
  result.plan_bytes = facts.plan_bytes;
  result.build_seconds = facts.build_seconds;
  result.operations = operations_a_term<Compute> * places * problem.inner;
  set_expected_time(exec, result);
  return result;
}

template <class Exec, class Index, class AB, class C, class Compute>
KernelId run_sddmm(const Exec& exec, const SddmmProblem<Index, AB, C, Compute>& problem,
                   const SddmmRun& run) {
  const auto& pattern = problem.pattern;
  const std::string_view kernel = visit_sddmm_kernels<Exec>(
      pattern.is_blocked,
      [&](const auto& kernels) { return run_chosen_sddmm(kernels, exec, problem, run); });
  if (logs_kernels())
    log_sddmm(kernel, pattern.num_rows, pattern.num_cols, pattern.num_places(), problem.inner,
              problem.batch_count);
  return {kernel};
}

}  // namespace filigree::detail
