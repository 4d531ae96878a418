// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spmv/cuda/warp_tile.cuh"

#include "spmv/cuda/instances.hpp"
#include "spmv/cuda/partition.hpp"

namespace filigree::cuda {

template <class Arguments>
cudaError_t launch_long_rows(const Arguments& arguments, const LongRows& long_rows,
                             typename Arguments::C* partials, cudaStream_t stream) {
  if (long_rows.count == 0) return cudaSuccess;
  const auto segment_blocks =
      unsigned((long_rows.num_segments + warp_tile_warps - 1) / warp_tile_warps);
  const auto row_blocks = unsigned((long_rows.count + warp_tile_warps - 1) / warp_tile_warps);
  if (arguments.value_index != nullptr)
    segment_kernel<true><<<segment_blocks, warp_tile_threads, 0, stream>>>(arguments, long_rows);
  else
    segment_kernel<false><<<segment_blocks, warp_tile_threads, 0, stream>>>(arguments, long_rows);
  if (partials != nullptr)
    long_row_kernel<true>
        <<<row_blocks, warp_tile_threads, 0, stream>>>(arguments, long_rows, partials);
  else
    long_row_kernel<false>
        <<<row_blocks, warp_tile_threads, 0, stream>>>(arguments, long_rows, partials);
  return cudaGetLastError();
}

template <bool Permuted, bool Reduce, class Arguments>
cudaError_t launch_warp_tile_kernels(const Arguments& arguments, const LongRows& long_rows,
                                     cudaStream_t stream) {
  constexpr int warps = warp_tile_warps;
  const int rows = rows_per_warp(double(arguments.nnz) / double(arguments.num_rows));
  const std::int64_t tile_blocks = ((arguments.num_rows + rows - 1) / rows + warps - 1) / warps;
  warp_tile_kernel<Permuted, Reduce>
      <<<unsigned(tile_blocks), warp_tile_threads, 0, stream>>>(arguments, rows, long_rows.limit);
  const cudaError_t error = launch_long_rows(
      arguments, long_rows, Reduce ? arguments.partials + 2 * tile_blocks : nullptr, stream);
  if (Reduce && error == cudaSuccess)
    sum_partials_kernel<<<1, 1024, 0, stream>>>(arguments.partials,
                                                tile_blocks + (long_rows.count + warps - 1) / warps,
                                                arguments.reductions);
  return error != cudaSuccess ? error : cudaGetLastError();
}

template <class Arguments>
cudaError_t launch_warp_tile(const Arguments& arguments, const LongRows& long_rows,
                             cudaStream_t stream) {
  if (arguments.num_rows == 0) return cudaSuccess;
  const bool permuted = arguments.value_index != nullptr;
  if (arguments.reductions != nullptr)
    return permuted ? launch_warp_tile_kernels<true, true>(arguments, long_rows, stream)
                    : launch_warp_tile_kernels<false, true>(arguments, long_rows, stream);
  return permuted ? launch_warp_tile_kernels<true, false>(arguments, long_rows, stream)
                  : launch_warp_tile_kernels<false, false>(arguments, long_rows, stream);
}

#define FILIGREE_SPMV_LAUNCH(A, X, Y, C, Offset, Index)                                  \
  template cudaError_t launch_warp_tile(const SpmvArguments<A, X, Y, C, Offset, Index>&, \
                                        const LongRows&, cudaStream_t);                  \
  template cudaError_t launch_long_rows(const SpmvArguments<A, X, Y, C, Offset, Index>&, \
                                        const LongRows&, C*, cudaStream_t);
FILIGREE_SPMV_SINGLE
FILIGREE_SPMV_DOUBLE
FILIGREE_SPMV_COMPLEX
FILIGREE_SPMV_16BIT

}  // namespace filigree::cuda
