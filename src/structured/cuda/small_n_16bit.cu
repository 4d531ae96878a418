// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "structured/cuda/small_n.cuh"

namespace filigree::cuda {

#define FILIGREE_SMALL_N(In, Out) \
  template cudaError_t launch_small_n<In, Out>(const MatmulArguments&, int, cudaStream_t);
FILIGREE_SMALL_N(half, half)
FILIGREE_SMALL_N(half, float)
FILIGREE_SMALL_N(bfloat16, bfloat16)
FILIGREE_SMALL_N(bfloat16, float)
FILIGREE_SMALL_N(float, float)

}  // namespace filigree::cuda
