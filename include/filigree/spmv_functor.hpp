// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <type_traits>

#include <filigree/detail/spmv_gather.hpp>
#include <filigree/spmv.hpp>

namespace filigree {

/// z(i) = epilogue(i, alpha (op(A) x)(i) + beta y(i)) by a plan, with the user's functor
/// `Compute operator()(std::int64_t row, Compute value) const` (KOKKOS_FUNCTION) on each row's result:
/// a scaling, an activation, a bound. Runs the generic kernel, compiled here with the functor inside.
///
/// Everything else as SpmvPlan::apply: z may be y, nothing is allocated, nothing is waited for. The
/// functor may read other memory at its row; it may write there too, since each row is handled once.
/// \returns the kernel that ran, "csr_generic"
/// \throws Error as SpmvPlan::apply
template <execution_space Exec, class Matrix, class XView, class YView, class ZView, class Epilogue>
KernelId spmv_apply(const Exec& exec, const SpmvPlan<Exec, Matrix>& plan,
                    const ScalarArgument<detail::front_compute_t<Matrix, XView, ZView>>& alpha,
                    const std::type_identity_t<Matrix>& A, const XView& x,
                    const ScalarArgument<detail::front_compute_t<Matrix, XView, ZView>>& beta, const YView& y,
                    const ZView& z, const Epilogue& epilogue) {
  using Compute = detail::front_compute_t<Matrix, XView, ZView>;
  using X = typename XView::non_const_value_type;
  using Y = typename ZView::non_const_value_type;
  using A_ = typename Matrix::scalar_type;
  using Offset = typename Matrix::offset_type;
  using Index = typename Matrix::index_type;
  static_assert(std::is_invocable_r_v<Compute, const Epilogue&, std::int64_t, Compute>,
                "the epilogue is called as Compute operator()(std::int64_t row, Compute value) const");
  const detail::ScopedRegion region("filigree::spmv_apply");
  const auto operands = detail::checked_operands("spmv_apply", exec, plan.op(), alpha, A, x, beta, y, z,
                                                 detail::no_reductions<Matrix, XView, ZView>());
  const auto pattern = detail::checked_gather_pattern(exec, plan.state(), detail::stored_pattern(A));
  const detail::SpmvProblem<A_, X, Y, Compute, Offset, Index> problem{operands, pattern};
  detail::SpmvGather<Exec, A_, X, Y, Compute, Offset, Index, Epilogue>(problem, epilogue).launch(exec);
  return KernelId{"csr_generic"};
}

}  // namespace filigree
