// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spmm_support.hpp"

/// A^T B by a plan on the host: rows of A that add to sums of their columns, in windows of every
/// kind.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
template <class T, class Index = std::int32_t, class Offset = Index>
using Csr = CsrMatrix<T, Index, Offset, Space>;
template <class T, class Index = std::int32_t, class Offset = Index>
using Csc = CscMatrix<T, Index, Offset, Space>;

template <class Matrix>
void test_transposed(const Triplets& triplets, Order order, const MatrixProperties& properties,
                     std::initializer_list<std::int64_t> columns) {
  using T = typename Matrix::scalar_type;
  SpmmTest<Exec, Matrix, T, T> test(triplets, properties, order);
  // Rows of op(A) that are the columns of what is stored.
  const bool by_columns = std::string(Matrix::format_name) == "csc";
  for (const std::int64_t n : columns)
    for (const Layout b : all_layouts)
      for (const int variant : {0, 1}) {
        const std::size_t next = std::size_t(b) + std::size_t(n + variant);
        for (const Layout c : {all_layouts[next % 5], all_layouts[(next + 2) % 5]}) {
          const auto kernel =
              test.planned({by_columns ? Op::none : Op::transpose, Op::none, b, c, n, variant});
          if (detail::is_host_execution_v<Exec>) {
            EXPECT_EQ(kernel.name, "spmm_csr_transposed_host");
          }
        }
      }
}

/// Rows of `length` entries near the diagonal of a matrix that is `stretch` times as wide as high,
/// the first and some others empty.
template <class T>
Triplets random_band(std::int64_t rows, std::int64_t stretch, std::int64_t length) {
  std::mt19937 random(21);
  std::uniform_int_distribution<std::int64_t> place(-20, 20);
  Triplets triplets{rows, rows * stretch, {}};
  for (std::int64_t row = 1; row < rows; ++row)
    for (std::int64_t k = 0; k < (row % 11 == 3 ? 0 : length); ++k) {
      const std::int64_t column =
          std::clamp<std::int64_t>(row * stretch + place(random), 0, triplets.num_cols - 1);
      triplets.entries.push_back({row, column, widen(random_scalar<T>(random))});
    }
  return triplets;
}

/// With a few threads parts have several times as many columns as a window: it moves on with the
/// rows, and its content to its front.
TEST(SpmmTransposed, long_bands) {
  test_transposed<Csr<double>>(random_band<double>(16000, 1, 3), Order::shuffled, {}, {1, 3});
  test_transposed<Csr<float>>(random_band<float>(5000, 3, 5), Order::sorted, {}, {2});
}

TEST(SpmmTransposed, short_bands) {
  test_transposed<Csr<double>>(random_band<double>(1700, 1, 5), Order::shuffled, {}, {37});
  test_transposed<Csr<float>>(random_band<float>(1700, 1, 5), Order::sorted, {}, {7, 69});
  test_transposed<Csr<double>>(random_band<double>(700, 3, 16), Order::sorted, {}, {2});
}

/// Windows of all columns: entries anywhere, duplicates, a full row, empty ones.
TEST(SpmmTransposed, spread_columns) {
  std::mt19937 random(3);
  const auto wide = random_triplets<double>(random, {300, 900, 12, 5, true});
  test_transposed<Csr<double>>(wide, Order::shuffled, {}, {5, 32});
  const auto high = random_triplets<float>(random, {1200, 40, 6, 5, true});
  test_transposed<Csr<float>>(high, Order::shuffled, {IndexBase::one}, {4, 17});
}

TEST(SpmmTransposed, index_types_and_columns_as_they_are_stored) {
  const auto band = random_band<double>(900, 1, 6);
  test_transposed<Csr<double, std::int64_t, std::int32_t>>(band, Order::sorted, {}, {6});
  test_transposed<Csr<double, std::int32_t, std::int64_t>>(band, Order::shuffled, {}, {6});
  test_transposed<Csr<double, std::int64_t>>(band, Order::shuffled, {IndexBase::one}, {6});
  test_transposed<Csc<double>>(band, Order::shuffled, {IndexBase::one}, {9});
}

