// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include "solve/cuda/arguments.hpp"

namespace filigree::cuda {

/// Solves with solve_workspace_bytes() of workspace. Allocates nothing, waits for nothing.
template <class T, class Index>
cudaError_t launch_solve(SolveArguments<T, Index> arguments, int multiprocessors, void* workspace,
                         cudaStream_t stream);

/// The same for many right-hand sides, with solve_columns_workspace().
template <class T, class Index>
cudaError_t launch_solve_columns(SolveArguments<T, Index> arguments, int multiprocessors,
                                 void* workspace, cudaStream_t stream);

/// The same by chunks, one right-hand side after another.
template <class T, class Index>
cudaError_t launch_solve_chunks(SolveArguments<T, Index> arguments, int multiprocessors,
                                void* workspace, cudaStream_t stream);

/// The same for square blocks of up to largest_block rows.
template <class T, class Index>
cudaError_t launch_solve_blocks(SolveArguments<T, Index> arguments, int multiprocessors,
                                void* workspace, cudaStream_t stream);

}  // namespace filigree::cuda
