// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>

#include "cuda/shared_memory.hpp"
#include "spmv/cuda/group.cuh"
#include "spmv/cuda/row_block.cuh"

namespace filigree::cuda {

template <bool Compressed, class Arguments>
StageLayout stage_layout(const RowBlocks& blocks) {
  using A = typename Arguments::A;
  StageLayout layout{};
  std::size_t bytes = StagedSlice<A>::shared_bytes(blocks.capacity);
  layout.offsets_at = std::uint32_t(bytes);
  bytes += StagedSlice<typename Arguments::Offset>::shared_bytes(blocks.rows_per_block + 1);
  layout.indices_at = std::uint32_t(bytes);
  // Blocks that are all in the dictionary need no room for columns.
  std::size_t indices = Compressed ? std::size_t(blocks.rows_per_block) : 0;
  if (blocks.stages_raw)
    indices = std::max(indices, std::size_t(blocks.capacity) * sizeof(typename Arguments::Index));
  else if (blocks.stages_narrow)
    indices = std::max(indices, std::size_t(blocks.capacity) * sizeof(std::uint16_t));
  bytes += StagedSlice<unsigned char>::shared_bytes(indices);
  const std::size_t tiles = row_block_threads / 32 * chunk_entries * sizeof(typename Arguments::C);
  layout.bytes = std::uint32_t(std::max(bytes, tiles));
  return layout;
}

/// What compressed row blocks may have of a multiprocessor as shared memory, in percent. Long rows,
/// and columns that are alike in no two rows, gather more of x than the L1 cache holds that staging
/// would leave, and are faster with fewer blocks beside a larger cache (H200, f64, 81 entries a
/// row: 0.178 -> 0.158 ms; 10 to 30 random ones of a band: 0.129 -> 0.110). Raw columns, whose
/// blocks are larger, are not.
template <class Arguments>
int shared_memory_percent(const Arguments& arguments, const RowBlocks& blocks) {
  const bool is_long = arguments.nnz > 32 * arguments.num_rows;
  const bool is_unlike = blocks.stages_narrow && sizeof(typename Arguments::C) > 4;
  return is_long || is_unlike ? 72 : cudaSharedmemCarveoutDefault;
}

template <bool Compressed, class Shape, bool Reduce, class Arguments>
cudaError_t launch_row_block_kernel(const Arguments& arguments, const RowBlocks& blocks,
                                    const LongRows& long_rows, cudaStream_t stream) {
  const auto kernel = row_block_kernel<Compressed, Shape, Reduce, Arguments>;
  const StageLayout layout = stage_layout<Compressed, Arguments>(blocks);
  cudaError_t error = allow_shared_memory(kernel, layout.bytes);
  if (Compressed && error == cudaSuccess)
    error = prefer_shared_memory(kernel, shared_memory_percent(arguments, blocks));
  if (error != cudaSuccess) return error;
  error = launch_segments(arguments, long_rows, stream);
  if (error != cudaSuccess) return error;
  std::int64_t partials = 0;
  if (!(Compressed && blocks.only_groups)) {
    const std::int64_t num_blocks =
        (arguments.num_rows + blocks.rows_per_block - 1) / blocks.rows_per_block;
    if (long_rows.count > 0 || long_rows.unlisted)
      error = launch_dependent(kernel, {num_blocks, row_block_threads, layout.bytes}, stream,
                               arguments, blocks, layout);
    else
      kernel<<<unsigned(num_blocks), row_block_threads, layout.bytes, stream>>>(arguments, blocks,
                                                                                layout);
    if (error != cudaSuccess) return error;
    partials += num_blocks;
  }
  if (Compressed && blocks.num_groups > 0) {
    const std::int64_t num_blocks = group_blocks(blocks.num_groups);
    typename Arguments::C* const group_partials =
        Reduce ? arguments.partials + 2 * partials : nullptr;
    // Beside the last row blocks, since it writes other rows, but never beside a kernel that is not
    // the library's.
    if (blocks.only_groups)
      group_kernel<Reduce>
          <<<unsigned(num_blocks), group_threads, 0, stream>>>(arguments, blocks, group_partials);
    else
      error = launch_dependent(group_kernel<Reduce, Arguments>, {num_blocks, group_threads}, stream,
                               arguments, blocks, group_partials);
    if (error != cudaSuccess) return error;
    partials += num_blocks;
  }
  error = finish_long_rows(arguments, long_rows,
                           Reduce ? arguments.partials + 2 * partials : nullptr, stream);
  partials += (long_rows.count + warp_tile_warps - 1) / warp_tile_warps;
  if (Reduce && error == cudaSuccess)
    sum_partials_kernel<<<1, 1024, 0, stream>>>(arguments.partials, partials, arguments.reductions);
  return error != cudaSuccess ? error : cudaGetLastError();
}

template <bool Compressed, class Shape, class Arguments>
cudaError_t launch_row_block_shape(const Arguments& arguments, const RowBlocks& blocks,
                                   const LongRows& long_rows, cudaStream_t stream) {
  if (arguments.reductions != nullptr)
    return launch_row_block_kernel<Compressed, Shape, true>(arguments, blocks, long_rows, stream);
  return launch_row_block_kernel<Compressed, Shape, false>(arguments, blocks, long_rows, stream);
}

template <class Shape, class Arguments>
cudaError_t launch_row_block_encoding(const Arguments& arguments, const RowBlocks& blocks,
                                      bool compressed, const LongRows& long_rows,
                                      cudaStream_t stream) {
  return compressed ? launch_row_block_shape<true, Shape>(arguments, blocks, long_rows, stream)
                    : launch_row_block_shape<false, Shape>(arguments, blocks, long_rows, stream);
}

template <class Arguments>
cudaError_t launch_row_block(const Arguments& arguments, const RowBlocks& blocks, bool compressed,
                             const LongRows& long_rows, cudaStream_t stream) {
  if (arguments.num_rows == 0) return cudaSuccess;
  // Measured on 5-, 7- and 27-point grids and rows of 8: two short rows at once, or a longer one.
  constexpr int entries = sizeof(typename Arguments::C) <= 8 ? 15 : 7;
  if (blocks.lanes_a_row > 1)
    return launch_row_block_encoding<Walk<1, entries, true>>(arguments, blocks, compressed,
                                                             long_rows, stream);
  if (double(arguments.nnz) > 8.5 * double(arguments.num_rows))
    return launch_row_block_encoding<Walk<1, entries, false>>(arguments, blocks, compressed,
                                                              long_rows, stream);
  return launch_row_block_encoding<Walk<2, 7, false>>(arguments, blocks, compressed, long_rows,
                                                      stream);
}

}  // namespace filigree::cuda
