// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/convert.hpp>

#include <vector>

#include <gtest/gtest.h>

#include <format/test_matrix.hpp>

namespace filigree::test {
namespace {

template <class S>
S conjugated(const S& value) {
  if constexpr (std::is_same_v<S, complex_half> || std::is_same_v<S, complex_bfloat16>)
    return S{value.re, decltype(S::im)(-float(value.im))};
  else
    return detail::conjugate(value);
}

template <class T>
class Symmetry : public ::testing::Test {
 public:
  using Scalar = typename T::Scalar;
  const typename T::Exec exec{};

  /// What the properties say, one entry at a time.
  static Entries<Scalar> full(const Entries<Scalar>& stored, int64_t size,
                              const MatrixProperties& properties) {
    Entries<Scalar> result;
    const bool unit = properties.diagonal == DiagonalType::unit;
    for (const auto& [row, column, value] : stored) {
      if (row == column) {
        if (!unit) result.push_back({row, column, value});
        continue;
      }
      if ((row > column) != (properties.fill == FillMode::lower)) continue;
      result.push_back({row, column, value});
      if (properties.type == MatrixType::symmetric) result.push_back({column, row, value});
      if (properties.type == MatrixType::hermitian)
        result.push_back({column, row, conjugated(value)});
    }
    for (int64_t i = 0; unit && i < size; ++i)
      result.push_back({i, i, detail::convert<Scalar>(1.0f)});
    return result;
  }
};
TYPED_TEST_SUITE(Symmetry, AllTypes);

TYPED_TEST(Symmetry, HandChecked) {
  using Scalar = typename TestFixture::Scalar;
  const Scalar a = value_of<Scalar>(3), b = value_of<Scalar>(-5), c = value_of<Scalar>(7);
  // [a .; b c] as its lower triangle, with an entry above it that does not count.
  const Entries<Scalar> stored{{0, 0, a}, {0, 1, value_of<Scalar>(99)}, {1, 0, b}, {1, 1, c}};
  const auto A = make_csr<TypeParam>(
      stored, 2, 2, {.type = MatrixType::hermitian, .sorted = true, .unique = true});
  const auto B = expand_to_general(this->exec, A);
  EXPECT_EQ(B.properties(), (MatrixProperties{.sorted = true, .unique = true}));
  expect_same({{0, 0, a}, {0, 1, conjugated(b)}, {1, 0, b}, {1, 1, c}}, entries_of(B));
}

TYPED_TEST(Symmetry, EveryTypeFillAndDiagonal) {
  constexpr int64_t size = 80;
  const auto stored =
      sorted_by_row(random_entries<typename TestFixture::Scalar>(size, size, 2500, true, 1));
  for (const MatrixType type :
       {MatrixType::symmetric, MatrixType::hermitian, MatrixType::triangular})
    for (const FillMode fill : {FillMode::lower, FillMode::upper})
      for (const DiagonalType diagonal : {DiagonalType::non_unit, DiagonalType::unit})
        for (const IndexBase base : {IndexBase::zero, IndexBase::one}) {
          const MatrixProperties properties{
              .index_base = base, .type = type, .fill = fill, .diagonal = diagonal};
          const auto expected = this->full(stored, size, properties);
          const auto coo =
              expand_to_general(this->exec, make_coo<TypeParam>(stored, size, size, properties));
          EXPECT_EQ(coo.properties(), MatrixProperties{.index_base = base});
          expect_same(expected, entries_of(coo));
          const auto csr =
              expand_to_general(this->exec, make_csr<TypeParam>(stored, size, size, properties),
                                {.index_base = IndexBase::one});
          EXPECT_EQ(csr.properties(),
                    (MatrixProperties{.index_base = IndexBase::one, .sorted = true}));
          expect_same(sorted_by_row(expected), entries_of(csr));
          const auto csc = expand_to_general(
              this->exec, make_csc<TypeParam>(sorted_by_column(stored), size, size, properties));
          EXPECT_EQ(csc.properties(), (MatrixProperties{.index_base = base, .sorted = true}));
          expect_same(sorted_by_column(expected), entries_of(csc));
        }
}

// A symmetric matrix and the view of its transpose expand to the same matrix.
TYPED_TEST(Symmetry, TransposedViewSwapsTheFill) {
  const auto stored =
      sorted_by_row(random_entries<typename TestFixture::Scalar>(40, 40, 500, true, 2));
  const auto A = make_csr<TypeParam>(stored, 40, 40, {.type = MatrixType::symmetric});
  const auto B = transposed(A);
  EXPECT_EQ(B.properties().fill, FillMode::upper);
  EXPECT_EQ(B.values().data(), A.values().data());
  expect_same(entries_of(expand_to_general(this->exec, A)),
              sorted_by_row(entries_of(expand_to_general(this->exec, B))));
}

TYPED_TEST(Symmetry, GeneralIsCopied) {
  const auto stored =
      sorted_by_row(random_entries<typename TestFixture::Scalar>(9, 20, 60, true, 3));
  const auto A = make_csr<TypeParam>(stored, 9, 20, {.unique = true});
  const auto B = expand_to_general(this->exec, A, {.index_base = IndexBase::one});
  EXPECT_NE(B.values().data(), A.values().data());
  EXPECT_EQ(B.properties(), (MatrixProperties{.index_base = IndexBase::one, .unique = true}));
  expect_same(stored, entries_of(B));
  expect_same(stored,
              entries_of(expand_to_general(this->exec, make_coo<TypeParam>(stored, 9, 20))));
}

TYPED_TEST(Symmetry, Empty) {
  using Scalar = typename TestFixture::Scalar;
  const MatrixProperties unit{.type = MatrixType::symmetric, .diagonal = DiagonalType::unit};
  expect_same({}, entries_of(expand_to_general(
                      this->exec, make_csr<TypeParam>(Entries<Scalar>{}, 0, 0, unit))));
  EXPECT_EQ(expand_to_general(this->exec, make_csr<TypeParam>(Entries<Scalar>{}, 3, 3, unit)).nnz(),
            3);
}

}  // namespace
}  // namespace filigree::test
