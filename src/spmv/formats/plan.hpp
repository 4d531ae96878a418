// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <limits>
#include <string>

#include <filigree/core/error.hpp>
#include <filigree/core/log.hpp>
#include <filigree/detail/explain_front.hpp>
#include <spmv/formats/plan_state.hpp>
#include <spmv/formats/tuned.hpp>
#include <spmv/listed_rows.hpp>

/// Plans for formats with a row visitor, as plan.cpp makes them for CSR.

namespace filigree::detail {

/// The entries of a row that a filter drops.
template <class Rows>
struct CountDropped {
  Rows rows;
  EntryFilter filter;

  KOKKOS_FUNCTION void operator()(const std::int64_t k, std::int64_t& sum) const {
    const std::int64_t row = rows.row_of(k);
    if (row >= rows.num_rows) return;
    rows.for_each(
        k, [&](const std::int64_t col, std::int64_t) { sum += filter.keeps(row, col) ? 0 : 1; });
  }
};

/// Whether a filter drops any entry. Waits for the device.
template <class Exec, class Rows>
bool drops_entries(const Exec& exec, const Rows& rows, const EntryFilter& filter) {
  if (filter.keeps_all()) return false;
  std::int64_t dropped = 0;
  Kokkos::parallel_reduce(
      "filigree::spmv::count_dropped",
      Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, num_stored_rows(rows)),
      CountDropped<Rows>{rows, filter}, dropped);
  return dropped > 0;
}

template <class Exec>
FormatInput format_input(const Exec& exec, const NormalisedOp& normal, std::int64_t nnz,
                         std::size_t scalar_bytes, Backend backend) {
  FormatInput input;
  input.on_host = is_host_execution_v<Exec>;
  input.backend = backend;
  input.nnz = nnz;
  input.filtered = !normal.filter.keeps_all();
  input.unit_diagonal = normal.unit_diagonal;
  input.conjugate = normal.conjugate;
  input.scalar_bytes = scalar_bytes;
  input.device = device_limits(exec);
  return input;
}

/// A CSR plan over the rows of op(A), with 32-bit offsets where they are enough.
template <class Exec, class Rows>
void rewrite_rows(const Exec& exec, std::string_view kernel,
                  SpmvFormatPlanState<Exec, Rows>& state) {
  using Index = typename Rows::index_type;
  const auto listed = list_rows(exec, state.stored.rows);
  SpmvOptions options = state.options;
  options.kernel = kernel;
  options.pattern_check = PatternCheck::identity;  // of the format's own arrays, not of these
  constexpr std::int64_t limit = std::numeric_limits<std::int32_t>::max();
  if (sizeof(Index) == 4 && state.stored.num_places < limit && 2 * listed.count < limit)
    state.rewritten = plan_of_rows<Exec, std::int32_t, Index>(exec, state.op, state.normal, listed,
                                                              state.scalar, options);
  else
    state.rewritten = plan_of_rows<Exec, std::int64_t, Index>(exec, state.op, state.normal, listed,
                                                              state.scalar, options);
}

template <class Exec, class Rows>
void choose_format_kernel(const Exec& exec, std::string_view kernel,
                          SpmvFormatPlanState<Exec, Rows>& state) {
  using Kernels = format_kernels_t<Exec, kernel_rows_t<Rows>>;
  const auto rows = kernel_rows(state.stored);
  if (!drops_entries(exec, rows, state.normal.filter)) state.normal.filter = {};
  FormatInput input =
      format_input(exec, state.normal, state.stored.nnz, state.scalar.bytes, state.options.backend);
  input.kernel = kernel;
  const std::string_view generic = row_kernel_names<Rows>::gather;
  KernelChoice& choice = state.choice;
  choice.kernel = select_format_kernel(Kernels{}, input, rows, generic, [&]<class Kernel>() {
    return takes_own_scalar<Kernel, kernel_rows_t<Rows>>(state.scalar.name);
  });
  if (state.named_kernel)
    choice.reason = "asked for by name";
  else if (input.backend == Backend::generic)
    choice.reason = "asked for";
  else
    choice.reason = choice.kernel == generic
                        ? "no tuned kernel takes this matrix and scalar type here"
                        : "reads the format as it is";
}

