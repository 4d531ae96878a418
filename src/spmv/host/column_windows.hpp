// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>

#include <filigree/detail/allocate.hpp>
#include <filigree/detail/spmv_problem.hpp>
#include <filigree/format/matrix_base.hpp>

#include "spmv/host/partition.hpp"
#include "spmv/host/scatter_rows.hpp"

/// Where the threads of a product with the transposed matrix keep their sums of columns: each part
/// of the rows has a buffer of its own, so that nothing is shared and the order of additions is
/// fixed.
///
/// Columns that no other part touches are stored as soon as the part has seen their last entry, and
/// the buffer moves on: on a grid it covers the bandwidth only and stays in the cache. Sums of the
/// other columns are kept, and added in the order of the parts once all are done.

namespace filigree::detail {

/// The columns of one part, and its buffer.
struct ColumnWindow {
  std::int64_t first = 0;  ///< the columns that its rows touch lie in [first, last)
  std::int64_t last = 0;
  std::int64_t own_first = 0;  ///< those that it stores itself; none: the buffer holds all of them
  std::int64_t own_last = 0;
  std::int64_t capacity = 0;  ///< columns that the buffer holds at a time
  std::int64_t offset = 0;    ///< of the buffer in the workspace, in sums

  bool slides() const { return own_first < own_last; }
  /// Sums in the workspace: the buffer, then those kept from before and after its own columns.
  std::int64_t num_sums() const {
    const std::int64_t kept = slides() ? (own_first - first) + (last - own_last) : 0;
    return (capacity + sums_padding + kept + 15) / 16 * 16;
  }
};

/// The window of one of several parts that have a buffer for all columns each.
inline ColumnWindow whole_window(std::int64_t part, std::int64_t num_cols) {
  ColumnWindow window;
  window.last = window.capacity = num_cols;
  window.offset = part * window.num_sums();
  return window;
}

/// Sums are added, written and read once more: no more of them than entries.
inline bool column_sums_fit(std::int64_t sums, std::int64_t nnz) { return sums <= nnz; }

/// What a plan knows of them: an array of 64-bit numbers.
struct ColumnWindows {
  std::int64_t parts = 0;
  std::int64_t blocks = 0;
  std::int64_t* numbers = nullptr;
  std::int64_t block_rows = host_range_rows;

  static constexpr std::int64_t window_numbers = 6;
  static_assert(sizeof(ColumnWindow) == window_numbers * sizeof(std::int64_t));

  static std::int64_t length(std::int64_t parts, std::int64_t blocks) {
    return parts + 1 + window_numbers * parts + 2 * blocks;
  }
  std::int64_t* first_rows() const { return numbers; }
  /// The part's first block of rows; past the last one where it has no rows.
  std::int64_t first_block(std::int64_t part) const {
    return groups_of(first_rows()[part], block_rows);
  }
  ColumnWindow* windows() const { return reinterpret_cast<ColumnWindow*>(numbers + parts + 1); }
  /// For each block of rows: the end of the columns that the part touches up to it,
  /// and the first one that it touches from it on.
  std::int64_t* heads() const { return numbers + parts + 1 + window_numbers * parts; }
  std::int64_t* frontiers() const { return heads() + blocks; }
};

/// A part's buffer: of each column `lanes` sums, one behind the other (of a product with a vector
/// one, with a matrix one for each of its columns).
template <class Sum>
struct WindowSums {
  ColumnWindow window;
  std::int64_t lanes;
  Sum* buffer;

  WindowSums(const ColumnWindow& window_, std::int64_t lanes_, Sum* all_sums)
      : window(window_), lanes(lanes_), buffer(all_sums + window_.offset * lanes_) {}

  /// Sums of columns before the part's own ones, then of those after them.
  Sum* kept() const { return buffer + (window.capacity + sums_padding) * lanes; }

