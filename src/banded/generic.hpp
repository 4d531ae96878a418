// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

#include <filigree/core/execution.hpp>
#include <filigree/core/pivot_report.hpp>
#include <filigree/detail/banded_problem.hpp>
#include <filigree/detail/spmv_gather.hpp>

/// The generic kernels: elimination with partial pivoting, a system a thread, then a right-hand
/// side a thread.

namespace filigree::detail {

template <class Problem>
bool is_empty(const Problem& problem) {
  return problem.num_rows == 0 || problem.num_systems == 0 || problem.num_columns == 0;
}

/// What pivots are compared by, as LAPACK does.
template <class T>
KOKKOS_INLINE_FUNCTION auto pivot_magnitude(const T& a) {
  if constexpr (is_complex_v<T>)
    return Kokkos::abs(a.real()) + Kokkos::abs(a.imag());
  else
    return Kokkos::abs(a);
}

/// The factors of a batch in the workspace. A step of the elimination keeps the pivot row and the
/// multipliers of the other rows, and which row was the pivot.
///
/// In periodic systems the last 2 P unknowns are eliminated at the end: their entries are kept
/// apart (`border`), and the last P rows, which meet the first unknowns, take part in all steps.
template <class T, int P, bool Periodic>
struct BandedFactors {
  static constexpr int border_cols = Periodic ? 2 * P : 0;
  static constexpr int border_rows = Periodic ? P : 0;
  static constexpr int rows = P + 1 + border_rows;  ///< in a step
  static constexpr int band_cols = 2 * P + 1;
  static constexpr int words = band_cols + border_cols + rows - 1;
  static constexpr int end_words = border_cols * border_cols;

  T* values = nullptr;
  signed char* pivots = nullptr;
  std::int64_t steps = 0;
  std::int64_t num_systems = 0;

  static std::int64_t num_steps(std::int64_t num_rows) { return num_rows - border_cols; }
  static std::size_t bytes(std::int64_t num_rows, std::int64_t num_systems) {
    const std::int64_t steps = num_steps(num_rows);
    return std::size_t(num_systems) *
           (std::size_t(steps * words + end_words) * sizeof(T) + std::size_t(steps));
  }

  /// Word `word` of a step; systems side by side.
  KOKKOS_FUNCTION T& at(std::int64_t system, std::int64_t step, int word) const {
    return values[(step * words + word) * num_systems + system];
  }
  KOKKOS_FUNCTION T& end(std::int64_t system, int word) const {
    return values[(steps * words + word) * num_systems + system];
  }
  KOKKOS_FUNCTION signed char& pivot(std::int64_t system, std::int64_t step) const {
    return pivots[step * num_systems + system];
  }
};

/// Solves the dense system of the border in place. Returns the unknown without a pivot, or -1.
template <int N, class T>
KOKKOS_INLINE_FUNCTION int solve_dense(T (&a)[N][N], T (&y)[N], bool exchanges) {
  int missing = -1;
  for (int c = 0; c < N; ++c) {
    int pivot = c;
    for (int i = c + 1; exchanges && i < N; ++i)
      if (pivot_magnitude(a[i][c]) > pivot_magnitude(a[pivot][c])) pivot = i;
    if (a[pivot][c] == T{} && missing < 0) missing = c;
    for (int j = 0; pivot != c && j < N; ++j) Kokkos::kokkos_swap(a[c][j], a[pivot][j]);
    if (pivot != c) Kokkos::kokkos_swap(y[c], y[pivot]);
    for (int i = c + 1; i < N; ++i) {
      const T factor = a[i][c] / a[c][c];
      for (int j = c + 1; j < N; ++j) a[i][j] -= factor * a[c][j];
      y[i] -= factor * y[c];
    }
  }
  for (int c = N - 1; c >= 0; --c) {
    for (int j = c + 1; j < N; ++j) y[c] -= a[c][j] * y[j];
    y[c] /= a[c][c];
  }
  return missing;
}

/// A system an item.
template <class Exec, class T, int P, bool Periodic>
struct BandedFactorize {
  using Factors = BandedFactors<T, P, Periodic>;
  static constexpr int band_cols = Factors::band_cols, border = Factors::border_cols;

  BandedProblem<T> problem;
  Factors factors;

  struct Row {
    T band[band_cols] = {};  ///< of the unknown that is eliminated next, and those after it
    T apart[border == 0 ? 1 : border] = {};  ///< of the border
  };

