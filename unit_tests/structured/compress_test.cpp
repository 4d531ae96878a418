// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "random_matrix.hpp"

namespace filigree::structured {
namespace {

template <class T>
class Structured : public testing::Test {};
#if defined(FILIGREE_TEST_FEW_TYPES)
using Elements = testing::Types<float, std::int8_t>;
#else
using Elements = testing::Types<half, bfloat16, float, std::int8_t, float8_e4m3, float8_e5m2>;
#endif
TYPED_TEST_SUITE(Structured, Elements);

int units_of(const StructuredKind& kind) { return kind.group / kind.unit; }

/// The size of the unit that begins here.
template <class T>
double size_of_unit(const StructuredKind& kind, const T* unit) {
  double size = 0;
  for (int i = 0; i < kind.unit; ++i) size += magnitude(unit[i]);
  return size;
}

/// The strip rule by sorting: larger magnitudes first, lower positions first among equals.
template <class T>
std::vector<T> stripped(const StructuredKind& kind, const std::vector<T>& group) {
  std::vector<int> order(std::size_t(units_of(kind)));
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = int(i) * kind.unit;
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return size_of_unit(kind, &group[std::size_t(a)]) > size_of_unit(kind, &group[std::size_t(b)]);
  });
  std::vector<T> result(group.size(), T(0));
  for (int i = 0; i < kind.kept; ++i) {
    const auto at = std::size_t(order[std::size_t(i / kind.unit)] + i % kind.unit);
    result[at] = group[at];
  }
  return result;
}

TYPED_TEST(Structured, StripKeepsTheLargestAndOfEqualOnesTheFirst) {
  using T = TypeParam;
  for (const StructuredKind& kind : structured_kinds) {
    const std::int64_t rows = 1000, cols = (kind == OwnKind<T>::value() ? 100 : 20) * kind.group;
    const std::vector<T> before = random_matrix<T>(rows, cols, 1);
    std::vector<T> after = before;
    prune(row_major(after, rows, cols), PruneRule::strip, kind);
    for (std::int64_t at = 0; at < rows * cols; at += kind.group) {
      const std::vector<T> group(before.begin() + at, before.begin() + at + kind.group);
      const std::vector<T> expected = stripped(kind, group);
      for (int i = 0; i < kind.group; ++i)
        ASSERT_EQ(float(after[std::size_t(at + i)]), float(expected[std::size_t(i)])) << at;
    }
  }
}

/// All tiles with the wanted count in each row and column, in lexicographic order of row masks.
std::vector<std::vector<unsigned>> all_tiles(int size, int kept) {
  std::vector<std::vector<unsigned>> result;
  std::vector<unsigned> masks(std::size_t(size), 0);
  const unsigned codes = 1u << (size * size);
  for (unsigned code = 0; code < codes; ++code) {
    bool valid = true;
    for (int i = 0; i < size; ++i) {
      masks[std::size_t(i)] = code >> (size * (size - 1 - i)) & ((1u << size) - 1);
      valid = valid && __builtin_popcount(masks[std::size_t(i)]) == kept;
    }
    for (int j = 0; j < size && valid; ++j) {
      int count = 0;
      for (const unsigned mask : masks) count += mask >> j & 1u;
      valid = count == kept;
    }
    if (valid) result.push_back(masks);
  }
  return result;
}

/// A matrix of 250 x 400 tiles (25 x 400 under a sanitizer), before and after they were pruned; no
/// entry is zero, and many are equal.
template <class T>
struct PrunedTiles {
#if defined(FILIGREE_TEST_FEW_TYPES)
  static constexpr std::int64_t tile_rows = 25, tile_cols = 400;
#else
  static constexpr std::int64_t tile_rows = 250, tile_cols = 400;
#endif

  StructuredKind kind;
  int size;  ///< of a tile, in units
  std::int64_t cols;
  std::vector<T> before, after;

  explicit PrunedTiles(const StructuredKind& all)
      : kind(all), size(units_of(kind)), cols(tile_cols * kind.group) {
    before = random_matrix<T>(tile_rows * size, cols, 2);
    std::mt19937 random(3);
    for (std::int64_t at = 0; at < std::int64_t(before.size()); ++at) {
      auto& x = before[std::size_t(at)];
      const bool many_ties = at / cols % (2 * size) < size;
      if (many_ties || float(x) == 0) x = T(float(random() % 3) + 1);
    }
    after = before;
    prune(row_major(after, tile_rows * size, cols), PruneRule::tile, kind);
  }

