// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <limits>
#include <string>
#include <string_view>

#include <convert/check_offsets.hpp>
#include <convert/entries.hpp>
#include <core/execution_spaces.hpp>
#include <core/refuse.hpp>
#include <filigree/core/log.hpp>
#include <filigree/detail/convert_problem.hpp>
#include <pattern/hot_columns.hpp>
#include <spmv/nearby_values.hpp>
#include <spmv/normalise.hpp>
#include <spmv/plan_state.hpp>
#include <spmv/rewrite.hpp>
#include <spmv/x_sectors.hpp>

namespace filigree::detail {
namespace {

/// Makes the plan's pattern the rows of op(A), A in single entries.
template <class Exec, class Offset, class Index>
void use_entries(const Exec& exec, const NormalisedOp& op,
                 const PlacedEntries<Exec, Offset, Index>& entries,
                 SpmvPlanState<Exec, Offset, Index>& state) {
  const auto rewritten =
      rewrite_entries(exec, op, state.stored.num_rows, state.stored.num_cols, entries);
  state.pattern = rewritten.pattern;
  state.row_offsets = rewritten.row_offsets;
  state.col_indices = rewritten.col_indices;
  state.value_index = rewritten.value_index;
}

template <class Exec, class Offset, class Index>
PlacedEntries<Exec, Offset, Index> list_entries(const Exec& exec,
                                                const ListedRows<Exec, Index>& listed) {
  PlacedEntries<Exec, Offset, Index> list;
  list.count = listed.count;
  list.own_rows = expand_offsets<Exec, std::int64_t, Index>(exec, listed.num_rows, listed.count,
                                                            listed.row_offsets.data(), 0);
  list.rows = list.own_rows.data();
  list.own_cols = listed.col_indices;
  list.cols = list.own_cols.data();
  list.source = plan_array<Offset>(exec, "filigree::spmv::listed_places", listed.count);
  shift_integers(exec, listed.count, listed.places.data(), 0, list.source.data());
  return list;
}

template <class Exec, class Offset, class Index>
void normalise_pattern(const Exec& exec, const NormalisedOp& op,
                       SpmvPlanState<Exec, Offset, Index>& state) {
  if (!is_gather(op, state.stored.format)) {
    use_entries(exec, op, list_entries(exec, state.stored), state);
    if (state.pattern.transposes) state.pattern.stored_offsets = state.stored.offsets;
    return;
  }
  state.pattern = stored_gather(op, state.stored);
  // A triangle stored without anything else needs no test of every entry.
  if (!state.pattern.filter.keeps_all() &&
      count_acting(exec, op, list_entries(exec, state.stored)) == state.stored.nnz)
    state.pattern.filter = {};
}

template <class Exec>
using Findings = PatternFindings<typename Exec::memory_space>;

/// What takes part of lines of entries, counted.
template <class Offset, class Index>
struct CountLeftOut {
  StoredPattern<Offset, Index> stored;
  EntryFilter filter;

