// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/core/scalar_argument.hpp>
#include <filigree/core/types.hpp>

#include <gtest/gtest.h>

namespace filigree {
namespace {

static_assert(storage_scalar<half> && storage_scalar<complex_bfloat16> &&
              storage_scalar<std::int8_t>);
static_assert(!storage_scalar<long double> && !storage_scalar<const double> &&
              !storage_scalar<bool>);
static_assert(index_integer<std::int32_t> && index_integer<std::int64_t> &&
              !index_integer<std::uint32_t>);
static_assert(is_complex_v<complex_half> && is_complex_v<complex_double> && !is_complex_v<half>);
static_assert(detail::is_storage_only_v<half> && detail::is_storage_only_v<complex_bfloat16> &&
              !detail::is_storage_only_v<std::int8_t> && !detail::is_storage_only_v<long double>);
static_assert(std::is_same_v<detail::arithmetic_t<complex_half>, complex_float>);
static_assert(sizeof(half) == 2 && sizeof(bfloat16) == 2 && sizeof(complex_half) == 4 &&
              sizeof(complex_float) == 8);

TEST(ScalarNames, AreThoseOfTheMessages) {
  EXPECT_STREQ(scalar_name<float>, "float");
  EXPECT_STREQ(scalar_name<const complex_double>, "complex_double");
  EXPECT_STREQ(scalar_name<bfloat16>, "bfloat16");
  EXPECT_STREQ(scalar_name<std::int8_t>, "int8");
}

TEST(Convert, RealToComplexHasNoImaginaryPart) {
  EXPECT_EQ(detail::convert<complex_double>(2.5f), complex_double(2.5, 0.0));
  const auto z = detail::convert<complex_half>(half(1.5f));
  EXPECT_EQ(float(z.re), 1.5f);
  EXPECT_EQ(float(z.im), 0.0f);
}

TEST(Convert, SixteenBitsGoThroughFloat) {
  EXPECT_EQ(detail::convert<double>(half(0.25f)), 0.25);
  EXPECT_EQ(float(detail::convert<bfloat16>(half(0.25f))), 0.25f);
  EXPECT_EQ(float(detail::convert<half>(1.0e10)), std::numeric_limits<float>::infinity());
  EXPECT_EQ(detail::convert<complex_float>(complex_bfloat16{bfloat16(2.0f), bfloat16(-3.0f)}),
            complex_float(2.0f, -3.0f));
}

TEST(Convert, Integers) {
  EXPECT_EQ(detail::convert<std::int32_t>(std::int8_t(-7)), -7);
  EXPECT_EQ(detail::convert<float>(std::int8_t(-128)), -128.0f);
}

TEST(ScalarArgument, TakesRealNumbersOfOtherTypes) {
  EXPECT_EQ(ScalarArgument<float>(half(0.25f)).host_value(), 0.25f);
  EXPECT_EQ(ScalarArgument<double>(bfloat16(-2.0f)).host_value(), -2.0);
  EXPECT_EQ(ScalarArgument<complex_float>(half(0.25f)).host_value(), complex_float(0.25f, 0));
  EXPECT_EQ(ScalarArgument<double>(3).host_value(), 3.0);
  static_assert(!std::is_constructible_v<ScalarArgument<float>, complex_float>);
  static_assert(!std::is_constructible_v<ScalarArgument<float>, Kokkos::View<half>>);
}

TEST(Conjugate, ChangesTheSignOfTheImaginaryPart) {
  EXPECT_EQ(detail::conjugate(complex_double(1, 2)), complex_double(1, -2));
  EXPECT_EQ(detail::conjugate(-3.0), -3.0);
}

}  // namespace
}  // namespace filigree
