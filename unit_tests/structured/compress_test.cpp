// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>

#include "random_matrix.hpp"

namespace filigree::structured {
namespace {

template <class T>
class Structured : public testing::Test {};
using Elements = testing::Types<half, bfloat16, float, std::int8_t, float8_e4m3, float8_e5m2>;
TYPED_TEST_SUITE(Structured, Elements);

/// The strip rule by sorting: larger magnitudes first, lower positions first among equals.
template <class T>
std::vector<T> stripped(const std::vector<T>& group) {
  std::vector<int> order(group.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = int(i);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return magnitude(group[std::size_t(a)]) > magnitude(group[std::size_t(b)]);
  });
  std::vector<T> result(group.size(), T(0));
  for (int i = 0; i < kept_entries<T>; ++i)
    result[std::size_t(order[std::size_t(i)])] = group[std::size_t(order[std::size_t(i)])];
  return result;
}

TYPED_TEST(Structured, StripKeepsTheLargestAndOfEqualOnesTheFirst) {
  using T = TypeParam;
  constexpr std::int64_t rows = 1000, cols = 100 * group_size<T>;  // 10^5 groups
  const std::vector<T> before = random_matrix<T>(rows, cols, 1);
  std::vector<T> after = before;
  prune(row_major(after, rows, cols), PruneRule::strip);
  for (std::int64_t at = 0; at < rows * cols; at += group_size<T>) {
    const std::vector<T> group(before.begin() + at, before.begin() + at + group_size<T>);
    const std::vector<T> expected = stripped(group);
    for (int i = 0; i < group_size<T>; ++i)
      ASSERT_EQ(float(after[std::size_t(at + i)]), float(expected[std::size_t(i)])) << at;
  }
}

/// All tiles with the wanted count in each row and column, in lexicographic order of row masks.
template <int size>
std::vector<std::array<unsigned, size>> all_tiles() {
  std::vector<std::array<unsigned, size>> result;
  std::array<unsigned, size> masks{};
  const unsigned codes = 1u << (size * size);
  for (unsigned code = 0; code < codes; ++code) {
    bool valid = true;
    for (int i = 0; i < size; ++i) {
      masks[std::size_t(i)] = code >> (size * (size - 1 - i)) & ((1u << size) - 1);
      valid = valid && __builtin_popcount(masks[std::size_t(i)]) == size / 2;
    }
    for (int j = 0; j < size && valid; ++j) {
      int count = 0;
      for (const unsigned mask : masks) count += mask >> j & 1u;
      valid = count == size / 2;
    }
    if (valid) result.push_back(masks);
  }
  return result;
}

TYPED_TEST(Structured, TileKeepsTheFirstOfTheBestPatterns) {
  using T = TypeParam;
  constexpr int size = group_size<T>;
  static const auto patterns = all_tiles<size>();
  ASSERT_EQ(patterns.size(), size == 4 ? 90u : 2u);
  constexpr std::int64_t rows = 250 * size, cols = 400 * size;  // 10^5 tiles
  std::vector<T> before = random_matrix<T>(rows, cols, 2);
  std::mt19937 random(3);
  for (std::int64_t at = 0; at < rows * cols; ++at)  // many ties
    if (at / cols % (2 * size) < size) before[std::size_t(at)] = T(float(random() % 3));
  std::vector<T> after = before;
  prune(row_major(after, rows, cols), PruneRule::tile);
  for (std::int64_t r = 0; r < rows; r += size)
    for (std::int64_t c = 0; c < cols; c += size) {
      std::size_t best = 0;
      double best_sum = -1;
      for (std::size_t p = 0; p < patterns.size(); ++p) {
        double sum = 0;
        for (int i = 0; i < size; ++i)
          for (int j = 0; j < size; ++j)
            if (patterns[p][std::size_t(i)] >> j & 1u)
              sum += magnitude(before[std::size_t((r + i) * cols + c + j)]);
        if (sum > best_sum) {
          best_sum = sum;
          best = p;
        }
      }
      for (int i = 0; i < size; ++i)
        for (int j = 0; j < size; ++j) {
          const std::size_t at = std::size_t((r + i) * cols + c + j);
          const bool kept = patterns[best][std::size_t(i)] >> j & 1u;
          ASSERT_EQ(float(after[at]), kept ? float(before[at]) : 0.0f) << r << ' ' << c;
        }
    }
}

TYPED_TEST(Structured, CompressThenDecompressIsExact) {
  using T = TypeParam;
  for (const auto& [rows, cols] : {std::pair{1, 1}, {3, 7}, {64, 256}, {65, 130}, {200, 1023}}) {
    std::vector<T> matrix = random_matrix<T>(rows, cols, 4);
    if constexpr (sizeof(T) == 4)
      for (auto& x : matrix) x = round_to_tf32(x);
    prune(row_major(matrix, rows, cols), PruneRule::strip);
    for (std::size_t i = 0; i < matrix.size(); i += 3) matrix[i] = T(0);  // emptier groups
    const Layout<T> layout{rows, cols};
    std::vector<std::uint64_t> bytes(std::size_t(layout.compressed_bytes() / 8), ~0ull);
    compress(row_major<T>(std::as_const(matrix), rows, cols), bytes.data());
    std::vector<T> back(matrix.size(), T(99.0f));
    decompress(bytes.data(), row_major(back, rows, cols));
    for (std::size_t i = 0; i < matrix.size(); ++i)
      ASSERT_EQ(float(back[i]), float(matrix[i])) << i;
  }
}

TYPED_TEST(Structured, EveryBitOfTheMetadataHasOneOwner) {
  using T = TypeParam;
  const Layout<T> layout{100, 3 * col_alignment<T> - 1};
  std::vector<std::uint32_t> owned(std::size_t(layout.num_words()), 0);
  for (std::int64_t row = 0; row < layout.padded_rows(); ++row)
    for (std::int64_t g = 0; g < layout.padded_cols() / group_size<T>; ++g) {
      auto& word = owned[std::size_t(layout.word_index(row, g))];
      const std::uint32_t bits = 0xfu << layout.bit_index(row, g);
      ASSERT_EQ(word & bits, 0u);
      word |= bits;
    }
  for (const std::uint32_t word : owned) ASSERT_EQ(word, 0xffffffffu);
}

TYPED_TEST(Structured, PlacesOfGroupsAndOfMetadataAreInverse) {
  for (int row = 0; row < block_rows; ++row)
    for (int group = 0; group < block_groups; ++group) {
      const auto [word, bit] = metadata_place(sizeof(TypeParam), row, group);
      const GroupPlace place = group_place(sizeof(TypeParam), word, bit / 4);
      EXPECT_TRUE(place.row == row && place.group == group) << row << ' ' << group;
    }
}

TYPED_TEST(Structured, FindsTheFirstGroupWithTooManyEntries) {
  using T = TypeParam;
  constexpr std::int64_t rows = 9, cols = 37;
  std::vector<T> matrix = random_matrix<T>(rows, cols, 5);
  prune(row_major(matrix, rows, cols), PruneRule::strip);
  const auto found = [&] {
    return check<HostExec, T>(HostExec(), row_major<T>(std::as_const(matrix), rows, cols));
  };
  EXPECT_TRUE(found().passed());
  for (const std::int64_t at : {6 * cols + 8, 7 * cols + 4})
    for (int i = 0; i < group_size<T>; ++i) matrix[std::size_t(at + i)] = T(1);
  EXPECT_EQ(found(), (StructuredCheck{0, 6, 8}));
}

TEST(StructuredLayout, BytesOfASmallMatrix) {
  std::vector<half> matrix(2 * 8, half(0.0f));
  matrix[1] = half(1.0f);  // row 0, group 0: positions 1 and 3 (the last of the free ones)
  matrix[4] = half(2.0f);  // row 0, group 1: positions 0 and 2
  matrix[6] = half(3.0f);
  const Layout<half> layout{2, 8};
  EXPECT_EQ(layout.values_bytes(), 64 * 128);
  EXPECT_EQ(layout.compressed_bytes(), 64 * 128 + 2 * 512);
  std::vector<std::uint32_t> bytes(std::size_t(layout.compressed_bytes() / 4), 7u);
  compress(row_major<half>(std::as_const(matrix), 2, 8), bytes.data());
  const auto* const values = reinterpret_cast<const half*>(bytes.data());
  EXPECT_EQ(float(values[0]), 1.0f);
  EXPECT_EQ(float(values[1]), 0.0f);
  EXPECT_EQ(float(values[2]), 2.0f);
  EXPECT_EQ(float(values[3]), 3.0f);
  const std::uint32_t* const words = bytes.data() + layout.values_bytes() / 4;
  EXPECT_EQ(words[0], 0xeeeeee8du);  // row 0 low, row 8 high; groups 2 and 3 are empty
  EXPECT_EQ(words[1], 0xeeeeeeeeu);
}

TEST(StructuredRules, MaskOfNaNAndInfinity) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const half group[4] = {half(5.0f), half(nan), half(6.0f), half(7.0f)};
  EXPECT_EQ(strip_mask(group), 0xau);
  EXPECT_FALSE(is_structured(group));
}

TEST(StructuredRules, Tf32RoundsTiesAwayFromZero) {
  EXPECT_EQ(round_to_tf32(0x1.002p0f), 0x1.004p0f);
  EXPECT_EQ(round_to_tf32(-0x1.002p0f), -0x1.004p0f);
  EXPECT_EQ(round_to_tf32(0x1.001ffep0f), 1.0f);
  EXPECT_TRUE(std::isinf(round_to_tf32(std::numeric_limits<float>::max())));
  EXPECT_TRUE(std::isnan(round_to_tf32(__builtin_bit_cast(float, 0x7f800001u))));
  EXPECT_EQ(truncate_to_tf32(0x1.003ffep0f), 0x1.0p0f);
}

}  // namespace
}  // namespace filigree::structured
