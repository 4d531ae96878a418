// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pattern/distinct.hpp"

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

#include <filigree/core/execution.hpp>
#include <filigree/detail/partition_point.hpp>
#include <filigree/format/matrix_base.hpp>
#include <spmv/checksum.hpp>

#include "core/execution_spaces.hpp"

namespace filigree::detail {
namespace {

struct GroupTotals {
  std::int64_t total = 0;
  std::int64_t largest = 0;
};

/// A team takes a group and puts its keys into a hash table of its own.
template <class Exec, class Offset, class Index>
struct GroupKeys {
  using value_type = GroupTotals;
  using Policy = Kokkos::TeamPolicy<Exec, Kokkos::IndexType<std::int64_t>>;
  using Member = typename Policy::member_type;
  using Table = Kokkos::View<std::int64_t*, typename Exec::scratch_memory_space,
                             Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  /// Level 0 of a host holds 32 KiB, a large table a little more. (Pass it by value: nvcc.)
  static constexpr int scratch_level = is_host_execution_v<Exec> ? 1 : 0;
  static constexpr std::int64_t no_key = -1;
  static constexpr int max_probes = 64;

  GatherPattern<Offset, Index> pattern;
  DistinctKeys keys;
  std::int64_t num_groups;
  std::int64_t num_samples;
  std::int64_t slots;  ///< a power of two

  KOKKOS_FUNCTION void init(GroupTotals& totals) const { totals = GroupTotals{}; }
  KOKKOS_FUNCTION void join(GroupTotals& totals, const GroupTotals& other) const {
    totals.total += other.total;
    if (other.largest > totals.largest) totals.largest = other.largest;
  }

  KOKKOS_FUNCTION std::int64_t begin_of(std::int64_t row) const {
    return std::int64_t(pattern.row_offsets[row]) - std::int64_t(pattern.base);
  }
  /// The first group of a sample's stretch.
  KOKKOS_FUNCTION std::int64_t stretch(std::int64_t sample) const {
    return std::int64_t(double(num_groups) / double(num_samples) * double(sample));
  }
  KOKKOS_FUNCTION std::int64_t group_of(std::int64_t sample) const {
    if (num_samples == num_groups) return sample;
    const std::int64_t first = stretch(sample), width = stretch(sample + 1) - first;
    return width < 2 ? first
                     : first + std::int64_t(mix(std::uint64_t(sample)) % std::uint64_t(width));
  }

  /// The row among [low, high) that holds an entry.
  KOKKOS_FUNCTION std::int64_t row_of(std::int64_t entry, std::int64_t low,
                                      std::int64_t high) const {
    return partition_point(low + 1, high,
                           [&](std::int64_t row) { return begin_of(row) <= entry; }) -
           1;
  }

  /// 1 where the key was not there, or found no place.
  KOKKOS_FUNCTION std::int64_t insert(const Table& table, std::int64_t key) const {
    auto slot = std::int64_t(mix(std::uint64_t(key)) & std::uint64_t(slots - 1));
    for (int probe = 0; probe < max_probes; ++probe, slot = (slot + 1) & (slots - 1)) {
      const std::int64_t there = Kokkos::atomic_compare_exchange(&table(slot), no_key, key);
      if (there == no_key) return 1;
      if (there == key) return 0;
    }
    return 1;
  }

  KOKKOS_FUNCTION void operator()(const Member& team, GroupTotals& totals) const {
    const Table table(team.team_scratch(int(scratch_level)), std::size_t(slots));
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, slots),
                         [&](const std::int64_t slot) { table(slot) = no_key; });
    team.team_barrier();
    const std::int64_t first_row = group_of(team.league_rank()) * keys.group_rows;
    const std::int64_t past = first_row + keys.group_rows;
    const std::int64_t last_row = past < pattern.num_rows ? past : pattern.num_rows;
    const std::int64_t begin = begin_of(first_row), entries = begin_of(last_row) - begin;
    const std::int64_t looked_at = entries < keys.max_entries ? entries : keys.max_entries;
    std::int64_t distinct = 0;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(team, begin, begin + looked_at),
        [&](const std::int64_t k, std::int64_t& sum) {
          const std::int64_t col = std::int64_t(pattern.col_indices[k]) - pattern.base;
          const std::int64_t key = keys.key_cols > 0
                                       ? col / keys.key_cols
                                       : col - row_of(k, first_row, last_row) + pattern.num_rows;
          sum += insert(table, key);
        },
        distinct);
    if (looked_at < entries)
      distinct = std::int64_t(double(distinct) * double(entries) / double(looked_at));
    Kokkos::single(Kokkos::PerTeam(team), [&] { join(totals, {distinct, distinct}); });
  }
};

}  // namespace

template <class Exec, class Offset, class Index>
DistinctCount count_distinct(const Exec& exec, const GatherPattern<Offset, Index>& pattern,
                             const DistinctKeys& keys, std::int64_t max_groups) {
  using Keys = GroupKeys<Exec, Offset, Index>;
  if (pattern.nnz == 0) return {};  // the arrays may be null
  const std::int64_t num_groups = groups_of(pattern.num_rows, keys.group_rows);
  const std::int64_t samples = std::min(num_groups, max_groups);
  const double entries = double(pattern.nnz) / double(pattern.num_rows) * double(keys.group_rows);
  const auto slots =
      std::int64_t(std::bit_ceil(std::uint64_t(std::clamp(3 * entries, 64., 4096.))));
  const int threads = is_host_execution_v<Exec> ? 1 : 64;
  typename Keys::Policy policy(exec, int(samples), threads);
  policy.set_scratch_size(Keys::scratch_level,
                          Kokkos::PerTeam(int(Keys::Table::shmem_size(std::size_t(slots)))));
  GroupTotals totals;
  Kokkos::parallel_reduce("filigree::pattern::distinct", policy,
                          Keys{pattern, keys, num_groups, samples, slots}, totals);
  exec.fence("filigree::count_distinct");
  DistinctCount result{totals.total, totals.largest, samples < num_groups};
  if (result.is_sampled)
    result.total = std::llround(double(totals.total) * double(num_groups) / double(samples));
  return result;
}

#define FILIGREE_INSTANTIATE(Exec, Offset, Index)                                         \
  template DistinctCount count_distinct(const Exec&, const GatherPattern<Offset, Index>&, \
                                        const DistinctKeys&, std::int64_t);
FILIGREE_FOR_EACH_SPACE_AND_INTEGERS(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
