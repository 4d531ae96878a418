// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/format/coo.hpp>
#include <filigree/format/csc.hpp>
#include <filigree/format/csr.hpp>
#include <filigree/format/sparse_vector.hpp>

#include <gtest/gtest.h>

#include <format/test_matrix.hpp>

namespace filigree::test {
namespace {

using Space = DefaultMemorySpace;
using Csr = CsrMatrix<double, int32_t, int32_t, Space>;
using Csc = CscMatrix<double, int32_t, int32_t, Space>;
using Coo = CooMatrix<double, int32_t, Space>;
using Vector = SparseVector<double, int32_t, Space>;

template <class T>
Kokkos::View<T*, Space> of(int64_t length) {
  return Kokkos::View<T*, Space>("test", length);
}

TEST(Containers, WrapSharesThePointers) {
  const int32_t offsets[] = {0, 1, 2}, columns[] = {0, 1};
  double values[] = {1.0, 2.0};
  const auto A = Csr::wrap(2, 2, 2, offsets, columns, values, {.sorted = true});
  EXPECT_EQ(A.row_offsets().data(), offsets);
  EXPECT_EQ(A.col_indices().data(), columns);
  EXPECT_EQ(A.values().data(), values);
  EXPECT_EQ(A.nnz(), 2);
  const CsrMatrix<const double, int32_t, int32_t, Space> constant = A;
  EXPECT_EQ(constant.values().data(), values);
  EXPECT_EQ(constant.properties(), A.properties());
}

/// Views of other values as users have them: without a memory space, unmanaged, constant.
TEST(Containers, OtherValues) {
  const Csr A(2, 2, of<int32_t>(3), of<int32_t>(2), of<double>(2), {.sorted = true});
  const Kokkos::View<float*> plain("plain", 2);
  const auto single = A.with_values(plain);
  static_assert(std::same_as<decltype(single), const CsrMatrix<float, int32_t, int32_t, Space>>);
  EXPECT_EQ(single.values().data(), plain.data());
  EXPECT_EQ(single.properties(), A.properties());
  const Kokkos::View<const double*, Space, Kokkos::MemoryUnmanaged> constant(A.values().data(), 2);
  const auto same = A.with_values(constant);
  static_assert(
      std::same_as<decltype(same), const CsrMatrix<const double, int32_t, int32_t, Space>>);
  EXPECT_EQ(same.values().data(), A.values().data());
  EXPECT_EQ(
      Csc(2, 2, of<int32_t>(3), of<int32_t>(2), of<double>(2)).with_values(plain).values().data(),
      plain.data());
  EXPECT_EQ(
      Coo(2, 2, of<int32_t>(2), of<int32_t>(2), of<double>(2)).with_values(plain).values().data(),
      plain.data());
}

TEST(Containers, DefaultsAreEmpty) {
  EXPECT_EQ(Csr().num_rows() + Csr().num_cols() + Csr().nnz(), 0);
  EXPECT_EQ(Csc().nnz() + Coo().nnz() + Vector().nnz() + Vector().size(), 0);
  EXPECT_EQ(Csr::wrap(0, 5, 0, nullptr, nullptr, nullptr).num_cols(), 5);
  EXPECT_EQ(Csc::wrap(5, 0, 0, nullptr, nullptr, nullptr).num_rows(), 5);
  EXPECT_EQ(Coo::wrap(5, 5, 0, nullptr, nullptr, nullptr).num_rows(), 5);
}

TEST(Containers, WrongSizes) {
  const Status bad = Status::invalid_value;
  expect_error(bad, "num_rows", {"-1"}, [] { Csr(-1, 2, {}, {}, {}); });
  expect_error(bad, "num_cols", {"3000000000"}, [] { Csr(0, 3000000000, {}, {}, {}); });
  expect_error(bad, "row_offsets", {"length 2", "length 4"},
               [] { Csr(3, 2, of<int32_t>(2), {}, {}); });
  expect_error(bad, "values", {"length 1", "length 2"},
               [] { Csr(1, 2, of<int32_t>(2), of<int32_t>(2), of<double>(1)); });
  expect_error(bad, "col_offsets", {"length 2", "length 3"},
               [] { Csc(3, 2, of<int32_t>(2), {}, {}); });
  expect_error(bad, "col_indices", {"length 1"},
               [] { Coo(3, 2, of<int32_t>(2), of<int32_t>(1), of<double>(2)); });
  expect_error(bad, "values", {"length 3"},
               [] { Coo(3, 2, of<int32_t>(2), of<int32_t>(2), of<double>(3)); });
  expect_error(bad, "values", {"length 3"}, [] { Vector(3, of<int32_t>(2), of<double>(3)); });
  expect_error(bad, "size", {"-2"}, [] { Vector(-2, {}, {}); });
}

TEST(Containers, NullPointersWithEntries) {
  const Status bad = Status::invalid_value;
  expect_error(bad, "row_offsets", {"null"}, [] { Csr::wrap(1, 1, 0, nullptr, nullptr, nullptr); });
  expect_error(bad, "row_indices", {"null"}, [] { Coo::wrap(1, 1, 1, nullptr, nullptr, nullptr); });
  expect_error(bad, "indices", {"null"}, [] { Vector::wrap(1, 1, nullptr, nullptr); });
}

TEST(Containers, TypesThatNeedASquareMatrix) {
  for (const MatrixType type :
       {MatrixType::symmetric, MatrixType::hermitian, MatrixType::triangular})
    expect_error(Status::matrix_type_not_supported, "properties.type", {"2 x 3"},
                 [=] { Coo(2, 3, {}, {}, {}, {.type = type}); });
}

}  // namespace
}  // namespace filigree::test
