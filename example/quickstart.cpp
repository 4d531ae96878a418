// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads a sparse matrix, or makes one, says what it is like, multiplies with it, checks the product
// and solves a system with it. Ends with status 0 only if all of that worked.

#include <Kokkos_Core.hpp>

#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

#include <unistd.h>

#include <filigree/convert.hpp>
#include <filigree/core/version.hpp>
#include <filigree/io/read.hpp>
#include <filigree/spmv.hpp>

#include "bandwidth.hpp"
#include "cg.hpp"
#include "grid_matrix.hpp"
#include "matrix_report.hpp"
#include "preconditioned_cg.hpp"
#include "preconditioners.hpp"

namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Matrix = filigree::CsrMatrix<double>;
using Vector = Kokkos::View<double*, Exec::memory_space>;

constexpr double tolerance = 1e-8;

constexpr const char* usage =
    "usage: quickstart [FILE.mtx | FILE.mtx.gz | FILE.rb | ...] [--grid N] [--max-iterations N]\n"
    "                  [--preconditioner NAME]\n"
    "  FILE              a symmetric positive definite matrix; without one, a 27-point Poisson\n"
    "                    system on an N x N x N grid is made\n"
    "  --grid            N, default 100\n"
    "  --max-iterations  default 200000\n"
    "  --preconditioner  jacobi (default), ic0 (incomplete Cholesky factors) or sgs_color\n"
    "                    (symmetric Gauss-Seidel sweeps by colours)\n";

struct Arguments {
  std::string file;
  int grid = 100;
  int max_iterations = 200000;
  std::string preconditioner = "jacobi";
  bool help = false;
};

int positive_number(const std::string& option, const char* text) {
  char* end = nullptr;
  const long value = text != nullptr ? std::strtol(text, &end, 10) : 0;
  if (text == nullptr || *text == '\0' || *end != '\0' || value < 1 ||
      value > std::numeric_limits<int>::max())
    throw std::runtime_error(option + " needs a positive number" +
                             (text != nullptr ? ", not '" + std::string(text) + "'" : ""));
  return int(value);
}

Arguments parse_arguments(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const char* next = i + 1 < argc ? argv[i + 1] : nullptr;
    if (word == "--help" || word == "-h") {
      arguments.help = true;
    } else if (word == "--grid") {
      arguments.grid = positive_number(word, next);
      // 27 entries a row have to be counted in 32 bits
      if (arguments.grid > 430) throw std::runtime_error("--grid is at most 430");
      ++i;
    } else if (word == "--max-iterations") {
      arguments.max_iterations = positive_number(word, next);
      ++i;
    } else if (word == "--preconditioner") {
      arguments.preconditioner = next != nullptr ? next : "";
      if (const std::string& name = arguments.preconditioner;
          name != "jacobi" && name != "ic0" && name != "sgs_color")
        throw std::runtime_error("--preconditioner is jacobi, ic0 or sgs_color, not '" + name +
                                 "'");
      ++i;
    } else if (word.starts_with("-")) {
      throw std::runtime_error("unknown option '" + word + "' (--help lists them)");
    } else if (arguments.file.empty()) {
      arguments.file = word;
    } else {
      throw std::runtime_error("one file at most, not '" + arguments.file + "' and '" + word + "'");
    }
  }
  return arguments;
}

// --- the matrix
// -----------------------------------------------------------------------------------------------------

Matrix read_square_matrix(const Exec& exec, const std::string& file) {
  const auto coo = filigree::read_matrix<double>(file, {.expand_symmetry = true});
  const std::string size = std::to_string(coo.num_rows()) + " x " + std::to_string(coo.num_cols());
  if (coo.nnz() == 0)
    throw std::runtime_error(file + ": the matrix is empty (" + size + ", no entries)");
  if (coo.num_rows() != coo.num_cols())
    throw std::runtime_error(file + ": the matrix is not square (" + size + ")");
  return filigree::coo_to_csr(exec, filigree::mirror_in<Exec::memory_space>(coo));
}

Matrix get_matrix(const Exec& exec, const Arguments& arguments) {
  if (!arguments.file.empty()) {
    std::printf("matrix       %s\n", arguments.file.c_str());
    return read_square_matrix(exec, arguments.file);
  }
  const int n = arguments.grid;
  std::printf("matrix       3-D Poisson, 27 points, %d x %d x %d grid\n", n, n, n);
  return example::build_csr<double, std::int32_t, std::int32_t>(exec, example::Grid27(n),
                                                                example::Poisson27{});
}

