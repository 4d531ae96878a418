// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spgemm/cuda/values.cuh"

namespace filigree::cuda {

FILIGREE_SPGEMM_LAUNCH(half, half, float)
FILIGREE_SPGEMM_LAUNCH(half, float, float)

}  // namespace filigree::cuda
