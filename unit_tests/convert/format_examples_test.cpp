// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <convert/formats.hpp>

/// The worked examples of the reference documents with their printed arrays, and small ones of the
/// formats that the documents describe without arrays.
///
///     1 2 0 3 0
///     0 4 5 0 0      (rocSPARSE, storage formats)
///     6 0 0 7 8

namespace filigree::test {
namespace {

template <class T>
class FormatExamples : public ::testing::Test {
 public:
  using Scalar = typename T::Scalar;
  using Index = typename T::Index;
  using Offset = typename T::Offset;
  using Space = typename T::Space;
  static constexpr MatrixProperties flags{.sorted = true, .unique = true};

  static Entries<Scalar> entries() {
    const auto v = [](int k) { return value_of<Scalar>(k); };
    return {{0, 0, v(1)}, {0, 1, v(2)}, {0, 3, v(3)}, {1, 1, v(4)},
            {1, 2, v(5)}, {2, 0, v(6)}, {2, 3, v(7)}, {2, 4, v(8)}};
  }
  static auto csr() { return make_csr<T>(entries(), 3, 5, flags); }

  template <class View>
  static void expect_indices(const std::vector<int>& expected, const View& found) {
    using Integer = typename View::non_const_value_type;
    EXPECT_EQ(std::vector<Integer>(expected.begin(), expected.end()), entries_of(found));
  }
  template <class View>
  static void expect_values(const std::vector<int>& expected, const View& found) {
    const auto numbers = values_of<Scalar>(expected);
    const auto values = entries_of(found);
    ASSERT_EQ(numbers.size(), values.size());
    for (std::size_t k = 0; k < values.size(); ++k)
      EXPECT_TRUE(same_bits(numbers[k], values[k])) << k;
  }

