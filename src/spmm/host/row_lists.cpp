// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdint>
#include <limits>

#include <filigree/detail/allocate.hpp>
#include <pattern/instances.hpp>
#include <spmm/host/row_lists.hpp>

namespace filigree::detail {
namespace {

using Host = Kokkos::DefaultHostExecutionSpace;
using HostMemory = Host::memory_space;
using Range = Kokkos::RangePolicy<Host, Kokkos::IndexType<std::int64_t>>;

/// The columns of a transposed pattern, each with its entry's position in the stored row: one
/// number, so that rows which share both share a list of (number - row).
template <class Offset, class Index>
struct PlacedColumns {
  GatherPattern<Offset, Index> pattern;
  std::int64_t period = 1;  ///< more than twice any |column - row|
  Kokkos::View<Index*, HostMemory> numbers;

  /// Whether numbers less rows fit a list.
  bool make(const Host& exec) {
    period = 2 * std::max(pattern.num_rows, pattern.num_cols) + 1;
    std::int64_t longest = 0;
    const Offset* const offsets = pattern.stored_offsets;
    Kokkos::parallel_reduce(
        "filigree::spmm::stored_row_length", Range(exec, 0, pattern.num_cols),
        [=](const std::int64_t row, std::int64_t& most) {
          most = std::max(most, std::int64_t(offsets[row + 1] - offsets[row]));
        },
        Kokkos::Max<std::int64_t>(longest));
    if (longest >= std::numeric_limits<std::int32_t>::max() / period) return false;
    numbers =
        allocate<Index, HostMemory>("spmm", exec, "filigree::spmm::placed_columns", pattern.nnz);
    Kokkos::parallel_for("filigree::spmm::place_columns", Range(exec, 0, pattern.nnz), *this);
    return true;
  }

  void operator()(const std::int64_t k) const {
    const auto column = std::int64_t(pattern.col_indices[k]) - pattern.base;
    const std::int64_t begin = std::int64_t(pattern.stored_offsets[column]) - pattern.base;
    const std::int64_t position = std::int64_t(pattern.value_index[k]) - begin;
    numbers(k) = Index(column + position * period + pattern.base);
  }
};

/// Takes the numbers of lists apart.
void split_lists(std::int64_t period, RowLists<HostMemory>& result) {
  const auto count = std::int64_t(result.lists.extent(0));
  result.positions = Kokkos::View<std::int32_t*, HostMemory>(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "filigree::spmm::positions"), count);
  for (std::int64_t i = 0; i < count; ++i) {
    // Positions are not negative, and a column differs from its row by less than half a period.
    const std::int64_t number = result.lists(i);
    const std::int64_t position = (number + period / 2) / period;
    result.positions(i) = std::int32_t(position);
    result.lists(i) = std::int32_t(number - position * period);
  }
}

}  // namespace

template <class Offset, class Index>
RowLists<HostMemory> find_row_lists(const Host& exec, const GatherPattern<Offset, Index>& pattern) {
  const bool transposed = pattern.value_index != nullptr;
  if (pattern.nnz == 0 || (transposed && pattern.stored_offsets == nullptr)) return {};
  GatherPattern<Offset, Index> listed = pattern;
  PlacedColumns<Offset, Index> placed{pattern, 1, {}};
  if (transposed) {
    if (!placed.make(exec)) return {};
    listed.col_indices = placed.numbers.data();
  }
  CompressionOptions options;
  options.allow_shared_lists = false;
  options.allow_narrow = false;
  const auto compressed = compress_pattern(exec, listed, options);
  if (!compressed.is_compressed()) return {};
  const auto ids = compressed.pattern_ids;
  std::int64_t off = 0;
  Kokkos::parallel_reduce(
      "filigree::spmm::rows_off_lists", Range(exec, 0, pattern.num_rows),
      [=](const std::int64_t row, std::int64_t& sum) { sum += ids(row) == not_in_dictionary; },
      off);
  if (10 * off > pattern.num_rows) return {};
  RowLists<HostMemory> result;
  result.ids = ids;
  result.list_offsets = compressed.list_offsets;
  result.lists = compressed.lists;
  if (transposed) {
    split_lists(placed.period, result);
    result.stored_offsets = pattern.stored_offsets;
    result.base = std::int64_t(pattern.base);
  }
  return result;
}

#define FILIGREE_INSTANTIATE(Exec, Offset, Index) \
  template RowLists<HostMemory> find_row_lists(const Host&, const GatherPattern<Offset, Index>&);
FILIGREE_PATTERN_INTEGERS(Host, FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
