// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spgemm/cuda/values.cuh"

namespace filigree::cuda {

FILIGREE_SPGEMM_LAUNCH(float, float, float)
FILIGREE_SPGEMM_LAUNCH(double, double, double)

}  // namespace filigree::cuda
