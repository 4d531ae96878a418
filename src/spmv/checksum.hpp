// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

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

/// The finaliser of splitmix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number
/// generators", 2014).
KOKKOS_INLINE_FUNCTION std::uint64_t mix(std::uint64_t value) {
  value += 0x9e3779b97f4a7c15u;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
  return value ^ (value >> 31);
}

template <class T>
struct ChecksumEntry {
  const T* values;

  KOKKOS_FUNCTION void operator()(const std::int64_t k, std::uint64_t& sum) const {
    sum += mix(mix(std::uint64_t(k)) ^ std::uint64_t(values[k]));
  }
};

template <class Exec, class T>
std::uint64_t array_checksum(const Exec& exec, const T* values, std::int64_t length) {
  std::uint64_t total = 0;
  if (values != nullptr && length > 0)
    Kokkos::parallel_reduce(
        "filigree::spmv::checksum",
        Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, length),
        ChecksumEntry<T>{values}, total);
  return total;
}

template <class Exec>
std::uint64_t array_checksum(const Exec& exec, const AnyOffsets& array, std::int64_t length) {
  return array.is_wide()
             ? array_checksum(exec, static_cast<const std::int64_t*>(array.data()), length)
             : array_checksum(exec, static_cast<const std::int32_t*>(array.data()), length);
}

/// A checksum of offsets and indices. Does not depend on the number of threads; waits for the
/// device.
template <class Exec, class Offset, class Index>
std::uint64_t pattern_checksum(const Exec& exec, const StoredPattern<Offset, Index>& stored) {
  const std::int64_t majors =
      stored.format == StoredFormat::csc ? stored.num_cols : stored.num_rows;
  const std::uint64_t offsets = array_checksum(exec, stored.offsets, majors + 1);
  const bool pairs = stored.format == StoredFormat::coo_aos;
  const std::uint64_t rows =
      array_checksum(exec, stored.row_indices, pairs ? 2 * stored.nnz : stored.nnz);
  const std::uint64_t cols = pairs ? 0 : array_checksum(exec, stored.col_indices, stored.nnz);
  return mix(mix(mix(offsets) ^ rows) ^ cols);
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
