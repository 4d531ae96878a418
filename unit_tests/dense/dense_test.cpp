// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/dense.hpp>

#include <limits>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include <format/test_matrix.hpp>
#include <prune/reference.hpp>

namespace filigree::test {
namespace {

/// A dense matrix in any layout, over an array that has more entries than the matrix.
template <class S, class Space>
struct DenseMatrix {
  using View = Kokkos::View<S**, Kokkos::LayoutStride, Space>;
  Kokkos::View<S*, Space> storage;
  View view;

  DenseMatrix(const Entries<S>& entries, int64_t rows, int64_t columns, int64_t row_stride,
              int64_t column_stride) {
    const int64_t length =
        rows == 0 || columns == 0 ? 0 : (rows - 1) * row_stride + (columns - 1) * column_stride + 3;
    std::vector<S> host(length);
    if (length > 0) std::memset(static_cast<void*>(host.data()), 0xff, length * sizeof(S));
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < columns; ++j)
        host[i * row_stride + j * column_stride] = detail::convert<S>(0.0f);
    for (const Entry<S>& entry : entries)
      host[entry.row * row_stride + entry.column * column_stride] = entry.value;
    storage = array<Space>(host);
    view = View(storage.data(), Kokkos::LayoutStride(rows, row_stride, columns, column_stride));
  }
};

/// Leading dimensions with and without a gap, both orders, and strides in both directions.
std::vector<std::pair<int64_t, int64_t>> strides(int64_t rows, int64_t columns) {
  return {{columns, 1}, {columns + 3, 1}, {1, rows}, {1, rows + 2}, {2 * columns + 1, 2}};
}

template <class T>
class Dense : public ::testing::Test {
 public:
  using Scalar = typename T::Scalar;
  using Space = typename T::Space;
  const typename T::Exec exec{};
};
TYPED_TEST_SUITE(Dense, AllTypes);

TYPED_TEST(Dense, CountsNonzeros) {
  using S = typename TestFixture::Scalar;
  using Space = typename TestFixture::Space;
  const int64_t rows = 70, columns = 45;
  const auto entries = random_entries<S>(rows, columns, 700, true, 1);
  std::vector<int32_t> by_row(rows, 0);
  std::vector<int64_t> by_column(columns, 0);
  for (const auto& entry : entries) ++by_row[entry.row], ++by_column[entry.column];
  for (const auto& [row_stride, column_stride] : strides(rows, columns)) {
    const DenseMatrix<S, Space> A(entries, rows, columns, row_stride, column_stride);
    const auto in_rows = poisoned<int32_t, Space>(rows);
    EXPECT_EQ(count_nonzeros(this->exec, A.view, CountBy::row, in_rows), 700);
    EXPECT_EQ(entries_of(in_rows), by_row);
    const auto in_columns = poisoned<int64_t, Space>(columns);
    const Kokkos::View<int64_t, Space> total("total");
    count_nonzeros(this->exec, A.view, CountBy::column, in_columns, total);
    this->exec.fence();
    EXPECT_EQ(entries_of(in_columns), by_column);
    EXPECT_EQ(entries_of(Kokkos::View<int64_t*, Space>(total.data(), 1)),
              std::vector<int64_t>{700});
  }
}

TYPED_TEST(Dense, RoundTrips) {
  using S = typename TestFixture::Scalar;
  using Index = typename TypeParam::Index;
  using Offset = typename TypeParam::Offset;
  using Space = typename TestFixture::Space;
  for (const auto& [rows, columns, nnz] :
       {std::tuple{90, 70, 900}, {1, 300, 40}, {300, 1, 250}, {33, 64, 33 * 64}}) {
    const auto by_row = sorted_by_row(random_entries<S>(rows, columns, nnz, true, 2));
    for (const auto& [row_stride, column_stride] : strides(rows, columns)) {
      const DenseMatrix<S, Space> A(by_row, rows, columns, row_stride, column_stride);
      const auto csr =
          dense_to_csr<Index, Offset>(this->exec, A.view, {.index_base = IndexBase::one});
      EXPECT_EQ(csr.properties(),
                (MatrixProperties{.index_base = IndexBase::one, .sorted = true, .unique = true}));
      expect_same(by_row, entries_of(csr));
      const auto csc = dense_to_csc<Index, Offset>(this->exec, A.view);
      expect_same(sorted_by_column(by_row), entries_of(csc));
      const auto coo = dense_to_coo<Index>(this->exec, A.view, {.index_base = IndexBase::one});
      expect_same(by_row, entries_of(coo));
      // Back, over old values and without a touch between the strides.
      const auto junk = random_entries<S>(rows, columns, std::min(rows * columns, 50), true, 3);
      for (int way = 0; way < 3; ++way) {
        const DenseMatrix<S, Space> B(junk, rows, columns, row_stride, column_stride);
        if (way == 0) csr_to_dense(this->exec, csr, B.view);
        if (way == 1) csc_to_dense(this->exec, csc, B.view);
        if (way == 2) coo_to_dense(this->exec, coo, B.view);
        this->exec.fence();
        const auto expected = entries_of(A.storage), found = entries_of(B.storage);
        for (std::size_t k = 0; k < expected.size(); ++k)
          ASSERT_TRUE(same_bits(expected[k], found[k])) << "way " << way << ", place " << k;
      }
    }
  }
}

TYPED_TEST(Dense, UnsortedToDense) {
  using S = typename TestFixture::Scalar;
  using Space = typename TestFixture::Space;
  auto entries = random_entries<S>(40, 30, 500, true, 4);
  const DenseMatrix<S, Space> A(entries, 40, 30, 30, 1), B({}, 40, 30, 30, 1), C({}, 40, 30, 30, 1);
  coo_to_dense(this->exec, make_coo<TypeParam>(entries, 40, 30), B.view);
  std::stable_sort(entries.begin(), entries.end(), [](auto& a, auto& b) { return a.row < b.row; });
  csr_to_dense(this->exec, make_csr<TypeParam>(entries, 40, 30, {.index_base = IndexBase::one}),
               C.view);
  this->exec.fence();
  const auto expected = entries_of(A.storage), first = entries_of(B.storage),
             second = entries_of(C.storage);
  for (std::size_t k = 0; k < expected.size(); ++k) {
    ASSERT_TRUE(same_bits(expected[k], first[k]));
    ASSERT_TRUE(same_bits(expected[k], second[k]));
  }
}

// The pattern once, values of any matrix of the same layout.
TYPED_TEST(Dense, NewValues) {
  using S = typename TestFixture::Scalar;
  using Space = typename TestFixture::Space;
  using Matrix = CsrMatrix<S, typename TypeParam::Index, typename TypeParam::Offset, Space>;
  auto entries = sorted_by_row(random_entries<S>(50, 40, 600, true, 5));
  const DenseMatrix<S, Space> A(entries, 50, 40, 1, 55);
  const DenseToSparse<Matrix> conversion(this->exec, A.view);
  for (auto& entry : entries) entry.value = value_of<S>(int(entry.row + entry.column));
  const DenseMatrix<S, Space> B(entries, 50, 40, 1, 55);
  const auto found = conversion.apply(this->exec, B.view);
  expect_same(entries, entries_of(found));
  EXPECT_EQ(conversion.apply(this->exec, A.view).col_indices().data(), found.col_indices().data());
  const DenseMatrix<S, Space> C(entries, 50, 40, 40, 1);
  expect_error(Status::stale_plan, "A", {"50 x 40", "40, 1", "1, 55"},
               [&] { conversion.apply(this->exec, C.view); });
}

// Pruned on the way; the percentage counts the zeros too.
TYPED_TEST(Dense, PrunedByThresholdAndPercentage) {
  using S = typename TestFixture::Scalar;
  using Space = typename TestFixture::Space;
  const auto by_row = sorted_by_row(random_entries<S>(60, 50, 1200, true, 6));
  std::vector<double> magnitudes(60 * 50 - 1200, 0.0);
  for (const auto& entry : by_row) magnitudes.push_back(reference_magnitude(entry.value));
  for (const auto& [row_stride, column_stride] : strides(60, 50)) {
    const DenseMatrix<S, Space> A(by_row, 60, 50, row_stride, column_stride);
    expect_same(reference_kept(by_row, 30.5),
                entries_of(dense_to_csr(this->exec, A.view, {.rule = Threshold{30.5}})));
    for (const int percentage : {0, 40, 60, 75, 100})
      expect_same(
          reference_kept(by_row, reference_threshold(magnitudes, percentage)),
          entries_of(dense_to_csr(this->exec, A.view, {.rule = Percentage{double(percentage)}})));
  }
}

TYPED_TEST(Dense, Empty) {
  using S = typename TestFixture::Scalar;
  using Index = typename TypeParam::Index;
  using Offset = typename TypeParam::Offset;
  using Space = typename TestFixture::Space;
  for (const auto& [rows, columns] : {std::pair{0, 0}, {0, 5}, {5, 0}, {4, 3}}) {
    const Kokkos::View<S**, Kokkos::LayoutLeft, Space> A("A", rows, columns);
    for (const PruneRule& rule : {PruneRule(Threshold{0}), PruneRule(Percentage{50})}) {
      const auto csr = dense_to_csr<Index, Offset>(this->exec, A, {.rule = rule});
      EXPECT_EQ(csr.num_cols(), columns);
      EXPECT_EQ(entries_of(csr.row_offsets()), std::vector<Offset>(rows + 1, Offset(0)));
      EXPECT_EQ((dense_to_csc<Index, Offset>(this->exec, A, {.rule = rule})).nnz(), 0);
      csr_to_dense(this->exec, csr, A);
    }
    const auto counts = poisoned<int32_t, Space>(rows);
    EXPECT_EQ(count_nonzeros(this->exec, A, CountBy::row, counts), 0);
    EXPECT_EQ(entries_of(counts), std::vector<int32_t>(rows, 0));
  }
}

using Double = Types<Device, double, int32_t, int32_t>;
using Space = Double::Space;
using View = Kokkos::View<double**, Kokkos::LayoutRight, Space>;

TEST(DenseValues, NanIsAnEntryAndNegativeZeroIsNot) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const DenseMatrix<double, Space> A({{0, 0, nan}, {0, 1, -0.0}, {1, 1, 5e-324}}, 2, 2, 2, 1);
  expect_same({{0, 0, nan}, {1, 1, 5e-324}}, entries_of(dense_to_csr(Device{}, A.view)));
}

