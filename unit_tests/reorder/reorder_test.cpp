// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <random>

#include <filigree/reorder.hpp>

#include "coloring/coloring_support.hpp"
#include "core/refusals.hpp"

namespace filigree::test {
namespace {

using I32 = std::int32_t;
using I64 = std::int64_t;

template <class Matrix>
std::vector<std::int64_t> order_of(const Matrix& A) {
  const Kokkos::View<typename Matrix::index_type*, Space> order("order", A.num_rows());
  reverse_cuthill_mckee(Exec(), A, order);
  const auto found = on_host(order);
  return {found.begin(), found.end()};
}

/// The largest distance of an entry from the diagonal, rows in that order.
std::int64_t bandwidth(const Graph& graph, const std::vector<std::int64_t>& order) {
  std::vector<std::int64_t> places(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) places[std::size_t(order[i])] = std::int64_t(i);
  std::int64_t widest = 0;
  for (std::size_t row = 0; row < graph.size(); ++row)
    for (const std::int64_t col : graph[row])
      widest = std::max(widest, std::abs(places[row] - places[std::size_t(col)]));
  return widest;
}

bool is_permutation(std::vector<std::int64_t> order) {
  std::sort(order.begin(), order.end());
  for (std::size_t i = 0; i < order.size(); ++i)
    if (order[i] != std::int64_t(i)) return false;
  return true;
}

/// A grid whose points are numbered at random.
Graph shuffled_grid(std::int64_t nx, std::int64_t ny, bool both_ways) {
  std::vector<std::int64_t> number(static_cast<std::size_t>(nx * ny));
  std::iota(number.begin(), number.end(), 0);
  std::mt19937 random(4);
  std::shuffle(number.begin(), number.end(), random);
  Graph graph(number.size());
  const auto join = [&](std::int64_t a, std::int64_t b) {
    const std::int64_t row = number[std::size_t(a)], col = number[std::size_t(b)];
    graph[std::size_t(row)].push_back(col);
    if (both_ways) graph[std::size_t(col)].push_back(row);
  };
  for (std::int64_t p = 0; p < nx * ny; ++p) {
    join(p, p);
    if (p % nx + 1 < nx) join(p, p + 1);
    if (p + nx < nx * ny) join(p, p + nx);
  }
  return graph;
}

TEST(ReverseCuthillMckee, by_hand) {
  // A path 2 - 0 - 3 - 1, and row 4 alone, which has the fewest neighbours.
  const auto order = order_of(matrix_of({{2, 0, 3}, {3}, {}, {}, {}}));
  EXPECT_EQ(order, (std::vector<std::int64_t>{2, 0, 3, 1, 4}));
  EXPECT_EQ(order_of(matrix_of({})), std::vector<std::int64_t>{});
  EXPECT_EQ(order_of(matrix_of({{}, {}, {}})), (std::vector<std::int64_t>{2, 1, 0}));
}

/// A grid's lines come back: the bandwidth of the numbers along its shorter side.
TEST(ReverseCuthillMckee, grids) {
  for (const bool both_ways : {true, false}) {
    const Graph graph = shuffled_grid(9, 70, both_ways);
    const auto order = order_of(matrix_of(graph));
    EXPECT_TRUE(is_permutation(order));
    EXPECT_LE(bandwidth(graph, order), 10);
    EXPECT_GT(bandwidth(graph, natural_order(graph)), 300);
    // of both index types, both bases, entries in any order and stored twice
    Graph turned = graph;
    for (auto& row : turned) {
      std::reverse(row.begin(), row.end());
      if (!row.empty()) row.push_back(row.front());
    }
    EXPECT_EQ(order_of(matrix_of<I64, I64>(turned, IndexBase::one)), order);
    EXPECT_EQ(order_of(matrix_of<I32, I64>(turned)), order);
  }
}

TEST(ReverseCuthillMckee, many_components) {
  Graph graph(60);
  for (std::int64_t p = 0; p < 60; p += 3) {
    graph[std::size_t(p)] = {p + 1, p + 2};
    graph[std::size_t(p + 1)] = {p};
  }
  const auto order = order_of(matrix_of(graph));
  EXPECT_TRUE(is_permutation(order));
  EXPECT_EQ(bandwidth(graph, order), 1);
}

template <class T, class Index, class Offset>
void test_reorder(IndexBase base) {
  const Exec exec;
  const auto b = std::int64_t(base);
  std::mt19937 random(7);
  std::uniform_int_distribution<std::int64_t> col(0, 39);
  std::vector<Offset> offsets{Offset(b)};
  std::vector<Index> columns;
  std::vector<T> values;
  std::vector<std::vector<double>> dense(40, std::vector<double>(40, 0));
  for (std::size_t row = 0; row < 40; ++row) {
    for (int k = int(row) % 6; k > 0; --k) {
      const std::int64_t at = col(random);
      columns.push_back(Index(at + b));
      values.push_back(T(float(values.size() + 1)));
      dense[row][std::size_t(at)] += double(values.size());
    }
    offsets.push_back(Offset(std::int64_t(columns.size()) + b));
  }
  MatrixProperties properties;
  properties.index_base = base;
  const CsrMatrix<T, Index, Offset, Space> A(40, 40, on_device(offsets), on_device(columns),
                                             on_device(values), properties);
  std::vector<Index> order(40);
  std::iota(order.begin(), order.end(), Index(0));
  std::shuffle(order.begin(), order.end(), random);
  const auto B = reorder(exec, A, on_device(order));
  EXPECT_EQ(B.index_base(), base);
  EXPECT_EQ(B.nnz(), A.nnz());
  EXPECT_TRUE(B.properties().sorted);
  std::vector<Offset> new_offsets(41);
  Kokkos::deep_copy(
      Kokkos::View<Offset*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(new_offsets.data(), 41),
      B.row_offsets());
  const auto nnz = std::size_t(B.nnz());
  std::vector<Index> new_columns(nnz);
  Kokkos::deep_copy(
      Kokkos::View<Index*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(new_columns.data(), nnz),
      B.col_indices());
  std::vector<T> new_values(nnz);
  Kokkos::deep_copy(
      Kokkos::View<T*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(new_values.data(), nnz),
      B.values());
  std::vector<std::vector<double>> found(40, std::vector<double>(40, 0));
  for (std::size_t i = 0; i < 40; ++i)
    for (auto k = std::int64_t(new_offsets[i]) - b; k < std::int64_t(new_offsets[i + 1]) - b; ++k) {
      const std::int64_t j = std::int64_t(new_columns[std::size_t(k)]) - b;
      found[std::size_t(order[i])][std::size_t(order[std::size_t(j)])] +=
          double(Kokkos::real(new_values[std::size_t(k)]));
    }
  EXPECT_EQ(found, dense);
}

TEST(Reorder, all_types) {
  for (const IndexBase base : {IndexBase::zero, IndexBase::one}) {
    test_reorder<double, I32, I32>(base);
    test_reorder<float, I32, I64>(base);
    test_reorder<complex_double, I64, I32>(base);
    test_reorder<double, I64, I64>(base);
  }
}

TEST(Reorder, by_cuthill_mckee) {
  const Exec exec;
  const auto A = matrix_of(shuffled_grid(5, 30, true));
  const Kokkos::View<I32*, Space> order("order", 150);
  reverse_cuthill_mckee(exec, A, order);
  const auto B = reorder(exec, A, order);
  const auto offsets = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, B.row_offsets());
  const auto columns = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, B.col_indices());
  for (I32 row = 0; row < 150; ++row)
    for (I32 k = offsets(row); k < offsets(row + 1); ++k) EXPECT_LE(std::abs(columns(k) - row), 6);
  const CsrMatrix<double, I32, I32, Space> none(0, 0, Kokkos::View<I32*, Space>("offsets", 1), {},
                                                {});
  const Kokkos::View<I32*, Space> no_order;
  reverse_cuthill_mckee(exec, none, no_order);
  EXPECT_EQ(reorder(exec, none, no_order).num_rows(), 0);
}

