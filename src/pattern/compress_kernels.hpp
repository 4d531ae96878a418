// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

#include "pattern/compress_scan.hpp"

/// The kernels that compress_pattern launches, in order. A team owns a row block, a thread (on a
/// device: some lanes) a row.

namespace filigree::detail {

/// Pass 2: compares rows with the lists they may have, gives them their ids, and picks each block's
/// encoding.
template <class Exec, class Offset, class Index>
struct EncodeBlocks {
  using Policy = Kokkos::TeamPolicy<Exec, Kokkos::IndexType<std::int64_t>>;
  using Member = typename Policy::member_type;

  RowAccess<Offset, Index> rows;
  CompressionOptions options;
  int num_lists;
  const std::uint8_t* id_of_slot;
  const std::int32_t* list_offsets;
  const std::int32_t* lists;
  const std::uint16_t* row_slots;
  BlockFacts* facts;
  std::uint8_t* pattern_ids;
  std::uint8_t* block_encoding;

  struct OffDictionary {
    std::int64_t entries = 0;
    std::int64_t rows = 0;
    KOKKOS_INLINE_FUNCTION OffDictionary& operator+=(const OffDictionary& other) {
      entries += other.entries;
      rows += other.rows;
      return *this;
    }
  };

  KOKKOS_FUNCTION void operator()(const Member& team) const {
    const std::int64_t block = team.league_rank();
    const std::int64_t first = rows.first_row(block);
    OffDictionary off;
    if (num_lists > 0) {
      Kokkos::parallel_reduce(
          Kokkos::TeamThreadRange(team, rows.count(block)),
          [&](const int i, OffDictionary& sum) {
            const std::int64_t row = first + i;
            const std::uint8_t id = verified_id(team, row);
            Kokkos::single(Kokkos::PerThread(team), [&] { pattern_ids[row] = id; });
            if (id != not_in_dictionary) return;
            sum.entries += rows.begin(row + 1) - rows.begin(row);
            sum.rows += 1;
          },
          off);
    }
    Kokkos::single(Kokkos::PerTeam(team), [&] {
      BlockFacts& block_facts = facts[block];
      block_facts.off_entries = off.entries;
      block_facts.off_rows = std::int32_t(off.rows);
      block_encoding[block] = std::uint8_t(encoding(block, block_facts));
    });
  }

  /// Bytes of indices that a product reads in a block; a huge number where an encoding does not
  /// take it.
  KOKKOS_FUNCTION std::int64_t bytes(const std::int64_t block, const BlockFacts& block_facts,
                                     const IndexEncoding encoding) const {
    constexpr std::int64_t never = largest_number;
    const std::int64_t entries = rows.entries(block);
    switch (encoding) {
      case IndexEncoding::narrow:
        if (!options.allow_narrow || block_facts.high - block_facts.low >= 65536) return never;
        return 2 * entries + 8;
      case IndexEncoding::shared_lists:
        // Groups of one row each gain nothing; a block with a row that was not looked at has no
        // groups.
        if (!options.allow_shared_lists || block_facts.groups == rows.count(block)) return never;
        return block_facts.group_entries * std::int64_t(sizeof(Index)) + 8 * block_facts.groups + 4;
      case IndexEncoding::dictionary:
        // Rows off the dictionary take a slower path: some are welcome, many are not.
        if (num_lists == 0 || 8 * block_facts.off_rows > rows.count(block)) return never;
        return rows.count(block) + block_facts.off_entries * std::int64_t(sizeof(Index));
      default:
        return entries * std::int64_t(sizeof(Index));
    }
  }

 private:
  KOKKOS_FUNCTION std::uint8_t verified_id(const Member& team, const std::int64_t row) const {
    const std::uint16_t slot = row_slots[row] & std::uint16_t(~group_head);
    const std::uint8_t id = slot == no_slot ? not_in_dictionary : id_of_slot[slot];
    if (id == not_in_dictionary) return id;
    const std::int64_t begin = rows.begin(row);
    const std::int64_t length = rows.begin(row + 1) - begin;
    const std::int32_t* list = lists + list_offsets[id];
    if (length != list_offsets[id + 1] - list_offsets[id]) return not_in_dictionary;
    std::int64_t different = 0;
    Kokkos::parallel_reduce(
        Kokkos::ThreadVectorRange(team, length),
        [&](const std::int64_t k, std::int64_t& sum) {
          sum += rows.col(begin + k) != row + list[k];
        },
        different);
    return different == 0 ? id : not_in_dictionary;
  }