// A matrix of a type stands for more than its entries.
TEST(DenseValues, SymmetricAndTriangularAreExpanded) {
  const Entries<double> lower{{0, 0, 1.0}, {1, 0, 2.0}, {1, 1, 3.0}};
  const auto dense = [&](MatrixProperties properties, bool by_entries) {
    const View B("B", 2, 2);
    if (by_entries)
      coo_to_dense(Device{}, make_coo<Double>(lower, 2, 2, properties), B);
    else
      csr_to_dense(Device{}, make_csr<Double>(lower, 2, 2, properties), B);
    Device{}.fence();
    return entries_of(Kokkos::View<double*, Space>(B.data(), 4));
  };
  for (const bool by_entries : {false, true}) {
    EXPECT_EQ(dense({.type = MatrixType::symmetric}, by_entries),
              (std::vector<double>{1, 2, 2, 3}));
    EXPECT_EQ(dense({.type = MatrixType::triangular, .diagonal = DiagonalType::unit}, by_entries),
              (std::vector<double>{1, 0, 2, 1}));
    EXPECT_EQ(dense({.type = MatrixType::triangular, .fill = FillMode::upper}, by_entries),
              (std::vector<double>{1, 0, 0, 3}));
  }
}

TEST(DenseBadArguments, SayWhatIsWrong) {
  const Status invalid = Status::invalid_value;
  const View A("A", 2, 3);
  expect_error(invalid, "counts", {"count_nonzeros", "3", "2", "rows"},
               [&] { count_nonzeros(Device{}, A, CountBy::row, poisoned<int32_t, Space>(3)); });
  expect_error(invalid, "counts", {"2", "3", "columns"},
               [&] { count_nonzeros(Device{}, A, CountBy::column, poisoned<int32_t, Space>(2)); });
  expect_error(invalid, "threshold", {"DenseToSparse"},
               [&] { dense_to_csr(Device{}, A, {.rule = Threshold{-1}}); });
  expect_error(invalid, "percentage", {"101"},
               [&] { dense_to_csc(Device{}, A, {.rule = Percentage{101}}); });

  const auto csr = make_csr<Double>({{0, 1, 1.0}}, 3, 2);
  expect_error(invalid, "B", {"csr_to_dense", "2", "3", "rows"},
               [&] { csr_to_dense(Device{}, csr, A); });
  const Kokkos::View<double**, Kokkos::LayoutStride, Space> overlapping(
      A.data(), Kokkos::LayoutStride(3, 1, 2, 1));
  expect_error(invalid, "B", {"3 x 2", "1, 1", "apart"},
               [&] { csr_to_dense(Device{}, csr, overlapping); });
  // Rows 2 apart, columns 3: places 0, 3, 2, 5, 4, 7.
  const Kokkos::View<double*, Space> storage("storage", 8);
  const Kokkos::View<double**, Kokkos::LayoutStride, Space> interleaved(
      storage.data(), Kokkos::LayoutStride(3, 2, 2, 3));
  csr_to_dense(Device{}, csr, interleaved);
  EXPECT_EQ(entries_of(storage), (std::vector<double>{0, 0, 0, 1, 0, 0, 0, 0}));
  const View B("B", 3, 2);
  expect_error(invalid, "A", {"row 1", "stored before"}, [&] {
    csr_to_dense(Device{}, make_csr<Double>({{1, 1, 1.0}, {1, 0, 2.0}, {1, 1, 3.0}}, 3, 2), B);
  });
  expect_error(invalid, "A", {"coo_to_dense", "stored before"}, [&] {
    coo_to_dense(Device{}, make_coo<Double>({{1, 1, 1.0}, {0, 0, 2.0}, {1, 1, 3.0}}, 3, 2), B);
  });
  expect_error(invalid, "A", {"column index 2"}, [&] {
    csr_to_dense(Device{}, make_csr<Double>({{0, 0, 1.0}, {1, 2, 2.0}, {2, 1, 3.0}}, 3, 2), B);
  });
}

