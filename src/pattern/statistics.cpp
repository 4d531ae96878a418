// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pattern/statistics.hpp"

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <bit>
#include <limits>

#include <filigree/core/execution.hpp>
#include <filigree/detail/partition_point.hpp>

#include "core/execution_spaces.hpp"

namespace filigree::detail {
namespace {

struct RowTotals {
  std::int64_t shortest = std::numeric_limits<std::int64_t>::max();
  std::int64_t longest = 0;
  std::int64_t empty = 0;
  double squares = 0;
};

template <class Exec, class Offset>
struct RowLengths {
  using value_type = RowTotals;
  const Offset* row_offsets;
  double mean;

  KOKKOS_FUNCTION void init(RowTotals& totals) const { totals = RowTotals{}; }

  KOKKOS_FUNCTION void operator()(const std::int64_t row, RowTotals& totals) const {
    const std::int64_t length = std::int64_t(row_offsets[row + 1]) - std::int64_t(row_offsets[row]);
    if (length < totals.shortest) totals.shortest = length;
    if (length > totals.longest) totals.longest = length;
    totals.empty += length == 0;
    totals.squares += (double(length) - mean) * (double(length) - mean);
  }

  KOKKOS_FUNCTION void join(RowTotals& totals, const RowTotals& other) const {
    if (other.shortest < totals.shortest) totals.shortest = other.shortest;
    if (other.longest > totals.longest) totals.longest = other.longest;
    totals.empty += other.empty;
    totals.squares += other.squares;
  }
};

/// The largest col - row and row - col; += takes the larger, so that lanes and teams add up alike.
struct Band {
  std::int64_t lower = 0;
  std::int64_t upper = 0;

  KOKKOS_FUNCTION Band& operator+=(const Band& other) {
    if (other.lower > lower) lower = other.lower;
    if (other.upper > upper) upper = other.upper;
    return *this;
  }
};

/// A team takes equally many entries, so that one huge row is spread over many teams.
template <class Exec, class Offset, class Index>
struct Bandwidth {
  using value_type = Band;
  using Policy = Kokkos::TeamPolicy<Exec, Kokkos::IndexType<std::int64_t>>;
  using Member = typename Policy::member_type;
  static constexpr std::int64_t entries_per_team = 16384;

  const Offset* row_offsets;
  const Index* col_indices;
  std::int64_t num_rows;
  std::int64_t nnz;
  std::int64_t base;

  KOKKOS_FUNCTION void init(Band& band) const { band = Band{}; }
  KOKKOS_FUNCTION void join(Band& band, const Band& other) const { band += other; }

  /// The row that holds an entry.
  KOKKOS_FUNCTION std::int64_t row_of(std::int64_t entry) const {
    return partition_point(
               1, num_rows,
               [&](std::int64_t row) { return std::int64_t(row_offsets[row]) - base <= entry; }) -
           1;
  }

  KOKKOS_FUNCTION void operator()(const Member& team, Band& band) const {
    const std::int64_t begin = std::int64_t(team.league_rank()) * entries_per_team;
    const std::int64_t end = begin + entries_per_team < nnz ? begin + entries_per_team : nnz;
    const std::int64_t first_row = row_of(begin);
    const std::int64_t last_row = row_of(end - 1);
    Band mine;
    Kokkos::parallel_for(
        Kokkos::TeamThreadRange(team, first_row, last_row + 1), [&](const std::int64_t row) {
          const std::int64_t row_begin = std::int64_t(row_offsets[row]) - base;
          const std::int64_t row_end = std::int64_t(row_offsets[row + 1]) - base;
          Band of_row;
          Kokkos::parallel_reduce(
              Kokkos::ThreadVectorRange(team, row_begin > begin ? row_begin : begin,
                                        row_end < end ? row_end : end),
              [&](const std::int64_t k, Band& partial) {
                const std::int64_t delta = std::int64_t(col_indices[k]) - base - row;
                if (delta > partial.upper) partial.upper = delta;
                if (-delta > partial.lower) partial.lower = -delta;
              },
              of_row);
          mine += of_row;
        });
    Kokkos::single(Kokkos::PerThread(team), [&] { band += mine; });
  }
};

}  // namespace

template <class Exec, class Offset, class Index>
PatternStatistics pattern_statistics(const Exec& exec,
                                     const GatherPattern<Offset, Index>& pattern) {
  const std::int64_t num_rows = pattern.num_rows;
  const std::int64_t nnz = pattern.nnz;
  PatternStatistics result;
  result.num_rows = num_rows;
  result.num_cols = pattern.num_cols;
  result.nnz = nnz;
  if (num_rows == 0) return result;
  result.mean_row_length = double(nnz) / double(num_rows);
  if (nnz == 0) {  // the arrays may be null
    result.empty_rows = num_rows;
    return result;
  }

  RowTotals totals;
  Kokkos::parallel_reduce(
      "filigree::pattern::row_lengths",
      Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, num_rows),
      RowLengths<Exec, Offset>{pattern.row_offsets, result.mean_row_length}, totals);
  exec.fence("filigree::pattern_statistics");

  result.min_row_length = totals.shortest;
  result.max_row_length = totals.longest;
  result.empty_rows = totals.empty;
  result.row_length_variance = totals.squares / double(num_rows);
  return result;
}

template <class Exec, class Offset, class Index>
void add_bandwidth(const Exec& exec, const GatherPattern<Offset, Index>& pattern,
                   PatternStatistics& statistics) {
  if (pattern.nnz == 0) return;  // the arrays may be null
  using Entries = Bandwidth<Exec, Offset, Index>;
  const int lanes =
      is_host_execution_v<Exec>
          ? 1
          : int(std::bit_ceil(unsigned(std::min(statistics.mean_row_length, 62.0) / 2 + 1)));
  const int threads = is_host_execution_v<Exec> ? 1 : 256 / lanes;
  const std::int64_t teams =
      (pattern.nnz + Entries::entries_per_team - 1) / Entries::entries_per_team;
  Band band;
  Kokkos::parallel_reduce("filigree::pattern::bandwidth",
                          typename Entries::Policy(exec, int(teams), threads, lanes),
                          Entries{pattern.row_offsets, pattern.col_indices, pattern.num_rows,
                                  pattern.nnz, std::int64_t(pattern.base)},
                          band);
  exec.fence("filigree::add_bandwidth");
  statistics.lower_bandwidth = band.lower;
  statistics.upper_bandwidth = band.upper;
}

#define FILIGREE_INSTANTIATE(Exec, Offset, Index)                                                  \
  template PatternStatistics pattern_statistics(const Exec&, const GatherPattern<Offset, Index>&); \
  template void add_bandwidth(const Exec&, const GatherPattern<Offset, Index>&, PatternStatistics&);
FILIGREE_FOR_EACH_SPACE_AND_INTEGERS(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
