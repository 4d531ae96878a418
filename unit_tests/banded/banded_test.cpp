// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include <filigree/banded_solve.hpp>

/// Solutions are put back into the equations in long double.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultHostExecutionSpace;
using Space = Exec::memory_space;
using Wide = std::complex<long double>;

template <class T>
Wide wide(const T& a) {
  if constexpr (is_complex_v<T>)
    return {a.real(), a.imag()};
  else
    return {a, 0};
}
template <class T>
struct RealOf {
  using type = T;
};
template <class R>
struct RealOf<Kokkos::complex<R>> {
  using type = R;
};
template <class T>
T poison() {
  return T(std::numeric_limits<typename RealOf<T>::type>::quiet_NaN());
}

enum class Values { dominant, random, zero_diagonal };

struct TestSystem {
  std::int64_t m = 1;
  std::int64_t systems = 1;
  std::int64_t columns = 1;
  Values values = Values::random;
  bool periodic = false;
  Op op = Op::none;
  bool in_place = false;
};

/// Diagonals with a NaN in each entry outside of the matrix, right-hand sides and a solution, all
/// in Layout; systems x rows (x columns).
template <class T, int P, class Layout>
struct Systems {
  Kokkos::View<T**, Layout, Space> diagonals[2 * P + 1];
  Kokkos::View<T***, Layout, Space> b, x;

  explicit Systems(const TestSystem& setup)
      : b("b", setup.systems, setup.m, setup.columns),
        x("x", setup.systems, setup.m, setup.columns) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> uniform(-1, 1);
    const auto entry = [&] {
      if constexpr (is_complex_v<T>) {
        const double re = uniform(random);
        return T(re, uniform(random));
      } else {
        return T(uniform(random));
      }
    };
    for (int d = 0; d <= 2 * P; ++d) {
      diagonals[d] = Kokkos::View<T**, Layout, Space>("diagonal", setup.systems, setup.m);
      for (std::int64_t s = 0; s < setup.systems; ++s)
        for (std::int64_t i = 0; i < setup.m; ++i) {
          const std::int64_t col = i + d - P;
          T value = entry();
          if (d == P && setup.values == Values::dominant) value += T(4 * P);
          if (d == P && setup.values == Values::zero_diagonal) value = T(0);
          if (!setup.periodic && (col < 0 || col >= setup.m)) value = poison<T>();
          diagonals[d](s, i) = value;
        }
    }
    for (std::int64_t s = 0; s < setup.systems; ++s)
      for (std::int64_t i = 0; i < setup.m; ++i)
        for (std::int64_t c = 0; c < setup.columns; ++c) {
          b(s, i, c) = entry();
          x(s, i, c) = poison<T>();
        }
  }

  auto matrix() const {
    const auto& d = diagonals;
    if constexpr (P == 1)
      return tridiagonal(d[0], d[1], d[2]);
    else
      return pentadiagonal(d[0], d[1], d[2], d[3], d[4]);
  }
};

/// The largest residual of a system by the largest of |A||x| + |b|, in units of T's precision.
template <class T, int P, class Layout>
double residual(const TestSystem& setup, const Systems<T, P, Layout>& systems,
                const Kokkos::View<T***, Layout, Space>& b) {
  long double worst = 0;
  for (std::int64_t s = 0; s < setup.systems; ++s)
    for (std::int64_t c = 0; c < setup.columns; ++c) {
      std::vector<Wide> sum(std::size_t(setup.m));
      std::vector<long double> scale(std::size_t(setup.m));
      for (std::int64_t i = 0; i < setup.m; ++i)
        for (int d = 0; d <= 2 * P; ++d) {
          std::int64_t col = i + d - P;
          if (setup.periodic) col = (col + setup.m) % setup.m;
          if (col < 0 || col >= setup.m) continue;
          Wide a = wide(systems.diagonals[d](s, i));
          if (setup.op == Op::conjugate_transpose) a = std::conj(a);
          const std::int64_t row = setup.op == Op::none ? i : col;
          const Wide term = a * wide(systems.x(s, setup.op == Op::none ? col : i, c));
          sum[std::size_t(row)] += term;
          scale[std::size_t(row)] += std::abs(term);
        }
      long double largest = 0, error = 0;
      for (std::int64_t i = 0; i < setup.m; ++i) {
        const long double off = std::abs(sum[std::size_t(i)] - wide(b(s, i, c)));
        if (!(off <= error)) error = off;
        largest = std::max(largest, scale[std::size_t(i)] + std::abs(wide(b(s, i, c))));
      }
      if (!(error / largest <= worst)) worst = error / largest;
    }
  return double(worst / std::numeric_limits<typename RealOf<T>::type>::epsilon());
}

