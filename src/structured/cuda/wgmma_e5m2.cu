// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "structured/cuda/wgmma_launch.cuh"

namespace filigree::cuda {

template cudaError_t launch_wgmma_matmul<float8_e5m2, half>(const MatmulArguments&, int,
                                                            cudaStream_t);
template cudaError_t launch_wgmma_matmul<float8_e5m2, bfloat16>(const MatmulArguments&, int,
                                                                cudaStream_t);
template cudaError_t launch_wgmma_matmul<float8_e5m2, float>(const MatmulArguments&, int,
                                                             cudaStream_t);
template cudaError_t launch_wgmma_matmul<float8_e5m2, float8_e5m2>(const MatmulArguments&, int,
                                                                   cudaStream_t);
template cudaError_t launch_partial_sums<float8_e5m2>(const MatmulArguments&, const PartialSums&,
                                                      int, cudaStream_t);

}  // namespace filigree::cuda
