// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cmath>
#include <cstdint>
#include <utility>

#include <filigree/spmv.hpp>

namespace example {

enum class CgOutcome { converged, not_positive_definite, stagnated, iteration_limit };

struct CgResult {
  CgOutcome outcome = CgOutcome::iteration_limit;
  int iterations = 0;
  int restarts = 0;
  double relative_residual = 1;  ///< ||b - A x|| / ||b||, computed anew from x
  double curvature = 0;          ///< p'Ap of the last step
};

/// The kernels of ConjugateGradients. They are functors because lambdas for devices are not safe in
/// a header: where several source files compile the function around one with nvcc, the linker may
/// mix up what each file has made of it.
namespace cg_kernels {

template <class Matrix, class Vector>
struct InvertDiagonal {
  typename Matrix::offset_view offsets;
  typename Matrix::index_view columns;
  typename Matrix::value_view values;
  Vector inverse;

  KOKKOS_FUNCTION void operator()(const std::int64_t row) const {
    double diagonal = 0;
    for (std::int64_t k = offsets(row); k < std::int64_t(offsets(row + 1)); ++k)
      if (columns(k) == row) diagonal += values(k);
    inverse(row) = 1 / diagonal;
  }
};

template <class Vector>
struct SumOfSquares {
  Vector v;

  KOKKOS_FUNCTION void operator()(const std::int64_t i, double& sum) const { sum += v(i) * v(i); }
};

template <class Vector>
struct StartDirection {
  Vector inverse, r, z, p;

  KOKKOS_FUNCTION void operator()(const std::int64_t i, double& rz) const {
    z(i) = inverse(i) * r(i);
    p(i) = z(i);
    rz += r(i) * z(i);
  }
};

template <class Vector>
struct Advance {
  double step;
  Vector inverse, x, r, z, p, q;

  KOKKOS_FUNCTION void operator()(const std::int64_t i, double& rz, double& rr) const {
    x(i) += step * p(i);
    const double ri = r(i) - step * q(i);
    r(i) = ri;
    z(i) = inverse(i) * ri;
    rz += ri * z(i);
    rr += ri * ri;
  }
};

template <class Vector>
struct TurnDirection {
  double factor;
  Vector z, p;

  KOKKOS_FUNCTION void operator()(const std::int64_t i) const { p(i) = z(i) + factor * p(i); }
};

}  // namespace cg_kernels

/// Conjugate gradients with Jacobi preconditioning (Y. Saad, Iterative Methods for Sparse Linear
/// Systems, 2nd ed., algorithm 9.1). Each step reads the matrix once and the vectors in two passes:
/// p'Ap comes out of the product itself, and one kernel updates x and r, preconditions and makes
/// the two dot products.
template <class Exec, class Plan>
class ConjugateGradients {
 public:
  using Matrix = typename Plan::matrix_type;
  using Space = typename Exec::memory_space;
  using Vector = Kokkos::View<double*, Space>;
  using Rows = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;

  ConjugateGradients(const Exec& exec, const Plan& plan, const Matrix& A)
      : exec_(exec),
        plan_(plan),
        A_(A),
        inverse_diagonal_("inverse_diagonal", A.num_rows()),
        r_("r", A.num_rows()),
        z_("z", A.num_rows()),
        p_("p", A.num_rows()),
        q_("q", A.num_rows()),
        reductions_("reductions", 2),
        workspace_("workspace", plan.workspace_bytes()) {
    invert_diagonal();
  }

