// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <cuda/grid_patch.hpp>
#include <filigree/detail/sddmm_problem.hpp>
#include <pattern/node_rows.hpp>
#include <pattern/sampled_rows.hpp>
#include <pattern/statistics.hpp>
#include <sddmm/hot_columns.hpp>

/// What a plan finds out about a Csr or Csc pattern.

namespace filigree::detail {

template <class Exec, class Offset, class Index>
SddmmRows find_rows(const Exec& exec, const GatherPattern<Offset, Index>& pattern) {
  const PatternStatistics of_rows = pattern_statistics(exec, pattern);
  SddmmRows result;
  result.longest = of_rows.max_row_length;
  if (cuda::has_even_rows(of_rows.mean_row_length, of_rows.max_row_length,
                          of_rows.row_length_variance)) {
    const auto sample = sample_rows(exec, pattern);
    const cuda::GridStrides strides = grid_of(sample, pattern.num_rows);
    result.line = strides.line;
    result.plane = strides.plane;
    result.node_rows = find_node_rows(exec, pattern, sample);
  }
  return result;
}

/// For a device with such an L2 cache. Waits for the device.
template <class Exec, class Index>
sddmm_prepared_t<Exec> prepare_pattern(const Exec& exec, const SddmmPattern<Index>& pattern,
                                       std::int64_t l2_bytes) {
  if (pattern.num_blocks == 0) return {};
  const auto find = [&]<class Offset>(const Offset* offsets) {
    GatherPattern<Offset, Index> rows;
    rows.num_rows = pattern.num_rows;
    rows.num_cols = pattern.num_cols;
    rows.nnz = pattern.num_blocks;
    rows.row_offsets = offsets;
    rows.col_indices = pattern.col_indices;
    rows.base = Index(pattern.base);
    sddmm_prepared_t<Exec> prepared;
    prepared.rows = find_rows(exec, rows);
    prepared.hot_columns = prepare_hot_columns(exec, rows, prepared.rows, l2_bytes);
    return prepared;
  };
  const AnyOffsets& offsets = pattern.begin_offsets;
  return offsets.is_wide() ? find(static_cast<const std::int64_t*>(offsets.data()))
                           : find(static_cast<const std::int32_t*>(offsets.data()));
}

}  // namespace filigree::detail
