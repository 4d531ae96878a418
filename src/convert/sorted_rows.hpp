// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

#include <convert/entries.hpp>
#include <filigree/detail/convert_problem.hpp>

/// Whether a compressed pattern can be merged or searched as it is.

namespace filigree::detail {

/// Indices that are not above the one before them, less those of them that begin a row.
template <class Index, class Offset>
struct CountFallsInRows {
  CompressedPattern<Index, Offset> pattern;

  KOKKOS_FUNCTION bool falls(const std::int64_t k) const {
    return k > 0 && k < pattern.nnz && pattern.indices[k] <= pattern.indices[k - 1];
  }
  /// Takes an index, and a row.
  KOKKOS_FUNCTION void operator()(const std::int64_t i, std::int64_t& sum) const {
    if (falls(i)) ++sum;
    if (i >= pattern.num_major) return;
    const auto base = std::int64_t(pattern.base);
    const std::int64_t k = std::int64_t(pattern.offsets[i]) - base;
    if (k < std::int64_t(pattern.offsets[i + 1]) - base && falls(k)) --sum;
  }
};

/// Whether the indices ascend strictly in each row. Waits for the device.
template <class Exec, class Index, class Offset>
bool is_sorted_and_unique(const Exec& exec, const CompressedPattern<Index, Offset>& pattern) {
  if (pattern.nnz < 2) return true;
  std::int64_t falls = 0;
  Kokkos::parallel_reduce("filigree::convert::falls",
                          EntryRange<Exec>(exec, 0, std::max(pattern.nnz, pattern.num_major)),
                          CountFallsInRows<Index, Offset>{pattern}, falls);
  return falls == 0;
}

}  // namespace filigree::detail
