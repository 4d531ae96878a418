// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include "spmv/cuda/arguments.hpp"
#include "spmv/cuda/two_pass.hpp"

namespace filigree::cuda {

/// A product with the transpose in two passes. The plan is for block_entries of the compute type;
/// \c workspace has room for plan.num_partials + 2 plan.num_buckets values of it. Of \c arguments
/// neither the pattern nor the reductions are used.
template <class Arguments>
cudaError_t launch_two_pass(const Arguments& arguments, const TwoPass& plan, void* workspace,
                            cudaStream_t stream);

}  // namespace filigree::cuda
