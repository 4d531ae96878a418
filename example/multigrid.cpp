// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// filigree_example_multigrid [SIDE]: diffusion with a coefficient that changes from step to step on
// (2 SIDE + 1)^2 points, by conjugate gradients with a two-level multigrid cycle as preconditioner.
// The hierarchy is made once: of the prolongation P, bilinear interpolation from SIDE^2 points, and
// the plans of the Galerkin product P^T A P. Each step then refreshes the coarse matrix's values.
// Fails unless every step converges within 12 iterations, whatever the grid, and the coarse matrix
// is that of products made anew, bit for bit.

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <utility>
#include <vector>

#include <filigree/gauss_seidel.hpp>
#include <filigree/spmv.hpp>

#include "galerkin.hpp"
#include "grid_matrix.hpp"
#include "preconditioned_cg.hpp"

namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Matrix = filigree::CsrMatrix<double, std::int32_t, std::int32_t, Space>;
using System = example::LinearSystem<Exec, Matrix>;
using Vector = System::Vector;

/// The points of an n x n grid and their four neighbours.
struct Grid5 {
  std::int64_t n, num_rows, num_cols;

  explicit Grid5(std::int64_t side) : n(side), num_rows(side * side), num_cols(num_rows) {}

  KOKKOS_FUNCTION std::int64_t row_length(std::int64_t row) const {
    const std::int64_t y = row / n, x = row % n;
    return 1 + (y > 0) + (x > 0) + (x + 1 < n) + (y + 1 < n);
  }
  KOKKOS_FUNCTION void fill_row(std::int64_t row, std::int32_t* columns) const {
    const std::int64_t y = row / n, x = row % n;
    if (y > 0) *columns++ = std::int32_t(row - n);
    if (x > 0) *columns++ = std::int32_t(row - 1);
    *columns++ = std::int32_t(row);
    if (x + 1 < n) *columns++ = std::int32_t(row + 1);
    if (y + 1 < n) *columns++ = std::int32_t(row + n);
  }
};

/// -div(k grad u) with zero boundary values, k(x, y) a wave that moves with time: the conductivity
/// between two points is that of the middle, with the walls half a step beyond the grid.
struct Diffusion {
  std::int64_t n;
  double time;

  KOKKOS_FUNCTION double conductivity(double x, double y) const {
    return 1 + 0.9 * Kokkos::sin(6.0 * (x - time) / double(n)) * Kokkos::cos(4.0 * y / double(n));
  }
  KOKKOS_FUNCTION double operator()(std::int64_t row, std::int64_t col) const {
    const double x = double(row % n), y = double(row / n);
    if (row != col) return -conductivity((x + double(col % n)) / 2, (y + double(col / n)) / 2);
    return conductivity(x - 0.5, y) + conductivity(x + 0.5, y) + conductivity(x, y - 0.5) +
           conductivity(x, y + 0.5);
  }
};

/// Bilinear interpolation: coarse point (X, Y) is fine point (2 X + 1, 2 Y + 1); in each direction
/// a fine point lies on a coarse one, or half-way between two of which one may be the wall.
struct Interpolation {
  std::int64_t coarse, fine, num_rows, num_cols;

  explicit Interpolation(std::int64_t side)
      : coarse(side), fine(2 * side + 1), num_rows(fine * fine), num_cols(side * side) {}

  KOKKOS_FUNCTION std::int64_t first(std::int64_t x) const { return x > 0 ? (x - 1) / 2 : 0; }
  KOKKOS_FUNCTION std::int64_t count(std::int64_t x) const {
    return x % 2 == 1 || x == 0 || x == fine - 1 ? 1 : 2;
  }
  KOKKOS_FUNCTION std::int64_t row_length(std::int64_t row) const {
    return count(row / fine) * count(row % fine);
  }
  KOKKOS_FUNCTION void fill_row(std::int64_t row, std::int32_t* columns) const {
    const std::int64_t y = row / fine, x = row % fine;
    for (std::int64_t j = first(y); j < first(y) + count(y); ++j)
      for (std::int64_t i = first(x); i < first(x) + count(x); ++i)
        *columns++ = std::int32_t(j * coarse + i);
  }
  KOKKOS_FUNCTION double operator()(std::int64_t row, std::int64_t) const {
    return (row % fine % 2 == 1 ? 1.0 : 0.5) * (row / fine % 2 == 1 ? 1.0 : 0.5);
  }
};

/// A two-level cycle, z = M^-1 r: a symmetric Gauss-Seidel sweep, a correction from the coarse
/// grid, and the sweep again, so that M is symmetric. The coarse system is solved to 1e-12, so that
/// M is one and the same matrix in all iterations.
class TwoLevels {
 public:
  /// Reads only the pattern of A.
  TwoLevels(const Exec& exec, const Matrix& A, const Matrix& P)
      : A_(A),
        P_(P),
        galerkin_(exec, A, P),
        smoother_(filigree::gauss_seidel_plan(exec, A)),
        product_(filigree::spmv_plan(exec, filigree::Op::none, A)),
        prolong_(filigree::spmv_plan(exec, filigree::Op::none, P)),
        restrict_(filigree::spmv_plan(exec, filigree::Op::transpose, P)),
        residual_("residual", A.num_rows()),
        coarse_right_("coarse right-hand side", P.num_cols()),
        coarse_x_("coarse correction", P.num_cols()) {}

