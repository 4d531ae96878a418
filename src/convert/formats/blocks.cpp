// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <convert/entries.hpp>
#include <convert/tuned.hpp>
#include <filigree/detail/block_problem.hpp>

/// From rows to blocks by sorting, and from blocks to other blocks.

namespace filigree::detail {
namespace {

template <class Index, class Offset>
struct FindBlock {
  CompressedPattern<Index, Offset> A;
  BlockLayout layout;
  Index* block_rows;
  Index* block_cols;
  std::int64_t* places_in_block;

  KOKKOS_FUNCTION void operator()(std::int64_t k, std::int64_t row) const {
    const std::int64_t col = std::int64_t(A.indices[k]) - std::int64_t(A.base);
    block_rows[k] = Index(row / layout.rows);
    block_cols[k] = Index(col / layout.cols);
    places_in_block[k] = layout.place(row % layout.rows, col % layout.cols);
  }
};

/// Places the k-th entry in order, of block `block`; of block k where each has one entry.
struct FillBlockPlace {
  std::int64_t block_entries;
  const std::int64_t* permutation;  ///< null: identity
  const std::int64_t* places_in_block;
  std::int64_t* places;

  KOKKOS_FUNCTION void operator()(std::int64_t k, std::int64_t block) const {
    const std::int64_t entry = permutation == nullptr ? k : permutation[k];
    places[block * block_entries + places_in_block[entry]] = entry;
  }
  KOKKOS_FUNCTION void operator()(std::int64_t k) const { (*this)(k, k); }
};

struct CountTaken {
  const std::int64_t* places;

  KOKKOS_FUNCTION void operator()(std::int64_t p, std::int64_t& sum) const {
    sum += places[p] >= 0;
  }
};

template <class Position>
struct CopyBlockPlace {
  std::int64_t block_entries;
  const Position* blocks;
  std::int64_t* places;

  KOKKOS_FUNCTION void operator()(std::int64_t p) const {
    places[p] = std::int64_t(blocks[p / block_entries]) * block_entries + p % block_entries;
  }
};

struct ComposePlace {
  const std::int64_t* inner;
  std::int64_t* places;

  KOKKOS_FUNCTION void operator()(std::int64_t k) const {
    if (places[k] >= 0) places[k] = inner[places[k]];
  }
};

template <class Index>
struct SpreadBlockColumn {
  std::int64_t blocks_per_row;
  std::int64_t base;
  const std::int64_t* block_offsets;
  const Index* block_cols;
  Index* col_indices;

  KOKKOS_FUNCTION void operator()(std::int64_t b) const {
    const std::int64_t row = b / blocks_per_row;
    const std::int64_t block = block_offsets[row] + b % blocks_per_row;
    const bool taken = block < block_offsets[row + 1];
    col_indices[b] = taken ? Index(std::int64_t(block_cols[block]) + base) : Index(-1);
  }
};

struct SpreadBlockPlace {
  std::int64_t size;
  std::int64_t ell_cols;
  const std::int64_t* block_offsets;
  const std::int64_t* block_places;
  std::int64_t* places;

  KOKKOS_FUNCTION void operator()(std::int64_t p) const {
    const std::int64_t row = p / ell_cols, col = p % ell_cols;
    const std::int64_t block = block_offsets[row / size] + col / size;
    places[p] = block < block_offsets[row / size + 1]
                    ? block_places[(block * size + row % size) * size + col % size]
                    : -1;
  }
};

template <class Index>
struct FindDensePlace {
  std::int64_t size;
  std::int64_t ell_cols;
  std::int64_t blocks_per_row;
  std::int64_t num_cols;
  std::int64_t base;
  const Index* col_indices;
  std::int64_t row_stride;
  std::int64_t col_stride;
  std::int64_t* places;