example::MatrixReport describe(const Exec& exec, const Matrix& A) {
  const auto report = example::report_matrix(exec, A);
  std::printf("  size       %" PRId64 " x %" PRId64 ", %" PRId64 " entries\n", A.num_rows(),
              A.num_cols(), A.nnz());
  std::printf("  rows       %.1f entries on average, shortest %" PRId64 ", longest %" PRId64 "\n",
              double(A.nnz()) / double(A.num_rows()), report.shortest_row, report.longest_row);
  std::printf("  bandwidth  %" PRId64 " below, %" PRId64 " above the diagonal\n",
              report.lower_bandwidth, report.upper_bandwidth);
  std::printf("  symmetry   pattern %s, values %s\n",
              report.symmetric_pattern() ? "symmetric" : "not symmetric",
              report.symmetric_values() ? "symmetric" : "not symmetric");
  if (report.infinite_entries > 0)
    throw std::runtime_error("the matrix has " + std::to_string(report.infinite_entries) +
                             " entries that are infinite or not a number");
  return report;
}

/// What conjugate gradients need and a look at the matrix can tell.
void check_solvable(const example::MatrixReport& report) {
  if (!report.symmetric_values())
    throw std::runtime_error(
        "the matrix is not symmetric: conjugate gradients cannot solve with it");
  if (report.non_positive_diagonals > 0)
    throw std::runtime_error(
        "the matrix is not positive definite: " + std::to_string(report.non_positive_diagonals) +
        " diagonal entries are not positive, the first in row " +
        std::to_string(report.first_non_positive_diagonal + 1));
}

// --- the product
// ----------------------------------------------------------------------------------------------------

/// Entries in [0.5, 1.5), the same in every run, and no round numbers: products of them have to be
/// rounded.
void fill(const Exec& exec, const Vector& x) {
  Kokkos::parallel_for(
      "quickstart::fill", Kokkos::RangePolicy<Exec>(exec, 0, x.extent(0)),
      KOKKOS_LAMBDA(const std::size_t i) {
        x(i) = 0.5 + double((i * 2654435761u) % 1000003u) / 1000003.0;
      });
}

template <class Plan>
void multiply(const Exec& exec, const Plan& plan, const Matrix& A, const Vector& x, const Vector& y,
              std::int64_t longest_row) {
  const auto explanation = plan.explain();
  std::printf("product      y = A x\n");
  std::printf("  kernel     %s: %s\n", std::string(explanation.kernel).c_str(),
              explanation.reason.c_str());
  std::printf("  indices    %s, %.2f bytes per entry; plan of %.1f MB made in %.2g ms\n",
              std::string(explanation.encoding).c_str(), explanation.index_bytes_per_nnz,
              double(explanation.plan_bytes) * 1e-6, explanation.build_seconds * 1e3);

  const typename Plan::workspace_view workspace("workspace", plan.workspace_bytes());
  const double seconds =
      example::median_seconds(exec, [&] { plan.apply(exec, 1.0, A, x, 0.0, y, workspace); });
  const auto machine = example::measure_bandwidth(exec);
  const double rate = double(explanation.bytes_moved) / seconds;
  std::printf(
      "  time       %.3g ms, %.3g GB/s: %.0f%% of what this machine sustains (copy %.3g, triad "
      "%.3g GB/s)\n",
      seconds * 1e3, rate * 1e-9, 100 * rate / machine.best(), machine.copy * 1e-9,
      machine.triad * 1e-9);

  const double error = example::product_error(A, x, y);
  const double limit = double(longest_row + 1) * std::numeric_limits<double>::epsilon();
  std::printf("  error      %.1e of sum |a||x| against a reference product (limit %.1e)\n", error,
              limit);
  if (!(error <= limit)) throw std::runtime_error("the product is wrong");
}

// --- the solution
// ---------------------------------------------------------------------------------------------------

/// Shows how far the solver is: where a person watches, five times a second on one line; elsewhere,
/// every two seconds on a line of its own.
class ProgressLine {
 public:
  void operator()(int iteration, double residual) {
    if (clock_.seconds() < (terminal_ ? 0.2 : 2.0)) return;
    clock_.reset();
    std::printf(terminal_ ? "\r  iteration %7d, residual %.2e" : "  iteration %7d, residual %.2e\n",
                iteration, residual);
    std::fflush(stdout);
    open_ = terminal_;
  }
  void finish() {
    if (open_) std::printf("\r\033[K");
    open_ = false;
  }

 private:
  bool terminal_ = isatty(STDOUT_FILENO) != 0;
  bool open_ = false;
  Kokkos::Timer clock_;
};

void check_outcome(const example::CgResult& result) {
  char text[200] = "";
  switch (result.outcome) {
    case example::CgOutcome::converged:
      return;
    case example::CgOutcome::not_positive_definite:
      std::snprintf(text, sizeof text,
                    "the matrix is not positive definite: p'Ap = %.3g in iteration %d",
                    result.curvature, result.iterations + 1);
      break;
    case example::CgOutcome::stagnated:
      std::snprintf(text, sizeof text,
                    "not converged: the residual stays at %.2e after %d iterations, the matrix is "
                    "too ill-conditioned",
                    result.relative_residual, result.iterations);
      break;
    case example::CgOutcome::iteration_limit:
      std::snprintf(text, sizeof text,
                    "not converged: residual %.2e after %d iterations (--max-iterations)",
                    result.relative_residual, result.iterations);
  }
  throw std::runtime_error(text);
}

