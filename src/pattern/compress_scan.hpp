// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>

#include <filigree/detail/spmv_problem.hpp>

#include "core/relaxed_load.hpp"
#include "pattern/compressed.hpp"
#include "pattern/list_table.hpp"

/// The first kernel of compress_pattern, and what all of them know of rows and row blocks.

namespace filigree::detail {

/// Rows of a group of equal rows: what a kernel may hold in registers at once.
inline constexpr int max_group_rows = 8;

inline constexpr std::int64_t largest_number = std::numeric_limits<std::int64_t>::max();

/// What is known of a row block.
struct BlockFacts {
  std::int64_t low;  ///< lowest and highest column
  std::int64_t high;
  std::int64_t group_entries;  ///< columns to read with shared lists
  std::int64_t off_entries;    ///< columns to read with the dictionary
  std::int32_t groups;
  std::int32_t off_rows;
};

/// A row's slot in the table and, in the highest bit, whether a group of equal rows begins with it.
inline constexpr std::uint16_t group_head = 0x8000;

template <class Offset, class Index>
struct RowAccess {
  const Offset* row_offsets;
  const Index* col_indices;
  std::int64_t num_rows;
  std::int64_t base;
  int rows_per_block;

  KOKKOS_INLINE_FUNCTION std::int64_t begin(std::int64_t row) const {
    return std::int64_t(row_offsets[row]) - base;
  }
  KOKKOS_INLINE_FUNCTION std::int64_t col(std::int64_t k) const {
    return std::int64_t(col_indices[k]) - base;
  }
  KOKKOS_INLINE_FUNCTION std::int64_t first_row(std::int64_t block) const {
    return block * rows_per_block;
  }
  KOKKOS_INLINE_FUNCTION int count(std::int64_t block) const {
    const std::int64_t left = num_rows - first_row(block);
    return left < rows_per_block ? int(left) : rows_per_block;
  }
  KOKKOS_INLINE_FUNCTION std::int64_t entries(std::int64_t block) const {
    return begin(first_row(block) + count(block)) - begin(first_row(block));
  }
  KOKKOS_INLINE_FUNCTION bool has_longer_row(std::int64_t block, std::int64_t length) const {
    for (std::int64_t row = first_row(block); row < first_row(block) + count(block); ++row)
      if (begin(row + 1) - begin(row) > length) return true;
    return false;
  }
};

/// What the lanes of a row find out together.
struct RowFacts {
  std::uint64_t hash = 0;
  std::int64_t low = largest_number;
  std::int64_t high = -1;
  bool wide = false;  ///< a (column - row) does not fit in 32 bits

  KOKKOS_INLINE_FUNCTION RowFacts& operator+=(const RowFacts& other) {
    hash += other.hash;
    if (other.low < low) low = other.low;
    if (other.high > high) high = other.high;
    wide = wide || other.wide;
    return *this;
  }
};

/// What the rows of a block add up to.
struct RowSpans {
  std::int64_t low = largest_number;
  std::int64_t high = -1;
  int equal_rows = 0;  ///< rows that are equal to the one before

  KOKKOS_INLINE_FUNCTION RowSpans& operator+=(const RowSpans& other) {
    if (other.low < low) low = other.low;
    if (other.high > high) high = other.high;
    equal_rows += other.equal_rows;
    return *this;
  }
};

/// Pass 1: every row's hash goes into the table; column spans and groups of equal rows of every
/// block.
template <class Exec, class Offset, class Index>
struct ScanRows {
  using Policy = Kokkos::TeamPolicy<Exec, Kokkos::IndexType<std::int64_t>>;
  using Member = typename Policy::member_type;
  using Scratch = typename Exec::scratch_memory_space;
  template <class T>
  using ScratchView = Kokkos::View<T*, Scratch, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  RowAccess<Offset, Index> rows;
  ListTable table;
  std::uint64_t hash_mask;
  bool use_table;
  bool insert;  ///< false: only keys that are in the table are looked for
  bool find_groups;
  std::int64_t long_row;  ///< longer rows are not looked at: their block gets no span and no groups
  std::uint16_t* row_slots;
  BlockFacts* facts;

  static std::size_t scratch_bytes(int rows_per_block) {
    return ScratchView<std::uint64_t>::shmem_size(rows_per_block) +
           2 * ScratchView<std::int64_t>::shmem_size(rows_per_block) +
           ScratchView<std::uint8_t>::shmem_size(rows_per_block);
  }

