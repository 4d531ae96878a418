// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <filigree/core/execution.hpp>
#include <filigree/core/export.hpp>
#include <filigree/core/pivot_report.hpp>
#include <filigree/detail/same_pattern.hpp>
#include <filigree/detail/scratch.hpp>
#include <filigree/detail/spmm_arguments.hpp>
#include <filigree/detail/spmv_stored.hpp>
#include <filigree/detail/triangular_solve_problem.hpp>
#include <filigree/detail/triangular_solve_source.hpp>
#include <filigree/triangular_solve_options.hpp>

/// What stands between the public calls of triangular_solve.hpp and the compiled library.

namespace filigree::detail {

// --- plans ---------------------------------------------------------------------------------------

/// Offsets, or places, of the narrowest width that holds them.
template <class MemorySpace>
struct OffsetsOfAnyWidth {
  ScratchArray<std::int32_t, MemorySpace> narrow;
  ScratchArray<std::int64_t, MemorySpace> wide;

  AnyOffsets get() const {
    return wide.data() != nullptr ? AnyOffsets(wide.data()) : AnyOffsets(narrow.data());
  }
  std::int64_t memory_bytes() const { return bytes_of(narrow) + bytes_of(wide); }
};

/// The arrays of a SolvePipeline.
struct HostPipeline {
  template <class T>
  using Array = Kokkos::View<T*, Kokkos::HostSpace>;

  Array<std::int64_t> block_begins;
  Array<std::int64_t> first_pieces;
  Array<std::int64_t> wait_begins;
  Array<SolveWait> waits;
  std::int64_t threads = 0;
  double speedup = 1;

  SolvePipeline get() const {
    return {threads,
            std::int64_t(block_begins.extent(0)) - (block_begins.extent(0) > 0 ? 1 : 0),
            block_begins.data(),
            first_pieces.data(),
            wait_begins.data(),
            waits.data(),
            speedup};
  }
  std::int64_t memory_bytes() const {
    return std::int64_t(sizeof(std::int64_t) * (block_begins.extent(0) + first_pieces.extent(0) +
                                                wait_begins.extent(0)) +
                        sizeof(SolveWait) * waits.extent(0));
  }
};

/// The arrays of SolveChunks.
template <class MemorySpace>
struct SolveChunkArrays {
  ScratchArray<std::uint16_t, MemorySpace> order;
  ScratchArray<std::int32_t, MemorySpace> positions;
  ScratchArray<SolveStep, MemorySpace> steps;
  ScratchArray<std::int64_t, MemorySpace> first_steps;
  std::int64_t chunk_rows = 0;
  int step_rows = 0;

  SolveChunks get() const {
    return {std::int64_t(first_steps.extent(0)) - (first_steps.extent(0) > 0 ? 1 : 0),
            chunk_rows,
            step_rows,
            order.data(),
            positions.data(),
            steps.data(),
            first_steps.data()};
  }
  std::int64_t memory_bytes() const {
    return bytes_of(order) + bytes_of(positions) + bytes_of(steps) + bytes_of(first_steps);
  }
};

template <class Position, class MemorySpace>
auto& of_width(OffsetsOfAnyWidth<MemorySpace>& arrays) {
  if constexpr (sizeof(Position) == 8)
    return arrays.wide;
  else
    return arrays.narrow;
}

/// What a plan found out about the pattern.
template <class Exec, class Index>
struct SolveAnalysis {
  using Space = typename Exec::memory_space;

  SolveRows<Index> rows;
  SolveRows<Index> columns;
  SolveStatistics statistics;
  bool has_others = false;  ///< entries of the other triangle lie in between, as they are walked
  std::int64_t missing_pivot = -1;  ///< the first row without a stored pivot, in the matrix's base
  OffsetsOfAnyWidth<Space> begin_offsets;
  OffsetsOfAnyWidth<Space> end_offsets;
  OffsetsOfAnyWidth<Space> value_index;
  OffsetsOfAnyWidth<Space> order;
  ScratchArray<Index, Space> col_indices;
  HostPipeline pipeline;
  SolveChunkArrays<Space> chunks;
  ListedSource<Exec, Index> listed;  ///< whose arrays the rows may be

