// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <charconv>
#include <cmath>
#include <cstdio>
#include <random>
#include <string>

#include "io/number.hpp"

namespace {

using namespace filigree::detail;

/// Parses with the library's parser and with the standard library; both must agree to the last bit.
template <class Real>
::testing::AssertionResult agrees(const std::string& number) {
  const std::string text = number + "\n";
  const char* p = text.data();
  Real value = 0;
  const NumberResult result = parse_real(p, text.data() + text.size(), value);
  Real expected = 0;
  const auto standard = std::from_chars(number.data(), number.data() + number.size(), expected);
  if (standard.ec == std::errc::result_out_of_range) return ::testing::AssertionSuccess();
  if (result != NumberResult::ok) return ::testing::AssertionFailure() << number << " is refused";
  if (p != text.data() + number.size())
    return ::testing::AssertionFailure() << number << " is not read to its end";
  if (std::memcmp(&value, &expected, sizeof value) != 0)
    return ::testing::AssertionFailure()
           << number << " becomes " << value << ", expected " << expected;
  return ::testing::AssertionSuccess();
}

template <class... Arguments>
std::string format(const char* pattern, Arguments... arguments) {
  char buffer[128];
  std::snprintf(buffer, sizeof buffer, pattern, arguments...);
  return buffer;
}

TEST(ParseReal, AgreesWithTheStandardLibrary) {
  std::mt19937_64 random(7);
#if defined(FILIGREE_TEST_FEW_TYPES)
  constexpr int count = 30000;
#else
  constexpr int count = 300000;
#endif
  for (int k = 0; k < count; ++k) {
    const std::uint64_t bits = random();
    double any = 0;
    std::memcpy(&any, &bits, sizeof any);
    if (!std::isfinite(any)) continue;
    const double unit = double(random() >> 11) * 0x1p-52 - 1;
    const auto integer = static_cast<unsigned long long>(random());
    const std::string numbers[] = {
        format("%.17g", any),
        format("%.9e", any),
        format("%.16e", unit),
        format("%.6g", unit),
        format("%llue%d", integer, int(random() % 60) - 40),
        format("%llu.%llue%d", integer % 1000000000, integer >> 40, int(random() % 640) - 330),
        // between two neighbours: ties and what is next to them
        format("%llu", integer >> 10 | 1),
        format("%.25f", double(float(unit)) + 0x1p-26 * float(unit)),
    };
    for (const std::string& number : numbers) {
      ASSERT_TRUE(agrees<double>(number));
      ASSERT_TRUE(agrees<float>(number));
    }
  }
}

TEST(ParseReal, HardCases) {
  for (const char* number : {"0",
                             "-0",
                             "0.0",
                             "00000000000000000000000001",
                             "0.000000000000000000000000000001",
                             "1e0",
                             "1e22",
                             "1e23",
                             "9007199254740993",
                             "9007199254740992.5",
                             "18446744073709551615",
                             "18446744073709551616",
                             "2.2250738585072011e-308",
                             "2.2250738585072014e-308",
                             "4.9e-324",
                             "2.4703282292062327e-324",
                             "1.7976931348623157e308",
                             "3.4028235e38",
                             "1.1754943508222875e-38",
                             "1.401298464324817e-45",
                             "123456789012345678901234567890",
                             "0.1",
                             "1.",
                             ".5",
                             "5.e3",
                             "6.631236846766476e-316",
                             "0e999999999999999999999"}) {
    EXPECT_TRUE(agrees<double>(number));
    EXPECT_TRUE(agrees<float>(number));
  }
}

TEST(ParseReal, AcceptsPlusAndTheLetterD) {
  const std::string text = "+1.5D+02\n";
  const char* p = text.data();
  double value = 0;
  EXPECT_EQ(parse_real(p, text.data() + text.size(), value), NumberResult::ok);
  EXPECT_EQ(value, 150);
  const std::string large = "1" + std::string(30, '0') + "d-30\n";
  p = large.data();
  EXPECT_EQ(parse_real(p, large.data() + large.size(), value), NumberResult::ok);
  EXPECT_EQ(value, 1);
}

TEST(ParseReal, TellsTooLargeFromTooSmall) {
  const auto parse = [](std::string number, double& value) {
    number += '\n';
    const char* p = number.data();
    return parse_real(p, number.data() + number.size(), value);
  };
  double value = 1;
  EXPECT_EQ(parse("1e309", value), NumberResult::overflow);
  EXPECT_EQ(parse(std::string(320, '7'), value), NumberResult::overflow);
  EXPECT_EQ(parse("1e99999999999999999999", value), NumberResult::overflow);
  EXPECT_EQ(parse("1e-330", value), NumberResult::ok);
  EXPECT_EQ(value, 0);
  EXPECT_EQ(parse("0." + std::string(400, '0') + "1", value), NumberResult::ok);
  EXPECT_EQ(value, 0);
  EXPECT_EQ(parse("-1e-99999999999999999999", value), NumberResult::ok);
  EXPECT_TRUE(value == 0 && std::signbit(value));
}

TEST(ParseSize, TakesAllDigitsAndSaturates) {
  const auto parse = [](std::string number) {
    number += '\n';
    const char* p = number.data();
    std::int64_t value = -1;
    return parse_size(p, number.data() + number.size(), value) && *p == '\n' ? value : -1;
  };
  for (const std::int64_t value :
       {0L, 7L, 12345678L, 123456789L, 1234567890123456L, 12345678901234567L, 9223372036854775806L})
    EXPECT_EQ(parse(std::to_string(value)), value);
  EXPECT_EQ(parse("00000000000000000000000000000012"), 12);
  EXPECT_EQ(parse("9223372036854775808"), 9223372036854775807);
  EXPECT_EQ(parse("18446744073709551617"), 9223372036854775807);
  EXPECT_EQ(parse(""), -1);
  EXPECT_EQ(parse("12a"), -1);
}

TEST(PowersOfFive, AreCutOffNotRounded) {
  const auto power = [](int q) { return powers_of_five[std::size_t(q - least_power_of_five)]; };
  EXPECT_EQ(power(0).significand, std::uint64_t(1) << 63);
  EXPECT_EQ(power(0).exponent, 0);
  EXPECT_EQ(power(27).significand, 7450580596923828125u << 1);
  EXPECT_EQ(power(27).exponent, 62);
  EXPECT_EQ(power(-1).significand, 0xccccccccccccccccu);
  EXPECT_EQ(power(-1).exponent, -3);
  for (int q = least_power_of_five; q <= greatest_power_of_five; ++q)
    EXPECT_EQ(power(q).significand >> 63, 1u);
}

}  // namespace