  KOKKOS_FUNCTION void operator()(const std::int64_t line, std::int64_t& sum) const {
    const bool by_rows = stored.format == StoredFormat::csr;
    const Index* const others = by_rows ? stored.col_indices : stored.row_indices;
    const Offset base = stored.properties.index_base == IndexBase::one ? 1 : 0;
    for (Offset k = stored.offsets[line] - base; k < stored.offsets[line + 1] - base; ++k) {
      const std::int64_t other = std::int64_t(others[k]) - base;
      sum += (by_rows ? filter.keeps(line, other) : filter.keeps(other, line)) ? 0 : 1;
    }
  }
};

/// Whether all entries of a square Csr or Csc matrix act.
template <class Exec, class Offset, class Index>
bool all_act(const Exec& exec, const NormalisedOp& op, const StoredPattern<Offset, Index>& stored) {
  std::int64_t left_out = 0;
  Kokkos::parallel_reduce(
      "filigree::spmv::count_left_out",
      Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, stored.num_rows),
      CountLeftOut<Offset, Index>{stored, op.filter}, left_out);
  return left_out == 0;
}

/// The lines of op(A)^T, or of a triangle: those that are stored, or of coordinates in the order of
/// rows, or of columns, with offsets that the plan writes.
template <class Exec, class Offset, class Index>
StoredPattern<Offset, Index> stored_lines(const Exec& exec, const NormalisedOp& op,
                                          SpmvPlanState<Exec, Offset, Index>& state) {
  StoredPattern<Offset, Index> lines = state.stored;
  if (!lines.is_coo()) return lines;
  const auto entries = list_entries(exec, state.stored);
  const auto use = [&](StoredFormat format, std::int64_t count, const Index* keys,
                       const auto& others) {
    state.row_offsets = plan_array<Offset>(exec, "filigree::spmv::plan_row_offsets", count + 1);
    find_row_offsets(exec, entries.base, keys, entries.count, state.row_offsets);
    exec.fence("filigree::spmv::stored_lines");  // scratch arrays go out of scope
    state.col_indices = others;
    lines.format = format;
    lines.offsets = state.row_offsets.data();
    lines.row_indices = entries.rows;
    lines.col_indices = entries.cols;
  };
  if ((op.transposed || op.mirrored) && is_ascending(exec, entries.rows, entries.count))
    use(StoredFormat::csr, lines.num_rows, entries.rows, entries.own_cols);
  else if ((!op.transposed || op.mirrored) && is_ascending(exec, entries.cols, entries.count))
    use(StoredFormat::csc, lines.num_cols, entries.cols, entries.own_rows);
  return lines;
}

/// On a host the rows of op(A)^T, as they are stored, serve a transposed product too, and one
/// triangle a symmetric one, if the sums of columns take no more place than the entries. Returns
/// whether it set the plan's pattern.
template <class Exec, class Offset, class Index>
bool use_scatter([[maybe_unused]] const Exec& exec, [[maybe_unused]] const NormalisedOp& op,
                 [[maybe_unused]] std::string_view kernel,
                 [[maybe_unused]] SpmvPlanState<Exec, Offset, Index>& state,
                 [[maybe_unused]] Findings<Exec>& findings) {
  if constexpr (is_host_execution_v<Exec>) {
    using Kernel = TransposedHostKernel;
    const auto name = op.mirrored ? SymmetricHostKernel::name : Kernel::name;
    const bool wanted = kernel.empty() ? state.options.backend != Backend::generic : kernel == name;
    if (!wanted || is_gather(op, state.stored.format) ||
        !takes_own_scalar<Kernel, Exec, Offset, Index>(state.scalar.name))
      return false;
    const auto lines = stored_lines(exec, op, state);
    const auto pattern = op.mirrored ? stored_triangle(op, lines) : stored_scatter(op, lines);
    if (!pattern || (op.mirrored && !all_act(exec, op, lines))) return false;
    const auto windows = plan_column_windows(exec, *pattern, exec.concurrency(), op.mirrored);
    if (!column_sums_fit(windows.num_sums, pattern->nnz)) return false;
    findings.column_windows = windows;
    findings.mirroring = {op.mirrored, op.conjugate_mirror};
    state.pattern = *pattern;
    return true;
  }
  return false;
}

template <class Exec, class Offset, class Index>
SpmvInput plan_input(const Exec& exec, const SpmvPlanState<Exec, Offset, Index>& state) {
  SpmvInput input = pattern_input(state.pattern, state.scalar.bytes);
  input.statistics = state.statistics;
  input.on_host = is_host_execution_v<Exec>;
  input.backend = state.options.backend;
  input.device = device_limits(exec);
  return input;
}

template <class Exec, class Offset, class Index>
void compress(const Exec& exec, SpmvInput& input, SpmvPlanState<Exec, Offset, Index>& state,
              Findings<Exec>& findings) {
  const bool wanted =
      state.options.compress && state.options.backend != Backend::generic && !input.filtered &&
      state.pattern.nnz > 0 && (input.on_host || !input.has_value_index) &&
      reads_compressed<Exec, Offset, Index>(tuned_kernels_t<Exec>{}, state.scalar.name);
  if (!wanted) return;
  exec.fence("filigree::spmv::compress");
  const Kokkos::Timer timer;
  auto options = compression_options(exec, state.statistics);
  // Rows of a host are each summed by themselves.
  options.allow_shared_lists &= !input.mirrored && (!input.on_host || input.scatters);
  auto compressed = compress_pattern(exec, state.pattern, options);
  exec.fence("filigree::spmv::compress");
  state.compress_seconds = timer.seconds();
  if (!compressed.is_compressed()) return;
  input.compressed_index_bytes = compressed.index_bytes;
  std::copy_n(compressed.entries_of, num_index_encodings, input.entries_of.begin());
  // Other kernels are not chosen then; the one that scatters takes what is there.
  if (!input.scatters || compression_pays(input)) findings.compressed = compressed;
}

/// Makes a dictionary of the stored rows where the plan's are their transpose and kernels can use
/// it.
template <class Exec, class Offset, class Index>
void compress_stored_rows(const Exec& exec, SpmvInput& input,
                          SpmvPlanState<Exec, Offset, Index>& state, Findings<Exec>& findings) {
  const int tile_rows = transposed_tile_rows(exec, state.scalar);
  if (tile_rows == 0 || !state.options.compress || state.options.backend == Backend::generic ||
      state.pattern.stored_offsets == nullptr || state.pattern.nnz == 0 ||
      (input.kernel.empty() && state.pattern.nnz < many_entries))
    return;
  exec.fence("filigree::spmv::compress");
  const Kokkos::Timer timer;
  NormalisedOp as_stored;
  as_stored.transposed = state.stored.format == StoredFormat::csc;
  CompressionOptions options;
  options.allow_shared_lists = false;
  options.allow_narrow = false;
  options.least_rows_a_list = 1;
  auto compressed = compress_pattern(exec, stored_gather(as_stored, state.stored), options);
  auto lists = transpose_lists(compressed, tile_rows);
  if (lists.exists()) {
    input.list_deltas = lists.sizes.num_deltas;
    input.window_sums = double(lists.window_sums(state.pattern.num_cols));
    input.compressed_index_bytes = compressed.index_bytes;
    findings.compressed = compressed;
    findings.transposed_lists = lists;
  }
  exec.fence("filigree::spmv::compress");
  state.compress_seconds = timer.seconds();
}

/// Looks at the parts of x that neighbouring rows read, where that may decide between kernels of a
/// device, and for columns that are worth keeping close by where gathers of x limit the product.
template <class Exec, class Offset, class Index>
void find_gathers(const Exec& exec, SpmvInput& input,
                  const SpmvPlanState<Exec, Offset, Index>& state, Findings<Exec>& findings) {
  const std::int64_t capacity = hot_column_capacity(exec, state.scalar);
  const auto& pattern = state.pattern;
  const bool asked = input.kernel == CsrHotColumnsChoice::name;
  const bool chooses = input.kernel.empty() && state.options.backend != Backend::generic;
  if (input.on_host || input.filtered || input.has_value_index || pattern.nnz == 0 ||
      !(asked || chooses))
    return;
  const auto count = [&](std::int64_t blocks) {
    return count_x_sectors(exec, pattern, input.scalar_bytes, blocks);
  };
  if (pattern.nnz >= many_entries) input.x_sectors.of_blocks = count(1);
  const bool can = capacity > 0 && pattern.num_cols <= std::numeric_limits<std::int32_t>::max();
  const bool may_pay = state.options.compress && CsrHotColumnsChoice::may_pay(input);
  if (!can || !(asked || may_pay)) return;
  input.x_sectors.of_wide_blocks = count(XSectors::wide_blocks);
  findings.hot_columns = find_hot_columns(exec, pattern, capacity);
  input.hot_coverage = findings.hot_columns.coverage;
}

/// Chooses the kernel and keeps of what was found what it reads.
template <class Exec, class Offset, class Index>
void choose_and_prepare(const Exec& exec, const SpmvInput& input,
                        SpmvPlanState<Exec, Offset, Index>& state, const Findings<Exec>& findings) {
  const tuned_kernels_t<Exec> kernels;
  state.choice = choose_planned(
      kernels, input, planned_candidates<Exec, Offset, Index>(kernels, input, state.scalar.name));
  if (reads_compressed(kernels, state.choice.kernel)) state.compressed = findings.compressed;
  state.prepared =
      prepare_tuned(kernels, state.choice.kernel, exec, state.pattern, input, findings);
}

/// `find_pattern` sets the plan's pattern, and what it finds out on its way.
template <class Exec, class Offset, class Index, class FindPattern>
void build(const Exec& exec, std::string_view kernel, SpmvPlanState<Exec, Offset, Index>& state,
           const FindPattern& find_pattern) {
  const Kokkos::Timer timer;
  Findings<Exec> findings;
  find_pattern(state, findings);
  state.statistics = pattern_statistics(exec, state.pattern);
  SpmvInput input = plan_input(exec, state);
  input.kernel = kernel;
  input.mirrored = findings.mirroring.mirrored;
  compress(exec, input, state, findings);
  compress_stored_rows(exec, input, state, findings);
  if (!input.on_host && input.transposes && has_short_rows(input))
    input.values_nearby = values_are_nearby(exec, state.pattern);
  find_gathers(exec, input, state, findings);
  choose_and_prepare(exec, input, state, findings);
  state.keep_checksum(exec);
  // Other streams may use the plan from now on.
  exec.fence("filigree::spmv::make_plan");
  state.build_seconds = timer.seconds();
}

template <class Exec, class Offset, class Index, class FindPattern>
std::shared_ptr<const SpmvPlanState<Exec, Offset, Index>> make_state(
    const Exec& exec, Op op, const StoredPattern<Offset, Index>& stored, const ScalarKind& scalar,
    const SpmvOptions& options, const FindPattern& find_pattern) {
  const auto state = std::make_shared<SpmvPlanState<Exec, Offset, Index>>();
  state->made_for(op, stored, scalar, options);
  build(exec, options.kernel, *state, find_pattern);
  return state;
}

/// Arrays whose base is not the one that their matrix names would give wrong results in silence: a
/// plan, which reads the pattern anyway, looks at the first and the last offset.
/// \throws Error invalid_value where they are not those of `nnz` entries.
template <class Exec, class Offset, class Index>
void check_stored_offsets(const Exec& exec, const StoredPattern<Offset, Index>& stored) {
  const bool by_columns = stored.format == StoredFormat::csc;
  const std::int64_t lines = by_columns ? stored.num_cols : stored.num_rows;
  if (stored.is_coo() || lines == 0) return;
  check_offsets("spmv_plan", by_columns ? "A.col_offsets()" : "A.row_offsets()", exec,
                AnyOffsets(stored.offsets), lines, stored.nnz,
                std::int64_t(stored.properties.index_base));
}

}  // namespace