  const typename T::Exec exec{};
};
TYPED_TEST_SUITE(FormatExamples, SizedTypes);

TYPED_TEST(FormatExamples, Ell) {
  const auto A = csr_to_ell(this->exec, this->csr());
  EXPECT_EQ(A.ell_width(), 3);
  EXPECT_EQ(A.nnz(), 8);
  this->expect_indices({0, 1, 0, 1, 2, 3, 3, -1, 4}, A.col_indices());
  this->expect_values({1, 4, 6, 2, 5, 7, 3, 0, 8}, A.values());
  expect_same_csr(this->csr(), ell_to_csr<typename TypeParam::Offset>(this->exec, A));
}

TYPED_TEST(FormatExamples, EllWiderWithStrideFromOne) {
  const auto A = csr_to_ell(this->exec, this->csr(),
                            {.index_base = IndexBase::one, .ell_width = 4, .row_alignment = 2});
  EXPECT_EQ(A.row_stride(), 4);
  this->expect_indices({1, 2, 1, -1, 2, 3, 4, -1, 4, -1, 5, -1, -1, -1, -1, -1}, A.col_indices());
  this->expect_values({1, 4, 6, 0, 2, 5, 7, 0, 3, 0, 8, 0, 0, 0, 0, 0}, A.values());
  expect_same(this->entries(), entries_of(ell_to_csr(this->exec, A)));
}

TYPED_TEST(FormatExamples, EllWithRepeatedColumns) {
  using Index = typename TypeParam::Index;
  using Space = typename TypeParam::Space;
  const EllMatrix<typename TypeParam::Scalar, Index, Space> A(
      3, 5, 8, 3, 3, array<Space>(std::vector<Index>{0, 1, 0, 1, 2, 3, 3, 2, 4}),
      array<Space>(values_of<typename TypeParam::Scalar>({1, 4, 6, 2, 5, 7, 3, 0, 8})),
      this->flags);
  const auto marked = mark_padding(this->exec, A);
  this->expect_indices({0, 1, 0, 1, 2, 3, 3, -1, 4}, marked.col_indices());
  EXPECT_EQ(marked.values().data(), A.values().data());
  expect_same_csr(this->csr(), ell_to_csr<typename TypeParam::Offset>(
                                   this->exec, A, {.padding = EllPadding::repeated_column}));
}

// Slices of two rows; then the longest rows first.
TYPED_TEST(FormatExamples, Sell) {
  const auto A = csr_to_sell(this->exec, this->csr(), {.slice_size = 2});
  EXPECT_FALSE(A.is_permuted());
  this->expect_indices({0, 6, 12}, A.slice_offsets());
  this->expect_indices({0, 1, 1, 2, 3, -1, 0, -1, 3, -1, 4, -1}, A.col_indices());
  this->expect_values({1, 4, 2, 5, 3, 0, 6, 0, 7, 0, 8, 0}, A.values());
  expect_same_csr(this->csr(), sell_to_csr(this->exec, A));
}

TYPED_TEST(FormatExamples, HllAsJaggedDiagonals) {
  const auto A =
      csr_to_hll<int64_t>(this->exec, this->csr(),
                          {.index_base = IndexBase::one, .hack_size = 2, .sort_window = all_rows});
  this->expect_indices({1, 3, 2}, A.row_index());
  this->expect_indices({0, 6, 10}, A.hack_offsets());
  this->expect_indices({1, 1, 2, 4, 4, 5, 2, -1, 3, -1}, A.col_indices());
  this->expect_values({1, 6, 2, 7, 3, 8, 4, 0, 5, 0}, A.values());
  expect_same_csr(this->csr(), sell_to_csr<typename TypeParam::Offset>(
                                   this->exec, A, {.index_base = IndexBase::zero}));
}

TYPED_TEST(FormatExamples, HybOfWidthTwo) {
  const auto A =
      csr_to_hyb(this->exec, this->csr(), {.partition = HybPartition::user, .ell_width = 2});
  this->expect_indices({0, 1, 0, 1, 2, 3}, A.ell().col_indices());
  this->expect_values({1, 4, 6, 2, 5, 7}, A.ell().values());
  this->expect_indices({0, 2}, A.coo().row_indices());
  this->expect_indices({3, 4}, A.coo().col_indices());
  this->expect_values({3, 8}, A.coo().values());
  EXPECT_EQ(A.nnz(), 8);
  EXPECT_EQ(A.ell().nnz(), 6);
  expect_same_csr(this->csr(), hyb_to_csr<typename TypeParam::Offset>(this->exec, A));
}

TYPED_TEST(FormatExamples, HybPartitions) {
  // At least one row of three has three entries.
  EXPECT_EQ(csr_to_hyb(this->exec, this->csr()).ell().ell_width(), 3);
  EXPECT_EQ(csr_to_hyb(this->exec, this->csr(), {.partition = HybPartition::max}).coo().nnz(), 0);
  const auto A = csr_to_hyb(this->exec, this->csr(), {.partition = HybPartition::user});
  EXPECT_EQ(A.ell().nnz(), 0);
  expect_same_csr(this->csr(), hyb_to_csr<typename TypeParam::Offset>(this->exec, A));
}

TYPED_TEST(FormatExamples, Dia) {
  const auto A = csr_to_dia(this->exec, this->csr());
  this->expect_indices({-2, 0, 1, 2, 3}, A.diagonal_offsets());
  this->expect_values({0, 0, 6, 1, 4, 0, 2, 5, 7, 0, 0, 8, 3, 0, 0}, A.values());
  EXPECT_EQ(A.nnz(), 8);
  expect_same_csr(this->csr(), dia_to_csr<typename TypeParam::Offset>(this->exec, A));
  // Every place inside the matrix is an entry.
  const auto all = dia_to_csr<int64_t>(this->exec, A, {.zeros = ZeroEntries::keep});
  this->expect_indices({0, 4, 8, 12}, all.row_offsets());
  this->expect_values({1, 2, 0, 3, 4, 5, 0, 0, 6, 0, 7, 8}, all.values());
}

TYPED_TEST(FormatExamples, Hdia) {
  const auto A = csr_to_hdia(this->exec, this->csr(), {.hack_size = 2});
  this->expect_indices({0, 3, 6}, A.hack_offsets());
  this->expect_indices({0, 1, 3, -2, 1, 2}, A.diagonal_offsets());
  this->expect_values({1, 4, 2, 5, 3, 0, 6, 0, 7, 0, 8, 0}, A.values());
  expect_same_csr(this->csr(), hdia_to_csr<typename TypeParam::Offset>(this->exec, A));
}

TYPED_TEST(FormatExamples, CooAos) {
  const auto coo = csr_to_coo(this->exec, this->csr());
  const auto A = coo_to_coo_aos(this->exec, coo);
  this->expect_indices({0, 0, 0, 1, 0, 3, 1, 1, 1, 2, 2, 0, 2, 3, 2, 4}, A.indices());
  this->expect_values({1, 2, 3, 4, 5, 6, 7, 8}, A.values());
  const auto back = coo_aos_to_coo(this->exec, A, {.index_base = IndexBase::one});
  EXPECT_EQ(back.properties(),
            (MatrixProperties{.index_base = IndexBase::one, .sorted = true, .unique = true}));
  expect_same(this->entries(), entries_of(back));
}

}  // namespace
}  // namespace filigree::test
