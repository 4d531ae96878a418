// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "factor/cuda/launch_blocks.cuh"

namespace filigree::cuda {

template cudaError_t launch_block_factor(const BlockFactorArguments<float>&, int, void*,
                                         cudaStream_t);

}  // namespace filigree::cuda
