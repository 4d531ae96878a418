// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// preconditioned_cg [SIDE]: Poisson's equation on SIDE^3 points by conjugate gradients, without a
// preconditioner and with the incomplete Cholesky factor of ic0. Fails unless both reach the
// tolerance and the factor saves a third of the steps.

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "grid_matrix.hpp"
#include "preconditioned_cg.hpp"
#include "preconditioners.hpp"

namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Matrix = filigree::CsrMatrix<double, std::int32_t, std::int32_t, Exec::memory_space>;
using System = example::LinearSystem<Exec, Matrix>;
using Vector = System::Vector;

constexpr example::SolveOptions options{.tolerance = 1e-10};

/// Iterations from x = 0; -1 where they do not reach the tolerance.
int solve(const System& system, const Vector& b, const char* preconditioner) {
  const Vector x("x", system.size());
  example::PreconditionedCg cg(system);
  const auto result = example::solve(cg, system, b, x, options, [](int, double) {});
  std::printf("%-14s %d iterations, ||b - A x|| / ||b|| = %.1e\n", preconditioner,
              result.iterations, result.residual);
  return result.outcome == example::Outcome::converged ? result.iterations : -1;
}

int run(std::int64_t side) {
  const Exec exec;
  const auto A = example::build_csr<double, std::int32_t, std::int32_t>(exec, example::Grid27(side),
                                                                        example::Poisson27{});
  const Vector b("b", A.num_rows());
  Kokkos::deep_copy(exec, b, 1.0);
  const int plain = solve(System(exec, A), b, "none");
  const int with_factor = solve(System(exec, A, example::Ic0(exec, A)), b, "ic0");
  return plain > 0 && with_factor > 0 && 3 * with_factor <= 2 * plain ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace

int main(int argc, char** argv) {
  const Kokkos::ScopeGuard kokkos(argc, argv);
  return run(argc > 1 ? std::atoll(argv[1]) : 40);
}
