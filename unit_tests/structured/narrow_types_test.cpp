// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <filigree/core/block_scale.hpp>
#include <filigree/core/float4.hpp>

namespace filigree {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

/// All floats whose low 12 bits are 0, 1 or 0xfff, of both signs: they include every number of few
/// bits, every middle of two of them and the floats next to these.
template <class Visit>
void for_each_float(const Visit& visit) {
  for (std::uint32_t high = 0; high < 1u << 20; ++high)
    for (const std::uint32_t low : {0u, 1u, 0xfffu})
      visit(__builtin_bit_cast(float, high << 12 | low));
}

constexpr float e2m1_values[8] = {0, 0.5f, 1, 1.5f, 2, 3, 4, 6};

TEST(Float4, ValuesOfAllBits) {
  for (int bits = 0; bits < 16; ++bits) {
    const float value = float4_e2m1::from_bits(std::uint8_t(bits));
    EXPECT_EQ(value, bits < 8 ? e2m1_values[bits] : -e2m1_values[bits - 8]);
    EXPECT_EQ(std::signbit(value), bits >= 8);
    EXPECT_EQ(float4_e2m1(value).bits, bits);
    EXPECT_EQ(float4_e2m1::from_bits(std::uint8_t(0xf0 | bits)).bits, bits);
  }
}

TEST(Float4, RoundsToNearestEvenAndSaturates) {
  for_each_float([](float x) {
    if (x != x) {
      ASSERT_EQ(float4_e2m1(x).bits, 7);
      return;
    }
    const double size = std::min(std::abs(double(x)), 6.0);
    int best = 0;
    for (int bits = 1; bits < 8; ++bits) {
      const double distance = std::abs(e2m1_values[bits] - size);
      const double before = std::abs(e2m1_values[best] - size);
      if (distance < before || (distance == before && bits % 2 == 0)) best = bits;
    }
    ASSERT_EQ(float4_e2m1(x).bits, std::signbit(x) ? best | 8 : best) << x;
  });
}

TEST(Float4, TwoInAByteTheEvenOneInTheLowBits) {
  std::uint8_t bytes[2] = {0xab, 0xcd};
  for (int at = 0; at < 4; ++at)
    EXPECT_EQ(detail::load_entry<float4_e2m1>(bytes, at).bits,
              0xb + (at % 2 ? -1 : 0) + at / 2 * 2);
  detail::store_entry(bytes, 1, float4_e2m1(-6.0f));
  detail::store_entry(bytes, 2, float4_e2m1(0.5f));
  EXPECT_EQ(bytes[0], 0xfb);
  EXPECT_EQ(bytes[1], 0xc1);
}

TEST(ScaleTypes, Ue4m3) {
  for (int bits = 0; bits < 0x7f; ++bits) {
    const float value = float8_ue4m3::from_bits(std::uint8_t(bits));
    EXPECT_EQ(value, float(float8_e4m3::from_bits(std::uint8_t(bits))));
    EXPECT_EQ(float(float8_ue4m3::from_bits(std::uint8_t(bits | 0x80))), value);
  }
  EXPECT_TRUE(std::isnan(float(float8_ue4m3::from_bits(0x7f))));
  for_each_float([](float x) {
    if (x != x) {
      ASSERT_EQ(float8_ue4m3(x).bits, 0x7f);
      ASSERT_EQ(float8_ue4m3::round_up(x).bits, 0x7f);
      return;
    }
    const int nearest = x < 0 ? 0 : float8_e4m3(x).bits & 0x7f;  // whose rounding is tested
    ASSERT_EQ(float8_ue4m3(x).bits, nearest) << x;
    const auto up = float8_ue4m3::round_up(x);
    ASSERT_TRUE(float(up) >= x || up.bits == 0x7e) << x;
    if (up.bits > 0) {
      ASSERT_LT(float(float8_ue4m3::from_bits(std::uint8_t(up.bits - 1))), x) << x;
    }
  });
  EXPECT_EQ(float(float8_ue4m3(infinity)), 448);
  EXPECT_EQ(float(float8_ue4m3::round_up(1e-30f)), 0x1p-9f);
  EXPECT_EQ(float8_ue4m3(-nan).bits, 0x7f);
}

TEST(ScaleTypes, Ue8m0) {
  for (int bits = 0; bits < 0xff; ++bits) {
    const float value = float8_ue8m0::from_bits(std::uint8_t(bits));
    EXPECT_EQ(value, std::ldexp(1.0, bits - 127));
    EXPECT_EQ(float8_ue8m0(value).bits, bits);
  }
  EXPECT_TRUE(std::isnan(float(float8_ue8m0::from_bits(0xff))));
  for_each_float([](float x) {
    const auto up = float8_ue8m0(x);
    if (x != x) {
      ASSERT_EQ(up.bits, 0xff);
      return;
    }
    ASSERT_TRUE(float(up) >= x || up.bits == 0xfe) << x;
    if (up.bits > 0) {
      ASSERT_LT(float(float8_ue8m0::from_bits(std::uint8_t(up.bits - 1))), x) << x;
    }
  });
  EXPECT_EQ(float8_ue8m0(infinity).bits, 0xfe);
  EXPECT_EQ(float8_ue8m0(-infinity).bits, 0);
}

/// Tiles of 128 lines and 4 blocks: line 33 of a tile lies behind line 1, 4 bytes further.
TEST(ScaleLayout, OfCublasLt) {
  constexpr auto ue4m3 = ScaleMode::vec32_ue4m3, ue8m0 = ScaleMode::vec64_ue8m0;
  static_assert(scale_bytes(ue4m3, 128, 128) == 512 && scale_bytes(ue8m0, 128, 256) == 512);
  static_assert(scale_bytes(ue4m3, 129, 129) == 4 * 512 && scale_bytes(ue8m0, 1, 1) == 512);
  static_assert(scale_bytes(ue4m3, 0, 5) == 0 && scale_bytes(ue4m3, 5, 0) == 0);
  static_assert(scale_bytes(ScaleMode::scalar, 5, 5) == 0);
  static_assert(scale_offset(ue4m3, 300, 0, 31) == 0 && scale_offset(ue4m3, 300, 0, 32) == 1);
  static_assert(scale_offset(ue4m3, 300, 1, 0) == 16 && scale_offset(ue4m3, 300, 32, 0) == 4);
  static_assert(scale_offset(ue4m3, 300, 33, 127) == 16 + 4 + 3);
  static_assert(scale_offset(ue4m3, 300, 0, 128) == 512);      // the next tile to the right
  static_assert(scale_offset(ue4m3, 300, 128, 0) == 3 * 512);  // three tiles a row of them
  static_assert(scale_offset(ue8m0, 300, 5, 299) == 512 + 5 * 16);
  for (const auto mode : {ue4m3, ue8m0}) {
    std::set<std::int64_t> places;
    for (std::int64_t line = 0; line < 200; ++line)
      for (std::int64_t at = 0; at < 500; at += scale_block_size(mode)) {
        const std::int64_t place = scale_offset(mode, 500, line, at);
        EXPECT_TRUE(place >= 0 && place < scale_bytes(mode, 200, 500));
        EXPECT_TRUE(places.insert(place).second);
      }
  }
}

}  // namespace
}  // namespace filigree
