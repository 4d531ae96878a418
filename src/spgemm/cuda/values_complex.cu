// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spgemm/cuda/values.cuh"

namespace filigree::cuda {

FILIGREE_SPGEMM_LAUNCH(Complex<float>, Complex<float>, Complex<float>)
FILIGREE_SPGEMM_LAUNCH(Complex<double>, Complex<double>, Complex<double>)

}  // namespace filigree::cuda
