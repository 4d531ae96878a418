// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spmv/cuda/warp_tile.cuh"

#include "spmv/cuda/instances.hpp"
#include "spmv/cuda/partition.hpp"

namespace filigree::cuda {

template <bool Permuted, bool Reduce, class Arguments>
cudaError_t launch_warp_tile_kernels(const Arguments& arguments, const LongRows& long_rows, cudaStream_t stream) {
  constexpr int warps = warp_tile_warps;
  const double mean = double(arguments.nnz) / double(arguments.num_rows);
  const int rows = rows_per_warp(mean);
  const std::int64_t limit = long_rows.count > 0 ? segment_entries : no_long_rows;
  const std::int64_t tile_blocks = ((arguments.num_rows + rows - 1) / rows + warps - 1) / warps;
  const std::int64_t long_blocks = (long_rows.count + warps - 1) / warps;
  warp_tile_kernel<Permuted, Reduce>
      <<<unsigned(tile_blocks), warp_tile_threads, 0, stream>>>(arguments, rows, limit);
  if (long_blocks > 0) {
    const std::int64_t segment_blocks = (long_rows.num_segments + warps - 1) / warps;
    segment_kernel<Permuted><<<unsigned(segment_blocks), warp_tile_threads, 0, stream>>>(arguments, long_rows);
    long_row_kernel<Reduce><<<unsigned(long_blocks), warp_tile_threads, 0, stream>>>(
        arguments, long_rows, Reduce ? arguments.partials + 2 * tile_blocks : nullptr);
  }
  if (Reduce)
    sum_partials_kernel<<<1, 1024, 0, stream>>>(arguments.partials, tile_blocks + long_blocks, arguments.reductions);
  return cudaGetLastError();
}

template <class Arguments>
cudaError_t launch_warp_tile(const Arguments& arguments, const LongRows& long_rows, cudaStream_t stream) {
  if (arguments.num_rows == 0) return cudaSuccess;
  const bool permuted = arguments.value_index != nullptr;
  if (arguments.reductions != nullptr)
    return permuted ? launch_warp_tile_kernels<true, true>(arguments, long_rows, stream)
                    : launch_warp_tile_kernels<false, true>(arguments, long_rows, stream);
  return permuted ? launch_warp_tile_kernels<true, false>(arguments, long_rows, stream)
                  : launch_warp_tile_kernels<false, false>(arguments, long_rows, stream);
}

#define FILIGREE_SPMV_LAUNCH(A, X, Y, C, Offset, Index)                                                  \
  template cudaError_t launch_warp_tile(const SpmvArguments<A, X, Y, C, Offset, Index>&, const LongRows&, \
                                        cudaStream_t);
FILIGREE_SPMV_SINGLE
FILIGREE_SPMV_DOUBLE
FILIGREE_SPMV_COMPLEX
FILIGREE_SPMV_16BIT

}  // namespace filigree::cuda
