// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

#include <spgemm/phases.hpp>

namespace filigree::detail {

/// Products of two entries in all rows.
template <class Index>
struct SpgemmProductSum {
  SpgemmRows<Index> a, b;

  KOKKOS_FUNCTION void operator()(const std::int64_t k, std::int64_t& sum) const {
    sum += b.length(a.column(k));
  }
};

/// The sum and the maximum of the rows' lengths.
struct SpgemmLengthSum {
  const std::int64_t* lengths;

  KOKKOS_FUNCTION void operator()(const std::int64_t row, std::int64_t& sum,
                                  std::int64_t& longest) const {
    sum += lengths[row];
    longest = Kokkos::max(longest, lengths[row]);
  }
};

/// Adds up what a kernel has counted row by row; waits for the device.
template <class Exec, class Index>
void add_up_spgemm(const Exec& exec, const SpgemmPattern<Index>& pattern,
                   SpgemmCounts<Exec>& counts, SpgemmPrepared<Exec, Index>& prepared) {
  using Range = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;
  Kokkos::parallel_reduce("filigree::spgemm::products", Range(exec, 0, pattern.a.nnz),
                          SpgemmProductSum<Index>{pattern.a, pattern.b}, prepared.products);
  Kokkos::parallel_reduce("filigree::spgemm::row_lengths", Range(exec, 0, pattern.a.num_rows),
                          SpgemmLengthSum{counts.row_lengths.data()}, counts.nnz,
                          Kokkos::Max<std::int64_t>(prepared.longest_row));
  prepared.longest_row = std::max<std::int64_t>(prepared.longest_row, 0);
}

template <class Offset>
struct SpgemmOffsets {
  const std::int64_t* lengths;
  std::int64_t num_rows;
  std::int64_t base;
  Offset* offsets;

  /// Row num_rows is the end of the last one.
  KOKKOS_FUNCTION void operator()(const std::int64_t row, std::int64_t& sum,
                                  const bool final) const {
    if (final) offsets[row] = Offset(sum + base);
    if (row < num_rows) sum += lengths[row];
  }
};

/// Where C's rows begin, from their lengths.
template <class Exec, class Offset>
void write_spgemm_offsets(const Exec& exec, const SpgemmCounts<Exec>& counts, IndexBase base,
                          Offset* offsets) {
  const auto num_rows = std::int64_t(counts.row_lengths.extent(0));
  using Range = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;
  Kokkos::parallel_scan(
      "filigree::spgemm::offsets", Range(exec, 0, num_rows + 1),
      SpgemmOffsets<Offset>{counts.row_lengths.data(), num_rows, std::int64_t(base), offsets});
}

}  // namespace filigree::detail
