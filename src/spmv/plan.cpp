// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <limits>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>

#include <filigree/core/log.hpp>
#include <pattern/hot_columns.hpp>
#include <spmv/checksum.hpp>
#include <spmv/normalise.hpp>
#include <spmv/plan_state.hpp>
#include <spmv/rewrite.hpp>

namespace filigree::detail {
namespace {

template <class Exec, class Offset, class Index>
void normalise_pattern(const Exec& exec, const NormalisedOp& op, SpmvPlanState<Exec, Offset, Index>& state) {
  if (!is_gather(op, state.stored.format)) {
    auto rewritten = rewrite_pattern(exec, op, state.stored);
    state.pattern = rewritten.pattern;
    state.row_offsets = rewritten.row_offsets;
    state.col_indices = rewritten.col_indices;
    state.value_index = rewritten.value_index;
    return;
  }
  state.pattern = stored_gather(op, state.stored);
  // A triangle stored without anything else needs no test of every entry.
  if (!state.pattern.filter.keeps_all() &&
      count_acting(exec, op, list_entries(exec, state.stored)) == state.stored.nnz)
    state.pattern.filter = {};
}

template <class Exec, class Offset, class Index>
SelectInput select_input(const Exec& exec, const SpmvPlanState<Exec, Offset, Index>& state) {
  SelectInput input = pattern_input(state.pattern, state.scalar.bytes);
  input.statistics = state.statistics;
  input.on_host = is_host_execution_v<Exec>;
  input.backend = state.options.backend;
  input.device = device_limits(exec);
  return input;
}

template <class Exec, class Offset, class Index>
void compress(const Exec& exec, SelectInput& input, SpmvPlanState<Exec, Offset, Index>& state) {
  const bool wanted = state.options.compress && state.options.backend != Backend::generic && !input.filtered &&
                      state.pattern.nnz > 0 && (input.on_host || !input.has_value_index) &&
                      reads_compressed<Exec, Offset, Index>(tuned_kernels_t<Exec>{}, state.scalar.name);
  if (!wanted) return;
  exec.fence("filigree::spmv::compress");
  const Kokkos::Timer timer;
  state.compressed = compress_pattern(exec, state.pattern, compression_options(exec, state.statistics));
  exec.fence("filigree::spmv::compress");
  state.compress_seconds = timer.seconds();
  if (!state.compressed.is_compressed()) return;
  input.compressed_index_bytes = state.compressed.index_bytes;
  std::copy_n(state.compressed.entries_of, num_index_encodings, input.entries_of.begin());
}

/// Looks for columns that are worth keeping close by, where gathers of x will limit the product: on a
/// large pattern whose columns are no smaller in a plan.
template <class Exec, class Offset, class Index>
void find_hot_columns(const Exec& exec, SelectInput& input, SpmvPlanState<Exec, Offset, Index>& state) {
  const std::int64_t capacity = hot_column_capacity(exec, state.scalar);
  const auto& pattern = state.pattern;
  const bool can = capacity > 0 && !input.filtered && !input.has_value_index && pattern.nnz > 0 &&
                   pattern.num_cols <= std::numeric_limits<std::int32_t>::max();
  const bool may_pay = state.options.compress && state.options.backend != Backend::generic &&
                       pattern.nnz >= 4'000'000 && pattern.num_cols >= 4 * capacity && !compression_pays(input);
  if (!can || !(may_pay || input.kernel == kernel_id(SpmvKernel::csr_hot_columns_cuda).name)) return;
  const auto hot = find_hot_columns(exec, pattern, capacity);
  state.tuned.hot_columns = hot.columns;
  input.hot_coverage = hot.coverage;
}

template <class Exec, class Offset, class Index>
void choose_kernel(const Exec& exec, SelectInput& input, SpmvPlanState<Exec, Offset, Index>& state) {
  input.available = planned_kernels<Exec, Offset, Index>(tuned_kernels_t<Exec>{}, input, state.scalar.name);
  state.choice = select(input);
  if (state.choice.kernel != SpmvKernel::csr_hot_columns_cuda) state.tuned.hot_columns = {};
  if (!reads_compressed(tuned_kernels_t<Exec>{}, state.choice.kernel)) state.compressed = {};
  prepare_tuned(tuned_kernels_t<Exec>{}, state.choice.kernel, exec, state.pattern, input,
                state.compressed.indices(), state.tuned);
}

/// Kokkos reports a failed allocation by std::runtime_error; this library by alloc_failed.
[[noreturn]] void rethrow_as_error(const std::string& what) {
  throw_error(Status::alloc_failed,
              {"spmv_plan", "A", what, "memory for the plan", "use a one-shot product, or SpmvOptions::compress = false"});
}

template <class Exec, class Offset, class Index>
void build(const Exec& exec, std::string_view kernel, SpmvPlanState<Exec, Offset, Index>& state) {
  const Kokkos::Timer timer;
  normalise_pattern(exec, normalise(state.op, state.stored.properties), state);
  state.statistics = pattern_statistics(exec, state.pattern);
  SelectInput input = select_input(exec, state);
  input.kernel = kernel;
  compress(exec, input, state);
  find_hot_columns(exec, input, state);
  choose_kernel(exec, input, state);
  if (state.options.pattern_check == PatternCheck::content) state.checksum = pattern_checksum(exec, state.stored);
  // Other streams may use the plan from now on.
  exec.fence("filigree::spmv::make_plan");
  state.build_seconds = timer.seconds();
}

}  // namespace

template <class Exec, class Offset, class Index>
std::shared_ptr<const SpmvPlanState<Exec, Offset, Index>> make_plan(const Exec& exec, Op op,
                                                                    const StoredPattern<Offset, Index>& stored,
                                                                    const ScalarKind& scalar,
                                                                    const SpmvOptions& options) {
  const ScopedRegion region("filigree::spmv_plan");
  const auto state = std::make_shared<SpmvPlanState<Exec, Offset, Index>>();
  state->op = op;
  state->stored = stored;
  state->scalar = scalar;
  state->options = options;
  state->options.kernel = {};
  state->named_kernel = !options.kernel.empty();
  try {
    build(exec, options.kernel, *state);
  } catch (const Error&) {
    throw;
  } catch (const std::bad_alloc&) {
    rethrow_as_error("no memory left on the host");
  } catch (const std::runtime_error& error) {
    if (std::string_view(error.what()).find("alloc") == std::string_view::npos) throw;
    rethrow_as_error(error.what());
  }
  if (log_enabled(LogKind::info)) log(LogKind::info, "spmv_plan", explain_plan(*state).text());
  return state;
}

template <class Exec, class Offset, class Index>
KernelId plan_kernel(const SpmvPlanState<Exec, Offset, Index>& state) {
  return kernel_id(state.choice.kernel);
}

template <class Exec, class Offset, class Index>
std::size_t plan_workspace_bytes(const SpmvPlanState<Exec, Offset, Index>& state) {
  return state.tuned.workspace_bytes + state.tuned.reduction_workspace_bytes;
}

template <class Exec, class Offset, class Index>
Op plan_op(const SpmvPlanState<Exec, Offset, Index>& state) {
  return state.op;
}

template <class Exec, class Offset, class Index>
void check_pattern(const Exec& exec, const SpmvPlanState<Exec, Offset, Index>& state,
                   const StoredPattern<Offset, Index>& stored) {
  if (const char* difference = first_difference(state.stored, stored))
    throw_error(Status::stale_plan, {"spmv", "A", "another matrix than the plan's: its " + std::string(difference) +
                                                      " changed",
                                     "the pattern that the plan was made for", "make a new plan"});
  if (state.options.pattern_check == PatternCheck::content && pattern_checksum(exec, stored) != state.checksum)
    throw_error(Status::stale_plan, {"spmv", "A", "indices that changed since the plan was made",
                                     "the pattern that the plan was made for", "make a new plan"});
}

template <class Exec, class Offset, class Index>
GatherPattern<Offset, Index> checked_gather_pattern(const Exec& exec,
                                                    const SpmvPlanState<Exec, Offset, Index>& state,
                                                    const StoredPattern<Offset, Index>& stored) {
  check_pattern(exec, state, stored);
  return state.pattern;
}

#define FILIGREE_INSTANTIATE(Exec, Offset, Index)                                                            \
  template std::shared_ptr<const SpmvPlanState<Exec, Offset, Index>> make_plan(                              \
      const Exec&, Op, const StoredPattern<Offset, Index>&, const ScalarKind&, const SpmvOptions&);          \
  template KernelId plan_kernel(const SpmvPlanState<Exec, Offset, Index>&);                                  \
  template std::size_t plan_workspace_bytes(const SpmvPlanState<Exec, Offset, Index>&);                      \
  template Op plan_op(const SpmvPlanState<Exec, Offset, Index>&);                                            \
  template void check_pattern(const Exec&, const SpmvPlanState<Exec, Offset, Index>&,                        \
                              const StoredPattern<Offset, Index>&);                                          \
  template GatherPattern<Offset, Index> checked_gather_pattern(                                              \
      const Exec&, const SpmvPlanState<Exec, Offset, Index>&, const StoredPattern<Offset, Index>&);
FILIGREE_SPMV_FOR_EACH_EXEC(FILIGREE_INSTANTIATE, std::int32_t, std::int32_t)
FILIGREE_SPMV_FOR_EACH_EXEC(FILIGREE_INSTANTIATE, std::int32_t, std::int64_t)
FILIGREE_SPMV_FOR_EACH_EXEC(FILIGREE_INSTANTIATE, std::int64_t, std::int32_t)
FILIGREE_SPMV_FOR_EACH_EXEC(FILIGREE_INSTANTIATE, std::int64_t, std::int64_t)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
