// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include <filigree/banded_solve.hpp>

/// Systems for tests. Solutions are put back into the equations in long double.

namespace filigree::test {

using Host = Kokkos::HostSpace;
using Wide = std::complex<long double>;

template <class T>
Wide wide(const T& a) {
  if constexpr (is_complex_v<T>)
    return {a.real(), a.imag()};
  else
    return {a, 0};
}
/// As LAPACK has it: no square root.
inline long double size_of(const Wide& a) { return std::abs(a.real()) + std::abs(a.imag()); }
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

/// zero_diagonal: products of ratios of its entries, of which solutions are made, stay in range,
/// which is for entries between 0.5 and 2 of up to 20,000 rows in float.
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
  Kokkos::View<T**, Layout, Host> diagonals[2 * P + 1];
  Kokkos::View<T***, Layout, Host> b, x;

  explicit Systems(const TestSystem& setup)
      : b("b", setup.systems, setup.m, setup.columns),
        x("x", setup.systems, setup.m, setup.columns) {
    std::mt19937 random(7);
    const double most = setup.m > 20'000 ? 1.1 : 2;
    std::uniform_real_distribution<double> uniform(-1, 1), between(1 / most, most);
    const auto entry = [&] {
      if constexpr (is_complex_v<T>) {
        const double re = uniform(random);
        return T(re, uniform(random));
      } else {
        return T(uniform(random));
      }
    };
    for (int d = 0; d <= 2 * P; ++d) {
      diagonals[d] = Kokkos::View<T**, Layout, Host>("diagonal", setup.systems, setup.m);
      for (std::int64_t s = 0; s < setup.systems; ++s)
        for (std::int64_t i = 0; i < setup.m; ++i) {
          const std::int64_t col = i + d - P;
          T value = entry();
          if (d == P && setup.values == Values::dominant) value += T(4 * P);
          if (setup.values == Values::zero_diagonal)
            value = d == P ? T(0) : T(i % 3 == 0 ? -between(random) : between(random));
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

  auto matrix() const { return matrix_in<Host>(); }

  /// A matrix of copies in another memory space, which `keep` holds.
  template <class Space>
  auto matrix_in(std::vector<Kokkos::View<T**, Layout, Space>>* keep = nullptr) const {
    std::vector<Kokkos::View<T**, Layout, Space>> d;
    for (const auto& diagonal : diagonals)
      d.push_back(Kokkos::create_mirror_view_and_copy(Space(), diagonal));
    if (keep != nullptr) *keep = d;
    if constexpr (P == 1)
      return tridiagonal(d[0], d[1], d[2]);
    else
      return pentadiagonal(d[0], d[1], d[2], d[3], d[4]);
  }
};

/// The largest residual of a system by the largest of |A||x| + |b|, in units of T's precision.
template <class T, int P, class Layout>
double residual(const TestSystem& setup, const Systems<T, P, Layout>& systems,
                const Kokkos::View<T***, Layout, Host>& b) {
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
          scale[std::size_t(row)] += size_of(term);
        }
      long double largest = 0, error = 0;
      for (std::int64_t i = 0; i < setup.m; ++i) {
        const long double off = size_of(sum[std::size_t(i)] - wide(b(s, i, c)));
        if (!(off <= error)) error = off;
        largest = std::max(largest, scale[std::size_t(i)] + size_of(wide(b(s, i, c))));
      }
      if (!(error / largest <= worst)) worst = error / largest;
    }
  return double(worst / std::numeric_limits<typename RealOf<T>::type>::epsilon());
}

/// The solution of a x = b, by elimination with partial pivoting.
inline std::vector<Wide> dense_solve(std::vector<std::vector<Wide>> a, std::vector<Wide> x) {
  const std::size_t n = x.size();
  for (std::size_t c = 0; c < n; ++c) {
    std::size_t pivot = c;
    for (std::size_t i = c + 1; i < n; ++i)
      if (std::abs(a[i][c]) > std::abs(a[pivot][c])) pivot = i;
    std::swap(a[c], a[pivot]);
    std::swap(x[c], x[pivot]);
    for (std::size_t i = 0; i < n; ++i) {
      if (i == c || a[i][c] == Wide(0)) continue;
      const Wide factor = a[i][c] / a[c][c];
      for (std::size_t j = c; j < n; ++j) a[i][j] -= factor * a[c][j];
      x[i] -= factor * x[c];
    }
  }
  for (std::size_t c = 0; c < n; ++c) x[c] /= a[c][c];
  return x;
}

template <class Space>
std::vector<std::int64_t> positions_of(const PivotReport<Space>& report) {
  const auto host = Kokkos::create_mirror_view_and_copy(Host(), report.positions());
  return {host.data(), host.data() + host.extent(0)};
}

/// Solves by the kernel of this name.
template <class T, int P, class Layout, class Exec>
void test_solve(const Exec& exec, const TestSystem& setup, std::string_view kernel) {
  SCOPED_TRACE("P " + std::to_string(P) + ", m " + std::to_string(setup.m) + ", systems " +
               std::to_string(setup.systems) + ", values " + std::to_string(int(setup.values)) +
               ", op " + std::to_string(int(setup.op)) + ", periodic " +
               std::to_string(setup.periodic) + ", scalar bytes " + std::to_string(sizeof(T)));
  using Space = typename Exec::memory_space;
  Systems<T, P, Layout> systems(setup);
  std::vector<Kokkos::View<T**, Layout, Space>> diagonals;
  const auto A = systems.template matrix_in<Space>(&diagonals);
  const Kokkos::View<T***, Layout, Space> b("b", setup.systems, setup.m, setup.columns);
  Kokkos::deep_copy(b, systems.b);
  Kokkos::View<T***, Layout, Space> x("x", setup.systems, setup.m, setup.columns);
  Kokkos::deep_copy(x, systems.x);
  if (setup.in_place) x = b;
  std::vector<std::vector<T>> before;
  for (const auto& d : systems.diagonals) before.emplace_back(d.data(), d.data() + d.span());
  BandedSolveOptions options{setup.values == Values::dominant ? Pivoting::none : Pivoting::partial,
                             setup.periodic};
  options.kernel = kernel;
  const auto plan = banded_solve_plan(exec, setup.op, A, b, x, options);
  const Kokkos::View<std::byte*, Space> workspace("workspace", plan.workspace_bytes());
  const PivotReport<Space> report(exec, setup.systems);
  EXPECT_EQ(plan.apply(exec, A, b, x, workspace, report).name, kernel);
  exec.fence();
  Kokkos::deep_copy(systems.x, x);
  EXPECT_LE((residual<T, P, Layout>(setup, systems, systems.b)), 100);
  EXPECT_EQ(positions_of(report), std::vector<std::int64_t>(std::size_t(setup.systems), -1));
  for (int d = 0; d <= 2 * P; ++d) {  // inputs are const, bit by bit
    const auto after = Kokkos::create_mirror_view_and_copy(Host(), diagonals[std::size_t(d)]);
    EXPECT_EQ(std::memcmp(before[std::size_t(d)].data(), after.data(),
                          before[std::size_t(d)].size() * sizeof(T)),
              0);
  }
}

/// Sizes around those of warps and partitions, by every op, in both layouts.
template <class T, int P, class Exec>
void test_sizes(const Exec& exec, std::string_view kernel, bool periodic) {
  for (const std::int64_t m : {1, 2, 3, 5, 31, 33, 1000})
    for (const Op op : {Op::none, Op::transpose, Op::conjugate_transpose})
      for (const Values values : {Values::dominant, Values::random, Values::zero_diagonal}) {
        // An odd tridiagonal system with a diagonal of zeros is singular.
        if (values == Values::zero_diagonal && (P == 2 || m % 2 == 1 || periodic)) continue;
        if (periodic && m < 2 * P + 1) continue;
        if (op == Op::conjugate_transpose && (!is_complex_v<T> || m > 100)) continue;
        TestSystem setup{m, 1, m == 33 ? 3 : 1, values, periodic, op, m == 31};
        if (op == Op::none) test_solve<T, P, Kokkos::LayoutRight>(exec, setup, kernel);
        setup.systems = 3;
        test_solve<T, P, Kokkos::LayoutRight>(exec, setup, kernel);
        test_solve<T, P, Kokkos::LayoutLeft>(exec, setup, kernel);
      }
}

/// Systems, rows and columns between others, of which nothing is read (they are NaN) or written.
template <class T, int P, class Layout, class Exec>
void test_strides_apart(const Exec& exec, const TestSystem& setup, std::string_view kernel) {
  SCOPED_TRACE("P " + std::to_string(P) + ", m " + std::to_string(setup.m) + ", scalar bytes " +
               std::to_string(sizeof(T)));
  using Space = typename Exec::memory_space;
  const auto n = std::size_t(setup.systems), m = std::size_t(setup.m);
  const auto k = std::size_t(setup.columns);
  Systems<T, P, Layout> systems(setup);
  const auto inner = [&](const auto& view) {
    const std::pair some(std::size_t(1), n + 1), rows(std::size_t(2), m + 2);
    if constexpr (std::decay_t<decltype(view)>::rank() == 2)
      return Kokkos::subview(view, some, rows);
    else
      return Kokkos::subview(view, some, rows, std::pair(std::size_t(0), k));
  };
  std::array<Kokkos::View<T**, Layout, Space>, 2 * P + 1> d;
  for (std::size_t i = 0; i < d.size(); ++i) {
    const Kokkos::View<T**, Layout, Host> around("around", n + 2, m + 5);
    Kokkos::deep_copy(around, poison<T>());
    Kokkos::deep_copy(inner(around), systems.diagonals[i]);
    d[i] = Kokkos::create_mirror_view_and_copy(Space(), around);
  }
  const Kokkos::View<T***, Layout, Host> around("around", n + 2, m + 5, k + 1);
  Kokkos::deep_copy(around, poison<T>());
  const auto x = Kokkos::create_mirror(Space(), around);
  Kokkos::deep_copy(x, around);
  Kokkos::deep_copy(inner(around), systems.b);
  const auto b = Kokkos::create_mirror(Space(), around);
  Kokkos::deep_copy(b, around);
  BandedSolveOptions options;
  options.kernel = kernel;
  const auto solve = [&](const auto& A) {
    EXPECT_EQ(banded_solve(exec, setup.op, A, inner(b), inner(x), options).name, kernel);
  };
  if constexpr (P == 1)
    solve(tridiagonal(inner(d[0]), inner(d[1]), inner(d[2])));
  else
    solve(pentadiagonal(inner(d[0]), inner(d[1]), inner(d[2]), inner(d[3]), inner(d[4])));
  exec.fence();
  Kokkos::deep_copy(around, x);
  Kokkos::deep_copy(systems.x, inner(around));
  EXPECT_LE((residual<T, P, Layout>(setup, systems, systems.b)), 100);
  std::size_t written = 0;
  for (std::size_t i = 0; i < around.span(); ++i)
    written += size_of(wide(around.data()[i])) >= 0 ? 1U : 0U;  // no NaN
  EXPECT_EQ(written, n * m * k);
}

}  // namespace filigree::test
