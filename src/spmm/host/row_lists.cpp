// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>

#include <core/execution_spaces.hpp>
#include <spmm/host/row_lists.hpp>

namespace filigree::detail {
namespace {

using Host = Kokkos::DefaultHostExecutionSpace;
using HostMemory = Host::memory_space;
using Range = Kokkos::RangePolicy<Host, Kokkos::IndexType<std::int64_t>>;

}  // namespace

template <class Offset, class Index>
RowLists<HostMemory> find_row_lists(const Host& exec, const GatherPattern<Offset, Index>& pattern) {
  if (pattern.nnz == 0 || pattern.value_index != nullptr) return {};
  CompressionOptions options;
  options.allow_shared_lists = false;
  options.allow_narrow = false;
  const auto compressed = compress_pattern(exec, pattern, options);
  if (!compressed.is_compressed()) return {};
  const auto ids = compressed.pattern_ids;
  const auto* const offsets = pattern.row_offsets;
  std::int64_t off = 0, raw_entries = 0;
  Kokkos::parallel_reduce(
      "filigree::spmm::rows_off_lists", Range(exec, 0, pattern.num_rows),
      [=](const std::int64_t row, std::int64_t& rows, std::int64_t& entries) {
        if (ids(row) != not_in_dictionary) return;
        ++rows;
        entries += std::int64_t(offsets[row + 1] - offsets[row]);
      },
      off, raw_entries);
  if (10 * off > pattern.num_rows) return {};
  RowLists<HostMemory> result;
  result.ids = ids;
  result.list_offsets = compressed.list_offsets;
  result.lists = compressed.lists;
  result.pattern_read.encoding = raw_entries > 0 ? "mixed" : "dictionary";
  result.pattern_read.bytes =
      double(result.memory_bytes()) + double(raw_entries) * double(sizeof(Index));
  return result;
}

#define FILIGREE_INSTANTIATE(Exec, Offset, Index) \
  template RowLists<HostMemory> find_row_lists(const Host&, const GatherPattern<Offset, Index>&);
FILIGREE_PAIRS_OF_INTEGERS(Host, FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
