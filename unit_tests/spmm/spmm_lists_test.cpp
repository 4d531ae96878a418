// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstring>

#include "spmm_support.hpp"

/// Patterns whose rows share lists of columns, which the host's kernel takes several rows at a
/// time.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
template <class T, class Index = std::int32_t, class Offset = Index>
using Csr = CsrMatrix<T, Index, Offset, Space>;

template <class T>
void add_entry(Triplets& triplets, std::mt19937& random, std::int64_t row, std::int64_t column) {
  triplets.entries.push_back({row, column, widen(random_scalar<T>(random))});
}

/// A 9-point grid; every 40th row has an entry of its own.
template <class T>
Triplets grid(std::int64_t width, std::int64_t height) {
  std::mt19937 random(7);
  const std::int64_t rows = width * height;
  Triplets triplets{rows, rows, {}};
  for (std::int64_t row = 0; row < rows; ++row) {
    const std::int64_t x = row % width, y = row / width;
    if (row % 40 == 39) add_entry<T>(triplets, random, row, row * 7 % (width - 1));
    for (std::int64_t v = std::max<std::int64_t>(y - 1, 0); v <= std::min(y + 1, height - 1); ++v)
      for (std::int64_t u = std::max<std::int64_t>(x - 1, 0); u <= std::min(x + 1, width - 1); ++u)
        add_entry<T>(triplets, random, row, v * width + u);
  }
  return triplets;
}

/// All rows alike, with `length` entries; more columns than rows.
template <class T>
Triplets band(std::int64_t rows, std::int64_t length) {
  std::mt19937 random(9);
  Triplets triplets{rows, rows + 2 * length, {}};
  for (std::int64_t row = 0; row < rows; ++row)
    for (std::int64_t k = 0; k < length; ++k) add_entry<T>(triplets, random, row, row + 2 * k);
  return triplets;
}

template <class Matrix>
void test_lists(const Triplets& triplets, const MatrixProperties& properties,
                std::initializer_list<std::int64_t> columns) {
  using T = typename Matrix::scalar_type;
  SpmmTest<Exec, Matrix, T, T> test(triplets, properties, Order::sorted);
  for (const Op op : {Op::none, Op::transpose})
    for (const std::int64_t n : columns)
      for (const Layout b : all_layouts)
        for (const int variant : {0, 1}) {
          const Layout other = b == Layout::row_major ? Layout::column_major : Layout::row_major;
          for (const Layout c : {b, other}) {
            const auto kernel = test.planned({op, Op::none, b, c, n, variant});
            if (detail::is_host_execution_v<Exec>) {
              EXPECT_EQ(kernel.name, op == Op::none ? "spmm_csr_host" : "spmm_csr_transposed_host");
            }
          }
        }
}

TEST(SpmmLists, grids) {
  test_lists<Csr<double>>(grid<double>(30, 12), {}, {3, 8, 13, 37});
  test_lists<Csr<float>>(grid<float>(30, 12), {}, {4, 5, 16, 69});
}

TEST(SpmmLists, index_types_and_bases) {
  test_lists<Csr<double, std::int64_t, std::int32_t>>(grid<double>(40, 9), {IndexBase::one}, {6});
  test_lists<Csr<float, std::int32_t, std::int64_t>>(grid<float>(40, 9), {IndexBase::one}, {6});
}

/// Lists too long for several rows' values at once, and for one row's.
TEST(SpmmLists, long_rows) {
  test_lists<Csr<double>>(band<double>(300, 100), {}, {5});
  test_lists<Csr<float>>(band<float>(2500, 2), {}, {9});
  auto triplets = grid<double>(60, 60);
  std::mt19937 random(5);
  for (std::int64_t row = 0; row < triplets.num_rows; ++row)
    add_entry<double>(triplets, random, row, 1500);  // a row of A^T with an entry of every row
  test_lists<Csr<double>>(triplets, {}, {4});
}

TEST(SpmmLists, alpha_zero_hides_everything) {
  const Exec exec;
  const auto A = MatrixFrom<Csr<double>>::make(grid<double>(30, 9), {}, Order::sorted);
  Kokkos::deep_copy(A.values(), Kokkos::Experimental::quiet_NaN_v<double>);
  const Kokkos::View<double**, Kokkos::LayoutLeft, Space> b("B", 270, 5), c("C", 270, 5);
  for (const Op op : {Op::none, Op::transpose}) {
    const auto plan = spmm_plan(exec, op, A);
    Kokkos::deep_copy(exec, c, 2.0);
    plan.apply(exec, 0.0, A, b, 3.0, c);
    exec.fence();
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, c);
    for (std::size_t i = 0; i < host.extent(0); ++i)
      for (std::size_t j = 0; j < host.extent(1); ++j) ASSERT_EQ(host(i, j), 6.0);
  }
}

template <class Layout>
void test_same_bits(Op op) {
  const Exec exec;
  const auto A = MatrixFrom<Csr<float>>::make(grid<float>(70, 12), {}, Order::sorted);
  using Dense = Kokkos::View<float**, Layout, Space>;
  const Dense b("B", 840, 11), c("C", 840, 11);
  const auto host_b = Kokkos::create_mirror_view(b);
  for (std::size_t i = 0; i < b.extent(0); ++i)
    for (std::size_t j = 0; j < b.extent(1); ++j) host_b(i, j) = 1.0F / float(1 + i * 11 + j);
  Kokkos::deep_copy(b, host_b);
  const auto plan = spmm_plan(exec, op, A);
  std::vector<float> first;
  for (int i = 0; i < 100; ++i) {
    Kokkos::deep_copy(exec, c, Kokkos::Experimental::quiet_NaN_v<float>);
    plan.apply(exec, 1.0F, A, b, 0.0F, c);
    exec.fence();
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, c);
    const std::vector<float> now(host.data(), host.data() + host.span());
    if (i == 0) first = now;
    ASSERT_EQ(std::memcmp(now.data(), first.data(), now.size() * sizeof(float)), 0);
  }
}

TEST(SpmmLists, same_bits_every_time) {
  for (const Op op : {Op::none, Op::transpose}) {
    test_same_bits<Kokkos::LayoutRight>(op);
    test_same_bits<Kokkos::LayoutLeft>(op);
  }
}

}  // namespace
}  // namespace filigree::test
