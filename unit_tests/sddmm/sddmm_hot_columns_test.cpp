// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include <sddmm/pattern_rows.hpp>

#include "frequent_columns.hpp"

/// Which columns a plan has a device's L2 cache keep, and when it looks for them.

namespace filigree::detail {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

constexpr std::int64_t many_columns = 2'000'000, many_entries = 30'000'000;
constexpr std::int64_t l2_bytes = 50'000'000, limit = most_hot_columns(l2_bytes);

TEST(SddmmHotColumns, fill_half_of_the_cache) {
  EXPECT_EQ(limit, 24'000'000 / 1024);
  EXPECT_EQ(most_hot_columns(2 * l2_bytes), 48'000'000 / 1024);
}

TEST(SddmmHotColumns, are_looked_for_in_large_patterns_alone) {
  EXPECT_TRUE(may_have_hot_columns({32, 0, 0}, many_columns, many_entries, l2_bytes));
  EXPECT_TRUE(may_have_hot_columns({1'000'000, 0, 0}, 4 * limit, 4'000'000, l2_bytes));
  EXPECT_FALSE(may_have_hot_columns({32, 0, 0}, 4 * limit - 1, many_entries, l2_bytes));
  EXPECT_FALSE(may_have_hot_columns({32, 0, 0}, many_columns, 3'999'999, l2_bytes));
  EXPECT_TRUE(may_have_hot_columns({32, 0, 0}, INT32_MAX, many_entries, l2_bytes));
  EXPECT_FALSE(
      may_have_hot_columns({32, 0, 0}, std::int64_t(INT32_MAX) + 1, many_entries, l2_bytes));
}

TEST(SddmmHotColumns, are_not_looked_for_where_neighbours_share_columns) {
  EXPECT_FALSE(may_have_hot_columns({27, 160, 25'600}, many_columns, many_entries, l2_bytes));
  EXPECT_FALSE(may_have_hot_columns({5, 1400, 0}, many_columns, many_entries, l2_bytes));
  EXPECT_FALSE(may_have_hot_columns({81, 0, 0, 3}, many_columns, many_entries, l2_bytes));
}

TEST(SddmmHotColumns, pay_by_what_their_share_of_the_entries_is_above_that_of_the_columns) {
  EXPECT_TRUE(hot_columns_pay(20'000, 0.12, many_columns));
  EXPECT_FALSE(hot_columns_pay(20'000, 0.1, many_columns));
  EXPECT_FALSE(hot_columns_pay(20'000, 0.28, 100'000));
  EXPECT_TRUE(hot_columns_pay(20'000, 0.32, 100'000));
  EXPECT_FALSE(hot_columns_pay(0, 0, many_columns));
}

TEST(SddmmHotColumns, marks_are_bits_of_words) {
  const std::vector<std::int32_t> columns{0, 1, 31, 32, 63, 64, 95, 129};
  const auto marks =
      test::download(mark_columns(Exec(), test::upload<Space>(columns, "columns"), 130));
  EXPECT_EQ(marks, (std::vector<std::uint32_t>{0x80000003u, 0x80000001u, 0x80000001u, 0, 2}));
}

/// What a plan keeps of a pattern.
template <class Index, class Offset>
std::vector<std::uint32_t> kept(const test::Triplets& triplets, IndexBase base) {
  using Matrix = CsrMatrix<float, Index, Offset, Space>;
  const auto C = test::MatrixFrom<Matrix>::make(triplets, {base}, test::Order::sorted);
  const auto prepared = prepare_pattern(Exec(), sddmm_pattern(stored_pattern(C)), l2_bytes);
  EXPECT_EQ(prepared.rows, (SddmmRows{100, 0, 0}));
  EXPECT_EQ(prepared.memory_bytes(), 4 * std::int64_t(prepared.hot_columns.extent(0)));
  return test::download(prepared.hot_columns);
}

/// The columns that come up at least so often that one class more would be too many.
std::vector<std::uint32_t> most_frequent(const test::Triplets& triplets) {
  std::vector<std::int64_t> counts(std::size_t(triplets.num_cols));
  for (const auto& entry : triplets.entries) ++counts[std::size_t(entry.col)];
  auto ranked = counts;
  const auto last = ranked.begin() + limit;
  std::nth_element(ranked.begin(), last, ranked.end(), std::greater<>());
  std::vector<std::uint32_t> marks(std::size_t((triplets.num_cols + 31) / 32));
  for (std::size_t col = 0; col < counts.size(); ++col)
    if (counts[col] > *last) marks[col / 32] |= 1u << col % 32;
  return marks;
}

TEST(SddmmHotColumns, are_the_most_frequent_ones) {
  const auto triplets = test::frequent_columns(3);
  const auto expected = most_frequent(triplets);
  EXPECT_EQ((kept<std::int32_t, std::int32_t>(triplets, IndexBase::zero)), expected);
  EXPECT_EQ((kept<std::int64_t, std::int32_t>(triplets, IndexBase::one)), expected);
  EXPECT_EQ((kept<std::int32_t, std::int64_t>(triplets, IndexBase::one)), expected);
}

TEST(SddmmHotColumns, are_none_where_columns_are_alike_or_few) {
  EXPECT_TRUE(
      (kept<std::int32_t, std::int32_t>(test::frequent_columns(1), IndexBase::zero)).empty());
  EXPECT_TRUE(
      (kept<std::int32_t, std::int32_t>(test::frequent_columns(3, 4 * limit - 1), IndexBase::zero))
          .empty());
}

}  // namespace
}  // namespace filigree::detail
