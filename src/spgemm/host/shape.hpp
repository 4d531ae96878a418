// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>

namespace filigree::detail {

/// What C's rows ask for.
struct SpgemmHostShape {
  std::int64_t widest = 0;   ///< columns from the first to the last of a row that is not hashed
  std::int64_t longest = 0;  ///< entries of a row
  bool hashes = false;       ///< whether any row is
  bool repeats = false;      ///< whether most rows repeat one before them

  /// Up to this width the array beats the table, whose look-ups depend on each other, also for
  /// rows of few entries: adding to places that a cache shared by cores holds overlaps.
  static constexpr std::int64_t narrow = std::int64_t(1) << 19;

  static bool is_hashed(std::int64_t width, std::int64_t length) {
    return width > std::max(narrow, 16 * length);
  }
  /// Takes in a row with these columns, in ascending order.
  template <class Index>
  void add(const Index* columns, std::int64_t length) {
    const std::int64_t width = std::int64_t(columns[length - 1]) - columns[0] + 1;
    longest = std::max(longest, length);
    if (is_hashed(width, length))
      hashes = true;
    else
      widest = std::max(widest, width);
  }
};

}  // namespace filigree::detail
