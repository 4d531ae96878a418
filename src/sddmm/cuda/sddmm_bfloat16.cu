// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sddmm/cuda/instances.hpp"
#include "sddmm/cuda/launch.cuh"

namespace filigree::cuda {

FILIGREE_SDDMM_LAUNCH(bfloat16, float, float)
FILIGREE_SDDMM_LAUNCH(bfloat16, bfloat16, float)
FILIGREE_SDDMM_COPY(bfloat16)

}  // namespace filigree::cuda
