// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filigree/convert_blocks.hpp>

#include <cstring>
#include <map>
#include <vector>

#include <convert/formats.hpp>

/// Block matrices made one entry at a time.

namespace filigree::test {

inline constexpr MatrixProperties sorted_unique{.sorted = true, .unique = true};

/// The blocks of a matrix by block row, then by block column (or the other way round), and their
/// entries in order.
template <class S>
std::map<std::pair<int64_t, int64_t>, std::vector<S>> reference_blocks(const Entries<S>& entries,
                                                                       const BlockLayout& block,
                                                                       bool by_row = true) {
  std::map<std::pair<int64_t, int64_t>, std::vector<S>> blocks;
  for (const Entry<S>& entry : entries) {
    const int64_t row = entry.row / block.rows, col = entry.column / block.cols;
    auto& values = blocks[by_row ? std::pair(row, col) : std::pair(col, row)];
    if (values.empty()) values.assign(block.rows * block.cols, S{});
    const int64_t r = entry.row % block.rows, c = entry.column % block.cols;
    const bool row_major = block.order == BlockOrder::row_major;
    values[row_major ? r * block.cols + c : c * block.rows + r] = entry.value;
  }
  return blocks;
}

/// Compares the arrays of a Bsr or Bsc matrix with the blocks of these entries.
template <class S, class OffsetView, class IndexView, class ValueView>
void expect_blocks(const Entries<S>& entries, const BlockLayout& block, bool by_row, int base,
                   int64_t num_major, const OffsetView& offset_view, const IndexView& index_view,
                   const ValueView& value_view) {
  const auto offsets = entries_of(offset_view);
  const auto indices = entries_of(index_view);
  const auto values = entries_of(value_view);
  const auto blocks = reference_blocks(entries, block, by_row);
  std::vector<typename OffsetView::non_const_value_type> expected_offsets(num_major + 1, base);
  std::size_t k = 0;
  ASSERT_EQ(blocks.size(), indices.size());
  ASSERT_EQ(std::size_t(block.rows * block.cols) * blocks.size(), values.size());
  for (const auto& [place, expected] : blocks) {
    for (int64_t i = place.first + 1; i <= num_major; ++i) ++expected_offsets[i];
    ASSERT_EQ(place.second + base, int64_t(indices[k])) << "block " << k;
    ASSERT_EQ(std::memcmp(expected.data(), values.data() + k * expected.size(),
                          expected.size() * sizeof(S)),
              0)
        << "block " << k;
    ++k;
  }
  EXPECT_EQ(expected_offsets, offsets);
}

template <class S, class Matrix>
void expect_bsr(const Entries<S>& entries, const BlockLayout& block, const Matrix& A) {
  EXPECT_EQ(A.block(), block);
  expect_blocks(entries, block, true, int(A.index_base()), A.num_block_rows(), A.row_offsets(),
                A.col_indices(), A.values());
}
template <class S, class Matrix>
void expect_bsc(const Entries<S>& entries, const BlockLayout& block, const Matrix& A) {
  EXPECT_EQ(A.block(), block);
  expect_blocks(entries, block, false, int(A.index_base()), A.num_block_cols(), A.col_offsets(),
                A.row_indices(), A.values());
}

}  // namespace filigree::test