/// The name of the kernel of rows that scatter.
template <class Rows>
inline constexpr std::string_view transposed_host = RowKernelNames<kernel_rows_t<Rows>>::transposed;

/// Plans rows that add to the sums of their columns, where they may and it is expected to be faster
/// than rows of op(A) whose values are gathered by place, each from a line of memory of its own.
/// Returns whether it did.
template <class Exec, class Rows>
bool use_scatter([[maybe_unused]] const Exec& exec, [[maybe_unused]] std::string_view kernel,
                 [[maybe_unused]] SpmvFormatPlanState<Exec, Rows>& state) {
  if constexpr (is_host_execution_v<Exec>) {
    const auto rows = kernel_rows(state.stored);
    const bool named = kernel == transposed_host<Rows>;
    const bool wanted = kernel.empty() ? state.options.backend != Backend::generic : named;
    if (!wanted || !may_scatter<Exec>(state.normal)) return false;
    NormalisedOp normal = state.normal;
    if (!drops_entries(exec, rows, normal.filter)) normal.filter = {};
    const std::int64_t places = state.stored.num_places;
    if (!normal.filter.keeps_all()) return false;
    const auto windows = plan_scatter_host("spmv_plan", exec, normal, rows,
                                           host_parts(exec, places + rows.num_rows));
    if (!column_sums_fit(windows.num_sums, places)) return false;
    constexpr double line_bytes = 64, sum_bytes = 16;
    const double scattered = double(state.scalar.bytes) * double(places) +
                             double(state.stored.pattern_bytes) +
                             sum_bytes * double(windows.num_sums);
    const double gathered =
        (line_bytes + 2 * sizeof(typename Rows::index_type)) * double(state.stored.nnz);
    KernelCandidates candidates;
    candidates.add(transposed_host<Rows>, seconds_of_host_bytes(scattered));
    if (!named) candidates.add(csr_generic, seconds_of_host_bytes(gathered));
    if (choose_kernel("spmv_plan", state.options.backend, {}, csr_generic, candidates.span()) ==
        csr_generic)
      return false;
    state.normal = normal;
    state.windows = windows;
    state.choice = {
        transposed_host<Rows>,
        named ? "asked for by name" : "the stored rows add to each thread's sums of columns"};
    return true;
  }
  return false;
}

template <class Exec, class Rows>
std::shared_ptr<const SpmvFormatPlanState<Exec, Rows>> make_plan(const Exec& exec, Op op,
                                                                 const StoredRows<Rows>& stored,
                                                                 const ScalarKind& scalar,
                                                                 const SpmvOptions& options) {
  const ScopedRegion region("filigree::spmv_plan");
  const Kokkos::Timer timer;
  const auto state = std::make_shared<SpmvFormatPlanState<Exec, Rows>>();
  state->made_for(op, stored, scalar, options);
  state->normal = normalise(op, stored);
  check_mask("spmv_plan", op, state->normal, stored);
  if (is_gather(state->normal))
    choose_format_kernel(exec, options.kernel, *state);
  else if (!use_scatter(exec, options.kernel, *state))
    rewrite_rows(exec, options.kernel, *state);
  state->keep_checksum(exec);
  // Other streams may use the plan from now on.
  exec.fence("filigree::spmv::make_plan");
  state->build_seconds = timer.seconds();
  if (log_enabled(LogKind::info)) log(LogKind::info, "spmv_plan", explain_plan(*state).text());
  return state;
}

template <class Exec, class Rows>
KernelId plan_kernel(const SpmvFormatPlanState<Exec, Rows>& state) {
  const KernelId own{state.choice.kernel};
  return visit_rewritten(state, own, [](const auto& plan) { return plan_kernel(plan); });
}

