// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "solve_support.hpp"
#include "spmv/expect_error.hpp"

/// Square blocks, which are solved with block by block.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using I32 = std::int32_t;
using I64 = std::int64_t;
template <class T, class Index = I32, class Offset = Index>
using Bsr = BsrMatrix<T, Index, Offset, Space>;

constexpr FillMode both_fills[] = {FillMode::lower, FillMode::upper};
constexpr DiagonalType both_diagonals[] = {DiagonalType::non_unit, DiagonalType::unit};
constexpr BlockOrder both_orders[] = {BlockOrder::row_major, BlockOrder::col_major};
constexpr TriangularSolveOptions generic{.backend = Backend::generic};

template <class T>
Triplets some_triangle(std::int64_t size, const MatrixProperties& properties) {
  std::mt19937 random(3);
  Triplets result = random_triangle<T>(random, {size, size, 3, size * 2 / 3, true}, properties.fill,
                                       properties.diagonal);
  const auto is_same = [](const Entry& a, const Entry& b) {
    return a.row == b.row && a.col == b.col;
  };
  result.entries.erase(std::unique(result.entries.begin(), result.entries.end(), is_same),
                       result.entries.end());
  return result;
}

template <class Matrix>
void test_blocks(std::int64_t num_rows, const BlockLayout& block,
                 const MatrixProperties& properties, Order order, const SolveSetup& given) {
  SCOPED_TRACE("blocks of " + std::to_string(block.rows) +
               (block.order == BlockOrder::row_major ? ", row-major" : ", column-major"));
  using T = typename Matrix::scalar_type;
  const Triplets triplets = some_triangle<T>(num_rows, properties);
  SolveTest<Exec, Matrix, T> test(triplets, properties,
                                  MatrixFrom<Matrix>::make(triplets, properties, order, block));
  SolveSetup setup = given;
  for (const Op op : all_ops) {
    setup.op = op;
    setup.num_columns = given.num_columns;
    EXPECT_EQ(test.solve(setup, generic), "solve_generic");
    test.solve(setup);
    setup.num_columns = 1;
    EXPECT_EQ(test.solve(setup, generic), "solve_generic");
    test.solve_vector(setup);
  }
}

/// Every size, also where blocks stand over the matrix's end, both orders, triangles and diagonals.
TEST(TriangularSolveBlocks, sizes) {
  int round = 0;
  for (const std::int64_t size : {1, 2, 3, 4, 5, 6, 7, 8, 16, 32, 50})
    for (const BlockOrder order : both_orders)
      for (const FillMode fill : both_fills)
        for (const DiagonalType diagonal : both_diagonals) {
          ++round;
          const auto base = round % 3 == 0 ? IndexBase::one : IndexBase::zero;
          const std::int64_t columns[] = {2, 3, 4, 5, 9};
          SolveSetup setup{.num_columns = columns[round % 5], .variant = round % 2};
          setup.in_place = round % 4 == 1;
          test_blocks<Bsr<double>>(60 + round % 5, {size, size, order},
                                   triangular(fill, diagonal, base),
                                   round % 2 == 0 ? Order::sorted : Order::shuffled, setup);
        }
}

/// Larger than what is solved block by block.
TEST(TriangularSolveBlocks, large_blocks) {
  for (const FillMode fill : both_fills) {
    const SolveSetup setup{.num_columns = 3};
    test_blocks<Bsr<double>>(700, {256, 256, BlockOrder::row_major}, triangular(fill),
                             Order::shuffled, setup);
    test_blocks<Bsr<double>>(700, {300, 300, BlockOrder::col_major}, triangular(fill),
                             Order::shuffled, setup);
  }
}

template <class A, class X>
void test_scalars() {
  const auto properties = triangular(FillMode::upper, DiagonalType::non_unit, IndexBase::one);
  const Triplets triplets = some_triangle<A>(40, properties);
  SolveTest<Exec, Bsr<A>, X> test(triplets, properties,
                                  MatrixFrom<Bsr<A>>::make(triplets, properties, Order::shuffled,
                                                           {3, 3, BlockOrder::col_major}));
  for (const Op op : all_ops) {
    const SolveSetup setup{.op = op, .variant = 1};
    EXPECT_EQ(test.solve(setup, generic), "solve_generic");
    test.solve(setup);
    test.solve_vector(setup);
  }
}

TEST(TriangularSolveBlocks, all_scalar_types){
#define FILIGREE_SOLVE_TYPES(a, x, compute) test_scalars<a, x>()
#include <filigree/detail/triangular_solve_types.inc>
#undef FILIGREE_SOLVE_TYPES
}

