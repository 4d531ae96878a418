// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cmath>
#include <functional>
#include <string>
#include <utility>

#include <filigree/spmv.hpp>

#include "vector_math.hpp"

/// What conjugate gradients, BiCGSTAB and GMRES share: products with the matrix and a
/// preconditioner, and the loop around a method that trusts nothing but b - A x itself.

namespace example {

/// A and a preconditioner M for A x = b. Products leave the reductions that a method needs next
/// on the way, so that nothing is read twice for them.
template <class Exec, class Matrix>
class LinearSystem {
 public:
  using Scalar = typename Matrix::scalar_type;
  using Vector = Kokkos::View<Scalar*, typename Exec::memory_space>;
  /// z = M^-1 r
  using Preconditioner = std::function<void(const Exec&, const Vector& r, const Vector& z)>;

  /// Without a preconditioner M is the identity.
  LinearSystem(const Exec& exec, const Matrix& A, Preconditioner precondition = {})
      : exec_(exec),
        A_(A),
        plan_(filigree::spmv_plan(exec, filigree::Op::none, A)),
        workspace_("workspace", plan_.workspace_bytes()),
        reductions_("reductions", 2),
        precondition_(std::move(precondition)) {}

  const Exec& exec() const { return exec_; }
  std::int64_t size() const { return A_.num_rows(); }

  /// y = A x
  void multiply(const Vector& x, const Vector& y) const {
    plan_.apply(exec_, Scalar(1), A_, x, Scalar(0), y, workspace_);
  }

  /// y = A x; returns with^H y and ||y||.
  std::pair<Scalar, double> multiply(const Vector& x, const Vector& y, const Vector& with) const {
    plan_.apply(exec_, Scalar(1), A_, x, Scalar(0), y, y, {with, reductions_}, workspace_);
    return fetch();
  }

  /// r = b - A x; returns ||r||.
  double residual(const Vector& b, const Vector& x, const Vector& r) const {
    plan_.apply(exec_, Scalar(-1), A_, x, Scalar(1), b, r, {{}, reductions_}, workspace_);
    return fetch().second;
  }

  /// z = M^-1 r, z apart from r.
  void precondition(const Vector& r, const Vector& z) const {
    if (precondition_)
      precondition_(exec_, r, z);
    else
      Kokkos::deep_copy(exec_, z, r);
  }

 private:
  /// The reductions that rode on the last product.
  std::pair<Scalar, double> fetch() const {
    exec_.fence("example::fetch");
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, reductions_);
    return {host(0), std::sqrt(real_part_of(host(1)))};
  }

  using Plan = decltype(filigree::spmv_plan(std::declval<const Exec&>(), filigree::Op::none,
                                            std::declval<const Matrix&>()));

  Exec exec_;
  Matrix A_;
  Plan plan_;
  typename Plan::workspace_view workspace_;
  Kokkos::View<Scalar*, typename Exec::memory_space> reductions_;
  Preconditioner precondition_;
};

struct SolveOptions {
  double tolerance = 1e-8;  ///< of ||b - A x|| / ||b||
  int max_iterations = 10'000;
};

enum class Outcome {
  converged,
  stalled,          ///< starting again does not help any more
  iteration_limit,  ///< options.max_iterations
  breakdown,        ///< the method divides by zero, or the matrix is not what it needs
};

struct SolveResult {
  Outcome outcome = Outcome::iteration_limit;
  int iterations = 0;
  int restarts = 0;
  double residual = 1;            ///< ||b - A x|| / ||b||, computed anew from x
  double recursive_residual = 1;  ///< what the method took it for, without computing b - A x
  std::string breakdown;          ///< why, in a few words, of the step behind the last one
};

/// What a run of a method ended with.
enum class RunEnd {
  done,         ///< at its target, at the limit, or (GMRES) at the end of a cycle
  start_again,  ///< it cannot go on from here, but from b - A x
  breakdown,    ///< nor would it then
};

/// Where a run of a method reports to, and when it has to end.
struct RunControl {
  double target;  ///< of ||r||
  double norm_b;
  int max_iterations;
  std::function<void(int iteration, double residual)> progress;
  SolveResult* result;

  bool at_limit() const { return result->iterations >= max_iterations; }

  /// Counts a step, after which the method takes ||b - A x|| for `norm_r`.
  void step_done(double norm_r) const {
    result->recursive_residual = norm_r / norm_b;
    progress(++result->iterations, result->recursive_residual);
  }

  RunEnd breakdown(std::string reason) const {
    result->breakdown = std::move(reason);
    return RunEnd::breakdown;
  }
};

/// Improves x until ||b - A x|| <= tolerance ||b||. `progress(iteration, recursive residual)` is
/// called after each step.
///
/// The residual that a recurrence carries drifts away from b - A x where A is ill-conditioned. When
/// a method says that it is done, b - A x itself is computed; if that is too large, the method
/// starts again from there. It is given up where five runs have not made the residual smaller by a
/// hundredth.
template <class Method, class System, class Vector, class Progress>
SolveResult solve(Method& method, const System& system, const Vector& b, const Vector& x,
                  const SolveOptions& options, const Progress& progress) {
  SolveResult result;
  const double norm_b = norm(system.exec(), b);
  if (norm_b == 0) {
    Kokkos::deep_copy(system.exec(), x, typename System::Scalar(0));
    result.outcome = Outcome::converged;
    result.residual = result.recursive_residual = 0;
    return result;
  }
  const RunControl control{options.tolerance * norm_b, norm_b, options.max_iterations, progress,
                           &result};
  const Vector r("r", system.size());
  double best = INFINITY;
  int without_gain = 0;
  RunEnd end = RunEnd::done;
  for (int runs = 0;; ++runs) {
    const double norm_r = system.residual(b, x, r);
    result.residual = norm_r / norm_b;
    result.restarts = runs > 1 ? runs - 1 : 0;
    if (runs == 0) result.recursive_residual = result.residual;
    if (result.residual <= options.tolerance) {
      result.outcome = Outcome::converged;
      return result;
    }
    if (end == RunEnd::breakdown || !std::isfinite(result.residual)) {
      result.outcome = Outcome::breakdown;
      if (result.breakdown.empty()) result.breakdown = "b - A x is not finite";
      return result;
    }
    if (control.at_limit()) return result;
    without_gain = result.residual < 0.99 * best ? 0 : without_gain + 1;
    if (without_gain == 0) best = result.residual;
    if (without_gain == 5) {
      result.outcome = Outcome::stalled;
      return result;
    }
    end = method.run(system, x, r, norm_r, control);
  }
}

}  // namespace example