  std::int64_t memory_bytes() const {
    const std::int64_t of_list =
        std::int64_t(8 * (listed.offsets.extent(0) + listed.places.extent(0)) +
                     sizeof(Index) * listed.indices.extent(0));
    return begin_offsets.memory_bytes() + end_offsets.memory_bytes() + value_index.memory_bytes() +
           order.memory_bytes() + pipeline.memory_bytes() + chunks.memory_bytes() +
           bytes_of(col_indices) + of_list;
  }
};

/// How a plan is meant to be used. For one solve on a host, what takes longer than it is left out;
/// for one that reads columns of op(A), where these are what is stored, no rows are written either.
/// Again by levels: of values that no kernel by chunks takes, on devices.
enum class PlanUse { once, once_by_columns, again_and_again, again_by_levels };

constexpr bool is_for_many(PlanUse use) {
  return use == PlanUse::again_and_again || use == PlanUse::again_by_levels;
}
constexpr PlanUse use_for_many(bool of_float_or_double) {
  return of_float_or_double ? PlanUse::again_and_again : PlanUse::again_by_levels;
}

/// A checksum of the pattern. Waits for the device.
template <class Exec, class Index>
FILIGREE_EXPORT std::uint64_t solve_checksum(const Exec& exec, const SolveSource<Index>& source);

[[noreturn]] FILIGREE_EXPORT void throw_stale_solve_plan(const char* found);
/// Throws zero_pivot for a pivot that is zero, or is not stored.
[[noreturn]] FILIGREE_EXPORT void throw_zero_pivot(std::string_view operation,
                                                   std::int64_t position, bool is_missing);

/// A plan but for what is kept of the matrix to tell it from others.
template <class Exec, class Index>
struct SolvePlanBase {
  Op op = Op::none;
  TriangularSolveOptions options;  ///< without the kernel's name, whose memory is the caller's
  std::string kernel;
  std::uint64_t checksum = 0;  ///< with PatternCheck::content
  SolveAnalysis<Exec, Index> analysis;
  double build_seconds = 0;
};

/// Reads the pattern and waits for the device. \throws Error as triangular_solve_plan
/// \param timer began when making the plan did
template <class Exec, class Index>
FILIGREE_EXPORT SolvePlanBase<Exec, Index> make_solve_plan_base(
    const Exec& exec, Op op, const ListedSource<Exec, Index>& listed,
    const TriangularSolveOptions& options, PlanUse use, const Kokkos::Timer& timer);

template <class Exec, class Stored>
using solve_index_t = typename decltype(list_solve_source(
    std::declval<const Exec&>(), std::declval<const Stored&>()))::index_type;

template <class Exec, class Stored>
struct SolvePlanState : SolvePlanBase<Exec, solve_index_t<Exec, Stored>> {
  using Index = solve_index_t<Exec, Stored>;

