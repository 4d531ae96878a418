// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "structured/cuda/wgmma_launch.cuh"

namespace filigree::cuda {

template cudaError_t launch_wgmma_matmul<std::int8_t, std::int8_t>(const MatmulArguments&, int,
                                                                   cudaStream_t);
template cudaError_t launch_wgmma_matmul<std::int8_t, std::int32_t>(const MatmulArguments&, int,
                                                                    cudaStream_t);
template cudaError_t launch_wgmma_matmul<std::int8_t, half>(const MatmulArguments&, int,
                                                            cudaStream_t);
template cudaError_t launch_wgmma_matmul<std::int8_t, bfloat16>(const MatmulArguments&, int,
                                                                cudaStream_t);
template cudaError_t launch_partial_sums<std::int8_t>(const MatmulArguments&, const PartialSums&,
                                                      int, cudaStream_t);

}  // namespace filigree::cuda
