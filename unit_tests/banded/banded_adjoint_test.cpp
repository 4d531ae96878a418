// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/banded_solve_adjoint.hpp>

#include "blocks_support.hpp"

/// Gradients against central differences of losses, which dense solves in long double make.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultHostExecutionSpace;
using Right = Kokkos::LayoutRight;

/// The solution of op(A) x = b for a system and a column, diagonal by diagonal.
template <int P>
std::vector<Wide> solve_system(const std::vector<Wide> (&diagonals)[2 * P + 1],
                               const TestSystem& setup, std::vector<Wide> x) {
  const std::int64_t m = setup.m;
  const std::size_t n = x.size();
  std::vector<std::vector<Wide>> a(n, std::vector<Wide>(n));
  for (std::int64_t i = 0; i < m; ++i)
    for (int d = 0; d <= 2 * P; ++d) {
      std::int64_t j = i + d - P;
      if (setup.periodic) j = (j + m) % m;
      if (j < 0 || j >= m) continue;
      const Wide entry = diagonals[d][std::size_t(i)];
      if (setup.op == Op::none)
        a[std::size_t(i)][std::size_t(j)] = entry;
      else
        a[std::size_t(j)][std::size_t(i)] = setup.op == Op::transpose ? entry : std::conj(entry);
    }
  return dense_solve(std::move(a), std::move(x));
}

/// The loss is the sum of Re(conj(G) X), whose gradient in X is G.
template <class T, int P>
class Losses {
 public:
  Losses(const TestSystem& setup, const Systems<T, P, Right>& systems,
         const Kokkos::View<T***, Right, Host>& grad_x)
      : setup_(setup), systems_(systems), grad_x_(grad_x) {}

  /// The gradient in entry `row` of diagonal d of a system, or, where d is -1, of B's column 0.
  Wide gradient(std::int64_t system, int d, std::int64_t row) const {
    Wide result = change(system, d, row, {1, 0});
    if constexpr (is_complex_v<T>) result += Wide(0, 1) * change(system, d, row, {0, 1});
    return result;
  }

 private:
  long double change(std::int64_t system, int d, std::int64_t row, const Wide& direction) const {
    constexpr long double step = 1e-6L;
    return (loss(system, d, row, step * direction) - loss(system, d, row, -step * direction)) /
           (2 * step);
  }
  long double loss(std::int64_t system, int changed, std::int64_t row, const Wide& by) const {
    std::vector<Wide> diagonals[2 * P + 1];
    for (int d = 0; d <= 2 * P; ++d) {
      for (std::int64_t i = 0; i < setup_.m; ++i)
        diagonals[d].push_back(wide(systems_.diagonals[d](system, i)));
      if (d == changed) diagonals[d][std::size_t(row)] += by;
    }
    long double sum = 0;
    for (std::int64_t c = 0; c < setup_.columns; ++c) {
      std::vector<Wide> b;
      for (std::int64_t i = 0; i < setup_.m; ++i) b.push_back(wide(systems_.b(system, i, c)));
      if (changed < 0 && c == 0) b[std::size_t(row)] += by;
      const auto x = solve_system<P>(diagonals, setup_, b);
      for (std::int64_t i = 0; i < setup_.m; ++i)
        sum += std::real(std::conj(wide(grad_x_(system, i, c))) * x[std::size_t(i)]);
    }
    return sum;
  }

  TestSystem setup_;
  const Systems<T, P, Right>& systems_;
  Kokkos::View<T***, Right, Host> grad_x_;
};