template <class Exec, class Offset, class Index>
std::shared_ptr<const SpmvPlanState<Exec, Offset, Index>> make_plan(
    const Exec& exec, Op op, const StoredPattern<Offset, Index>& stored, const ScalarKind& scalar,
    const SpmvOptions& options) {
  const ScopedRegion region("filigree::spmv_plan");
  check_stored_offsets(exec, stored);
  const auto find_pattern = [&](auto& state, auto& findings) {
    const NormalisedOp normal = normalise(op, stored.properties);
    if (!use_scatter(exec, normal, options.kernel, state, findings))
      normalise_pattern(exec, normal, state);
  };
  const auto result = make_state(exec, op, stored, scalar, options, find_pattern);
  if (log_enabled(LogKind::info)) log(LogKind::info, "spmv_plan", explain_plan(*result).text());
  return result;
}

template <class Exec, class Offset, class Index>
std::shared_ptr<const SpmvPlanState<Exec, Offset, Index>> plan_of_rows(
    const Exec& exec, Op op, const NormalisedOp& normal, const ListedRows<Exec, Index>& listed,
    const ScalarKind& scalar, const SpmvOptions& options) {
  StoredPattern<Offset, Index> sizes;
  sizes.num_rows = listed.num_rows;
  sizes.num_cols = listed.num_cols;
  sizes.nnz = listed.count;
  return make_state(exec, op, sizes, scalar, options, [&](auto& state, auto&) {
    use_entries(exec, normal, list_entries<Exec, Offset, Index>(exec, listed), state);
  });
}

