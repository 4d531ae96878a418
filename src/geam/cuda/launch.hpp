// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include "geam/cuda/arguments.hpp"

namespace filigree::cuda {

/// Cuts the merged entries into parts, merges each and counts C's entries: afterwards
/// counts[parts] is their number. Fills part, counts and bits. Waits for nothing.
template <class Index>
cudaError_t launch_geam_count(const GeamMerge<Index>& merge, cudaStream_t stream);

/// Writes C's pattern from what launch_geam_count has left. Waits for nothing.
template <class Index>
cudaError_t launch_geam_fill(const GeamMerge<Index>& merge, const GeamPattern<Index>& pattern,
                             cudaStream_t stream);

/// The values. Allocates nothing, waits for nothing; every entry has the same bits in every run.
template <class Arguments>
cudaError_t launch_geam_values(const Arguments& arguments, cudaStream_t stream);

}  // namespace filigree::cuda
