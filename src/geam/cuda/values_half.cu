// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "geam/cuda/values.cuh"

namespace filigree::cuda {

FILIGREE_GEAM_LAUNCH(half, half, float)
FILIGREE_GEAM_LAUNCH(half, float, float)

}  // namespace filigree::cuda
