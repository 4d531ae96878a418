// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <utility>

#include "banded_support.hpp"

/// Block-tridiagonal systems for tests, and dense ones in long double beside them.

namespace filigree::test {

struct BlockSetup {
  std::int64_t m = 1;  ///< blocks
  std::int64_t size = 1;
  std::int64_t systems = 1;
  std::int64_t columns = 1;
  Values values = Values::random;
  Op op = Op::none;
  bool in_place = false;
  bool periodic = false;

  std::int64_t rows() const { return m * size; }
};

/// A NaN in each entry of the blocks outside of the matrix. zero_diagonal: the diagonal blocks are
/// 0, so that each pivot is in another block row.
template <class T, class Layout>
struct BlockSystems {
  BlockSetup setup;
  Kokkos::View<T****, Layout, Host> diagonals[3];
  Kokkos::View<T***, Layout, Host> b, x;

  explicit BlockSystems(const BlockSetup& of)
      : setup(of),
        b("b", of.systems, of.rows(), of.columns),
        x("x", of.systems, of.rows(), of.columns) {
    std::mt19937 random(11);
    std::uniform_real_distribution<double> uniform(-1, 1);
    const auto entry = [&] {
      if constexpr (is_complex_v<T>) {
        const double re = uniform(random);
        return T(re, uniform(random));
      } else {
        return T(uniform(random));
      }
    };
    const std::int64_t R = of.size;
    for (int d = 0; d < 3; ++d) {
      diagonals[d] = Kokkos::View<T****, Layout, Host>("diagonal", of.systems, of.m, R, R);
      for (std::int64_t s = 0; s < of.systems; ++s)
        for (std::int64_t k = 0; k < of.m; ++k)
          for (std::int64_t i = 0; i < R; ++i)
            for (std::int64_t j = 0; j < R; ++j) {
              T value = entry();
              if (of.values == Values::dominant && d == 1 && i == j) value += T(double(6 * R));
              if (of.values == Values::zero_diagonal)
                value = d == 1 ? T(0) : value * T(0.2) + (i == j ? T(2) : T(0));
              if (!of.periodic && (k + d == 0 || k + d == of.m + 1)) value = poison<T>();
              diagonals[d](s, k, i, j) = value;
            }
    }
    for (std::int64_t s = 0; s < of.systems; ++s)
      for (std::int64_t i = 0; i < of.rows(); ++i)
        for (std::int64_t c = 0; c < of.columns; ++c) {
          b(s, i, c) = entry();
          x(s, i, c) = poison<T>();
        }
  }

  template <class Space>
  auto matrix_in(std::array<Kokkos::View<T****, Layout, Space>, 3>& keep) const {
    for (std::size_t d = 0; d < 3; ++d)
      keep[d] = Kokkos::create_mirror_view_and_copy(Space(), diagonals[d]);
    return block_tridiagonal(keep[0], keep[1], keep[2]);
  }

  /// op(A) of a system, row by row.
  std::vector<std::vector<Wide>> dense(std::int64_t system) const {
    const std::int64_t n = setup.rows(), R = setup.size;
    const std::vector<Wide> zeros(n);
    std::vector<std::vector<Wide>> a(n, zeros);
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t j = 0; j < n; ++j) {
        std::int64_t d = j / R - i / R + 1;
        if (setup.periodic) d = (d + setup.m) % setup.m;
        if (d < 0 || d > 2) continue;
        const Wide entry = wide(diagonals[d](system, i / R, i % R, j % R));
        if (setup.op == Op::none)
          a[std::size_t(i)][std::size_t(j)] = entry;
        else
          a[std::size_t(j)][std::size_t(i)] = setup.op == Op::transpose ? entry : std::conj(entry);
      }
    return a;
  }

  /// The largest residual by the largest of |A||x| + |b|, and the largest error by the largest |x|
  /// of a dense solve, in units of T's precision.
  std::pair<double, double> residual_and_error() const {
    long double residual = 0, error = 0;
    for (std::int64_t s = 0; s < setup.systems; ++s)
      for (std::int64_t c = 0; c < setup.columns; ++c) {
        const auto a = dense(s);
        std::vector<Wide> right;
        for (std::int64_t i = 0; i < setup.rows(); ++i) right.push_back(wide(b(s, i, c)));
        long double off = 0, scale = 0, away = 0, largest = 0;
        const auto grow = [](long double& to, long double by) {
          if (!(by <= to)) to = by;
        };
        for (std::size_t i = 0; i < right.size(); ++i) {
          Wide sum = -right[i];
          long double sizes = size_of(right[i]);
          for (std::size_t j = 0; j < right.size(); ++j) {
            const Wide term = a[i][j] * wide(x(s, std::int64_t(j), c));
            sum += term;
            sizes += size_of(term);
          }
          grow(off, size_of(sum));
          grow(scale, sizes);
        }
        const auto expected = dense_solve(a, right);
        for (std::size_t i = 0; i < right.size(); ++i) {
          grow(away, size_of(expected[i] - wide(x(s, std::int64_t(i), c))));
          grow(largest, size_of(expected[i]));
        }
        grow(residual, off / scale);
        grow(error, away / largest);
      }
    const long double eps = std::numeric_limits<typename RealOf<T>::type>::epsilon();
    return {double(residual / eps), double(error / eps)};
  }
};