template <class T, int P>
void test_gradients(Op op, bool periodic) {
  SCOPED_TRACE("P " + std::to_string(P) + ", op " + std::to_string(int(op)) + ", periodic " +
               std::to_string(periodic) + ", scalar bytes " + std::to_string(sizeof(T)));
  const Exec exec;
  const TestSystem setup{6, 2, 2, Values::dominant, periodic, op};
  const Systems<T, P, Right> systems(setup), other(TestSystem{9, 2, 2});
  const auto grad_x =
      Kokkos::subview(other.b, Kokkos::ALL, std::pair(3, 9), Kokkos::ALL);  // other numbers
  const Kokkos::View<T***, Right, Host> of_x("grad_X", 2, 6, 2), of_b("grad_B", 2, 6, 2);
  Kokkos::deep_copy(of_x, grad_x);
  Kokkos::View<T**, Right, Host> of_d[2 * P + 1];
  for (auto& d : of_d) {
    d = Kokkos::View<T**, Right, Host>("gradient", 2, 6);
    Kokkos::deep_copy(d, poison<T>());
  }
  BandedSolveOptions options;
  options.periodic = periodic;
  banded_solve(exec, op, systems.matrix(), systems.b, systems.x, options);
  banded_solve(exec, banded_solve_adjoint_op<T>(op), systems.matrix(), of_x, of_b, options);
  if constexpr (P == 1)
    banded_solve_adjoint_diagonals(exec, op, periodic, of_b, systems.x, of_d[0], of_d[1], of_d[2]);
  else
    banded_solve_adjoint_diagonals(exec, op, periodic, of_b, systems.x, of_d[0], of_d[1], of_d[2],
                                   of_d[3], of_d[4]);
  exec.fence();
  const Losses<T, P> losses(setup, systems, of_x);
  for (std::int64_t s = 0; s < setup.systems; ++s)
    for (std::int64_t i = 0; i < setup.m; ++i) {
      EXPECT_LE(std::abs(losses.gradient(s, -1, i) - wide(of_b(s, i, 0))), 1e-9L);
      for (int d = 0; d <= 2 * P; ++d) {
        const std::int64_t col = i + d - P;
        const bool outside = !periodic && (col < 0 || col >= setup.m);
        const Wide expected = outside ? Wide(0) : losses.gradient(s, d, i);
        EXPECT_LE(std::abs(expected - wide(of_d[d](s, i))), 1e-9L) << "diagonal " << d;
      }
    }
}

TEST(BandedAdjoint, gradients_are_differences_of_losses) {
  for (const bool periodic : {false, true})
    for (const Op op : {Op::none, Op::transpose, Op::conjugate_transpose}) {
      test_gradients<double, 1>(op, periodic);
      if (op != Op::transpose) test_gradients<complex_double, 2>(op, periodic);
    }
}

/// The change of the loss of a system per change `direction` of entry (row, col) of A.
template <class T>
long double change_of_loss(const BlockSystems<T, Right>& systems,
                           const Kokkos::View<T***, Right, Host>& grad_x, std::int64_t system,
                           std::int64_t row, std::int64_t col, const Wide& direction) {
  constexpr long double step = 1e-6L;
  const Op op = systems.setup.op;
  const auto loss = [&](const Wide& by) {
    auto a = systems.dense(system);
    if (op == Op::none)
      a[std::size_t(row)][std::size_t(col)] += by;
    else
      a[std::size_t(col)][std::size_t(row)] += op == Op::transpose ? by : std::conj(by);
    long double sum = 0;
    for (std::int64_t c = 0; c < systems.setup.columns; ++c) {
      std::vector<Wide> b;
      for (std::int64_t i = 0; i < systems.setup.rows(); ++i)
        b.push_back(wide(systems.b(system, i, c)));
      const auto x = dense_solve(a, b);
      for (std::int64_t i = 0; i < systems.setup.rows(); ++i)
        sum += std::real(std::conj(wide(grad_x(system, i, c))) * x[std::size_t(i)]);
    }
    return sum;
  };
  return (loss(step * direction) - loss(-step * direction)) / (2 * step);
}

