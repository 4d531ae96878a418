// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>

#include <filigree/detail/spgemm_problem.hpp>
#include <spgemm/host/column_set.hpp>
#include <spgemm/host/pieces.hpp>
#include <spgemm/host/repeat.hpp>
#include <spgemm/host/shape.hpp>

/// The pattern of C on a host. A row of A that repeats the one before it, as it is or one column to
/// the right, makes a row of C that does so too: then B is not read (grids, bands, several unknowns
/// a point). So does one that repeats it, or the row two before it, two columns to the right where
/// rows of B are those two before them, moved by one (interpolation from a grid of half the side).

namespace filigree::detail {

/// How far ahead in A the rows of B are asked for.
inline constexpr std::int64_t spgemm_prefetch_distance = 16;

/// Whether rows of B are the rows one or two before them, moved one column to the right.
template <class Index>
struct SpgemmHostShifts {
  /// Bits of a row. `of(steps)` is what rows of B have to be where A's columns move by `steps`.
  static constexpr std::uint8_t of_one = 1, of_two = 2;
  static std::uint8_t of(std::int64_t steps) { return steps == 1 ? of_one : of_two; }

  SpgemmRows<Index> b;
  std::uint8_t* shifted;

  void operator()(const std::int64_t row) const {
    shifted[row] =
        std::uint8_t((is_shifted(row, 1) ? of_one : 0) | (is_shifted(row, 2) ? of_two : 0));
  }

 private:
  bool is_shifted(std::int64_t row, std::int64_t distance) const {
    return row >= distance && b.length(row) == b.length(row - distance) &&
           std::equal(b.col_indices + b.begin(row), b.col_indices + b.end(row),
                      b.col_indices + b.begin(row - distance),
                      [](Index here, Index before) { return here == before + 1; });
  }
};

/// What a worker has found out, in a cache line of its own.
struct alignas(64) SpgemmHostTotals {
  std::int64_t products = 0;  ///< entries of D not included
  std::int64_t entries = 0;   ///< of C
  std::int64_t longest_row = 0;
  std::int64_t repeated = 0;  ///< rows that repeat others
  SpgemmHostShape shape{};    ///< of sorted rows
};

/// Counts the entries of C's rows, or writes them.
template <class Index>
struct SpgemmHostPattern {
  SpgemmPattern<Index> pattern;
  HostPieces pieces;
  const std::uint8_t* shifted;
  std::uint64_t* sets;  ///< a worker's after another's
  std::int64_t set_words;
  bool marks = false;  ///< whether there is room for them
  bool sorts = true;   ///< false only with marks: rows are written as they are found
  std::int64_t* row_lengths;
  std::uint8_t* repeats;     ///< of rows, written while they are counted; see SpgemmRepeat
  SpgemmHostTotals* totals;  ///< of workers
  AnyOffsets offsets{};
  Index* col_indices = nullptr;  ///< null: rows are counted
  std::int64_t base = 0;

  void operator()(const std::int64_t worker) const {
    std::uint64_t* const memory = sets + worker * set_words;
    if (marks && (col_indices == nullptr || !sorts)) {
      HostColumnMarks row_marks(memory, pattern.b.num_cols);
      take(worker, row_marks);
    } else {
      HostColumnSet set(memory, pattern.b.num_cols);
      take(worker, set);
    }
  }

 private:
  /// The rows of one worker, by marks or a set of columns.
  template <class Columns>
  void take(std::int64_t worker, Columns& columns) const {
    totals[worker] = col_indices == nullptr ? count_rows(columns) : write_rows(columns);
  }
  template <class Columns>
  SpgemmHostTotals count_rows(Columns& columns) const {
    SpgemmHostTotals sum;
    pieces.take([&](std::int64_t begin, std::int64_t end) {
      std::int64_t products[4] = {};  // of the last rows
      std::int64_t distance = 1;      // of the last row that repeats one
      for (std::int64_t row = begin; row < end; ++row) {
        const SpgemmRepeat repeat = repeat_of(row, begin, distance);
        repeats[row] = repeat.byte();
        if (repeat.distance > 0) {
          distance = repeat.distance;
          ++sum.repeated;
          products[row % 4] = products[(row - repeat.distance) % 4];
          row_lengths[row] = row_lengths[row - repeat.distance];
        } else {
          products[row % 4] = count_products(row);
          count(row, columns);
        }
        sum.products += products[row % 4];
        sum.entries += row_lengths[row];
        sum.longest_row = std::max(sum.longest_row, row_lengths[row]);
      }
    });
    return sum;
  }
  template <class Columns>
  SpgemmHostTotals write_rows(Columns& columns) const {
    SpgemmHostTotals sum;
    pieces.take([&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t row = begin; row < end; ++row) {
        if (repeats[row] > 0)
          copy(row, SpgemmRepeat::of(repeats[row]));
        else
          write(row, columns);
        if (row_lengths[row] > 0)
          sum.shape.add(col_indices + (offsets[row] - base), row_lengths[row]);
      }
    });
    return sum;
  }
  std::int64_t count_products(std::int64_t row) const {
    std::int64_t sum = 0;
    for (std::int64_t k = pattern.a.begin(row), end = pattern.a.end(row); k < end; ++k)
      sum += pattern.b.length(pattern.a.column(k));
    return sum;
  }

