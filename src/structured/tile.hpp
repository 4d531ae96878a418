// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "structured/group.hpp"

/// Tile pruning: which units of a square tile stay, as many of each row and each column as strip
/// pruning keeps of a group, so that the sum of their magnitudes is the largest. Of equal sums the
/// tile wins whose row masks (bit u for unit u), read from the first row to the last, come first in
/// lexicographic order. For 2:4 and paired 4:8 there are 90 tiles, for 1:2 two, for 1:4 24, for 2:8
/// 187,530,840.

namespace filigree::structured {

/// Magnitudes as integers, so that sums are exact in any order: multiples of 2^(e - 50), cut off,
/// with 2^e the power of two at or below the tile's largest finite one. Infinite ones are larger
/// than the sum of all others.
template <class Kind, class T>
FILIGREE_FUNCTION inline void tile_weights(const T (&tile)[Kind::units][Kind::group],
                                           std::int64_t (&weights)[Kind::units][Kind::units]) {
  double largest = 0;
  for (int row = 0; row < Kind::units; ++row)
    for (int u = 0; u < Kind::units; ++u) {
      const double size = unit_magnitude<Kind>(tile[row], u);
      if (size > largest && size < __builtin_huge_val()) largest = size;
    }
  // Entries of 32 bits at most: both powers of two are normal doubles.
  const auto exponent = __builtin_bit_cast(std::uint64_t, largest) >> 52;
  const double scale =
      largest == 0 ? 0.0
                   : __builtin_bit_cast(double, (2 * std::uint64_t(1023) + 50 - exponent) << 52);
  for (int row = 0; row < Kind::units; ++row)
    for (int u = 0; u < Kind::units; ++u) {
      const double size = unit_magnitude<Kind>(tile[row], u);
      weights[row][u] =
          size < __builtin_huge_val() ? std::int64_t(size * scale) : std::int64_t(1) << 56;
    }
}

/// Pattern `index` of a row of 4 units: in the order of their masks.
template <int kept>
FILIGREE_FUNCTION constexpr unsigned row_pattern(int index) {
  return kept == 1 ? 1u << index : 0xca9653u >> (4 * index) & 0xfu;
}

/// The last row of a tile of 4 x 4 units with these three; 0 where there is none.
template <int kept>
FILIGREE_FUNCTION inline unsigned last_row(unsigned a, unsigned b, unsigned c) {
  if constexpr (kept == 1) {
    const unsigned any = a | b | c;
    return __builtin_popcount(any) == 3 ? 0xfu ^ any : 0u;
  }
  // The columns that have one entry so far; none may have three or none.
  const unsigned odd = a ^ b ^ c;
  return (a & b & c) == 0 && (a | b | c) == 0xfu && __builtin_popcount(odd) == 2 ? odd : 0u;
}

/// By trying them all.
template <int kept>
FILIGREE_FUNCTION inline void best_tile(const std::int64_t (&weights)[4][4], unsigned (&masks)[4]) {
  constexpr int patterns = kept == 1 ? 4 : 6;
  std::int64_t sums[4][patterns];
  for (int row = 0; row < 4; ++row)
    for (int p = 0; p < patterns; ++p) {
      sums[row][p] = 0;
      for (int u = 0; u < 4; ++u)
        if (row_pattern<kept>(p) >> u & 1u) sums[row][p] += weights[row][u];
    }
  std::int64_t best = -1;
  for (int code = 0; code < patterns * patterns * patterns; ++code) {
    const int p[3] = {code / (patterns * patterns), code / patterns % patterns, code % patterns};
    const unsigned a = row_pattern<kept>(p[0]), b = row_pattern<kept>(p[1]),
                   c = row_pattern<kept>(p[2]);
    const unsigned d = last_row<kept>(a, b, c);
    if (d == 0) continue;
    int last = 0;
    while (row_pattern<kept>(last) != d) ++last;
    const std::int64_t sum = sums[0][p[0]] + sums[1][p[1]] + sums[2][p[2]] + sums[3][last];
    if (sum > best) {
      best = sum;
      masks[0] = a;
      masks[1] = b;
      masks[2] = c;
      masks[3] = d;
    }
  }
}

template <int kept>
FILIGREE_FUNCTION inline void best_tile(const std::int64_t (&weights)[2][2], unsigned (&masks)[2]) {
  const bool diagonal = weights[0][0] + weights[1][1] >= weights[0][1] + weights[1][0];
  masks[0] = diagonal ? 1u : 2u;
  masks[1] = diagonal ? 2u : 1u;
}

/// A tile of 8 x 8 as a flow of the largest gain, a row's unit after the other along the best
/// augmenting path (Ahuja, Magnanti, Orlin: Network Flows, 1993, section 9.7; paths as Bellman and
/// Ford find them, as gains have both signs).
template <int kept>
class TileFlow {
 public:
  using Gain = __int128;

