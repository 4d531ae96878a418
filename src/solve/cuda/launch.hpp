// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include "solve/cuda/arguments.hpp"

/// Launches of solves, which allocate nothing and wait for nothing.

namespace filigree::cuda {

/// Solves level by level, with solve_workspace_bytes() of workspace.
template <class T, class Index>
cudaError_t launch_solve(SolveArguments<T, Index> arguments, int multiprocessors, void* workspace,
                         cudaStream_t stream);

/// Solves for many right-hand sides, with solve_columns_workspace().
template <class T, class Index>
cudaError_t launch_solve_columns(SolveArguments<T, Index> arguments, int multiprocessors,
                                 void* workspace, cudaStream_t stream);

/// Solves by chunks, with solve_workspace_bytes() for one right-hand side, or for a multiple of
/// arguments.chunk_tile of them where that is not 1.
template <class T, class Index>
cudaError_t launch_solve_chunks(SolveArguments<T, Index> arguments, int multiprocessors,
                                void* workspace, cudaStream_t stream);

/// Solves with square blocks of up to largest_block rows, with solve_workspace_bytes().
template <class T, class Index>
cudaError_t launch_solve_blocks(SolveArguments<T, Index> arguments, int multiprocessors,
                                void* workspace, cudaStream_t stream);

}  // namespace filigree::cuda