  /// f(first entry of the tile), for as long as it succeeds.
  template <class Function>
  void for_each_tile(const Function& f) const {
    for (std::int64_t r = 0; r < tile_rows && !testing::Test::HasFatalFailure(); ++r)
      for (std::int64_t c = 0; c < tile_cols; ++c) f(r * size * cols + c * kind.group);
  }
  double weight(std::int64_t tile, int row, int unit) const {
    return size_of_unit(kind, &before[std::size_t(tile + row * cols + unit * kind.unit)]);
  }
  bool is_kept(std::int64_t tile, int row, int unit) const {
    return float(after[std::size_t(tile + row * cols + unit * kind.unit)]) != 0;
  }
  /// Kept units are as they were, all others zero.
  void expect_masks(std::int64_t tile, const std::vector<unsigned>& masks) const {
    for (int i = 0; i < size; ++i)
      for (int j = 0; j < kind.group; ++j) {
        const auto at = std::size_t(tile + i * cols + j);
        const bool kept = masks[std::size_t(i)] >> (j / kind.unit) & 1u;
        ASSERT_EQ(float(after[at]), kept ? float(before[at]) : 0.0f) << tile;
      }
  }
};

/// Against all patterns.
template <class T>
void test_tiles(const StructuredKind& kind, std::size_t num_patterns) {
  const PrunedTiles<T> tiles(kind);
  const auto patterns = all_tiles(tiles.size, kind.kept / kind.unit);
  ASSERT_EQ(patterns.size(), num_patterns);
  tiles.for_each_tile([&](std::int64_t tile) {
    std::size_t best = 0;
    double best_sum = -1;
    double weights[4][4];
    for (int i = 0; i < tiles.size; ++i)
      for (int j = 0; j < tiles.size; ++j) weights[i][j] = tiles.weight(tile, i, j);
    for (std::size_t p = 0; p < patterns.size(); ++p) {
      double sum = 0;
      for (int i = 0; i < tiles.size; ++i)
        for (int j = 0; j < tiles.size; ++j)
          if (patterns[p][std::size_t(i)] >> j & 1u) sum += weights[i][j];
      if (sum > best_sum) {
        best_sum = sum;
        best = p;
      }
    }
    tiles.expect_masks(tile, patterns[best]);
  });
}

TYPED_TEST(Structured, TileKeepsTheFirstOfTheBestPatterns) {
  using T = TypeParam;
  test_tiles<T>(OwnKind<T>::value(), sizeof(T) == 4 ? 2u : 90u);
}

TEST(StructuredTiles, OfOneOfFourAndOfPairs) {
  test_tiles<half>(structured_1_4, 24);
  test_tiles<float>(structured_paired_4_8, 90);
}

/// Whether an exchange of kept entries for others, along a cycle of rows, makes the tile better:
/// then and only then it is not the best one. `gain` of an entry: its weight, then what puts row
/// masks in lexicographic order.
bool can_be_improved(const PrunedTiles<std::int8_t>& tiles, std::int64_t tile) {
  __int128 gain[8][8];
  bool kept[8][8];
  for (int i = 0; i < 8; ++i)
    for (int c = 0; c < 8; ++c) {
      gain[i][c] = (__int128(tiles.weight(tile, i, c)) << 64) - (__int128(1) << (8 * (7 - i) + c));
      kept[i][c] = tiles.is_kept(tile, i, c);
    }
  __int128 best[8][8];  // from row i, which takes an entry of a column, to row j, which gives one
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j) {
      best[i][j] = -(__int128(1) << 120);
      for (int c = 0; c < 8; ++c)
        if (!kept[i][c] && kept[j][c]) best[i][j] = std::max(best[i][j], gain[i][c] - gain[j][c]);
    }
  for (int via = 0; via < 8; ++via)
    for (int i = 0; i < 8; ++i)
      for (int j = 0; j < 8; ++j) best[i][j] = std::max(best[i][j], best[i][via] + best[via][j]);
  for (int i = 0; i < 8; ++i)
    if (best[i][i] > 0) return true;
  return false;
}

TEST(StructuredTiles, OfTwoOfEight) {
  PrunedTiles<std::int8_t> tiles(structured_2_8);
  tiles.for_each_tile([&](std::int64_t tile) {
    std::vector<unsigned> masks(8, 0);
    int columns[8] = {};
    for (int i = 0; i < 8; ++i)
      for (int j = 0; j < 8; ++j)
        if (tiles.is_kept(tile, i, j)) {
          masks[std::size_t(i)] |= 1u << j;
          ++columns[j];
        }
    for (int i = 0; i < 8; ++i)
      ASSERT_TRUE(__builtin_popcount(masks[std::size_t(i)]) == 2 && columns[i] == 2) << tile;
    tiles.expect_masks(tile, masks);
    ASSERT_FALSE(can_be_improved(tiles, tile)) << tile;
  });
  // The test can fail: two rows that give each other an entry.
  std::swap_ranges(tiles.after.begin(), tiles.after.begin() + 8, tiles.after.begin() + tiles.cols);
  EXPECT_TRUE(can_be_improved(tiles, 0));
}

