// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sddmm/cuda/instances.hpp"
#include "sddmm/cuda/launch.cuh"

namespace filigree::cuda {

FILIGREE_SDDMM_LAUNCH(half, float, float)
FILIGREE_SDDMM_LAUNCH(half, half, float)
FILIGREE_SDDMM_COPY(half)

}  // namespace filigree::cuda
