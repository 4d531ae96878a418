// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <filigree/core/export.hpp>
#include <filigree/core/half.hpp>

namespace filigree {

namespace detail {

/// Rounds to a format of 8 bits: to nearest, ties to even, past the largest finite value to that
/// value (as the hardware's conversion with satfinite does). NaN gives 0x7f with the sign.
template <int exponent_bias, int fraction_bits, std::uint32_t largest>
FILIGREE_FUNCTION constexpr std::uint8_t round_to_8_bits(float value) {
  const std::uint32_t f = __builtin_bit_cast(std::uint32_t, value);
  const std::uint32_t sign = (f >> 24) & 0x80u;
  const std::uint32_t magnitude = f & 0x7fffffffu;
  if (magnitude > 0x7f800000u) return std::uint8_t(sign | 0x7fu);
  constexpr std::uint32_t smallest_normal = std::uint32_t(128 - exponent_bias) << 23;
  if (magnitude < smallest_normal) {
    // Subnormal result: the sum with a power of two leaves the rounded multiple of the smallest
    // subnormal in the low bits.
    constexpr std::uint32_t shift = std::uint32_t(128 - exponent_bias + 23 - fraction_bits) << 23;
    const float shifted = __builtin_bit_cast(float, magnitude) + __builtin_bit_cast(float, shift);
    return std::uint8_t(sign | (__builtin_bit_cast(std::uint32_t, shifted) - shift));
  }
  constexpr int dropped = 23 - fraction_bits;
  const std::uint32_t odd = (magnitude >> dropped) & 1u;
  const std::uint32_t rebased = magnitude - (std::uint32_t(127 - exponent_bias) << 23);
  const std::uint32_t rounded = (rebased + (1u << (dropped - 1)) - 1u + odd) >> dropped;
  return std::uint8_t(sign | (rounded < largest ? rounded : largest));
}

}  // namespace detail

/// \file
/// Storage types of 8 bits (OCP 8-bit floating point, revision 1.0): no arithmetic, as the types of
/// 16 bits.

/// 1 sign, 4 exponent, 3 fraction bits; no infinity, one NaN a sign, largest value 448.
struct FILIGREE_EXPORT float8_e4m3 {
  /// As stored: sign, exponent and fraction from the highest bit on.
  std::uint8_t bits;

  float8_e4m3() = default;
  /// To nearest, ties to even; past 448, infinity too, to 448 with the sign. NaN stays NaN.
  FILIGREE_FUNCTION constexpr explicit float8_e4m3(float value)
      : bits(detail::round_to_8_bits<7, 3, 0x7e>(value)) {}
  /// Exact: every value is a float; NaN stays NaN.
  FILIGREE_FUNCTION constexpr operator float() const {
    const std::uint32_t sign = std::uint32_t(bits & 0x80u) << 24;
    const std::uint32_t magnitude = bits & 0x7fu;
    if (magnitude == 0x7fu) return __builtin_bit_cast(float, sign | 0x7fc00000u);
    // The difference of the biases is 120; the product normalises subnormals exactly.
    const float scaled = __builtin_bit_cast(float, magnitude << 20) * 0x1p120f;
    return __builtin_bit_cast(float, sign | __builtin_bit_cast(std::uint32_t, scaled));
  }

  /// The number with these bits, not converted.
  static FILIGREE_FUNCTION constexpr float8_e4m3 from_bits(std::uint8_t bits) {
    float8_e4m3 result{};
    result.bits = bits;
    return result;
  }
};

/// 1 sign, 5 exponent, 2 fraction bits: the upper half of an IEEE 754 binary16.
struct FILIGREE_EXPORT float8_e5m2 {
  /// As stored: sign, exponent and fraction from the highest bit on.
  std::uint8_t bits;

  float8_e5m2() = default;
  /// To nearest, ties to even; past 57344, infinity too, to 57344 with the sign. NaN stays NaN.
  FILIGREE_FUNCTION constexpr explicit float8_e5m2(float value)
      : bits(detail::round_to_8_bits<15, 2, 0x7b>(value)) {}
  /// Exact: every value is a float; NaN stays NaN.
  FILIGREE_FUNCTION constexpr operator float() const {
    return float(float16::from_bits(std::uint16_t(bits << 8)));
  }

  /// The number with these bits, not converted.
  static FILIGREE_FUNCTION constexpr float8_e5m2 from_bits(std::uint8_t bits) {
    float8_e5m2 result{};
    result.bits = bits;
    return result;
  }
};

static_assert(sizeof(float8_e4m3) == 1 && sizeof(float8_e5m2) == 1);

}  // namespace filigree