/// Infinity counts more than everything, NaN as infinity; what is 2^50 times smaller than the
/// largest does not count.
TEST(StructuredTiles, OfExtremeEntries) {
  const float inf = std::numeric_limits<float>::infinity();
  const auto pruned = [](std::vector<float> tile) {
    prune(row_major(tile, 2, 2), PruneRule::tile, structured_1_2);
    return tile;
  };
  const float most = std::numeric_limits<float>::max(), tiny = 0x1p-149f;
  EXPECT_EQ(pruned({most, 1, inf, most}), (std::vector<float>{0, 1, inf, 0}));
  EXPECT_EQ(pruned({0, tiny, 0, 0}), (std::vector<float>{0, tiny, 0, 0}));
  EXPECT_EQ(pruned({1, 1, 1, 1 + 0x1p-23f}), (std::vector<float>{1, 0, 0, 1 + 0x1p-23f}));
  EXPECT_EQ(pruned({1, 1, 0x1p-51f, 0}), (std::vector<float>{1, 0, 0, 0}));
  EXPECT_EQ(pruned({1, 1, 0x1p-50f, 0}), (std::vector<float>{0, 1, 0x1p-50f, 0}));
}

TYPED_TEST(Structured, CompressThenDecompressIsExact) {
  using T = TypeParam;
  for (const StructuredKind& kind : structured_kinds)
    for (const auto& [rows, cols] : {std::pair{1, 1}, {3, 7}, {64, 256}, {65, 130}, {200, 1023}}) {
      std::vector<T> matrix = random_matrix<T>(rows, cols, 4);
      if constexpr (sizeof(T) == 4)
        for (auto& x : matrix) x = round_to_tf32(x);
      prune(row_major(matrix, rows, cols), PruneRule::strip, kind);
      for (std::size_t i = 0; i < matrix.size(); i += 3) matrix[i] = T(0);  // emptier groups
      const Layout<T> layout{rows, cols, kind};
      std::vector<std::uint64_t> bytes(std::size_t(layout.compressed_bytes() / 8), ~0ull);
      compress(row_major<T>(std::as_const(matrix), rows, cols), bytes.data(), kind);
      std::vector<T> back(matrix.size(), T(99.0f));
      decompress(bytes.data(), row_major(back, rows, cols), kind);
      for (std::size_t i = 0; i < matrix.size(); ++i)
        ASSERT_EQ(float(back[i]), float(matrix[i])) << i;
    }
}

TYPED_TEST(Structured, EveryBitOfTheMetadataHasOneOwner) {
  using T = TypeParam;
  for (const StructuredKind& kind : structured_kinds) {
    Layout<T> layout{100, 0, kind};
    layout.cols = 3 * layout.col_alignment() - 1;
    const int bits = code_bits_of(kind);
    std::vector<std::uint32_t> owned(std::size_t(layout.num_words()), 0);
    for (std::int64_t row = 0; row < layout.padded_rows(); ++row)
      for (std::int64_t g = 0; g < layout.padded_cols() / kind.group; ++g) {
        const auto place = code_place(sizeof(T), bits, layout.blocks_per_row(), row, g);
        auto& word = owned[std::size_t(place.word)];
        const std::uint32_t code = ((1u << bits) - 1) << place.bit;
        ASSERT_EQ(word & code, 0u);
        word |= code;
      }
    for (const std::uint32_t word : owned) ASSERT_EQ(word, 0xffffffffu);
  }
}

TYPED_TEST(Structured, PlacesOfCellsAndOfMetadataAreInverse) {
  for (int row = 0; row < block_rows; ++row)
    for (int cell = 0; cell < block_cells; ++cell) {
      const auto [word, bit] = metadata_place(sizeof(TypeParam), row, cell);
      const CellPlace place = cell_place(sizeof(TypeParam), word, bit / 4);
      EXPECT_TRUE(place.row == row && place.cell == cell) << row << ' ' << cell;
    }
}

TYPED_TEST(Structured, FindsTheFirstGroupWithTooManyEntries) {
  using T = TypeParam;
  for (const StructuredKind& kind : structured_kinds) {
    constexpr std::int64_t rows = 9, cols = 37;
    std::vector<T> matrix = random_matrix<T>(rows, cols, 5);
    prune(row_major(matrix, rows, cols), PruneRule::strip, kind);
    const auto found = [&] {
      return check<HostExec, T>(HostExec(), row_major<T>(std::as_const(matrix), rows, cols), kind);
    };
    EXPECT_TRUE(found().passed());
    for (const std::int64_t at : {6 * cols + 8, 7 * cols})
      for (int i = 0; i < kind.group; ++i) matrix[std::size_t(at + i)] = T(1);
    EXPECT_EQ(found(), (StructuredCheck{0, 6, 8}));
  }
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
  EXPECT_EQ(strip_mask<OwnKind<half>>(group), 0xau);
  EXPECT_FALSE(is_structured<OwnKind<half>>(group));
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
