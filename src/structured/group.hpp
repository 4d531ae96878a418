// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "structured/layout.hpp"

/// The rules for one group and one tile: what is kept, and how it is encoded. Plain functions that
/// hosts and kernels share.

namespace filigree::structured {

/// The size by which entries compare: |x|, NaN as infinity.
template <class T>
FILIGREE_FUNCTION inline double magnitude(T value) {
  const double x = double(float(value));
  if (x != x) return __builtin_huge_val();
  return x < 0 ? -x : x;
}

/// Not zero: what has to be kept. NaN counts, the negative zero does not.
template <class T>
FILIGREE_FUNCTION inline bool is_nonzero(T value) {
  return !(float(value) == 0.0f);
}

/// Rounds to 10 fraction bits, ties away from zero; the low 13 bits become zero. Infinity and NaN
/// stay (NaN with a fraction that survives).
FILIGREE_FUNCTION constexpr float round_to_tf32(float value) {
  const std::uint32_t bits = __builtin_bit_cast(std::uint32_t, value);
  if ((bits & 0x7fffffffu) > 0x7f800000u)
    return __builtin_bit_cast(float, (bits | 0x00400000u) & 0xffffe000u);
  if ((bits & 0x7f800000u) == 0x7f800000u) return value;
  return __builtin_bit_cast(float, (bits + 0x1000u) & 0xffffe000u);
}

/// What the Tensor Cores read of a float: its upper 19 bits.
FILIGREE_FUNCTION constexpr float truncate_to_tf32(float value) {
  return __builtin_bit_cast(float, __builtin_bit_cast(std::uint32_t, value) & 0xffffe000u);
}

/// The entry as it is stored in compressed form.
template <class T>
FILIGREE_FUNCTION inline T stored(T value) {
  if constexpr (sizeof(T) == 4)
    return round_to_tf32(value);
  else
    return value;
}

/// Strip pruning: bit mask of the kept positions of a group, the larger magnitudes; of equal ones
/// the lower position.
template <class T>
FILIGREE_FUNCTION inline unsigned strip_mask(const T (&group)[group_size<T>]) {
  unsigned mask = 0;
  for (int kept = 0; kept < kept_entries<T>; ++kept) {
    int best = -1;
    for (int i = 0; i < group_size<T>; ++i)
      if (!(mask >> i & 1u) && (best < 0 || magnitude(group[i]) > magnitude(group[best]))) best = i;
    mask |= 1u << best;
  }
  return mask;
}

/// Pattern `index` of a row with 2 of 4: in the order of their masks, 3, 5, 6, 9, 10, 12.
FILIGREE_FUNCTION constexpr unsigned row_pattern(int index) {
  return 0xca9653u >> (4 * index) & 0xfu;
}

/// Tile pruning: keeps of a square tile as many entries of each row and each column as strip
/// pruning keeps of a group, so that the tile and its transpose are both structured, with the
/// largest sum of magnitudes (added up in double, row by row). Of equal sums the tile wins whose
/// row masks (bit i for column i), read from the first row to the last, come first in
/// lexicographic order. masks[i]: what row i keeps. For 2 of 4 there are 90 tiles, for 1 of 2 two.
template <class T>
FILIGREE_FUNCTION inline void tile_masks(const T (&tile)[group_size<T>][group_size<T>],
                                         unsigned (&masks)[group_size<T>]) {
  if constexpr (group_size<T> == 2) {
    const bool diagonal = magnitude(tile[0][0]) + magnitude(tile[1][1]) >=
                          magnitude(tile[0][1]) + magnitude(tile[1][0]);
    masks[0] = diagonal ? 1u : 2u;
    masks[1] = diagonal ? 2u : 1u;
  } else {
    double sums[4][6];
    for (int row = 0; row < 4; ++row)
      for (int p = 0; p < 6; ++p) {
        sums[row][p] = 0;
        for (int i = 0; i < 4; ++i)
          if (row_pattern(p) >> i & 1u) sums[row][p] += magnitude(tile[row][i]);
      }
    double best = -1;
    for (int code = 0; code < 216; ++code) {
      const int p[3] = {code / 36, code / 6 % 6, code % 6};
      const unsigned a = row_pattern(p[0]), b = row_pattern(p[1]), c = row_pattern(p[2]);
      // The last row keeps the columns that have one entry so far; none may have three or none.
      const unsigned odd = a ^ b ^ c;
      const unsigned all = a & b & c;
      if (all != 0 || (a | b | c) != 0xfu || __builtin_popcount(odd) != 2) continue;
      int last = 0;
      while (row_pattern(last) != odd) ++last;
      const double sum = sums[0][p[0]] + sums[1][p[1]] + sums[2][p[2]] + sums[3][last];
      if (sum > best) {
        best = sum;
        masks[0] = a;
        masks[1] = b;
        masks[2] = c;
        masks[3] = odd;
      }
    }
  }
}

/// The kept positions of a group, ascending: its entries that are not zero and, where there are
/// fewer than it keeps, the last of the others. Entries that are not zero past the first ones that
/// fit are lost: see is_structured.
template <class T>
FILIGREE_FUNCTION inline unsigned kept_mask(const T (&group)[group_size<T>]) {
  unsigned mask = 0;
  int count = 0;
  for (int i = 0; i < group_size<T> && count < kept_entries<T>; ++i)
    if (is_nonzero(group[i])) {
      mask |= 1u << i;
      ++count;
    }
  for (int i = group_size<T> - 1; count < kept_entries<T>; --i)
    if (!(mask >> i & 1u)) {
      mask |= 1u << i;
      ++count;
    }
  return mask;
}

template <class T>
FILIGREE_FUNCTION inline bool is_structured(const T (&group)[group_size<T>]) {
  int count = 0;
  for (int i = 0; i < group_size<T>; ++i) count += is_nonzero(group[i]);
  return count <= kept_entries<T>;
}

/// Metadata of a group that keeps these positions.
template <class T>
FILIGREE_FUNCTION inline std::uint32_t code_of_mask(unsigned mask) {
  if constexpr (group_size<T> == 2) return mask == 1u ? 0x4u : 0xeu;
  int first = 0;
  while (!(mask >> first & 1u)) ++first;
  int second = first + 1;
  while (!(mask >> second & 1u)) ++second;
  return std::uint32_t(first | second << 2);
}

/// Position in its group of the kept entry `s`.
template <class T>
FILIGREE_FUNCTION constexpr int position(std::uint32_t code, int s) {
  if constexpr (group_size<T> == 2)
    return code == 0x4u ? 0 : 1;
  else
    return int(code >> (2 * s) & 3u);
}

}  // namespace filigree::structured
