// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spmm/cuda/instances.hpp"
#include "spmm/cuda/launch.cuh"

namespace filigree::cuda {

#define FILIGREE_SPMM_LAUNCH(A, Y, C, Index)                                                \
  template cudaError_t launch_spmm(const SpmmArguments<A, Y, C, Index>&, const SpmmChoice&, \
                                   const LongRows&, void*, cudaStream_t);
FILIGREE_SPMM_DOUBLE

}  // namespace filigree::cuda
