// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include "structured/matmul_arguments.hpp"

namespace filigree::cuda {

using structured::MatmulArguments;

inline constexpr std::int64_t small_n_limit = 32;

/// The structured product for few columns of B (at most small_n_limit), where reading A is the
/// work: the thread blocks of a cluster share the sums along k and add up their parts in a fixed
/// order. Takes what wgmma_matmul_takes, with n in that limit. For the pairs of
/// FILIGREE_STRUCTURED_PRODUCTS.
template <class In, class Out>
cudaError_t launch_small_n(const MatmulArguments& arguments, int multiprocessors,
                           cudaStream_t stream);

}  // namespace filigree::cuda
