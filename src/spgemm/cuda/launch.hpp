// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include "spgemm/cuda/arguments.hpp"

namespace filigree::cuda {

/// The lengths of all rows of C but those that are `unfit`.
template <class Index>
cudaError_t launch_spgemm_tables(const SpgemmSymbolic<Index>& symbolic, cudaStream_t stream);

/// The lengths of `count` unfit rows, or the columns, where `symbolic.columns` is there.
template <class Index>
cudaError_t launch_spgemm_masks(const SpgemmSymbolic<Index>& symbolic, std::int64_t count,
                                cudaStream_t stream);

/// Counts rows by kind, and pieces, in the tally; with `pieces` it writes these (which must start
/// from a tally that has none).
cudaError_t launch_spgemm_pieces(const std::int64_t* row_lengths, std::int64_t num_rows,
                                 SpgemmTally* tally, SpgemmPiece* pieces, cudaStream_t stream);

template <class Arguments>
cudaError_t launch_spgemm_values(const Arguments& arguments, cudaStream_t stream);

}  // namespace filigree::cuda
