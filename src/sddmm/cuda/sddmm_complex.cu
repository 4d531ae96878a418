// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sddmm/cuda/instances.hpp"
#include "sddmm/cuda/launch.cuh"

namespace filigree::cuda {

FILIGREE_SDDMM_LAUNCH(Complex<float>, Complex<float>, Complex<float>)
FILIGREE_SDDMM_LAUNCH(Complex<double>, Complex<double>, Complex<double>)
FILIGREE_SDDMM_COPY(Complex<float>)
FILIGREE_SDDMM_COPY(Complex<double>)

}  // namespace filigree::cuda
