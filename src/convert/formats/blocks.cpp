// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <convert/entries.hpp>
#include <convert/formats/scan.hpp>
#include <convert/tuned.hpp>
#include <filigree/detail/block_problem.hpp>

/// From rows to blocks, and from blocks to other blocks.

namespace filigree::detail {
namespace {

/// The entries of a block row, block by block: rows whose columns ascend are merged.
template <class Index, class Offset>
struct MergedBlockRow {
  static constexpr std::int64_t most_rows = 32;

  CompressedPattern<Index, Offset> A;
  BlockLayout block;

  KOKKOS_FUNCTION std::int64_t begin(std::int64_t row) const {
    return std::int64_t(A.offsets[row]) - std::int64_t(A.base);
  }

  /// Calls visit(entry, whether it begins a block); returns how many blocks there are, -1 where the
  /// columns of a row descend.
  template <class Visit>
  KOKKOS_FUNCTION std::int64_t for_each(std::int64_t block_row, const Visit& visit) const {
    const std::int64_t first = block_row * block.rows, base = std::int64_t(A.base);
    const std::int64_t rows = Kokkos::min(block.rows, A.num_major - first);
    std::int64_t next[most_rows], blocks = 0;
    for (std::int64_t i = 0; i < rows; ++i) next[i] = begin(first + i);
    for (;; ++blocks) {
      std::int64_t lowest = A.num_minor;
      for (std::int64_t i = 0; i < rows; ++i)
        if (next[i] < begin(first + i + 1))
          lowest = Kokkos::min(lowest, std::int64_t(A.indices[next[i]]) - base);
      if (lowest == A.num_minor) return blocks;
      const std::int64_t from = lowest / block.cols * block.cols + base;
      bool begins = true;
      for (std::int64_t i = 0; i < rows; ++i)
        for (const std::int64_t end = begin(first + i + 1); next[i] < end; ++next[i]) {
          const auto col = std::int64_t(A.indices[next[i]]);
          if (col < from) return -1;
          if (col >= from + block.cols) break;
          visit(next[i], begins);
          begins = false;
        }
    }
  }
};

template <class Index, class Offset>
struct CountBlocks {
  MergedBlockRow<Index, Offset> rows;
  std::int64_t* counts;

  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t& descending) const {
    counts[i] = rows.for_each(i, [](std::int64_t, bool) {});
    descending += counts[i] < 0;
  }
};

template <class Index, class Offset>
struct ListBlocks {
  MergedBlockRow<Index, Offset> rows;
  const std::int64_t* first_blocks;
  std::int64_t* permutation;
  std::int64_t* segments;  ///< may be null

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    std::int64_t next = rows.begin(i * rows.block.rows), block = first_blocks[i];
    rows.for_each(i, [&](std::int64_t entry, bool begins) {
      if (begins && segments != nullptr) segments[block++] = next;
      permutation[next++] = entry;
    });
  }
};

/// The order of the entries by block on a host, where sorting them all takes several times as long
/// as merging the rows of each block row. Returns false where a row's columns descend.
template <class Exec, class Index, class Offset>
bool merge_block_rows(const Exec& exec, const MergedBlockRow<Index, Offset>& rows,
                      EntryOrder<Exec>& order) {
  const std::int64_t num_rows = groups_of(rows.A.num_major, rows.block.rows);
  const auto counts = scratch<std::int64_t>(exec, "filigree::convert::block_counts", num_rows);
  const auto first_blocks =
      scratch<std::int64_t>(exec, "filigree::convert::first_blocks", num_rows + 1);
  std::int64_t descending = 0;
  Kokkos::parallel_reduce("filigree::convert::count_blocks", EntryRange<Exec>(exec, 0, num_rows),
                          CountBlocks<Index, Offset>{rows, counts.data()}, descending);
  if (descending > 0) return false;
  order.num_entries = scan_lengths(
      "filigree::convert::first_blocks", exec, num_rows,
      KOKKOS_LAMBDA(std::int64_t i) { return counts(i); }, first_blocks.data());
  order.identity = false;
  order.merged = order.num_entries != rows.A.nnz;
  order.permutation = scratch<std::int64_t>(exec, "filigree::convert::permutation", rows.A.nnz);
  if (order.merged) {
    order.segments =
        scratch<std::int64_t>(exec, "filigree::convert::segments", order.num_entries + 1);
    order.segments(order.num_entries) = rows.A.nnz;
  }
  Kokkos::parallel_for("filigree::convert::list_blocks", EntryRange<Exec>(exec, 0, num_rows),
                       ListBlocks<Index, Offset>{rows, first_blocks.data(),
                                                 order.permutation.data(), order.segments.data()});
  return true;
}

}  // namespace

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
  if constexpr (is_host_execution_v<Exec>) {
    if (block.rows <= MergedBlockRow<Index, Offset>::most_rows &&
        merge_block_rows(exec, MergedBlockRow<Index, Offset>{A, layout}, found.order))
      return found;
  }
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
