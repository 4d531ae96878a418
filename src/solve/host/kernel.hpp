// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include <filigree/core/execution.hpp>
#include <filigree/detail/triangular_solve_problem.hpp>
#include <solve/host/block_loop.hpp>
#include <solve/host/run_pipeline.hpp>
#include <solve/select.hpp>

/// One right-hand side on a host, by plain loops: over the rows, by one thread or block by block of
/// a SolvePipeline by all of them, with the same bits; or over the columns, by one thread.

namespace filigree::detail {

/// The value of entry `k` of SolveRows.
template <class Compute, bool HasPlaces, class Index, class A>
Compute solve_value(const SolveRows<Index>& rows, const A* values, std::int64_t k) {
  Compute stored;
  if constexpr (HasPlaces)
    stored = convert<Compute>(values[rows.value_index[k]]);
  else
    stored = convert<Compute>(values[k]);
  return rows.conjugate ? conjugate(stored) : stored;
}

template <class Problem, bool Lower, bool HasPlaces>
struct SolveLoop {
  using Compute = typename Problem::compute_type;
  using X = typename Problem::x_scalar;

  Problem problem;

  /// Solves the rows of steps `first` to `last` - 1.
  void rows(const std::int64_t first, const std::int64_t last) const {
    const AnyOffsets& begins = problem.rows.begin_offsets;
    const AnyOffsets& ends = problem.rows.end_offsets;
    if (problem.X.row_stride == 1 && !begins.is_wide() && !ends.is_wide())
      rows_of<true>(first, last, static_cast<const std::int32_t*>(begins.data()),
                    static_cast<const std::int32_t*>(ends.data()));
    else
      rows_of<false>(first, last, begins, ends);
  }

  /// Solves all rows, by columns: what an unknown contributes is taken off as soon as it is there.
  void columns() const {
    const SolveRows<typename Problem::index_type>& columns = problem.columns;
    const std::int64_t n = columns.num_rows, stride = problem.X.row_stride;
    X* const x = problem.X.data;
    const Compute alpha = problem.alpha.get();
    for (std::int64_t row = 0; row < n; ++row)
      x[row * stride] = scaled_right_side(problem, alpha, row);
    for (std::int64_t step = 0; step < n; ++step) {
      const std::int64_t own = Lower ? step : n - 1 - step;
      const std::int64_t begin = columns.begin(own), end = columns.end(own);
      Compute pivot{};
      if (!columns.unit_diagonal)
        for (std::int64_t k = begin; k < end; ++k)
          if (columns.column(k) == own)
            pivot += solve_value<Compute, HasPlaces>(columns, problem.values, k);
      const Compute unknown = divide_by_pivot(problem, own, x[own * stride], pivot);
      x[own * stride] = unknown;
      for (std::int64_t k = begin; k < end; ++k) {
        const std::int64_t row = columns.column(k);
        if (Lower ? row > own : row < own)
          x[row * stride] -= solve_value<Compute, HasPlaces>(columns, problem.values, k) * unknown;
      }
    }
  }