template <class Exec, class Offset, class Index>
KernelId plan_kernel(const SpmvPlanState<Exec, Offset, Index>& state) {
  return {state.choice.kernel};
}

template <class Exec, class Offset, class Index>
std::size_t plan_workspace_bytes(const SpmvPlanState<Exec, Offset, Index>& state) {
  if (state.prepared == nullptr) return 0;
  return state.prepared->workspace_bytes + state.prepared->reduction_workspace_bytes;
}

template <class Exec, class Offset, class Index>
std::int64_t plan_bytes(const SpmvPlanState<Exec, Offset, Index>& state) {
  return state.memory_bytes();
}

template <class Exec, class Offset, class Index>
Op plan_op(const SpmvPlanState<Exec, Offset, Index>& state) {
  return state.op;
}

template <class Exec, class Offset, class Index>
GatherPattern<Offset, Index> checked_gather_pattern(std::string_view operation, const Exec& exec,
                                                    const SpmvPlanState<Exec, Offset, Index>& state,
                                                    const StoredPattern<Offset, Index>& stored) {
  check_pattern(operation, exec, state, stored);
  return pattern_in(state, stored);
}

template <class Exec, class Offset, class Index>
void check_contents(std::string_view operation, const Exec& exec,
                    const SpmvPlanState<Exec, Offset, Index>& state,
                    const StoredPattern<Offset, Index>& stored) {
  check_planned_contents(operation, exec, state, stored);
}

