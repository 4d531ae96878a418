// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spmm/cuda_blocked/densified.cuh"

namespace filigree::cuda {

template cudaError_t launch_blocked_ell<std::int8_t, std::int32_t>(
    const BlockedEllArguments&, const BlockedEllFactors<std::int32_t>&, void*, int, cudaStream_t);
template cudaError_t launch_densified<std::int8_t, std::int32_t>(
    const BlockedEllArguments&, const BlockedEllFactors<std::int32_t>&, const BlockSchedule&, void*,
    int, cudaStream_t);

}  // namespace filigree::cuda
