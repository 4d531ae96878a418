// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>
#include <string_view>

#include "banded_support.hpp"

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultHostExecutionSpace;
using Space = Exec::memory_space;

constexpr std::string_view generic = "banded_generic";
constexpr std::string_view partitions = "banded_partitions_host";

template <class T, int P>
void test_all() {
  for (const bool periodic : {false, true}) test_sizes<T, P>(Exec(), generic, periodic);
}

TEST(Banded, tridiagonal_double) { test_all<double, 1>(); }
TEST(Banded, pentadiagonal_complex) { test_all<complex_double, 2>(); }
#ifndef FILIGREE_TEST_FEW_TYPES
TEST(Banded, pentadiagonal_double) { test_all<double, 2>(); }
TEST(Banded, tridiagonal_float) { test_all<float, 1>(); }
TEST(Banded, tridiagonal_complex_float) { test_all<complex_float, 1>(); }
#endif

TEST(Banded, large_and_many) {
  test_solve<double, 1, Kokkos::LayoutRight>(Exec(), {100'003, 1}, generic);
  test_solve<double, 1, Kokkos::LayoutLeft>(Exec(), {4, 65'537}, generic);
}

TEST(Banded, partitions_double) { test_sizes<double, 1>(Exec(), partitions, false); }
TEST(Banded, partitions_float) { test_sizes<float, 1>(Exec(), partitions, false); }

/// Systems of many partitions, and more systems than lanes and threads; in place with several
/// columns at once and one at a time.
TEST(Banded, partitions_of_large_and_many_systems) {
  for (const Values values : {Values::dominant, Values::random, Values::zero_diagonal})
    for (const std::int64_t columns : {1, 6}) {
      TestSystem setup{
          columns == 1 ? 10'002 : 3'002, 1, columns, values, false, Op::none, columns == 6};
      test_solve<double, 1, Kokkos::LayoutRight>(Exec(), setup, partitions);
      setup.systems = 3;
      setup.op = Op::transpose;
      test_solve<double, 1, Kokkos::LayoutLeft>(Exec(), setup, partitions);
      test_solve<float, 1, Kokkos::LayoutRight>(Exec(), setup, partitions);
      setup.m = 200;
      setup.systems = 53;
      test_solve<double, 1, Kokkos::LayoutRight>(Exec(), setup, partitions);
      test_solve<float, 1, Kokkos::LayoutLeft>(Exec(), setup, partitions);
    }
  for (const std::int64_t columns : {1, 4})
    test_solve<double, 1, Kokkos::LayoutLeft>(Exec(), {131'073, 1, columns}, partitions);
  test_solve<double, 1, Kokkos::LayoutRight>(Exec(), {1'000'003, 1}, partitions);
  test_solve<double, 1, Kokkos::LayoutLeft>(Exec(), {1500, 40}, partitions);
  test_solve<double, 1, Kokkos::LayoutLeft>(Exec(), {4, 65'537}, partitions);
}

/// Interleaved systems, of which many lie side by side in vectors, and some are left over.
TEST(Banded, interleaved_systems) {
  for (const std::int64_t m : {1, 2, 34})
    for (const std::int64_t columns : {1, 6})
      for (const Values values : {Values::dominant, Values::random, Values::zero_diagonal}) {
        if (values == Values::zero_diagonal && m % 2 == 1) continue;
        const TestSystem setup{m, 300, columns, values, false, Op::none, columns == 6};
        test_solve<double, 1, Kokkos::LayoutLeft>(Exec(), setup, partitions);
        test_solve<float, 1, Kokkos::LayoutLeft>(Exec(), setup, partitions);
      }
}

/// Pentadiagonal systems side by side in vectors: with lanes left over, and around the chunks of
/// 128 rows that are brought to them.
template <class T>
void test_pentadiagonal_lanes() {
  for (const std::int64_t m : {1, 2, 3, 4, 5, 31, 128, 129, 130, 300})
    for (const std::int64_t systems : {8, 32, 53})
      for (const Values values : {Values::dominant, Values::random}) {
        TestSystem setup{m, systems, m % 2 == 0 ? 6 : 1, values, false, Op::none, m % 3 == 0};
        test_solve<T, 2, Kokkos::LayoutRight>(Exec(), setup, partitions);
        setup.op = Op::transpose;
        test_solve<T, 2, Kokkos::LayoutLeft>(Exec(), setup, partitions);
      }
}

TEST(Banded, pentadiagonal_systems_in_lanes_double) { test_pentadiagonal_lanes<double>(); }
TEST(Banded, pentadiagonal_systems_in_lanes_float) { test_pentadiagonal_lanes<float>(); }

TEST(Banded, interleaved_pentadiagonal_systems) {
  for (const std::int64_t m : {1, 2, 3, 4, 34})
    for (const std::int64_t columns : {1, 6})
      for (const Values values : {Values::dominant, Values::random}) {
        const TestSystem setup{m, 300, columns, values, false, Op::none, columns == 6};
        test_solve<double, 2, Kokkos::LayoutLeft>(Exec(), setup, partitions);
        test_solve<float, 2, Kokkos::LayoutLeft>(Exec(), setup, partitions);
      }
  test_solve<double, 2, Kokkos::LayoutLeft>(Exec(), {4, 65'537}, partitions);
  test_solve<double, 2, Kokkos::LayoutLeft>(Exec(), {3000, 40}, partitions);
}

TEST(Banded, strides_apart) {
  for (const std::string_view kernel : {generic, partitions})
    for (const std::int64_t m : {33, 1000}) {
      test_strides_apart<double, 1, Kokkos::LayoutRight>(Exec(), {m, 3, 2}, kernel);
      test_strides_apart<double, 1, Kokkos::LayoutLeft>(Exec(), {m, 40, 5}, kernel);
    }
  test_strides_apart<double, 2, Kokkos::LayoutRight>(Exec(), {33, 3, 2}, generic);
  test_strides_apart<double, 2, Kokkos::LayoutRight>(Exec(), {200, 40, 2}, partitions);
  test_strides_apart<double, 2, Kokkos::LayoutLeft>(Exec(), {200, 40, 5}, partitions);
}

template <int P, class Layout>
void test_singular_lane() {
  const Exec exec;
  for (const Pivoting pivoting : {Pivoting::partial, Pivoting::none}) {
    const TestSystem setup{20, 600, 1, Values::dominant};
    Systems<double, P, Layout> systems(setup);
    for (int d = 0; d <= 2 * P; ++d)  // nobody has unknown 9
      systems.diagonals[d](77, 9) = systems.diagonals[d](77, 9 + P - d) = 0;
    const PivotReport<Space> report(exec, setup.systems);
    BandedSolveOptions options;
    options.pivoting = pivoting;
    EXPECT_EQ(
        banded_solve(exec, Op::none, systems.matrix(), systems.b, systems.x, options, report).name,
        partitions);
    std::vector<std::int64_t> expected(600, -1);
    expected[77] = 9;
    EXPECT_EQ(positions_of(report), expected);
    for (std::int64_t i = 0; i < setup.m; ++i) systems.x(77, i, 0) = systems.b(77, i, 0) = 0;
    EXPECT_LE((residual<double, P, Layout>(setup, systems, systems.b)), 100);
  }
}

TEST(Banded, one_singular_system_of_many_side_by_side) {
  test_singular_lane<1, Kokkos::LayoutLeft>();
  test_singular_lane<1, Kokkos::LayoutRight>();
  test_singular_lane<2, Kokkos::LayoutLeft>();
  test_singular_lane<2, Kokkos::LayoutRight>();
}

/// A plan has read no entries: it solves with those of other arrays, and with changed ones.
TEST(Banded, a_plan_takes_new_values) {
  const Exec exec;
  const TestSystem first{1000, 3, 2, Values::random}, second{1000, 3, 2, Values::zero_diagonal};
  Systems<double, 1, Kokkos::LayoutRight> systems(first);
  const Systems<double, 1, Kokkos::LayoutRight> others(second);
  const auto plan = banded_solve_plan(exec, Op::none, systems.matrix(), systems.b, systems.x,
                                      BandedSolveOptions{});
  const Kokkos::View<std::byte*, Space> workspace("workspace", plan.workspace_bytes());
  const auto solve = [&](auto& operands, const TestSystem& setup) {
    plan.apply(exec, operands.matrix(), operands.b, operands.x, workspace);
    exec.fence();
    EXPECT_LE((residual<double, 1, Kokkos::LayoutRight>(setup, operands, operands.b)), 100);
  };
  solve(systems, first);
  solve(others, second);
  for (int d = 0; d < 3; ++d) Kokkos::deep_copy(systems.diagonals[d], others.diagonals[d]);
  solve(systems, second);
}

TEST(Banded, by_hand) {
  const Exec exec;
  double lower[] = {0, 1}, diagonal[] = {0, 0}, upper[] = {2, 0}, b[] = {6, 5}, x[2] = {};
  using View = Kokkos::View<double*, Space, Kokkos::MemoryUnmanaged>;
  banded_solve(exec, Op::none, tridiagonal(View(lower, 2), View(diagonal, 2), View(upper, 2)),
               View(b, 2), View(x, 2));
  exec.fence();
  EXPECT_EQ(x[0], 5);
  EXPECT_EQ(x[1], 3);
}

TEST(Banded, trimmed_by_hand) {
  const Exec exec;
  double lower[] = {1, 1}, diagonal[] = {0, 0, 4}, upper[] = {2, 3}, b[] = {4, 10, 14}, x[3] = {};
  using View = Kokkos::View<double*, Space, Kokkos::MemoryUnmanaged>;
  const auto A = trimmed_tridiagonal(View(lower, 2), View(diagonal, 3), View(upper, 2));
  banded_solve(exec, Op::none, A, View(b, 3), View(x, 3));
  exec.fence();
  EXPECT_EQ((std::vector<double>(x, x + 3)), (std::vector<double>{1, 2, 3}));
}

TEST(Banded, trimmed_diagonals) {
  const Exec exec;
  for (const Op op : {Op::none, Op::transpose}) {
    TestSystem setup{33, 1};
    setup.op = op;
    Systems<double, 2, Kokkos::LayoutRight> systems(setup);
    const auto part = [&](int d) {
      const std::int64_t away = d < 2 ? 2 - d : d - 2;
      const auto row = Kokkos::subview(systems.diagonals[d], 0, Kokkos::ALL);
      return d < 2 ? Kokkos::subview(row, std::pair(away, setup.m))
                   : Kokkos::subview(row, std::pair(std::int64_t(0), setup.m - away));
    };
    const auto A = trimmed_pentadiagonal(part(0), part(1), part(2), part(3), part(4));
    banded_solve(exec, op, A, Kokkos::subview(systems.b, 0, Kokkos::ALL, 0),
                 Kokkos::subview(systems.x, 0, Kokkos::ALL, 0));
    exec.fence();
    EXPECT_LE((residual<double, 2, Kokkos::LayoutRight>(setup, systems, systems.b)), 100);
  }
}

void test_singular(std::int64_t m, std::int64_t row, const BandedSolveOptions& options) {
  SCOPED_TRACE("m " + std::to_string(m) + ", row " + std::to_string(row));
  const Exec exec;
  const TestSystem setup{m, 5, 1, Values::dominant};
  Systems<double, 1, Kokkos::LayoutRight> systems(setup);
  for (const auto& diagonal : systems.diagonals) diagonal(3, row) = 0;
  const PivotReport<Space> report(exec, setup.systems);
  banded_solve(exec, Op::none, systems.matrix(), systems.b, systems.x, options, report);
  for (std::int64_t s = 0; s < setup.systems; ++s) {
    EXPECT_EQ(report.position(exec, s) >= 0, s == 3) << "system " << s;
    EXPECT_LT(report.position(exec, s), m);
    for (std::int64_t i = 0; s != 3 && i < setup.m; ++i)
      EXPECT_TRUE(std::isfinite(systems.x(s, i, 0)));
  }
}

/// Systems side by side and in partitions; the row of zeros within and at the ends of them.
TEST(Banded, one_singular_system_of_a_batch) {
  for (const std::string_view kernel : {generic, partitions})
    for (const Pivoting pivoting : {Pivoting::partial, Pivoting::none})
      for (const std::int64_t m : {40, 1000})
        for (const std::int64_t row : {std::int64_t(0), std::int64_t(17), m - 1}) {
          BandedSolveOptions options;
          options.pivoting = pivoting;
          options.kernel = kernel;
          test_singular(m, row, options);
        }
}

TEST(Banded, no_pivoting_reports_its_breakdown) {
  const Exec exec;
  TestSystem setup{8, 1};
  setup.values = Values::zero_diagonal;
  Systems<double, 1, Kokkos::LayoutRight> systems(setup);
  const PivotReport<Space> report(exec, 1);
  banded_solve(exec, Op::none, systems.matrix(), systems.b, systems.x, {Pivoting::none}, report);
  EXPECT_EQ(report.position(exec), 0);
}

TEST(Banded, nothing_to_solve) {
  for (const auto& [m, systems, columns] :
       {std::array{0, 3, 1}, std::array{5, 0, 1}, std::array{5, 3, 0}}) {
    const TestSystem setup{m, systems, columns};
    Systems<double, 1, Kokkos::LayoutLeft> nothing(setup);
    EXPECT_EQ(banded_solve(Exec(), Op::none, nothing.matrix(), nothing.b, nothing.x).name,
              partitions);
  }
}

/// Vectors are filled with systems; a pentadiagonal system is not cut into partitions.
TEST(Banded, choice) {
  const auto chosen = [](std::int64_t num_systems, const BandedSolveOptions& options) {
    const Systems<double, 2, Kokkos::LayoutRight> systems({6, num_systems});
    return banded_solve_plan(Exec(), Op::none, systems.matrix(), systems.b, systems.x, options)
        .explain()
        .kernel;
  };
  EXPECT_EQ(chosen(7, {}), generic);
  EXPECT_EQ(chosen(8, {}), partitions);
  EXPECT_EQ(chosen(8, {Pivoting::partial, true}), generic);
  EXPECT_EQ(chosen(8, {Pivoting::partial, false, Backend::generic}), generic);
}

template <int P>
void test_repeats(const TestSystem& setup) {
  const Exec exec;
  Systems<double, P, Kokkos::LayoutLeft> systems(setup);
  std::vector<double> first;
  for (int repeat = 0; repeat < 100; ++repeat) {
    banded_solve(exec, Op::none, systems.matrix(), systems.b, systems.x);
    exec.fence();
    const std::vector<double> now(systems.x.data(), systems.x.data() + systems.x.span());
    if (repeat == 0) first = now;
    ASSERT_EQ(now, first);
  }
}

TEST(Banded, repeatable) {
  test_repeats<2>({100, 3, 2});
  test_repeats<2>({100, 300, 2});
  test_repeats<1>({1000, 3, 5});
}

}  // namespace
}  // namespace filigree::test
