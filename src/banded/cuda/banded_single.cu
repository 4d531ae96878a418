// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "banded/cuda/launch.cuh"
#include "banded/cuda/systems.cuh"

namespace filigree::cuda {

template cudaError_t launch_banded(const BandedArguments<float, 1>&, const BandedShape&, void*,
                                   cudaStream_t);
template cudaError_t launch_banded(const BandedArguments<float, 2>&, const BandedShape&, void*,
                                   cudaStream_t);
template cudaError_t launch_banded_systems(const BandedArguments<float, 2>&, bool, void*,
                                           cudaStream_t);

}  // namespace filigree::cuda
