// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <filigree/core/execution.hpp>
#include <filigree/detail/triangular_solve_problem.hpp>
#include <solve/select.hpp>

/// One right-hand side on a host: a plain loop over the rows, whose unknowns need each other.

namespace filigree::detail {

template <class Problem, bool Lower, bool HasPlaces>
struct SolveSequentialLoop {
  using Compute = typename Problem::compute_type;
  using X = typename Problem::x_scalar;

  Problem problem;

  void operator()(const std::int64_t) const {
    const SolveRows<typename Problem::index_type> rows = problem.rows;
    const auto* const cols = rows.col_indices - rows.base;
    const auto* const values = problem.values - (HasPlaces ? 0 : rows.base);
    const std::int64_t base = rows.base, n = rows.num_rows;
    X* const x = problem.X.data - base * problem.X.row_stride;
    const std::int64_t stride = problem.X.row_stride;
    const Compute alpha = problem.alpha.get();
    for (std::int64_t step = 0; step < n; ++step) {
      const std::int64_t row = Lower ? step : n - 1 - step;
      const std::int64_t diagonal = row + base, end = rows.end_offsets[row];
      Compute sum{}, pivot{};
      for (std::int64_t k = rows.begin_offsets[row]; k < end; ++k) {
        const std::int64_t col = cols[k];
        if (Lower ? col < diagonal : col > diagonal)
          sum += value(values, k) * convert<Compute>(x[col * stride]);
        else if (col == diagonal && !rows.unit_diagonal)
          pivot += value(values, k);
      }
      Compute rest = -sum;
      if (alpha != Compute{})
        rest = alpha * dense_entry<Compute>(problem.B.at(0, row, 0), problem.B.conjugate) - sum;
      x[diagonal * stride] = convert<X>(divide_by_pivot(problem, row, rest, pivot));
    }
  }

 private:
  /// The value of the entry that the offsets call `k`.
  template <class A>
  Compute value(const A* values, std::int64_t k) const {
    const auto& rows = problem.rows;
    Compute stored;
    if constexpr (HasPlaces)
      stored = convert<Compute>(values[rows.value_index[k - rows.base]]);
    else
      stored = convert<Compute>(values[k]);
    return rows.conjugate ? conjugate(stored) : stored;
  }
};

struct SolveSequentialHost {
  static constexpr std::string_view name = "solve_sequential_host";

  template <class Exec, class Problem>
  static constexpr bool takes = is_host_execution_v<Exec>;

  static bool can_implement(const SolveInput& input) { return input.num_columns == 1; }
  static double seconds(const SolveInput&) { return 0; }
  static std::size_t workspace_bytes(const SolveInput&) { return 0; }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const SolveInput&, const Problem& problem) {
    const bool lower = problem.rows.lower;
    if (problem.rows.has_value_index)
      lower ? run<true, true>(exec, problem) : run<false, true>(exec, problem);
    else
      lower ? run<true, false>(exec, problem) : run<false, false>(exec, problem);
  }

 private:
  template <bool Lower, bool HasPlaces, class Exec, class Problem>
  static void run(const Exec& exec, const Problem& problem) {
    Kokkos::parallel_for("filigree::solve::sequential_host",
                         Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, 1),
                         SolveSequentialLoop<Problem, Lower, HasPlaces>{problem});
  }
};

}  // namespace filigree::detail
