// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include "structured/cuda/takes.hpp"

namespace filigree::cuda {

/// The structured product for few columns of B (at most small_n_limit), where reading A is the
/// work: the thread blocks of a cluster share the sums along k and add up their parts in a fixed
/// order. Takes what small_n_takes. For the pairs of FILIGREE_STRUCTURED_PRODUCTS.
template <class In, class Out>
cudaError_t launch_small_n(const MatmulArguments& arguments, int multiprocessors,
                           cudaStream_t stream);

}  // namespace filigree::cuda
