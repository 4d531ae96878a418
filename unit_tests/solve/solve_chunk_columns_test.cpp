// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "solve_support.hpp"

/// Several right-hand sides by chunks on CUDA: tiles, full and not, of rows of all lengths that
/// lanes hold, and rows whose unknowns have left shared memory, or are other chunks'.

namespace filigree::test {
namespace {

using Exec = Kokkos::Cuda;
using Space = Kokkos::CudaSpace;
template <class T, class Index = std::int32_t>
using Csr = CsrMatrix<T, Index, Index, Space>;

constexpr TriangularSolveOptions by_chunks{.kernel = "solve_chunks_cuda"};

/// The lower triangle of a grid of side^3 nodes whose neighbours differ by at most 1 in each
/// direction and by at most `reach` in all, or the upper triangle of the same turned around.
Triplets grid(std::int64_t side, std::int64_t reach, FillMode fill) {
  const std::int64_t n = side * side * side;
  Triplets result{n, n, {}};
  const auto add = [&](std::int64_t row, std::int64_t col, double value) {
    const bool is_lower = fill == FillMode::lower;
    result.entries.push_back(
        {is_lower ? row : n - 1 - row, is_lower ? col : n - 1 - col, Wide(value)});
  };
  const auto is_there = [&](std::int64_t at) { return at >= 0 && at < side; };
  for (std::int64_t row = 0; row < n; ++row) {
    const std::int64_t x = row % side, y = row / side % side, z = row / (side * side);
    for (std::int64_t step = 0; step < 13; ++step) {
      const std::int64_t dx = step % 3 - 1, dy = step / 3 % 3 - 1, dz = step / 9 - 1;
      if (std::abs(dx) + std::abs(dy) + std::abs(dz) > reach) continue;
      if (is_there(x + dx) && is_there(y + dy) && is_there(z + dz))
        add(row, row + dx + side * (dy + side * dz), double(row % 5 - 2) / 16);
    }
    add(row, row, row % 3 == 0 ? -3 : 2);
  }
  return result;
}

/// Each row needs the one before and another of the `reach` before.
Triplets chain_with_others(std::int64_t n, std::int64_t reach) {
  Triplets result{n, n, {}};
  std::mt19937 random(5);
  for (std::int64_t row = 0; row < n; ++row) {
    if (row > 1)
      result.entries.push_back(
          {row, row - 2 - std::int64_t(random() % std::uint64_t(std::min(row - 1, reach))), 0.25L});
    if (row > 0) result.entries.push_back({row, row - 1, -0.5L});
    result.entries.push_back({row, row, row % 3 == 0 ? Wide(-3) : Wide(2)});
  }
  return result;
}

template <class T, class Index>
void expect_solved(const Triplets& A, FillMode fill, std::initializer_list<std::int64_t> columns) {
  SolveTest<Exec, Csr<T, Index>, T> test(A, triangular(fill), Order::sorted);
  int variant = 0;
  for (const std::int64_t count : columns)
    for (const Op op : {Op::none, Op::transpose}) {
      const SolveSetup setup{
          .op = op,
          .b_layout = count % 3 == 0 ? Layout::column_major : Layout::padded_row_major,
          .x_layout = count % 2 == 0 ? Layout::row_major : Layout::padded_column_major,
          .num_columns = count,
          .variant = variant++ % 2,
          .in_place = count % 5 == 0};
      EXPECT_EQ(test.solve(setup, by_chunks), by_chunks.kernel);
    }
}

TEST(SolveChunkColumns, rows_of_a_27_point_grid) {
  for (const FillMode fill : {FillMode::lower, FillMode::upper}) {
    expect_solved<double, std::int32_t>(grid(12, 3, fill), fill, {2, 8, 15, 67});
    expect_solved<float, std::int64_t>(grid(12, 3, fill), fill, {5, 16, 33});
  }
}

TEST(SolveChunkColumns, rows_of_19_and_7_point_grids) {
  for (const std::int64_t reach : {2, 1}) {
    expect_solved<double, std::int32_t>(grid(13, reach, FillMode::lower), FillMode::lower, {3, 10});
    expect_solved<float, std::int64_t>(grid(13, reach, FillMode::upper), FillMode::upper, {8, 65});
  }
}

/// Chunks of so many rows that shared memory does not hold them all, with rows that need those
/// which it holds no more.
TEST(SolveChunkColumns, rows_that_need_old_ones_of_their_chunk) {
  expect_solved<double, std::int32_t>(chain_with_others(60'000, 5000), FillMode::lower, {7});
}

/// Rows that begin with their diagonal hold entries of the lower triangle between those of the
/// upper one, which a step of chunks could not tell apart.
TEST(SolveChunkColumns, rows_that_begin_with_their_diagonal) {
  constexpr std::int64_t side = 150, n = side * side;
  Triplets triplets{n, n, {}};
  std::vector<std::int32_t> offsets{0}, cols;
  std::vector<double> values;
  for (std::int64_t row = 0; row < n; ++row) {
    const auto add = [&](std::int64_t col, double value) {
      triplets.entries.push_back({row, col, Wide(value)});
      cols.push_back(std::int32_t(col));
      values.push_back(value);
    };
    add(row, 4);
    if (row >= side) add(row - side, -1);
    if (row % side > 0) add(row - 1, -0.5);
    if (row % side < side - 1) add(row + 1, -0.5);
    if (row < n - side) add(row + side, -1);
    offsets.push_back(std::int32_t(cols.size()));
  }
  const MatrixProperties general{};
  const Csr<double> A(n, n, upload<Space>(offsets), upload<Space>(cols), upload<Space>(values),
                      general);
  SolveTest<Exec, Csr<double>, double> test(triplets, general, A);
  for (const std::int64_t columns : {1, 5}) {
    const SolveSetup setup{.num_columns = columns};
    test.solve(setup, {.fill = FillMode::lower});
    EXPECT_NE(test.solve(setup, {.fill = FillMode::upper}), by_chunks.kernel);
  }
}

/// Four right-hand sides are solved at once, rather than one after another or by levels.
TEST(SolveChunkColumns, plans_choose_them) {
  const auto A = MatrixFrom<Csr<double>>::make(grid(40, 3, FillMode::lower),
                                               triangular(FillMode::lower), Order::sorted);
  const auto plan = triangular_solve_plan(Exec(), Op::none, A);
  for (const int columns : {1, 4, 8, 16}) {
    const Kokkos::View<double**, Kokkos::LayoutRight, Space> X("X", A.num_rows(), columns);
    EXPECT_EQ(plan.kernel(Exec(), X).name, by_chunks.kernel);
  }
}

}  // namespace
}  // namespace filigree::test