  Stored stored;
};

template <class Exec, class Stored>
std::shared_ptr<const SolvePlanState<Exec, Stored>> make_solve_plan(
    const Exec& exec, Op op, const Stored& stored, const TriangularSolveOptions& options,
    PlanUse use) {
  const Kokkos::Timer timer;
  return std::make_shared<const SolvePlanState<Exec, Stored>>(SolvePlanState<Exec, Stored>{
      make_solve_plan_base(exec, op, list_solve_source(exec, stored), options, use, timer),
      stored});
}

/// The rows of an analysis in the arrays of another matrix of its pattern. Rows that a plan listed
/// are its own.
template <class Rows, class Offset, class Index>
void rebind_solve_rows(Rows& rows, const StoredPattern<Offset, Index>& from,
                       const StoredPattern<Offset, Index>& to) {
  rebind_rows(rows, from, to);
}
template <class Rows, class FormatRows>
void rebind_solve_rows(Rows&, const StoredRows<FormatRows>&, const StoredRows<FormatRows>&) {}
template <class Rows, class Index, class Offset>
void rebind_solve_rows(Rows& rows, const StoredRows<BsrRows<Index, Offset>>& from,
                       const StoredRows<BsrRows<Index, Offset>>& to) {
  const AnyOffsets old(from.rows.begin_offsets), now(to.rows.begin_offsets);
  rows.begin_offsets = rebound(rows.begin_offsets, old, now);
  rows.end_offsets = rebound(rows.end_offsets, old, now);
  rows.col_indices = rebound(rows.col_indices, from.rows.col_indices, to.rows.col_indices);
}

/// Throws stale_plan where sizes, or with PatternCheck::content the contents, are others.
template <class Exec, class Stored>
void check_solve_contents(const Exec& exec, const SolvePlanState<Exec, Stored>& state,
                          const Stored& stored) {
  if (!has_same_shape(state.stored, stored))
    throw_stale_solve_plan("another pattern than the plan's: its size or properties differ");
  if (state.options.pattern_check == PatternCheck::content &&
      solve_checksum(exec, list_solve_source(exec, stored).source) != state.checksum)
    throw_stale_solve_plan("other indices than those that the plan was made for");
}

/// Throws stale_plan unless `stored` is the pattern that the plan was made for.
template <class Exec, class Stored>
void check_solve_pattern(const Exec& exec, const SolvePlanState<Exec, Stored>& state,
                         const Stored& stored) {
  if (state.options.pattern_check == PatternCheck::content)
    check_solve_contents(exec, state, stored);
  else if (!(state.stored == stored))
    throw_stale_solve_plan(
        "another pattern than the plan's: its size, properties or arrays differ");
}

template <class Exec, class Stored>
std::shared_ptr<const SolvePlanState<Exec, Stored>> bind_solve_plan(
    const Exec& exec, const SolvePlanState<Exec, Stored>& state, const Stored& stored) {
  check_solve_contents(exec, state, stored);
  const auto bound = std::make_shared<SolvePlanState<Exec, Stored>>(state);
  bound->stored = stored;
  rebind_solve_rows(bound->analysis.rows, state.stored, stored);
  rebind_solve_rows(bound->analysis.columns, state.stored, stored);
  return bound;
}

// --- solves --------------------------------------------------------------------------------------

template <class View>
DenseShape solve_shape(const View& view) {
  static_assert(Kokkos::is_view_v<View> && (View::rank() == 1 || View::rank() == 2),
                "right-hand sides and solutions are Kokkos Views of rank 1 or 2");
  if constexpr (View::rank() == 2) {
    return dense_shape(view);
  } else {
    DenseShape shape;
    shape.rows = std::int64_t(view.extent(0));
    shape.cols = 1;
    shape.strides[1] = std::int64_t(view.stride(0));
    shape.strides[2] = 1;
    shape.data = view.data();
    shape.scalar_bytes = sizeof(typename View::value_type);
    shape.span_bytes = view.span() * shape.scalar_bytes;
    return shape;
  }
}

struct SolveShapes {
  std::int64_t num_rows = 0;  ///< of A
  Op op_b = Op::none;
  bool is_vector = false;
  DenseShape B;
  DenseShape X;
};

/// Throws invalid_value unless sizes agree, X's entries are apart from each other, and X is B,
/// place by place, or apart from it.
FILIGREE_EXPORT void check_solve_shapes(const SolveShapes& shapes);
/// Throws invalid_value unless a report is for one system.
FILIGREE_EXPORT void check_solve_report(std::int64_t num_systems);

/// The compute type of a call.
template <class A, class BView, class XView>
struct SolveFrontCompute {
  static_assert(Kokkos::is_view_v<BView> && Kokkos::is_view_v<XView>,
                "B and X are Kokkos Views of rank 1 or 2");
  static_assert(std::is_same_v<typename BView::non_const_value_type, typename XView::value_type>,
                "B and X have one scalar type, and X is not a View of const");
  static_assert(int(BView::rank()) == int(XView::rank()), "B and X have one rank");
  using type = typename SolveComputeType<std::remove_const_t<typename A::scalar_type>,
                                         typename XView::value_type>::type;
  static_assert(!std::is_void_v<type>,
                "triangular_solve does not take these scalar types: see triangular_solve_supports "
                "and detail/triangular_solve_types.inc for the combinations that it takes");
};
template <class A, class BView, class XView>
using solve_front_compute_t = typename SolveFrontCompute<A, BView, XView>::type;

/// Checks the arguments of a call and strips them to pointers.
template <class Exec, class A, class BView, class XView>
auto checked_solve_operands(const Exec& exec, Op op_b,
                            const ScalarArgument<solve_front_compute_t<A, BView, XView>>& alpha,
                            const A& a, const BView& b, const XView& x,
                            const PivotReport<typename Exec::memory_space>& report) {
  using X = typename XView::value_type;
  using Compute = solve_front_compute_t<A, BView, XView>;
  static_assert(is_accessible_v<Exec, typename A::memory_space> &&
                    is_accessible_v<Exec, typename BView::memory_space> &&
                    is_accessible_v<Exec, typename XView::memory_space>,
                "the execution space cannot reach the memory of an argument: copy it there first");
  SolveShapes shapes;
  shapes.num_rows = a.num_rows();
  shapes.op_b = op_b;
  shapes.is_vector = XView::rank() == 1;
  shapes.B = solve_shape(b);
  shapes.X = solve_shape(x);
  check_solve_shapes(shapes);
  check_solve_report(report.num_systems());
  check_operand("triangular_solve", "A", exec, a, result_memory("X", x));
  SolveOperands<std::remove_const_t<typename A::scalar_type>, X, Compute> operands{stored_values(a),
                                                                                   alpha};
  operands.B = dense_operand<const X>(op_b, b.data(), shapes.B);
  operands.X = dense_operand<X>(x.data(), shapes.X);
  operands.num_columns = shapes.X.cols;
  operands.pivot_position = report.positions().data();
  return operands;
}

/// How a solve is to be run.
struct SolveRun {
  Backend backend = Backend::automatic;
  std::string_view kernel = {};  ///< asked for by name
};

template <class Exec, class Index, class A, class X, class Compute>
FILIGREE_EXPORT KernelId run_solve(const Exec& exec,
                                   const SolveProblem<Index, A, X, Compute>& problem,
                                   const SolveRun& run);

/// The kernel that run_solve would run, and the workspace that it needs. Looks at sizes, strides
/// and alignments.
struct SolveChoice {
  KernelId kernel;
  std::size_t workspace_bytes = 0;
  bool by_columns = false;  ///< the kernel reads columns of op(A) and no rows
};
template <class Exec, class Index, class A, class X, class Compute>
FILIGREE_EXPORT SolveChoice choose_solve(const Exec& exec,
                                         const SolveProblem<Index, A, X, Compute>& problem,
                                         const SolveRun& run);

/// How one solve uses its plan: on devices as many do, for what a plan finds out there takes less
/// than one solve gains by it.
template <class Index, class Exec, class A, class X, class Compute>
PlanUse single_use(const Exec& exec, const SolveOperands<A, X, Compute>& operands,
                   const SolveRun& run) {
  if constexpr (is_host_execution_v<Exec>) {
    SolveStatistics statistics;
    statistics.has_columns = true;
    const SolveProblem<Index, A, X, Compute> problem{operands, {}, {}, statistics, {}, {}};
    const bool by_columns = choose_solve(exec, problem, run).by_columns;
    return by_columns ? PlanUse::once_by_columns : PlanUse::once;
  } else {
    return use_for_many(std::is_same_v<A, float> || std::is_same_v<A, double>);
  }
}

/// What a choice needs of operands whose entries are not there yet.
template <class A, class XView>
auto solve_sizes(std::int64_t num_rows, const XView& x) {
  using X = typename XView::value_type;
  using Compute = solve_front_compute_t<A, XView, XView>;
  SolveShapes shapes;
  shapes.num_rows = num_rows;
  shapes.is_vector = XView::rank() == 1;
  shapes.B = shapes.X = solve_shape(x);
  check_solve_shapes(shapes);
  SolveOperands<std::remove_const_t<typename A::scalar_type>, X, Compute> operands{
      nullptr, ScalarArgument<Compute>(Compute(1))};
  operands.B = dense_operand<const X>(x.data(), shapes.X);
  operands.X = dense_operand<X>(x.data(), shapes.X);
  operands.num_columns = shapes.X.cols;
  return operands;
}

template <class Exec, class Stored, class A, class X, class Compute>
auto solve_problem(const SolvePlanState<Exec, Stored>& state,
                   const SolveOperands<A, X, Compute>& operands) {
  using Index = typename SolvePlanState<Exec, Stored>::Index;
  SolveProblem<Index, A, X, Compute> problem{operands,
                                             state.analysis.rows,
                                             state.analysis.columns,
                                             state.analysis.statistics,
                                             state.analysis.pipeline.get(),
                                             state.analysis.chunks.get()};
  problem.on_zero_pivot = state.options.on_zero_pivot;
  problem.pivot_substitute = state.options.pivot_substitute;
  return problem;
}

template <class Exec, class Stored, class A, class X, class Compute>
KernelId run_solve_plan(const Exec& exec, const SolvePlanState<Exec, Stored>& state,
                        const Stored& stored, const SolveOperands<A, X, Compute>& operands) {
  check_solve_pattern(exec, state, stored);
  auto problem = solve_problem(state, operands);
  rebind_solve_rows(problem.rows, state.stored, stored);
  rebind_solve_rows(problem.columns, state.stored, stored);
  return run_solve(exec, problem, {state.options.backend, state.kernel});
}

}  // namespace filigree::detail