template <class T, class Layout, class Exec>
void test_blocks(const Exec& exec, const BlockSetup& setup) {
  SCOPED_TRACE("m " + std::to_string(setup.m) + ", size " + std::to_string(setup.size) +
               ", systems " + std::to_string(setup.systems) + ", values " +
               std::to_string(int(setup.values)) + ", op " + std::to_string(int(setup.op)) +
               ", periodic " + std::to_string(setup.periodic) + ", scalar bytes " +
               std::to_string(sizeof(T)));
  using Space = typename Exec::memory_space;
  BlockSystems<T, Layout> systems(setup);
  std::array<Kokkos::View<T****, Layout, Space>, 3> keep;
  const auto A = systems.template matrix_in<Space>(keep);
  const Kokkos::View<T***, Layout, Space> b("b", setup.systems, setup.rows(), setup.columns);
  Kokkos::deep_copy(b, systems.b);
  Kokkos::View<T***, Layout, Space> x("x", setup.systems, setup.rows(), setup.columns);
  Kokkos::deep_copy(x, systems.x);
  if (setup.in_place) x = b;
  BandedSolveOptions options;
  options.periodic = setup.periodic;
  if (setup.values == Values::dominant) options.pivoting = Pivoting::none;
  const auto plan = banded_solve_plan(exec, setup.op, A, b, x, options);
  const Kokkos::View<std::byte*, Space> workspace("workspace", plan.workspace_bytes());
  const PivotReport<Space> report(exec, setup.systems);
  EXPECT_EQ(plan.apply(exec, A, b, x, workspace, report).name, "banded_generic");
  exec.fence();
  Kokkos::deep_copy(systems.x, x);
  const auto [residual, error] = systems.residual_and_error();
  EXPECT_LE(residual, 100);
  if (setup.values == Values::dominant) {
    EXPECT_LE(error, 100);
  }
  EXPECT_EQ(positions_of(report), std::vector<std::int64_t>(std::size_t(setup.systems), -1));
  for (std::size_t d = 0; d < 3; ++d) {  // inputs are const, bit by bit
    const auto after = Kokkos::create_mirror_view_and_copy(Host(), keep[d]);
    EXPECT_EQ(std::memcmp(systems.diagonals[d].data(), after.data(), after.span() * sizeof(T)), 0);
  }
}

/// Few blocks and several, every size, op and kind of values, in both layouts.
template <class T, class Exec>
void test_block_sizes(const Exec& exec) {
  for (const std::int64_t size : {1, 2, 3, 4})
    for (const std::int64_t m : {1, 2, 3, 12})
      for (const Op op : {Op::none, Op::transpose, Op::conjugate_transpose})
        for (const Values values : {Values::dominant, Values::random, Values::zero_diagonal}) {
          // Systems of an odd number of diagonal blocks of zeros are singular.
          if (values == Values::zero_diagonal && m % 2 == 1) continue;
          if (op == Op::conjugate_transpose && !is_complex_v<T>) continue;
          BlockSetup setup{m, size, 1, m == 3 ? 3 : 1, values, op, m == 2};
          if (op == Op::none) test_blocks<T, Kokkos::LayoutRight>(exec, setup);
          setup.systems = 3;
          test_blocks<T, Kokkos::LayoutRight>(exec, setup);
          test_blocks<T, Kokkos::LayoutLeft>(exec, setup);
        }
}

/// Periodic systems, from the smallest ones on.
template <class T, class Exec>
void test_periodic_blocks(const Exec& exec) {
  for (const std::int64_t size : {1, 2, 3, 4})
    for (const std::int64_t m : {3, 4, 7})
      for (const Op op : {Op::none, Op::transpose, Op::conjugate_transpose})
        for (const Values values : {Values::dominant, Values::random}) {
          if (op == Op::conjugate_transpose && !is_complex_v<T>) continue;
          const BlockSetup setup{m, size, 3, m == 3 ? 3 : 1, values, op, m == 4, true};
          test_blocks<T, Kokkos::LayoutRight>(exec, setup);
          if (m == 7) test_blocks<T, Kokkos::LayoutLeft>(exec, setup);
        }
}

/// A report of singular blocks in one system of a batch.
template <class Exec>
void test_singular_blocks(const Exec& exec, Pivoting pivoting, bool periodic) {
  using Space = typename Exec::memory_space;
  using Layout = Kokkos::LayoutRight;
  const BlockSetup setup{6, 3, 4, 1, Values::dominant, Op::none, false, periodic};
  for (const std::int64_t row : {0, 7, 17}) {
    SCOPED_TRACE("row " + std::to_string(row) + ", pivoting " + std::to_string(int(pivoting)));
    BlockSystems<double, Layout> systems(setup);
    for (int d = 0; d < 3; ++d)  // an unknown that no equation has
      for (std::int64_t k = 0; k < setup.m; ++k)
        for (std::int64_t i = 0; i < setup.size; ++i)
          for (std::int64_t j = 0; j < setup.size; ++j)
            if ((k + d - 1 + setup.m) % setup.m * setup.size + j == row)
              systems.diagonals[d](2, k, i, j) = 0;
    std::array<Kokkos::View<double****, Layout, Space>, 3> keep;
    const auto A = systems.template matrix_in<Space>(keep);
    const auto b = Kokkos::create_mirror_view_and_copy(Space(), systems.b);
    const Kokkos::View<double***, Layout, Space> x("x", setup.systems, setup.rows(), 1);
    const PivotReport<Space> report(exec, setup.systems);
    BandedSolveOptions options;
    options.pivoting = pivoting;
    options.periodic = periodic;
    banded_solve(exec, Op::none, A, b, x, options, report);
    EXPECT_EQ(positions_of(report), (std::vector<std::int64_t>{-1, -1, row, -1}));
    Kokkos::deep_copy(systems.x, x);
    for (std::int64_t s = 0; s < setup.systems; ++s)
      for (std::int64_t i = 0; s != 2 && i < setup.rows(); ++i)
        EXPECT_TRUE(std::isfinite(systems.x(s, i, 0)));
  }
}

}  // namespace filigree::test
