// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

#include <filigree/detail/spmm_problem.hpp>

#include "spmm/host/row_lists.hpp"
#include "spmv/host/column_windows.hpp"

namespace filigree::detail {

/// The rows of op(A)^T as they are stored, and where threads keep the sums of their columns: what a
/// plan of a transposed product keeps for hosts. Owns no array of the matrix.
template <class MemorySpace>
struct ScatteredRows {
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::int64_t base = 0;
  AnyOffsets row_offsets;
  const void* col_indices = nullptr;
  RowLists<MemorySpace> lists;

  PlannedColumnWindows<MemorySpace> windows;  ///< their sums: a column of the result
  std::int64_t largest_window = 0;

  bool exist() const { return windows.num_sums > 0; }

  std::int64_t memory_bytes() const { return windows.memory_bytes() + lists.memory_bytes(); }
  /// What a product reads.
  PatternRead pattern_read(std::int64_t nnz, std::size_t index_bytes) const {
    PatternRead read = lists.exist() ? lists.pattern_read : PatternRead{};
    if (!lists.exist()) read.bytes = double(nnz) * double(index_bytes);
    read.bytes += double(offset_bytes(row_offsets, num_rows + 1));
    return read;
  }

  /// `Index` is the matrix's.
  template <class Index>
  GatherRows<Index> rows() const {
    GatherRows<Index> result;
    result.num_rows = num_rows;
    result.num_cols = num_cols;
    result.base = base;
    result.row_offsets = row_offsets;
    result.col_indices = static_cast<const Index*>(col_indices);
    return result;
  }
};

/// Those of a pattern that `stored_scatter` found; none where the sums are more than the entries.
template <class Exec, class Offset, class Index>
ScatteredRows<typename Exec::memory_space> find_scattered_rows(
    const Exec& exec, const GatherPattern<Offset, Index>& pattern) {
  ScatteredRows<typename Exec::memory_space> result;
  if (pattern.nnz == 0) return result;
  const auto planned = plan_column_windows(exec, pattern, exec.concurrency());
  if (!column_sums_fit(planned.num_sums, pattern.nnz)) return result;
  result.num_rows = pattern.num_rows;
  result.num_cols = pattern.num_cols;
  result.base = std::int64_t(pattern.base);
  result.row_offsets = pattern.row_offsets;
  result.col_indices = pattern.col_indices;
  result.lists = find_row_lists(exec, pattern);
  result.windows = planned;
  const ColumnWindow* const windows = planned.windows().windows();
  for (std::int64_t p = 0; p < planned.parts; ++p)
    result.largest_window = std::max(result.largest_window, windows[p].capacity);
  return result;
}

}  // namespace filigree::detail
