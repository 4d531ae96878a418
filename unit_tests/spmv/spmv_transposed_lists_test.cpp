// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

#include <spmv/transposed_lists.hpp>

namespace filigree::detail {
namespace {

using Lists = std::vector<std::vector<std::int32_t>>;

constexpr int rows = 512;

/// Walks all lists as the window kernel does and checks that every entry is met once, in its place.
void check_windows(const Lists& lists, const HostTransposedLists& transposed) {
  const auto& sizes = transposed.sizes;
  const int entries_a_list = sizes.num_batches * cuda::window_batch;
  for (std::size_t list = 0; list < lists.size(); ++list) {
    std::vector<int> met(lists[list].size(), 0);
    for (int i = 0; i < entries_a_list; ++i) {
      const std::uint32_t entry =
          transposed.entries[list * std::size_t(entries_a_list) + std::size_t(i)];
      if (entry == cuda::no_window_entry) continue;
      const std::int32_t delta = lists[list].at(entry & 255);
      ++met[entry & 255];
      int window = 0;
      while (window + 1 < sizes.num_windows && sizes.base[window + 1] <= int(entry >> 8)) ++window;
      const int place = int(entry >> 8) - sizes.base[window];
      EXPECT_EQ(sizes.first[window] + place, delta);
      EXPECT_LE(place + rows, sizes.length[window]);
    }
    EXPECT_EQ(met, std::vector<int>(lists[list].size(), 1));
  }
}

Lists grid27(int n) {
  Lists lists;
  for (int dropped = -1; dropped <= 1; ++dropped) {
    lists.emplace_back();
    for (int dz = -1; dz <= 1; ++dz)
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
          if (dropped == 0 || dx != dropped) lists.back().push_back(dx + n * (dy + n * dz));
  }
  return lists;
}

TEST(TransposedLists, windows_of_a_grid) {
  const auto transposed = transpose_lists(grid27(160), rows);
  EXPECT_EQ(transposed.sizes.num_deltas, 27);
  EXPECT_EQ(transposed.sizes.num_windows,
            3);  // lines are closer than a tile is long, planes are not
  EXPECT_EQ(transposed.sizes.num_batches, 3);
  EXPECT_EQ(transposed.sizes.window_entries, 3 * (rows + 2 * 161));
  check_windows(grid27(160), transposed);
  check_windows(grid27(20), transpose_lists(grid27(20), rows));
}

TEST(TransposedLists, rows_of_a_batch_never_meet) {
  const Lists lists = grid27(20);
  const auto transposed = transpose_lists(lists, rows);
  const auto& sizes = transposed.sizes;
  for (int batch = 0; batch < sizes.num_batches; ++batch)
    for (int i = 0; i < cuda::window_batch; ++i)
      for (int j = 0; j < i; ++j) {
        const auto* entries =
            &transposed.entries[std::size_t(cuda::window_batch * (sizes.num_batches + batch))];
        if (entries[i] == cuda::no_window_entry || entries[j] == cuda::no_window_entry) continue;
        const auto& list = lists[1];
        EXPECT_GE(std::abs(list[entries[i] & 255] - list[entries[j] & 255]), cuda::window_threads);
      }
}

TEST(TransposedLists, slots) {
  const auto transposed = transpose_lists({{0, -3, 5}, {5}, {}}, rows);
  EXPECT_EQ(transposed.deltas, (std::vector<std::int32_t>{5, 0, -3}));
  EXPECT_EQ(transposed.slots, (std::vector<std::uint8_t>{2, 0, 1, 0, 255, 255, 255, 255, 255}));
}

TEST(TransposedLists, what_is_left_to_other_kernels) {
  EXPECT_EQ(transpose_lists(Lists{}, rows).sizes.num_lists, 0);
  EXPECT_EQ(transpose_lists({{0, 1, 0}}, rows).sizes.num_lists, 0);  // an entry that is there twice
  Lists wide(1);
  for (int i = 0; i < 65; ++i) wide[0].push_back(i);
  EXPECT_EQ(transpose_lists(wide, rows).sizes.num_lists, 0);
  Lists scattered(1);
  for (int i = 0; i < 20; ++i) scattered[0].push_back(10000 * i);
  EXPECT_EQ(transpose_lists(scattered, rows).sizes.num_lists, 1);
  EXPECT_EQ(transpose_lists(scattered, rows).sizes.num_windows, 0);
}

}  // namespace
}  // namespace filigree::detail
