// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "powers_of_five.hpp"

#include <bit>
#include <cstddef>

namespace filigree::detail {
namespace {

using Powers = std::array<PowerOfFive, greatest_power_of_five - least_power_of_five + 1>;

/// An integer of 1184 bits, lowest digits first: 5^308 has 716 bits; 2^1152 / 5^342 keeps 358.
struct LongInteger {
  static constexpr int size = 37;
  std::array<std::uint32_t, size> digits{};

  constexpr void multiply_by_five() {
    std::uint64_t carry = 0;
    for (std::uint32_t& digit : digits) {
      carry += std::uint64_t(digit) * 5;
      digit = std::uint32_t(carry);
      carry >>= 32;
    }
  }
  constexpr void divide_by_five() {
    std::uint64_t rest = 0;
    for (int k = size - 1; k >= 0; --k) {
      rest = rest << 32 | digits[std::size_t(k)];
      digits[std::size_t(k)] = std::uint32_t(rest / 5);
      rest %= 5;
    }
  }
  /// Its leading 64 bits, and the place of the first one above that of bit `unit`.
  constexpr PowerOfFive leading_bits(int unit) const {
    int top = size - 1;
    while (digits[std::size_t(top)] == 0) --top;
    const auto digit = [&](int k) { return k < 0 ? 0 : std::uint64_t(digits[std::size_t(k)]); };
    const int zeros = std::countl_zero(digits[std::size_t(top)]);
    std::uint64_t bits = digit(top) << 32 | digit(top - 1);
    if (zeros > 0) bits = bits << zeros | digit(top - 2) >> (32 - zeros);
    return {bits, 32 * top + 31 - zeros - unit};
  }
};

constexpr Powers make_powers() {
  Powers powers{};
  LongInteger power;
  power.digits[0] = 1;
  for (int q = 0; q <= greatest_power_of_five; ++q, power.multiply_by_five())
    powers[std::size_t(q - least_power_of_five)] = power.leading_bits(0);
  // Division that cuts off, repeated, is one division that cuts off.
  constexpr int unit = 32 * (LongInteger::size - 1);
  LongInteger reciprocal;
  reciprocal.digits[LongInteger::size - 1] = 1;
  for (int q = -1; q >= least_power_of_five; --q) {
    reciprocal.divide_by_five();
    powers[std::size_t(q - least_power_of_five)] = reciprocal.leading_bits(unit);
  }
  return powers;
}

}  // namespace

constinit const Powers powers_of_five = make_powers();

}  // namespace filigree::detail
