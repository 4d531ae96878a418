// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

#include <banded/generic.hpp>
#include <filigree/core/pivot_report.hpp>
#include <filigree/detail/banded_problem.hpp>
#include <filigree/detail/spmv_gather.hpp>

/// Block-tridiagonal systems: elimination with partial pivoting, a system a thread, then a
/// right-hand side a thread. An unknown of a block is met by no rows but those that are carried on
/// and those of the next block, among which its pivot is: rows are exchanged across blocks, as a
/// banded matrix of these entries would have it.
///
/// In periodic systems entries of the unknowns of the last two blocks are kept apart, and the rows
/// of the last block, which meet the first unknowns, take part in all steps. Once only these
/// unknowns are left they are what any system ends with.

namespace filigree::detail {

/// The factors of a batch in the workspace. A step eliminates the R unknowns of a block by R of the
/// rows that meet them; it keeps these, the multipliers of the rows below each of them, and which
/// rows were the pivots.
template <class T, int R>
struct BlockFactors {
  /// The size of a step in periodic systems: columns of three blocks, then those kept apart.
  static constexpr int most_rows = 3 * R, band_cols = 3 * R, most_cols = 5 * R;

  T* values = nullptr;
  signed char* pivots = nullptr;
  std::int64_t num_rows = 0;
  std::int64_t num_systems = 0;
  std::int64_t steps_apart = 0;  ///< while which the unknowns of the last two blocks are kept apart
  int cols = band_cols;
  int words = 4 * R * R;

  BlockFactors(const BlockTridiagonalProblem<T>& problem, void* workspace)
      : values(static_cast<T*>(workspace)),
        num_rows(problem.num_rows),
        num_systems(problem.num_systems) {
    if (problem.periodic) {
      steps_apart = num_rows - 2;
      cols = most_cols;
      words = 7 * R * R;
    }
    pivots = reinterpret_cast<signed char*>(values + num_rows * words * num_systems);
  }

  std::size_t bytes() const {
    return std::size_t(num_rows) * std::size_t(num_systems) * (std::size_t(words) * sizeof(T) + R);
  }
  KOKKOS_FUNCTION int rows(std::int64_t step) const {
    return step < steps_apart ? most_rows : 2 * R;
  }
  /// The word of row i and column j, one of which is less than R; systems lie side by side.
  KOKKOS_FUNCTION T& at(std::int64_t system, std::int64_t step, int i, int j) const {
    const int word = i < R ? i * cols + j : R * cols + (i - R) * R + j;
    return values[(step * words + word) * num_systems + system];
  }
  KOKKOS_FUNCTION signed char& pivot(std::int64_t system, std::int64_t step, int c) const {
    return pivots[(step * R + c) * num_systems + system];
  }
};

/// A system an item.
template <class Exec, class T, int R>
struct BlockFactorize {
  using Factors = BlockFactors<T, R>;
  static constexpr int most_rows = Factors::most_rows, most_cols = Factors::most_cols;
  static constexpr int band_cols = Factors::band_cols;

  BlockTridiagonalProblem<T> problem;
  Factors factors;

  /// Block row `block`, in columns that begin with the unknowns of block `first`.
  KOKKOS_INLINE_FUNCTION void load(std::int64_t system, std::int64_t block, std::int64_t first,
                                   T (*to)[most_cols]) const {
    const std::int64_t m = problem.num_rows;
    for (int i = 0; i < R; ++i)
      for (int j = 0; j < factors.cols; ++j) to[i][j] = T{};
    for (int d = 0; d < 3 && block < m; ++d) {
      std::int64_t col = block + d - 1;
      if (!problem.periodic && (col < 0 || col >= m)) continue;
      col = col < 0 ? col + m : (col >= m ? col - m : col);
      const auto& from = problem.diagonals[d];
      std::int64_t stored = block + from.row_shift;
      if (problem.periodic) stored = stored < 0 ? stored + m : (stored >= m ? stored - m : stored);
      const T* const entries = from.data + (stored * from.row_stride + system * from.system_stride);
      const bool is_apart = problem.periodic && col >= m - 2;
      const int place = is_apart ? band_cols + int(col - (m - 2)) * R : int(col - first) * R;
      for (int i = 0; i < R; ++i)
        for (int j = 0; j < R; ++j) {
          const T entry = entries[i * from.inner_row_stride + j * from.inner_col_stride];
          to[i][place + j] = problem.conjugate ? conjugate(entry) : entry;
        }
    }
  }

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t system) const {
    const std::int64_t m = problem.num_rows;
    T row[most_rows][most_cols];
    load(system, 0, 0, row);
    if (problem.periodic) load(system, m - 1, 0, row + 2 * R);
    for (std::int64_t step = 0; step < m; ++step) {
      if (problem.periodic && step == m - 2)
        bring_last_unknowns(row);
      else
        load(system, step + 1, step, row + R);
      for (int c = 0; c < R; ++c) eliminate(system, step, c, row);
      const bool is_apart = step < factors.steps_apart;
      for (int i = R; i < factors.rows(step); ++i) {
        T(&to)[most_cols] = row[i < 2 * R ? i - R : i];
        for (int j = 0; j < band_cols; ++j) to[j] = j < 2 * R ? row[i][j + R] : T{};
        for (int j = band_cols; is_apart && j < most_cols; ++j) to[j] = row[i][j];
      }
    }
  }

