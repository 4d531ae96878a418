// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "factor/cuda/launch.cuh"

namespace filigree::cuda {

template cudaError_t launch_factor(const FactorArguments<double, std::int32_t>&, int, void*,
                                   cudaStream_t);
template cudaError_t launch_factor(const FactorArguments<double, std::int64_t>&, int, void*,
                                   cudaStream_t);
template cudaError_t launch_short_factor(const FactorArguments<double, std::int32_t>&, int, void*,
                                         cudaStream_t);
template cudaError_t launch_short_factor(const FactorArguments<double, std::int64_t>&, int, void*,
                                         cudaStream_t);
template cudaError_t launch_pivot_factor(const FactorArguments<double, std::int32_t>&, int, void*,
                                         cudaStream_t);
template cudaError_t launch_pivot_factor(const FactorArguments<double, std::int64_t>&, int, void*,
                                         cudaStream_t);

}  // namespace filigree::cuda
