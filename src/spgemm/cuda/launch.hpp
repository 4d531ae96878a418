// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "spgemm/cuda/arguments.hpp"

namespace filigree::cuda {

/// The products of C's rows, their lengths, and the tally, which is zero at first. Where products
/// are sorted at once (symbolic.may_sort, and the tally says so), no lengths, and what depends on
/// them.
template <class Index>
cudaError_t launch_spgemm_count(const SpgemmSymbolic<Index>& symbolic, cudaStream_t stream);

/// C's columns, from what was found when rows were counted, but for rows that repeat others, and,
/// unless null, the rows that are thread blocks' and the pieces of longer ones.
template <class Index>
cudaError_t launch_spgemm_fill(const SpgemmSymbolic<Index>& symbolic, const SpgemmTally& found,
                               SpgemmPiece* pieces, cudaStream_t stream);

/// Then those of rows that repeat others.
/// \param overlaps launch_spgemm_find_runs was the last call; it goes on meanwhile
template <class Index>
cudaError_t launch_spgemm_copy_rows(const SpgemmSymbolic<Index>& symbolic, const SpgemmTally& found,
                                    bool overlaps, cudaStream_t stream);

/// Finds out whether C is A with its columns scaled and renamed (tally->unscaled is 0, tally is 0
/// at first), and then the lengths of its rows.
template <class Index>
cudaError_t launch_spgemm_find_scaled(const SpgemmSymbolic<Index>& symbolic, std::int64_t a_entries,
                                      cudaStream_t stream);

/// C's columns where it is.
template <class Index>
cudaError_t launch_spgemm_fill_scaled(const SpgemmSymbolic<Index>& symbolic, std::int64_t a_entries,
                                      cudaStream_t stream);

/// Memory that sums of rows' lengths take.
struct SpgemmScan {
  std::byte* workspace = nullptr;
  std::size_t bytes = 0;
};
cudaError_t spgemm_scan_bytes(std::int64_t num_rows, std::size_t& bytes);

/// Where rows begin, counted from `base`, and the end of the last one. The array of lengths has one
/// more entry than there are rows, whose value does not matter. `offsets` may be the lengths.
template <class Offset>
cudaError_t launch_spgemm_offsets(const SpgemmScan& memory, const std::int64_t* lengths,
                                  std::int64_t num_rows, std::int64_t base, Offset* offsets,
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

/// The last SpgemmListKind that is sorted in the device's shared memory.
cudaError_t spgemm_last_sort(std::int64_t num_cols, int& last);

/// Sets the sizes of what products of long rows are sorted in.
cudaError_t spgemm_long_products_bytes(SpgemmLongProducts& products, std::int64_t num_cols);
template <class Index>
cudaError_t launch_spgemm_long_products(const SpgemmListing<Index>& listing, cudaStream_t stream);

/// All products in order, the lengths of C's rows, and the entries of each tile.
template <class Index>
cudaError_t launch_spgemm_sort_products(const SpgemmListing<Index>& listing, cudaStream_t stream);

/// C's columns, from sorted products whose `tile_entries` have been added up.
template <class Index>
cudaError_t launch_spgemm_place_columns(const SpgemmSortedProducts<Index>& sorted,
                                        std::int64_t base, Index* columns, cudaStream_t stream);

/// Makes a search ready.
template <class Index>
cudaError_t launch_spgemm_clear_runs(const SpgemmRunSearch<Index>& search, cudaStream_t stream);

/// After launch_spgemm_fill, whose last kernel it may go on with: finds runs, lists their products,
/// and tells how many tiles they are cut into. Needs no columns of rows that repeat others.
template <class Index>
cudaError_t launch_spgemm_find_runs(const SpgemmRunSearch<Index>& search, cudaStream_t stream);

/// Writes the tiles of what was found.
template <class Index>
cudaError_t launch_spgemm_place_tiles(const SpgemmRunSearch<Index>& search,
                                      const SpgemmRunTally& found, SpgemmTile* tiles,
                                      cudaStream_t stream);

template <class Arguments>
cudaError_t launch_spgemm_values(const Arguments& arguments, cudaStream_t stream);

}  // namespace filigree::cuda