 private:
  template <bool Contiguous, class Offsets>
  void rows_of(const std::int64_t first, const std::int64_t last, const Offsets& begins,
               const Offsets& ends) const {
    const SolveRows<typename Problem::index_type> rows = problem.rows;
    const auto* const cols = rows.col_indices;
    const auto* const values = problem.values;
    const std::int64_t base = rows.base, n = rows.num_rows;
    X* const x = problem.X.data;
    const std::int64_t stride = Contiguous ? 1 : problem.X.row_stride;
    const Compute alpha = problem.alpha.get();
    for (std::int64_t step = first; step < last; ++step) {
      const std::int64_t row = Lower ? step : n - 1 - step;
      const std::int64_t diagonal = row + base, end = ends[row] - base;
      Compute rest = scaled_right_side(problem, alpha, row), pivot{};
      for (std::int64_t k = begins[row] - base; k < end; ++k) {
        const std::int64_t col = cols[k];
        if (Lower ? col < diagonal : col > diagonal)
          rest -= solve_value<Compute, HasPlaces>(rows, values, k) *
                  convert<Compute>(x[(col - base) * stride]);
        else if (col == diagonal && !rows.unit_diagonal)
          pivot += solve_value<Compute, HasPlaces>(rows, values, k);
      }
      x[row * stride] = convert<X>(divide_by_pivot(problem, row, rest, pivot));
    }
  }
};

/// Calls run.operator()(loop) with the SolveLoop for the triangle and places of `rows`, which are
/// the problem's rows or columns.
template <class Problem, class Index, class Run>
void with_solve_loop(const Problem& problem, const SolveRows<Index>& rows, const Run& run) {
  const bool lower = rows.lower;
  if (rows.has_value_index)
    lower ? run(SolveLoop<Problem, true, true>{problem})
          : run(SolveLoop<Problem, false, true>{problem});
  else
    lower ? run(SolveLoop<Problem, true, false>{problem})
          : run(SolveLoop<Problem, false, false>{problem});
}

/// As with_solve_loop over the problem's rows, which may be of blocks.
template <class Problem, class Run>
void with_row_loop(const Problem& problem, const Run& run) {
  if (problem.rows.blocks.any())
    with_block_loop(problem, run);
  else
    with_solve_loop(problem, problem.rows, run);
}

struct SolveSequentialHost {
  static constexpr std::string_view name = "solve_sequential_host";

  template <class Exec, class Problem>
  static constexpr bool takes = is_host_execution_v<Exec>;

  static bool can_implement(const SolveInput& input) { return input.num_columns == 1; }
  /// In times of a loop over what is stored; rows that a plan has written from columns read values
  /// at random places.
  static double seconds(const SolveInput& input) { return input.statistics.has_columns ? 1.8 : 1; }
  static std::size_t workspace_bytes(const SolveInput&) { return 0; }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const SolveInput&, const Problem& problem) {
    with_row_loop(problem, [&]<class Loop>(const Loop& loop) {
      Kokkos::parallel_for("filigree::solve::sequential_host",
                           Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, 1),
                           [loop](std::int64_t) { loop.rows(0, loop.problem.rows.num_rows); });
    });
  }
};

struct SolveColumnsHost {
  static constexpr std::string_view name = "solve_columns_host";

  /// Unknowns are added up where they are stored, so that this must be as exact as the sum.
  template <class Exec, class Problem>
  static constexpr bool takes = is_host_execution_v<Exec>&&
      std::is_same_v<typename Problem::x_scalar, typename Problem::compute_type>;

  static bool can_implement(const SolveInput& input) {
    return input.num_columns == 1 && input.statistics.has_columns;
  }
  static double seconds(const SolveInput&) { return 1; }
  static std::size_t workspace_bytes(const SolveInput&) { return 0; }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const SolveInput&, const Problem& problem) {
    with_solve_loop(problem, problem.columns, [&]<class Loop>(const Loop& loop) {
      Kokkos::parallel_for("filigree::solve::columns_host",
                           Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, 1),
                           [loop](std::int64_t) { loop.columns(); });
    });
  }
};

struct SolvePipelinedHost {
  static constexpr std::string_view name = "solve_pipelined_host";

  template <class Exec, class Problem>
  static constexpr bool takes = is_host_execution_v<Exec>;

  static bool can_implement(const SolveInput& input) {
    return input.num_columns == 1 && input.pipeline.num_blocks > 0 && input.threads > 1;
  }
  static double seconds(const SolveInput& input) {
    return SolveSequentialHost::seconds(input) / input.pipeline.speedup;
  }
  static std::size_t workspace_bytes(const SolveInput& input) {
    return pipeline_counter_bytes(input.pipeline.num_blocks);
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const SolveInput& input, const Problem& problem) {
    PipelineCounter* const ticket =
        make_pipeline_counters(problem.workspace, problem.pipeline.num_blocks);
    with_row_loop(problem, [&]<class Loop>(const Loop& loop) {
      Kokkos::parallel_for(
          "filigree::solve::pipelined_host",
          Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, input.threads),
          [loop, ticket](std::int64_t) {
            take_blocks(loop.problem.pipeline, ticket,
                        [&](std::int64_t first, std::int64_t last) { loop.rows(first, last); });
          });
    });
  }
};

}  // namespace filigree::detail
