// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <type_traits>

#include <convert/digit_pass.hpp>
#include <convert/entries.hpp>
#include <convert/entry_bytes.hpp>
#include <convert/formats/block_columns.hpp>
#include <convert/formats/scan.hpp>
#include <convert/formats/stores.hpp>
#include <core/execution_spaces.hpp>
#include <filigree/detail/block_problem.hpp>
#include <filigree/detail/partition_point.hpp>

/// From rows that ascend to blocks on a host, block row by block row: count, then fill.

namespace filigree::detail {
namespace {

/// The block rows of a matrix in contiguous chunks of about as many entries, each of which has a
/// mark for every block column.
template <class Index, class Offset>
struct BlockRowChunks {
  CompressedPattern<Index, Offset> A;
  std::int64_t rows_of_block;
  BlockColumns block_cols;
  std::int64_t num_block_cols;
  std::int64_t num_chunks;
  Index* marks = nullptr;

  KOKKOS_FUNCTION std::int64_t begin(std::int64_t row) const {
    return std::int64_t(A.offsets[row]) - std::int64_t(A.base);
  }
  KOKKOS_FUNCTION std::int64_t first_row(std::int64_t block_row) const {
    return block_row * rows_of_block;
  }
  std::int64_t end_row(std::int64_t block_row) const {
    return std::min(first_row(block_row) + rows_of_block, A.num_major);
  }
  KOKKOS_FUNCTION std::int64_t first_block_row(std::int64_t chunk) const {
    const std::int64_t num_block_rows = groups_of(A.num_major, rows_of_block);
    if (chunk == num_chunks) return num_block_rows;
    const double share = double(chunk) / double(num_chunks) * double(A.nnz + A.num_major);
    return partition_point(0, num_block_rows, [&](std::int64_t block_row) {
      return double(begin(first_row(block_row)) + first_row(block_row)) < share;
    });
  }
  Index* marks_of(std::int64_t chunk) const {
    Index* const own = marks + chunk * num_block_cols;
    std::fill(own, own + num_block_cols, Index(-1));
    return own;
  }

  /// Whether the columns of a row ascend, none of them twice, inside of the matrix.
  bool ascends(std::int64_t row) const {
    const std::int64_t first = begin(row), end = begin(row + 1);
    if (first == end) return true;
    const auto base = std::int64_t(A.base);
    bool ascending = A.indices[first] >= base && A.indices[end - 1] < A.num_minor + base;
    for (std::int64_t k = first + 1; k < end; ++k) ascending &= A.indices[k - 1] < A.indices[k];
    return ascending;
  }

  /// Calls visit(block column, begin, end) for the entries that a row has in each block.
  template <class Visit>
  void for_each_run(std::int64_t row, const Visit& visit) const {
    const auto base = std::int64_t(A.base);
    const std::int64_t end = begin(row + 1);
    for (std::int64_t k = begin(row); k < end;) {
      const std::int64_t first = k, block_col = block_cols(std::int64_t(A.indices[k]) - base);
      const std::int64_t until = block_cols.first(block_col + 1) + base;
      do ++k;
      while (k < end && std::int64_t(A.indices[k]) < until);
      visit(block_col, first, k);
    }
  }
};

template <class Exec, class Index, class Offset>
BlockRowChunks<Index, Offset> block_row_chunks(const Exec& exec,
                                               const CompressedPattern<Index, Offset>& A,
                                               const BlockLayout& block) {
  const std::int64_t num_block_cols = groups_of(A.num_minor, block.cols);
  // The marks stay in proportion to the matrix.
  const std::int64_t most = 4 * A.nnz / std::max<std::int64_t>(num_block_cols, 1);
  return {A,
          block.rows,
          {A.num_minor, block.cols},
          num_block_cols,
          std::min(most, digit_chunks(exec, A.nnz))};
}

/// counts[i]: the blocks of block row i. Returns how many rows do not ascend.
template <class Index, class Offset>
std::int64_t count_chunk(const BlockRowChunks<Index, Offset>& A, std::int64_t chunk,
                         std::int64_t* counts) {
  Index* const last_row = A.marks_of(chunk);
  std::int64_t others = 0;
  const std::int64_t end = A.first_block_row(chunk + 1);
  for (std::int64_t i = A.first_block_row(chunk); i < end; ++i) {
    std::int64_t blocks = 0;
    for (std::int64_t row = A.first_row(i); row < A.end_row(i); ++row) {
      if (!A.ascends(row))
        ++others;
      else
        A.for_each_run(row, [&](std::int64_t block_col, std::int64_t, std::int64_t) {
          blocks += last_row[block_col] != Index(i);
          last_row[block_col] = Index(i);
        });
    }
    counts[i] = blocks;
  }
  return others;
}

/// What a block row fills: columns, and places from `first` to `end` - 1.
struct BlockRowPlaces {
  std::int64_t columns, end_columns;
  std::int64_t first, end;
  std::int64_t block_stride, row_stride, col_stride;

