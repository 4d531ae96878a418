// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spmv/transposed_lists.hpp>

#include <algorithm>
#include <cstdlib>
#include <functional>

namespace filigree::detail {
namespace {

using Lists = std::vector<std::vector<std::int32_t>>;

// What shared memory has room for: windows (in rows of a tile), their table, and a chunk's values.
constexpr std::int64_t most_rows_of_windows = 12;
constexpr std::size_t most_table_entries = 6144;
constexpr int longest_windowed_list = 64;

std::vector<std::int32_t> distinct_deltas(const Lists& lists) {
  std::vector<std::int32_t> deltas;
  for (const auto& list : lists) deltas.insert(deltas.end(), list.begin(), list.end());
  std::sort(deltas.begin(), deltas.end(), std::greater<>());
  deltas.erase(std::unique(deltas.begin(), deltas.end()), deltas.end());
  return deltas;
}

bool has_duplicate(std::vector<std::int32_t> list) {
  std::sort(list.begin(), list.end());
  return std::adjacent_find(list.begin(), list.end()) != list.end();
}

/// Deltas far enough apart to be added without a barrier in between, by number.
std::vector<std::vector<std::size_t>> find_batches(const std::vector<std::int32_t>& deltas) {
  std::vector<std::vector<std::size_t>> batches;
  for (std::size_t d = 0; d < deltas.size(); ++d) {
    const auto takes = [&](const std::vector<std::size_t>& batch) {
      return batch.size() < cuda::window_batch &&
             std::none_of(batch.begin(), batch.end(), [&](std::size_t other) {
               return std::abs(std::int64_t(deltas[other]) - deltas[d]) < cuda::window_threads;
             });
    };
    const auto batch = std::find_if(batches.begin(), batches.end(), takes);
    if (batch == batches.end())
      batches.push_back({d});
    else
      batch->push_back(d);
  }
  return batches;
}

/// The windows of a tile: ranges [delta, delta + rows) united where they touch. False where there
/// are too many.
bool find_windows(const std::vector<std::int32_t>& deltas, int rows, cuda::TransposedLists& sizes) {
  std::int64_t entries = 0;
  int count = 0;
  for (std::size_t d = deltas.size(); d > 0;) {
    const std::int64_t first = deltas[--d];
    std::int64_t end = first + rows;
    while (d > 0 && deltas[d - 1] <= end) end = std::int64_t(deltas[--d]) + rows;
    if (count == cuda::max_list_windows || entries + end - first > most_rows_of_windows * rows)
      return false;
    sizes.first[count] = int(first);
    sizes.base[count] = int(entries);
    sizes.length[count] = int(end - first);
    entries += end - first;
    ++count;
  }
  sizes.num_windows = count;
  sizes.window_entries = int(entries);
  return true;
}

/// Where a tile's row 0 adds its entry with this delta.
std::uint32_t window_place(const cuda::TransposedLists& sizes, std::int32_t delta) {
  int window = sizes.num_windows - 1;
  while (sizes.first[window] > delta) --window;
  return std::uint32_t(sizes.base[window] + delta - sizes.first[window]);
}

void add_windows(int rows_a_tile, HostTransposedLists& result) {
  auto& sizes = result.sizes;
  const auto batches = find_batches(result.deltas);
  const std::size_t row = batches.size() * cuda::window_batch;
  if (sizes.max_list_length > longest_windowed_list ||
      std::size_t(sizes.num_lists) * row > most_table_entries)
    return;
  if (!find_windows(result.deltas, rows_a_tile, sizes)) return;
  sizes.rows_a_tile = rows_a_tile;
  sizes.num_batches = int(batches.size());
  result.entries.assign(std::size_t(sizes.num_lists) * row, cuda::no_window_entry);
  for (std::size_t list = 0; list < std::size_t(sizes.num_lists); ++list) {
    for (std::size_t b = 0; b < batches.size(); ++b) {
      for (std::size_t i = 0; i < batches[b].size(); ++i) {
        const std::size_t d = batches[b][i];
        const std::uint8_t slot = result.slots[list * result.deltas.size() + d];
        if (slot != cuda::no_slot)
          result.entries[list * row + b * cuda::window_batch + i] =
              slot + 256 * window_place(sizes, result.deltas[d]);
      }
    }
  }
}

}  // namespace

HostTransposedLists transpose_lists(const Lists& lists, int rows_a_tile) {
  HostTransposedLists result;
  std::size_t longest = 0;
  for (const auto& list : lists) longest = std::max(longest, list.size());
  if (lists.empty() || longest == 0 || longest > cuda::no_slot ||
      std::any_of(lists.begin(), lists.end(), has_duplicate))
    return result;
  auto deltas = distinct_deltas(lists);
  if (deltas.size() > cuda::max_list_deltas) return result;
  result.deltas = std::move(deltas);
  result.slots.assign(lists.size() * result.deltas.size(), cuda::no_slot);
  for (std::size_t list = 0; list < lists.size(); ++list) {
    for (std::size_t slot = 0; slot < lists[list].size(); ++slot) {
      const auto at = std::find(result.deltas.begin(), result.deltas.end(), lists[list][slot]);
      result.slots[list * result.deltas.size() + std::size_t(at - result.deltas.begin())] =
          std::uint8_t(slot);
    }
  }
  result.sizes.num_lists = int(lists.size());
  result.sizes.num_deltas = int(result.deltas.size());
  result.sizes.max_list_length = int(longest);
  add_windows(rows_a_tile, result);
  return result;
}

}  // namespace filigree::detail
