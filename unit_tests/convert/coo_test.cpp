// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/convert.hpp>

#include <vector>

#include <gtest/gtest.h>

#include <format/test_matrix.hpp>

namespace filigree::test {
namespace {

template <class T>
class CooConversions : public ::testing::Test {
 public:
  using Scalar = typename T::Scalar;
  using Offset = typename T::Offset;
  const typename T::Exec exec{};

  auto csr(const Entries<Scalar>& entries, int64_t rows, int64_t columns, Duplicates duplicates,
           MatrixProperties properties = {}) const {
    return coo_to_csr<Offset>(exec, make_coo<T>(entries, rows, columns, properties),
                              {.duplicates = duplicates});
  }
  auto csc(const Entries<Scalar>& entries, int64_t rows, int64_t columns, Duplicates duplicates,
           MatrixProperties properties = {}) const {
    return coo_to_csc<Offset>(exec, make_coo<T>(entries, rows, columns, properties),
                              {.duplicates = duplicates});
  }

  /// Sums in storage order, in the type that the documentation names.
  static Entries<Scalar> summed(const Entries<Scalar>& sorted) {
    Entries<Scalar> result;
    std::size_t k = 0;
    while (k < sorted.size()) {
      std::size_t end = k + 1;
      while (end < sorted.size() && sorted[end].row == sorted[k].row &&
             sorted[end].column == sorted[k].column)
        ++end;
      result.push_back({sorted[k].row, sorted[k].column, sum(sorted, k, end)});
      k = end;
    }
    return result;
  }