  KOKKOS_FUNCTION void operator()(std::int64_t p) const {
    const std::int64_t row = p / ell_cols, j = p % ell_cols;
    const auto block = std::int64_t(col_indices[row / size * blocks_per_row + j / size]);
    const std::int64_t col = (block - base) * size + j % size;
    places[p] = block < base || col >= num_cols ? -1 : row * row_stride + col * col_stride;
  }
};

}  // namespace

template <class Exec, class Index, class Offset>
BlockEntries<Exec, Index> find_blocks(const Exec& exec, const CompressedPattern<Index, Offset>& A,
                                      const BlockLayout& block) {
  BlockEntries<Exec, Index> found;
  found.block_rows = result_array<Index>(exec, "filigree::convert::block_rows", A.nnz);
  found.block_cols = result_array<Index>(exec, "filigree::convert::block_cols", A.nnz);
  found.places_in_block =
      result_array<std::int64_t>(exec, "filigree::convert::places_in_block", A.nnz);
  Index* const block_rows = found.block_rows.data();
  Index* const block_cols = found.block_cols.data();
  walk_entries(
      "filigree::convert::find_blocks", exec, A.offsets, A.num_major, A.nnz, std::int64_t(A.base),
      FindBlock<Index, Offset>{A, block, block_rows, block_cols, found.places_in_block.data()});
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
  const std::int64_t* const segments = blocks.order.segments.data();
  const FillBlockPlace fill{block_entries, blocks.order.permutation.data(),
                            blocks.places_in_block.data(), places};
  const std::int64_t num_places = num_blocks * block_entries;
  Kokkos::deep_copy(exec, as_view<Exec>(places, num_places), std::int64_t(-1));
  constexpr const char* label = "filigree::convert::fill_block_places";
  if (segments == nullptr)  // every block has one entry
    Kokkos::parallel_for(label, EntryRange<Exec>(exec, 0, nnz), fill);
  else
    walk_entries(label, exec, segments, num_blocks, nnz, 0, fill);
  std::int64_t taken = 0;
  Kokkos::parallel_reduce("filigree::convert::count_block_places",
                          EntryRange<Exec>(exec, 0, num_places), CountTaken{places}, taken);
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
  Kokkos::parallel_for("filigree::convert::copy_block_places",
                       EntryRange<Exec>(exec, 0, num_blocks * block_entries),
                       CopyBlockPlace<Position>{block_entries, blocks, places});
}

template <class Exec>
void compose_places(const Exec& exec, std::int64_t count, const std::int64_t* inner,
                    std::int64_t* places) {
  Kokkos::parallel_for("filigree::convert::compose_places", EntryRange<Exec>(exec, 0, count),
                       ComposePlace{inner, places});
}

template <class Exec, class Index>
void spread_blocks(const Exec& exec, const BlockedEllShape& shape, IndexBase base,
                   const std::int64_t* block_offsets, const Index* block_cols,
                   const std::int64_t* block_places, Index* col_indices, std::int64_t* places) {
  const std::int64_t size = shape.block_size, per_row = shape.blocks_per_row();
  Kokkos::parallel_for("filigree::convert::spread_block_columns",
                       EntryRange<Exec>(exec, 0, groups_of(shape.num_rows, size) * per_row),
                       SpreadBlockColumn<Index>{per_row, std::int64_t(base), block_offsets,
                                                block_cols, col_indices});
  Kokkos::parallel_for("filigree::convert::spread_block_places",
                       EntryRange<Exec>(exec, 0, shape.num_rows * shape.ell_cols),
                       SpreadBlockPlace{size, shape.ell_cols, block_offsets, block_places, places});
}

template <class Exec, class Index>
void dense_block_places(const Exec& exec, const BlockedEllShape& shape, std::int64_t num_cols,
                        IndexBase base, const Index* col_indices, std::int64_t row_stride,
                        std::int64_t col_stride, std::int64_t* places) {
  Kokkos::parallel_for(
      "filigree::convert::dense_block_places",
      EntryRange<Exec>(exec, 0, shape.num_rows * shape.ell_cols),
      FindDensePlace<Index>{shape.block_size, shape.ell_cols, shape.blocks_per_row(), num_cols,
                            std::int64_t(base), col_indices, row_stride, col_stride, places});
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
  FILIGREE_INTEGERS(Exec, FILIGREE_INSTANTIATE_INDEX)
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE
#undef FILIGREE_INSTANTIATE_INDEX
#undef FILIGREE_INSTANTIATE_TYPES

}  // namespace filigree::detail
