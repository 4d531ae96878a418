// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spmv/cuda/warp_tile.cuh"

#include "spmv/cuda/huge_row.cuh"
#include "spmv/cuda/instances.hpp"
#include "spmv/cuda/partition.hpp"

namespace filigree::cuda {
namespace {

int segment_blocks(const LongRows& long_rows) {
  return int((long_rows.num_segments + warp_tile_warps - 1) / warp_tile_warps);
}

}  // namespace

template <class Arguments>
cudaError_t finish_long_rows(const Arguments& arguments, const LongRows& long_rows,
                             typename Arguments::C* partials, cudaStream_t stream) {
  if (long_rows.count == 0) return cudaSuccess;
  const std::int64_t blocks = (long_rows.count + warp_tile_warps - 1) / warp_tile_warps;
  const auto kernel =
      partials != nullptr ? long_row_kernel<true, Arguments> : long_row_kernel<false, Arguments>;
  return launch_dependent(kernel, {blocks, warp_tile_threads}, stream, arguments, long_rows,
                          partials);
}

namespace {

template <bool Permuted, bool Reduce, class Arguments>
cudaError_t launch_warp_tile_kernels(const Arguments& arguments, const LongRows& long_rows,
                                     cudaStream_t stream) {
  constexpr int warps = warp_tile_warps;
  const int rows = rows_per_warp(arguments.nnz, arguments.num_rows);
  const std::int64_t tile_blocks = ((arguments.num_rows + rows - 1) / rows + warps - 1) / warps;
  const int segments = segment_blocks(long_rows);
  warp_tile_kernel<Permuted, Reduce>
      <<<unsigned(tile_blocks + segments), warp_tile_threads, 0, stream>>>(arguments, rows,
                                                                           long_rows, segments);
  // Behind the tiles, whose kernel does not wait for another one's results.
  const cudaError_t error =
      long_rows.unlisted
          ? launch_huge_rows(arguments, long_rows.limit, true, stream)
          : finish_long_rows(arguments, long_rows,
                             Reduce ? arguments.partials + 2 * tile_blocks : nullptr, stream);
  if (Reduce && error == cudaSuccess)
    sum_partials_kernel<<<1, 1024, 0, stream>>>(arguments.partials,
                                                tile_blocks + (long_rows.count + warps - 1) / warps,
                                                arguments.reductions);
  return error != cudaSuccess ? error : cudaGetLastError();
}

}  // namespace

template <class Arguments>
cudaError_t launch_segments(const Arguments& arguments, const LongRows& long_rows,
                            cudaStream_t stream) {
  if (long_rows.unlisted) return launch_huge_rows(arguments, long_rows.limit, false, stream);
  if (long_rows.count == 0) return cudaSuccess;
  const int blocks = segment_blocks(long_rows);
  warp_tile_kernel<false, false>
      <<<unsigned(blocks), warp_tile_threads, 0, stream>>>(arguments, 0, long_rows, blocks);
  return cudaGetLastError();
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
  template cudaError_t launch_segments(const SpmvArguments<A, X, Y, C, Offset, Index>&,  \
                                       const LongRows&, cudaStream_t);                   \
  template cudaError_t finish_long_rows(const SpmvArguments<A, X, Y, C, Offset, Index>&, \
                                        const LongRows&, C*, cudaStream_t);
FILIGREE_SPMV_SINGLE
FILIGREE_SPMV_DOUBLE
FILIGREE_SPMV_COMPLEX
FILIGREE_SPMV_16BIT

}  // namespace filigree::cuda
