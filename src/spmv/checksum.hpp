// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include <filigree/core/execution.hpp>
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

inline constexpr std::uint64_t golden_ratio_bits = 0x9e3779b97f4a7c15u;

/// The finaliser of splitmix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number
/// generators", 2014).
KOKKOS_INLINE_FUNCTION std::uint64_t mix(std::uint64_t value) {
  value += golden_ratio_bits;
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

  std::int64_t bytes() const {
    return length * std::int64_t(entries.is_wide() ? sizeof(std::int64_t) : sizeof(std::int32_t));
  }
};

/// The offsets of so many lines. Where there are none, the array may have no entry either.
inline ChecksumArray line_offsets(const AnyOffsets& offsets, std::int64_t lines) {
  return {offsets, lines > 0 ? lines + 1 : 0};
}

/// The next word of a chain. For each value another word gives another result, and for each word
/// another value: one word that changes always changes what the chain ends with.
KOKKOS_INLINE_FUNCTION std::uint64_t chained(std::uint64_t value, std::uint64_t word) {
  value = (value ^ word) * golden_ratio_bits;
  return value ^ (value >> 32);
}

/// On a host: blocks of chains that one processor works on side by side, so that it waits for its
/// memory and not for a multiplication.
struct ChecksumBlocks {
  static constexpr int num_chains = 8;
  static constexpr int words_a_chain = 32;
  static constexpr std::int64_t bytes_a_block =
      num_chains * words_a_chain * std::int64_t(sizeof(std::uint64_t));

  ChecksumArray first;
  ChecksumArray second;

  static std::int64_t num_blocks(const ChecksumArray& array) {
    return (array.bytes() + bytes_a_block - 1) / bytes_a_block;
  }

  std::int64_t first_count = num_blocks(first);
  std::int64_t count = first_count + num_blocks(second);

  void operator()(const std::int64_t k, std::uint64_t& sum) const {
    const ChecksumArray& array = k < first_count ? first : second;
    const std::int64_t begin = (k < first_count ? k : k - first_count) * bytes_a_block;
    const auto* const bytes = static_cast<const std::byte*>(array.entries.data()) + begin;
    const std::int64_t left = array.bytes() - begin;
    if (left >= bytes_a_block) {
      add(k, bytes, sum);
    } else {
      std::byte padded[bytes_a_block] = {};
      std::memcpy(padded, bytes, std::size_t(left));
      add(k, padded, sum);
    }
  }

 private:
  static void add(std::int64_t block, const std::byte* bytes, std::uint64_t& sum) {
    std::uint64_t values[num_chains];
    for (int c = 0; c < num_chains; ++c) values[c] = mix(std::uint64_t(block * num_chains + c));
    for (int i = 0; i < words_a_chain; ++i)
      for (int c = 0; c < num_chains; ++c, bytes += sizeof(std::uint64_t)) {
        std::uint64_t word;
        std::memcpy(&word, bytes, sizeof word);
        values[c] = chained(values[c], word);
      }
    for (const std::uint64_t value : values) sum += mix(value);
  }
};

/// On a device: a chain a thread, of so many entries. Those of 32 neighbouring threads lie by
/// turns, so that what a warp loads at once lies side by side; an array may begin at any entry, so
/// words are put together from entries.
struct ChecksumThreads {
  static constexpr int entries_a_thread = 16;
  static constexpr int threads_by_turns = 32;

  ChecksumArray first;
  ChecksumArray second;

  static std::int64_t num_threads(const ChecksumArray& array) {
    constexpr std::int64_t group = entries_a_thread * threads_by_turns;
    return (array.length + group - 1) / group * threads_by_turns;
  }

  std::int64_t first_count = num_threads(first);
  std::int64_t count = first_count + num_threads(second);

  KOKKOS_FUNCTION void operator()(const std::int64_t k, std::uint64_t& sum) const {
    const ChecksumArray& array = k < first_count ? first : second;
    const std::int64_t thread = k < first_count ? k : k - first_count;
    const std::int64_t begin = thread / threads_by_turns * (threads_by_turns * entries_a_thread) +
                               thread % threads_by_turns;
    if (array.entries.is_wide())
      add(k, static_cast<const std::int64_t*>(array.entries.data()), begin, array.length, sum);
    else
      add(k, static_cast<const std::int32_t*>(array.entries.data()), begin, array.length, sum);
  }

