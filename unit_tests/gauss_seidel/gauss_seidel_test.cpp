// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include <filigree/convert_blocks.hpp>
#include <filigree/gauss_seidel.hpp>

#include "core/refusals.hpp"
#include "factor/factor_support.hpp"

/// Sweeps beside a plain loop over the rows in the order of their colours, in long double.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using I32 = std::int32_t;
using I64 = std::int64_t;
template <class T, class Index = I32, class Offset = Index>
using Csr = CsrMatrix<T, Index, Offset, Space>;
template <class T, class Index = I32, class Offset = Index>
using Bsr = BsrMatrix<T, Index, Offset, Space>;

constexpr SweepDirection all_directions[] = {SweepDirection::forward, SweepDirection::backward,
                                             SweepDirection::symmetric};

/// One sweep over the rows in the order given.
void relax(const HostRows& A, const std::vector<Wide>& b, Wide omega,
           const std::vector<std::int64_t>& order, std::vector<Wide>& x) {
  for (const std::int64_t row : order) {
    const auto i = std::size_t(row);
    Wide rest = b[i], diagonal(0);
    for (const auto& [j, value] : A[i])
      if (j == row)
        diagonal = value;
      else
        rest -= value * x[std::size_t(j)];
    if (diagonal != Wide(0)) x[i] += omega * (rest / diagonal - x[i]);
  }
}

/// Rows by the colour of their block row, of `size` rows.
std::vector<std::int64_t> order_of(const std::vector<std::int32_t>& colors, std::int64_t num_rows,
                                   std::int64_t size) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(num_rows));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
    return colors[std::size_t(a / size)] < colors[std::size_t(b / size)];
  });
  return order;
}

template <class T, class Index, class Offset>
HostRows rows_of(const Csr<T, Index, Offset>& A) {
  return host_rows(A, download(A.values()));
}
template <class T, class Index, class Offset>
HostRows rows_of(const Bsr<T, Index, Offset>& A) {
  return rows_of(bsr_to_csr(Exec(), A, {.zeros = ZeroEntries::keep}));
}

template <class T>
std::vector<Wide> widened(const std::vector<T>& values) {
  std::vector<Wide> result;
  for (const T& value : values) result.push_back(widen(value));
  return result;
}

template <class T>
std::vector<T> random_vector(std::mt19937& random, std::int64_t length) {
  std::vector<T> result;
  for (std::int64_t i = 0; i < length; ++i) result.push_back(random_scalar<T>(random));
  return result;
}

template <class Matrix, class... Block>
void test_sweeps(std::int64_t num_rows, const MatrixProperties& properties, Order order,
                 const Block&... block) {
  using T = typename Matrix::scalar_type;
  SCOPED_TRACE(std::string(scalar_name<T>) + ", " + describe(Op::none, properties));
  const Exec exec;
  std::mt19937 random(3);
  const auto A = MatrixFrom<Matrix>::make(
      random_system<T>(random, FactorKind::lu, {num_rows, num_rows, 4, num_rows / 2}), properties,
      order, block...);
  const auto plan = gauss_seidel_plan(exec, A);
  const auto colors = download(plan.colors());
  const HostRows rows = rows_of(A);
  const std::int64_t size = (std::int64_t(1) * ... * block.rows);
  ASSERT_EQ(std::int64_t(colors.size()), (num_rows + size - 1) / size);
  for (std::int64_t i = 0; i < num_rows; ++i)
    for (const auto& [j, value] : rows[std::size_t(i)])
      if (j / size != i / size) {
        ASSERT_NE(colors[std::size_t(i / size)], colors[std::size_t(j / size)]);
      }
  const auto ascending = order_of(colors, num_rows, size);
  const auto b = random_vector<T>(random, num_rows), x = random_vector<T>(random, num_rows);
  int round = 0;
  for (const SweepDirection direction : all_directions)
    for (const double omega : {1.0, 0.75, 1.25})
      for (const bool from_zero : {false, true}) {
        const std::int64_t count = ++round % 4;
        std::vector<Wide> expected = widened(x);
        if (from_zero) std::fill(expected.begin(), expected.end(), Wide(0));
        for (std::int64_t k = 0; k < count; ++k) {
          const auto sweep = [&](bool forward) {
            auto in_turn = ascending;
            if (!forward) std::reverse(in_turn.begin(), in_turn.end());
            relax(rows, widened(b), Wide(static_cast<long double>(omega)), in_turn, expected);
          };
          if (direction != SweepDirection::backward) sweep(true);
          if (direction != SweepDirection::forward) sweep(false);
        }
        const GuardedVector<T, Space> b_view(b);
        const GuardedVector<T, Space> x_view(from_zero ? std::vector<T>(x.size(), poison<T>()) : x);
        const PivotReport<Space> report(exec);
        plan.apply(exec, A, b_view.view, x_view.view, {direction, omega, count, from_zero}, report);
        exec.fence();
        EXPECT_EQ(report.position(exec), report.none);
        const auto found = x_view.get();
        for (std::size_t i = 0; i < expected.size(); ++i)
          ASSERT_LE(std::abs(widen(found[i]) - expected[i]), 256 * epsilon<T>())
              << "row " << i << ", omega " << omega << ", count " << count;
      }
}

