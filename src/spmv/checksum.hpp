// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

#include <filigree/detail/format_rows.hpp>
#include <filigree/detail/same_pattern.hpp>
#include <filigree/detail/spmv_front.hpp>

/// How a plan tells that a matrix is not the one it was made for.

namespace filigree::detail {

/// What differs between two patterns without looking at their contents; null where nothing does.
/// With PatternCheck::content they may be in different arrays.
template <class Offset, class Index>
const char* first_difference(const StoredPattern<Offset, Index>& a,
                             const StoredPattern<Offset, Index>& b, PatternCheck check) {
  if (may_be_same(a, b, check)) return nullptr;
  if (a.num_rows != b.num_rows) return "number of rows";
  if (a.num_cols != b.num_cols) return "number of columns";
  if (a.nnz != b.nnz) return "number of entries";
  if (!(a.properties == b.properties)) return "properties";
  if (a.offsets != b.offsets) return "array of offsets";
  return "array of indices";
}

template <class Rows>
const char* first_difference(const StoredRows<Rows>& a, const StoredRows<Rows>& b,
                             PatternCheck check) {
  if (may_be_same(a, b, check)) return nullptr;
  if (a.num_rows != b.num_rows) return "number of rows";
  if (a.num_cols != b.num_cols) return "number of columns";
  if (a.nnz != b.nnz || a.num_places != b.num_places) return "number of entries";
  if (!(a.properties == b.properties)) return "properties";
  return "arrays of the pattern";
}

inline constexpr std::uint64_t golden_ratio = 0x9e3779b97f4a7c15u;

/// The finaliser of splitmix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number
/// generators", 2014).
KOKKOS_INLINE_FUNCTION std::uint64_t mix(std::uint64_t value) {
  value += golden_ratio;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
  return value ^ (value >> 31);
}

/// An array of a pattern; none is one without entries.
struct ChecksumArray {
  AnyOffsets entries;
  std::int64_t length = 0;

  ChecksumArray() = default;
  ChecksumArray(const AnyOffsets& array, std::int64_t size)
      : entries(array), length(array.data() == nullptr ? 0 : size) {}
};

/// Two arrays in steps of so many entries, those of 32 neighbouring steps by turns: what a warp
/// loads at once lies side by side. A step's entries go through one multiplication for eight bytes,
/// and only its first and its last value through all of mix, so that a device waits for its memory.
struct ChecksumSteps {
  static constexpr int entries_a_step = 16;
  static constexpr int steps_by_turns = 32;

  ChecksumArray first;
  ChecksumArray second;

  static std::int64_t num_steps(const ChecksumArray& array) {
    constexpr std::int64_t block = entries_a_step * steps_by_turns;
    return (array.length + block - 1) / block * steps_by_turns;
  }

  std::int64_t first_steps = num_steps(first);
  std::int64_t all_steps = first_steps + num_steps(second);

  KOKKOS_FUNCTION void operator()(const std::int64_t k, std::uint64_t& sum) const {
    const bool of_first = k < first_steps;
    const AnyOffsets array = of_first ? first.entries : second.entries;
    const std::int64_t length = of_first ? first.length : second.length;
    const std::int64_t step = of_first ? k : k - first_steps;
    const std::int64_t begin =
        step / steps_by_turns * (steps_by_turns * entries_a_step) + step % steps_by_turns;
    const std::uint64_t start = mix(std::uint64_t(k));
    if (array.is_wide())
      add(static_cast<const std::int64_t*>(array.data()), begin, length, start, sum);
    else
      add(static_cast<const std::int32_t*>(array.data()), begin, length, start, sum);
  }

 private:
  template <class T>
  KOKKOS_FUNCTION static void add(const T* array, std::int64_t begin, std::int64_t length,
                                  std::uint64_t start, std::uint64_t& sum) {
    if (begin >= length) return;
    using Unsigned = std::make_unsigned_t<T>;
    Unsigned entries[entries_a_step];
    for (int i = 0; i < entries_a_step; ++i)
      entries[i] = begin + i * steps_by_turns < length ? Unsigned(array[begin + i * steps_by_turns])
                                                       : Unsigned(0);
    std::uint64_t value = start;
    const auto take = [&](std::uint64_t word) {
      value = (value ^ word) * golden_ratio;
      value ^= value >> 32;
    };
    if constexpr (sizeof(T) == 4) {
      for (int i = 0; i < entries_a_step; i += 2)
        take(entries[i] | std::uint64_t(entries[i + 1]) << 32);
    } else {
      for (const Unsigned entry : entries) take(entry);
    }
    sum += mix(value);
  }
};

/// A checksum of two arrays whose lengths are known to be what they were. Does not depend on the
/// number of threads; waits for the device, once.
template <class Exec>
std::uint64_t checksum(const Exec& exec, const ChecksumArray& first, const ChecksumArray& second) {
  const ChecksumSteps steps{first, second};
  std::uint64_t total = 0;
  if (steps.all_steps > 0)
    Kokkos::parallel_reduce(
        "filigree::spmv::checksum",
        Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, steps.all_steps), steps,
        total);
  return total;
}

/// A checksum of offsets and indices. Does not depend on the number of threads; waits for the
/// device.
template <class Exec, class Offset, class Index>
std::uint64_t pattern_checksum(const Exec& exec, const StoredPattern<Offset, Index>& stored) {
  const std::int64_t majors =
      stored.format == StoredFormat::csc ? stored.num_cols : stored.num_rows;
  const ChecksumArray offsets(stored.offsets, majors + 1), rows(stored.row_indices, stored.nnz),
      cols(stored.col_indices, stored.nnz);
  if (stored.format == StoredFormat::coo_aos)  // columns lie between the rows
    return checksum(exec, {stored.row_indices, 2 * stored.nnz}, {});
  if (stored.is_coo()) return checksum(exec, rows, cols);
  return checksum(exec, offsets, stored.format == StoredFormat::csc ? rows : cols);
}

template <class Rows>
struct ChecksumRow {
  Rows rows;

  KOKKOS_FUNCTION void operator()(const std::int64_t k, std::uint64_t& sum) const {
    const std::int64_t row = rows.row_of(k);
    sum += mix(std::uint64_t(row));
    if (row >= rows.num_rows) return;
    rows.for_each(k, [&](const std::int64_t col, const std::int64_t place) {
      sum += mix(mix(mix(std::uint64_t(row)) ^ std::uint64_t(col)) ^ std::uint64_t(place));
    });
  }
};

/// A checksum of all entries' rows, columns and places. Does not depend on the number of threads;
/// waits for the device.
template <class Exec, class Rows>
std::uint64_t pattern_checksum(const Exec& exec, const StoredRows<Rows>& stored) {
  const auto rows = kernel_rows(stored);
  std::uint64_t total = 0;
  Kokkos::parallel_reduce(
      "filigree::spmv::rows_checksum",
      Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, num_stored_rows(rows)),
      ChecksumRow<std::remove_const_t<decltype(rows)>>{rows}, total);
  return total;
}

}  // namespace filigree::detail
