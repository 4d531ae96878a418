// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

#include <filigree/core/execution.hpp>
#include <filigree/detail/partition_point.hpp>

/// From offsets to the row (column) of each entry, and back.

namespace filigree::detail {

/// For walk_entries.
template <class Index>
struct StoreMajor {
  std::int64_t base;
  Index* majors;

  KOKKOS_FUNCTION void operator()(const std::int64_t k, const std::int64_t major) const {
    majors[k] = Index(major + base);
  }
};

/// The offsets of rows among entries whose rows ascend, rows_at_a_time of them an item: that of a
/// row is looked for from the one before on.
template <class Offset, class Index>
struct FindRowOffsets {
  const Index* keys;
  std::int64_t count;
  std::int64_t key_base;
  std::int64_t base;
  Offset* offsets;
  std::int64_t num_offsets;
  std::int64_t rows_at_a_time;

  template <class Exec>
  void launch(const char* label, const Exec& exec) const {
    Kokkos::parallel_for(label,
                         Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(
                             exec, 0, (num_offsets + rows_at_a_time - 1) / rows_at_a_time),
                         *this);
  }

  KOKKOS_FUNCTION void operator()(const std::int64_t item) const {
    const std::int64_t first = item * rows_at_a_time;
    const std::int64_t last = Kokkos::min(first + rows_at_a_time, num_offsets);
    std::int64_t place = place_between(first, 0, count);
    for (std::int64_t row = first; row < last; ++row) {
      if (row > first) place = place_from(row, place);
      offsets[row] = Offset(place + base);
    }
  }

 private:
  KOKKOS_FUNCTION bool is_before(std::int64_t k, std::int64_t row) const {
    return std::int64_t(keys[k]) - key_base < row;
  }
  KOKKOS_FUNCTION std::int64_t place_between(std::int64_t row, std::int64_t first,
                                             std::int64_t last) const {
    return partition_point(first, last, [&](std::int64_t k) { return is_before(k, row); });
  }
  /// In steps that double.
  KOKKOS_FUNCTION std::int64_t place_from(std::int64_t row, std::int64_t first) const {
    std::int64_t step = 8;
    while (first + step < count && is_before(first + step, row)) {
      first += step;
      step *= 2;
    }
    return place_between(row, first, Kokkos::min(first + step, count));
  }
};

/// How many rows' offsets a thread looks at, on a host and on a device.
template <class Exec>
inline constexpr std::int64_t offsets_at_a_time = is_host_execution_v<Exec> ? 256 : 1;

}  // namespace filigree::detail
