// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace filigree::detail {

/// Row lengths and column span of a gather pattern: what the choice of a kernel rests on.
struct PatternStatistics {
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::int64_t nnz = 0;
  std::int64_t min_row_length = 0;
  std::int64_t max_row_length = 0;
  std::int64_t empty_rows = 0;
  double mean_row_length = 0;
  double row_length_variance = 0;
  std::int64_t lower_bandwidth = 0;  ///< max (row - col) over the entries, at least 0
  std::int64_t upper_bandwidth = 0;  ///< max (col - row) over the entries, at least 0
};

/// One reduction over the rows and one over the entries; waits for the result.
template <class Exec, class Offset, class Index>
PatternStatistics pattern_statistics(const Exec& exec, std::int64_t num_rows, std::int64_t num_cols,
                                     std::int64_t nnz, const Offset* row_offsets,
                                     const Index* col_indices, Index base);

}  // namespace filigree::detail
