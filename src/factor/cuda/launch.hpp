// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include "factor/cuda/arguments.hpp"

namespace filigree::cuda {

/// Factors with factor_workspace_bytes() of workspace. Allocates nothing, waits for nothing.
template <class T, class Index>
cudaError_t launch_factor(const FactorArguments<T, Index>& arguments, int multiprocessors,
                          void* workspace, cudaStream_t stream);

/// Rows of at most longest_short_factor_row entries that count, as launch_factor does, with
/// short_factor_workspace_bytes().
template <class T, class Index>
cudaError_t launch_short_factor(const FactorArguments<T, Index>& arguments, int multiprocessors,
                                void* workspace, cudaStream_t stream);

/// Rows of a pattern without triangles with at most longest_pivot_factor_row entries before the
/// diagonal, as launch_factor does, with pivot_factor_workspace_bytes().
template <class T, class Index>
cudaError_t launch_pivot_factor(const FactorArguments<T, Index>& arguments, int multiprocessors,
                                void* workspace, cudaStream_t stream);

/// Blocks of a size that is_factor_block() names, with block_factor_workspace_bytes().
template <class T>
cudaError_t launch_block_factor(const BlockFactorArguments<T>& arguments, int multiprocessors,
                                void* workspace, cudaStream_t stream);

}  // namespace filigree::cuda