  /// Improves x until ||b - A x|| <= tolerance ||b||. `progress(iteration, relative residual)` is
  /// called after each step.
  ///
  /// The residual that the recurrence carries drifts away from b - A x where A is ill-conditioned.
  /// When it says converged, b - A x itself is computed; if that is too large, the method starts
  /// again from there. It gives up where starting again does not help any more.
  template <class Progress>
  CgResult solve(const Vector& b, const Vector& x, double tolerance, int max_iterations,
                 const Progress& progress) {
    CgResult result;
    const double norm_b = norm(b);
    if (norm_b == 0) {
      Kokkos::deep_copy(exec_, x, 0.0);
      result.outcome = CgOutcome::converged;
      result.relative_residual = 0;
      return result;
    }
    double best = INFINITY;
    int without_gain = 0;
    for (;; ++result.restarts) {
      result.relative_residual = true_residual(b, x) / norm_b;
      if (result.relative_residual <= tolerance) {
        result.outcome = CgOutcome::converged;
        return result;
      }
      if (result.outcome == CgOutcome::not_positive_definite || result.iterations >= max_iterations)
        return result;
      without_gain = result.relative_residual < 0.5 * best ? 0 : without_gain + 1;
      if (without_gain == 5) {
        result.outcome = CgOutcome::stagnated;
        return result;
      }
      best = std::fmin(best, result.relative_residual);
      // Below the tolerance, so that the difference between the two residuals has room.
      iterate(x, 0.5 * tolerance * norm_b, norm_b, max_iterations, progress, result);
    }
  }

  /// ||b - A x||, which also becomes the residual that the next steps start from.
  double true_residual(const Vector& b, const Vector& x) {
    plan_.apply(exec_, -1.0, A_, x, 1.0, b, r_, {{}, reductions_}, workspace_);
    return std::sqrt(fetch().second);
  }

 private:
  void invert_diagonal() {
    Kokkos::parallel_for("example::invert_diagonal", rows(),
                         cg_kernels::InvertDiagonal<Matrix, Vector>{
                             A_.row_offsets(), A_.col_indices(), A_.values(), inverse_diagonal_});
  }

  double norm(const Vector& v) const {
    double sum = 0;
    Kokkos::parallel_reduce("example::norm", rows(), cg_kernels::SumOfSquares<Vector>{v}, sum);
    return std::sqrt(sum);
  }

  /// z = D^-1 r, p = z; returns r'z.
  double start_direction() const {
    double rz = 0;
    Kokkos::parallel_reduce(
        "example::start_direction", rows(),
        cg_kernels::StartDirection<Vector>{.inverse = inverse_diagonal_, .r = r_, .z = z_, .p = p_},
        rz);
    return rz;
  }

  /// x += step p, r -= step q, z = D^-1 r; returns r'z and r'r.
  std::pair<double, double> advance(const Vector& x, double step) const {
    double rz = 0, rr = 0;
    Kokkos::parallel_reduce(
        "example::advance", rows(),
        cg_kernels::Advance<Vector>{
            .step = step, .inverse = inverse_diagonal_, .x = x, .r = r_, .z = z_, .p = p_, .q = q_},
        rz, rr);
    return {rz, rr};
  }

  /// p = z + factor p.
  void turn_direction(double factor) const {
    Kokkos::parallel_for("example::turn_direction", rows(),
                         cg_kernels::TurnDirection<Vector>{.factor = factor, .z = z_, .p = p_});
  }

  Rows rows() const { return Rows(exec_, 0, A_.num_rows()); }

  /// The reductions that rode on the last product: the dot product and the squared norm.
  std::pair<double, double> fetch() const {
    exec_.fence("example::fetch");
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, reductions_);
    return {host(0), host(1)};
  }

  template <class Progress>
  void iterate(const Vector& x, double target, double norm_b, int max_iterations,
               const Progress& progress, CgResult& result) {
    double rz = start_direction();
    double residual = INFINITY;
    while (residual > target && result.iterations < max_iterations) {
      // q = A p and p'q in one pass over the matrix
      plan_.apply(exec_, 1.0, A_, p_, 0.0, q_, q_, {p_, reductions_}, workspace_);
      result.curvature = fetch().first;
      if (!(result.curvature > 0)) {
        result.outcome = CgOutcome::not_positive_definite;
        return;
      }
      const auto [next_rz, rr] = advance(x, rz / result.curvature);
      residual = std::sqrt(rr);
      turn_direction(next_rz / rz);
      rz = next_rz;
      progress(++result.iterations, residual / norm_b);
    }
  }

  Exec exec_;
  Plan plan_;
  Matrix A_;
  Vector inverse_diagonal_, r_, z_, p_, q_;
  Kokkos::View<double*, Space> reductions_;
  typename Plan::workspace_view workspace_;
};

}  // namespace example
