// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstdint>

namespace filigree::detail {

/// 5^q = significand / 2^63 * 2^exponent with 2^63 <= significand < 2^64, cut off, not rounded: the
/// exact significand is less than 1 larger.
struct PowerOfFive {
  std::uint64_t significand;
  int exponent;
};

inline constexpr int least_power_of_five = -342;
inline constexpr int greatest_power_of_five = 308;

extern const std::array<PowerOfFive, greatest_power_of_five - least_power_of_five + 1>
    powers_of_five;

}  // namespace filigree::detail