  /// Row `row` as it stands when the unknown `first` is the next one.
  KOKKOS_INLINE_FUNCTION Row load(std::int64_t system, std::int64_t row, std::int64_t first) const {
    Row result;
    const std::int64_t m = problem.num_rows, apart = m - border;
    for (int d = 0; d < band_cols; ++d) {
      std::int64_t col = row + d - P;
      if (!Periodic && (col < 0 || col >= m)) continue;
      col = col < 0 ? col + m : (col >= m ? col - m : col);
      const auto& diagonal = problem.diagonals[d];
      std::int64_t stored = row + diagonal.row_shift;
      if (Periodic) stored = stored < 0 ? stored + m : (stored >= m ? stored - m : stored);
      T entry = diagonal.data[stored * diagonal.row_stride + system * diagonal.system_stride];
      if (problem.conjugate) entry = conjugate(entry);
      if (Periodic && col >= apart)
        result.apart[col - apart] = entry;
      else
        result.band[col - first] = entry;
    }
    return result;
  }

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t system) const {
    constexpr int rows = Factors::rows;
    const std::int64_t m = problem.num_rows, steps = factors.steps;
    const std::int64_t chain_rows = m - Factors::border_rows;
    std::int64_t* const position =
        problem.positions == nullptr ? nullptr : problem.positions + system;
    Row row[rows];
    for (int i = 0; i < P; ++i)
      if (i < chain_rows) row[i] = load(system, i, 0);
    for (int i = 0; i < Factors::border_rows; ++i) row[P + 1 + i] = load(system, chain_rows + i, 0);
    for (std::int64_t step = 0; step < steps; ++step) {
      row[P] = step + P < chain_rows ? load(system, step + P, step) : Row{};
      int pivot = 0;
      for (int i = 1; problem.pivots && i < rows; ++i)
        if (pivot_magnitude(row[i].band[0]) > pivot_magnitude(row[pivot].band[0])) pivot = i;
      if (row[pivot].band[0] == T{}) report_pivot(position, step);
      factors.pivot(system, step) = static_cast<signed char>(pivot);
      const Row chosen = row[pivot];
      row[pivot] = row[0];
      int word = 0;
      for (int j = 0; j < band_cols; ++j) factors.at(system, step, word++) = chosen.band[j];
      for (int j = 0; j < border; ++j) factors.at(system, step, word++) = chosen.apart[j];
      for (int i = 1; i < rows; ++i) {
        const T factor = row[i].band[0] == T{} ? T{} : row[i].band[0] / chosen.band[0];
        factors.at(system, step, word++) = factor;
        Row& to = row[i <= P ? i - 1 : i];
        for (int j = 1; j < band_cols; ++j)
          to.band[j - 1] = row[i].band[j] - factor * chosen.band[j];
        to.band[band_cols - 1] = T{};
        for (int j = 0; j < border; ++j) to.apart[j] = row[i].apart[j] - factor * chosen.apart[j];
      }
    }
    if constexpr (Periodic) {
      T end[border][border], unused[border] = {};
      for (int i = 0; i < border; ++i)
        for (int j = 0; j < border; ++j) {
          end[i][j] = row[i < P ? i : i + 1].apart[j];
          factors.end(system, i * border + j) = end[i][j];
        }
      const int missing = solve_dense(end, unused, problem.pivots);
      if (missing >= 0) report_pivot(position, steps + missing);
    }
  }
};

/// A right-hand side of a system an item.
template <class Exec, class T, int P, bool Periodic>
struct BandedSubstitute {
  using Factors = BandedFactors<T, P, Periodic>;
  static constexpr int band_cols = Factors::band_cols, border = Factors::border_cols;

  BandedProblem<T> problem;
  Factors factors;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t item) const {
    constexpr int rows = Factors::rows;
    const std::int64_t system = item % problem.num_systems, column = item / problem.num_systems;
    const std::int64_t steps = factors.steps, chain_rows = problem.num_rows - Factors::border_rows;
    T y[rows] = {};
    for (int i = 0; i < P; ++i)
      if (i < chain_rows) y[i] = problem.b.at(system, i, column);
    for (int i = 0; i < Factors::border_rows; ++i)
      y[P + 1 + i] = problem.b.at(system, chain_rows + i, column);
    // X may be B: a row is written after the rows that are still to come in were read.
    for (std::int64_t step = 0; step < steps; ++step) {
      y[P] = step + P < chain_rows ? T(problem.b.at(system, step + P, column)) : T{};
      const int pivot = factors.pivot(system, step);
      const T chosen = y[pivot];
      y[pivot] = y[0];
      for (int i = 1; i < rows; ++i)
        y[i <= P ? i - 1 : i] =
            y[i] - factors.at(system, step, band_cols + border + i - 1) * chosen;
      problem.x.at(system, step, column) = chosen;
    }
    T ends[border == 0 ? 1 : border] = {};
    if constexpr (Periodic) {
      T end[border][border];
      for (int i = 0; i < border; ++i) {
        ends[i] = y[i < P ? i : i + 1];
        for (int j = 0; j < border; ++j) end[i][j] = factors.end(system, i * border + j);
      }
      solve_dense(end, ends, problem.pivots);
      for (int i = 0; i < border; ++i) problem.x.at(system, steps + i, column) = ends[i];
    }
    T after[2 * P] = {};
    for (std::int64_t step = steps - 1; step >= 0; --step) {
      T sum = problem.x.at(system, step, column);
      for (int j = 0; j < 2 * P; ++j) sum -= factors.at(system, step, j + 1) * after[j];
      for (int j = 0; j < border; ++j) sum -= factors.at(system, step, band_cols + j) * ends[j];
      for (int j = 2 * P - 1; j > 0; --j) after[j] = after[j - 1];
      after[0] = sum / factors.at(system, step, 0);
      problem.x.at(system, step, column) = after[0];
    }
  }
};

}  // namespace filigree::detail
