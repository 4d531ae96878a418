// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

#include <filigree/detail/convert_problem.hpp>
#include <filigree/format/block_layout.hpp>

/// The conversions of block formats as the compiled library sees them. Like the others they move
/// places: see format_problem.hpp.

namespace filigree::detail {

/// Where a host puts the blocks of a Csr matrix: one after another (Bsr), or those of each block
/// row side by side, in row-major rows of `ell_cols` places (Blocked-ELL, whose blocks are square).
struct BlockRowsShape {
  BlockLayout block;
  const std::int64_t* first_blocks = nullptr;  ///< of each block row, from 0, and their number
  bool side_by_side = false;
  std::int64_t ell_cols = 0;
};

/// first_blocks of a Csr matrix on a host; returns the number of blocks. -1, and nothing is said of
/// first_blocks, where the rows are not of ascending columns, each once, within the matrix, and
/// where the matrix has far fewer entries than block columns: then sort (find_blocks).
template <class Exec, class Index, class Offset>
FILIGREE_EXPORT std::int64_t count_blocks(const Exec& exec,
                                          const CompressedPattern<Index, Offset>& pattern,
                                          const BlockLayout& block, std::int64_t* first_blocks);
/// The block columns (from `base`, -1 for padding) of what count_blocks counted, and for each place
/// the entry that it takes, -1 for none.
template <class Exec, class Index, class Offset>
FILIGREE_EXPORT void fill_blocks(const Exec& exec, const CompressedPattern<Index, Offset>& pattern,
                                 const BlockRowsShape& shape, IndexBase base, Index* col_indices,
                                 std::int64_t* places);
/// fill_blocks with the values themselves, zero for none; of 1, 2, 4, 8 or 16 bytes.
template <class Exec, class Index, class Offset>
FILIGREE_EXPORT void fill_blocks_with_values(const Exec& exec,
                                             const CompressedPattern<Index, Offset>& pattern,
                                             const BlockRowsShape& shape, IndexBase base,
                                             Index* col_indices, std::size_t entry_bytes,
                                             const void* from, void* to);

/// The entries of a Csr matrix by the blocks that they lie in. Those of the u-th block (by block
/// row, then by block column) are the order's u-th segment.
template <class Exec, class Index>
struct BlockEntries {
  Kokkos::View<Index*, typename Exec::memory_space> block_rows;  ///< of each entry, from 0
  Kokkos::View<Index*, typename Exec::memory_space> block_cols;
  /// Where the entry lies within its block.
  Kokkos::View<std::int64_t*, typename Exec::memory_space> places_in_block;
  EntryList<Index> entries;  ///< the two arrays
  EntryOrder<Exec> order;

  std::int64_t num_blocks() const { return order.num_entries; }
};

/// Two stable sorts, fewer where rows are sorted. Waits for the device.
template <class Exec, class Index, class Offset>
FILIGREE_EXPORT BlockEntries<Exec, Index> find_blocks(
    const Exec& exec, const CompressedPattern<Index, Offset>& pattern, const BlockLayout& block);

/// For each place of the blocks the entry that it takes, -1 for none: num_blocks * block_entries of
/// them. Returns how many take one: fewer than there are entries where one repeats another. Waits
/// for the device.
template <class Exec, class Index>
FILIGREE_EXPORT std::int64_t fill_block_places(const Exec& exec,
                                               const BlockEntries<Exec, Index>& blocks,
                                               std::int64_t block_entries, std::int64_t* places);

/// The first entry that repeats an earlier one. Waits for the device.
template <class Exec, class Index, class Offset>
FILIGREE_EXPORT std::int64_t first_repeat(const Exec& exec,
                                          const CompressedPattern<Index, Offset>& pattern);

/// Blocks moved as a whole: the places of block k are those of block blocks[k].
template <class Exec, class Position>
FILIGREE_EXPORT void copy_block_places(const Exec& exec, std::int64_t num_blocks,
                                       std::int64_t block_entries, const Position* blocks,
                                       std::int64_t* places);

/// One conversion after another: places[k] becomes inner[places[k]]; -1 stays.
template <class Exec>
FILIGREE_EXPORT void compose_places(const Exec& exec, std::int64_t count, const std::int64_t* inner,
                                    std::int64_t* places);

struct BlockedEllShape {
  std::int64_t num_rows = 0;
  std::int64_t block_size = 1;
  std::int64_t ell_cols = 0;

  std::int64_t blocks_per_row() const { return groups_of(ell_cols, block_size); }
};

/// From block rows of any length, with row-major square blocks, to rows side by side: the block
/// columns (from `base`, -1 for none) and the entries that the places take.
template <class Exec, class Index>
FILIGREE_EXPORT void spread_blocks(const Exec& exec, const BlockedEllShape& shape, IndexBase base,
                                   const std::int64_t* block_offsets, const Index* block_cols,
                                   const std::int64_t* block_places, Index* col_indices,
                                   std::int64_t* places);

/// The places of a dense matrix that those of a Blocked-ELL matrix stand for, -1 for empty blocks
/// and what lies outside the matrix.
template <class Exec, class Index>
FILIGREE_EXPORT void dense_block_places(const Exec& exec, const BlockedEllShape& shape,
                                        std::int64_t num_cols, IndexBase base,
                                        const Index* col_indices, std::int64_t row_stride,
                                        std::int64_t col_stride, std::int64_t* places);

/// A part of a block matrix as its own one. `mask` may be null: all block rows take part.
template <class Index, class Offset>
struct BlockRanges {
  std::int64_t num_block_rows = 0;
  IndexBase base = IndexBase::zero;
  const Offset* begin_offsets = nullptr;
  const Offset* end_offsets = nullptr;
  const Index* col_indices = nullptr;
  const Index* mask = nullptr;
  std::int64_t mask_length = 0;
  bool masked = false;
};

/// offsets (num_block_rows + 1, from 0) of the blocks that take part; returns their number. Waits
/// for the device.
template <class Exec, class Index, class Offset>
FILIGREE_EXPORT std::int64_t count_range_blocks(const Exec& exec,
                                                const BlockRanges<Index, Offset>& ranges,
                                                std::int64_t* offsets);
/// Their block columns, from `base`, and where they lie in the whole matrix.
template <class Exec, class Index, class Offset>
FILIGREE_EXPORT void list_range_blocks(const Exec& exec, const BlockRanges<Index, Offset>& ranges,
                                       const std::int64_t* offsets, IndexBase base,
                                       Index* col_indices, std::int64_t* blocks);

/// For each of the block rows [first_row, end_row) the blocks whose columns, sorted, lie in
/// [first_col, end_col); none for the other rows.
struct BlockBounds {
  std::int64_t first_row, end_row, first_col, end_col;
};
template <class Exec, class Index, class Offset>
FILIGREE_EXPORT void find_window(const Exec& exec, const BlockRanges<Index, Offset>& whole,
                                 const BlockBounds& window, Offset* begin_offsets,
                                 Offset* end_offsets);

}  // namespace filigree::detail
