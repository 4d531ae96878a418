// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include "structured/cuda/takes.hpp"

namespace filigree::cuda {

/// The structured product for compute capability 9.0, where wgmma_matmul_takes it, for the pairs of
/// FILIGREE_STRUCTURED_PRODUCTS. D is stored by the copy engine where that can (alpha alone, D
/// aligned as B has to be), by the threads otherwise. Sums of 8-bit floats keep about 14 bits, as
/// the instruction does.
template <class In, class Out>
cudaError_t launch_wgmma_matmul(const MatmulArguments& arguments, int multiprocessors,
                                cudaStream_t stream);

}  // namespace filigree::cuda
