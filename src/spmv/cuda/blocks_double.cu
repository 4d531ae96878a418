// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spmv/cuda/block_launch.cuh"

namespace filigree::cuda {

#define FILIGREE_FORMAT_LAUNCH(A, X, Y, C, Index)                                                 \
  template cudaError_t launch_blocks(const FormatArguments<A, X, Y, C>&, const BlockRows<Index>&, \
                                     cudaStream_t);
FILIGREE_SPMV_DOUBLE

}  // namespace filigree::cuda