  /// For another A of the same pattern.
  void refresh(const Exec& exec, const Matrix& A) {
    A_ = A;
    galerkin_.refresh(exec, A);
  }
  const Matrix& coarse() const { return galerkin_.coarse(); }

  void operator()(const Exec& exec, const Vector& r, const Vector& z) const {
    using filigree::SweepDirection;
    smoother_.apply(exec, A_, r, z, {.direction = SweepDirection::symmetric, .from_zero = true});
    Kokkos::deep_copy(exec, residual_, r);
    product_.apply(exec, -1, A_, z, 1, residual_);
    restrict_.apply(exec, 1, P_, residual_, 0, coarse_right_);
    solve_coarse(exec);
    prolong_.apply(exec, 1, P_, coarse_x_, 1, z);
    smoother_.apply(exec, A_, r, z, {.direction = SweepDirection::symmetric});
  }

 private:
  void solve_coarse(const Exec& exec) const {
    const System system(exec, coarse());
    example::PreconditionedCg cg(system);
    Kokkos::deep_copy(exec, coarse_x_, 0.0);
    example::solve(cg, system, coarse_right_, coarse_x_, {.tolerance = 1e-12}, [](int, double) {});
  }
  using SpmvPlan = decltype(filigree::spmv_plan(std::declval<const Exec&>(), filigree::Op::none,
                                                std::declval<const Matrix&>()));
  using Smoother = decltype(filigree::gauss_seidel_plan(std::declval<const Exec&>(),
                                                        std::declval<const Matrix&>()));

  Matrix A_, P_;
  example::GalerkinProduct<Exec, Matrix> galerkin_;
  Smoother smoother_;
  SpmvPlan product_, prolong_, restrict_;
  Vector residual_, coarse_right_, coarse_x_;
};

std::vector<double> host_values(const Matrix& A) {
  std::vector<double> values(std::size_t(A.nnz()));
  const Kokkos::View<double*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged> host(values.data(),
                                                                               values.size());
  Kokkos::deep_copy(host, A.values());
  return values;
}

/// Whether the coarse matrix has the bits of P^T A P made anew.
bool is_galerkin_product(const Exec& exec, const Matrix& coarse, const Matrix& A, const Matrix& P) {
  const Matrix AP = filigree::spgemm(exec, A, P);
  const Matrix anew = filigree::spgemm(exec, filigree::Op::transpose, filigree::Op::none, 1, P, AP);
  const auto a = host_values(coarse), b = host_values(anew);
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

int run(std::int64_t side) {
  const Exec exec;
  const std::int64_t n = 2 * side + 1;
  const auto matrix_at = [&](double time) {
    return example::build_csr<double, std::int32_t, std::int32_t>(exec, Grid5(n),
                                                                  Diffusion{n, time});
  };
  const Matrix first = matrix_at(0);
  const Interpolation interpolation(side);
  const auto P =
      example::build_csr<double, std::int32_t, std::int32_t>(exec, interpolation, interpolation);
  TwoLevels levels(exec, first, P);
  std::printf("%lld^2 points, %lld entries; %lld^2 points, %lld entries\n", (long long)n,
              (long long)first.nnz(), (long long)side, (long long)levels.coarse().nnz());

  const Vector b("b", first.num_rows()), x("x", first.num_rows());
  Kokkos::deep_copy(exec, b, 1.0);
  bool is_right = true;
  for (int step = 0; step < 4; ++step) {
    // New values over the pattern that the plans were made for.
    const Matrix A = first.with_values(matrix_at(0.1 * double(n) * step).values());
    levels.refresh(exec, A);
    const System system(
        exec, A, [&](const Exec& on, const Vector& r, const Vector& z) { levels(on, r, z); });
    example::PreconditionedCg cg(system);
    Kokkos::deep_copy(exec, x, 0.0);
    const auto result = example::solve(cg, system, b, x, {.tolerance = 1e-10}, [](int, double) {});
    const bool same_bits = is_galerkin_product(exec, levels.coarse(), A, P);
    std::printf("step %d  %2d iterations, ||b - A x|| / ||b|| = %.1e, coarse matrix %s\n", step,
                result.iterations, result.residual, same_bits ? "refreshed" : "WRONG");
    is_right = is_right && same_bits && result.iterations <= 12 &&
               result.outcome == example::Outcome::converged;
  }
  std::printf("%s\n", is_right ? "ok" : "WRONG");
  return is_right ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace

int main(int argc, char** argv) {
  const Kokkos::ScopeGuard kokkos(argc, argv);
  try {
    const int side = argc > 1 ? std::atoi(argv[1]) : 100;
    if (side < 1 || side > 10000 || argc > 2) {
      std::fprintf(stderr, "filigree_example_multigrid [points of an edge of the coarse grid]\n");
      return EXIT_FAILURE;
    }
    return run(side);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return EXIT_FAILURE;
  }
}
