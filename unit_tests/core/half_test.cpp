// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/core/half.hpp>

#include <Kokkos_Core.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace filigree {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

/// A 16-bit format by its definition, in double arithmetic.
struct Format {
  int exponent_bits;
  int fraction_bits;

  int bias() const { return (1 << (exponent_bits - 1)) - 1; }
  std::uint16_t infinity_bits() const {
    return std::uint16_t(((1 << exponent_bits) - 1) << fraction_bits);
  }

  double value(std::uint16_t bits) const {
    const int exponent = (bits >> fraction_bits) & ((1 << exponent_bits) - 1);
    const int fraction = bits & ((1 << fraction_bits) - 1);
    const double sign = (bits & 0x8000) != 0 ? -1.0 : 1.0;
    if (exponent == (1 << exponent_bits) - 1)
      return fraction != 0 ? std::numeric_limits<double>::quiet_NaN() : sign * double(infinity);
    if (exponent == 0) return sign * std::ldexp(fraction, 1 - bias() - fraction_bits);
    return sign * std::ldexp((1 << fraction_bits) + fraction, exponent - bias() - fraction_bits);
  }
};

constexpr Format half_format{5, 10}, bfloat16_format{8, 7};

template <class T>
struct Rounded {
  Kokkos::View<float*> widened{"widened", 65536};
  Kokkos::View<std::uint16_t*> narrowed;
};

/// All 65536 values widened, and `values` narrowed, by the device.
template <class T>
Rounded<T> convert_on_device(const std::vector<float>& values) {
  Rounded<T> result;
  result.narrowed = Kokkos::View<std::uint16_t*>("narrowed", values.size());
  const Kokkos::View<float*> device_values("values", values.size());
  Kokkos::deep_copy(device_values,
                    Kokkos::View<const float*, Kokkos::HostSpace>(values.data(), values.size()));
  const auto widened = result.widened;
  const auto narrowed = result.narrowed;
  Kokkos::parallel_for(
      "widen", 65536,
      KOKKOS_LAMBDA(int bits) { widened(bits) = float(T::from_bits(std::uint16_t(bits))); });
  Kokkos::parallel_for(
      "narrow", values.size(),
      KOKKOS_LAMBDA(std::size_t k) { narrowed(k) = T(device_values(k)).bits; });
  Kokkos::fence();
  return result;
}

/// Every float at which the rounded result changes, and its neighbours, with both signs: since
/// rounding is monotonic, these decide for all floats.
std::vector<float> boundaries(const Format& format, std::vector<std::uint16_t>& expected) {
  std::vector<float> values;
  const auto add = [&](float value, std::uint16_t bits) {
    values.push_back(value);
    expected.push_back(bits);
    values.push_back(-value);
    expected.push_back(std::uint16_t(bits | 0x8000));
  };
  for (std::uint16_t bits = 0; bits < format.infinity_bits(); ++bits) {
    const double below = format.value(bits);
    // What would come next if the exponent had no end decides where infinity begins.
    const double step = bits + 1 == format.infinity_bits()
                            ? below - format.value(std::uint16_t(bits - 1))
                            : format.value(std::uint16_t(bits + 1)) - below;
    const float middle = float(below + step / 2);
    add(float(below), bits);
    add(middle, bits % 2 == 0 ? bits : std::uint16_t(bits + 1));  // ties to even
    add(std::nextafter(middle, 0.0f), bits);
    add(std::nextafter(middle, infinity), std::uint16_t(bits + 1));
  }
  add(std::numeric_limits<float>::denorm_min(), std::uint16_t(0));
  add(infinity, format.infinity_bits());
  add(std::numeric_limits<float>::max(), format.infinity_bits());
  return values;
}

template <class T>
void check_widening(const Format& format, const Kokkos::View<float*>& on_device) {
  const auto found = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, on_device);
  for (int bits = 0; bits < 65536; ++bits) {
    const double expected = format.value(std::uint16_t(bits));
    const float here = float(T::from_bits(std::uint16_t(bits)));
    if (std::isnan(expected)) {
      ASSERT_TRUE(std::isnan(here) && std::isnan(found(bits))) << bits;
      ASSERT_TRUE(std::isnan(float(T(here)))) << bits;
    } else {
      ASSERT_EQ(here, float(expected)) << bits;
      ASSERT_EQ(std::signbit(here), std::signbit(expected)) << bits;
      ASSERT_EQ(std::bit_cast<std::uint32_t>(here), std::bit_cast<std::uint32_t>(found(bits)))
          << bits;
      ASSERT_EQ(T(here).bits, bits);
    }
  }
}

template <class T>
void check_format(const Format& format) {
  std::vector<std::uint16_t> expected;
  const std::vector<float> values = boundaries(format, expected);
  const Rounded<T> device = convert_on_device<T>(values);
  check_widening<T>(format, device.widened);
  const auto narrowed = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, device.narrowed);
  for (std::size_t k = 0; k < values.size(); ++k) {
    ASSERT_EQ(T(values[k]).bits, expected[k]) << values[k];
    ASSERT_EQ(narrowed(k), expected[k]) << values[k] << " on the device";
  }
}

/// Rounding of every 61st float is monotonic, which the boundaries take for granted.
template <class T>
void check_monotonic() {
  float before = 0.0f;
  for (std::uint32_t bits = 0; bits <= 0x7f800000u; bits += 61) {
    const float rounded = float(T(std::bit_cast<float>(bits)));
    ASSERT_GE(rounded, before) << bits;
    before = rounded;
  }
}

TEST(Half, EveryValueAndEveryBoundary) { check_format<half>(half_format); }
TEST(Half, RoundingIsMonotonic) { check_monotonic<half>(); }
TEST(Bfloat16, EveryValueAndEveryBoundary) { check_format<bfloat16>(bfloat16_format); }
TEST(Bfloat16, RoundingIsMonotonic) { check_monotonic<bfloat16>(); }

template <class T>
void check_nan() {
  for (const std::uint32_t payload :
       {0x7f800001u, 0x7fc00000u, 0x7fffffffu, 0xff800001u, 0xffffffffu})
    EXPECT_TRUE(std::isnan(float(T(std::bit_cast<float>(payload))))) << payload;
}

TEST(Half, NanStaysNan) { check_nan<half>(); }
TEST(Bfloat16, NanStaysNan) { check_nan<bfloat16>(); }

static_assert(half(1.0f).bits == 0x3c00 && float(half::from_bits(0xc000)) == -2.0f,
              "at compile time");
static_assert(bfloat16(1.0f).bits == 0x3f80 && float(bfloat16::from_bits(0xc000)) == -2.0f,
              "at compile time");

}  // namespace
}  // namespace filigree
