// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "number.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <system_error>

namespace filigree::detail {
namespace {

/// Matches `word` (lower case) without regard to case and moves behind it.
bool match_word(const char*& p, const char* end, std::string_view word) {
  if (std::size_t(end - p) < word.size()) return false;
  for (std::size_t k = 0; k < word.size(); ++k)
    if ((p[k] | 0x20) != word[k]) return false;
  p += word.size();
  return true;
}

/// The decimal exponent of the first digit that is not 0; tells what is too large from what is too
/// small.
std::int64_t decimal_magnitude(const char* p, const char* point, const char* mantissa_end,
                               std::int64_t exponent) {
  while (p != mantissa_end && (*p == '0' || *p == '.')) ++p;
  return exponent + (p < point ? point - p : point - p + 1);
}

template <class Real>
std::from_chars_result convert(const char* begin, const char* mantissa_end, const char* end,
                               Real& value) {
  if (mantissa_end == end || (*mantissa_end | 0x20) == 'e')
    return std::from_chars(begin, end, value);
  // The standard library knows no D: a copy with an E. Longer numbers than any format writes are
  // refused.
  constexpr std::ptrdiff_t capacity = 1024;
  if (end - begin > capacity) return {begin, std::errc::invalid_argument};
  char copy[capacity];
  std::copy(begin, end, copy);
  copy[mantissa_end - begin] = 'e';
  const auto result = std::from_chars(copy, copy + (end - begin), value);
  return {begin + (result.ptr - copy), result.ec};
}

}  // namespace

template <class Real>
NumberResult parse_real_slow(const char*& begin, const char* end, Real& value) {
  const char* p = begin;
  const bool negative = *p == '-';
  if (negative || *p == '+') ++p;
  const char* const mantissa = p;
  using Limits = std::numeric_limits<Real>;
  const bool infinity = match_word(p, end, "infinity") || match_word(p, end, "inf");
  if (infinity || match_word(p, end, "nan")) {
    value = infinity ? Limits::infinity() : Limits::quiet_NaN();
    if (negative) value = -value;
    begin = p;
    return NumberResult::ok;
  }
  std::uint64_t ignored = 0;
  std::int64_t count = scan_digits(p, end, ignored);
  const char* const point = p;
  if (*p == '.') count += scan_digits(++p, end, ignored);
  const char* const mantissa_end = p;
  std::int64_t exponent = 0;
  if (count == 0 || !scan_exponent(p, exponent)) return NumberResult::malformed;
  const auto result = convert(mantissa, mantissa_end, p, value);
  if (result.ec == std::errc::invalid_argument || result.ptr != p) return NumberResult::malformed;
  if (result.ec == std::errc::result_out_of_range) {
    if (decimal_magnitude(mantissa, point, mantissa_end, exponent) > 0)
      return NumberResult::overflow;
    value = 0;
  }
  if (std::isinf(value)) return NumberResult::overflow;
  if (negative) value = -value;
  begin = p;
  return NumberResult::ok;
}

template NumberResult parse_real_slow(const char*&, const char*, float&);
template NumberResult parse_real_slow(const char*&, const char*, double&);

}  // namespace filigree::detail