template <class T>
void test_block_gradients(Op op, bool periodic) {
  SCOPED_TRACE("op " + std::to_string(int(op)) + ", periodic " + std::to_string(periodic) +
               ", scalar bytes " + std::to_string(sizeof(T)));
  const Exec exec;
  constexpr std::int64_t m = 4, R = 2;
  const BlockSystems<T, Right> systems({m, R, 2, 2, Values::dominant, op, false, periodic});
  const BlockSystems<T, Right> other({m + 1, R, 2, 2});
  const Kokkos::View<T***, Right, Host> of_x("grad_X", 2, m * R, 2), of_b("grad_B", 2, m * R, 2);
  Kokkos::deep_copy(of_x,
                    Kokkos::subview(other.b, Kokkos::ALL, std::pair(R, (m + 1) * R), Kokkos::ALL));
  Kokkos::View<T****, Right, Host> of_d[3];
  for (auto& d : of_d) {
    d = Kokkos::View<T****, Right, Host>("gradient", 2, m, R, R);
    Kokkos::deep_copy(d, poison<T>());
  }
  BandedSolveOptions options;
  options.periodic = periodic;
  const auto& d = systems.diagonals;
  const auto A = block_tridiagonal(d[0], d[1], d[2]);
  banded_solve(exec, op, A, systems.b, systems.x, options);
  banded_solve(exec, banded_solve_adjoint_op<T>(op), A, of_x, of_b, options);
  banded_solve_adjoint_diagonals(exec, op, periodic, of_b, systems.x, of_d[0], of_d[1], of_d[2]);
  exec.fence();
  for (std::int64_t s = 0; s < 2; ++s)
    for (std::int64_t row = 0; row < m * R; ++row)
      for (std::int64_t e = 0; e < 3 * R; ++e) {
        std::int64_t col = (row / R - 1) * R + e;
        const bool outside = !periodic && (col < 0 || col >= m * R);
        col = (col + m * R) % (m * R);
        Wide expected = 0;
        if (!outside) expected = change_of_loss(systems, of_x, s, row, col, {1, 0});
        if (!outside && is_complex_v<T>)
          expected += Wide(0, 1) * change_of_loss(systems, of_x, s, row, col, {0, 1});
        const Wide found = wide(of_d[e / R](s, row / R, row % R, e % R));
        EXPECT_LE(std::abs(expected - found), 1e-9L) << "row " << row << ", entry " << e;
      }
}

TEST(BandedAdjoint, gradients_of_blocks_are_differences_of_losses) {
  for (const bool periodic : {false, true})
    for (const Op op : {Op::none, Op::transpose, Op::conjugate_transpose}) {
      if (op == Op::transpose)
        test_block_gradients<double>(op, periodic);
      else
        test_block_gradients<complex_double>(op, periodic);
    }
}

/// With op none - grad_B(i) conj(X(j)), with a transpose - grad_B(j) conj(X(i)), to the bit.
TEST(BandedAdjoint, outer_products) {
  const Exec exec;
  using Vector = Kokkos::View<complex_double*, Host>;
  const Vector g("g", 2), x("x", 2), lower("lower", 2), diagonal("diagonal", 2), upper("upper", 2);
  g(0) = complex_double(1, 2);
  g(1) = complex_double(3, -1);
  x(0) = complex_double(2, 1);
  x(1) = complex_double(0, 4);
  for (const Op op : {Op::none, Op::transpose, Op::conjugate_transpose}) {
    banded_solve_adjoint_diagonals(exec, op, false, g, x, lower, diagonal, upper);
    exec.fence();
    const auto entry = [&](int i, int j) {
      if (op == Op::none) return -(g(i) * Kokkos::conj(x(j)));
      const complex_double product = g(j) * Kokkos::conj(x(i));
      return op == Op::transpose ? -product : -Kokkos::conj(product);
    };
    EXPECT_EQ(lower(0), complex_double(0));
    EXPECT_EQ(lower(1), entry(1, 0));
    EXPECT_EQ(diagonal(0), entry(0, 0));
    EXPECT_EQ(diagonal(1), entry(1, 1));
    EXPECT_EQ(upper(0), entry(0, 1));
    EXPECT_EQ(upper(1), complex_double(0));
  }
}

TEST(BandedAdjoint, refused) {
  const Exec exec;
  using Vector = Kokkos::View<double*, Host>;
  const Vector g("g", 3), x("x", 3), shorter("x", 2), d("d", 3), e("e", 3), f("f", 3);
  EXPECT_EQ(banded_solve_adjoint_op<double>(Op::transpose), Op::none);
  EXPECT_THROW(banded_solve_adjoint_op<complex_float>(Op::transpose), Error);
  EXPECT_THROW(banded_solve_adjoint_diagonals(exec, Op::none, false, g, shorter, d, e, f), Error);
  EXPECT_THROW(banded_solve_adjoint_diagonals(exec, Op::none, false, g, x, d, e, shorter), Error);
  EXPECT_THROW(banded_solve_adjoint_diagonals(exec, Op::none, false, g, x, d, x, f), Error);
}

}  // namespace
}  // namespace filigree::test
