// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <utility>

#include <filigree/spgemm.hpp>

namespace example {

/// The Galerkin product P^T A P of a fine matrix and a prolongation, as two products whose patterns
/// are found once: refresh() fills in the values of a new A, and allocates nothing.
template <class Exec, class Matrix>
class GalerkinProduct {
 public:
  using Scalar = typename Matrix::scalar_type;

  /// Reads only the patterns of A and P.
  GalerkinProduct(const Exec& exec, const Matrix& A, const Matrix& P)
      : P_(P),
        with_p_(filigree::spgemm_plan(exec, A, P)),
        AP_(with_p_.make_result(exec)),
        with_ap_(filigree::spgemm_plan(exec, filigree::Op::transpose, filigree::Op::none, P, AP_)),
        coarse_(with_ap_.make_result(exec)),
        p_workspace_("workspace", with_p_.workspace_bytes()),
        ap_workspace_("workspace", with_ap_.workspace_bytes()) {}

  /// The coarse matrix's values, of a matrix with A's very pattern: A itself, or
  /// A.with_values(...). Asynchronous.
  void refresh(const Exec& exec, const Matrix& A) const {
    with_p_.apply(exec, Scalar(1), A, P_, AP_, p_workspace_);
    with_ap_.apply(exec, Scalar(1), P_, AP_, coarse_, ap_workspace_);
  }
  /// P^T A P of the A that came last.
  const Matrix& coarse() const { return coarse_; }

 private:
  using Plan = decltype(filigree::spgemm_plan(
      std::declval<const Exec&>(), std::declval<const Matrix&>(), std::declval<const Matrix&>()));

  Matrix P_;
  Plan with_p_;
  Matrix AP_;
  Plan with_ap_;
  Matrix coarse_;
  typename Plan::workspace_view p_workspace_, ap_workspace_;
};

}  // namespace example
