// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace filigree::detail {

/// What a plan knows of its pattern's rows beyond their number.
struct SddmmRows {
  std::int64_t longest = 0;  ///< entries of the longest row; 0: nothing is known
  /// Where the rows are the points of a grid and have about as many entries each: rows from a row
  /// to its neighbour on the next line. 0: no grid.
  std::int64_t line = 0;
  std::int64_t plane = 0;  ///< and on the next plane, a multiple of line; 0: there is one plane
  /// Where the rows have about as many entries each: how many consecutive ones, counted from row 0,
  /// have the same columns, all over the pattern.
  int node_rows = 1;

  friend bool operator==(const SddmmRows&, const SddmmRows&) = default;
};

}  // namespace filigree::detail
