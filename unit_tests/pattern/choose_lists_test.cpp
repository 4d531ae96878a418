// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pattern/choose_lists.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "pattern/compressed.hpp"

namespace filigree::detail {
namespace {

TEST(ChooseLists, ThoseThatSaveMostFirstSingleRowsNever) {
  const auto chosen = choose_lists({{.first_row = 9, .rows = 1, .length = 500, .slot = 0},
                                    {.first_row = 5, .rows = 10, .length = 4, .slot = 1},
                                    {.first_row = 2, .rows = 10, .length = 4, .slot = 2},
                                    {.first_row = 7, .rows = 3, .length = 99, .slot = 3}});
  ASSERT_EQ(chosen.size(), 3u);
  EXPECT_EQ(chosen[0].slot, 3);
  EXPECT_EQ(chosen[1].slot, 2);
  EXPECT_EQ(chosen[2].slot, 1);
}

TEST(ChooseLists, SingleRowsWhereAskedFor) {
  EXPECT_EQ(choose_lists({{.first_row = 9, .rows = 1, .length = 500, .slot = 0}}, 1).size(), 1u);
}

TEST(ChooseLists, StopsAtTheLimits) {
  std::vector<ListCandidate> many;
  for (std::uint64_t i = 0; i < 1000; ++i) many.push_back({i, 2 + i, 3, int(i)});
  EXPECT_EQ(choose_lists(many).size(), std::size_t(max_dictionary_lists));
  for (auto& list : many) list.length = 1000;
  EXPECT_EQ(choose_lists(many).size(), max_dictionary_entries / 1000);
}

TEST(ChooseLists, OrderOfCandidatesDoesNotMatter) {
  std::vector<ListCandidate> lists;
  for (std::uint64_t i = 0; i < 600; ++i) lists.push_back({i, 2 + i % 7, 3 + i % 5, int(i)});
  const auto forward = choose_lists(lists);
  std::reverse(lists.begin(), lists.end());
  const auto backward = choose_lists(lists);
  ASSERT_EQ(forward.size(), backward.size());
  for (std::size_t i = 0; i < forward.size(); ++i)
    EXPECT_EQ(forward[i].first_row, backward[i].first_row);
}

TEST(FrequentKeys, CountsAndLimits) {
  EXPECT_TRUE(frequent_keys({}, 4).empty());
  EXPECT_TRUE(frequent_keys({0, 0, 0, 3, 5}, 4).empty());
  EXPECT_EQ(frequent_keys({5, 3, 7, 5, 7, 5, 0, 0, 0, 0}, 4), (std::vector<std::uint64_t>{5, 7}));
  EXPECT_EQ(frequent_keys({5, 3, 7, 5, 7, 5}, 1), (std::vector<std::uint64_t>{5}));
}

}  // namespace
}  // namespace filigree::detail
