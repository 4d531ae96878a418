// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <convert/entries.hpp>
#include <convert/tuned.hpp>
#include <filigree/detail/block_problem.hpp>

/// From rows to blocks, and from blocks to other blocks.

namespace filigree::detail {

template <class Exec, class Index, class Offset>
BlockEntries<Exec, Index> find_blocks(const Exec& exec,
                                      const CompressedPattern<Index, Offset>& pattern,
                                      const BlockLayout& block) {
  const CompressedPattern<Index, Offset> A = pattern;
  const BlockLayout layout = block;
  const auto base = std::int64_t(A.base);
  BlockEntries<Exec, Index> found;
  found.block_rows = scratch<Index>(exec, "filigree::convert::block_rows", A.nnz);
  found.block_cols = scratch<Index>(exec, "filigree::convert::block_cols", A.nnz);
  found.places_in_block = scratch<std::int64_t>(exec, "filigree::convert::places_in_block", A.nnz);
  Index* const block_rows = found.block_rows.data();
  Index* const block_cols = found.block_cols.data();
  std::int64_t* const in_block = found.places_in_block.data();
  walk_entries(
      "filigree::convert::find_blocks", exec, A.offsets, A.num_major, A.nnz, base,
      KOKKOS_LAMBDA(std::int64_t k, std::int64_t row) {
        const std::int64_t col = std::int64_t(A.indices[k]) - base;
        block_rows[k] = Index(row / layout.rows);
        block_cols[k] = Index(col / layout.cols);
        in_block[k] = layout.place(row % layout.rows, col % layout.cols);
      });
  found.entries = {groups_of(A.num_major, block.rows),
                   groups_of(A.num_minor, block.cols),
                   A.nnz,
                   IndexBase::zero,
                   block_rows,
                   block_cols};
  found.order = order_entries(exec, found.entries, EqualEntries::merge);
  return found;
}

template <class Exec, class Index>
std::int64_t fill_block_places(const Exec& exec, const BlockEntries<Exec, Index>& blocks,
                               std::int64_t block_entries, std::int64_t* places) {
  const std::int64_t nnz = blocks.entries.count, num_blocks = blocks.num_blocks();
  const std::int64_t* const permutation = blocks.order.permutation.data();
  const std::int64_t* const segments = blocks.order.segments.data();
  const std::int64_t* const in_block = blocks.places_in_block.data();
  const std::int64_t num_places = num_blocks * block_entries;
  Kokkos::deep_copy(exec, as_view<Exec>(places, num_places), std::int64_t(-1));
  if (segments == nullptr) {  // every block has one entry
    Kokkos::parallel_for(
        "filigree::convert::fill_block_places", EntryRange<Exec>(exec, 0, nnz),
        KOKKOS_LAMBDA(std::int64_t k) {
          const std::int64_t entry = permutation == nullptr ? k : permutation[k];
          places[k * block_entries + in_block[entry]] = entry;
        });
  } else {
    walk_entries(
        "filigree::convert::fill_block_places", exec, segments, num_blocks, nnz, 0,
        KOKKOS_LAMBDA(std::int64_t k, std::int64_t block) {
          const std::int64_t entry = permutation == nullptr ? k : permutation[k];
          places[block * block_entries + in_block[entry]] = entry;
        });
  }
  std::int64_t taken = 0;
  Kokkos::parallel_reduce(
      "filigree::convert::count_block_places", EntryRange<Exec>(exec, 0, num_places),
      KOKKOS_LAMBDA(std::int64_t p, std::int64_t & sum) { sum += places[p] >= 0; }, taken);
  return taken;
}

template <class Exec, class Index, class Offset>
std::int64_t first_repeat(const Exec& exec, const CompressedPattern<Index, Offset>& pattern) {
  const auto rows = scratch<Index>(exec, "filigree::convert::rows", pattern.nnz);
  expand_offsets(exec, pattern, pattern.base, rows.data());
  const EntryList<Index> entries{pattern.num_major, pattern.num_minor, pattern.nnz,
                                 pattern.base,      rows.data(),       pattern.indices};
  return order_entries(exec, entries, EqualEntries::find).first_duplicate;
}

template <class Exec, class Position>
void copy_block_places(const Exec& exec, std::int64_t num_blocks, std::int64_t block_entries,
                       const Position* blocks, std::int64_t* places) {
  Kokkos::parallel_for(
      "filigree::convert::copy_block_places", EntryRange<Exec>(exec, 0, num_blocks * block_entries),
      KOKKOS_LAMBDA(std::int64_t p) {
        places[p] = std::int64_t(blocks[p / block_entries]) * block_entries + p % block_entries;
      });
}

template <class Exec>
void compose_places(const Exec& exec, std::int64_t count, const std::int64_t* inner,
                    std::int64_t* places) {
  Kokkos::parallel_for(
      "filigree::convert::compose_places", EntryRange<Exec>(exec, 0, count),
      KOKKOS_LAMBDA(std::int64_t k) {
        if (places[k] >= 0) places[k] = inner[places[k]];
      });
}

template <class Exec, class Index>
void spread_blocks(const Exec& exec, const BlockedEllShape& shape, IndexBase base,
                   const std::int64_t* block_offsets, const Index* block_cols,
                   const std::int64_t* block_places, Index* col_indices, std::int64_t* places) {
  const std::int64_t size = shape.block_size, ell_cols = shape.ell_cols;
  const std::int64_t per_row = shape.blocks_per_row();
  const auto first = std::int64_t(base);
  Kokkos::parallel_for(
      "filigree::convert::spread_block_columns",
      EntryRange<Exec>(exec, 0, groups_of(shape.num_rows, size) * per_row),
      KOKKOS_LAMBDA(std::int64_t b) {
        const std::int64_t block = block_offsets[b / per_row] + b % per_row;
        const bool taken = block < block_offsets[b / per_row + 1];
        col_indices[b] = taken ? Index(std::int64_t(block_cols[block]) + first) : Index(-1);
      });
  Kokkos::parallel_for(
      "filigree::convert::spread_block_places",
      EntryRange<Exec>(exec, 0, shape.num_rows * ell_cols), KOKKOS_LAMBDA(std::int64_t p) {
        const std::int64_t row = p / ell_cols, col = p % ell_cols;
        const std::int64_t block = block_offsets[row / size] + col / size;
        places[p] = block < block_offsets[row / size + 1]
                        ? block_places[(block * size + row % size) * size + col % size]
                        : -1;
      });
}

template <class Exec, class Index>
void dense_block_places(const Exec& exec, const BlockedEllShape& shape, std::int64_t num_cols,
                        IndexBase base, const Index* col_indices, std::int64_t row_stride,
                        std::int64_t col_stride, std::int64_t* places) {
  const std::int64_t size = shape.block_size, ell_cols = shape.ell_cols;
  const std::int64_t per_row = shape.blocks_per_row();
  const auto first = std::int64_t(base);
  Kokkos::parallel_for(
      "filigree::convert::dense_block_places", EntryRange<Exec>(exec, 0, shape.num_rows * ell_cols),
      KOKKOS_LAMBDA(std::int64_t p) {
        const std::int64_t row = p / ell_cols, j = p % ell_cols;
        const auto block = std::int64_t(col_indices[row / size * per_row + j / size]);
        const std::int64_t col = (block - first) * size + j % size;
        places[p] = block < first || col >= num_cols ? -1 : row * row_stride + col * col_stride;
      });
}

#define FILIGREE_INSTANTIATE_TYPES(Exec, Index, Offset)                          \
  template BlockEntries<Exec, Index> find_blocks(                                \
      const Exec&, const CompressedPattern<Index, Offset>&, const BlockLayout&); \
  template std::int64_t first_repeat(const Exec&, const CompressedPattern<Index, Offset>&);
#define FILIGREE_INSTANTIATE_INDEX(Exec, Index)                                                    \
  FILIGREE_INSTANTIATE_TYPES(Exec, Index, std::int32_t)                                            \
  FILIGREE_INSTANTIATE_TYPES(Exec, Index, std::int64_t)                                            \
  template std::int64_t fill_block_places(const Exec&, const BlockEntries<Exec, Index>&,           \
                                          std::int64_t, std::int64_t*);                            \
  template void copy_block_places(const Exec&, std::int64_t, std::int64_t, const Index*,           \
                                  std::int64_t*);                                                  \
  template void spread_blocks(const Exec&, const BlockedEllShape&, IndexBase, const std::int64_t*, \
                              const Index*, const std::int64_t*, Index*, std::int64_t*);           \
  template void dense_block_places(const Exec&, const BlockedEllShape&, std::int64_t, IndexBase,   \
                                   const Index*, std::int64_t, std::int64_t, std::int64_t*);
#define FILIGREE_INSTANTIATE(Exec)                                                             \
  template void compose_places(const Exec&, std::int64_t, const std::int64_t*, std::int64_t*); \
  FILIGREE_INSTANTIATE_INDEX(Exec, std::int32_t)                                               \
  FILIGREE_INSTANTIATE_INDEX(Exec, std::int64_t)
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE
#undef FILIGREE_INSTANTIATE_INDEX
#undef FILIGREE_INSTANTIATE_TYPES

}  // namespace filigree::detail
