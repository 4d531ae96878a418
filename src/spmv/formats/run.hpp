// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <type_traits>

#include <filigree/core/log.hpp>
#include <filigree/detail/call_workspace.hpp>
#include <filigree/detail/spmv_row_gather.hpp>
#include <spmv/formats/plan.hpp>
#include <spmv/formats/plan_state.hpp>
#include <spmv/formats/tuned.hpp>
#include <spmv/host/scatter_host.hpp>
#include <spmv/messages.hpp>
#include <spmv/reduce.hpp>
#include <spmv/scatter.hpp>

/// The products of formats with a row visitor: run_plan and run_once, which spmv_format_front.hpp
/// declares.

namespace filigree::detail {

/// z += alpha op(A) x for each entry of A by itself.
template <class Exec, class Problem>
struct SpmvRowScatter {
  using Compute = typename Problem::compute_type;

  NormalisedOp op;
  Problem problem;

  void launch(const Exec& exec) const {
    using Range = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;
    const auto& rows = problem.rows;
    scale_result(exec, op.transposed ? rows.num_cols : rows.num_rows, op.unit_diagonal, problem);
    Kokkos::parallel_for(RowKernelNames<typename Problem::rows_type>::scatter_label,
                         light_weight(Range(exec, 0, num_stored_rows(rows))), *this);
  }

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t k) const {
    const Compute alpha = problem.alpha.get();
    if (alpha == Compute{}) return;
    const std::int64_t row = problem.rows.row_of(k);
    problem.rows.for_each(k, [&](const std::int64_t col, const std::int64_t place) {
      scatter_entry(op, problem, alpha, row, col, place);
    });
  }
};

template <class Rows, class A, class X, class Y, class Compute>
auto rows_problem(const StoredRows<Rows>& stored, const NormalisedOp& normal,
                  const SpmvOperands<A, X, Y, Compute>& operands) {
  return SpmvRowsProblem<kernel_rows_t<Rows>, A, X, Y, Compute>{operands, normal.actions(),
                                                                kernel_rows(stored), stored.nnz};
}

/// Runs the tuned kernel of that name, the generic one where it is none or not there for the types
/// of the problem. Returns the name of what ran. Reductions ride along or follow.
template <class Exec, class Problem>
std::string_view launch_rows(const Exec& exec, std::string_view kernel, Problem problem) {
  using Rows = typename Problem::rows_type;
  auto* const reductions = problem.reductions;
  if (!reductions_may_ride(problem)) problem.reductions = nullptr;
  bool fused = false;
  std::string_view ran;
  visit_format_kernel(format_kernels_t<Exec, Rows>{}, kernel, [&]<class Kernel>() {
    if constexpr (Kernel::template takes<Problem>) {
      Kernel::launch(exec, problem);
      fused = Kernel::fuses_reductions && problem.reductions != nullptr;
      ran = kernel;
    }
  });
  if (ran.empty()) {
    fused = SpmvRowGather<Exec, Problem>(problem).launch(exec);
    ran = RowKernelNames<Rows>::gather;
  }
  if (reductions != nullptr && !fused) {
    problem.reductions = reductions;
    run_reductions(exec, problem.rows.num_rows, problem);
  }
  return ran;
}

/// Runs a plan whose stored rows scatter. Returns the name of what ran.
template <class Exec, class Rows, class Problem>
std::string_view launch_planned_scatter([[maybe_unused]] const Exec& exec,
                                        const SpmvFormatPlanState<Exec, Rows>& state,
                                        [[maybe_unused]] Problem problem) {
  if constexpr (is_host_execution_v<Exec>) {
    auto* const reductions = problem.reductions;
    const bool fuses =
        reductions_may_ride(problem) && !std::is_integral_v<typename Problem::compute_type>;
    if (!fuses) problem.reductions = nullptr;
    const CallWorkspace<Exec> workspace("spmv", "SpmvPlan", "filigree::spmv::workspace", exec,
                                        problem, plan_workspace_bytes(state));
    workspace.lend_to(problem);
    launch_planned_scatter_host(exec, state.normal, problem, state.windows.windows());
    problem.reductions = reductions;
    if (reductions != nullptr && !fuses) run_reductions(exec, problem.rows.num_cols, problem);
  }
  return state.choice.kernel;
}

/// Whether the plan's kernel is there for the types of a product.
template <class Exec, class Problem>
bool takes_types_of(std::string_view kernel) {
  bool result = kernel == RowKernelNames<typename Problem::rows_type>::gather;
  visit_format_kernel(format_kernels_t<Exec, typename Problem::rows_type>{}, kernel,
                      [&]<class Kernel>() { result = Kernel::template takes<Problem>; });
  return result;
}

