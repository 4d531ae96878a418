// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <array>
#include <cmath>
#include <span>
#include <string>

#include <core/refuse.hpp>
#include <filigree/core/log.hpp>
#include <filigree/detail/call_workspace.hpp>
#include <spmm/generic.hpp>
#include <spmm/host/scatter_host.hpp>
#include <spmm/kernel_names.hpp>
#include <spmm/messages.hpp>
#include <spmm/select.hpp>
#include <spmm/tuned.hpp>

/// The products themselves: run_spmm, explain_spmm and run_spmm_scatter, which spmm_front.hpp
/// declares.

namespace filigree::detail {

template <class Index>
bool reads_through_index(const GatherRows<Index>& rows) {
  return rows.has_value_index;
}
template <class Rows>
bool reads_through_index(const Rows&) {
  return false;
}

/// Whether all matrices of a batch begin at multiples of 16 bytes.
template <class T>
bool is_aligned(const T* data, std::int64_t batch_stride, std::int64_t batch_count) {
  const auto stride = batch_count > 1 ? std::uintptr_t(batch_stride) * sizeof(T) : 0;
  return (reinterpret_cast<std::uintptr_t>(data) | stride) % 16 == 0;
}

template <class Exec, class Problem>
SpmmInput spmm_input(const Exec& exec, const Problem& problem, const SpmmRun<Exec>& run) {
  const auto& matrix = problem.matrix;
  SpmmInput input;
  if (run.prepared != nullptr) {
    input = run.prepared->input(problem.values_in_order);
  } else {
    input.planned = false;
    input.index_bytes = sizeof(typename Problem::rows_type::index_type);
    input.device = device_limits(exec);
    PatternStatistics& s = input.statistics;
    s.num_rows = matrix.rows.num_rows;
    s.num_cols = matrix.rows.num_cols;
    s.nnz = matrix.nnz;
    s.mean_row_length = double(s.nnz) / double(std::max<std::int64_t>(1, s.num_rows));
    set_block_shape(input, matrix.rows);
  }
  input.on_host = is_host_execution_v<Exec>;
  input.backend = run.backend;
  input.kernel = run.kernel;
  input.math_mode = run.math_mode;
  input.num_columns = problem.num_columns;
  input.batch_count = problem.batch_count;
  input.own_patterns = matrix.strides.are_own;
  if (problem.num_columns > 1) {  // a single column is whatever suits
    input.b_layout = dense_layout(problem.B.row_stride, problem.B.col_stride);
    input.c_layout = dense_layout(problem.C.row_stride, problem.C.col_stride);
  }
  input.b_ld =
      input.b_layout == DenseLayout::row_major ? problem.B.row_stride : problem.B.col_stride;
  input.aligned = is_aligned(problem.values, problem.values_stride, problem.batch_count) &&
                  is_aligned(problem.B.data, problem.B.batch_stride, problem.batch_count);
  constexpr auto b_bytes = std::int64_t(sizeof(*problem.B.data));
  input.b_alignment =
      cuda::address_step(reinterpret_cast<std::uintptr_t>(problem.B.data), input.b_ld * b_bytes,
                         problem.batch_count > 1 ? problem.B.batch_stride * b_bytes : 0);
  input.has_workspace = problem.workspace != nullptr;
  input.has_value_index = reads_through_index(matrix.rows);
  input.filtered = !matrix.filter.keeps_all();
  input.unit_diagonal = matrix.unit_diagonal;
  input.scalar_bytes = sizeof(typename Problem::matrix_scalar);
  input.conjugates = is_complex_v<typename Problem::matrix_scalar> &&
                     (problem.B.conjugate || matrix.conjugate != problem.conjugate);
  return input;
}

/// The tuned kernels that take a product.
template <class Exec, class Problem>
KernelCandidates spmm_candidates(const SpmmInput& input) {
  if (input.own_patterns) return {};
  return kernel_candidates<Exec, Problem>(spmm_kernels_t<Exec, typename Problem::rows_type>{},
                                          input);
}

/// What run_spmm would run. `as_stored`: what is read of the pattern if its rows are read as the
/// problem has them.
template <class Exec, class Rows, class A, class B, class C, class Compute>
ProductChoice choose_spmm(const Exec& exec, const SpmmProblem<Rows, A, B, C, Compute>& problem,
                          const SpmmRun<Exec>& run, const PatternRead& as_stored) {
  using Problem = SpmmProblem<Rows, A, B, C, Compute>;
  const SpmmInput input = spmm_input(exec, problem, run);
  const auto candidates = spmm_candidates<Exec, Problem>(input);
  ProductChoice choice;
  choice.kernel =
      select_spmm_kernel(input, spmm_generic_name(problem.matrix.rows), candidates.span());
  choice.reason = choice_reason(run.backend, run.kernel, candidates.count());
  choice.pattern = as_stored;
  for_each_kernel(spmm_kernels_t<Exec, Rows>{}, [&]<class Kernel>() {
    if (Kernel::name != choice.kernel) return;
    choice.workspace_bytes = Kernel::workspace_bytes(input);
    if (run.prepared != nullptr)
      choice.pattern = Kernel::pattern_read(input, *run.prepared, as_stored);
  });
  return choice;
}

template <class Exec, class Rows, class A, class B, class C, class Compute>
ExplainedSpmm explain_spmm(const Exec& exec, const SpmmProblem<Rows, A, B, C, Compute>& problem,
                           const SpmmRun<Exec>& run, const SpmmPlanFacts& facts) {
  const auto& rows = problem.matrix.rows;
  const std::int64_t columns = problem.num_columns, batch = problem.batch_count;
  const ProductChoice choice =
      facts.choice != nullptr ? *facts.choice : choose_spmm(exec, problem, run, facts.as_stored);
  ExplainedSpmm result;
  result.entries = facts.entries;
  result.result_bytes = rows.num_rows * columns * batch * std::int64_t(sizeof(C));
  SpmmExplanation& e = result.explanation;
  e.format = facts.format;
  set_choice(choice, facts.entries, e);
  const std::int64_t num_values = problem.values_in_order ? problem.matrix.nnz : facts.num_values;
  e.bytes_moved =
      result.result_bytes + std::llround(choice.pattern.bytes) +
      num_values * matrices_read(problem.values_stride, batch) * std::int64_t(sizeof(A)) +
      rows.num_cols * columns * matrices_read(problem.B.batch_stride, batch) *
          std::int64_t(sizeof(B));
  e.plan_bytes = facts.plan_bytes;
  e.build_seconds = facts.build_seconds;
  const std::int64_t one_pattern = problem.matrix.strides.are_own ? 1 : batch;
  e.operations = operations_a_term<Compute> * facts.entries * columns * one_pattern;
  return result;
}

template <class Exec, class Problem>
void launch_spmm(const Exec& exec, std::string_view kernel, const SpmmInput& input, Problem problem,
                 const SpmmRun<Exec>& run) {
  bool launched = false;
  for_each_kernel(spmm_kernels_t<Exec, typename Problem::rows_type>{}, [&]<class Kernel>() {
    if constexpr (Kernel::template takes<Exec, Problem>) {
      if (Kernel::name != kernel) return;
      const SpmmPrepared<Exec> none;
      const CallWorkspace<Exec> workspace("spmm", "SpmmPlan", "filigree::spmm::workspace", exec,
                                          problem, Kernel::workspace_bytes(input));
      workspace.lend_to(problem);
      Kernel::launch(exec, problem, input.planned ? *run.prepared : none);
      launched = true;
    }
  });
  if (!launched) SpmmGather<Exec, Problem>(problem).launch(exec);
}

template <class Exec, class Rows, class A, class B, class C, class Compute>
KernelId run_spmm(const Exec& exec, const SpmmProblem<Rows, A, B, C, Compute>& problem,
                  const SpmmRun<Exec>& run) {
  using Problem = SpmmProblem<Rows, A, B, C, Compute>;
  const SpmmInput input = spmm_input(exec, problem, run);
  const std::string_view kernel = select_spmm_kernel(input, spmm_generic_name(problem.matrix.rows),
                                                     spmm_candidates<Exec, Problem>(input).span());
  const auto& rows = problem.matrix.rows;
  if (rows.num_rows > 0 && problem.num_columns > 0 && problem.batch_count > 0)
    launch_spmm(exec, kernel, input, problem, run);
  if (logs_kernels())
    log_spmm(kernel, rows.num_rows, rows.num_cols, problem.matrix.nnz, problem.num_columns,
             problem.batch_count);
  return {kernel};
}

template <class Exec, class Index, class A, class B, class C, class Compute>
KernelId run_spmm_scatter(const Exec& exec, const OneShotWalk<Index>& walk,
                          const SpmmOperands<A, B, C, Compute>& operands) {
  const auto& rows = walk.matrix.rows;
  if (rows.num_rows > 0 && operands.num_columns > 0 && operands.batch_count > 0) {
    if constexpr (is_host_execution_v<Exec>)
      SpmmScatterHost<Exec, Index, SpmmOperands<A, B, C, Compute>>(walk, operands).launch(exec);
    else
      SpmmScatter<Exec, Index, SpmmOperands<A, B, C, Compute>>{walk, operands}.launch(exec);
  }
  if (logs_kernels())
    log_spmm(spmm_scatter_name, rows.num_rows, rows.num_cols, walk.matrix.nnz, operands.num_columns,
             operands.batch_count);
  return {spmm_scatter_name};
}

}  // namespace filigree::detail