/// Single calls that scatter: every kind of storage, by one and by several threads (each of which
/// has blocks of 256 rows of C to itself), for one tile of columns and for more.
template <class Matrix>
void test_one_shot(const Triplets& triplets, Order order, IndexBase base) {
  using T = typename Matrix::scalar_type;
  for (const MatrixProperties& properties : all_properties(base)) {
    if (triplets.num_rows != triplets.num_cols && properties.type != MatrixType::general) continue;
    // A unit diagonal of one type, and upper triangles of another, are enough.
    if (properties.diagonal == DiagonalType::unit && properties.type != MatrixType::triangular)
      continue;
    if (properties.fill == FillMode::upper && properties.type != MatrixType::hermitian) continue;
    SpmmTest<Exec, Matrix, T, T> test(triplets, properties, order);
    for (const Op op : all_ops)
      for (const std::int64_t n : {3, 8, 33}) {
        const Layout layout = all_layouts[std::size_t(n + int(op)) % 5];
        const bool is_b = properties.type == MatrixType::general || n == 8;
        test.one_shot({op, Op::none, is_b ? layout : Layout::row_major,
                       is_b ? Layout::row_major : layout, n, int(n + int(op)) % 2});
      }
  }
}

/// A plan knows the pattern, not the arrays that it was made from.
TEST(SpmmTransposed, plans_for_other_arrays) {
  using Host = Kokkos::DefaultHostExecutionSpace;
  using Matrix = CsrMatrix<double, std::int32_t, std::int32_t, Host::memory_space>;
  using Dense = Kokkos::View<double* [3], Kokkos::LayoutRight, Host::memory_space>;
  const Host exec;
  constexpr std::int32_t rows = 64, each = 16;
  std::vector<std::int32_t> offsets{0}, columns;
  for (std::int32_t row = 0; row < rows; ++row) {
    for (std::int32_t k = 0; k < each; ++k) columns.push_back(row * 5 % (rows - each) + k);
    offsets.push_back(std::int32_t(columns.size()));
  }
  std::vector<double> values(columns.size(), 2.0);
  auto old_offsets = offsets, old_columns = columns;
  const auto wrap = [&](auto& at_offsets, auto& at_columns) {
    return Matrix::wrap(rows, rows, rows * each, at_offsets, at_columns, values);
  };
  const Matrix A = wrap(old_offsets, old_columns), B = wrap(offsets, columns);
  const Dense X("X", rows), Y("Y", rows), expected("expected", rows);
  for (std::int32_t i = 0; i < rows; ++i)
    for (std::int32_t j = 0; j < 3; ++j) X(i, j) = i % 7 + j;
  spmm_plan(exec, Op::transpose, B).apply(exec, 1.0, B, X, 0.0, expected);
  const auto plan = spmm_plan(exec, Op::transpose, A, {.pattern_check = PatternCheck::content});
  old_offsets.assign(old_offsets.size(), 1 << 20);
  old_columns.assign(old_columns.size(), 1 << 20);
  for (const auto& bound : {plan, plan.bound_to(exec, B)}) {
    Kokkos::deep_copy(Y, -1.0);
    EXPECT_EQ(bound.apply(exec, 1.0, B, X, 0.0, Y).name, "spmm_csr_transposed_host");
    exec.fence();
    for (std::int32_t i = 0; i < rows; ++i)
      for (std::int32_t j = 0; j < 3; ++j) ASSERT_EQ(Y(i, j), expected(i, j)) << i << ", " << j;
  }
}

TEST(SpmmOneShot, scatters) {
  const auto band = random_band<double>(560, 1, 4);
  std::mt19937 random(3);
  const auto spread = random_triplets<double>(random, {540, 540, 6, 5, true});
  const auto high = random_triplets<double>(random, {900, 270, 4, 5, true});
  for (const Triplets& triplets : {band, spread, high}) {
    test_one_shot<Csr<double>>(triplets, Order::shuffled, IndexBase::one);
    test_one_shot<Csc<double>>(triplets, Order::sorted, IndexBase::zero);
    test_one_shot<CooMatrix<double, std::int32_t, Space>>(triplets, Order::sorted, IndexBase::one);
    test_one_shot<CooAosMatrix<float, std::int64_t, Space>>(triplets, Order::shuffled,
                                                            IndexBase::zero);
  }
  const auto complex = random_triplets<complex_float>(random, {530, 530, 4, 5, true});
  test_one_shot<Csr<complex_double>>(complex, Order::shuffled, IndexBase::zero);
  test_one_shot<CooMatrix<complex_float, std::int32_t, Space>>(complex, Order::sorted,
                                                               IndexBase::zero);
}

}  // namespace
}  // namespace filigree::test
