// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "geam/cuda/values.cuh"

namespace filigree::cuda {

FILIGREE_GEAM_LAUNCH(float, float, float)
FILIGREE_GEAM_LAUNCH(double, double, double)

}  // namespace filigree::cuda