TEST(TriangularSolveBlocks, index_types_and_columns_of_blocks) {
  const auto properties = triangular(FillMode::lower, DiagonalType::non_unit, IndexBase::one);
  const SolveSetup setup{
      .op_b = Op::conjugate_transpose, .b_layout = Layout::padded_column_major, .num_columns = 6};
  for (const BlockOrder order : both_orders) {
    const BlockLayout block{4, 4, order};
    test_blocks<Bsr<float, I64, I32>>(62, block, properties, Order::shuffled, setup);
    test_blocks<Bsr<complex_double, I32, I64>>(62, block, properties, Order::shuffled, setup);
    test_blocks<BscMatrix<double, I64, I64, Space>>(62, block, properties, Order::shuffled, setup);
    test_blocks<BscMatrix<complex_float, I32, I32, Space>>(62, block, properties, Order::sorted,
                                                           setup);
  }
}

/// Many block rows; on a host threads share those of a grid.
TEST(TriangularSolveBlocks, many_rows) {
  const std::int64_t size = 2, nx = 256, n = nx * 40 * size;
  for (const FillMode fill : both_fills) {
    const int side = fill == FillMode::lower ? -1 : 1;
    Triplets grid{n, n, {}};
    for (std::int64_t i = 0; i < n; ++i)
      for (const std::int64_t distance : {nx * size, size, std::int64_t(0)}) {
        const std::int64_t j = i + side * distance;
        const bool leaves_line = distance == size && j / (nx * size) != i / (nx * size);
        if (j >= 0 && j < n && !leaves_line)
          grid.entries.push_back({i, j, distance == 0 ? 3 : 0.25L});
      }
    SolveTest<Exec, Bsr<double>, double> test(
        grid, triangular(fill),
        MatrixFrom<Bsr<double>>::make(grid, triangular(fill), Order::sorted,
                                      {size, size, BlockOrder::row_major}));
    for (const Op op : all_ops) {
      const auto kernel = test.solve({.op = op, .num_columns = 1});
      if (detail::is_host_execution_v<Exec> && Exec().concurrency() > 1) {
        EXPECT_EQ(kernel, "solve_pipelined_host");
      }
      test.solve_vector({.op = op});
      test.solve({.op = op, .num_columns = 5});
    }
  }
}

/// [2 0 . .; 1 4 . .; 1 1 2 0; 0 1 1 d] in blocks of 2.
Bsr<double> four_rows(double d, IndexBase base = IndexBase::one) {
  const auto b = I32(base);
  return {4,
          4,
          {2, 2, BlockOrder::row_major},
          upload<Space>(std::vector<I32>{b, 1 + b, 3 + b}),
          upload<Space>(std::vector<I32>{b, 1 + b, b}),
          upload<Space>(std::vector<double>{2, 0, 1, 4, 2, 0, 1, d, 1, 1, 0, 1}),
          triangular(FillMode::lower, DiagonalType::non_unit, base)};
}

TEST(TriangularSolveBlocks, zero_pivots) {
  const Exec exec;
  const auto b = upload<Space>(std::vector<double>{2, 9, 9, 13});
  const Kokkos::View<double*, Space> x("x", 4);
  const PivotReport<Space> report(exec);
  triangular_solve(exec, Op::none, 1.0, four_rows(2), b, x);
  EXPECT_EQ(download(x), (std::vector<double>{1, 2, 3, 4}));
  const auto A = four_rows(0);
  for (const Backend backend : {Backend::automatic, Backend::generic}) {
    TriangularSolveOptions options{.on_zero_pivot = ZeroPivot::substitute, .backend = backend};
    options.pivot_substitute = 4;
    triangular_solve_plan(exec, Op::none, A, options).apply(exec, 1.0, A, b, x, report);
    EXPECT_EQ(report.position(exec), 4);
    EXPECT_EQ(download(x), (std::vector<double>{1, 2, 3, 2}));
    options.on_zero_pivot = ZeroPivot::skip_row;
    triangular_solve_plan(exec, Op::none, A, options).apply(exec, 1.0, A, b, x, report);
    EXPECT_EQ(download(x), (std::vector<double>{1, 2, 3, 0}));
  }
  expect_error(Status::zero_pivot, "row 4",
               [&] { triangular_solve(exec, Op::transpose, 1.0, A, b, x); });
}

