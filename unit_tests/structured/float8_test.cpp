// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/core/float8.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace filigree {
namespace {

/// A format of 8 bits by its definition.
template <int exponent_bits, int fraction_bits>
double value_of(int bits) {
  constexpr int bias = (1 << (exponent_bits - 1)) - 1;
  const int exponent = bits >> fraction_bits & ((1 << exponent_bits) - 1);
  const int fraction = bits & ((1 << fraction_bits) - 1);
  if (exponent == 0) return std::ldexp(fraction, 1 - bias - fraction_bits);
  return std::ldexp((1 << fraction_bits) + fraction, exponent - bias - fraction_bits);
}

/// All values, all midpoints and random numbers against a search among all values.
template <class T, int exponent_bits, int fraction_bits>
void check(int largest) {
  const auto nearest = [&](double x) {
    int best = 0;
    for (int bits = 1; bits <= largest; ++bits) {
      const double distance = std::abs(value_of<exponent_bits, fraction_bits>(bits) - x);
      const double before = std::abs(value_of<exponent_bits, fraction_bits>(best) - x);
      if (distance < before || (distance == before && bits % 2 == 0)) best = bits;
    }
    return best;
  };
  for (int bits = 0; bits <= largest; ++bits) {
    const double value = value_of<exponent_bits, fraction_bits>(bits);
    EXPECT_EQ(float(T::from_bits(std::uint8_t(bits))), value) << bits;
    EXPECT_EQ(float(T::from_bits(std::uint8_t(bits | 0x80))), -value) << bits;
    EXPECT_EQ(T(float(value)).bits, bits);
    if (bits == largest) break;
    const float middle = float((value + value_of<exponent_bits, fraction_bits>(bits + 1)) / 2);
    for (const float x : {middle, std::nextafter(middle, 0.0f), std::nextafter(middle, 1e9f)}) {
      EXPECT_EQ(T(x).bits, nearest(x)) << x;
      EXPECT_EQ(T(-x).bits, nearest(x) | 0x80) << x;
    }
  }
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(T(infinity).bits, largest);
  EXPECT_EQ(T(-infinity).bits, largest | 0x80);
  EXPECT_EQ(T(1e30f).bits, largest);
  EXPECT_EQ(T(1e-30f).bits, 0);
  EXPECT_TRUE(std::isnan(float(T(std::numeric_limits<float>::quiet_NaN()))));
}

TEST(Float8, E4m3) { check<float8_e4m3, 4, 3>(0x7e); }
TEST(Float8, E5m2) {
  check<float8_e5m2, 5, 2>(0x7b);
  EXPECT_TRUE(std::isinf(float(float8_e5m2::from_bits(0x7c))));
}

}  // namespace
}  // namespace filigree
