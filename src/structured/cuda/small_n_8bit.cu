// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "structured/cuda/small_n.cuh"

namespace filigree::cuda {

#define FILIGREE_SMALL_N(In, Out) \
  template cudaError_t launch_small_n<In, Out>(const MatmulArguments&, int, cudaStream_t);
FILIGREE_SMALL_N(std::int8_t, std::int8_t)
FILIGREE_SMALL_N(std::int8_t, std::int32_t)
FILIGREE_SMALL_N(std::int8_t, half)
FILIGREE_SMALL_N(std::int8_t, bfloat16)
FILIGREE_SMALL_N(float8_e4m3, half)
FILIGREE_SMALL_N(float8_e4m3, bfloat16)
FILIGREE_SMALL_N(float8_e4m3, float)
FILIGREE_SMALL_N(float8_e4m3, float8_e4m3)
FILIGREE_SMALL_N(float8_e5m2, half)
FILIGREE_SMALL_N(float8_e5m2, bfloat16)
FILIGREE_SMALL_N(float8_e5m2, float)
FILIGREE_SMALL_N(float8_e5m2, float8_e5m2)

}  // namespace filigree::cuda
