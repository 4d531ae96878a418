// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <convert/entries.hpp>
#include <convert/formats/scan.hpp>
#include <convert/tuned.hpp>
#include <filigree/detail/block_problem.hpp>
#include <filigree/detail/partition_point.hpp>

/// Parts of block matrices (BSRX).

namespace filigree::detail {
namespace {

/// The first block in [begin, end), whose columns ascend, that is at or past `col`.
template <class Index>
KOKKOS_INLINE_FUNCTION std::int64_t first_block_from(const Index* col_indices, std::int64_t begin,
                                                     std::int64_t end, std::int64_t col) {
  return partition_point(
      begin, end, [&](std::int64_t block) { return std::int64_t(col_indices[block]) < col; });
}

template <class Index, class Offset>
struct StoreRangeLength {
  BlockRanges<Index, Offset> A;
  std::int64_t* lengths;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    const std::int64_t row = A.masked ? std::int64_t(A.mask[i]) - std::int64_t(A.base) : i;
    lengths[row] = std::int64_t(A.end_offsets[row]) - std::int64_t(A.begin_offsets[row]);
  }
};

template <class Index, class Offset>
struct ListRangeBlocks {
  BlockRanges<Index, Offset> A;
  const std::int64_t* offsets;
  std::int64_t base;
  Index* col_indices;
  std::int64_t* blocks;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    const auto old_base = std::int64_t(A.base), shift = base - old_base;
    std::int64_t from = offsets[i] == offsets[i + 1] ? 0 : A.begin_offsets[i] - old_base;
    for (std::int64_t k = offsets[i]; k < offsets[i + 1]; ++k, ++from) {
      col_indices[k] = Index(std::int64_t(A.col_indices[from]) + shift);
      blocks[k] = from;
    }
  }
};

template <class Index, class Offset>
struct FindWindow {
  BlockRanges<Index, Offset> A;
  BlockBounds window;
  Offset* begin_offsets;
  Offset* end_offsets;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    const auto base = std::int64_t(A.base), begin = std::int64_t(A.begin_offsets[i]) - base;
    const bool inside = i >= window.first_row && i < window.end_row;
    const std::int64_t end = inside ? std::int64_t(A.end_offsets[i]) - base : begin;
    const std::int64_t first = first_block_from(A.col_indices, begin, end, window.first_col + base);
    begin_offsets[i] = Offset(first + base);
    end_offsets[i] =
        Offset(first_block_from(A.col_indices, first, end, window.end_col + base) + base);
  }
};

}  // namespace

template <class Exec, class Index, class Offset>
std::int64_t count_range_blocks(const Exec& exec, const BlockRanges<Index, Offset>& A,
                                std::int64_t* offsets) {
  const auto lengths =
      scratch<std::int64_t>(exec, "filigree::convert::range_lengths", A.num_block_rows);
  Kokkos::deep_copy(exec, lengths.view(), std::int64_t(0));
  Kokkos::parallel_for("filigree::convert::range_lengths",
                       EntryRange<Exec>(exec, 0, A.masked ? A.mask_length : A.num_block_rows),
                       StoreRangeLength<Index, Offset>{A, lengths.data()});
  return scan_lengths("filigree::convert::scan_ranges", exec, A.num_block_rows,
                      StoredLength{lengths.data()}, offsets);
}

template <class Exec, class Index, class Offset>
void list_range_blocks(const Exec& exec, const BlockRanges<Index, Offset>& A,
                       const std::int64_t* offsets, IndexBase base, Index* col_indices,
                       std::int64_t* blocks) {
  Kokkos::parallel_for(
      "filigree::convert::list_range_blocks", EntryRange<Exec>(exec, 0, A.num_block_rows),
      ListRangeBlocks<Index, Offset>{A, offsets, std::int64_t(base), col_indices, blocks});
}

template <class Exec, class Index, class Offset>
void find_window(const Exec& exec, const BlockRanges<Index, Offset>& A, const BlockBounds& window,
                 Offset* begin_offsets, Offset* end_offsets) {
  Kokkos::parallel_for("filigree::convert::find_window",
                       EntryRange<Exec>(exec, 0, A.num_block_rows),
                       FindWindow<Index, Offset>{A, window, begin_offsets, end_offsets});
}

#define FILIGREE_INSTANTIATE(Exec, Index, Offset)                                               \
  template std::int64_t count_range_blocks(const Exec&, const BlockRanges<Index, Offset>&,      \
                                           std::int64_t*);                                      \
  template void list_range_blocks(const Exec&, const BlockRanges<Index, Offset>&,               \
                                  const std::int64_t*, IndexBase, Index*, std::int64_t*);       \
  template void find_window(const Exec&, const BlockRanges<Index, Offset>&, const BlockBounds&, \
                            Offset*, Offset*);
FILIGREE_FOR_EACH_SPACE_AND_INTEGERS(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
