// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spgemm/cuda/values.cuh"

namespace filigree::cuda {

FILIGREE_SPGEMM_LAUNCH(bfloat16, bfloat16, float)
FILIGREE_SPGEMM_LAUNCH(bfloat16, float, float)

}  // namespace filigree::cuda