  KOKKOS_FUNCTION void operator()(const Member& team) const {
    const std::int64_t block = team.league_rank();
    const std::int64_t first = rows.first_row(block);
    const int count = rows.count(block);
    const ScratchView<std::uint64_t> keys(team.team_scratch(0), rows.rows_per_block);
    const ScratchView<std::int64_t> lows(team.team_scratch(0), rows.rows_per_block);
    const ScratchView<std::int64_t> highs(team.team_scratch(0), rows.rows_per_block);
    const ScratchView<std::uint8_t> heads(team.team_scratch(0), rows.rows_per_block);

    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, count), [&](const int i) {
      const RowFacts row = look_at(team, first + i);
      const bool equal = find_groups && i > 0 && equals_previous(team, first + i);
      Kokkos::single(Kokkos::PerThread(team), [&] {
        keys(i) = row.wide ? 0 : row.hash;
        lows(i) = row.low;
        highs(i) = row.high;
        heads(i) = !equal;
      });
    });
    team.team_barrier();
    summarise(team, block, lows, highs, heads);
    team.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamVectorRange(team, count), [&](const int i) {
      std::uint16_t slot = no_slot;
      if (use_table && keys(i) != 0) slot = table.find(keys(i), insert);
      if (slot != no_slot) enter(slot, keys, first, i, count);
      row_slots[first + i] = std::uint16_t(slot | (heads(i) ? group_head : 0));
    });
  }

 private:
  /// The row's key (as `hash`), lowest and highest column.
  KOKKOS_FUNCTION RowFacts look_at(const Member& team, const std::int64_t row) const {
    const std::int64_t begin = rows.begin(row);
    const std::int64_t length = rows.begin(row + 1) - begin;
    RowFacts result;
    if (length > long_row) {
      result.wide = true;
      result.low = 0;
      result.high = largest_number;
      return result;
    }
    Kokkos::parallel_reduce(
        Kokkos::ThreadVectorRange(team, length),
        [&](const std::int64_t k, RowFacts& partial) {
          const std::int64_t col = rows.col(begin + k);
          const auto delta = std::int32_t(col - row);
          if (use_table) partial.hash += hash_term(delta, k);
          if (col < partial.low) partial.low = col;
          if (col > partial.high) partial.high = col;
          partial.wide = partial.wide || col - row != delta;
        },
        result);
    result.wide = result.wide || length > max_list_length;
    result.hash = hash_key(result.hash, length, hash_mask);
    return result;
  }

  KOKKOS_FUNCTION bool equals_previous(const Member& team, const std::int64_t row) const {
    const std::int64_t previous = rows.begin(row - 1);
    const std::int64_t begin = rows.begin(row);
    const std::int64_t end = rows.begin(row + 1);
    if (begin == end || end - begin != begin - previous || end - begin > long_row) return false;
    // Most rows that differ do so at an end.
    if (rows.col(begin) != rows.col(previous) || rows.col(end - 1) != rows.col(begin - 1))
      return false;
    std::int64_t different = 0;
    Kokkos::parallel_reduce(
        Kokkos::ThreadVectorRange(team, end - begin),
        [&](const std::int64_t k, std::int64_t& sum) {
          sum += rows.col(previous + k) != rows.col(begin + k);
        },
        different);
    return different == 0;
  }

  /// A block's span and groups; cuts groups that are too large.
  KOKKOS_FUNCTION void summarise(const Member& team, const std::int64_t block,
                                 const ScratchView<std::int64_t>& lows,
                                 const ScratchView<std::int64_t>& highs,
                                 const ScratchView<std::uint8_t>& heads) const {
    const int count = rows.count(block);
    RowSpans spans;
    Kokkos::parallel_reduce(
        Kokkos::TeamVectorRange(team, count),
        [&](const int i, RowSpans& sum) {
          sum += RowSpans{lows(i), highs(i), !heads(i)};
        },
        spans);
    Kokkos::single(Kokkos::PerTeam(team), [&] {
      BlockFacts result{};
      result.low = spans.low;
      result.high = spans.high;
      result.groups = count;
      result.group_entries = rows.entries(block);
      if (spans.equal_rows > 0) {
        const std::int64_t first = rows.first_row(block);
        int size = 0;
        for (int i = 0; i < count; ++i) {
          if (size == max_group_rows) heads(i) = 1;
          size = heads(i) ? 1 : size + 1;
          if (heads(i)) continue;
          --result.groups;
          result.group_entries -= rows.begin(first + i + 1) - rows.begin(first + i);
        }
      }
      facts[block] = result;
    });
  }

  /// Counts the rows of a slot and finds its first one. Runs of rows with one key count at once:
  /// their last row adds its position and one, their first row takes its position away.
  KOKKOS_FUNCTION void enter(const std::uint16_t slot, const ScratchView<std::uint64_t>& keys,
                             const std::int64_t first, const int i, const int count) const {
    const bool run_begins = i == 0 || keys(i - 1) != keys(i);
    const bool run_ends = i + 1 == count || keys(i + 1) != keys(i);
    const int added = (run_ends ? i + 1 : 0) - (run_begins ? i : 0);
    if (run_begins || run_ends)
      Kokkos::atomic_add(&table.counts()[slot], std::uint64_t(std::int64_t(added)));
    const auto row = std::uint64_t(first + i);
    if (run_begins && row < relaxed_load(&table.rows()[slot]))
      Kokkos::atomic_min(&table.rows()[slot], row);
  }
};

}  // namespace filigree::detail