  FILIGREE_FUNCTION TileFlow(const std::int64_t (&weights)[8][8], unsigned (&masks)[8])
      : weights_(weights), masks_(masks) {}

  FILIGREE_FUNCTION void solve() {
    for (int row = 0; row < 8; ++row) masks_[row] = 0;
    for (int row = 0; row < 8; ++row)
      for (int i = 0; i < kept; ++i) {
        find_paths(row);
        augment(row);
      }
  }

 private:
  /// Below every sum of gains, which are less than 2^125.
  static constexpr Gain unreached = -(Gain(1) << 126);

  /// The weight and, below it, what puts row masks into lexicographic order.
  FILIGREE_FUNCTION Gain gain(int row, int col) const {
    return (Gain(weights_[row][col]) << 64) - (Gain(1) << (8 * (7 - row) + col));
  }

  /// The best paths from a row by entries that are not kept to columns, and back by kept ones.
  FILIGREE_FUNCTION void find_paths(int start) {
    for (int i = 0; i < 8; ++i) row_gain_[i] = col_gain_[i] = unreached;
    row_gain_[start] = 0;
    for (bool changed = true; changed;) {
      changed = false;
      for (int row = 0; row <= start; ++row)
        for (int col = 0; col < 8 && row_gain_[row] != unreached; ++col) {
          const Gain sum = row_gain_[row] + gain(row, col);
          if (masks_[row] >> col & 1u || sum <= col_gain_[col]) continue;
          col_gain_[col] = sum;
          from_row_[col] = row;
          changed = true;
        }
      for (int row = 0; row < start; ++row)
        for (int col = 0; col < 8; ++col) {
          const Gain sum = col_gain_[col] - gain(row, col);
          if (!(masks_[row] >> col & 1u) || col_gain_[col] == unreached || sum <= row_gain_[row])
            continue;
          row_gain_[row] = sum;
          from_col_[row] = col;
          changed = true;
        }
    }
  }

  /// One more entry for the row, along the best path to a column that has too few.
  FILIGREE_FUNCTION void augment(int start) {
    int end = -1;
    for (int col = 0; col < 8; ++col) {
      int count = 0;
      for (int row = 0; row <= start; ++row) count += int(masks_[row] >> col & 1u);
      if (count < kept && (end < 0 || col_gain_[col] > col_gain_[end])) end = col;
    }
    for (int col = end;;) {
      const int row = from_row_[col];
      masks_[row] |= 1u << col;
      if (row == start) return;
      col = from_col_[row];
      masks_[row] &= ~(1u << col);
    }
  }

  const std::int64_t (&weights_)[8][8];
  unsigned (&masks_)[8];
  Gain row_gain_[8];
  Gain col_gain_[8];
  int from_row_[8];
  int from_col_[8];
};

template <int kept>
FILIGREE_FUNCTION inline void best_tile(const std::int64_t (&weights)[8][8], unsigned (&masks)[8]) {
  TileFlow<kept>(weights, masks).solve();
}

/// masks[i]: the units that row i keeps.
template <class Kind, class T>
FILIGREE_FUNCTION inline void tile_masks(const T (&tile)[Kind::units][Kind::group],
                                         unsigned (&masks)[Kind::units]) {
  std::int64_t weights[Kind::units][Kind::units];
  tile_weights<Kind>(tile, weights);
  best_tile<Kind::kept_units>(weights, masks);
}

}  // namespace filigree::structured
