// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/convert.hpp>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include <format/test_matrix.hpp>

namespace filigree::test {
namespace {

template <class T>
class CsrCsc : public ::testing::Test {
 public:
  using Scalar = typename T::Scalar;
  const typename T::Exec exec{};

  /// Csr -> Csc -> Csr, both against the entries sorted one way and the other.
  void round_trip(const Entries<Scalar>& by_row, int64_t num_rows, int64_t num_cols,
                  IndexBase base) {
    const auto A = make_csr<T>(by_row, num_rows, num_cols, {.index_base = base, .unique = true});
    const auto B = csr_to_csc(exec, A);
    EXPECT_EQ(B.num_rows(), num_rows);
    EXPECT_EQ(B.num_cols(), num_cols);
    EXPECT_EQ(B.properties(),
              (MatrixProperties{.index_base = base, .sorted = true, .unique = true}));
    // Stable: equal places keep the order in which they were stored.
    Entries<Scalar> by_column = by_row;
    std::stable_sort(by_column.begin(), by_column.end(),
                     [](const auto& a, const auto& b) { return a.column < b.column; });
    expect_same(by_column, entries_of(B));
    const IndexBase other = base == IndexBase::zero ? IndexBase::one : IndexBase::zero;
    const auto C = csc_to_csr(exec, B, {.index_base = other});
    EXPECT_EQ(C.properties(),
              (MatrixProperties{.index_base = other, .sorted = true, .unique = true}));
    expect_same(sorted_by_row(by_column), entries_of(C));
  }
};
TYPED_TEST_SUITE(CsrCsc, AllTypes);

TYPED_TEST(CsrCsc, RandomRoundTrip) {
  for (const IndexBase base : {IndexBase::zero, IndexBase::one}) {
    auto entries = random_entries<typename TestFixture::Scalar>(700, 300, 40000, true, 1);
    this->round_trip(sorted_by_row(entries), 700, 300, base);
  }
}

/// So many entries that go to so many columns that hosts ask for the lines ahead.
TYPED_TEST(CsrCsc, ManyEntriesOfManyColumns) {
  auto entries = random_entries<typename TestFixture::Scalar>(3000, 2000, 160000, true, 3);
  this->round_trip(sorted_by_row(entries), 3000, 2000, IndexBase::one);
}

TYPED_TEST(CsrCsc, UnsortedRowsAndDuplicates) {
  auto entries = random_entries<typename TestFixture::Scalar>(50, 40, 3000, false, 2);
  std::stable_sort(entries.begin(), entries.end(),
                   [](const auto& a, const auto& b) { return a.row < b.row; });
  this->round_trip(entries, 50, 40, IndexBase::one);
}

TYPED_TEST(CsrCsc, HugeRowAndHugeColumn) {
  using Scalar = typename TestFixture::Scalar;
  Entries<Scalar> row, column;
  for (int64_t k = 0; k < 70000; ++k) {
    row.push_back({3, k, value_of<Scalar>(int(k % 100))});
    column.push_back({k, 2, value_of<Scalar>(int(k % 100))});
  }
  this->round_trip(row, 5, 70000, IndexBase::zero);
  this->round_trip(column, 70000, 4, IndexBase::one);
}

TYPED_TEST(CsrCsc, Empty) {
  for (const auto& [rows, columns] : {std::pair{0, 0}, {0, 7}, {7, 0}, {5, 4}})
    this->round_trip({}, rows, columns, IndexBase::one);
}

// No arrays at all: null pointers.
TYPED_TEST(CsrCsc, NullPointers) {
  using Index = typename TypeParam::Index;
  using Offset = typename TypeParam::Offset;
  using Matrix = CsrMatrix<typename TestFixture::Scalar, Index, Offset, typename TypeParam::Space>;
  const auto B = csr_to_csc(this->exec, Matrix::wrap(0, 3, 0, nullptr, nullptr, nullptr));
  EXPECT_EQ(entries_of(B.col_offsets()), (std::vector<Offset>{0, 0, 0, 0}));
  EXPECT_EQ(B.nnz(), 0);
  EXPECT_EQ(csc_to_csr(
                this->exec,
                CscMatrix<typename TestFixture::Scalar, Index, Offset, typename TypeParam::Space>())
                .num_rows(),
            0);
}

// Symbolic once, numeric many times.
TYPED_TEST(CsrCsc, NewValues) {
  using Scalar = typename TestFixture::Scalar;
  using Space = typename TypeParam::Space;
  auto entries = sorted_by_row(random_entries<Scalar>(90, 110, 2000, true, 3));
  const auto A = make_csr<TypeParam>(entries, 90, 110);
  const CsrToCsc conversion(this->exec, A);
  constexpr bool on_host = std::is_same_v<Space, Kokkos::HostSpace>;
  EXPECT_EQ(conversion.kernel().name, on_host ? "stable_order_host" : "transpose_radix_cuda");
  for (int round = 0; round < 3; ++round) {
    std::vector<Scalar> values;
    for (std::size_t k = 0; k < entries.size(); ++k)
      values.push_back(entries[k].value = value_of<Scalar>(int(k + round) % 120));
    const auto result = poisoned<Scalar, Space>(int64_t(values.size()));
    conversion.apply(this->exec, array<Space>(values), result);
    this->exec.fence();
    const auto expected = sorted_by_column(entries);
    const auto found = entries_of(result);
    for (std::size_t k = 0; k < expected.size(); ++k)
      ASSERT_TRUE(same_bits(expected[k].value, found[k])) << "round " << round << ", entry " << k;
  }
  // The whole matrix, and its pattern arrays shared with the conversion.
  const auto B = conversion.apply(this->exec, A);
  EXPECT_EQ(B.col_offsets().data(), conversion.col_offsets().data());
  EXPECT_EQ(B.row_indices().data(), conversion.row_indices().data());
  const CscToCsr back(this->exec, B);
  expect_same(entries_of(A), entries_of(back.apply(this->exec, B)));
}

/// Counts the arrays of results that Kokkos allocates while it lives.
class ResultAllocations {
 public:
  ResultAllocations() {
    count_ = 0;
    Kokkos::Tools::Experimental::set_allocate_data_callback([](Kokkos_Profiling_SpaceHandle,
                                                               const char* label, const void*,
                                                               std::uint64_t) {
      for (const char* of_result : {"filigree::offsets", "filigree::indices", "filigree::values"})
        if (std::strcmp(label, of_result) == 0) ++count_;
    });
  }
  ~ResultAllocations() { Kokkos::Tools::Experimental::set_allocate_data_callback(nullptr); }
  ResultAllocations(const ResultAllocations&) = delete;
  ResultAllocations& operator=(const ResultAllocations&) = delete;
  static int count() { return count_; }