template <class A, class X, class Y, class Compute, class Exec, class Rows>
KernelId planned_kernel(const SpmvFormatPlanState<Exec, Rows>& state) {
  using Problem = SpmvRowsProblem<kernel_rows_t<Rows>, A, X, Y, Compute>;
  if (state.is_rewritten())
    return visit_rewritten(state, KernelId{},
                           [](const auto& plan) { return planned_kernel<A, X, Y, Compute>(plan); });
  if (state.scatters() || takes_types_of<Exec, Problem>(state.choice.kernel))
    return plan_kernel(state);
  if (state.options.backend == Backend::tuned || state.named_kernel)
    throw_no_tuned_kernel({state.choice.kernel}, scalar_name<A>, scalar_name<X>, scalar_name<Y>);
  return {row_kernel_names<Rows>::gather};
}

template <class Exec, class Rows, class A, class X, class Y, class Compute>
KernelId run_plan(const Exec& exec, const SpmvFormatPlanState<Exec, Rows>& state,
                  const StoredRows<Rows>& stored, const SpmvOperands<A, X, Y, Compute>& operands) {
  check_pattern("spmv", exec, state, stored);
  if (state.is_rewritten())
    return visit_rewritten(state, KernelId{},
                           [&](const auto& plan) { return run_planned(exec, plan, operands); });
  const KernelId kernel = planned_kernel<A, X, Y, Compute>(state);
  const auto problem = rows_problem(stored, state.normal, operands);
  const KernelId ran{state.scatters() ? launch_planned_scatter(exec, state, problem)
                                      : launch_rows(exec, kernel.name, problem)};
  if (logs_kernels()) log_product(ran, state.op, stored.num_rows, stored.num_cols, stored.nnz);
  return ran;
}

/// One product that reads the format as it is.
template <class Exec, class Problem>
KernelId run_rows_once(const Exec& exec, const NormalisedOp& normal, const Problem& problem,
                       Backend backend) {
  FormatInput input =
      format_input(exec, normal, problem.nnz, sizeof(typename Problem::matrix_scalar), backend);
  input.planned = false;
  using Rows = typename Problem::rows_type;
  const std::string_view kernel = select_format_kernel(
      format_kernels_t<Exec, Rows>{}, input, problem.rows, RowKernelNames<Rows>::gather,
      []<class Kernel>() { return Kernel::template takes<Problem>; });
  return {launch_rows(exec, kernel, problem)};
}

/// One product on a host that scatters. To find a plan's windows first is worth it where columns
/// lie side by side as they are read, which Ell's do not.
template <class Exec, class Problem>
void launch_scatter_once(const Exec& exec, const NormalisedOp& normal, Problem problem,
                         std::int64_t places) {
  const auto& rows = problem.rows;
  const std::int64_t parts = host_parts(exec, places + rows.num_rows);
  const bool is_ell = requires { rows.ell_width; };
  if (!is_ell && parts > 1 && may_scatter<Exec>(normal) && normal.filter.keeps_all()) {
    const auto windows = plan_scatter_host("spmv", exec, normal, rows, parts);
    if (column_sums_fit(windows.num_sums, places)) {
      using Compute = typename Problem::compute_type;
      const CallWorkspace<Exec> workspace(
          "spmv", "SpmvPlan", "filigree::spmv::column_sums", exec, problem,
          windowed_workspace_bytes<Compute>(windows.parts, windows.num_sums));
      workspace.lend_to(problem);
      return launch_planned_scatter_host(exec, normal, problem, windows.windows());
    }
  }
  launch_scatter_host(exec, normal, problem);
}

template <class Exec, class Rows, class A, class X, class Y, class Compute>
KernelId run_once(const Exec& exec, Op op, const StoredRows<Rows>& stored,
                  const SpmvOperands<A, X, Y, Compute>& operands, const SpmvOptions& options) {
  const NormalisedOp normal = normalise(op, stored);
  check_mask("spmv", op, normal, stored);
  const auto problem = rows_problem(stored, normal, operands);
  KernelId ran;
  if (is_gather(normal)) {
    ran = run_rows_once(exec, normal, problem, options.backend);
  } else {
    if constexpr (scatters_in_one_call<Exec, Y, Compute>) {
      if (!options.deterministic && options.backend != Backend::tuned) {
        if constexpr (is_host_execution_v<Exec>)
          launch_scatter_once(exec, normal, problem, stored.num_places);
        else
          SpmvRowScatter<Exec, std::remove_const_t<decltype(problem)>>{normal, problem}.launch(
              exec);
        ran = {row_kernel_names<Rows>::scatter};
      }
    }
    if (ran.name.empty())
      return run_plan(exec, *make_plan(exec, op, stored, scalar_kind<A>, options), stored,
                      operands);
  }
  if (logs_kernels()) log_product(ran, op, stored.num_rows, stored.num_cols, stored.nnz);
  return ran;
}

}  // namespace filigree::detail