  BlockRowPlaces(const BlockRowsShape& shape, std::int64_t i, std::int64_t rows) {
    const BlockLayout& block = shape.block;
    if (shape.side_by_side) {
      const std::int64_t per_row = groups_of(shape.ell_cols, block.cols);
      columns = i * per_row;
      end_columns = columns + per_row;
      first = i * block.rows * shape.ell_cols;
      end = first + rows * shape.ell_cols;
      block_stride = block.cols;
      row_stride = shape.ell_cols;
      col_stride = 1;
    } else {
      columns = shape.first_blocks[i];
      end_columns = shape.first_blocks[i + 1];
      block_stride = block.rows * block.cols;
      first = columns * block_stride;
      end = end_columns * block_stride;
      row_stride = block.place(1, 0);
      col_stride = block.place(0, 1);
    }
  }
};

/// Lists the block columns of block row i, ascending, with the place of each in the list as its
/// mark. A mark is the current block row's where the list has the column at that place.
template <class Index, class Offset>
void list_block_columns(const BlockRowChunks<Index, Offset>& A, std::int64_t i, std::int64_t count,
                        Index* marks, Index* columns) {
  using Place = std::make_unsigned_t<Index>;
  Index listed = 0;
  for (std::int64_t row = A.first_row(i); row < A.end_row(i); ++row)
    A.for_each_run(row, [&](std::int64_t block_col, std::int64_t, std::int64_t) {
      const Index place = marks[block_col];
      if (Place(place) < Place(listed) && columns[place] == Index(block_col)) return;
      marks[block_col] = listed;
      columns[listed++] = Index(block_col);
    });
  if (std::is_sorted(columns, columns + count)) return;
  std::sort(columns, columns + count);
  for (std::int64_t k = 0; k < count; ++k) marks[columns[k]] = Index(k);
}

/// Takes copies: a value that is stored through `store` might be any other object's.
template <class Index, class Offset, class Store>
void fill_chunk(BlockRowChunks<Index, Offset> A, std::int64_t chunk, BlockRowsShape shape,
                Index base, Index* col_indices, Store store) {
  Index* const marks = A.marks_of(chunk);
  const std::int64_t end = A.first_block_row(chunk + 1);
  for (std::int64_t i = A.first_block_row(chunk); i < end; ++i) {
    const BlockRowPlaces to(shape, i, A.end_row(i) - A.first_row(i));
    const std::int64_t count = shape.first_blocks[i + 1] - shape.first_blocks[i];
    Index* const columns = col_indices + to.columns;
    list_block_columns(A, i, count, marks, columns);
    for (std::int64_t place = to.first; place < to.end; ++place) store.pad(place);
    for (std::int64_t row = A.first_row(i); row < A.end_row(i); ++row) {
      const std::int64_t of_row = to.first + (row - A.first_row(i)) * to.row_stride;
      A.for_each_run(row, [&](std::int64_t block_col, std::int64_t first, std::int64_t last) {
        const std::int64_t before =
            of_row + std::int64_t(marks[block_col]) * to.block_stride -
            (A.block_cols.first(block_col) + std::int64_t(A.A.base)) * to.col_stride;
        for (std::int64_t k = first; k < last; ++k)
          store(before + std::int64_t(A.A.indices[k]) * to.col_stride, k);
      });
    }
    for (std::int64_t k = 0; k < count; ++k) columns[k] = Index(columns[k] + base);
    std::fill(columns + count, col_indices + to.end_columns, Index(-1));
  }
}

template <class Exec, class Index, class Offset, class Store>
void fill_rows(const Exec& exec, const CompressedPattern<Index, Offset>& pattern,
               const BlockRowsShape& shape, IndexBase base, Index* col_indices,
               const Store& store) {
  auto A = block_row_chunks(exec, pattern, shape.block);
  const auto marks =
      scratch<Index>(exec, "filigree::convert::block_marks", A.num_chunks * A.num_block_cols);
  A.marks = marks.data();
  Kokkos::parallel_for(
      "filigree::convert::fill_blocks", EntryRange<Exec>(exec, 0, A.num_chunks),
      [=](std::int64_t chunk) { fill_chunk(A, chunk, shape, Index(base), col_indices, store); });
}

}  // namespace

template <class Exec, class Index, class Offset>
std::int64_t count_blocks(const Exec& exec, const CompressedPattern<Index, Offset>& pattern,
                          const BlockLayout& block, std::int64_t* first_blocks) {
  auto A = block_row_chunks(exec, pattern, block);
  if (A.num_chunks == 0) return -1;
  const std::int64_t num_block_rows = groups_of(pattern.num_major, block.rows);
  const auto counts =
      scratch<std::int64_t>(exec, "filigree::convert::block_counts", num_block_rows);
  const auto marks =
      scratch<Index>(exec, "filigree::convert::block_marks", A.num_chunks * A.num_block_cols);
  A.marks = marks.data();
  std::int64_t others = 0;
  Kokkos::parallel_reduce(
      "filigree::convert::count_blocks", EntryRange<Exec>(exec, 0, A.num_chunks),
      [=, counts = counts.data()](std::int64_t chunk, std::int64_t& sum) {
        sum += count_chunk(A, chunk, counts);
      },
      others);
  if (others > 0) return -1;
  return scan_lengths("filigree::convert::first_blocks", exec, num_block_rows,
                      StoredLength{counts.data()}, first_blocks);
}

template <class Exec, class Index, class Offset>
void fill_blocks(const Exec& exec, const CompressedPattern<Index, Offset>& pattern,
                 const BlockRowsShape& shape, IndexBase base, Index* col_indices,
                 std::int64_t* places) {
  fill_rows(exec, pattern, shape, base, col_indices, StoreEntry{places});
}

template <class Exec, class Index, class Offset>
void fill_blocks_with_values(const Exec& exec, const CompressedPattern<Index, Offset>& pattern,
                             const BlockRowsShape& shape, IndexBase base, Index* col_indices,
                             std::size_t entry_bytes, const void* from, void* to) {
  for_entry_bytes("fill_blocks_with_values", entry_bytes, [&]<class Value>(Value) {
    fill_rows(exec, pattern, shape, base, col_indices,
              StoreValue<Value>{static_cast<const Value*>(from), static_cast<Value*>(to)});
  });
}

#define FILIGREE_INSTANTIATE(Exec, Index, Offset)                                              \
  template std::int64_t count_blocks(const Exec&, const CompressedPattern<Index, Offset>&,     \
                                     const BlockLayout&, std::int64_t*);                       \
  template void fill_blocks(const Exec&, const CompressedPattern<Index, Offset>&,              \
                            const BlockRowsShape&, IndexBase, Index*, std::int64_t*);          \
  template void fill_blocks_with_values(const Exec&, const CompressedPattern<Index, Offset>&,  \
                                        const BlockRowsShape&, IndexBase, Index*, std::size_t, \
                                        const void*, void*);
FILIGREE_PAIRS_OF_INTEGERS(Kokkos::DefaultHostExecutionSpace, FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