template <class T, int P, class Layout>
void test_solve(const TestSystem& setup) {
  SCOPED_TRACE("P " + std::to_string(P) + ", m " + std::to_string(setup.m) + ", systems " +
               std::to_string(setup.systems) + ", values " + std::to_string(int(setup.values)) +
               ", op " + std::to_string(int(setup.op)) + ", periodic " +
               std::to_string(setup.periodic));
  const Exec exec;
  Systems<T, P, Layout> systems(setup);
  Kokkos::View<T***, Layout, Space> b("copy", setup.systems, setup.m, setup.columns);
  Kokkos::deep_copy(b, systems.b);
  if (setup.in_place) systems.x = systems.b;
  std::vector<std::vector<T>> before;
  for (const auto& d : systems.diagonals) before.emplace_back(d.data(), d.data() + d.span());
  const BandedSolveOptions options{
      setup.values == Values::dominant ? Pivoting::none : Pivoting::partial, setup.periodic};
  const auto A = systems.matrix();
  const auto plan = banded_solve_plan(exec, setup.op, A, systems.b, systems.x, options);
  const Kokkos::View<std::byte*, Space> workspace("workspace", plan.workspace_bytes());
  const PivotReport<Space> report(exec, setup.systems);
  EXPECT_EQ(plan.apply(exec, A, systems.b, systems.x, workspace, report).name, "banded_generic");
  exec.fence();
  EXPECT_LE((residual<T, P, Layout>(setup, systems, b)), 100);
  for (std::int64_t s = 0; s < setup.systems; ++s) EXPECT_EQ(report.position(exec, s), -1);
  for (int d = 0; d <= 2 * P; ++d)  // inputs are const, bit by bit
    EXPECT_EQ(std::memcmp(before[std::size_t(d)].data(), systems.diagonals[d].data(),
                          before[std::size_t(d)].size() * sizeof(T)),
              0);
}

template <class T, int P>
void test_all() {
  for (const std::int64_t m : {1, 2, 3, 4, 5, 31, 33, 1000})
    for (const std::int64_t systems : {1, 3})
      for (const Op op : {Op::none, Op::transpose, Op::conjugate_transpose})
        for (const Values values : {Values::dominant, Values::random, Values::zero_diagonal})
          for (const bool periodic : {false, true}) {
            // An odd tridiagonal system with a diagonal of zeros is singular.
            if (values == Values::zero_diagonal && (P == 2 || m % 2 == 1 || periodic)) continue;
            if (periodic && m < 2 * P + 1) continue;
            const TestSystem setup{m, systems, m == 33 ? 3 : 1, values, periodic, op, m == 31};
            test_solve<T, P, Kokkos::LayoutRight>(setup);
            test_solve<T, P, Kokkos::LayoutLeft>(setup);
          }
}

TEST(Banded, tridiagonal_double) { test_all<double, 1>(); }
TEST(Banded, pentadiagonal_double) { test_all<double, 2>(); }
TEST(Banded, tridiagonal_float) { test_all<float, 1>(); }
TEST(Banded, pentadiagonal_complex) { test_all<complex_double, 2>(); }
TEST(Banded, tridiagonal_complex_float) { test_all<complex_float, 1>(); }

TEST(Banded, large_and_many) {
  test_solve<double, 1, Kokkos::LayoutRight>({1'000'003, 1});
  test_solve<double, 1, Kokkos::LayoutLeft>({4, 65'537});
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

TEST(Banded, one_singular_system_of_a_batch) {
  const Exec exec;
  const TestSystem setup{40, 5};
  Systems<double, 1, Kokkos::LayoutRight> systems(setup);
  for (int d = 0; d < 3; ++d)
    if (d != 1) systems.diagonals[d](3, 17) = 0;
  systems.diagonals[1](3, 17) = 0;  // a row of zeros
  const PivotReport<Space> report(exec, setup.systems);
  banded_solve(exec, Op::none, systems.matrix(), systems.b, systems.x, {}, report);
  for (std::int64_t s = 0; s < setup.systems; ++s) {
    EXPECT_EQ(report.position(exec, s) >= 0, s == 3);
    for (std::int64_t i = 0; s != 3 && i < setup.m; ++i)
      EXPECT_TRUE(std::isfinite(systems.x(s, i, 0)));
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
              "banded_generic");
  }
}

TEST(Banded, repeatable) {
  const Exec exec;
  const TestSystem setup{300, 40, 2};
  Systems<double, 2, Kokkos::LayoutLeft> systems(setup);
  std::vector<double> first;
  for (int repeat = 0; repeat < 100; ++repeat) {
    banded_solve(exec, Op::none, systems.matrix(), systems.b, systems.x);
    exec.fence();
    const std::vector<double> now(systems.x.data(), systems.x.data() + systems.x.span());
    if (repeat == 0) first = now;
    ASSERT_EQ(now, first);
  }
}

}  // namespace
}  // namespace filigree::test