template <class Exec, class Offset, class Index>
std::shared_ptr<const SpmvPlanState<Exec, Offset, Index>> bind_plan(
    const std::shared_ptr<const SpmvPlanState<Exec, Offset, Index>>& state,
    const StoredPattern<Offset, Index>& stored) {
  if (state->stored == stored) return state;
  const auto bound = std::make_shared<SpmvPlanState<Exec, Offset, Index>>(*state);
  bound->stored = stored;
  bound->pattern = pattern_in(*state, stored);
  return bound;
}

#define FILIGREE_INSTANTIATE(Exec, Offset, Index)                                              \
  template std::shared_ptr<const SpmvPlanState<Exec, Offset, Index>> make_plan(                \
      const Exec&, Op, const StoredPattern<Offset, Index>&, const ScalarKind&,                 \
      const SpmvOptions&);                                                                     \
  template std::shared_ptr<const SpmvPlanState<Exec, Offset, Index>> plan_of_rows(             \
      const Exec&, Op, const NormalisedOp&, const ListedRows<Exec, Index>&, const ScalarKind&, \
      const SpmvOptions&);                                                                     \
  template KernelId plan_kernel(const SpmvPlanState<Exec, Offset, Index>&);                    \
  template std::size_t plan_workspace_bytes(const SpmvPlanState<Exec, Offset, Index>&);        \
  template std::int64_t plan_bytes(const SpmvPlanState<Exec, Offset, Index>&);                 \
  template Op plan_op(const SpmvPlanState<Exec, Offset, Index>&);                              \
  template std::shared_ptr<const SpmvPlanState<Exec, Offset, Index>> bind_plan(                \
      const std::shared_ptr<const SpmvPlanState<Exec, Offset, Index>>&,                        \
      const StoredPattern<Offset, Index>&);                                                    \
  template void check_contents(std::string_view, const Exec&,                                  \
                               const SpmvPlanState<Exec, Offset, Index>&,                      \
                               const StoredPattern<Offset, Index>&);                           \
  template GatherPattern<Offset, Index> checked_gather_pattern(                                \
      std::string_view, const Exec&, const SpmvPlanState<Exec, Offset, Index>&,                \
      const StoredPattern<Offset, Index>&);
FILIGREE_FOR_EACH_SPACE_AND_INTEGERS(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
