// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

#include <filigree/detail/spmv_problem.hpp>
#include <spmv/rewrite.hpp>

namespace filigree::detail {

/// Values of consecutive rows that lie no further apart share cache lines, or neighbouring ones.
inline constexpr std::int64_t nearby_places = 128;

/// How many entries of a sample of the rows there are, and how many of them lie nearby.
template <class Offset, class Index>
struct CountNearbyValues {
  GatherPattern<Offset, Index> of;
  std::int64_t last;
  std::int64_t samples;

  KOKKOS_FUNCTION void operator()(const std::int64_t i, std::int64_t& all,
                                  std::int64_t& found) const {
    constexpr std::int64_t longest = 32;
    const std::int64_t row = i * last / samples;
    const std::int64_t begin = of.row_offsets[row] - Offset(of.base);
    const std::int64_t end = of.row_offsets[row + 1] - Offset(of.base);
    const std::int64_t next_end = of.row_offsets[row + 3] - Offset(of.base);
    if (end - begin > longest) return;
    for (std::int64_t q = begin; q < end; ++q) {
      bool has = false;
      for (std::int64_t next = end; next < next_end && next < end + 2 * longest && !has; ++next) {
        const std::int64_t distance = std::int64_t(of.value_index[next]) - of.value_index[q];
        has = -nearby_places <= distance && distance <= nearby_places;
      }
      found += has ? 1 : 0;
    }
    all += end - begin;
  }
};

/// Whether values that are read through value_index come from memory that the next rows read too:
/// in a sample of the rows, four entries of five have one of the next two rows' entries nearby.
/// Rows with more than 32 entries do not count. Waits for the result.
template <class Exec, class Offset, class Index>
bool values_are_nearby(const Exec& exec, const GatherPattern<Offset, Index>& pattern) {
  const std::int64_t last = pattern.num_rows - 2;  // that has two rows after it
  if (pattern.value_index == nullptr || last <= 0) return false;
  const std::int64_t samples = std::min<std::int64_t>(4096, last);
  std::int64_t entries = 0;
  std::int64_t nearby = 0;
  Kokkos::parallel_reduce("filigree::spmv::nearby_values", EntryRange<Exec>(exec, 0, samples),
                          CountNearbyValues<Offset, Index>{pattern, last, samples}, entries,
                          nearby);
  exec.fence("filigree::spmv::nearby_values");
  return 5 * nearby > 4 * entries;
}

}  // namespace filigree::detail
