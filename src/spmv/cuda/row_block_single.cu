// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spmv/cuda/instances.hpp"
#include "spmv/cuda/row_block_launch.cuh"

namespace filigree::cuda {

#define FILIGREE_SPMV_LAUNCH(A, X, Y, C, Offset, Index)                                  \
  template cudaError_t launch_row_block(const SpmvArguments<A, X, Y, C, Offset, Index>&, \
                                        const RowBlocks&, bool, const LongRows&, cudaStream_t);
FILIGREE_SPMV_SINGLE

}  // namespace filigree::cuda
