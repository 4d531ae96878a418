// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdio>

#include "linear_system.hpp"

namespace example {

/// "p'Ap = -2.5 is not positive"
inline std::string not_positive(const char* what, double value) {
  char text[80];
  std::snprintf(text, sizeof text, "%s = %.3g is not positive", what, value);
  return text;
}

/// Conjugate gradients with a preconditioner, for Hermitian positive definite A and M (Y. Saad,
/// Iterative Methods for Sparse Linear Systems, 2nd ed., algorithm 9.1). An iteration is a product
/// with A and one with M^-1.
template <class System>
class PreconditionedCg {
 public:
  using Scalar = typename System::Scalar;
  using Vector = typename System::Vector;

  explicit PreconditionedCg(const System& system)
      : z_("z", system.size()), p_("p", system.size()), q_("q", system.size()) {}

  /// Improves x, whose residual is r.
  RunEnd run(const System& system, const Vector& x, const Vector& r, double norm_r,
             const RunControl& control) {
    const auto& exec = system.exec();
    double rz_before = 0;
    for (int step = 0; norm_r > control.target && !control.at_limit(); ++step) {
      system.precondition(r, z_);
      const double rz = real_part_of(dot(exec, r, z_));
      if (!(rz > 0))
        return control.breakdown("the preconditioner is not positive definite: " +
                                 not_positive("r'z", rz));
      const Scalar beta = step == 0 ? 0 : rz / rz_before;
      rz_before = rz;
      if (step == 0)
        Kokkos::deep_copy(exec, p_, z_);
      else
        assign(exec, p_, {{1.0, z_}, {beta, p_}});
      // q = A p and p'q in one pass over the matrix
      const double curvature = real_part_of(system.multiply(p_, q_, p_).first);
      if (!(curvature > 0))
        return control.breakdown("the matrix is not positive definite: " +
                                 not_positive("p'Ap", curvature));
      const double alpha = rz / curvature;
      assign(exec, x, {{1.0, x}, {alpha, p_}});
      assign(exec, r, {{1.0, r}, {-alpha, q_}});
      norm_r = norm(exec, r);
      control.step_done(norm_r);
    }
    return RunEnd::done;
  }

 private:
  Vector z_, p_, q_;
};

}  // namespace example
