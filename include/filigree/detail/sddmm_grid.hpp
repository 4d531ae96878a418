// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace filigree::detail {

/// The grid that the rows of a pattern are points of, where they have about as many entries each:
/// what a plan knows of its pattern beyond sizes.
struct SddmmGrid {
  std::int64_t line = 0;   ///< rows from a row to its neighbour on the next line; 0: no grid
  std::int64_t plane = 0;  ///< and on the next plane, a multiple of line; 0: there is one plane
  std::int64_t longest_row = 0;  ///< entries

  bool exists() const { return line > 0; }

  friend bool operator==(const SddmmGrid&, const SddmmGrid&) = default;
};

}  // namespace filigree::detail
