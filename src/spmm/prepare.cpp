// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <memory>

#include <core/execution_spaces.hpp>
#include <filigree/detail/spmm_front.hpp>
#include <format/rows_list.hpp>
#include <spmm/tuned.hpp>
#include <spmv/formats/plan_state.hpp>
#include <spmv/normalise.hpp>
#include <spmv/plan_state.hpp>

namespace filigree::detail {
namespace {

/// What a plan of spmv holds of the pattern, made ready for spmm's kernels.
template <class Exec, class Offset, class Index>
std::shared_ptr<const SpmmPrepared<Exec>> prepare_spmm(
    const Exec& exec, const SpmvPlanState<Exec, Offset, Index>& state, MathMode math_mode) {
  const auto prepared = std::make_shared<SpmmPrepared<Exec>>();
  prepared->math_mode = math_mode;
  prepared->statistics = state.statistics;
  prepared->device = device_limits(exec);
  prepared->index_bytes = sizeof(Index);
  prepared->offset_bytes = sizeof(Offset);
  if constexpr (is_host_execution_v<Exec>) {
    const auto stored = stored_scatter(normalise(state.op, state.stored.properties), state.stored);
    // The plan of another format's rows has only the sizes of what is stored.
    if (stored && stored->row_offsets != nullptr && !stored->unit_diagonal &&
        SpmmHostKernel::takes_scalar(state.scalar))
      prepared->scattered = find_scattered_rows(exec, *stored);
  }
  for_each_kernel(spmm_kernels_t<Exec, GatherRows<Index>>{}, [&]<class Kernel>() {
    Kernel::prepare(exec, state.pattern, state.scalar, *prepared);
  });
  exec.fence("filigree::spmm::prepare");  // other streams may use the plan from now on
  return prepared;
}

template <class Exec, class Rows>
std::shared_ptr<const SpmmPrepared<Exec>> prepare_spmm(const Exec& exec,
                                                       const SpmvFormatPlanState<Exec, Rows>& state,
                                                       MathMode math_mode) {
  if (state.is_rewritten())
    return visit_rewritten(state, std::shared_ptr<const SpmmPrepared<Exec>>(),
                           [&](const auto& plan) { return prepare_spmm(exec, plan, math_mode); });
  const auto prepared = std::make_shared<SpmmPrepared<Exec>>();
  prepared->math_mode = math_mode;
  prepared->device = device_limits(exec);
  prepared->index_bytes = sizeof(typename Rows::index_type);
  PatternStatistics& s = prepared->statistics;
  s.num_rows = state.stored.rows.num_rows;
  s.num_cols = state.stored.rows.num_cols;
  s.nnz = state.stored.nnz;
  if (s.num_rows > 0) s.mean_row_length = double(s.nnz) / double(s.num_rows);
  const auto rows = kernel_rows(state.stored);
  set_block_shape(*prepared, rows);
  if (state.normal.filter.keeps_all() && !state.normal.unit_diagonal)
    for_each_kernel(spmm_kernels_t<Exec, kernel_rows_t<Rows>>{}, [&]<class Kernel>() {
      Kernel::prepare(exec, rows, state.scalar, *prepared);
      exec.fence("filigree::spmm::prepare");  // other streams may use the plan from now on
    });
  return prepared;
}

}  // namespace

template <class Exec>
std::int64_t prepared_bytes(const SpmmPrepared<Exec>& prepared) {
  return prepared.memory_bytes();
}

template <class Exec>
std::size_t spmm_workspace_bytes(const SpmmRun<Exec>& run, std::int64_t dense_rows,
                                 std::int64_t num_columns, const ScalarKind& scalar,
                                 bool values_in_order) {
  SpmmInput input;
  if (run.prepared != nullptr) input = run.prepared->input(values_in_order);
  input.statistics.num_cols = dense_rows;
  input.on_host = is_host_execution_v<Exec>;
  input.backend = run.backend;
  input.kernel = run.kernel;
  input.math_mode = run.math_mode;
  input.num_columns = num_columns;
  input.scalar_bytes = scalar.bytes;
  input.has_workspace = true;  // the caller will
  if (input.block_size > 0) {  // the rows are read as they are stored
    input.b_ld = (std::max(dense_rows, num_columns) + 15) / 16 * 16;  // of a B that kernels take
    return input.ell_cols > 0
               ? largest_workspace(spmm_kernels_t<Exec, BlockedEllRows<std::int32_t>>{}, input)
               : largest_workspace(spmm_kernels_t<Exec, BsrxRows<std::int32_t>>{}, input);
  }
  return largest_workspace(spmm_kernels_t<Exec, GatherRows<std::int32_t>>{}, input);
}

template <class Offset, class Index>
OneShotWalk<Index> one_shot_walk(Op op, const StoredPattern<Offset, Index>& stored) {
  const NormalisedOp normal = normalise(op, stored.properties);
  OneShotWalk<Index> walk;
  walk.is_gather = is_gather(normal, stored.format);
  if (walk.is_gather) {
    walk.matrix = spmm_rows(stored_gather(normal, stored));
    return walk;
  }
  walk.matrix.rows.num_rows = normal.transposed ? stored.num_cols : stored.num_rows;
  walk.matrix.rows.num_cols = normal.transposed ? stored.num_rows : stored.num_cols;
  walk.matrix.nnz = stored.nnz;
  walk.matrix.set_actions(normal.acting_when_listed());
  walk.filter = normal.filter;
  walk.transposed = normal.transposed;
  walk.mirrored = normal.mirrored;
  walk.conjugate_mirror = normal.conjugate_mirror;
  auto& entries = walk.entries;
  entries.by_entry = stored.is_coo();
  entries.by_columns = stored.format == StoredFormat::csc;
  entries.num_majors =
      entries.by_entry ? stored.nnz : (entries.by_columns ? stored.num_cols : stored.num_rows);
  entries.base = std::int64_t(stored.properties.index_base);
  entries.offsets = stored.offsets;
  entries.index_stride = stored.index_stride();
  entries.row_indices = stored.row_indices;
  entries.col_indices = stored.col_indices;
  return walk;
}

template <class Rows>
OneShotRows one_shot_rows(Op op, const StoredRows<Rows>& stored) {
  const NormalisedOp normal = normalise(op, stored);
  check_mask("spmm", op, normal, stored);
  return {normal.actions(), is_gather(normal)};
}

/// Whether a tuned plan of spmv may keep the stored rows and add to the sums of their columns, as
/// the host's do for A^T. Products with many columns gather.
template <class Exec, class Offset, class Index>
bool may_scatter(Op op, const StoredPattern<Offset, Index>& stored) {
  return is_host_execution_v<Exec> && !one_shot_walk(op, stored).is_gather;
}
template <class Exec, class Rows>
bool may_scatter(Op op, const StoredRows<Rows>& stored) {
  return may_scatter<Exec>(normalise(op, stored));
}

template <class Exec, class Stored>
std::shared_ptr<const SpmmPlanState<Exec, Stored>> make_spmm_plan(const Exec& exec, Op op,
                                                                  const Stored& stored,
                                                                  const ScalarKind& scalar,
                                                                  const SpmmOptions& options) {
  const Kokkos::Timer timer;
  const Op of_rows = left_op(options.side, op);
  const auto state = std::make_shared<SpmmPlanState<Exec, Stored>>();
  state->op = op;
  state->stored = stored;
  state->options = without_kernel(options);
  state->kernel = options.kernel;
  state->scalar = scalar;
  state->dense_rows = of_rows == Op::none ? stored.num_cols : stored.num_rows;
  // A single column goes to the product with a vector: hence a kernel for that. But of a plan that
  // would keep the stored rows alone, products with many columns could not gather.
  state->takes_single_columns = may_scatter<Exec>(of_rows, stored);
  const bool generic = options.backend == Backend::generic || state->takes_single_columns;
  SpmvOptions of_pattern;
  of_pattern.backend = generic ? Backend::generic : Backend::automatic;
  of_pattern.compress = false;
  of_pattern.pattern_check = options.pattern_check;
  state->pattern = make_plan(exec, of_rows, stored, scalar, of_pattern);
  state->prepared = prepare_spmm(exec, *state->pattern, options.math_mode);
  state->build_seconds = timer.seconds();
  log_new_plan("spmm_plan", stored_format(stored), spmm_plan_bytes(*state), state->build_seconds);
  return state;
}

template <class Exec, class Offset, class Index>
std::shared_ptr<const SpmmPrepared<Exec>> bind_prepared(
    const SpmmPlanState<Exec, StoredPattern<Offset, Index>>& state,
    const StoredPattern<Offset, Index>& stored) {
  if (state.stored == stored || !state.prepared->scattered.exist()) return state.prepared;
  const Op of_rows = left_op(state.options.side, state.op);
  const auto pattern = stored_scatter(normalise(of_rows, stored.properties), stored);
  const auto bound = std::make_shared<SpmmPrepared<Exec>>(*state.prepared);
  bound->scattered.row_offsets = pattern->row_offsets;
  bound->scattered.col_indices = pattern->col_indices;
  return bound;
}

#define FILIGREE_EXEC_STORED(Exec, ...)                                            \
  template std::shared_ptr<const SpmmPlanState<Exec, __VA_ARGS__>> make_spmm_plan( \
      const Exec&, Op, const __VA_ARGS__&, const ScalarKind&, const SpmmOptions&);
#define FILIGREE_ROWS(unused, ...)                                                 \
  FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_EXEC_STORED, StoredRows<__VA_ARGS__>) \
  template OneShotRows one_shot_rows(Op, const StoredRows<__VA_ARGS__>&);