  KOKKOS_FUNCTION IndexEncoding encoding(const std::int64_t block,
                                         const BlockFacts& block_facts) const {
    IndexEncoding best = IndexEncoding::raw;
    std::int64_t fewest = bytes(block, block_facts, best);
    if (fewest == 0) return best;
    for (const IndexEncoding next :
         {IndexEncoding::narrow, IndexEncoding::shared_lists, IndexEncoding::dictionary}) {
      const std::int64_t needed = bytes(block, block_facts, next);
      if (needed > fewest) continue;
      best = next;
      fewest = needed;
    }
    return best;
  }
};

/// Sums over the blocks.
struct CompressionTotals {
  std::int64_t blocks_of[num_index_encodings] = {};
  std::int64_t entries_of[num_index_encodings] = {};
  std::int64_t max_block_entries = 0;
  std::int64_t rows_off_dictionary = 0;
  std::int64_t groups = 0;
  std::int64_t index_bytes = 0;
};

template <class Exec, class Offset, class Index>
struct SumBlocks {
  using value_type = CompressionTotals;
  EncodeBlocks<Exec, Offset, Index> blocks;
  std::int64_t longest_whole_row;

  KOKKOS_FUNCTION void init(CompressionTotals& totals) const { totals = CompressionTotals{}; }

  KOKKOS_FUNCTION void operator()(const std::int64_t block, CompressionTotals& totals) const {
    const BlockFacts& facts = blocks.facts[block];
    const auto encoding = IndexEncoding(blocks.block_encoding[block]);
    const std::int64_t entries = blocks.rows.entries(block);
    totals.blocks_of[int(encoding)] += 1;
    totals.entries_of[int(encoding)] += entries;
    if (entries > totals.max_block_entries &&
        !(entries > longest_whole_row && blocks.rows.has_longer_row(block, longest_whole_row)))
      totals.max_block_entries = entries;
    if (encoding == IndexEncoding::dictionary) totals.rows_off_dictionary += facts.off_rows;
    if (encoding == IndexEncoding::shared_lists) totals.groups += facts.groups;
    totals.index_bytes += 1 + blocks.bytes(block, facts, encoding);
  }

  KOKKOS_FUNCTION void join(CompressionTotals& totals, const CompressionTotals& other) const {
    for (int e = 0; e < num_index_encodings; ++e) {
      totals.blocks_of[e] += other.blocks_of[e];
      totals.entries_of[e] += other.entries_of[e];
    }
    if (other.max_block_entries > totals.max_block_entries)
      totals.max_block_entries = other.max_block_entries;
    totals.rows_off_dictionary += other.rows_off_dictionary;
    totals.groups += other.groups;
    totals.index_bytes += other.index_bytes;
  }
};

/// Numbers the groups: block_groups[b] = groups of the shared-list blocks before b.
struct NumberGroups {
  const BlockFacts* facts;
  const std::uint8_t* block_encoding;
  std::int64_t num_blocks;
  std::int32_t* block_groups;

  KOKKOS_FUNCTION void operator()(const std::int64_t block, std::int32_t& sum,
                                  const bool final) const {
    if (final) block_groups[block] = sum;
    if (block < num_blocks && IndexEncoding(block_encoding[block]) == IndexEncoding::shared_lists)
      sum += facts[block].groups;
  }
};

/// Writes groups, narrow columns and their bases.
template <class Exec, class Offset, class Index>
struct FillBlocks {
  using Policy = Kokkos::TeamPolicy<Exec, Kokkos::IndexType<std::int64_t>>;
  using Member = typename Policy::member_type;

  RowAccess<Offset, Index> rows;
  const std::uint8_t* block_encoding;
  const BlockFacts* facts;
  const std::uint16_t* row_slots;
  const std::int32_t* block_groups;
  std::int64_t* group_rows;
  std::uint16_t* narrow;
  std::int64_t* block_base;

  KOKKOS_FUNCTION void operator()(const Member& team) const {
    const std::int64_t block = team.league_rank();
    const std::int64_t first = rows.first_row(block);
    const auto encoding = IndexEncoding(block_encoding[block]);
    if (encoding == IndexEncoding::shared_lists) {
      Kokkos::parallel_scan(Kokkos::TeamThreadRange(team, rows.count(block)),
                            [&](const int i, std::int32_t& before, const bool final) {
                              if ((row_slots[first + i] & group_head) == 0) return;
                              if (final) group_rows[block_groups[block] + before] = first + i;
                              ++before;
                            });
    } else if (encoding == IndexEncoding::narrow) {
      const std::int64_t low = facts[block].low;
      const std::int64_t begin = rows.begin(first);
      Kokkos::parallel_for(Kokkos::TeamVectorRange(team, rows.entries(block)),
                           [&](const std::int64_t k) {
                             narrow[begin + k] = std::uint16_t(rows.col(begin + k) - low);
                           });
      Kokkos::single(Kokkos::PerTeam(team), [&] { block_base[block] = low; });
    }
  }
};

}  // namespace filigree::detail
