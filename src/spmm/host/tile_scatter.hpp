// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "spmm/host/tile_rows.hpp"

/// Products with the transposed matrix from the rows as they are stored, a tile of columns at a
/// time: each entry adds a multiple of a row of B to the sums of its column. Values and B are read
/// once and in their order, where gathering reads a value at a time from far apart.

namespace filigree::detail {

/// A tile's rows are those of A, its panel has one row for each; C has one for each of A's columns.
template <class T, class Index>
struct TileScatter {
  /// Adds rows first .. last - 1 to the sums of their columns, those of column 0 first.
  void (*add)(const HostTile<T, Index>&, std::int64_t first, std::int64_t last, T* sums);
  /// C(first .. last - 1, all columns of the tile) = alpha sums + beta C, those of `first` first.
  void (*store)(const HostTile<T, Index>&, std::int64_t first, std::int64_t last, const T* sums);
};

#define FILIGREE_ISA_SOURCE "spmm/host/tile_scatter.inc"
#include "spmv/host/each_isa.inc"

#if FILIGREE_HOST_SIMD
#define FILIGREE_TARGET FILIGREE_TARGET_AVX2
namespace avx2_half {
#include "spmm/host/tile_scatter.inc"
}
#undef FILIGREE_TARGET
#endif

/// The kernels for a tile on this processor; sums have padded_tile_width lanes a column.
template <class T, class Index>
TileScatter<T, Index> tile_scatter_for([[maybe_unused]] HostIsa isa, std::int64_t width,
                                       bool is_padded) {
#if FILIGREE_HOST_SIMD
  if (isa != HostIsa::baseline) {
    const std::int64_t bytes = tile_vector_bytes(isa, width * std::int64_t(sizeof(T)));
    if (bytes == 16) return avx2_half::single_vector_scatter<T, Index>(width, is_padded);
    if (bytes == 64) return avx512::tile_scatter<T, Index>(width, is_padded);
    return avx2::tile_scatter<T, Index>(width, is_padded);
  }
#endif
  return baseline::tile_scatter<T, Index>(width, is_padded);
}

}  // namespace filigree::detail
