// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "geam/cuda/values.cuh"

namespace filigree::cuda {

FILIGREE_GEAM_LAUNCH(bfloat16, bfloat16, float)
FILIGREE_GEAM_LAUNCH(bfloat16, float, float)

}  // namespace filigree::cuda
