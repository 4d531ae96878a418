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

/// Entry `i` of a group lies in unit i / unit.
template <class Kind, class T>
FILIGREE_FUNCTION inline double unit_magnitude(const T (&group)[Kind::group], int unit) {
  double sum = 0;
  for (int i = 0; i < Kind::unit; ++i) sum += magnitude(group[unit * Kind::unit + i]);
  return sum;
}

template <class Kind, class T>
FILIGREE_FUNCTION inline bool is_nonzero_unit(const T (&group)[Kind::group], int unit) {
  bool result = false;
  for (int i = 0; i < Kind::unit; ++i) result |= is_nonzero(group[unit * Kind::unit + i]);
  return result;
}

/// Strip pruning: bit mask of the kept units of a group, the larger magnitudes; of equal ones the
/// lower position.
template <class Kind, class T>
FILIGREE_FUNCTION inline unsigned strip_mask(const T (&group)[Kind::group]) {
  unsigned mask = 0;
  for (int kept = 0; kept < Kind::kept_units; ++kept) {
    int best = -1;
    double largest = -1;
    for (int u = 0; u < Kind::units; ++u) {
      const double size = unit_magnitude<Kind>(group, u);
      if (!(mask >> u & 1u) && size > largest) {
        best = u;
        largest = size;
      }
    }
    mask |= 1u << best;
  }
  return mask;
}

/// The kept units of a group: those that are not zero and, where there are fewer than it keeps, the
/// last of the others. Units that are not zero past the first ones that fit are lost: see
/// is_structured.
template <class Kind, class T>
FILIGREE_FUNCTION inline unsigned kept_mask(const T (&group)[Kind::group]) {
  unsigned mask = 0;
  int count = 0;
  for (int u = 0; u < Kind::units && count < Kind::kept_units; ++u)
    if (is_nonzero_unit<Kind>(group, u)) {
      mask |= 1u << u;
      ++count;
    }
  for (int u = Kind::units - 1; count < Kind::kept_units; --u)
    if (!(mask >> u & 1u)) {
      mask |= 1u << u;
      ++count;
    }
  return mask;
}

template <class Kind, class T>
FILIGREE_FUNCTION inline bool is_structured(const T (&group)[Kind::group]) {
  int count = 0;
  for (int u = 0; u < Kind::units; ++u) count += is_nonzero_unit<Kind>(group, u);
  return count <= Kind::kept_units;
}

/// Metadata of a group that keeps these units.
template <class Kind>
FILIGREE_FUNCTION inline std::uint32_t code_of_mask(unsigned mask) {
  if constexpr (Kind::group == 2) return mask == 1u ? 0x4u : 0xeu;
  std::uint32_t code = 0;
  int shift = 0;
  for (int u = 0; u < Kind::units; ++u)
    if (mask >> u & 1u) {
      code |= std::uint32_t(u) << shift;
      shift += Kind::position_bits;
    }
  return code;
}

/// Position in its group of the kept entry `s`.
template <class Kind>
FILIGREE_FUNCTION constexpr int position(const Kind& kind, std::uint32_t code, int s) {
  if (kind.group == 2) return code == 0x4u ? 0 : 1;
  if (kind.unit == 2) return 2 * int(code >> (2 * (s / 2)) & 3u) + s % 2;
  return kind.group == 4 ? int(code >> (2 * s) & 3u) : int(code >> (4 * s) & 0xfu);
}
template <class Kind>
FILIGREE_FUNCTION constexpr int position(std::uint32_t code, int s) {
  return position(Kind{}, code, s);
}

}  // namespace filigree::structured
