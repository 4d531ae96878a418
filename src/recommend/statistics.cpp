// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cmath>

#include <core/execution_spaces.hpp>
#include <filigree/detail/allocate.hpp>
#include <filigree/detail/format_problem.hpp>
#include <filigree/detail/recommend_problem.hpp>
#include <pattern/distinct.hpp>
#include <pattern/statistics.hpp>
#include <spmv/checksum.hpp>

namespace filigree {

double MatrixStatistics::row_length_deviation() const { return std::sqrt(row_length_variance); }

namespace detail {
namespace {

constexpr std::int64_t max_groups = 16384;

template <class Exec>
using Integers = Kokkos::View<std::int64_t*, typename Exec::memory_space>;

template <class Exec>
Integers<Exec> integers(const Exec& exec, std::int64_t count) {
  return allocate<std::int64_t, typename Exec::memory_space>("", exec, "filigree::recommend",
                                                             count);
}

template <class Index, class Offset>
GatherPattern<Offset, Index> gather_pattern(const CompressedPattern<Index, Offset>& pattern) {
  GatherPattern<Offset, Index> result;
  result.num_rows = pattern.num_major;
  result.num_cols = pattern.num_minor;
  result.nnz = pattern.nnz;
  result.row_offsets = pattern.offsets;
  result.col_indices = pattern.indices;
  result.base = Index(pattern.base);
  return result;
}

MatrixStatistics from_rows(const PatternStatistics& rows) {
  MatrixStatistics facts;
  facts.num_rows = rows.num_rows;
  facts.num_cols = rows.num_cols;
  facts.nnz = rows.nnz;
  facts.min_row_length = rows.min_row_length;
  facts.max_row_length = rows.max_row_length;
  facts.empty_rows = rows.empty_rows;
  facts.mean_row_length = rows.mean_row_length;
  facts.row_length_variance = rows.row_length_variance;
  facts.lower_bandwidth = rows.lower_bandwidth;
  facts.upper_bandwidth = rows.upper_bandwidth;
  return facts;
}

/// The places of padded formats, as the conversions to them would count them.
template <class Exec, class Index, class Offset>
void add_places(const Exec& exec, const CompressedPattern<Index, Offset>& pattern,
                MatrixStatistics& facts) {
  const std::int64_t num_rows = pattern.num_major, longest = facts.max_row_length;
  const auto offsets = integers(exec, num_rows + 1);
  SliceShape shape{.num_slices = groups_of(num_rows, MatrixStatistics::sell_slice_size),
                   .slice_size = MatrixStatistics::sell_slice_size};
  facts.sell_places = find_slices(exec, pattern, shape, offsets.data());
  facts.sorted_sell_places = facts.sell_places;
  facts.hyb_width = longest;
  if (facts.row_length_variance == 0) return;  // nothing to sort, nothing to part
  const auto order = integers(exec, num_rows);
  order_by_length(exec, pattern, std::min(MatrixStatistics::sell_sort_window, num_rows), longest,
                  order.data());
  shape.row_permutation = order.data();
  facts.sorted_sell_places = find_slices(exec, pattern, shape, offsets.data());
  facts.hyb_width = common_row_length(exec, pattern, longest);
  facts.hyb_coo_entries = count_overflow(exec, pattern, facts.hyb_width, offsets.data());
}

}  // namespace

template <class Exec, class Index, class Offset>
MatrixStatistics pattern_facts(const Exec& exec, const CompressedPattern<Index, Offset>& pattern) {
  const auto rows = gather_pattern(pattern);
  PatternStatistics of_rows = pattern_statistics(exec, rows);
  if (pattern.nnz == 0) return from_rows(of_rows);
  add_bandwidth(exec, rows, of_rows);
  MatrixStatistics facts = from_rows(of_rows);
  add_places(exec, pattern, facts);
  facts.num_diagonals = find_diagonals(exec, pattern, pattern.num_major).num_diagonals;
  const auto count = [&](const DistinctKeys& keys) {
    const DistinctCount found = count_distinct(exec, rows, keys, max_groups);
    facts.is_sampled = facts.is_sampled || found.is_sampled;
    return found;
  };
  facts.hdia_diagonals =
      count({.group_rows = MatrixStatistics::hdia_hack_size, .key_cols = 0}).total;
  facts.x_pieces = count({.group_rows = 32, .key_cols = 8}).total;
  for (std::size_t i = 0; i < facts.blocks.size(); ++i) {
    const std::int64_t size = MatrixStatistics::block_sizes[i];
    const DistinctCount found = count({.group_rows = size, .key_cols = size});
    facts.blocks[i] = found.total;
    // Samples may miss the longest row, whose length is known.
    const std::int64_t at_least = found.is_sampled ? (facts.max_row_length + size - 1) / size : 0;
    facts.longest_block_row[i] = std::max(found.largest, at_least);
  }
  return facts;
}

template <class Exec, class Index, class Offset>
std::uint64_t pattern_checksum(const Exec& exec, const CompressedPattern<Index, Offset>& pattern) {
  return checksum(exec, line_offsets(pattern.offsets, pattern.num_major),
                  {pattern.indices, pattern.nnz});
}

#define FILIGREE_INSTANTIATE(Exec, Offset, Index)                                                \
  template MatrixStatistics pattern_facts(const Exec&, const CompressedPattern<Index, Offset>&); \
  template std::uint64_t pattern_checksum(const Exec&, const CompressedPattern<Index, Offset>&);
FILIGREE_FOR_EACH_SPACE_AND_INTEGERS(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace detail
}  // namespace filigree