  void clear(std::int64_t base, std::int64_t first, std::int64_t last) const {
    if (first < last)
      std::fill(buffer + (first - base) * lanes, buffer + (last - base) * lanes, Sum{});
  }

  /// Columns first .. last - 1 are complete, `sums` are those of the first one: calls
  /// store(first, last, sums) for the part's own ones, at most host_range_rows at a time, and keeps
  /// the others.
  template <class Store>
  void finish(std::int64_t first, std::int64_t last, const Sum* sums, const Store& store) const {
    const std::int64_t before = std::min(last, window.own_first);
    if (first < before)
      std::copy(sums, sums + (before - first) * lanes, kept() + (first - window.first) * lanes);
    const std::int64_t own_last = std::min(last, window.own_last);
    for (std::int64_t col = std::max(first, window.own_first); col < own_last;) {
      const std::int64_t end = std::min((col / host_range_rows + 1) * host_range_rows, own_last);
      store(col, end, sums + (col - first) * lanes);
      col = end;
    }
    const std::int64_t after = std::max(first, window.own_last);
    if (after < last) {
      const std::int64_t place = (window.own_first - window.first) + (after - window.own_last);
      std::copy(sums + (after - first) * lanes, sums + (last - first) * lanes,
                kept() + place * lanes);
    }
  }

