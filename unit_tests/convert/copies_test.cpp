// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/convert.hpp>

#include <vector>

#include <gtest/gtest.h>

#include <format/test_matrix.hpp>

namespace filigree::test {
namespace {

template <class T>
class Copies : public ::testing::Test {
 public:
  using Scalar = typename T::Scalar;
  const typename T::Exec exec{};
  const Entries<Scalar> by_row = sorted_by_row(random_entries<Scalar>(60, 50, 1500, true, 1));
  const Entries<Scalar> by_column = sorted_by_column(by_row);
  const MatrixProperties properties{.index_base = IndexBase::one, .sorted = true, .unique = true};

  auto csr() const { return make_csr<T>(by_row, 60, 50, properties); }
  auto csc() const { return make_csc<T>(by_column, 60, 50, properties); }
  auto coo() const { return make_coo<T>(by_row, 60, 50, properties); }
  auto vector() const {
    using Index = typename T::Index;
    return SparseVector<Scalar, Index, typename T::Space>(
        9, array<typename T::Space>(std::vector<Index>{2, 9}),
        array<typename T::Space>(std::vector<Scalar>{value_of<Scalar>(1), value_of<Scalar>(2)}),
        IndexBase::one);
  }

  template <class A, class B>
  static void expect_copy(const A& original, const B& copy) {
    EXPECT_NE(static_cast<const void*>(original.values().data()), copy.values().data());
    EXPECT_EQ(original.properties(), copy.properties());
    EXPECT_EQ(original.num_rows(), copy.num_rows());
    EXPECT_EQ(original.num_cols(), copy.num_cols());
    expect_same(entries_of(original), entries_of(copy));
  }
};
TYPED_TEST_SUITE(Copies, AllTypes);

TYPED_TEST(Copies, ToEachMemory) {
  this->expect_copy(this->csr(), copy_to<Kokkos::HostSpace>(this->csr()));
  this->expect_copy(this->csc(), copy_to<Kokkos::HostSpace>(this->csc()));
  this->expect_copy(this->coo(), copy_to<Kokkos::HostSpace>(this->coo()));
  // and from the host back to the device
  this->expect_copy(this->csr(),
                    copy_to<DefaultMemorySpace>(copy_to<Kokkos::HostSpace>(this->csr())));
  this->expect_copy(this->csc(),
                    copy_to<DefaultMemorySpace>(copy_to<Kokkos::HostSpace>(this->csc())));
  this->expect_copy(this->coo(),
                    copy_to<DefaultMemorySpace>(copy_to<Kokkos::HostSpace>(this->coo())));
}

TYPED_TEST(Copies, SparseVector) {
  const auto x = this->vector();
  const auto y = copy_to<DefaultMemorySpace>(copy_to<Kokkos::HostSpace>(x));
  EXPECT_EQ(y.size(), 9);
  EXPECT_EQ(y.index_base(), IndexBase::one);
  EXPECT_EQ(entries_of(y.indices()), entries_of(x.indices()));
  const auto expected = entries_of(x.values()), found = entries_of(y.values());
  for (std::size_t k = 0; k < 2; ++k) EXPECT_TRUE(same_bits(expected[k], found[k]));
}

TYPED_TEST(Copies, MirrorSharesWhatIsThereAlready) {
  const auto A = this->csr();
  const auto B = mirror_in<typename TypeParam::Space>(A);
  EXPECT_EQ(B.values().data(), A.values().data());
  EXPECT_EQ(mirror_in<typename TypeParam::Space>(this->vector()).nnz(), 2);
  const auto C = mirror_in<Kokkos::HostSpace>(this->coo());
  expect_same(this->by_row, entries_of(C));
  expect_same(this->by_column, entries_of(mirror_in<Kokkos::HostSpace>(this->csc())));
}

TYPED_TEST(Copies, EmptyMatrices) {
  using Scalar = typename TestFixture::Scalar;
  using Index = typename TypeParam::Index;
  const auto A = CsrMatrix<Scalar, Index, Index, typename TypeParam::Space>::wrap(0, 4, 0, nullptr,
                                                                                  nullptr, nullptr);
  EXPECT_EQ(copy_to<Kokkos::HostSpace>(A).num_cols(), 4);
  EXPECT_EQ((cast_indices<int32_t, int64_t>(this->exec, A, IndexBase::one).nnz()), 0);
}

TYPED_TEST(Copies, OtherIntegers) {
  const auto csr = cast_indices<int32_t, int64_t>(this->exec, this->csr());
  static_assert(std::is_same_v<typename decltype(csr)::offset_type, int64_t>);
  this->expect_copy(this->csr(), csr);
  this->expect_copy(this->csr(), cast_indices<int64_t, int32_t>(this->exec, csr));
  this->expect_copy(this->csc(), cast_indices<int64_t>(this->exec, this->csc()));
  this->expect_copy(this->coo(), cast_indices<int64_t>(this->exec, this->coo()));
}

TYPED_TEST(Copies, OtherBase) {
  using Index = typename TypeParam::Index;
  using Offset = typename TypeParam::Offset;
  for (const IndexBase base : {IndexBase::zero, IndexBase::one}) {
    const auto csr = cast_indices<Index, Offset>(this->exec, this->csr(), base);
    EXPECT_EQ(csr.index_base(), base);
    expect_same(this->by_row, entries_of(csr));
    expect_same(this->by_column,
                entries_of(cast_indices<Index, Offset>(this->exec, this->csc(), base)));
    expect_same(this->by_row, entries_of(cast_indices<Index>(this->exec, this->coo(), base)));
  }
}

TYPED_TEST(Copies, Transposed) {
  const auto flipped = [](Entries<typename TestFixture::Scalar> entries) {
    for (auto& entry : entries) std::swap(entry.row, entry.column);
    return entries;
  };
  expect_same(flipped(this->by_row), entries_of(transposed(this->csr())));
  expect_same(flipped(this->by_column), entries_of(transposed(this->csc())));
  const auto coo = transposed(this->coo());
  expect_same(flipped(this->by_row), entries_of(coo));
  EXPECT_FALSE(coo.properties().sorted);
  expect_same(this->by_row, entries_of(transposed(transposed(this->csr()))));
}

}  // namespace
}  // namespace filigree::test
