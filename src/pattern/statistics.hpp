// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <filigree/detail/spmv_problem.hpp>

namespace filigree::detail {

/// Row lengths of a gather pattern, which the choice of a kernel rests on, and its column span.
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

/// All but the bandwidth, which stays 0: one reduction over the rows; waits for the result. It does
/// not read the columns, so that a plan pays for the rows alone.
template <class Exec, class Offset, class Index>
PatternStatistics pattern_statistics(const Exec& exec, const GatherPattern<Offset, Index>& pattern);

/// Fills in the bandwidth: one reduction over the entries; waits for the result.
template <class Exec, class Offset, class Index>
void add_bandwidth(const Exec& exec, const GatherPattern<Offset, Index>& pattern,
                   PatternStatistics& statistics);

}  // namespace filigree::detail
