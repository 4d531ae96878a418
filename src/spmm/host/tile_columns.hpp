// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "spmm/host/tile_rows.hpp"

namespace filigree::detail {

/// Rows whose sums of a few columns stay in the first-level cache until they are stored.
inline constexpr std::int64_t host_column_rows = 64;

#define FILIGREE_ISA_SOURCE "spmm/host/tile_columns.inc"
#include "spmv/host/each_isa.inc"

/// The kernel of this processor for column-major B and C and rows that share lists. The tile's
/// panel is B itself, panel_stride from a column to the next, and it may have any width.
template <class T, class Index>
TileRows<T, Index> tile_columns_for([[maybe_unused]] HostIsa isa) {
#if FILIGREE_HOST_SIMD
  if (isa == HostIsa::avx512) return avx512::run_tile_columns<T, Index>;
  if (isa == HostIsa::avx2) return avx2::run_tile_columns<T, Index>;
#endif
  return baseline::run_tile_columns<T, Index>;
}

}  // namespace filigree::detail
