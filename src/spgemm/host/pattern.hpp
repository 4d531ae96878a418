// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>

#include <filigree/detail/spgemm_problem.hpp>
#include <spgemm/host/column_set.hpp>
#include <spgemm/host/pieces.hpp>

/// The pattern of C on a host. A row of A that repeats the one before it, as it is or one column to
/// the right, makes a row of C that does so too: then B is not read (grids, bands, several unknowns
/// a point).

namespace filigree::detail {

/// How far ahead in A the rows of B are asked for.
inline constexpr std::int64_t spgemm_prefetch_distance = 16;

/// Whether rows of B are the rows before them, one column to the right.
template <class Index>
struct SpgemmHostShifts {
  SpgemmRows<Index> b;
  std::uint8_t* shifted;

  void operator()(const std::int64_t row) const {
    shifted[row] = row > 0 && b.length(row) == b.length(row - 1) &&
                   std::equal(b.col_indices + b.begin(row), b.col_indices + b.end(row),
                              b.col_indices + b.begin(row - 1),
                              [](Index here, Index before) { return here == before + 1; });
  }
};

/// Counts the entries of C's rows, or writes them.
template <class Index>
struct SpgemmHostPattern {
  SpgemmPattern<Index> pattern;
  HostPieces pieces;
  const std::uint8_t* shifted;
  std::uint64_t* sets;  ///< a worker's after another's
  std::int64_t set_words;
  std::int64_t* row_lengths;
  AnyOffsets offsets{};
  Index* col_indices = nullptr;  ///< null: rows are counted
  std::int64_t base = 0;

  void operator()(const std::int64_t worker) const {
    HostColumnSet set(sets + worker * set_words, pattern.b.num_cols);
    pieces.take([&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t row = begin; row < end; ++row) {
        const std::int64_t shift = row > begin ? shift_of(row) : -1;
        if (shift >= 0)
          repeat(row, Index(shift));
        else if (col_indices == nullptr)
          count(row, set);
        else
          write(row, set);
      }
    });
  }

 private:
  /// By how many columns, 0 or 1, C's row is the one before it moved to the right; -1: it is not
  /// known to be.
  std::int64_t shift_of(std::int64_t row) const {
    const auto &a = pattern.a, &d = pattern.d;
    const bool has_d = pattern.has_d();
    const std::int64_t begin = a.begin(row), length = a.length(row);
    if (length == 0 || length != a.length(row - 1)) return -1;
    const std::int64_t shift = a.column(begin) - a.column(begin - length);
    if (shift < 0 || shift > 1) return -1;
    if (!repeats(a, row, shift) || (has_d && !repeats(d, row, shift))) return -1;
    for (std::int64_t k = begin; shift == 1 && k < begin + length; ++k)
      if (shifted[a.column(k)] == 0) return -1;
    return shift;
  }
  static bool repeats(const SpgemmRows<Index>& rows, std::int64_t row, std::int64_t shift) {
    const std::int64_t begin = rows.begin(row), length = rows.length(row);
    if (length != rows.length(row - 1)) return false;
    const Index* const here = rows.col_indices + begin;
    for (std::int64_t k = 0; k < length; ++k)
      if (here[k] - here[k - length] != shift) return false;
    return true;
  }

  void repeat(std::int64_t row, Index shift) const {
    const std::int64_t length = row_lengths[row - 1];
    if (col_indices == nullptr) {
      row_lengths[row] = length;
      return;
    }
    Index* const to = col_indices + (offsets[row] - base);
    for (std::int64_t k = 0; k < length; ++k) to[k] = to[k - length] + shift;
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