#define FILIGREE_BIND(Exec, ...)                                    \
  template std::shared_ptr<const SpmmPrepared<Exec>> bind_prepared( \
      const SpmmPlanState<Exec, StoredPattern<__VA_ARGS__>>&, const StoredPattern<__VA_ARGS__>&);
#define FILIGREE_PATTERN(Offset, Index)                                                 \
  FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_EXEC_STORED, StoredPattern<Offset, Index>) \
  FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_BIND, Offset, Index)                       \
  template OneShotWalk<Index> one_shot_walk(Op, const StoredPattern<Offset, Index>&);   \
  FILIGREE_ROWS_BY_OFFSET(FILIGREE_ROWS, , Index, Offset)
#define FILIGREE_INDEX(Index)           \
  FILIGREE_PATTERN(std::int32_t, Index) \
  FILIGREE_PATTERN(std::int64_t, Index) \
  FILIGREE_ROWS_BY_INDEX(FILIGREE_ROWS, , Index)
FILIGREE_INDEX(std::int32_t)
FILIGREE_INDEX(std::int64_t)
#define FILIGREE_EXEC(Exec, ...)                                                              \
  template std::int64_t prepared_bytes(const SpmmPrepared<Exec>&);                            \
  template std::size_t spmm_workspace_bytes(const SpmmRun<Exec>&, std::int64_t, std::int64_t, \
                                            const ScalarKind&, bool);
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_EXEC)
#undef FILIGREE_EXEC
#undef FILIGREE_INDEX
#undef FILIGREE_PATTERN
#undef FILIGREE_BIND
#undef FILIGREE_ROWS
#undef FILIGREE_EXEC_STORED

}  // namespace filigree::detail
