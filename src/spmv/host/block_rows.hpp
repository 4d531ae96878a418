// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <cstring>

#include <filigree/core/types.hpp>
#include <filigree/detail/spmv_problem.hpp>

#include "pattern/compressed.hpp"

namespace filigree::detail {

/// Rows are handled in ranges of at most this many: their sums stay in the first-level cache.
inline constexpr std::int64_t host_range_rows = 256;

/// Whether rows that scatter are one triangle of a symmetric or Hermitian matrix: the entry at
/// (i, j) then also adds its value times x[j] to z[i], where that is another place.
struct Mirroring {
  bool mirrored = false;
  bool conjugates = false;  ///< the value once more, for what is added to z[i]
};

/// What the kernels of a row block read.
template <class A, class X, class Offset, class Index>
struct HostRows {
  const Offset* row_offsets;
  const Index* cols;
  std::int64_t base;
  const A* values;
  const X* x;
  bool conjugate;
  CompressedIndices indices;
  std::int64_t num_rows;
  std::int64_t nnz;
  Mirroring mirroring{};

  std::int64_t begin(std::int64_t row) const { return std::int64_t(row_offsets[row]) - base; }
  /// x as the raw columns index it; x may be null where there are no columns.
  const X* based_x() const { return x == nullptr ? x : x - base; }
};

/// Consecutive rows with one encoding; `block` names the encoding's block.
struct RowRange {
  std::int64_t block;
  std::int64_t first;
  std::int64_t last;
  IndexEncoding encoding;
};

/// Writes the sums over the entries of the rows of a range, in the compute type.
template <class A, class X, class Compute, class Offset, class Index>
using RangeSums = void (*)(const HostRows<A, X, Offset, Index>&, const RowRange&, Compute*);

/// Asks for the memory 8 KiB behind each line of array[0, count): hardware prefetchers stop at each
/// page. Into the second-level cache, as the first one can wait for too few lines at a time.
template <class T>
KOKKOS_INLINE_FUNCTION void prefetch_ahead([[maybe_unused]] const T* array,
                                           [[maybe_unused]] std::int64_t count) {
#if defined(__GNUC__) && !defined(__CUDA_ARCH__)
  constexpr std::int64_t line = 64 / sizeof(T), distance = 8192 / sizeof(T);
  for (std::int64_t k = 0; k < count; k += line) __builtin_prefetch(array + k + distance, 0, 2);
#endif
}

/// Asks for what the same rows read 2 KiB further on: a slice has more streams of memory than
/// hardware follows.
template <class T>
inline void prefetch_slice([[maybe_unused]] const T* from) {
#if defined(__GNUC__)
  __builtin_prefetch(reinterpret_cast<const char*>(from) + 2048);
#endif
}

/// The first row from `row` on, at most `last`, whose id differs from row's.
inline std::int64_t same_id_until(const std::uint8_t* ids, std::int64_t row, std::int64_t last) {
  const std::uint8_t id = ids[row];
  const std::uint64_t eight_times = id * std::uint64_t(0x0101010101010101u);
  for (std::uint64_t eight; row + 8 <= last; row += 8) {
    std::memcpy(&eight, ids + row, 8);
    if (eight != eight_times) break;
  }
  while (row < last && ids[row] == id) ++row;
  return row;
}

}  // namespace filigree::detail