 private:
  template <class T>
  KOKKOS_FUNCTION static void add(std::int64_t k, const T* array, std::int64_t begin,
                                  std::int64_t length, std::uint64_t& sum) {
    if (begin >= length) return;
    using Unsigned = std::make_unsigned_t<T>;
    Unsigned entries[entries_a_thread];
    for (int i = 0; i < entries_a_thread; ++i) {
      const std::int64_t place = begin + i * threads_by_turns;
      entries[i] = place < length ? Unsigned(array[place]) : Unsigned(0);
    }
    std::uint64_t value = mix(std::uint64_t(k));
    if constexpr (sizeof(T) == 4) {
      for (int i = 0; i < entries_a_thread; i += 2)
        value = chained(value, entries[i] | std::uint64_t(entries[i + 1]) << 32);
    } else {
      for (const Unsigned entry : entries) value = chained(value, entry);
    }
    sum += mix(value);
  }
};

template <class Exec>
using checksum_steps_t =
    std::conditional_t<is_host_execution_v<Exec>, ChecksumBlocks, ChecksumThreads>;

/// Arrays whose lengths are known to be what they were.
struct ChecksumArrays {
  ChecksumArray first;
  ChecksumArray second;
};

/// Where a reduction leaves a checksum without a wait: memory of the host that devices reach.
using ChecksumResult = Kokkos::View<std::uint64_t, Kokkos::SharedHostPinnedSpace,
                                    Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// A checksum of arrays: another one for any change of one entry. Does not depend on the number of
/// threads, but on whether Exec is a host's. `result`: a number, for which it waits for the device,
/// or a ChecksumResult.
template <class Exec, class Result>
void make_checksum(const Exec& exec, const ChecksumArrays& arrays, Result& result) {
  const checksum_steps_t<Exec> steps{arrays.first, arrays.second};
  Kokkos::parallel_reduce(
      "filigree::spmv::checksum",
      Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, steps.count), steps,
      result);
}

/// The same of two arrays, by a wait.
template <class Exec>
std::uint64_t checksum(const Exec& exec, const ChecksumArray& first, const ChecksumArray& second) {
  std::uint64_t total = 0;
  make_checksum(exec, {first, second}, total);
  return total;
}

/// The offsets of compressed lines; none of coordinates.
template <class Offset, class Index>
ChecksumArray offsets_of(const StoredPattern<Offset, Index>& stored) {
  if (stored.is_coo()) return {};
  return line_offsets(stored.offsets,
                      stored.format == StoredFormat::csc ? stored.num_cols : stored.num_rows);
}

/// Offsets and indices.
template <class Offset, class Index>
ChecksumArrays arrays_of(const StoredPattern<Offset, Index>& stored) {
  const ChecksumArray rows(stored.row_indices, stored.nnz), cols(stored.col_indices, stored.nnz);
  if (stored.format == StoredFormat::coo_aos)  // columns lie between the rows
    return {{stored.row_indices, 2 * stored.nnz}, {}};
  if (stored.is_coo()) return {rows, cols};
  return {offsets_of(stored), stored.format == StoredFormat::csc ? rows : cols};
}

template <class Exec, class Offset, class Index, class Result>
void make_checksum(const Exec& exec, const StoredPattern<Offset, Index>& stored, Result& result) {
  make_checksum(exec, arrays_of(stored), result);
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

/// Of all entries' rows, columns and places.
template <class Exec, class Rows, class Result>
void make_checksum(const Exec& exec, const StoredRows<Rows>& stored, Result& result) {
  const auto rows = kernel_rows(stored);
  Kokkos::parallel_reduce(
      "filigree::spmv::rows_checksum",
      Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, num_stored_rows(rows)),
      ChecksumRow<std::remove_const_t<decltype(rows)>>{rows}, result);
}

/// A checksum of a StoredPattern or StoredRows. Does not depend on the number of threads; waits for
/// the device.
template <class Exec, class Stored>
std::uint64_t pattern_checksum(const Exec& exec, const Stored& stored) {
  std::uint64_t total = 0;
  make_checksum(exec, stored, total);
  return total;
}

}  // namespace filigree::detail