template <class Exec, class Rows>
std::size_t plan_workspace_bytes(const SpmvFormatPlanState<Exec, Rows>& state) {
  if (state.scatters())
    return windowed_workspace_bytes<complex_double>(state.windows.parts, state.windows.num_sums);
  return visit_rewritten(state, std::size_t(0),
                         [](const auto& plan) { return plan_workspace_bytes(plan); });
}

template <class Exec, class Rows>
std::int64_t plan_bytes(const SpmvFormatPlanState<Exec, Rows>& state) {
  return visit_rewritten(state, state.windows.memory_bytes(),
                         [](const auto& plan) { return plan_bytes(plan); });
}

template <class Exec, class Rows>
Op plan_op(const SpmvFormatPlanState<Exec, Rows>& state) {
  return state.op;
}

/// What a product that reads the format as it is moves.
template <class Exec, class Rows>
SpmvExplanation explain_stored(const SpmvFormatPlanState<Exec, Rows>& state) {
  const auto& stored = state.stored;
  const auto scalar_bytes = std::int64_t(state.scalar.bytes);
  const std::int64_t vectors = scalar_bytes * (stored.num_rows + stored.num_cols);
  constexpr auto index_bytes = std::int64_t(sizeof(typename Rows::index_type));
  SpmvExplanation result;
  result.encoding = "raw";
  result.reason = state.choice.reason;
  result.index_bytes_per_nnz =
      double(stored.pattern_bytes) / double(std::max<std::int64_t>(1, stored.nnz));
  result.bytes_moved = vectors + scalar_bytes * stored.num_places + stored.pattern_bytes;
  result.csr_bytes_moved =
      vectors + (scalar_bytes + index_bytes) * stored.nnz + index_bytes * (stored.num_rows + 1);
  result.plan_bytes = plan_bytes(state);
  set_expected_time(Exec(), result);
  return result;
}

template <class Exec, class Rows>
SpmvExplanation explain_plan(const SpmvFormatPlanState<Exec, Rows>& state) {
  SpmvExplanation result =
      state.is_rewritten() ? visit_rewritten(state, SpmvExplanation{},
                                             [](const auto& plan) { return explain_plan(plan); })
                           : explain_stored(state);
  if (state.is_rewritten()) result.reason = "rows of op(A) are rewritten; " + result.reason;
  result.format = state.stored.format;
  result.kernel = plan_kernel(state).name;
  result.build_seconds = state.build_seconds;
  return result;
}

template <class Exec, class Rows>
void check_contents(std::string_view operation, const Exec& exec,
                    const SpmvFormatPlanState<Exec, Rows>& state, const StoredRows<Rows>& stored) {
  check_planned_contents(operation, exec, state, stored);
}

/// Rows that a plan wrote are its own.
template <class Exec, class Rows>
std::shared_ptr<const SpmvFormatPlanState<Exec, Rows>> bind_plan(
    const std::shared_ptr<const SpmvFormatPlanState<Exec, Rows>>& state,
    const StoredRows<Rows>& stored) {
  if (state->stored == stored) return state;
  const auto bound = std::make_shared<SpmvFormatPlanState<Exec, Rows>>(*state);
  bound->stored = stored;
  return bound;
}

template <class Exec, class Rows>
PlannedRows<typename Rows::index_type> checked_planned_rows(
    std::string_view operation, const Exec& exec, const SpmvFormatPlanState<Exec, Rows>& state,
    const StoredRows<Rows>& stored) {
  check_pattern(operation, exec, state, stored);
  PlannedRows<typename Rows::index_type> result;
  result.is_stored = !state.is_rewritten();
  result.set_actions(state.normal);
  result.narrow.scatters = state.scatters();
  result.is_wide = state.rewritten.index() == 2;
  if (state.rewritten.index() == 1) result.narrow = std::get<1>(state.rewritten)->pattern;
  if (result.is_wide) result.wide = std::get<2>(state.rewritten)->pattern;
  return result;
}

}  // namespace filigree::detail
