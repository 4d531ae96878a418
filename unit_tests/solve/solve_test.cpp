// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "solve_support.hpp"

/// All scalar types, ops, triangles, layouts, formats and index types.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using I32 = std::int32_t;
using I64 = std::int64_t;
template <class T, class Index = I32, class Offset = Index>
using Csr = CsrMatrix<T, Index, Offset, Space>;

constexpr FillMode both_fills[] = {FillMode::lower, FillMode::upper};
constexpr DiagonalType both_diagonals[] = {DiagonalType::non_unit, DiagonalType::unit};
constexpr TriangularSolveOptions generic{.backend = Backend::generic};

template <class T>
Triplets some_triangle(std::int64_t size, const MatrixProperties& properties) {
  std::mt19937 random(3);
  return random_triangle<T>(random, {size, size, 3, size * 2 / 3, true}, properties.fill,
                            properties.diagonal);
}

TEST(TriangularSolve, by_hand) {
  // [2 . .; 1 4 .; . 3 1] and [1 2 3; . 5 6; . . 1] in one matrix; x = (1, 2, 3).
  const Exec exec;
  const Csr<double> A(3, 3, upload<Space>(std::vector<I32>{0, 3, 6, 8}),
                      upload<Space>(std::vector<I32>{2, 0, 1, 0, 1, 2, 1, 2}),
                      upload<Space>(std::vector<double>{8, 2, 6, 1, 4, 9, 3, 1}));
  const auto x = upload<Space>(std::vector<double>(3, poison<double>()));
  const auto solved = [&](Op op, const TriangularSolveOptions& options, std::vector<double> b) {
    triangular_solve(exec, op, 1.0, A, upload<Space>(b), x, options);
    return download(x);
  };
  const std::vector<double> expected{1, 2, 3};
  constexpr auto lower = FillMode::lower, upper = FillMode::upper;
  EXPECT_EQ(solved(Op::none, {.fill = lower}, {2, 9, 9}), expected);
  EXPECT_EQ(solved(Op::transpose, {.fill = lower}, {4, 17, 3}), expected);
  EXPECT_EQ(solved(Op::none, {.fill = upper}, {38, 35, 3}), expected);
  EXPECT_EQ(solved(Op::none, {.fill = upper, .diagonal = DiagonalType::unit}, {37, 29, 3}),
            expected);
  EXPECT_EQ(solved(Op::transpose, {.fill = upper}, {2, 14, 29}), expected);
}

template <class A, class X>
void test_scalars() {
  for (const FillMode fill : both_fills)
    for (const DiagonalType diagonal : both_diagonals) {
      const auto properties = triangular(fill, diagonal, IndexBase::one);
      SolveTest<Exec, Csr<A>, X> test(some_triangle<A>(90, properties), properties,
                                      Order::shuffled);
      for (const Op op : all_ops) {
        const SolveSetup setup{.op = op, .variant = 1};
        EXPECT_EQ(test.solve(setup, generic), "solve_generic");
        test.solve(setup);
        test.solve_vector(setup);
      }
    }
}

TEST(TriangularSolve, all_scalar_types){
#define FILIGREE_SOLVE_TYPES(a, x, compute) test_scalars<a, x>()
#include <filigree/detail/triangular_solve_types.inc>
#undef FILIGREE_SOLVE_TYPES
}

/// Leading dimensions and layouts of B and X apart, op(B), in place, numbers of columns around the
/// widths of tiles.
TEST(TriangularSolve, layouts_and_columns) {
  using T = complex_float;
  const auto properties = triangular(FillMode::upper);
  SolveTest<Exec, Csr<T>, T> test(some_triangle<T>(70, properties), properties, Order::sorted);
  int round = 0;
  for (const Layout b : all_layouts)
    for (const Layout x : all_layouts)
      for (const Op op_b : all_ops) {
        const std::int64_t columns[] = {0, 1, 2, 4, 7, 8, 9, 32, 33, 64, 65};
        ++round;
        SolveSetup setup{all_ops[round % 3], op_b, b, x, columns[round % std::size(columns)],
                         round % 2};
        EXPECT_EQ(test.solve(setup, generic), "solve_generic");
        test.solve(setup);
        setup.op_b = Op::none;
        setup.in_place = true;
        test.solve(setup, generic);
        test.solve(setup);
      }
  test.solve_vector({.in_place = true});
}

template <class Matrix>
void test_format() {
  using T = typename Matrix::scalar_type;
  for (const IndexBase base : {IndexBase::zero, IndexBase::one})
    for (const Order order : {Order::sorted, Order::shuffled})
      for (const FillMode fill : both_fills) {
        const auto properties = triangular(fill, DiagonalType::non_unit, base);
        Triplets triplets = some_triangle<T>(61, properties);
        // No format but those of single rows, columns and entries holds an entry twice.
        const auto is_same = [](const Entry& a, const Entry& b) {
          return a.row == b.row && a.col == b.col;
        };
        triplets.entries.erase(
            std::unique(triplets.entries.begin(), triplets.entries.end(), is_same),
            triplets.entries.end());
        SolveTest<Exec, Matrix, T> test(triplets, properties, order);
        for (const Op op : all_ops) {
          test.solve({.op = op}, generic);
          test.solve({.op = op});
          test.solve_vector({.op = op});
        }
      }
}

