// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "geam/cuda/values.cuh"

namespace filigree::cuda {

FILIGREE_GEAM_LAUNCH(Complex<float>, Complex<float>, Complex<float>)
FILIGREE_GEAM_LAUNCH(Complex<double>, Complex<double>, Complex<double>)

}  // namespace filigree::cuda
