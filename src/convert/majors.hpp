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
/// row is looked for from the one before on. Offsets ascend within 0 .. count even where rows do
/// not.
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
    Kokkos::parallel_for(
        label, Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, num_items()),
        *this);
  }

  KOKKOS_FUNCTION std::int64_t num_items() const {
    return (num_offsets + rows_at_a_time - 1) / rows_at_a_time;
  }
  /// The first entry that is not of a row of an item before.
  KOKKOS_FUNCTION std::int64_t first_entry(std::int64_t item) const {
    return item < num_items() ? place_of(item * rows_at_a_time) : count;
  }

  KOKKOS_FUNCTION void operator()(const std::int64_t item) const {
    const std::int64_t first = item * rows_at_a_time;
    const std::int64_t last = Kokkos::min(first + rows_at_a_time, num_offsets);
    std::int64_t place = place_of(first);
    offsets[first] = Offset(place + base);
    if (last - first == 1) return;
    const std::int64_t end = place_of(last - 1);
    // Rows are often as long as the one before. Where they are not, and short, it is faster to read
    // all entries.
    std::int64_t length = 0;
    int misses = 0;
    for (std::int64_t row = first + 1; row < last; ++row) {
      std::int64_t next = place + length;
      if (!is_place_of(row, next, place, end)) {
        if (++misses > 16 && end - place < 64 * (last - row))
          return read_entries(row, last, place, end);
        next = place_from(row, place, end);
      }
      length = next - place;
      place = next;
      offsets[row] = Offset(place + base);
    }
  }

 private:
  KOKKOS_FUNCTION std::int64_t place_of(std::int64_t row) const {
    return place_between(row, 0, count);
  }
  KOKKOS_FUNCTION bool is_place_of(std::int64_t row, std::int64_t k, std::int64_t first,
                                   std::int64_t end) const {
    return k <= end && (k == first || is_before(k - 1, row)) && (k == end || !is_before(k, row));
  }

  KOKKOS_FUNCTION bool is_before(std::int64_t k, std::int64_t row) const {
    return std::int64_t(keys[k]) - key_base < row;
  }
  KOKKOS_FUNCTION std::int64_t place_between(std::int64_t row, std::int64_t first,
                                             std::int64_t last) const {
    return partition_point(first, last, [&](std::int64_t k) { return is_before(k, row); });
  }
  /// In steps that double.
  KOKKOS_FUNCTION std::int64_t place_from(std::int64_t row, std::int64_t first,
                                          std::int64_t end) const {
    std::int64_t step = 8;
    while (first + step < end && is_before(first + step, row)) {
      first += step;
      step *= 2;
    }
    return place_between(row, first, Kokkos::min(first + step, end));
  }
  /// The offsets of rows first .. last - 1 from entries place .. end - 1, which are those of rows
  /// first - 1 .. last - 2.
  KOKKOS_FUNCTION void read_entries(std::int64_t first, std::int64_t last, std::int64_t place,
                                    std::int64_t end) const {
    Offset* const after = offsets + first;  // the last entry of the row before
    const Index* const rows_of = keys;
    const std::int64_t rows = last - first, shift = key_base + first - 1, from = base;
    for (std::int64_t i = 0; i < rows; ++i) after[i] = Offset(place + from);
    for (std::int64_t k = place; k < end; ++k) {
      const auto i = std::uint64_t(std::int64_t(rows_of[k]) - shift);
      if (i < std::uint64_t(rows)) after[i] = Offset(k + 1 + from);
    }
    for (std::int64_t i = 1; i < rows; ++i) after[i] = Kokkos::max(after[i - 1], after[i]);
  }
};

/// How many rows' offsets a thread looks at, on a host and on a device.
template <class Exec>
inline constexpr std::int64_t offsets_at_a_time = is_host_execution_v<Exec> ? 1024 : 1;

}  // namespace filigree::detail
