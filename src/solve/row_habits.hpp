// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

#include <convert/entries.hpp>
#include <core/device_limits.hpp>
#include <filigree/detail/triangular_solve_problem.hpp>

/// What rows need, by a sample of them: how devices find levels and solve rests on it.

namespace filigree::detail {

/// Of every SampleRows::step'th row: those that need one of the rows that a device solves at about
/// the same time, and those that need rows beside the ones which the next row needs.
struct RowSample {
  std::int64_t near = 0;
  std::int64_t alike = 0;

  KOKKOS_FUNCTION RowSample& operator+=(const RowSample& other) {
    near += other.near;
    alike += other.alike;
    return *this;
  }
};

/// It looks at the entries beside the diagonal of sorted rows, and at those furthest from it.
template <class Index>
struct SampleRows {
  using value_type = RowSample;
  static constexpr std::int64_t step = 16;

  SolveRows<Index> rows;
  std::int64_t at_once;  ///< rows

  KOKKOS_FUNCTION void operator()(const std::int64_t which, RowSample& sample) const {
    const std::int64_t row = which * step;
    sample.near += is_near(row) ? 1 : 0;
    sample.alike += row + 1 == rows.num_rows || furthest(row + 1) == furthest(row) + 1 ? 1 : 0;
  }
  KOKKOS_FUNCTION void init(RowSample& sample) const { sample = {}; }
  KOKKOS_FUNCTION void join(RowSample& sample, const RowSample& other) const { sample += other; }

 private:
  KOKKOS_FUNCTION bool is_near(std::int64_t row) const {
    const std::int64_t begin = rows.begin(row), end = rows.end(row);
    const std::int64_t looks = Kokkos::min(end - begin, std::int64_t(16));
    for (std::int64_t k = 0; k < looks; ++k) {
      const std::int64_t col = rows.column(rows.lower ? end - 1 - k : begin + k);
      if (rows.needs(row, col) && Kokkos::abs(row - col) < at_once) return true;
    }
    return false;
  }
  /// A row without entries is one that needs itself.
  KOKKOS_FUNCTION std::int64_t furthest(std::int64_t row) const {
    const std::int64_t begin = rows.begin(row), end = rows.end(row);
    return begin == end ? row : rows.column(rows.lower ? begin : end - 1);
  }
};

/// What a sample of rows says.
struct RowHabits {
  /// So few rows need others near them that their own order, in which a device reads them fastest,
  /// makes few wait.
  bool has_few_near = false;
  /// Rows beside each other need rows in different places.
  bool are_scattered = false;
};

template <class Exec, class Index>
RowHabits row_habits(const Exec& exec, const SolveRows<Index>& rows) {
  constexpr std::int64_t rows_of_multiprocessor = 128;
  const std::int64_t num_sampled =
      (rows.num_rows + SampleRows<Index>::step - 1) / SampleRows<Index>::step;
  RowSample sample;
  Kokkos::parallel_reduce(
      "filigree::solve::row_habits", EntryRange<Exec>(exec, 0, num_sampled),
      SampleRows<Index>{rows, rows_of_multiprocessor * device_limits(exec).multiprocessors},
      sample);
  return {4 * sample.near <= num_sampled, 2 * sample.alike < num_sampled};
}

}  // namespace filigree::detail
