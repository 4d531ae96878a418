// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "spmv/cuda/format_arguments.hpp"

namespace filigree::cuda {

/// The block rows of a Bsr matrix, or of a view of one: the blocks of block row I are
/// [begin_offsets[I], end_offsets[I]), counted from the base.
template <class Index_>
struct BlockRows {
  using Index = Index_;

  std::int64_t num_block_rows;  ///< that take part
  std::int64_t num_blocks;      ///< of the arrays
  int rows;                     ///< of a block
  int cols;                     ///< of a block
  bool row_major;               ///< order of the entries of a block
  OffsetArray begin_offsets;
  OffsetArray end_offsets;
  bool contiguous;    ///< each block row ends where the next one begins
  const Index* mask;  ///< block rows that take part, counted from the base; null: all
  const Index* col_indices;
  Index base;
  double mean_blocks;         ///< of a block row
  std::size_t staging_bytes;  ///< of a thread block's shared memory; 0: no bulk copy engine
};

/// SpMV on blocks of any shape and order: a group of lanes reads a block, a few groups share a
/// block row.
template <class Arguments, class Index>
cudaError_t launch_blocks(const Arguments& arguments, const BlockRows<Index>& blocks,
                          cudaStream_t stream);

}  // namespace filigree::cuda
