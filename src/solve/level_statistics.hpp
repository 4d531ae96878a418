// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace filigree::detail {

/// What is known of rows whose levels are to be found; 0: nothing.
struct LevelStatistics {
  std::int64_t num_entries = 0;
  std::int64_t max_row_entries = 0;
  bool are_scattered = false;  ///< rows beside each other need rows in different places
  bool has_others = false;     ///< entries of the other triangle stand between a row's own
};

}  // namespace filigree::detail
