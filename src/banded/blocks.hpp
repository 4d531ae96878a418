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

namespace filigree::detail {

/// The factors of a batch in the workspace. A step eliminates the R unknowns of a block by R of 2 R
/// rows; it keeps these, the multipliers of the rows below each of them, and which rows were the
/// pivots.
template <class T, int R>
struct BlockFactors {
  static constexpr int rows = 2 * R, cols = 3 * R;
  static constexpr int words = R * cols + R * R;

  T* values = nullptr;
  signed char* pivots = nullptr;
  std::int64_t num_systems = 0;

  static std::size_t bytes(std::int64_t num_rows, std::int64_t num_systems) {
    return std::size_t(num_rows) * std::size_t(num_systems) * (words * sizeof(T) + R);
  }

  /// Of row i and column j, where i or j is less than R; systems side by side.
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
  static constexpr int rows = Factors::rows, cols = Factors::cols;

  BlockTridiagonalProblem<T> problem;
  Factors factors;

  /// Block row `block`, its block of diagonal d to the columns of block d + shift.
  KOKKOS_INLINE_FUNCTION void load(std::int64_t system, std::int64_t block, int shift,
                                   T (*to)[cols]) const {
    for (int d = 0; d < 3; ++d) {
      if (d + shift < 0) continue;
      const bool is_there =
          block < problem.num_rows && block + d > 0 && block + d <= problem.num_rows;
      const auto& from = problem.diagonals[d];
      const std::int64_t first =
          (block + from.row_shift) * from.row_stride + system * from.system_stride;
      for (int i = 0; i < R; ++i)
        for (int j = 0; j < R; ++j) {
          T entry{};
          if (is_there)
            entry = from.data[first + i * from.inner_row_stride + j * from.inner_col_stride];
          to[i][(d + shift) * R + j] = problem.conjugate ? conjugate(entry) : entry;
        }
    }
  }

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t system) const {
    T row[rows][cols] = {};
    load(system, 0, -1, row);
    for (std::int64_t step = 0; step < problem.num_rows; ++step) {
      load(system, step + 1, 0, row + R);
      for (int c = 0; c < R; ++c) eliminate(system, step, c, row);
      for (int i = 0; i < R; ++i)
        for (int j = 0; j < cols; ++j) row[i][j] = j < 2 * R ? row[R + i][j + R] : T{};
    }
  }

  KOKKOS_INLINE_FUNCTION void eliminate(std::int64_t system, std::int64_t step, int c,
                                        T (&row)[rows][cols]) const {
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
    const std::int64_t m = problem.num_rows;
    T y[2 * R];
    for (int i = 0; i < R; ++i) y[i] = problem.b.at(system, i, column);
    // X may be B: a block is written after the next one was read.
    for (std::int64_t step = 0; step < m; ++step) {
      for (int i = 0; i < R; ++i)
        y[R + i] = step + 1 < m ? T(problem.b.at(system, (step + 1) * R + i, column)) : T{};
      for (int c = 0; c < R; ++c) {
        const int pivot = factors.pivot(system, step, c);
        Kokkos::kokkos_swap(y[c], y[pivot]);
        for (int i = c + 1; i < 2 * R; ++i) y[i] -= factors.at(system, step, i, c) * y[c];
      }
      for (int c = 0; c < R; ++c) problem.x.at(system, step * R + c, column) = y[c];
      for (int i = 0; i < R; ++i) y[i] = y[R + i];
    }
    T found[3 * R] = {};  // of the block at hand and the two after it
    for (std::int64_t step = m - 1; step >= 0; --step) {
      for (int i = 2 * R - 1; i >= 0; --i) found[R + i] = found[i];
      for (int c = R - 1; c >= 0; --c) {
        T sum = problem.x.at(system, step * R + c, column);
        for (int j = c + 1; j < 3 * R; ++j) sum -= factors.at(system, step, c, j) * found[j];
        found[c] = sum / factors.at(system, step, c, c);
        problem.x.at(system, step * R + c, column) = found[c];
      }
    }
  }
};

}  // namespace filigree::detail
