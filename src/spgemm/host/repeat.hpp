// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace filigree::detail {

/// C's row is the one `distance` before it, moved by `shift` columns, and made of the same entries
/// of rows of A and B; distance 0: it is not known to be one. Both are at most 2.
struct SpgemmRepeat {
  std::uint8_t distance = 0, shift = 0;

  static SpgemmRepeat of(std::uint8_t byte) {
    return {std::uint8_t(byte / 4), std::uint8_t(byte % 4)};
  }
  std::uint8_t byte() const { return std::uint8_t(4 * distance + shift); }
};

}  // namespace filigree::detail
