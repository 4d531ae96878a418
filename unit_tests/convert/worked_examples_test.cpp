// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/convert.hpp>
#include <filigree/validate.hpp>

#include <vector>

#include <gtest/gtest.h>

#include <format/test_matrix.hpp>

/// The 3 x 5 matrix of the rocSPARSE documentation (storage formats) with its printed arrays.
///
///     1 2 0 3 0
///     0 4 5 0 0
///     6 0 0 7 8

namespace filigree::test {
namespace {

template <class T>
class WorkedExamples : public ::testing::Test {
 public:
  using Scalar = typename T::Scalar;
  using Index = typename T::Index;
  using Offset = typename T::Offset;
  using Space = typename T::Space;

  static std::vector<Scalar> scalars(const std::vector<int>& values) {
    std::vector<Scalar> result;
    for (const int value : values) result.push_back(value_of<Scalar>(value));
    return result;
  }
  static MatrixProperties properties(IndexBase base) {
    return {.index_base = base, .sorted = true, .unique = true};
  }

  /// Zero-based, as printed.
  static auto coo() {
    return CooMatrix<Scalar, Index, Space>(
        3, 5, array<Space>(std::vector<Index>{0, 0, 0, 1, 1, 2, 2, 2}),
        array<Space>(std::vector<Index>{0, 1, 3, 1, 2, 0, 3, 4}),
        array<Space>(scalars({1, 2, 3, 4, 5, 6, 7, 8})), properties(IndexBase::zero));
  }
  /// One-based, as printed.
  static auto csr() {
    return CsrMatrix<Scalar, Index, Offset, Space>(
        3, 5, array<Space>(std::vector<Offset>{1, 4, 6, 9}),
        array<Space>(std::vector<Index>{1, 2, 4, 2, 3, 1, 4, 5}),
        array<Space>(scalars({1, 2, 3, 4, 5, 6, 7, 8})), properties(IndexBase::one));
  }
  static auto csc() {
    return CscMatrix<Scalar, Index, Offset, Space>(
        3, 5, array<Space>(std::vector<Offset>{1, 3, 5, 6, 8, 9}),
        array<Space>(std::vector<Index>{1, 3, 1, 2, 2, 1, 3, 3}),
        array<Space>(scalars({1, 6, 2, 4, 5, 3, 7, 8})), properties(IndexBase::one));
  }

  template <class Matrix>
  static void expect_csr(const Matrix& found) {
    const auto expected = csr();
    EXPECT_EQ(entries_of(found.row_offsets()), entries_of(expected.row_offsets()));
    EXPECT_EQ(entries_of(found.col_indices()), entries_of(expected.col_indices()));
    expect_same(entries_of(expected), entries_of(found));
    EXPECT_EQ(found.properties(), expected.properties());
  }
  template <class Matrix>
  static void expect_csc(const Matrix& found) {
    const auto expected = csc();
    EXPECT_EQ(entries_of(found.col_offsets()), entries_of(expected.col_offsets()));
    EXPECT_EQ(entries_of(found.row_indices()), entries_of(expected.row_indices()));
    expect_same(entries_of(expected), entries_of(found));
    EXPECT_EQ(found.properties(), expected.properties());
  }
  template <class Matrix>
  static void expect_coo(const Matrix& found) {
    const auto expected = coo();
    EXPECT_EQ(entries_of(found.row_indices()), entries_of(expected.row_indices()));
    EXPECT_EQ(entries_of(found.col_indices()), entries_of(expected.col_indices()));
    expect_same(entries_of(expected), entries_of(found));
    EXPECT_EQ(found.properties(), expected.properties());
  }

  const typename T::Exec exec{};
};
TYPED_TEST_SUITE(WorkedExamples, AllTypes);

constexpr CooOptions to_one{.index_base = IndexBase::one};
constexpr ConvertOptions to_zero{.index_base = IndexBase::zero};

TYPED_TEST(WorkedExamples, AreValid) {
  const ValidateOptions all{.order = Check::always, .duplicates = Check::always, .finite = true};
  EXPECT_TRUE(validate(this->exec, this->coo(), all));
  EXPECT_TRUE(validate(this->exec, this->csr(), all));
  EXPECT_TRUE(validate(this->exec, this->csc(), all));
}

TYPED_TEST(WorkedExamples, CsrToCsc) { this->expect_csc(csr_to_csc(this->exec, this->csr())); }

TYPED_TEST(WorkedExamples, CscToCsr) { this->expect_csr(csc_to_csr(this->exec, this->csc())); }

TYPED_TEST(WorkedExamples, CooToCsr) {
  using Offset = typename TestFixture::Offset;
  this->expect_csr(coo_to_csr<Offset>(this->exec, this->coo(), to_one));
}

TYPED_TEST(WorkedExamples, CooToCsc) {
  using Offset = typename TestFixture::Offset;
  this->expect_csc(coo_to_csc<Offset>(this->exec, this->coo(), to_one));
}

TYPED_TEST(WorkedExamples, CsrToCoo) {
  this->expect_coo(csr_to_coo(this->exec, this->csr(), to_zero));
}

TYPED_TEST(WorkedExamples, CscToCooComesColumnByColumn) {
  const auto found = csc_to_coo(this->exec, this->csc(), to_zero);
  expect_same(entries_of(this->csc()), entries_of(found));
  EXPECT_FALSE(found.properties().sorted);
  EXPECT_TRUE(found.properties().unique);
  this->expect_coo(sort_entries(this->exec, found).matrix);
}

TYPED_TEST(WorkedExamples, Permutation) {
  using Offset = typename TestFixture::Offset;
  const CsrToCsc conversion(this->exec, this->csr());
  EXPECT_EQ(entries_of(conversion.permutation()), (std::vector<Offset>{0, 5, 1, 3, 4, 2, 6, 7}));
  const CscToCsr back(this->exec, this->csc());
  EXPECT_EQ(entries_of(back.permutation()), (std::vector<Offset>{0, 2, 5, 3, 4, 1, 6, 7}));
}

}  // namespace
}  // namespace filigree::test
