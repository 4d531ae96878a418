// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include "spgemm/cuda/arguments.hpp"

namespace filigree::cuda {

/// The kinds of all rows, and how many there are of each.
template <class Index>
cudaError_t launch_spgemm_kinds(const SpgemmSymbolic<Index>& symbolic, cudaStream_t stream);

/// The lengths of rows that are a thread's or a warp's, or their columns. Rows that do not fit a
/// warp's table become a block's. `found` tells which kinds there are.
template <class Index>
cudaError_t launch_spgemm_rows(const SpgemmSymbolic<Index>& symbolic, const SpgemmTally& found,
                               cudaStream_t stream);

/// The lengths of rows that repeat, or their columns: after all others'.
template <class Index>
cudaError_t launch_spgemm_repeats(const SpgemmSymbolic<Index>& symbolic, const SpgemmTally& found,
                                  cudaStream_t stream);

/// The lengths of `count` rows that are a block's, or their columns.
template <class Index>
cudaError_t launch_spgemm_blocks(const SpgemmSymbolic<Index>& symbolic, std::int64_t count,
                                 cudaStream_t stream);

/// Counts rows of C and pieces in the tally; with `pieces` it writes these, from a tally that has
/// none on.
cudaError_t launch_spgemm_pieces(const std::int64_t* row_lengths, std::int64_t num_rows,
                                 const SpgemmRuns& runs, SpgemmTally* tally, SpgemmPiece* pieces,
                                 cudaStream_t stream);

template <class Arguments>
cudaError_t launch_spgemm_values(const Arguments& arguments, cudaStream_t stream);

}  // namespace filigree::cuda
