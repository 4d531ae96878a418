// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include "spmv/cuda/arguments.hpp"
#include "spmv/cuda/transposed_lists.hpp"

/// Products with the transpose of a matrix whose rows are all in the dictionary.
/// arguments.row_offsets are the stored rows' (arguments.num_cols of them); columns and reductions
/// are not used.

namespace filigree::cuda {

/// A thread a row of the result.
template <class Arguments>
cudaError_t launch_collect(const Arguments& arguments, const TransposedLists& lists,
                           cudaStream_t stream);

/// By windows: \c workspace has room for window_entries compute values a tile.
template <class Arguments>
cudaError_t launch_windows(const Arguments& arguments, const TransposedLists& lists,
                           void* workspace, cudaStream_t stream);

}  // namespace filigree::cuda
