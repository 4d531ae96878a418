// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>

#include <filigree/detail/format_rows.hpp>
#include <filigree/detail/spmm_problem.hpp>

#include "spmm/host/row_lists.hpp"
#include "spmm/host/vectors.hpp"
#include "spmv/host/block_rows.hpp"

/// Rows of C, a tile of columns at a time: the sums of a row stay in vector registers, those of a
/// few rows in the first-level cache until they are stored.

namespace filigree::detail {

/// A tile's columns fill at most this many bytes of a row of B.
inline constexpr std::int64_t host_tile_bytes = 256;
template <class T>
inline constexpr std::int64_t host_tile_width = host_tile_bytes / std::int64_t(sizeof(T));
/// Rows whose sums are stored together: a column-major C is written by whole cache lines.
inline constexpr std::int64_t host_tile_rows = 32;
/// Values that are gathered at once where they lie in another order than the rows.
inline constexpr std::int64_t host_tile_values = 2048;
/// Entries between a value that is gathered and the one that is asked for.
inline constexpr std::int64_t host_gather_distance = 64;
/// Entries between a row of B that is multiplied and the one that is asked for.
inline constexpr std::int64_t host_panel_distance = 16;

/// A product of one matrix with a tile of columns.
template <class T, class Index>
struct HostTile {
  GatherRows<Index> rows;
  HostRowLists lists;
  /// 1 where columns of lists are counted from the row, 0 where from the panel's first row.
  std::int64_t list_step = 1;
  std::int64_t nnz = 0;
  /// Entry k has values[k - first_value], or values[value_index[k]].
  const T* values = nullptr;
  std::int64_t first_value = 0;
  /// The tile of B, row-major: entry (i, j) at panel[i * panel_stride + j].
  const T* panel = nullptr;
  std::int64_t panel_stride = 0;
  /// Whether rows of the panel are filled up to a whole number of vectors.
  bool is_padded = false;
  /// Whether rows of the panel are asked for ahead of use: it is large.
  bool prefetches = false;
  std::int64_t width = 0;  ///< columns
  T alpha{};
  T beta{};
  DenseOperand<T> C;     ///< its columns from the tile's first on
  bool streams = false;  ///< C is written around the caches

  std::int64_t entries(std::int64_t first, std::int64_t end) const {
    return rows.begin(end) - rows.begin(first);
  }
  bool fits(std::int64_t first, std::int64_t end) const {
    return entries(first, end) <= host_tile_values;
  }
  /// The end of the next `most` rows before `last`, fewer where their values are to be gathered and
  /// would not fit; at least one.
  std::int64_t end_of_rows(std::int64_t first, std::int64_t last, std::int64_t most) const {
    std::int64_t end = last - first < most ? last : first + most;
    if (rows.has_value_index)
      while (end > first + 1 && !fits(first, end)) --end;
    return end;
  }
};

/// C(first .. last, all columns of the tile).
template <class T, class Index>
using TileRows = void (*)(const HostTile<T, Index>&, std::int64_t first, std::int64_t last);

#define FILIGREE_ISA_SOURCE "spmm/host/tile_rows.inc"
#include "spmv/host/each_isa.inc"

#if FILIGREE_HOST_SIMD
#define FILIGREE_TARGET FILIGREE_TARGET_AVX2
namespace avx2_half {
#include "spmm/host/tile_rows.inc"
}
#undef FILIGREE_TARGET
#endif

/// The vectors, in bytes, that rows of so many bytes are computed with: no longer than they fill.
inline std::int64_t tile_vector_bytes(HostIsa isa, std::int64_t bytes) {
  if (isa == HostIsa::baseline || (bytes > 16 && bytes <= 32)) return 32;
  if (bytes <= 16) return 16;
  return isa == HostIsa::avx512 ? 64 : 32;
}

/// The kernel for a tile on this processor.
template <class T, class Index>
TileRows<T, Index> tile_rows_for([[maybe_unused]] HostIsa isa, std::int64_t width, bool is_padded) {
#if FILIGREE_HOST_SIMD
  if (isa != HostIsa::baseline) {
    const std::int64_t bytes = tile_vector_bytes(isa, width * std::int64_t(sizeof(T)));
    if (bytes == 16) return avx2_half::single_vector<T, Index>(width, is_padded);
    if (bytes == 64) return avx512::tile_rows<T, Index>(width, is_padded);
    return avx2::tile_rows<T, Index>(width, is_padded);
  }
#endif
  return baseline::tile_rows<T, Index>(width, is_padded);
}

// Compiled once, beside the products of Csr (csr_instances.inc).
#define FILIGREE_TILE_ROWS(T, Index) \
  extern template TileRows<T, Index> tile_rows_for(HostIsa, std::int64_t, bool)
FILIGREE_TILE_ROWS(float, std::int32_t);
FILIGREE_TILE_ROWS(float, std::int64_t);
FILIGREE_TILE_ROWS(double, std::int32_t);
FILIGREE_TILE_ROWS(double, std::int64_t);
#undef FILIGREE_TILE_ROWS

/// The length of a padded row for `width` columns: whole vectors.
template <class T>
std::int64_t padded_tile_width(HostIsa isa, std::int64_t width) {
  constexpr auto scalar_bytes = std::int64_t(sizeof(T));
  const std::int64_t lanes = tile_vector_bytes(isa, width * scalar_bytes) / scalar_bytes;
  return groups_of(width, lanes) * lanes;
}

}  // namespace filigree::detail