TEST(TriangularSolve, index_types) {
  test_format<Csr<double, I32, I64>>();
  test_format<Csr<float, I64, I32>>();
  test_format<Csr<complex_double, I64, I64>>();
}

TEST(TriangularSolve, formats_of_single_entries) {
  test_format<CscMatrix<double, I32, I32, Space>>();
  test_format<CscMatrix<complex_double, I64, I32, Space>>();
  test_format<CooMatrix<double, I32, Space>>();
  test_format<CooAosMatrix<float, I64, Space>>();
}

TEST(TriangularSolve, formats_with_padding) {
  test_format<EllMatrix<double, I32, Space>>();
  test_format<SellMatrix<double, I32, I64, Space>>();
  test_format<SellMatrix<complex_float, I32, I32, Space>>();
  test_format<BsrMatrix<double, I32, I32, Space>>();
  test_format<BscMatrix<double, I64, I64, Space>>();
  test_format<BlockedEllMatrix<double, I32, Space>>();
  test_format<DiaMatrix<double, I32, Space>>();
  test_format<HdiaMatrix<double, I32, I32, Space>>();
}

/// Larger than a warp, a block and a chunk of anything.
template <class T>
void test_large(const Triplets& triplets, FillMode fill) {
  for (const Op op : {Op::none, Op::transpose}) {
    SolveTest<Exec, Csr<T>, T> test(triplets, triangular(fill), Order::sorted);
    test.solve_vector({.op = op});
    test.solve_vector({.op = op}, generic);
    test.solve({.op = op, .num_columns = 3});
  }
}

TEST(TriangularSolve, many_rows) {
  for (const FillMode fill : both_fills) {
    std::mt19937 random(5);
    const std::int64_t n = 10'007;
    test_large<double>(random_triangle<double>(random, {n, n, 4, n / 2}, fill, {}), fill);
  }
}

/// One dense row and column, a chain, and a diagonal.
TEST(TriangularSolve, extreme_patterns) {
  const std::int64_t n = 9'001;
  Triplets arrow{n, n, {}}, chain{n, n, {}}, diagonal{n, n, {}};
  for (std::int64_t i = 0; i < n; ++i) {
    if (i > 0) arrow.entries.push_back({i, 0, 0.25L});
    if (i + 1 == n)
      for (std::int64_t j = 1; j < i; ++j) arrow.entries.push_back({i, j, 0x1p-10L});
    if (i > 0) chain.entries.push_back({i, i - 1, 1});
    for (Triplets* const each : {&arrow, &chain, &diagonal}) each->entries.push_back({i, i, 2});
  }
  for (const Triplets& each : {arrow, chain, diagonal}) test_large<double>(each, FillMode::lower);
}

TEST(TriangularSolve, nothing_to_do) {
  const Exec exec;
  using Vector = Kokkos::View<double*, Space>;
  using Dense = Kokkos::View<double**, Space>;
  const Csr<double> none(0, 0, Kokkos::View<I32*, Space>("offsets", 1), {}, {});
  for (const Op op : all_ops) {
    EXPECT_NO_THROW(
        triangular_solve(exec, op, 1.0, none, Vector(), Vector(), {.fill = FillMode::lower}));
    EXPECT_NO_THROW(triangular_solve(exec, op, 1.0, Csr<double>(), Dense("B", 0, 3),
                                     Dense("X", 0, 3), {.fill = FillMode::lower}));
  }
  // A unit diagonal that nobody stores: X = alpha B.
  const Csr<double> empty(3, 3, Kokkos::View<I32*, Space>("offsets", 4), {}, {});
  const auto b = upload<Space>(std::vector<double>{1, 2, 3});
  const Vector x("x", 3);
  for (const Op op : all_ops) {
    triangular_solve(exec, op, 2.0, empty, b, x,
                     {.fill = FillMode::upper, .diagonal = DiagonalType::unit});
    EXPECT_EQ(download(x), (std::vector<double>{2, 4, 6}));
  }
}

/// alpha in memory, and an alpha of 0, which keeps a NaN of B away.
TEST(TriangularSolve, alpha) {
  const Exec exec;
  const auto properties = triangular(FillMode::lower);
  const auto A = MatrixFrom<Csr<double>>::make(some_triangle<double>(50, properties), properties,
                                               Order::sorted);
  const auto plan = triangular_solve_plan(exec, Op::none, A);
  const Kokkos::View<double, Space> alpha("alpha");
  const auto b = upload<Space>(std::vector<double>(50, 1.5));
  const Kokkos::View<double*, Space> x("x", 50), expected("expected", 50);
  Kokkos::deep_copy(alpha, -3.0);
  plan.apply(exec, alpha, A, b, x);
  plan.apply(exec, -3.0, A, b, expected);
  exec.fence();
  EXPECT_EQ(download(x), download(expected));
  Kokkos::deep_copy(b, poison<double>());
  for (const Backend backend : {Backend::generic, Backend::automatic}) {
    triangular_solve(exec, Op::none, 0.0, A, b, x, {.backend = backend});
    EXPECT_EQ(download(x), std::vector<double>(50, 0.0));
  }
}

}  // namespace
}  // namespace filigree::test
