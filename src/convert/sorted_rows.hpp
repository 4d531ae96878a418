// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

#include <convert/entries.hpp>
#include <filigree/detail/convert_problem.hpp>

/// Whether a compressed pattern can be merged or searched as it is.

namespace filigree::detail {

template <class Index>
struct CountFalls {
  const Index* indices;

  KOKKOS_FUNCTION void operator()(const std::int64_t k, std::int64_t& sum) const {
    sum += indices[k] <= indices[k - 1] ? 1 : 0;
  }
};

template <class Index, class Offset>
struct CountFallsAtRows {
  CompressedPattern<Index, Offset> pattern;

  KOKKOS_FUNCTION void operator()(const std::int64_t row, std::int64_t& sum) const {
    const auto base = std::int64_t(pattern.base);
    const std::int64_t k = std::int64_t(pattern.offsets[row]) - base;
    if (k > 0 && k < std::int64_t(pattern.offsets[row + 1]) - base)
      sum += pattern.indices[k] <= pattern.indices[k - 1] ? 1 : 0;
  }
};

/// Whether the indices ascend strictly in each row: wherever an index is not above the one before
/// it, a row begins. Waits for the device.
template <class Exec, class Index, class Offset>
bool is_sorted_and_unique(const Exec& exec, const CompressedPattern<Index, Offset>& pattern) {
  if (pattern.nnz < 2) return true;
  std::int64_t falls = 0, falls_at_rows = 0;
  Kokkos::parallel_reduce("filigree::convert::falls", EntryRange<Exec>(exec, 1, pattern.nnz),
                          CountFalls<Index>{pattern.indices}, falls);
  if (falls == 0) return true;
  if (falls >= pattern.num_major) return false;
  Kokkos::parallel_reduce("filigree::convert::falls_at_rows",
                          EntryRange<Exec>(exec, 0, pattern.num_major),
                          CountFallsAtRows<Index, Offset>{pattern}, falls_at_rows);
  return falls == falls_at_rows;
}

}  // namespace filigree::detail
