// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <filigree/core/macros.hpp>

#include "structured/layout.hpp"

/// Where split products keep the sums of each part of k.

namespace filigree::cuda {

/// Four sums of a thread of a warpgroup, as the instruction leaves them: of 8 columns, those
/// 2 (lane % 4) and the next one, of row 16 warp + lane / 4, then of the row 8 below.
template <class Sum>
struct alignas(16) FourSums {
  Sum values[4];
};

/// FourSums [part][batch][64 rows of D][8 columns of D][thread], without rows and columns of tiles
/// beyond D but for those of the last of these blocks.
struct PartialSums {
  static constexpr int threads = 128;
  static constexpr int cols = 8;

  void* data;
  int parts;
  std::int64_t batches;
  std::int64_t row_blocks;
  std::int64_t col_groups;

  static PartialSums of(void* data, int parts, std::int64_t batches, std::int64_t m,
                        std::int64_t n) {
    return {data, parts, batches, (m - 1) / structured::block_rows + 1, (n - 1) / cols + 1};
  }

  FILIGREE_FUNCTION std::int64_t offset(std::int64_t part, std::int64_t batch,
                                        std::int64_t row_block, std::int64_t col_group) const {
    return (((part * batches + batch) * row_blocks + row_block) * col_groups + col_group) * threads;
  }
  /// From a part to the next.
  FILIGREE_FUNCTION std::int64_t part_stride() const { return offset(1, 0, 0, 0); }
  std::int64_t bytes() const { return parts * part_stride() * 16; }
};

}  // namespace filigree::cuda