  /// Adds what was kept of columns first .. last - 1 to `total`.
  void add_kept(std::int64_t first, std::int64_t last, Sum* total) const {
    const auto add = [&](std::int64_t begin, std::int64_t end, const Sum* sums) {
      const std::int64_t start = std::max(begin, first), stop = std::min(end, last);
      if (start >= stop) return;
      const Sum* from = sums + (start - begin) * lanes;
      Sum* const to = total + (start - first) * lanes;
      for (std::int64_t i = 0; i < (stop - start) * lanes; ++i) to[i] += from[i];
    };
    if (!window.slides()) return add(window.first, window.last, buffer);
    add(window.first, window.own_first, kept());
    add(window.own_last, window.last, kept() + (window.own_first - window.first) * lanes);
  }
};

/// The columns that rows first .. last - 1 add to, as [lowest, end), zero-based; [max, 0) where
/// there are none.
template <class Offset, class Index>
void find_columns(const GatherPattern<Offset, Index>& pattern, bool mirrored, std::int64_t first,
                  std::int64_t last, std::int64_t& lowest, std::int64_t& end) {
  const std::int64_t begin_entry = std::int64_t(pattern.row_offsets[first]) - pattern.base;
  const std::int64_t end_entry = std::int64_t(pattern.row_offsets[last]) - pattern.base;
  lowest = mirrored ? first : std::numeric_limits<std::int64_t>::max();
  end = mirrored ? last : 0;
  if (begin_entry == end_entry) return;
  Index low = pattern.col_indices[begin_entry], high = low;
  for (std::int64_t k = begin_entry; k < end_entry; ++k) {
    low = std::min(low, pattern.col_indices[k]);
    high = std::max(high, pattern.col_indices[k]);
  }
  lowest = std::min(lowest, std::int64_t(low) - pattern.base);
  end = std::max(end, std::int64_t(high) - pattern.base + 1);
}

/// The column up to which a part has stored its sums before it adds a block's.
inline std::int64_t stored_before(const ColumnWindows& all, const ColumnWindow& window,
                                  std::int64_t first_block, std::int64_t block) {
  if (block == first_block) return window.first;
  const std::int64_t complete = std::min(all.frontiers()[block], all.heads()[block - 1]);
  return std::max(window.first, complete / host_range_rows * host_range_rows);
}

/// Adds up a part of a plan: clears what a block of rows needs, calls add(block, sums, first),
/// where `sums` belong to column `first`, and store(first, last, sums) for columns of the part's
/// own that are complete.
template <class Sum, class Add, class Store>
void accumulate_part(const ColumnWindows& all, std::int64_t part, const WindowSums<Sum>& mine,
                     const Add& add, const Store& store) {
  const ColumnWindow& window = mine.window;
  const std::int64_t lanes = mine.lanes, last_row = all.first_rows()[part + 1];
  const std::int64_t first_block = all.first_block(part);
  std::int64_t base = window.first, stored = window.first, cleared = window.first;
  const auto sums_of = [&](std::int64_t column) { return mine.buffer + (column - base) * lanes; };
  for (std::int64_t block = first_block; block * all.block_rows < last_row; ++block) {
    const std::int64_t head = all.heads()[block];
    if (window.slides()) {
      const std::int64_t complete = stored_before(all, window, first_block, block);
      mine.finish(stored, complete, sums_of(stored), store);
      stored = complete;
      if (head - base > window.capacity) {
        std::copy(sums_of(stored), sums_of(cleared), mine.buffer);
        base = stored;
      }
    }
    mine.clear(base, cleared, head);
    cleared = std::max(cleared, head);
    add(block, mine.buffer, base);
  }
  if (window.slides()) mine.finish(stored, window.last, sums_of(stored), store);
}

/// Calls visit(first, last) for one of `parts` shares of the columns that no part has stored, at
/// most host_range_rows of them at a time. window_of(part) is a part's window.
template <class WindowOf, class Visit>
void for_each_shared(std::int64_t parts, std::int64_t share, std::int64_t num_cols,
                     const WindowOf& window_of, const Visit& visit) {
  std::int64_t shared = num_cols;
  for (std::int64_t p = 0; p < parts; ++p)
    if (window_of(p).slides()) shared -= window_of(p).own_last - window_of(p).own_first;
  const std::int64_t from = shared / parts * share + shared % parts * share / parts;
  const std::int64_t to = shared / parts * (share + 1) + shared % parts * (share + 1) / parts;
  std::int64_t col = 0, seen = 0;
  for (std::int64_t p = 0; p <= parts; ++p) {
    if (p < parts && !window_of(p).slides()) continue;
    const std::int64_t gap_end = p < parts ? window_of(p).own_first : num_cols;
    const std::int64_t last = std::min(gap_end, col + (to - seen));
    for (std::int64_t c = col + std::max<std::int64_t>(from - seen, 0); c < last;) {
      const std::int64_t end = std::min((c / host_range_rows + 1) * host_range_rows, last);
      visit(c, end);
      c = end;
    }
    seen += gap_end - col;
    if (p < parts) col = window_of(p).own_last;
  }
}

/// Turns the columns of the part's blocks into heads and frontiers; sets the window's columns.
inline void scan_part(const ColumnWindows& all, std::int64_t first_block, std::int64_t last_block,
                      ColumnWindow& window) {
  std::int64_t* const heads = all.heads();
  std::int64_t* const frontiers = all.frontiers();
  for (std::int64_t b = first_block + 1; b < last_block; ++b)
    heads[b] = std::max(heads[b], heads[b - 1]);
  const std::int64_t last = first_block < last_block ? heads[last_block - 1] : 0;
  std::int64_t lowest = last;
  for (std::int64_t b = last_block; b-- > first_block;)
    frontiers[b] = lowest = std::min(lowest, frontiers[b]);
  window.first = lowest;
  window.last = last;
  for (std::int64_t b = first_block; b < last_block; ++b) heads[b] = std::max(heads[b], lowest);
}

/// How many columns a buffer holds that moves past them.
inline std::int64_t sliding_capacity(const ColumnWindows& all, std::int64_t first_block,
                                     std::int64_t last_block, const ColumnWindow& window) {
  std::int64_t width = 0;
  for (std::int64_t b = first_block; b < last_block; ++b)
    width = std::max(width, all.heads()[b] - stored_before(all, window, first_block, b));
  // Its content is moved to its front each time that as many columns have passed.
  return 2 * width + 2048;
}

/// Windows that a plan holds.
template <class MemorySpace>
struct PlannedColumnWindows {
  std::int64_t parts = 0;
  std::int64_t blocks = 0;
  std::int64_t num_sums = 0;  ///< in a product's workspace
  Kokkos::View<std::int64_t*, MemorySpace> numbers;
  std::int64_t block_rows = host_range_rows;

