// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include "banded/cuda/arguments.hpp"

namespace filigree::cuda {

/// Solves the systems in the partitions that `shape` says, with workspace_bytes() of workspace.
/// Allocates nothing, waits for nothing. Works from compute capability 8.0 on.
template <class T, int P>
cudaError_t launch_banded(const BandedArguments<T, P>& arguments, const BandedShape& shape,
                          void* workspace, cudaStream_t stream);

/// Solves interleaved systems, one a thread, with systems_workspace_bytes() of workspace. Of real
/// scalars.
template <class T, int P>
cudaError_t launch_banded_systems(const BandedArguments<T, P>& arguments, bool pivots,
                                  void* workspace, cudaStream_t stream);

}  // namespace filigree::cuda