TEST(GaussSeidel, all_types) {
  for (const Order order : {Order::sorted, Order::shuffled}) {
    test_sweeps<Csr<double>>(90, {}, order);
    test_sweeps<Csr<float, I64, I32>>(90, {IndexBase::one}, order);
    test_sweeps<Csr<complex_float, I32, I64>>(90, {IndexBase::one}, order);
    test_sweeps<Csr<complex_double, I64>>(90, {}, order);
  }
  test_sweeps<Csr<double>>(3'001, {}, Order::sorted);
}

/// Whole blocks, and such that stand over the matrix's end.
TEST(GaussSeidel, blocks) {
  for (const Order order : {Order::sorted, Order::shuffled})
    for (const std::int64_t size : {1, 2, 3, 7}) {
      const BlockLayout by_rows{size, size}, by_columns{size, size, BlockOrder::col_major};
      test_sweeps<Bsr<double>>(84, {}, order, by_rows);
      test_sweeps<Bsr<float, I64, I32>>(85, {IndexBase::one}, order, by_columns);
      test_sweeps<Bsr<complex_double, I32, I64>>(86, {IndexBase::one}, order, by_columns);
    }
  test_sweeps<Bsr<complex_float>>(90, {}, Order::sorted, BlockLayout{4, 4});
}

/// A 5-point grid.
Csr<double> grid(std::int64_t side) {
  Triplets result{side * side, side * side, {}};
  for (std::int64_t p = 0; p < side * side; ++p) {
    const auto add = [&](bool is_there, std::int64_t to, long double value) {
      if (is_there) result.entries.push_back({p, p + to, value});
    };
    add(p >= side, -side, -1);
    add(p % side > 0, -1, -1);
    add(true, 0, 4);
    add(p % side + 1 < side, 1, -1);
    add(p + side < side * side, side, -1);
  }
  return MatrixFrom<Csr<double>>::make(result, {}, Order::sorted);
}

/// z = M^-1 r of symmetric sweeps from zero: (r, M^-1 s) = (M^-1 r, s), also with over-relaxation.
TEST(GaussSeidel, symmetric_sweeps_are_a_symmetric_preconditioner) {
  const Exec exec;
  const auto A = grid(30);
  const auto plan = gauss_seidel_plan(exec, A);
  std::mt19937 random(8);
  const auto r = random_vector<double>(random, 900), s = random_vector<double>(random, 900);
  for (const double omega : {1.0, 1.5})
    for (const std::int64_t count : {1, 2}) {
      const auto of = [&](const std::vector<double>& right_hand_side) {
        const Kokkos::View<double*, Space> z("z", 900);
        plan.apply(exec, A, upload<Space>(right_hand_side), z,
                   {SweepDirection::symmetric, omega, count, true});
        exec.fence();
        return download(z);
      };
      const auto of_r = of(r), of_s = of(s);
      const double left = std::inner_product(r.begin(), r.end(), of_s.begin(), 0.0);
      EXPECT_NEAR(left, std::inner_product(s.begin(), s.end(), of_r.begin(), 0.0),
                  1e-12 * std::abs(left) + 1e-12);
      EXPECT_GT(std::inner_product(r.begin(), r.end(), of_r.begin(), 0.0), 0);
    }
}

TEST(GaussSeidel, converges_and_repeats) {
  const Exec exec;
  const auto A = grid(20);
  const auto plan = gauss_seidel_plan(exec, A);
  const auto b = upload<Space>(std::vector<double>(400, 1));
  const auto solved = [&] {
    const Kokkos::View<double*, Space> x("x", 400);
    plan.apply(exec, A, b, x, {.direction = SweepDirection::forward, .omega = 1.7, .count = 300});
    exec.fence();
    return download(x);
  };
  const auto x = solved();
  const HostRows rows = host_rows(A, download(A.values()));
  for (std::size_t i = 0; i < x.size(); ++i) {
    Wide rest(1);
    for (const auto& [j, value] : rows[i]) rest -= value * Wide(x[std::size_t(j)]);
    EXPECT_LT(std::abs(rest), 1e-12L);
  }
  for (int round = 0; round < 20; ++round) {
    const auto again = solved();
    ASSERT_EQ(std::memcmp(again.data(), x.data(), x.size() * sizeof(double)), 0);
  }
}

/// Several right-hand sides at once, by rows, by columns and with room between: the bits of each
/// alone, and what lies between is not touched.
template <class Layout>
void test_columns(std::int64_t rows_more, std::int64_t columns_more) {
  const Exec exec;
  const auto A = grid(15);
  const auto plan = gauss_seidel_plan(exec, A);
  using Dense = Kokkos::View<double**, Layout, Space>;
  const std::int64_t n = 225, columns = 5;
  const Dense whole_b("b", n + rows_more, columns + columns_more);
  const Dense whole_x("x", n + rows_more, columns + columns_more);
  const auto rows = std::pair(std::int64_t(0), n), few = std::pair(std::int64_t(0), columns);
  const auto b = Kokkos::subview(whole_b, rows, few), x = Kokkos::subview(whole_x, rows, few);
  const auto host_b = Kokkos::create_mirror(whole_b);
  const auto host_x = Kokkos::create_mirror(whole_x);
  std::mt19937 random(4);
  for (std::size_t i = 0; i < host_b.extent(0); ++i)
    for (std::size_t j = 0; j < host_b.extent(1); ++j) {
      host_b(i, j) = random_scalar<double>(random);
      host_x(i, j) = random_scalar<double>(random);
    }
  for (const bool from_zero : {false, true}) {
    Kokkos::deep_copy(whole_b, host_b);
    Kokkos::deep_copy(whole_x, host_x);
    const GaussSeidelSweep sweep{SweepDirection::symmetric, 1.25, 2, from_zero};
    plan.apply(exec, A, b, x, sweep);
    exec.fence();
    const auto found = Kokkos::create_mirror(whole_x);
    Kokkos::deep_copy(found, whole_x);
    for (std::int64_t j = 0; j < columns; ++j) {
      std::vector<double> own_b, own_x;
      for (std::int64_t i = 0; i < n; ++i) {
        own_b.push_back(host_b(i, j));
        own_x.push_back(host_x(i, j));
      }
      const auto alone = upload<Space>(own_x);
      plan.apply(exec, A, upload<Space>(own_b), alone, sweep);
      exec.fence();
      const auto expected = download(alone);
      for (std::int64_t i = 0; i < n; ++i)
        ASSERT_EQ(found(i, j), expected[std::size_t(i)]) << i << ", " << j;
    }
    for (std::size_t i = 0; i < found.extent(0); ++i)
      for (std::size_t j = 0; j < found.extent(1); ++j)
        if (std::int64_t(i) >= n || std::int64_t(j) >= columns)
          ASSERT_EQ(found(i, j), host_x(i, j));
  }
}

TEST(GaussSeidel, several_right_hand_sides) {
  test_columns<Kokkos::LayoutRight>(0, 0);
  test_columns<Kokkos::LayoutRight>(2, 3);
  test_columns<Kokkos::LayoutLeft>(0, 0);
  test_columns<Kokkos::LayoutLeft>(3, 1);
}

/// Zero and missing diagonals keep x, and the first is reported.
TEST(GaussSeidel, rows_without_a_diagonal) {
  const Exec exec;
  MatrixProperties properties;
  properties.index_base = IndexBase::one;
  const Csr<double> A(4, 4, upload<Space>(std::vector<I32>{1, 2, 4, 5, 6}),
                      upload<Space>(std::vector<I32>{1, 2, 1, 2, 4}),
                      upload<Space>(std::vector<double>{2, 0, 1, 1, 4}), properties);
  const auto b = upload<Space>(std::vector<double>{2, 2, 2, 2});
  const auto x = upload<Space>(std::vector<double>{7, 8, 9, 10});
  const PivotReport<Space> report(exec);
  const auto plan = gauss_seidel_plan(exec, A);
  plan.apply(exec, A, b, x, {.count = 2}, report);
  EXPECT_EQ(report.position(exec), 2);
  EXPECT_EQ(download(x), (std::vector<double>{1, 8, 9, 0.5}));
  plan.apply(exec, A, b, x, {.count = 0}, report);
  EXPECT_EQ(report.position(exec), report.none);
}

/// Red and black of a grid, and colours of some rows only.
TEST(GaussSeidel, given_colours) {
  const Exec exec;
  const auto A = grid(6);
  std::vector<I32> red_black;
  for (I32 p = 0; p < 36; ++p) red_black.push_back((p / 6 + p % 6) % 2);
  const auto plan = gauss_seidel_plan(exec, A, upload<Space>(red_black), {});
  EXPECT_EQ(plan.num_colors(), 2);
  EXPECT_EQ(download(plan.colors()), red_black);
  std::vector<I32> some = red_black;
  for (std::size_t p = 0; p < 36; p += 3) some[p] = -1;
  const auto completed = download(gauss_seidel_plan(exec, A, upload<Space>(some), {}).colors());
  for (std::size_t p = 0; p < 36; ++p) {
    if (some[p] >= 0) {
      EXPECT_EQ(completed[p], some[p]);
    }
  }
  std::vector<I32> wrong(36, 0), large = red_black;
  large[7] = 1000;
  expect_refusals({{"one colour for all", Status::invalid_value, "colors", "row 0",
                    [&] { gauss_seidel_plan(exec, A, upload<Space>(wrong), {}); }},
                   {"a colour beyond the rows", Status::invalid_value, "colors", "1000",
                    [&] { gauss_seidel_plan(exec, A, upload<Space>(large), {}); }},
                   {"too few", Status::invalid_value, "colors", "35", [&] {
                      gauss_seidel_plan(exec, A, Kokkos::View<I32*, Space>("colors", 35), {});
                    }}});
}

TEST(GaussSeidel, plans) {
  const Exec exec;
  const auto A = grid(10), same = grid(10), other = grid(11);
  const auto b = upload<Space>(std::vector<double>(100, 1));
  const Kokkos::View<double*, Space> x("x", 100), y("y", 100);
  const auto plan = gauss_seidel_plan(exec, A);
  EXPECT_GE(plan.memory_bytes(), 800);
  plan.apply(exec, A, b, x);
  const auto stale = [&](const auto& of_plan, const auto& matrix) {
    return [&, matrix] { of_plan.apply(exec, matrix, b, y); };
  };
  const auto checked = gauss_seidel_plan(exec, A, {.pattern_check = PatternCheck::content});
  checked.apply(exec, same, b, y);
  exec.fence();
  EXPECT_EQ(download(y), download(x));
  const Csr<double> turned(100, 100, A.row_offsets(), upload<Space>([&] {
                             auto columns = download(A.col_indices());
                             std::swap(columns[0], columns[1]);
                             return columns;
                           }()),
                           A.values(), A.properties());
  expect_refusals({{"other arrays", Status::stale_plan, "A", "pattern", stale(plan, same)},
                   {"other indices", Status::stale_plan, "A", "indices", stale(checked, turned)},
                   {"bound to another size", Status::stale_plan, "A", "size",
                    [&] { plan.bound_to(exec, other); }},
                   {"bound to other indices", Status::stale_plan, "A", "indices",
                    [&] { checked.bound_to(exec, turned); }}});
  Kokkos::deep_copy(y, 0);
  const auto bound = plan.bound_to(exec, same);
  bound.apply(exec, same, b, y);
  exec.fence();
  EXPECT_EQ(download(y), download(x));
  expect_refusals(
      {{"the first matrix's arrays", Status::stale_plan, "A", "pattern", stale(bound, A)}});
  const Csr<double> none(0, 0, Kokkos::View<I32*, Space>("offsets", 1), {}, {});
  gauss_seidel_plan(exec, none)
      .apply(exec, none, Kokkos::View<double*, Space>(), Kokkos::View<double*, Space>());
  EXPECT_EQ(gauss_seidel_plan(exec, none).num_colors(), 0);
  const GaussSeidelPlan<Exec, Csr<const double>> empty;
  EXPECT_FALSE(empty);
  expect_refusals({{"an empty plan", Status::invalid_value, "plan", "GaussSeidelPlan",
                    [&] { empty.apply(exec, Csr<const double>(A), b, x); }}});
}

TEST(GaussSeidel, bad_arguments) {
  const Exec exec;
  const auto A = grid(4);
  const auto plan = gauss_seidel_plan(exec, A);
  const Kokkos::View<double*, Space> b("b", 16), x("x", 16), short_one("short", 15);
  const auto apply = [&](const auto& of_b, const auto& of_x, const GaussSeidelSweep& sweep = {}) {
    return [=] { plan.apply(exec, A, of_b, of_x, sweep); };
  };
  const auto of_blocks = csr_to_bsr(exec, A, {.block = BlockLayout{2, 4}});
  const Csr<double> wide(16, 17, A.row_offsets(), A.col_indices(), A.values());
  MatrixProperties symmetric;
  symmetric.type = MatrixType::symmetric;
  const auto half = A.with_properties(symmetric);
  MatrixProperties one;
  one.index_base = IndexBase::one;
  constexpr Status invalid = Status::invalid_value;
  expect_refusals({
      {"not square", invalid, "A", "16 x 17", [&] { gauss_seidel_plan(exec, wide); }},
      {"blocks that are not square", invalid, "A", "2 x 4",
       [&] { gauss_seidel_plan(exec, of_blocks); }},
      {"half a matrix", Status::matrix_type_not_supported, "A", "symmetric",
       [&] { gauss_seidel_plan(exec, half); }},
      {"another base", invalid, "A.row_offsets()", "index base 1",
       [&] { gauss_seidel_plan(exec, A.with_properties(one)); }},
      {"short b", invalid, "b", "15", apply(short_one, x)},
      {"short x", invalid, "x", "15", apply(b, short_one)},
      {"in place", invalid, "b", "x", apply(b, b)},
      {"values for x", invalid, "A.values()", "x",
       apply(b, Kokkos::subview(A.values(), std::pair<int, int>(0, 16)))},
      {"omega", invalid, "sweep.omega", "nan", apply(b, x, {.omega = NAN})},
      {"count", invalid, "sweep.count", "-1", apply(b, x, {.count = -1})},
      {"direction", invalid, "sweep.direction", "7", apply(b, x, {.direction = SweepDirection(7)})},
      {"columns", invalid, "b", "2 columns",
       apply(Kokkos::View<double**, Space>("b", 16, 2), Kokkos::View<double**, Space>("x", 16, 3))},
      {"one place for all", invalid, "x", "share memory",
       apply(b, Kokkos::View<double*, Kokkos::LayoutStride, Space>(x.data(),
                                                                   Kokkos::LayoutStride(16, 0)))},
      {"two systems", invalid, "report", "2 systems",
       [&] { plan.apply(exec, A, b, x, {}, PivotReport<Space>(exec, 2)); }},
  });
}

}  // namespace
}  // namespace filigree::test
