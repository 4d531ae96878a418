// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>

#include <filigree/detail/format_rows.hpp>
#include <filigree/detail/spmm_problem.hpp>

#include "spmm/host/vectors.hpp"

/// Rows of C, a tile of columns at a time: the sums of a row stay in vector registers, those of a
/// few rows in the first-level cache until they are stored.

namespace filigree::detail {

/// A tile's columns fill at most this many bytes of a row of B.
inline constexpr std::int64_t host_tile_bytes = 256;
/// Rows whose sums are stored together: a column-major C is written by whole cache lines.
inline constexpr std::int64_t host_tile_rows = 32;
/// Values that are gathered at once where they lie in another order than the rows.
inline constexpr std::int64_t host_value_chunk = 256;

/// A product of one matrix with a tile of columns.
template <class T, class Index>
struct HostTile {
  GatherRows<Index> rows;
  const T* values = nullptr;
  /// The tile of B, row-major: entry (i, j) at panel[i * panel_stride + j].
  const T* panel = nullptr;
  std::int64_t panel_stride = 0;
  /// Whether rows of the panel are filled up to a whole number of vectors.
  bool is_padded = false;
  int width = 0;  ///< columns
  T alpha{};
  T beta{};
  DenseOperand<T> C;     ///< its columns from the tile's first on
  bool streams = false;  ///< C is written around the caches
};

/// C(first .. last, all columns of the tile).
template <class T, class Index>
using TileRows = void (*)(const HostTile<T, Index>&, std::int64_t first, std::int64_t last);

#define FILIGREE_TARGET
namespace baseline {
#include "spmm/host/tile_rows.inc"
}
#undef FILIGREE_TARGET

#if FILIGREE_HOST_SIMD
#define FILIGREE_TARGET FILIGREE_TARGET_AVX2
namespace avx2 {
#include "spmm/host/tile_rows.inc"
}
#undef FILIGREE_TARGET

#define FILIGREE_TARGET FILIGREE_TARGET_AVX512
namespace avx512 {
#include "spmm/host/tile_rows.inc"
}
#undef FILIGREE_TARGET
#endif

/// The kernel for a tile on this processor.
template <class T, class Index>
TileRows<T, Index> tile_rows_for([[maybe_unused]] HostIsa isa, int width, bool is_padded) {
#if FILIGREE_HOST_SIMD
  if (isa == HostIsa::avx512) return avx512::tile_rows<T, Index>(width, is_padded);
  if (isa == HostIsa::avx2) return avx2::tile_rows<T, Index>(width, is_padded);
#endif
  return baseline::tile_rows<T, Index>(width, is_padded);
}

/// The length of a padded row for `width` columns: whole vectors.
template <class T>
std::int64_t padded_tile_width(HostIsa isa, std::int64_t width) {
  const std::int64_t lanes = std::int64_t((isa == HostIsa::avx512 ? 64 : 32) / sizeof(T));
  return groups_of(width, lanes) * lanes;
}

}  // namespace filigree::detail