 private:
  static inline std::atomic<int> count_ = 0;
};

// Arrays with room for more, whose rest must stay as it was.
TYPED_TEST(CsrCsc, IntoGivenArrays) {
  using Scalar = typename TestFixture::Scalar;
  using Index = typename TypeParam::Index;
  using Offset = typename TypeParam::Offset;
  using Space = typename TypeParam::Space;
  const auto entries = sorted_by_row(random_entries<Scalar>(90, 110, 2000, true, 6));
  const auto nnz = int64_t(entries.size());
  const auto offsets = poisoned<Offset, Space>(200);
  const auto indices = poisoned<Index, Space>(nnz + 50);
  const auto values = poisoned<Scalar, Space>(nnz + 70);
  const auto A = make_csr<TypeParam>(entries, 90, 110);
  const auto A_again = csc_to_csr(this->exec, csr_to_csc(this->exec, A));
  {
    const ResultAllocations allocations;
    for (const auto& matrix : {A, A_again})
      csr_to_csc(this->exec, matrix, offsets, indices, values, {.index_base = IndexBase::one});
    EXPECT_EQ(allocations.count(), 0);
    csr_to_csc(this->exec, A);
    EXPECT_EQ(allocations.count(), 3);
  }
  const auto B =
      csr_to_csc(this->exec, A, offsets, indices, values, {.index_base = IndexBase::one});
  EXPECT_EQ(B.num_rows(), 90);
  EXPECT_EQ(B.num_cols(), 110);
  EXPECT_EQ(B.properties(), (MatrixProperties{.index_base = IndexBase::one, .sorted = true}));
  EXPECT_EQ(B.col_offsets().data(), offsets.data());
  EXPECT_EQ(B.row_indices().data(), indices.data());
  EXPECT_EQ(B.values().data(), values.data());
  expect_same(sorted_by_column(entries), entries_of(B));
  const auto is_poisoned = [](const auto& view, std::size_t from) {
    const auto found = entries_of(view);
    using T = typename std::remove_cvref_t<decltype(found)>::value_type;
    const auto untouched = entries_of(poisoned<T, Space>(1));
    return std::all_of(found.begin() + std::ptrdiff_t(from), found.end(),
                       [&](const T& entry) { return same_bits(entry, untouched[0]); });
  };
  EXPECT_TRUE(is_poisoned(offsets, 111));
  EXPECT_TRUE(is_poisoned(indices, entries.size()));
  EXPECT_TRUE(is_poisoned(values, entries.size()));

  const auto C = csc_to_csr(this->exec, B, poisoned<Offset, Space>(91), poisoned<Index, Space>(nnz),
                            poisoned<Scalar, Space>(nnz), {.index_base = IndexBase::zero});
  expect_same(entries, entries_of(C));
}

TYPED_TEST(CsrCsc, NothingIntoGivenArrays) {
  using Index = typename TypeParam::Index;
  using Offset = typename TypeParam::Offset;
  using Scalar = typename TestFixture::Scalar;
  using Space = typename TypeParam::Space;
  const CsrMatrix<Scalar, Index, Offset, Space> A;
  const auto B = csr_to_csc(this->exec, A, poisoned<Offset, Space>(1),
                            Kokkos::View<Index*, Space>(), Kokkos::View<Scalar*, Space>());
  EXPECT_EQ(entries_of(B.col_offsets()), std::vector<Offset>{0});
  EXPECT_EQ(B.nnz(), 0);
}

TYPED_TEST(CsrCsc, WithoutValidation) {
  auto entries = sorted_by_row(random_entries<typename TestFixture::Scalar>(30, 20, 100, true, 4));
  const auto B = csr_to_csc(this->exec, make_csr<TypeParam>(entries, 30, 20), {.validate = false});
  expect_same(sorted_by_column(entries), entries_of(B));
}

// The matrix stays the same matrix, so its triangle does too.
TYPED_TEST(CsrCsc, KeepsTypeFillAndDiagonal) {
  using Scalar = typename TestFixture::Scalar;
  const Entries<Scalar> entries{{0, 0, value_of<Scalar>(1)}, {2, 0, value_of<Scalar>(2)}};
  for (const MatrixType type :
       {MatrixType::symmetric, MatrixType::hermitian, MatrixType::triangular})
    for (const FillMode fill : {FillMode::lower, FillMode::upper}) {
      const auto A = make_csr<TypeParam>(
          entries, 3, 3, {.type = type, .fill = fill, .diagonal = DiagonalType::unit});
      const auto B = csr_to_csc(this->exec, A);
      EXPECT_EQ(B.properties(),
                (MatrixProperties{
                    .type = type, .fill = fill, .diagonal = DiagonalType::unit, .sorted = true}));
      expect_same(entries, entries_of(B));
    }
}

}  // namespace
}  // namespace filigree::test