  /// \param likely the distance that is tried first
  SpgemmRepeat repeat_of(std::int64_t row, std::int64_t begin, std::int64_t likely) const {
    const SpgemmRepeat found = repeat_at(likely, row, begin);
    return found.distance > 0 ? found : repeat_at(3 - likely, row, begin);
  }
  SpgemmRepeat repeat_at(std::int64_t distance, std::int64_t row, std::int64_t begin) const {
    const auto &a = pattern.a, &d = pattern.d;
    const std::int64_t length = a.length(row);
    if (distance > row - begin || length == 0 || length != a.length(row - distance)) return {};
    const std::int64_t steps = a.column(a.begin(row)) - a.column(a.begin(row - distance));
    if (steps < 0 || steps > 2) return {};
    const std::int64_t shift = steps > 0 ? 1 : 0;
    if (!is_moved(a, row, distance, steps) || !(steps == 0 || moves_b(row, steps)) ||
        (pattern.has_d() && !is_moved(d, row, distance, shift)))
      return {};
    return {std::uint8_t(distance), std::uint8_t(shift)};
  }
  static bool is_moved(const SpgemmRows<Index>& rows, std::int64_t row, std::int64_t distance,
                       std::int64_t shift) {
    const std::int64_t length = rows.length(row);
    if (length != rows.length(row - distance)) return false;
    const Index* const here = rows.col_indices + rows.begin(row);
    const Index* const before = rows.col_indices + rows.begin(row - distance);
    for (std::int64_t k = 0; k < length; ++k)
      if (here[k] - before[k] != shift) return false;
    return true;
  }
  /// Whether the rows of B that A's row names are those `steps` before them, moved by one.
  bool moves_b(std::int64_t row, std::int64_t steps) const {
    const auto& a = pattern.a;
    const std::uint8_t wanted = SpgemmHostShifts<Index>::of(steps);
    for (std::int64_t k = a.begin(row), end = a.end(row); k < end; ++k)
      if ((shifted[a.column(k)] & wanted) == 0) return false;
    return true;
  }

  void copy(std::int64_t row, const SpgemmRepeat& repeat) const {
    const std::int64_t from = row - repeat.distance, length = row_lengths[from];
    const Index* const before = col_indices + (offsets[from] - base);
    Index* const to = col_indices + (offsets[row] - base);
    for (std::int64_t k = 0; k < length; ++k) to[k] = before[k] + Index(repeat.shift);
  }

  /// Calls visit(rows, begin, end) for the entries that C's row is made of.
  template <class Visit>
  void visit_sources(std::int64_t row, const Visit& visit) const {
    const auto &a = pattern.a, &b = pattern.b, &d = pattern.d;
    for (std::int64_t k = a.begin(row), end = a.end(row); k < end; ++k) {
      if (k + spgemm_prefetch_distance < a.nnz)
        __builtin_prefetch(b.col_indices + b.begin(a.column(k + spgemm_prefetch_distance)));
      const std::int64_t inner = a.column(k);
      visit(b, b.begin(inner), b.end(inner));
    }
    if (pattern.has_d()) visit(d, d.begin(row), d.end(row));
  }

  void count(std::int64_t row, HostColumnMarks& row_marks) const {
    std::int64_t found = 0;
    row_marks.next_row();
    visit_sources(row, [&](const auto& rows, std::int64_t begin, std::int64_t end) {
      for (std::int64_t p = begin; p < end; ++p) found += row_marks.count(rows.column(p));
    });
    row_lengths[row] = found;
  }
  void count(std::int64_t row, HostColumnSet& set) const {
    std::int64_t found = 0;
    visit_sources(row, [&](const auto& rows, std::int64_t begin, std::int64_t end) {
      for (std::int64_t p = begin; p < end; ++p) found += set.count(rows.column(p));
    });
    visit_sources(row, [&](const auto& rows, std::int64_t begin, std::int64_t end) {
      for (std::int64_t p = begin; p < end; ++p) set.drop(rows.column(p));
    });
    row_lengths[row] = found;
  }

  void write(std::int64_t row, HostColumnMarks& row_marks) const {
    Index* to = col_indices + (offsets[row] - base);
    const Index* const end = to + row_lengths[row];
    row_marks.next_row();
    visit_sources(row, [&](const auto& rows, std::int64_t begin, std::int64_t p_end) {
      for (std::int64_t p = begin; p < p_end && to < end; ++p) {
        const std::int64_t column = rows.column(p);
        *to = Index(column + base);
        to += row_marks.count(column);
      }
    });
  }
  void write(std::int64_t row, HostColumnSet& set) const {
    std::int64_t first = pattern.b.num_cols, last = -1;
    visit_sources(row, [&](const auto& rows, std::int64_t begin, std::int64_t end) {
      if (begin == end) return;
      first = std::min(first, rows.column(begin));
      last = std::max(last, rows.column(end - 1));
      for (std::int64_t p = begin; p < end; ++p) set.insert(rows.column(p));
    });
    Index* const begin = col_indices + (offsets[row] - base);
    Index* to = begin;
    const auto append = [&](std::int64_t column) { *to++ = Index(column + base); };
    set.empty(first, last, append);
    if (to == begin + row_lengths[row]) return;
    // Rows of B or D are not sorted, though their matrix says so.
    set.empty(0, pattern.b.num_cols - 1, append);
    std::sort(begin, to);
  }
};

}  // namespace filigree::detail
