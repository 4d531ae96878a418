// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include "spmv/cuda/arguments.hpp"
#include "spmv/cuda/warp_tile.hpp"

namespace filigree::cuda {

/// How the blocks are cut, and the encodings of CompressedIndices.
struct RowBlocks {
  int rows_per_block;
  int capacity;  ///< entries of a block that shared memory can stage; larger blocks read from
                 ///< global memory
  const std::uint8_t* block_encoding;
  const std::uint8_t* pattern_ids;
  const std::int32_t* list_offsets;
  const std::int32_t* lists;
  const std::int64_t* group_rows;
  const std::uint16_t* narrow;
  const std::int64_t* block_base;
  std::int64_t num_groups;  ///< of shared lists
  bool only_groups;         ///< every block is of shared lists
  int lanes_a_row;          ///< threads that share a row: a power of two up to 32
  std::int64_t limit;       ///< rows of more entries are left to finish_long_rows
  bool stages_raw;          ///< whether any block stages raw columns
  bool stages_narrow;       ///< whether any block stages 16-bit offsets
};

/// Where a block's arrays lie in its shared memory.
struct StageLayout {
  std::uint32_t offsets_at;
  std::uint32_t indices_at;
  std::uint32_t bytes;
};

inline constexpr int row_block_threads = 64;

/// SpMV by row blocks. \c compressed: block_encoding is set. Partials of reductions: 2 a row block,
/// 2 for each of the group_blocks and 2 for every warp_tile_warps long rows.
template <class Arguments>
cudaError_t launch_row_block(const Arguments& arguments, const RowBlocks& blocks, bool compressed,
                             const LongRows& long_rows, cudaStream_t stream);

}  // namespace filigree::cuda