/// A block of the diagonal that is not stored: its first row is the missing one.
TEST(TriangularSolveBlocks, missing_blocks) {
  const Exec exec;
  const Bsr<double> A(5, 5, {2, 2, BlockOrder::col_major},
                      upload<Space>(std::vector<I32>{1, 2, 3, 4}),
                      upload<Space>(std::vector<I32>{1, 1, 3}),
                      upload<Space>(std::vector<double>{2, 1, 7, 2, 1, 0, 0, 1, 4, 9, 9, 9}),
                      triangular(FillMode::lower, DiagonalType::non_unit, IndexBase::one));
  const auto b = upload<Space>(std::vector<double>{2, 3, 5, 6, 8});
  const Kokkos::View<double*, Space> x("x", 5);
  for (const Op op : all_ops) {
    expect_error(Status::zero_pivot, "row 3", [&] { triangular_solve_plan(exec, op, A); });
    const auto plan = triangular_solve_plan(exec, op, A, {.on_zero_pivot = ZeroPivot::substitute});
    EXPECT_EQ(plan.missing_pivot(), 3);
  }
  const PivotReport<Space> report(exec);
  triangular_solve_plan(exec, Op::none, A, {.on_zero_pivot = ZeroPivot::skip_row})
      .apply(exec, 1.0, A, b, x, report);
  EXPECT_EQ(report.position(exec), 3);
  EXPECT_EQ(download(x), (std::vector<double>{1, 1, 0, 0, 2}));
  const auto unit = triangular_solve_plan(exec, Op::none, A, {.diagonal = DiagonalType::unit});
  EXPECT_EQ(unit.missing_pivot(), -1);
  unit.apply(exec, 1.0, A, b, x, report);
  EXPECT_EQ(report.position(exec), -1);
  EXPECT_EQ(download(x), (std::vector<double>{2, 1, 3, 5, 8}));
}

/// Blocks that are stored twice add up, on the diagonal too.
TEST(TriangularSolveBlocks, blocks_stored_twice) {
  const Exec exec;
  const Bsr<double> A(4, 4, {2, 2, BlockOrder::row_major}, upload<Space>(std::vector<I32>{0, 2, 5}),
                      upload<Space>(std::vector<I32>{0, 0, 0, 1, 0}),
                      upload<Space>(std::vector<double>{1, 0, 0, 1, 1, 0, 1, 3, 1, 0, 0, 0,  //
                                                        2, 0, 1, 2, 0, 1, 0, 1}),
                      triangular(FillMode::lower));
  const auto b = upload<Space>(std::vector<double>{2, 9, 9, 13});
  const Kokkos::View<double*, Space> x("x", 4);
  for (const Backend backend : {Backend::automatic, Backend::generic}) {
    triangular_solve(exec, Op::none, 1.0, A, b, x, {.backend = backend});
    EXPECT_EQ(download(x), (std::vector<double>{1, 2, 3, 4}));
  }
}

/// Blocks are read where they are: a plan holds little, and is told the matrix's new arrays.
TEST(TriangularSolveBlocks, plans) {
  const Exec exec;
  const auto properties = triangular(FillMode::lower);
  const std::int64_t size = 8;
  const Triplets triplets = some_triangle<double>(2000, properties);
  const auto make = [&](Order order) {
    return MatrixFrom<Bsr<double>>::make(triplets, properties, order,
                                         {size, size, BlockOrder::row_major});
  };
  const auto A = make(Order::sorted), same = make(Order::sorted);
  const auto other = make(Order::shuffled).with_properties(A.properties());
  const auto b = upload<Space>(std::vector<double>(2000, 1.0));
  const Kokkos::View<double*, Space> x("x", 2000), y("y", 2000);
  const auto plan = triangular_solve_plan(exec, Op::none, A);
  EXPECT_LT(plan.memory_bytes(), 16 * A.num_block_rows() + (1 << 10));
  plan.apply(exec, 1.0, A, b, x);
  const Kokkos::View<double*, Space> twice("twice", A.values().extent(0));
  Kokkos::deep_copy(twice, A.values());
  plan.apply(exec, 2.0, A.with_values(twice), b, y);
  exec.fence();
  const auto once = download(x), scaled = download(y);
  for (std::size_t i = 0; i < once.size(); ++i) EXPECT_EQ(2 * once[i], scaled[i]);
  expect_error(Status::stale_plan, "pattern", [&] { plan.apply(exec, 1.0, same, b, y); });
  plan.bound_to(exec, same).apply(exec, 1.0, same, b, y);
  exec.fence();
  EXPECT_EQ(download(y), once);
  const auto checked =
      triangular_solve_plan(exec, Op::none, A, {.pattern_check = PatternCheck::content});
  checked.apply(exec, 1.0, same, b, y);
  exec.fence();
  EXPECT_EQ(download(y), once);
  expect_error(Status::stale_plan, "indices", [&] { checked.apply(exec, 1.0, other, b, y); });
}

}  // namespace
}  // namespace filigree::test
