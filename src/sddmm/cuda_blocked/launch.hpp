// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include "sddmm/cuda_blocked/arguments.hpp"

namespace filigree::cuda {

/// C = alpha (op(A) op(B)) o spy(C) + beta C with A and B of In (half or bfloat16) and C of In, or
/// of float where `values_are_float`, for what bsr_sddmm_takes allows. Allocates nothing, waits for
/// nothing; the same bits in every run.
template <class In>
cudaError_t launch_bsr_sddmm(const BsrSddmmArguments& arguments, bool values_are_float,
                             int multiprocessors, cudaStream_t stream);

}  // namespace filigree::cuda
