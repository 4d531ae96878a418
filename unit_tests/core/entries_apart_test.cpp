// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <core/entries_apart.hpp>
#include <filigree/core/error.hpp>

namespace filigree::detail {
namespace {

using Dimensions = std::vector<StridedExtent>;

bool apart(const Dimensions& dimensions) {
  return entries_are_apart(std::span(dimensions.data(), dimensions.size()));
}

/// By a list of all places.
bool all_places_differ(const Dimensions& dimensions) {
  std::vector<std::int64_t> places{0};
  for (const StridedExtent& dimension : dimensions) {
    std::vector<std::int64_t> further;
    for (std::int64_t i = 0; i < dimension.extent; ++i)
      for (const std::int64_t place : places) further.push_back(place + i * dimension.stride);
    places = further;
  }
  return std::set(places.begin(), places.end()).size() == places.size();
}

std::string text(const Dimensions& dimensions) {
  std::string result;
  for (const StridedExtent& d : dimensions)
    result += std::to_string(d.extent) + " by " + std::to_string(d.stride) + ", ";
  return result;
}

TEST(EntriesApart, all_small_matrices) {
  for (std::int64_t rows = 0; rows <= 5; ++rows)
    for (std::int64_t cols = 0; cols <= 5; ++cols)
      for (std::int64_t row_stride = 0; row_stride <= 9; ++row_stride)
        for (std::int64_t col_stride = 0; col_stride <= 9; ++col_stride) {
          const Dimensions matrix{{rows, row_stride}, {cols, col_stride}};
          ASSERT_EQ(apart(matrix), all_places_differ(matrix)) << text(matrix);
        }
}

TEST(EntriesApart, all_small_batches) {
  for (const std::int64_t batch : {1, 2, 4})
    for (const std::int64_t rows : {1, 3, 4})
      for (const std::int64_t cols : {2, 5})
        for (std::int64_t batch_stride = 0; batch_stride <= 12; ++batch_stride)
          for (std::int64_t row_stride = 0; row_stride <= 9; ++row_stride)
            for (std::int64_t col_stride = 0; col_stride <= 10; ++col_stride) {
              const Dimensions all{{batch, batch_stride}, {rows, row_stride}, {cols, col_stride}};
              ASSERT_EQ(apart(all), all_places_differ(all)) << text(all);
            }
}

/// What a user would call by name.
TEST(EntriesApart, layouts_of_note) {
  EXPECT_TRUE(apart({{8, 4}, {4, 1}})) << "row-major";
  EXPECT_TRUE(apart({{8, 1}, {4, 8}})) << "column-major";
  EXPECT_FALSE(apart({{8, 2}, {4, 1}})) << "a leading dimension that is too small";
  EXPECT_TRUE(apart({{3, 2}, {2, 3}})) << "rows between each other: places 0, 3, 2, 5, 4, 7";
  EXPECT_FALSE(apart({{2, 5}, {2, 4}, {4, 1}})) << "matrices of a batch that overlap in one entry";
  EXPECT_TRUE(apart({{1, 0}, {1, 0}})) << "strides that nothing steps by";
  EXPECT_TRUE(apart({{0, 0}, {7, 0}})) << "no entries";
}

/// Products of extents and strides that 32 bits, and remainders' products that 64 bits do not hold.
TEST(EntriesApart, large_arrays) {
  constexpr std::int64_t large = std::int64_t(1) << 40;
  EXPECT_TRUE(apart({{1 << 20, large}, {large, 1}}));
  EXPECT_FALSE(apart({{1 << 20, large}, {large + 1, 1}}));
  constexpr std::int64_t n = std::int64_t(1) << 30;
  EXPECT_TRUE(apart({{n, n + 1}, {n + 2, n}})) << "coprime strides";
  EXPECT_FALSE(apart({{n + 1, n + 1}, {n + 2, n}}));
  const StridedExtent rows{4, large - 1}, columns{3, large + 1};
  EXPECT_FALSE(apart({{2, 5 * large - 1}, rows, columns})) << "3 rows and 2 columns further";
  EXPECT_TRUE(apart({{2, 5 * large}, rows, columns}));
}

TEST(EntriesApart, error) {
  const StridedExtent overlapping[] = {{8, 2}, {4, 1}}, repeated[] = {{8, 0}, {4, 1}};
  const auto message = [](std::span<const StridedExtent> dimensions) -> std::string {
    try {
      check_entries_apart("spmm", "C", dimensions);
    } catch (const Error& error) {
      EXPECT_EQ(error.status(), Status::invalid_value);
      return error.what();
    }
    return "nothing was thrown";
  };
  EXPECT_NE(message(overlapping).find("8 x 4 with strides 2, 1, so that entries share memory"),
            std::string::npos)
      << message(overlapping);
  EXPECT_NE(message(repeated).find("a stride of 0"), std::string::npos) << message(repeated);
}

}  // namespace
}  // namespace filigree::detail
