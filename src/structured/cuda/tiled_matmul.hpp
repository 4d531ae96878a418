// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include "structured/cuda/takes.hpp"

namespace filigree::cuda {

/// The structured product for any shape, strides and alignment, on any architecture: no Tensor
/// Cores, sums in Accumulator<In>, floats of B truncated to tf32. For the pairs of
/// FILIGREE_STRUCTURED_PRODUCTS.
template <class In, class Out>
cudaError_t launch_tiled_matmul(const MatmulArguments& arguments, cudaStream_t stream);

}  // namespace filigree::cuda
