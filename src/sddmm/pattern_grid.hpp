// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <cuda/grid_patch.hpp>
#include <filigree/detail/sddmm_problem.hpp>
#include <pattern/statistics.hpp>
#include <spmm/sampled_rows.hpp>

/// The grid of a Csr or Csc pattern, from some of its rows and the lengths of all.

namespace filigree::detail {

template <class Exec, class Offset, class Index>
SddmmGrid grid_of_rows(const Exec& exec, const GatherPattern<Offset, Index>& pattern) {
  const cuda::GridStrides strides = grid_of(sample_rows(exec, pattern), pattern.num_rows);
  if (strides.line == 0) return {};
  const PatternStatistics of_rows = pattern_statistics(exec, pattern);
  if (!cuda::has_even_rows(of_rows.mean_row_length, of_rows.max_row_length,
                           of_rows.row_length_variance))
    return {};
  return {strides.line, strides.plane, of_rows.max_row_length};
}

/// Waits for the device.
template <class Exec, class Index>
SddmmGrid find_pattern_grid(const Exec& exec, const SddmmPattern<Index>& pattern) {
  if (pattern.num_blocks == 0) return {};
  const auto rows_of = [&]<class Offset>(const Offset* offsets) {
    GatherPattern<Offset, Index> rows;
    rows.num_rows = pattern.num_rows;
    rows.num_cols = pattern.num_cols;
    rows.nnz = pattern.num_blocks;
    rows.row_offsets = offsets;
    rows.col_indices = pattern.col_indices;
    rows.base = Index(pattern.base);
    return grid_of_rows(exec, rows);
  };
  const AnyOffsets& offsets = pattern.begin_offsets;
  return offsets.is_wide() ? rows_of(static_cast<const std::int64_t*>(offsets.data()))
                           : rows_of(static_cast<const std::int32_t*>(offsets.data()));
}

}  // namespace filigree::detail
