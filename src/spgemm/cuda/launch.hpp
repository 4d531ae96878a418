// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include "spgemm/cuda/arguments.hpp"

namespace filigree::cuda {

/// The lengths of C's rows, and all of the tally, which is zero at first.
template <class Index>
cudaError_t launch_spgemm_count(const SpgemmSymbolic<Index>& symbolic, cudaStream_t stream);

/// C's columns, from what was counted, and, unless null, the rows that are thread blocks' and the
/// pieces of longer ones.
template <class Index>
cudaError_t launch_spgemm_fill(const SpgemmSymbolic<Index>& symbolic, SpgemmPiece* pieces,
                               cudaStream_t stream);

/// Finds out whether C is A with its columns scaled and renamed (tally->unscaled is 0, tally is 0
/// at first), and then the lengths of its rows.
template <class Index>
cudaError_t launch_spgemm_find_scaled(const SpgemmSymbolic<Index>& symbolic, std::int64_t a_entries,
                                      cudaStream_t stream);

/// C's columns where it is.
template <class Index>
cudaError_t launch_spgemm_fill_scaled(const SpgemmSymbolic<Index>& symbolic, std::int64_t a_entries,
                                      cudaStream_t stream);

/// Whether a list of products takes less time than kernels without one.
bool spgemm_list_pays(const SpgemmTally& found, bool has_runs, bool used_once);

/// How many entries of A the chunks of a list have at most: whether its words are narrow.
template <class Index>
cudaError_t launch_spgemm_list_count(const SpgemmListing<Index>& listing, cudaStream_t stream);

/// C's columns, from what was counted, and the list.
template <class Index>
cudaError_t launch_spgemm_list_fill(const SpgemmListing<Index>& listing, std::int64_t a_entries,
                                    std::int64_t products, cudaStream_t stream);

template <class Arguments>
cudaError_t launch_spgemm_values(const Arguments& arguments, cudaStream_t stream);

}  // namespace filigree::cuda
