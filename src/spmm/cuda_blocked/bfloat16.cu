// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spmm/cuda_blocked/densified.cuh"

namespace filigree::cuda {

template cudaError_t launch_blocked_ell<bfloat16, bfloat16>(const BlockedEllArguments&,
                                                            const BlockedEllFactors<float>&, void*,
                                                            int, cudaStream_t);
template cudaError_t launch_blocked_ell<bfloat16, float>(const BlockedEllArguments&,
                                                         const BlockedEllFactors<float>&, void*,
                                                         int, cudaStream_t);
template cudaError_t launch_densified<bfloat16, bfloat16>(const BlockedEllArguments&,
                                                          const BlockedEllFactors<float>&,
                                                          const BlockSchedule&, void*, int,
                                                          cudaStream_t);
template cudaError_t launch_densified<bfloat16, float>(const BlockedEllArguments&,
                                                       const BlockedEllFactors<float>&,
                                                       const BlockSchedule&, void*, int,
                                                       cudaStream_t);

}  // namespace filigree::cuda
