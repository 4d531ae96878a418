// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

#include "pattern/compress_kernels.hpp"
#include "pattern/list_table.hpp"

/// How a dictionary of rows is made: which lists of columns are frequent, by a sample, and their
/// copies.

namespace filigree::detail {

inline constexpr std::int64_t max_samples = 8192;

/// Sample i of `samples`: one row of each of as many parts of the matrix, at no fixed distance (a
/// grid's rows would resonate with one).
KOKKOS_INLINE_FUNCTION std::int64_t sampled_row(std::int64_t i, std::int64_t samples,
                                                std::int64_t num_rows) {
  const std::int64_t part = num_rows / samples;  // at least 1
  return i * part + std::int64_t(mix_bits(std::uint64_t(i)) % std::uint64_t(part));
}

/// A dictionary as the host hands it to the device: few words, one copy.
struct DictionaryPlan {
  static constexpr std::int64_t num_words =
      max_dictionary_lists + (max_dictionary_lists + 2) / 2 + table_slots / 8;

  std::uint64_t* words;

  KOKKOS_INLINE_FUNCTION std::uint64_t* first_rows() const { return words; }
  KOKKOS_INLINE_FUNCTION std::int32_t* list_offsets() const {
    return reinterpret_cast<std::int32_t*>(words + max_dictionary_lists);
  }
  KOKKOS_INLINE_FUNCTION std::uint8_t* id_of_slot() const {
    return reinterpret_cast<std::uint8_t*>(words + max_dictionary_lists +
                                           (max_dictionary_lists + 2) / 2);
  }
};

struct ClearTable {
  ListTable table;
  KOKKOS_FUNCTION void operator()(const std::int64_t i) const { table.clear(i); }
};

template <class Offset, class Index>
struct StoreListLength {
  ListTable table;
  RowAccess<Offset, Index> rows;

  KOKKOS_FUNCTION void operator()(const std::int64_t slot) const {
    const std::uint64_t row = table.rows()[slot];
    if (row != ~std::uint64_t(0))
      table.lengths()[slot] =
          std::uint64_t(rows.begin(std::int64_t(row) + 1) - rows.begin(std::int64_t(row)));
  }
};

template <class Offset, class Index>
struct SampleKey {
  RowAccess<Offset, Index> rows;
  std::int64_t count;
  std::uint64_t mask;
  std::uint64_t* keys;

  KOKKOS_FUNCTION void operator()(const std::int64_t i) const {
    const std::int64_t row = sampled_row(i, count, rows.num_rows);
    const std::int64_t begin = rows.begin(row);
    const std::int64_t length = rows.begin(row + 1) - begin;
    keys[i] = 0;
    if (length > max_list_length) return;
    std::uint64_t sum = 0;
    for (std::int64_t k = 0; k < length; ++k)
      sum += hash_term(std::int32_t(rows.col(begin + k) - row), k);
    keys[i] = hash_key(sum, length, mask);
  }
};

/// A team writes one list; the last one only where the others end.
template <class Exec, class Offset, class Index>
struct WriteList {
  using Policy = Kokkos::TeamPolicy<Exec, Kokkos::IndexType<std::int64_t>>;

  DictionaryPlan plan;
  RowAccess<Offset, Index> rows;
  int count;
  std::int32_t* offsets;
  std::int32_t* lists;

  KOKKOS_FUNCTION void operator()(const typename Policy::member_type& team) const {
    const int id = int(team.league_rank());
    const std::int32_t first = plan.list_offsets()[id];
    Kokkos::single(Kokkos::PerTeam(team), [&] { offsets[id] = first; });
    if (id == count) return;
    const auto row = std::int64_t(plan.first_rows()[id]);
    const std::int64_t begin = rows.begin(row);
    Kokkos::parallel_for(
        Kokkos::TeamThreadRange(team, plan.list_offsets()[id + 1] - first),
        [&](const int k) { lists[first + k] = std::int32_t(rows.col(begin + k) - row); });
  }
};

}  // namespace filigree::detail
