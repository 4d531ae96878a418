// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include <filigree/core/error.hpp>
#include <filigree/core/log.hpp>
#include <filigree/detail/call_workspace.hpp>
#include <filigree/detail/same_pattern.hpp>
#include <filigree/detail/spmv_front.hpp>
#include <filigree/detail/spmv_gather.hpp>
#include <spmv/host/entry_scatter.hpp>
#include <spmv/host/scatter_host.hpp>
#include <spmv/host/sorted_rows.hpp>
#include <spmv/messages.hpp>
#include <spmv/normalise.hpp>
#include <spmv/plan_state.hpp>
#include <spmv/reduce.hpp>
#include <spmv/scatter.hpp>
#include <spmv/tuned.hpp>

/// The products themselves: run_plan and run_once, which spmv_front.hpp declares.

namespace filigree::detail {

template <class Exec, class Problem>
void run_generic(const Exec& exec, const Problem& problem) {
  SpmvGather<Exec, typename Problem::matrix_scalar, typename Problem::x_scalar,
             typename Problem::y_scalar, typename Problem::compute_type,
             typename Problem::offset_type, typename Problem::index_type>(problem)
      .launch(exec);
}

template <class A, class X, class Y, class Compute, class Exec, class Offset, class Index>
KernelId planned_kernel(const SpmvPlanState<Exec, Offset, Index>& state) {
  using Problem = SpmvProblem<A, X, Y, Compute, Offset, Index>;
  const KernelId chosen{state.choice.kernel};
  if (takes_types<Exec, Problem>(tuned_kernels_t<Exec>{}, state.choice.kernel)) return chosen;
  if (state.options.backend == Backend::tuned ||
      (state.named_kernel && state.choice.kernel != csr_generic))
    throw_no_tuned_kernel(chosen, scalar_name<A>, scalar_name<X>, scalar_name<Y>);
  return {csr_generic};
}

template <class Exec, class A, class X, class Y, class Compute, class Offset, class Index>
void check_product(const Exec& exec, const SpmvPlanState<Exec, Offset, Index>& state,
                   const StoredPattern<Offset, Index>& stored,
                   const SpmvOperands<A, X, Y, Compute>&) {
  check_pattern("spmv", exec, state, stored);
  planned_kernel<A, X, Y, Compute>(state);  // throws where the plan insists on another one
}

template <class Exec, class A, class X, class Y, class Compute, class Offset, class Index>
KernelId run_plan(const Exec& exec, const SpmvPlanState<Exec, Offset, Index>& state,
                  const StoredPattern<Offset, Index>& stored,
                  const SpmvOperands<A, X, Y, Compute>& operands) {
  check_pattern("spmv", exec, state, stored);
  if (state.stored == stored) return run_planned(exec, state, operands);
  auto bound = state;  // PatternCheck::content found the pattern in other arrays
  bound.stored = stored;
  bound.pattern = pattern_in(state, stored);
  return run_planned(exec, bound, operands);
}

template <class Exec, class A, class X, class Y, class Compute, class Offset, class Index>
KernelId run_planned(const Exec& exec, const SpmvPlanState<Exec, Offset, Index>& state,
                     const SpmvOperands<A, X, Y, Compute>& operands) {
  const auto& stored = state.stored;
  SpmvProblem<A, X, Y, Compute, Offset, Index> problem{operands, state.pattern};
  const KernelId ran = planned_kernel<A, X, Y, Compute>(state);
  if (ran.name == csr_generic) {
    run_generic(exec, problem);
    if (logs_kernels()) log_product(ran, state.op, stored.num_rows, stored.num_cols, stored.nnz);
    return ran;
  }
  const bool reduces = operands.reductions != nullptr;
  const bool fuses = reductions_may_ride(operands);
  if (!fuses) problem.reductions = nullptr;
  const PreparedKernel& prepared = *state.prepared;
  const CallWorkspace<Exec> workspace(
      "spmv", "SpmvPlan", "filigree::spmv::workspace", exec, problem,
      prepared.workspace_bytes +
          (problem.reductions != nullptr ? prepared.reduction_workspace_bytes : 0));
  workspace.lend_to(problem);
  const bool fused = launch_tuned(tuned_kernels_t<Exec>{}, state.choice.kernel, exec, problem,
                                  state.compressed.indices(), &prepared);
  if (reduces && !(fuses && fused)) {
    problem.reductions = operands.reductions;
    run_reductions(exec, result_length(problem.pattern), problem);
  }
  if (logs_kernels()) log_product(ran, state.op, stored.num_rows, stored.num_cols, stored.nnz);
  return ran;
}

/// One product whose stored arrays are rows of op(A).
template <class Exec, class Problem>
KernelId run_gather_once(const Exec& exec, const Problem& problem, const SpmvOptions& options) {
  SpmvInput input = pattern_input(problem.pattern, sizeof(typename Problem::matrix_scalar));
  input.planned = false;
  input.on_host = is_host_execution_v<Exec>;
  input.device = device_limits(exec);
  const auto candidates = kernel_candidates<Exec, Problem>(tuned_kernels_t<Exec>{}, input);
  const std::string_view kernel =
      choose_kernel("spmv", options.backend, options.kernel, csr_generic, candidates.span());
  if (kernel == csr_generic)
    run_generic(exec, problem);
  else
    launch_tuned(tuned_kernels_t<Exec>{}, kernel, exec, problem, CompressedIndices{}, nullptr);
  return {kernel};
}

/// One product that scatters, by what every format and type has: on a host with sums of each
/// thread's own, on a device by atomics.
template <class Exec, class A, class X, class Y, class Compute, class Offset, class Index>
void run_generic_scatter(const Exec& exec, const NormalisedOp& op,
                         const StoredPattern<Offset, Index>& stored,
                         const SpmvOperands<A, X, Y, Compute>& operands) {
  if constexpr (is_host_execution_v<Exec>) {
    if (stored.is_coo() && op.transposed && op.filter.keeps_all()) {
      const std::int64_t parts =
          operands.may_allocate ? own_sums_parts(exec, stored.num_cols, stored.nnz) : 1;
      using Walk = TransposedEntries<Offset, Index>;
      ScatterHost<Exec, Walk, A, X, Y, Compute>(op, Walk{{stored}, op.conjugate}, operands,
                                                stored.num_cols, parts)
          .launch(exec);
    } else {
      launch_scatter_host(exec, op, stored, operands);
    }
  } else {
    SpmvScatter<Exec, A, X, Y, Compute, Offset, Index>(op, stored, operands).launch(exec);
  }
}

/// One product that scatters: tuned where a kernel is there for it, else generic.
template <class Exec, class A, class X, class Y, class Compute, class Offset, class Index>
KernelId run_scatter_once(const Exec& exec, const NormalisedOp& op,
                          const StoredPattern<Offset, Index>& stored,
                          const SpmvOperands<A, X, Y, Compute>& operands,
                          const SpmvOptions& options) {
  using Problem = SpmvProblem<A, X, Y, Compute, Offset, Index>;
  using Tuned = typename TunedScatter<Exec>::type;
  if constexpr (Tuned::template takes<Problem>) {
    if (options.backend != Backend::generic && !stored.is_coo() && !op.mirrored) {
      // A as it is stored, row by row (of A^T where it is stored by columns).
      NormalisedOp as_stored = op;
      as_stored.transposed = stored.format == StoredFormat::csc;
      const Problem problem{operands, stored_gather(as_stored, stored)};
      SpmvInput input = pattern_input(problem.pattern, sizeof(A));
      input.device = device_limits(exec);
      if (Tuned::can_implement(input)) {
        if constexpr (!is_host_execution_v<Exec>)  // the host's kernel stores beta y itself
          SpmvScatter<Exec, A, X, Y, Compute, Offset, Index>(op, stored, operands).scale(exec);
        const std::string_view name = tuned_scatter<Exec>(options.kernel);
        Tuned::launch(exec, problem, name);
        return {name};
      }
    }
  }
  if (options.backend == Backend::tuned || !options.kernel.empty()) return {};
  run_generic_scatter(exec, op, stored, operands);
  return {stored.is_coo() ? "coo_scatter" : "csr_scatter"};
}

/// One product that needs no plan: of rows of op(A) that are stored, or that scatters. Nothing runs
/// where it needs one.
template <class Exec, class A, class X, class Y, class Compute, class Offset, class Index>
KernelId run_stored_once(const Exec& exec, const NormalisedOp& op,
                         const StoredPattern<Offset, Index>& stored,
                         const SpmvOperands<A, X, Y, Compute>& operands,
                         const SpmvOptions& options) {
  if (is_gather(op, stored.format))
    return run_gather_once(
        exec, SpmvProblem<A, X, Y, Compute, Offset, Index>{operands, stored_gather(op, stored)},
        options);
  if constexpr (scatters_in_one_call<Exec, Y, Compute>) {
    if (!options.deterministic &&
        (options.kernel.empty() || !tuned_scatter<Exec>(options.kernel).empty()))
      return run_scatter_once(exec, op, stored, operands, options);
  }
  return {};
}

template <class Exec, class A, class X, class Y, class Compute, class Offset, class Index>
KernelId run_once(const Exec& exec, Op op, const StoredPattern<Offset, Index>& stored,
                  const SpmvOperands<A, X, Y, Compute>& operands, const SpmvOptions& options) {
  const NormalisedOp normal = normalise(op, stored.properties);
  KernelId ran;
  if constexpr (is_host_execution_v<Exec>) {
    // Entries of A^T x are added one by one, which finding rows would not speed up; nor would it
    // where a single thread adds to the result itself.
    const bool gains = !normal.transposed && (!normal.mirrored || exec.concurrency() > 1);
    if (stored.is_coo() && options.backend != Backend::generic && options.kernel.empty() &&
        operands.may_allocate && gains) {
      const SortedRows rows(exec, stored);
      if (rows.exist()) ran = run_stored_once(exec, normal, rows.stored(), operands, options);
    }
  }
  if (ran.name.empty()) ran = run_stored_once(exec, normal, stored, operands, options);
  if (ran.name.empty())
    return run_plan(exec, *make_plan(exec, op, stored, scalar_kind<A>, options), stored, operands);
  if (logs_kernels()) log_product(ran, op, stored.num_rows, stored.num_cols, stored.nnz);
  return ran;
}

}  // namespace filigree::detail
