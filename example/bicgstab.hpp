// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <limits>

#include "linear_system.hpp"

namespace example {

/// BiCGSTAB, for any A: H. A. van der Vorst, SIAM J. Sci. Stat. Comput. 13 (1992), with the
/// preconditioner on the right, so that the residual it carries is that of x. An iteration is two
/// products with A and two with M^-1.
template <class System>
class Bicgstab {
 public:
  using Scalar = typename System::Scalar;
  using Vector = typename System::Vector;

  explicit Bicgstab(const System& system)
      : shadow_("shadow", system.size()),
        p_("p", system.size()),
        v_("v", system.size()),
        t_("t", system.size()),
        p_hat_("p_hat", system.size()),
        r_hat_("r_hat", system.size()) {}

  /// Improves x, whose residual is r.
  RunEnd run(const System& system, const Vector& x, const Vector& r, double norm_r,
             const RunControl& control) {
    const auto& exec = system.exec();
    Kokkos::deep_copy(exec, shadow_, r);
    Kokkos::deep_copy(exec, p_, r);
    const double norm_shadow = norm_r;
    Scalar rho = norm_r * norm_r;
    for (int step = 0; !control.at_limit(); ++step) {
      system.precondition(p_, p_hat_);
      const auto [shadow_v, norm_v] = system.multiply(p_hat_, v_, shadow_);
      if (negligible(shadow_v, norm_shadow * norm_v))
        return end(control, step, reason(shadow_v, "r0'A p vanishes against its factors"));
      const Scalar alpha = rho / shadow_v;
      // half a step: r becomes what the literature calls s
      assign(exec, r, {{1.0, r}, {-alpha, v_}});
      norm_r = norm(exec, r);
      if (!std::isfinite(norm_r)) return end(control, step, "a number is not finite");
      assign(exec, x, {{1.0, x}, {alpha, p_hat_}});
      if (norm_r <= control.target) {
        control.step_done(norm_r);
        return RunEnd::done;
      }

      system.precondition(r, r_hat_);
      const auto [r_t, norm_t] = system.multiply(r_hat_, t_, r);
      if (negligible(r_t, norm_r * norm_t)) {
        control.step_done(norm_r);
        return end(control, step, reason(r_t, "s'A s vanishes against its factors"));
      }
      const Scalar omega = conjugate_of(r_t) / (norm_t * norm_t);
      assign(exec, x, {{1.0, x}, {omega, r_hat_}});
      assign(exec, r, {{1.0, r}, {-omega, t_}});
      norm_r = norm(exec, r);
      control.step_done(norm_r);
      if (norm_r <= control.target) return RunEnd::done;

      const Scalar rho_before = rho;
      rho = dot(exec, shadow_, r);
      if (negligible(rho, norm_shadow * norm_r)) return RunEnd::start_again;
      const Scalar beta = rho / rho_before * (alpha / omega);
      assign(exec, p_, {{1.0, r}, {beta, p_}, {-beta * omega, v_}});
    }
    return RunEnd::done;
  }

 private:
  /// Whether nothing but rounding is left of a dot product of vectors with that product of norms.
  static bool negligible(const Scalar& dot, double norms) {
    return !(Kokkos::abs(dot) > std::numeric_limits<double>::epsilon() * norms);
  }

  static const char* reason(const Scalar& dot, const char* vanishes) {
    return is_finite_number(dot) ? vanishes : "a number is not finite";
  }

  /// Beginning again, with another shadow vector, helps unless this is the beginning.
  static RunEnd end(const RunControl& control, int step, const char* reason) {
    return step > 0 ? RunEnd::start_again : control.breakdown(reason);
  }

  Vector shadow_, p_, v_, t_, p_hat_, r_hat_;
};

}  // namespace example
