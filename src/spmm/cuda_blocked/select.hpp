// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

/// Which blocks the Tensor-Core kernels of Blocked-ELL and Bsr take, and how they cut products up:
/// plain functions. No CUDA here.

namespace filigree::cuda {

/// How a product is cut up.
struct BlockedEllChoice {
  bool by_warps;               ///< warp_tile.cuh: no zeros are multiplied; else wgmma_tile.cuh
  std::int64_t rows_per_list;  ///< of the schedule: a tile's, or a block's where it has more

  bool operator==(const BlockedEllChoice&) const = default;
};

/// A function of the block size, the bytes of an entry of A and the layout of B alone: a plan has a
/// schedule for each layout where they differ.
inline BlockedEllChoice choose_blocked_ell(std::int64_t block_size, int scalar_bytes,
                                           bool b_row_major) {
  const std::int64_t of_wgmma = block_size > 128 ? block_size : 128;
  if (scalar_bytes == 8) return {true, of_wgmma};
  // wgmma takes int8 and tf32 along k only; the blocks of a wgmma tile would be too many, of int8
  // below 64 rows, of tf32 below 32.
  if (scalar_bytes == 1 || scalar_bytes == 4)
    return b_row_major || block_size < (scalar_bytes == 1 ? 64 : 32)
               ? BlockedEllChoice{true, 256}
               : BlockedEllChoice{false, of_wgmma};
  // Blocks of 16 rows share a wgmma tile by eight, and too many of them meet columns of B that they
  // do not have.
  if (block_size <= 16) return {true, 256};
  return {false, of_wgmma};
}

/// Whether the kernels are there for such blocks: half, bfloat16, double, int8, or floats as tf32,
/// 16, 32, 64, 128 or 256 rows.
inline bool blocked_ell_takes_blocks(std::int64_t block_size, int scalar_bytes) {
  if (scalar_bytes != 1 && scalar_bytes != 2 && scalar_bytes != 4 && scalar_bytes != 8)
    return false;
  return block_size == 16 || block_size == 32 || block_size == 64 || block_size == 128 ||
         block_size == 256;
}

}  // namespace filigree::cuda
