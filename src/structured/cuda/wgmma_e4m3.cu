// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "structured/cuda/wgmma_launch.cuh"

namespace filigree::cuda {

template cudaError_t launch_wgmma_matmul<float8_e4m3, half>(const MatmulArguments&, int,
                                                            cudaStream_t);
template cudaError_t launch_wgmma_matmul<float8_e4m3, bfloat16>(const MatmulArguments&, int,
                                                                cudaStream_t);
template cudaError_t launch_wgmma_matmul<float8_e4m3, float>(const MatmulArguments&, int,
                                                             cudaStream_t);
template cudaError_t launch_wgmma_matmul<float8_e4m3, float8_e4m3>(const MatmulArguments&, int,
                                                                   cudaStream_t);
template cudaError_t launch_partial_sums<float8_e4m3>(const MatmulArguments&, const PartialSums&,
                                                      int, cudaStream_t);

}  // namespace filigree::cuda