TEST(Reorder, bad_arguments) {
  const Exec exec;
  const auto A = matrix_of({{1}, {2}, {0}}, IndexBase::one);
  const CsrMatrix<float, I32, I32, Space> wide(3, 4, A.row_offsets(), A.col_indices(), A.values(),
                                               A.properties());
  MatrixProperties symmetric;
  symmetric.type = MatrixType::symmetric;
  symmetric.index_base = IndexBase::one;
  const auto with = [&](const auto& matrix, std::vector<I32> order) {
    return [=] { reorder(Exec(), matrix, on_device(order)); };
  };
  const auto find = [&](const auto& matrix, std::size_t length) {
    return [=] { reverse_cuthill_mckee(Exec(), matrix, Kokkos::View<I32*, Space>("o", length)); };
  };
  constexpr Status invalid = Status::invalid_value;
  expect_refusals({
      {"not square", invalid, "A", "3 x 4", with(wide, {0, 1, 2})},
      {"not square", invalid, "A", "3 x 4", find(wide, 3)},
      {"another base", invalid, "A.row_offsets()", "index base 0",
       with(A.with_properties(MatrixProperties()), {0, 1, 2})},
      {"another base", invalid, "A.row_offsets()", "index base 0",
       find(A.with_properties(MatrixProperties()), 3)},
      {"half a matrix", Status::matrix_type_not_supported, "A", "symmetric",
       with(A.with_properties(symmetric), {0, 1, 2})},
      {"too short", invalid, "order", "2", with(A, {0, 1})},
      {"too short", invalid, "order", "2", find(A, 2)},
      {"out of range", invalid, "order", "place 1", with(A, {0, 3, 1})},
      {"below 0", invalid, "order", "place 2", with(A, {0, 1, -1})},
      {"a row twice", invalid, "order", "row 2", with(A, {0, 1, 1})},
      {"the columns of A", invalid, "A.col_indices()", "order",
       [&] {
         reverse_cuthill_mckee(
             exec, A, Kokkos::View<I32*, Space>(const_cast<I32*>(A.col_indices().data()), 3));
       }},
  });
}

}  // namespace
}  // namespace filigree::test
