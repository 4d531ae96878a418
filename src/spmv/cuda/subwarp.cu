// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spmv/cuda/subwarp.cuh"

#include "spmv/cuda/instances.hpp"

namespace filigree::cuda {

template <class Arguments>
cudaError_t launch_subwarp(const Arguments& arguments, const SubwarpRows& rows,
                           cudaStream_t stream) {
  if (arguments.num_rows == 0) return cudaSuccess;
  const std::int64_t blocks = subwarp_blocks(arguments.num_rows, rows);
  subwarp_kernel<<<unsigned(blocks), subwarp_threads, 0, stream>>>(arguments, rows);
  if (arguments.reductions != nullptr)
    sum_partials_kernel<<<1, 1024, 0, stream>>>(arguments.partials, blocks, arguments.reductions);
  return cudaGetLastError();
}

#define FILIGREE_SPMV_LAUNCH(A, X, Y, C, Offset, Index)                                \
  template cudaError_t launch_subwarp(const SpmvArguments<A, X, Y, C, Offset, Index>&, \
                                      const SubwarpRows&, cudaStream_t);
FILIGREE_SPMV_SINGLE
FILIGREE_SPMV_DOUBLE
FILIGREE_SPMV_COMPLEX
FILIGREE_SPMV_16BIT

}  // namespace filigree::cuda