  bool exist() const { return parts > 0; }
  ColumnWindows windows() const { return {parts, blocks, numbers.data(), block_rows}; }
  std::int64_t memory_bytes() const {
    return std::int64_t(sizeof(std::int64_t) * numbers.extent(0));
  }
};

/// Plans `parts` parts and their windows for rows that add to columns, a block of them at a time:
/// find(first, last, lowest, end) is find_columns() of rows first .. last - 1, first_row(part) a
/// multiple of block_rows.
template <class Exec, class Find, class FirstRow>
PlannedColumnWindows<typename Exec::memory_space> plan_column_windows(
    const Exec& exec, std::int64_t num_rows, std::int64_t num_cols, std::int64_t block_rows,
    std::int64_t parts, const Find& find, const FirstRow& first_row) {
  const std::int64_t blocks = groups_of(num_rows, block_rows);
  PlannedColumnWindows<typename Exec::memory_space> planned{
      parts, blocks, 0,
      allocate_zeros<std::int64_t, typename Exec::memory_space>(
          "", exec, "filigree::spmv::column_windows", ColumnWindows::length(parts, blocks)),
      block_rows};
  const ColumnWindows all = planned.windows();
  Kokkos::parallel_for("filigree::spmv::find_columns",
                       Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, blocks),
                       [=](const std::int64_t b) {
                         const std::int64_t first = b * block_rows;
                         find(first, std::min(first + block_rows, num_rows), all.frontiers()[b],
                              all.heads()[b]);
                       });
  exec.fence("filigree::spmv::plan_column_windows");
  for (std::int64_t p = 0; p <= parts; ++p) all.first_rows()[p] = first_row(p);

  for (std::int64_t p = 0; p < parts; ++p)
    scan_part(all, all.first_block(p), all.first_block(p + 1), all.windows()[p]);
  std::int64_t next_first = num_cols;
  for (std::int64_t p = parts; p-- > 0;) {
    ColumnWindow& window = all.windows()[p];
    window.own_last = std::min(window.last, next_first);
    if (window.first < window.last) next_first = std::min(next_first, window.first);
  }
  std::int64_t before_last = 0, sums = 0;
  for (std::int64_t p = 0; p < parts; ++p) {
    ColumnWindow& window = all.windows()[p];
    window.own_first = std::max(window.first, before_last);
    before_last = std::max(before_last, window.last);
    window.capacity = window.last - window.first;
    if (window.slides()) {
      const std::int64_t capacity =
          sliding_capacity(all, all.first_block(p), all.first_block(p + 1), window);
      if (capacity < window.capacity)
        window.capacity = capacity;
      else
        window.own_last = window.own_first;
    }
    window.offset = sums;
    sums += window.num_sums();
  }
  planned.num_sums = sums;
  return planned;
}

/// The same for rows whose entries add to their columns, and where they are mirrored to their rows:
/// one pass over the columns.
template <class Exec, class Offset, class Index>
PlannedColumnWindows<typename Exec::memory_space> plan_column_windows(
    const Exec& exec, const GatherPattern<Offset, Index>& pattern, std::int64_t parts,
    bool mirrored = false) {
  return plan_column_windows(
      exec, pattern.num_rows, pattern.num_cols, host_range_rows, parts,
      [=](std::int64_t first, std::int64_t last, std::int64_t& lowest, std::int64_t& end) {
        find_columns(pattern, mirrored, first, last, lowest, end);
      },
      [&](std::int64_t part) { return first_row_of_part(pattern, part, parts, host_range_rows); });
}

}  // namespace filigree::detail
