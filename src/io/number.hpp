// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string_view>
#include <type_traits>

#include "powers_of_five.hpp"

namespace filigree::detail {

/// Parsing of numbers in text that ends with a line end: every function stops there at the latest,
/// and none reads at or beyond `end`.

/// inexact: an integer that was rounded, as the type does not hold it.
enum class NumberResult { ok, malformed, overflow, inexact };

inline bool is_digit(char c) { return static_cast<unsigned char>(c - '0') < 10; }
inline bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

inline const char* skip_blanks(const char* p) {
  while (is_blank(*p)) ++p;
  return p;
}

/// Where the blanks at the front of a text end; its size where it is blank.
inline std::size_t first_not_blank(std::string_view text) {
  std::size_t k = 0;
  while (k < text.size() && is_blank(text[k])) ++k;
  return k;
}

/// The number of decimal digits at the front of eight characters, given as their values minus '0'.
inline int leading_digits(std::uint64_t values) {
  const std::uint64_t others = ((values + 0x7676767676767676u) | values) & 0x8080808080808080u;
  return others == 0 ? 8 : std::countr_zero(others) >> 3;
}

/// The number that eight digits stand for, the first one in the lowest byte.
inline std::uint64_t combine_eight_digits(std::uint64_t digits) {
  digits = digits * 10 + (digits >> 8);
  const std::uint64_t even = (digits & 0x000000ff000000ffu) * 0x000f424000000064u;
  const std::uint64_t odd = ((digits >> 16) & 0x000000ff000000ffu) * 0x0000271000000001u;
  return (even + odd) >> 32;
}

inline constexpr std::array<std::uint64_t, 9> small_powers_of_ten = {
    1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};

/// Appends the digits at `p` to `value` (modulo 2^64) and returns how many there are. Takes eight
/// at a time where that many characters are left. Inlined, so that both stay in registers: a call
/// for each number made reading 1.4 times slower.
[[gnu::always_inline]] inline std::int64_t scan_digits(const char*& p, const char* end,
                                                       std::uint64_t& value) {
  const char* const begin = p;
  if constexpr (std::endian::native == std::endian::little) {
    while (end - p >= 8) {
      std::uint64_t chars;
      std::memcpy(&chars, p, 8);
      chars ^= 0x3030303030303030u;
      const int count = leading_digits(chars);
      if (count == 0) return p - begin;
      value = value * small_powers_of_ten[count] + combine_eight_digits(chars << (64 - 8 * count));
      p += count;
      if (count < 8) return p - begin;
    }
  }
  while (p != end && is_digit(*p)) value = value * 10 + std::uint64_t(*p++ - '0');
  return p - begin;
}

/// An unsigned integer without a sign; the largest std::int64_t stands for all that are larger.
[[gnu::always_inline]] inline bool parse_size(const char*& p, const char* end,
                                              std::int64_t& value) {
  constexpr std::uint64_t largest = std::numeric_limits<std::int64_t>::max();
  std::uint64_t digits = 0;
  const char* const begin = p;
  std::int64_t count = scan_digits(p, end, digits);
  if (count > 19)
    for (const char* q = begin; q != p && *q == '0'; ++q) --count;
  value = count > 19 || digits > largest ? std::int64_t(largest) : std::int64_t(digits);
  return p != begin;
}

/// What the fast paths below cannot round: more digits, results out of the normal range, inf, nan.
/// Reads the whole number at `begin` and moves `begin` behind it.
template <class Real>
NumberResult parse_real_slow(const char*& begin, const char* end, Real& value);

/// Powers of ten that a Real holds exactly, and the largest integer up to which it holds all.
template <class Real>
struct ExactDecimals;
template <>
struct ExactDecimals<double> {
  static constexpr std::uint64_t largest_integer = std::uint64_t(1) << 53;
  static constexpr std::array<double, 23> powers = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
};
template <>
struct ExactDecimals<float> {
  static constexpr std::uint64_t largest_integer = std::uint64_t(1) << 24;
  static constexpr std::array<float, 11> powers = {1e0f, 1e1f, 1e2f, 1e3f, 1e4f, 1e5f,
                                                   1e6f, 1e7f, 1e8f, 1e9f, 1e10f};
};

/// Reads the exponent behind a mantissa, if there is one: e, E, d or D, a sign, digits. Values
/// beyond any scalar's range lie beyond +-100000, whatever they are.
inline bool scan_exponent(const char*& p, std::int64_t& exponent) {
  exponent = 0;
  const char letter = static_cast<char>(*p | 0x20);
  if (letter != 'e' && letter != 'd') return true;
  ++p;
  const bool negative = *p == '-';
  if (negative || *p == '+') ++p;
  if (!is_digit(*p)) return false;
  std::int64_t magnitude = 0;
  for (; is_digit(*p); ++p)
    if (magnitude < 100000) magnitude = magnitude * 10 + (*p - '0');
  exponent = negative ? -magnitude : magnitude;
  return true;
}

/// digits * 10^exponent from the leading 64 bits of the power, rounded to nearest; false where
/// these do not decide the rounding (about one number in 200) or the result is not a normal number.
/// Source: D. Lemire, "Number Parsing at a Gigabyte per Second", Software: Practice and Experience
/// 51, 2021.
template <class Real>
bool scale_by_power_of_ten(std::uint64_t digits, std::int64_t exponent, Real& value) {
  using Bits = std::conditional_t<sizeof(Real) == 8, std::uint64_t, std::uint32_t>;
  constexpr int mantissa_bits = std::numeric_limits<Real>::digits;
  constexpr int bias = std::numeric_limits<Real>::max_exponent - 1;
  if (digits == 0 || exponent < least_power_of_five || exponent > greatest_power_of_five)
    return false;
  const PowerOfFive power = powers_of_five[std::size_t(exponent - least_power_of_five)];
  const int shift = std::countl_zero(digits);
  // The exact product lies less than 2^64 above this one: less than 1 above its upper half.
  const auto product = static_cast<unsigned __int128>(digits << shift) * power.significand;
  const auto upper = static_cast<std::uint64_t>(product >> 64);
  const int top = 62 + int(upper >> 63);
  const int round_bit = top - mantissa_bits;
  const std::uint64_t mask = (std::uint64_t(1) << round_bit) - 1;
  const std::uint64_t rest = upper & mask;
  const std::uint64_t rounds_up = upper >> round_bit & 1;
  if (rest == mask || (rest == 0 && rounds_up != 0)) return false;
  const std::uint64_t mantissa = (upper >> (round_bit + 1)) + rounds_up;
  const std::int64_t biased = exponent + power.exponent + 1 - shift + top + bias;
  if (biased < 1 || biased >= 2 * bias) return false;
  // The mantissa's leading one adds 1 to the exponent field; so does a mantissa that rounded up to
  // a power of two.
  value = std::bit_cast<Real>(
      static_cast<Bits>((std::uint64_t(biased - 1) << (mantissa_bits - 1)) + mantissa));
  return true;
}

/// A real number, rounded to nearest. Where digits and power of ten are both exact in Real, one
/// operation gives the correctly rounded result. Source: W. Clinger, "How to Read Floating Point
/// Numbers Accurately", PLDI 1990.
template <class Real>
NumberResult parse_real(const char*& p, const char* end, Real& value) {
  using Exact = ExactDecimals<Real>;
  constexpr std::int64_t max_power = std::int64_t(Exact::powers.size()) - 1;
  const char* const begin = p;
  const bool negative = *p == '-';
  if (negative || *p == '+') ++p;
  std::uint64_t digits = 0;
  std::int64_t count = scan_digits(p, end, digits);
  std::int64_t fraction = 0;
  if (*p == '.') {
    ++p;
    fraction = scan_digits(p, end, digits);
    count += fraction;
  }
  std::int64_t exponent = 0;
  if (count > 0 && count <= 19) {
    if (!scan_exponent(p, exponent)) return NumberResult::malformed;
    exponent -= fraction;
    if (digits <= Exact::largest_integer && exponent >= -max_power && exponent <= max_power) {
      const Real mantissa = static_cast<Real>(digits);
      const Real magnitude = exponent < 0 ? mantissa / Exact::powers[std::size_t(-exponent)]
                                          : mantissa * Exact::powers[std::size_t(exponent)];
      value = negative ? -magnitude : magnitude;
      return NumberResult::ok;
    }
    if (Real magnitude; scale_by_power_of_ten(digits, exponent, magnitude)) {
      value = negative ? -magnitude : magnitude;
      return NumberResult::ok;
    }
  }
  p = begin;
  return parse_real_slow(p, end, value);
}

/// A sign and an integer of 64 bits as a T: ok, overflow where an integer type does not hold it,
/// inexact where a floating-point type rounds it.
template <class T>
NumberResult store_integer(bool negative, std::uint64_t magnitude, T& value) {
  if constexpr (std::is_integral_v<T>) {
    constexpr auto largest = static_cast<std::uint64_t>(std::numeric_limits<T>::max());
    const std::uint64_t limit = !negative ? largest : std::is_signed_v<T> ? largest + 1 : 0;
    value = static_cast<T>(negative ? 0 - magnitude : magnitude);
    return magnitude <= limit ? NumberResult::ok : NumberResult::overflow;
  } else {
    const T rounded = static_cast<T>(magnitude);
    value = negative ? -rounded : rounded;
    if (magnitude <= ExactDecimals<T>::largest_integer) return NumberResult::ok;
    // 2^64, to which the largest are rounded, does not convert back
    const bool same = rounded < T(18446744073709551616.0) && std::uint64_t(rounded) == magnitude;
    return same ? NumberResult::ok : NumberResult::inexact;
  }
}

/// More digits than 19: zeros in front, an integer of 20 digits, or one beyond 64 bits.
template <class T>
NumberResult parse_long_integer(const char* begin, const char* digits, const char* p,
                                const char* end, T& value) {
  while (*digits == '0') ++digits;
  std::uint64_t magnitude = 0;
  bool wide = false;
  for (const char* q = digits; q != p; ++q)
    wide = wide || __builtin_mul_overflow(magnitude, std::uint64_t(10), &magnitude) ||
           __builtin_add_overflow(magnitude, std::uint64_t(*q - '0'), &magnitude);
  if (!wide) return store_integer(*begin == '-', magnitude, value);
  if constexpr (std::is_integral_v<T>) {
    return NumberResult::overflow;
  } else {
    const NumberResult result = parse_real_slow(begin, end, value);
    return result == NumberResult::ok ? NumberResult::inexact : result;
  }
}

/// An integer: an optional sign and digits. The nearest value where it is inexact.
template <class T>
[[gnu::always_inline]] inline NumberResult parse_integer(const char*& p, const char* end,
                                                         T& value) {
  const char* const begin = p;
  const bool negative = *p == '-';
  if (negative || *p == '+') ++p;
  const char* const first_digit = p;
  std::uint64_t digits = 0;
  const std::int64_t count = scan_digits(p, end, digits);
  if (count == 0 || *p == '.' || (*p | 0x20) == 'e' || (*p | 0x20) == 'd')
    return NumberResult::malformed;
  if (count > 19) return parse_long_integer(begin, first_digit, p, end, value);
  return store_integer(negative, digits, value);
}

extern template NumberResult parse_real_slow(const char*&, const char*, float&);
extern template NumberResult parse_real_slow(const char*&, const char*, double&);

}  // namespace filigree::detail
