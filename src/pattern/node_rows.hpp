// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

#include <cuda/grid_patch.hpp>
#include <filigree/detail/spmv_problem.hpp>
#include <pattern/sampled_rows.hpp>

/// Nodes of a pattern: groups of consecutive rows with the same columns, as the unknowns of a
/// mesh's node have.

namespace filigree::detail {

/// Bit s of the result: a row does not go with the next one, and a node of s rows has both.
template <class Offset, class Index>
struct FindBrokenNodes {
  GatherPattern<Offset, Index> pattern;

  KOKKOS_FUNCTION void operator()(const std::int64_t row, unsigned& broken) const {
    if (goes_with_next(row)) return;
    for (const int size : {2, 3, 4})
      if (row % size != size - 1) broken |= 1u << size;
  }

 private:
  /// Whether the next row has the same columns in the same order and, where values are read through
  /// an index, each of its values behind this row's.
  KOKKOS_FUNCTION bool goes_with_next(const std::int64_t row) const {
    const std::int64_t begin = std::int64_t(pattern.row_offsets[row]) - pattern.base;
    const std::int64_t next = std::int64_t(pattern.row_offsets[row + 1]) - pattern.base;
    const std::int64_t end = std::int64_t(pattern.row_offsets[row + 2]) - pattern.base;
    const std::int64_t length = next - begin;
    if (end - next != length) return false;
    for (std::int64_t k = 0; k < length; ++k) {
      if (pattern.col_indices[begin + k] != pattern.col_indices[next + k]) return false;
      if (pattern.value_index == nullptr) continue;
      const Offset place = pattern.value_index[begin + k];
      if (place < 0 || pattern.value_index[next + k] != place + 1) return false;
    }
    return true;
  }
};

/// The best one of node_sizes that divides the number of rows and all over the matrix is the number
/// of rows of a node, counted from row 0; 1 where there is none. `sample` saves the pass over the
/// pattern where few rows have the columns of the next one. Waits for the device.
template <class Exec, class Offset, class Index>
int find_node_rows(const Exec& exec, const GatherPattern<Offset, Index>& pattern,
                   const std::vector<SampledPair>& sample) {
  const auto equal = std::count_if(sample.begin(), sample.end(), [](const SampledPair& pair) {
    return !pair.columns.empty() && pair.columns == pair.next;
  });
  if (4 * equal < std::ptrdiff_t(sample.size()) || pattern.num_rows < 2) return 1;
  unsigned broken = 0;
  Kokkos::parallel_reduce(
      "filigree::pattern::node_rows",
      Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, pattern.num_rows - 1),
      FindBrokenNodes<Offset, Index>{pattern}, Kokkos::BOr<unsigned>(broken));
  exec.fence("filigree::pattern::node_rows");
  for (const int size : cuda::node_sizes)
    if (pattern.num_rows % size == 0 && (broken & 1u << size) == 0) return size;
  return 1;
}

}  // namespace filigree::detail
