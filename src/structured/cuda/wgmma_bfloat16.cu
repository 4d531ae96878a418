// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "structured/cuda/wgmma_launch.cuh"

namespace filigree::cuda {

template cudaError_t launch_wgmma_matmul<bfloat16, bfloat16>(const MatmulArguments&, int,
                                                             cudaStream_t);
template cudaError_t launch_wgmma_matmul<bfloat16, float>(const MatmulArguments&, int,
                                                          cudaStream_t);
template cudaError_t launch_partial_sums<bfloat16>(const MatmulArguments&, const PartialSums&, int,
                                                   cudaStream_t);

}  // namespace filigree::cuda
