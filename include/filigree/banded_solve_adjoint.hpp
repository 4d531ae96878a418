// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <filigree/core/error.hpp>
#include <filigree/core/execution.hpp>
#include <filigree/core/operation.hpp>
#include <filigree/core/types.hpp>
#include <filigree/detail/banded_adjoint_front.hpp>

/// \file
/// Adjoints (vector-Jacobian products) of banded_solve, op(A) X = B: from the gradient of a real
/// loss with respect to X those with respect to B and to the diagonals of A. Gradients are as in
/// adjoints.hpp: dL/d(Re x) + i dL/d(Im x).
///
///   grad_B = op(A)^-H grad_X, a solve with the same A:
///     op none                          banded_solve(exec, Op::conjugate_transpose, A, grad_X, ...)
///     op transpose (of real matrices)  banded_solve(exec, Op::none, A, grad_X, grad_B)
///     op conjugate_transpose           banded_solve(exec, Op::none, A, grad_X, grad_B)
///   and the gradients of the diagonals from that by banded_solve_adjoint_diagonals().
///
/// Source: differentiation of op(A) X = B; Giles, "Collected matrix derivative results for forward
/// and reverse mode algorithmic differentiation", 2008, section 2.2.3.

namespace filigree {

/// The op of the solve that makes grad_B, for which its plan is made.
/// \throws Error not_supported where `op` is a transpose of a complex matrix, whose adjoint would
///   need the conjugate without a transpose
template <class T>
Op banded_solve_adjoint_op(Op op) {
  if (op == Op::none) return is_complex_v<T> ? Op::conjugate_transpose : Op::transpose;
  if (op == Op::transpose && is_complex_v<T>) detail::throw_no_adjoint_of_transpose();
  return Op::none;
}

/// The gradients with respect to the diagonals of A, the lowest first: Views by rows as
/// tridiagonal(), pentadiagonal() and block_tridiagonal() take them, of batches with one more index
/// in front. The entry in row i and column j, summed up over the columns of X, is
///   op none                 - grad_B(i) conj(X(j))
///   op transpose            - grad_B(j) conj(X(i))
///   op conjugate_transpose  - conj(grad_B(j)) X(i)
/// Entries outside of the matrix become 0; in periodic systems they are those around the end.
/// Allocates nothing, waits for nothing, bitwise repeatable.
/// \throws Error invalid_value where sizes do not agree
template <execution_space Exec, class GradBView, class XView, class... Diagonals>
void banded_solve_adjoint_diagonals(const Exec& exec, Op op, bool periodic, const GradBView& grad_b,
                                    const XView& x, const Diagonals&... grad_diagonals) try {
  static_assert(sizeof...(Diagonals) == 3 || sizeof...(Diagonals) == 5,
                "pass the gradients of three or of five diagonals");
  const detail::ScopedRegion region("filigree::banded_solve_adjoint_diagonals");
  detail::run_banded_adjoint(
      exec, detail::banded_adjoint<Exec>(op, periodic, grad_b, x, grad_diagonals...));
} catch (...) {
  detail::rethrow_as_error("banded_solve_adjoint_diagonals");
}

}  // namespace filigree
