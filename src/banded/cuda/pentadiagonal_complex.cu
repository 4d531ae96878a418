// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "banded/cuda/launch.cuh"

namespace filigree::cuda {

template cudaError_t launch_banded(const BandedArguments<Complex<float>, 2>&, const BandedShape&,
                                   void*, cudaStream_t);
template cudaError_t launch_banded(const BandedArguments<Complex<double>, 2>&, const BandedShape&,
                                   void*, cudaStream_t);

}  // namespace filigree::cuda
