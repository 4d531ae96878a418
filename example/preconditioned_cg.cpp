// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// preconditioned_cg [SIDE]: Poisson's equation on SIDE^3 points by conjugate gradients, without a
// preconditioner and with the incomplete Cholesky factor of ic0 (Y. Saad, Iterative Methods for
// Sparse Linear Systems, 2nd ed., algorithm 9.1). Fails unless both reach the tolerance and the
// factor saves a third of the steps.

#include <Kokkos_Core.hpp>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include <filigree/incomplete_factor.hpp>
#include <filigree/spmv.hpp>
#include <filigree/triangular_solve.hpp>

#include "grid_matrix.hpp"

namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Matrix = filigree::CsrMatrix<double, std::int32_t, std::int32_t, Space>;
using Vector = Kokkos::View<double*, Space>;

/// z = (L L^T)^-1 r.
class IncompleteCholesky {
 public:
  IncompleteCholesky(const Exec& exec, const Matrix& A)
      : factors_(A.with_values(Vector("factors", A.nnz()))),
        forward_(filigree::triangular_solve_plan(exec, filigree::Op::none, A, lower)),
        backward_(filigree::triangular_solve_plan(exec, filigree::Op::transpose, A, lower)) {
    filigree::ic0(exec, A, factors_.values());
  }

  void operator()(const Exec& exec, const Vector& r, const Vector& z) const {
    forward_.apply(exec, 1.0, factors_, r, z);
    backward_.apply(exec, 1.0, factors_, z, z);
  }

 private:
  using Plan = decltype(filigree::triangular_solve_plan(
      std::declval<const Exec&>(), filigree::Op::none, std::declval<const Matrix&>()));
  static constexpr filigree::TriangularSolveOptions lower{.fill = filigree::FillMode::lower};

  Matrix factors_;
  Plan forward_, backward_;
};

struct Dot {
  Vector a, b;
  KOKKOS_FUNCTION void operator()(const std::int64_t i, double& sum) const { sum += a(i) * b(i); }
};
/// y = x + factor y.
struct AddTo {
  Vector x, y;
  double factor;
  KOKKOS_FUNCTION void operator()(const std::int64_t i) const { y(i) = x(i) + factor * y(i); }
};
/// x += step p, r -= step q.
struct Advance {
  Vector x, r, p, q;
  double step;
  KOKKOS_FUNCTION void operator()(const std::int64_t i) const {
    x(i) += step * p(i);
    r(i) -= step * q(i);
  }
};

double dot(const Vector& a, const Vector& b) {
  double sum = 0;
  Kokkos::parallel_reduce("example::dot", Kokkos::RangePolicy<Exec>(0, a.extent(0)), Dot{a, b},
                          sum);
  return sum;
}

/// Steps until ||r|| <= tolerance ||b||, from x = 0; -1 where they are more than the limit.
template <class Precondition>
int solve(const Exec& exec, const Matrix& A, const Vector& b, const Vector& x, double tolerance,
          int limit, const Precondition& precondition) {
  const Kokkos::RangePolicy<Exec> rows(exec, 0, b.extent(0));
  const auto plan = filigree::spmv_plan(exec, filigree::Op::none, A);
  const Vector r("r", b.extent(0)), z("z", b.extent(0)), p("p", b.extent(0)), q("q", b.extent(0));
  Kokkos::deep_copy(exec, x, 0.0);
  Kokkos::deep_copy(exec, r, b);
  const double target = tolerance * std::sqrt(dot(b, b));
  double rz_before = 1;
  for (int step = 0; step <= limit; ++step) {
    if (std::sqrt(dot(r, r)) <= target) return step;
    precondition(exec, r, z);
    const double rz = dot(r, z);
    Kokkos::parallel_for("example::direction", rows, AddTo{z, p, step == 0 ? 0 : rz / rz_before});
    plan.apply(exec, 1.0, A, p, 0.0, q);
    Kokkos::parallel_for("example::advance", rows, Advance{x, r, p, q, rz / dot(p, q)});
    rz_before = rz;
  }
  return -1;
}

int run(std::int64_t side) {
  const Exec exec;
  const auto A = example::build_csr<double, std::int32_t, std::int32_t>(exec, example::Grid27(side),
                                                                        example::Poisson27{});
  const Vector b("b", A.num_rows()), x("x", A.num_rows());
  Kokkos::deep_copy(exec, b, 1.0);
  const auto none = [](const Exec& on, const Vector& r, const Vector& z) {
    Kokkos::deep_copy(on, z, r);
  };
  const int plain = solve(exec, A, b, x, 1e-10, 10'000, none);
  const int with_factor = solve(exec, A, b, x, 1e-10, 10'000, IncompleteCholesky(exec, A));
  // The residual anew, from x.
  const Vector residual("residual", A.num_rows());
  Kokkos::deep_copy(exec, residual, b);
  filigree::spmv(exec, filigree::Op::none, -1.0, A, x, 1.0, residual);
  const double relative = std::sqrt(dot(residual, residual) / dot(b, b));
  std::printf("%lld unknowns: %d steps, %d with ic0; ||b - A x|| / ||b|| = %.1e\n",
              static_cast<long long>(A.num_rows()), plain, with_factor, relative);
  return plain > 0 && with_factor > 0 && 3 * with_factor <= 2 * plain && relative <= 1e-9
             ? EXIT_SUCCESS
             : EXIT_FAILURE;
}

}  // namespace

int main(int argc, char** argv) {
  const Kokkos::ScopeGuard kokkos(argc, argv);
  return run(argc > 1 ? std::atoll(argv[1]) : 40);
}