void report_solution(const Exec& exec, const Vector& x, const Vector& known, int iterations,
                     int restarts, double seconds, double residual) {
  double error = 0;
  Kokkos::parallel_reduce(
      "quickstart::error", Kokkos::RangePolicy<Exec>(exec, 0, x.extent(0)),
      KOKKOS_LAMBDA(const std::size_t i, double& worst) {
        worst = Kokkos::fmax(worst, Kokkos::abs(x(i) - known(i)));
      },
      Kokkos::Max<double>(error));
  std::printf("  solved     %d iterations in %.3g s", iterations, seconds);
  if (restarts > 1) std::printf(", started %d times", restarts);
  std::printf("; largest error of x %.1e\n", error);
  std::printf("  residual   ||b - A x|| / ||b|| = %.2e (wanted %.0e)\n", residual, tolerance);
}

/// b holds A times a known vector, so that the solution itself can be judged.
template <class Plan>
void solve(const Exec& exec, const Plan& plan, const Matrix& A, const Vector& b,
           const Vector& known, int max_iterations) {
  std::printf("solution     conjugate gradients, Jacobi preconditioner, A x = b with a known x\n");
  const Vector x("x", A.num_rows());
  example::ConjugateGradients cg(exec, plan, A);
  ProgressLine progress;
  const Kokkos::Timer timer;
  const auto result =
      cg.solve(b, x, tolerance, max_iterations,
               [&](int iteration, double residual) { progress(iteration, residual); });
  const double seconds = timer.seconds();
  progress.finish();
  check_outcome(result);
  report_solution(exec, x, known, result.iterations, result.restarts, seconds,
                  result.relative_residual);
}

/// Solves with a preconditioner that is not the diagonal.
template <class Preconditioner>
void solve_with(const Exec& exec, const std::string& name, const Matrix& A, const Vector& b,
                const Vector& known, int max_iterations) {
  using System = example::LinearSystem<Exec, Matrix>;
  std::printf("solution     conjugate gradients, %s preconditioner, A x = b with a known x\n",
              name.c_str());
  const Kokkos::Timer timer;
  Preconditioner preconditioner(exec, A);
  if (preconditioner.first_zero_pivot() >= 0)
    throw std::runtime_error(name + " breaks down in row " +
                             std::to_string(preconditioner.first_zero_pivot() + 1) +
                             ": --preconditioner jacobi may do");
  const System system(exec, A, std::move(preconditioner));
  const Vector x("x", A.num_rows());
  example::PreconditionedCg cg(system);
  ProgressLine progress;
  const auto result =
      example::solve(cg, system, b, x, {tolerance, max_iterations},
                     [&](int iteration, double residual) { progress(iteration, residual); });
  const double seconds = timer.seconds();
  progress.finish();
  if (result.outcome == example::Outcome::breakdown) throw std::runtime_error(result.breakdown);
  if (result.outcome != example::Outcome::converged)
    throw std::runtime_error("not converged after " + std::to_string(result.iterations) +
                             " iterations");
  report_solution(exec, x, known, result.iterations, result.restarts, seconds, result.residual);
}

void run(const Arguments& arguments) {
  const Exec exec;
  std::printf("Filigree %s on %s, %d-way parallel\n", filigree::version_string(), Exec::name(),
              exec.concurrency());
  const Matrix A = get_matrix(exec, arguments);
  const auto report = describe(exec, A);

  const auto plan = filigree::spmv_plan(exec, filigree::Op::none, A);
  const Vector x("known_x", A.num_rows());
  const Vector b("b", A.num_rows());
  fill(exec, x);
  multiply(exec, plan, A, x, b, report.longest_row);

  check_solvable(report);
  const std::string& name = arguments.preconditioner;
  if (name == "ic0")
    solve_with<example::Ic0<Exec, Matrix>>(exec, name, A, b, x, arguments.max_iterations);
  else if (name == "sgs_color")
    solve_with<example::ColoredGaussSeidel<Exec, Matrix>>(exec, name, A, b, x,
                                                          arguments.max_iterations);
  else
    solve(exec, plan, A, b, x, arguments.max_iterations);
  std::printf("ok\n");
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const Arguments arguments = parse_arguments(argc, argv);
    if (arguments.help) {
      std::fputs(usage, stdout);
      return 0;
    }
    // Kokkos' advice on thread binding would stand between the user and the one line of an error.
    const Kokkos::ScopeGuard kokkos(Kokkos::InitializationSettings().set_disable_warnings(true));
    run(arguments);
    return 0;
  } catch (const std::exception& error) {
    std::fflush(stdout);
    std::fprintf(stderr, "quickstart: %s\n", error.what());
    return 1;
  }
}
