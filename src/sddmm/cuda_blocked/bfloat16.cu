// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sddmm/cuda_blocked/launch.cuh"

namespace filigree::cuda {

template cudaError_t launch_bsr_sddmm<bfloat16>(const BsrSddmmArguments&, bool, int, cudaStream_t);

}  // namespace filigree::cuda