TEST(DenseBadArguments, SharedMemoryIsRefused) {
  const Status invalid = Status::invalid_value;
  const Kokkos::View<double*, Space> storage("storage", 6);
  const View dense(storage.data(), 2, 3);
  const auto csr = make_csr<Double>({{0, 0, 1.0}, {1, 2, 2.0}}, 2, 3);
  const auto coo = make_coo<Double>({{0, 0, 1.0}, {1, 2, 2.0}}, 2, 3);
  const Kokkos::View<double*, Space> values = Kokkos::subview(storage, std::pair(4, 6));
  expect_error(invalid, "B", {"csr_to_dense", "overlaps"},
               [&] { csr_to_dense(Device{}, csr.with_values(values), dense); });
  expect_error(invalid, "B", {"csc_to_dense", "overlaps"}, [&] {
    csc_to_dense(Device{}, csr_to_csc(Device{}, csr).with_values(values), dense);
  });
  expect_error(invalid, "B", {"coo_to_dense", "overlaps"},
               [&] { coo_to_dense(Device{}, coo.with_values(values), dense); });
  Kokkos::deep_copy(storage, 1.0);
  const DenseToSparse<CsrMatrix<double, int32_t, int32_t, Space>> conversion(Device{}, dense);
  expect_error(invalid, "values", {"DenseToSparse::apply", "overlaps"},
               [&] { conversion.apply(Device{}, dense, storage); });
}

}  // namespace
}  // namespace filigree::test