  /// Only unknowns that were kept apart are left, and the last block's rows are the next ones.
  KOKKOS_INLINE_FUNCTION void bring_last_unknowns(T (&row)[most_rows][most_cols]) const {
    for (int i = 0; i < 2 * R; ++i)
      for (int j = 0; j < band_cols; ++j)
        row[i][j] = j < 2 * R ? row[i < R ? i : i + R][band_cols + j] : T{};
  }

  KOKKOS_INLINE_FUNCTION void eliminate(std::int64_t system, std::int64_t step, int c,
                                        T (&row)[most_rows][most_cols]) const {
    const int rows = factors.rows(step);
    const int cols = step < factors.steps_apart ? most_cols : band_cols;
    int pivot = c;
    for (int i = c + 1; problem.pivots && i < rows; ++i)
      if (pivot_magnitude(row[i][c]) > pivot_magnitude(row[pivot][c])) pivot = i;
    factors.pivot(system, step, c) = static_cast<signed char>(pivot);
    for (int j = c; pivot != c && j < cols; ++j) Kokkos::kokkos_swap(row[c][j], row[pivot][j]);
    if (row[c][c] == T{})
      report_pivot(problem.positions == nullptr ? nullptr : problem.positions + system,
                   step * R + c);
    for (int j = c; j < cols; ++j) factors.at(system, step, c, j) = row[c][j];
    for (int i = c + 1; i < rows; ++i) {
      const T factor = row[i][c] == T{} ? T{} : row[i][c] / row[c][c];
      factors.at(system, step, i, c) = factor;
      for (int j = c + 1; j < cols; ++j) row[i][j] -= factor * row[c][j];
    }
  }
};

/// A right-hand side of a system an item.
template <class Exec, class T, int R>
struct BlockSubstitute {
  BlockTridiagonalProblem<T> problem;
  BlockFactors<T, R> factors;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t item) const {
    const std::int64_t system = item % problem.num_systems, column = item / problem.num_systems;
    const std::int64_t m = problem.num_rows, chain = problem.periodic ? m - 1 : m;
    T y[3 * R];
    for (int i = 0; i < R; ++i) {
      y[i] = problem.b.at(system, i, column);
      y[2 * R + i] = problem.b.at(system, (m - 1) * R + i, column);
    }
    // X may be B: a block is written after the next one was read.
    for (std::int64_t step = 0; step < m; ++step) {
      for (int i = 0; i < R; ++i)
        if (step + 1 < chain)
          y[R + i] = problem.b.at(system, (step + 1) * R + i, column);
        else
          y[R + i] = step + 1 < m ? y[2 * R + i] : T{};
      for (int c = 0; c < R; ++c) {
        const int pivot = factors.pivot(system, step, c);
        Kokkos::kokkos_swap(y[c], y[pivot]);
        for (int i = c + 1; i < factors.rows(step); ++i)
          y[i] -= factors.at(system, step, i, c) * y[c];
      }
      for (int c = 0; c < R; ++c) problem.x.at(system, step * R + c, column) = y[c];
      for (int i = 0; i < R; ++i) y[i] = y[R + i];
    }
    T found[3 * R] = {};  // of the block at hand and the two after it
    T apart[2 * R] = {};  // of the last two blocks
    for (std::int64_t step = m - 1; step >= 0; --step) {
      const bool is_apart = step < factors.steps_apart;
      for (int i = 0; step + 1 == factors.steps_apart && i < 2 * R; ++i) apart[i] = found[i];
      for (int i = 2 * R - 1; i >= 0; --i) found[R + i] = found[i];
      for (int c = R - 1; c >= 0; --c) {
        T sum = problem.x.at(system, step * R + c, column);
        for (int j = c + 1; j < 3 * R; ++j) sum -= factors.at(system, step, c, j) * found[j];
        for (int j = 0; is_apart && j < 2 * R; ++j)
          sum -= factors.at(system, step, c, 3 * R + j) * apart[j];
        found[c] = sum / factors.at(system, step, c, c);
        problem.x.at(system, step * R + c, column) = found[c];
      }
    }
  }
};

}  // namespace filigree::detail