 private:
  static Scalar sum(const Entries<Scalar>& entries, std::size_t begin, std::size_t end) {
    if constexpr (std::is_same_v<Scalar, half> || std::is_same_v<Scalar, bfloat16>) {
      float total = entries[begin].value;
      for (std::size_t k = begin + 1; k < end; ++k) total += float(entries[k].value);
      return Scalar(total);
    } else if constexpr (std::is_same_v<Scalar, complex_half> ||
                         std::is_same_v<Scalar, complex_bfloat16>) {
      using Part = decltype(Scalar::re);
      float re = entries[begin].value.re, im = entries[begin].value.im;
      for (std::size_t k = begin + 1; k < end; ++k)
        re += float(entries[k].value.re), im += float(entries[k].value.im);
      return Scalar{Part(re), Part(im)};
    } else if constexpr (std::is_integral_v<Scalar>) {
      std::uint64_t total = 0;
      for (std::size_t k = begin; k < end; ++k) total += std::uint64_t(entries[k].value);
      return Scalar(total);
    } else {
      Scalar total = entries[begin].value;
      for (std::size_t k = begin + 1; k < end; ++k) total += entries[k].value;
      return total;
    }
  }
};
TYPED_TEST_SUITE(CooConversions, AllTypes);

TYPED_TEST(CooConversions, RandomDistinct) {
  for (const IndexBase base : {IndexBase::zero, IndexBase::one}) {
    const auto entries = random_entries<typename TestFixture::Scalar>(400, 900, 30000, true, 1);
    const MatrixProperties expected{.index_base = base, .sorted = true, .unique = true};
    for (const Duplicates duplicates : {Duplicates::sum, Duplicates::reject}) {
      const auto csr = this->csr(entries, 400, 900, duplicates, {.index_base = base});
      expect_same(sorted_by_row(entries), entries_of(csr));
      EXPECT_EQ(csr.properties(), expected);
      const auto csc = this->csc(entries, 400, 900, duplicates, {.index_base = base});
      expect_same(sorted_by_column(entries), entries_of(csc));
      EXPECT_EQ(csc.properties(), expected);
    }
  }
}

TYPED_TEST(CooConversions, KeepsDuplicatesInStorageOrder) {
  const auto entries = random_entries<typename TestFixture::Scalar>(30, 40, 5000, false, 2);
  const auto csr = this->csr(entries, 30, 40, Duplicates::keep);
  expect_same(sorted_by_row(entries), entries_of(csr));
  EXPECT_FALSE(csr.properties().unique);
  const auto csc = this->csc(entries, 30, 40, Duplicates::keep);
  expect_same(sorted_by_column(entries), entries_of(csc));
  EXPECT_FALSE(csc.properties().unique);
}

TYPED_TEST(CooConversions, SumsDuplicatesInStorageOrder) {
  const auto entries = random_entries<typename TestFixture::Scalar>(60, 70, 20000, false, 3);
  const auto csr = this->csr(entries, 60, 70, Duplicates::sum);
  expect_same(this->summed(sorted_by_row(entries)), entries_of(csr));
  EXPECT_TRUE(csr.properties().unique);
  const auto csc = this->csc(entries, 60, 70, Duplicates::sum);
  expect_same(this->summed(sorted_by_column(entries)), entries_of(csc));
}

// Already in order, so that no sort is made, with and without duplicates.
TYPED_TEST(CooConversions, SortedInput) {
  const auto distinct =
      sorted_by_row(random_entries<typename TestFixture::Scalar>(50, 60, 1000, true, 4));
  expect_same(distinct, entries_of(this->csr(distinct, 50, 60, Duplicates::sum)));
  expect_same(distinct, entries_of(this->csr(distinct, 50, 60, Duplicates::reject)));
  expect_same(sorted_by_column(distinct), entries_of(this->csc(distinct, 50, 60, Duplicates::sum)));
  const auto repeated =
      sorted_by_row(random_entries<typename TestFixture::Scalar>(20, 10, 1000, false, 5));
  expect_same(this->summed(repeated), entries_of(this->csr(repeated, 20, 10, Duplicates::sum)));
  expect_same(repeated, entries_of(this->csr(repeated, 20, 10, Duplicates::keep)));
}

// Sorted by column, as Matrix Market files are: one sort.
TYPED_TEST(CooConversions, ColumnSortedInput) {
  const auto entries =
      sorted_by_column(random_entries<typename TestFixture::Scalar>(50, 60, 1000, true, 6));
  expect_same(sorted_by_row(entries), entries_of(this->csr(entries, 50, 60, Duplicates::sum)));
}

TYPED_TEST(CooConversions, OneEntryManyTimes) {
  using Scalar = typename TestFixture::Scalar;
  const Entries<Scalar> entries(1000, Entry<Scalar>{2, 1, value_of<Scalar>(1)});
  const auto csr = this->csr(entries, 4, 3, Duplicates::sum);
  expect_same(this->summed(entries), entries_of(csr));
  EXPECT_EQ(csr.nnz(), 1);
}

TYPED_TEST(CooConversions, HugeRow) {
  using Scalar = typename TestFixture::Scalar;
  Entries<Scalar> entries;
  for (int64_t k = 0; k < 50000; ++k)
    entries.push_back({1, 49999 - k, value_of<Scalar>(int(k % 90))});
  expect_same(sorted_by_row(entries), entries_of(this->csr(entries, 3, 50000, Duplicates::reject)));
}

TYPED_TEST(CooConversions, Empty) {
  for (const auto& [rows, columns] : {std::pair{0, 0}, {0, 7}, {7, 0}, {5, 4}}) {
    const auto csr = this->csr({}, rows, columns, Duplicates::sum);
    EXPECT_EQ(csr.row_offsets().extent(0), std::size_t(rows) + 1);
    expect_same({}, entries_of(csr));
    const auto csc = this->csc({}, rows, columns, Duplicates::reject);
    EXPECT_EQ(csc.col_offsets().extent(0), std::size_t(columns) + 1);
    expect_same({}, entries_of(csc));
    expect_same({}, entries_of(csr_to_coo(this->exec, csr)));
    expect_same({}, entries_of(csc_to_coo(this->exec, csc)));
  }
}

TYPED_TEST(CooConversions, RoundTripThroughBoth) {
  for (const IndexBase base : {IndexBase::zero, IndexBase::one}) {
    const IndexBase other = base == IndexBase::zero ? IndexBase::one : IndexBase::zero;
    const auto entries =
        sorted_by_row(random_entries<typename TestFixture::Scalar>(300, 200, 9000, true, 7));
    const auto csr = make_csr<TypeParam>(entries, 300, 200, {.index_base = base, .sorted = true});
    const auto coo = csr_to_coo(this->exec, csr, {.index_base = other});
    EXPECT_EQ(coo.properties(), (MatrixProperties{.index_base = other, .sorted = true}));
    expect_same(entries, entries_of(coo));
    const auto csc =
        coo_to_csc<typename TestFixture::Offset>(this->exec, coo, {.index_base = base});
    const auto back = csc_to_coo(this->exec, csc);
    EXPECT_FALSE(back.properties().sorted);
    expect_same(sorted_by_column(entries), entries_of(back));
    expect_same(entries, entries_of(this->csr(entries_of(back), 300, 200, Duplicates::reject)));
  }
}

TYPED_TEST(CooConversions, Sort) {
  const auto entries = random_entries<typename TestFixture::Scalar>(40, 30, 3000, false, 8);
  const auto coo = make_coo<TypeParam>(entries, 40, 30, {.index_base = IndexBase::one});
  const auto by_row = sort_entries(this->exec, coo);
  expect_same(sorted_by_row(entries), entries_of(by_row.matrix));
  EXPECT_TRUE(by_row.matrix.properties().sorted);
  const auto by_column =
      sort_entries(this->exec, coo, CooOrder::by_column, {.index_base = IndexBase::zero});
  expect_same(sorted_by_column(entries), entries_of(by_column.matrix));
  EXPECT_EQ(by_column.matrix.properties(), MatrixProperties{});
  const auto from = entries_of(by_column.permutation);
  const auto sorted = entries_of(by_column.matrix);
  for (std::size_t k = 0; k < from.size(); ++k)
    ASSERT_TRUE(same_bits(entries[from[k]].value, sorted[k].value)) << k;
  // In order already: the permutation is the identity.
  const auto again = entries_of(sort_entries(this->exec, by_row.matrix).permutation);
  for (std::size_t k = 0; k < again.size(); ++k) ASSERT_EQ(again[k], int64_t(k));
}

/// Of integers of 64 bits, which Matrix Market files have.
template <class Scalar>
void expect_sums_of(const std::vector<Scalar>& values, Scalar sum) {
  const Kokkos::DefaultHostExecutionSpace exec;
  const Kokkos::View<std::int32_t*, Kokkos::HostSpace> places("places", values.size());
  const Kokkos::View<Scalar*, Kokkos::HostSpace> view("values", values.size());
  std::copy(values.begin(), values.end(), view.data());
  const CooMatrix<Scalar, std::int32_t, Kokkos::HostSpace> A(2, 3, places, places, view);
  EXPECT_EQ(coo_to_csr(exec, A).values()(0), sum);
  EXPECT_EQ(coo_to_csc(exec, A).values()(0), sum);
}
TEST(CooSums, integers_of_64_bits) {
  expect_sums_of<std::int64_t>({-1, -1}, -2);
  expect_sums_of<std::int64_t>({std::int64_t(1) << 40, 1, -3}, (std::int64_t(1) << 40) - 2);
  expect_sums_of<std::uint64_t>({std::uint64_t(1) << 63, 1}, (std::uint64_t(1) << 63) + 1);
}

TYPED_TEST(CooConversions, SortWithinRowsAndColumns) {
  auto entries = random_entries<typename TestFixture::Scalar>(40, 30, 600, true, 9);
  std::stable_sort(entries.begin(), entries.end(),
                   [](const auto& a, const auto& b) { return a.row < b.row; });
  const auto csr = sort_entries(this->exec, make_csr<TypeParam>(entries, 40, 30),
                                {.index_base = IndexBase::one});
  EXPECT_EQ(csr.matrix.properties(),
            (MatrixProperties{.index_base = IndexBase::one, .sorted = true}));
  expect_same(sorted_by_row(entries), entries_of(csr.matrix));
  std::stable_sort(entries.begin(), entries.end(),
                   [](const auto& a, const auto& b) { return a.column < b.column; });
  const auto csc = sort_entries(
      this->exec, make_csc<TypeParam>(entries, 40, 30, {.index_base = IndexBase::one}));
  expect_same(sorted_by_column(entries), entries_of(csc.matrix));
}

}  // namespace
}  // namespace filigree::test
