// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "solve/cuda/launch_chunks.cuh"

namespace filigree::cuda {

template cudaError_t launch_solve_chunks(SolveArguments<float, std::int32_t>, int, void*,
                                         cudaStream_t);
template cudaError_t launch_solve_chunks(SolveArguments<float, std::int64_t>, int, void*,
                                         cudaStream_t);

}  // namespace filigree::cuda
