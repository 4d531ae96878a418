// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <blocks/reference.hpp>

/// The worked examples of the reference documents with their printed arrays: BSR and GEBSR of the
/// rocSPARSE documentation, BSRX of the cuSPARSE guide.

namespace filigree::test {
namespace {

template <class T>
class BlockExamples : public ::testing::Test {
 public:
  using Scalar = typename T::Scalar;
  using Index = typename T::Index;
  using Offset = typename T::Offset;
  using Space = typename T::Space;
  const typename T::Exec exec{};

  /// A dense matrix, row by row, as Csr.
  static auto csr(int64_t num_rows, int64_t num_cols, const std::vector<int>& dense) {
    Entries<Scalar> entries;
    for (int64_t i = 0; i < num_rows; ++i)
      for (int64_t j = 0; j < num_cols; ++j)
        if (const int value = dense[i * num_cols + j]; value != 0)
          entries.push_back({i, j, value_of<Scalar>(value)});
    return make_csr<T>(entries, num_rows, num_cols, sorted_unique);
  }
  template <class View>
  static void expect_integers(const std::vector<int>& expected, const View& found) {
    using Integer = typename View::non_const_value_type;
    EXPECT_EQ(std::vector<Integer>(expected.begin(), expected.end()), entries_of(found));
  }
  static void expect_values(const std::vector<int>& expected, const std::vector<Scalar>& found) {
    const auto values = values_of<Scalar>(expected);
    ASSERT_EQ(values.size(), found.size());
    for (std::size_t k = 0; k < values.size(); ++k)
      EXPECT_TRUE(same_bits(values[k], found[k])) << k;
  }
};
TYPED_TEST_SUITE(BlockExamples, SizedTypes);

const std::vector<int> four_by_three{1, 0, 2, 3, 0, 4, 5, 6, 0, 7, 0, 8};
const std::vector<int> four_by_five{1, 0, 0, 2, 0, 3, 0, 4, 0, 0, 5, 6, 0, 7, 0, 0, 0, 8, 0, 9};

TYPED_TEST(BlockExamples, Bsr) {
  const auto A = this->csr(4, 3, four_by_three);
  const auto B = csr_to_bsr(this->exec, A, {.block = BlockLayout{2, 2, BlockOrder::col_major}});
  EXPECT_EQ(B.num_block_rows(), 2);
  EXPECT_EQ(B.num_block_cols(), 2);
  this->expect_integers({0, 2, 4}, B.row_offsets());
  this->expect_integers({0, 1, 0, 1}, B.col_indices());
  this->expect_values({1, 3, 0, 0, 2, 4, 0, 0, 5, 7, 6, 0, 0, 8, 0, 0}, entries_of(B.values()));
  EXPECT_EQ(B.properties(), sorted_unique);
  expect_same_csr(A, bsr_to_csr(this->exec, B));
  // As bsr2csr does: all that lies in blocks, but not past the matrix's last column.
  const auto all = bsr_to_csr(this->exec, B, {.zeros = ZeroEntries::keep});
  this->expect_integers({0, 3, 6, 9, 12}, all.row_offsets());
}

TYPED_TEST(BlockExamples, Gebsr) {
  const auto A = this->csr(4, 5, four_by_five);
  const auto B = csr_to_bsr(this->exec, A, {.block = BlockLayout{2, 3, BlockOrder::col_major}});
  this->expect_integers({0, 2, 4}, B.row_offsets());
  this->expect_integers({0, 1, 0, 1}, B.col_indices());
  this->expect_values({1, 3, 0, 0, 0, 4, 2, 0, 0, 0, 0, 0, 5, 0, 6, 0, 0, 8, 7, 0, 0, 9, 0, 0},
                      entries_of(B.values()));
  expect_same_csr(A, bsr_to_csr(this->exec, B));
  // Row-major blocks, and gebsc: the same blocks column by column.
  const auto C =
      bsr_to_bsr(this->exec, B,
                 {.index_base = IndexBase::one, .block = BlockLayout{2, 3, BlockOrder::row_major}});
  this->expect_integers({1, 3, 5}, C.row_offsets());
  this->expect_values({1, 0, 0, 3, 0, 4, 2, 0, 0, 0, 0, 0, 5, 6, 0, 0, 0, 8, 7, 0, 0, 0, 9, 0},
                      entries_of(C.values()));
  const auto D = bsr_to_bsc(this->exec, B);
  this->expect_integers({0, 2, 4}, D.col_offsets());
  this->expect_integers({0, 1, 0, 1}, D.row_indices());
  this->expect_values({1, 3, 0, 0, 0, 4, 5, 0, 6, 0, 0, 8, 2, 0, 0, 0, 0, 0, 7, 0, 0, 9, 0, 0},
                      entries_of(D.values()));
}

// The 2 x 3 block matrix without A_02, of which only A_11 is kept.
TYPED_TEST(BlockExamples, Bsrx) {
  using Offset = typename TypeParam::Offset;
  using Index = typename TypeParam::Index;
  using Scalar = typename TypeParam::Scalar;
  using Space = typename TypeParam::Space;
  const BsrMatrix<Scalar, Index, Offset, Space> A(
      2, 3, {1, 1}, array<Space>(std::vector<Offset>{0, 2, 5}),
      array<Space>(std::vector<Index>{0, 1, 0, 1, 2}),
      array<Space>(values_of<Scalar>({1, 2, 3, 4, 5})), sorted_unique);
  const BsrxView<Scalar, Index, Offset, Space> whole(A);
  this->expect_integers({0, 2}, whole.begin_offsets());
  this->expect_integers({2, 5}, whole.end_offsets());
  const auto part =
      bsr_window(this->exec, A, {.first_row = 1, .num_rows = 1, .first_col = 1, .num_cols = 1});
  this->expect_integers({0, 3}, part.begin_offsets());
  this->expect_integers({0, 4}, part.end_offsets());
  EXPECT_EQ(part.values().data(), A.values().data());
  const auto own = bsrx_to_bsr(this->exec, part);
  this->expect_integers({0, 0, 1}, own.row_offsets());
  this->expect_integers({1}, own.col_indices());
  this->expect_values({4}, entries_of(own.values()));
  const auto masked = bsrx_to_bsr(this->exec, whole.with_mask(array<Space>(std::vector<Index>{0})),
                                  {.index_base = IndexBase::one});
  this->expect_integers({1, 3, 3}, masked.row_offsets());
  this->expect_integers({1, 2}, masked.col_indices());
  this->expect_values({1, 2}, entries_of(masked.values()));
}

// Two blocks in the first block row, one in the second; the last column stands alone.
TYPED_TEST(BlockExamples, BlockedEll) {
  const auto A = this->csr(4, 5, {1, 0, 0, 0, 2, 0, 3, 0, 0, 0, 0, 0, 4, 5, 0, 0, 0, 0, 6, 0});
  const auto B = csr_to_blocked_ell(this->exec, A, {.index_base = IndexBase::one, .block_size = 2});
  EXPECT_EQ(B.ell_cols(), 4);
  this->expect_integers({1, 3, 2, -1}, B.col_indices());
  this->expect_values({1, 0, 2, 0, 0, 3, 0, 0, 4, 5, 0, 0, 0, 6, 0, 0}, entries_of(B.values()));
  expect_same_csr(A, blocked_ell_to_csr<typename TypeParam::Offset>(
                         this->exec, B, {.index_base = IndexBase::zero}));
  const auto wide = csr_to_blocked_ell(this->exec, A, {.block_size = 2, .ell_cols = 5});
  EXPECT_EQ(wide.blocks_per_row(), 3);
  this->expect_integers({0, 2, -1, 1, -1, -1}, wide.col_indices());
  this->expect_values({1, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 5, 0, 0, 0, 0, 6, 0, 0, 0},
                      entries_of(wide.values()));
}

}  // namespace
}  // namespace filigree::test
