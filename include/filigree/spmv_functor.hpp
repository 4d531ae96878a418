// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <type_traits>

#include <filigree/detail/spmv_gather.hpp>
#include <filigree/detail/spmv_row_gather.hpp>
#include <filigree/spmv.hpp>

namespace filigree::detail {

/// z(i) = epilogue(i, z(i))
template <class Compute, class Y, class Epilogue>
struct SpmvEpiloguePass {
  Y* z;
  Epilogue epilogue;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t i) const {
    z[i] = convert<Y>(Compute(epilogue(i, convert<Compute>(z[i]))));
  }
};

template <class Exec, class A, class X, class Y, class Compute, class Epilogue>
void launch_epilogue(const Exec& exec, std::int64_t length,
                     const SpmvOperands<A, X, Y, Compute>& operands, const Epilogue& epilogue) {
  Kokkos::parallel_for("filigree::spmv::epilogue",
                       Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, length),
                       SpmvEpiloguePass<Compute, Y, Epilogue>{operands.z, epilogue});
}

template <class Exec, class A, class X, class Y, class Compute, class Offset, class Index,
          class Epilogue>
KernelId gather_with_epilogue(const Exec& exec, const GatherPattern<Offset, Index>& pattern,
                              const SpmvOperands<A, X, Y, Compute>& operands,
                              const Epilogue& epilogue) {
  const SpmvProblem<A, X, Y, Compute, Offset, Index> problem{operands, pattern};
  SpmvGather<Exec, A, X, Y, Compute, Offset, Index, Epilogue>(problem, epilogue).launch(exec);
  return {"csr_generic"};
}

template <class Exec, class A, class X, class Y, class Compute, class Offset, class Index,
          class Epilogue>
KernelId apply_with_epilogue(const Exec& exec, const SpmvPlanState<Exec, Offset, Index>& state,
                             const StoredPattern<Offset, Index>& stored,
                             const SpmvOperands<A, X, Y, Compute>& operands,
                             const Epilogue& epilogue) {
  const auto pattern = checked_gather_pattern("spmv", exec, state, stored);
  if (!pattern.scatters) return gather_with_epilogue(exec, pattern, operands, epilogue);
  const KernelId ran = run_plan(exec, state, stored, operands);
  launch_epilogue(exec, result_length(pattern), operands, epilogue);
  return ran;
}

template <class Exec, class A, class X, class Y, class Compute, class Rows, class Epilogue>
KernelId apply_with_epilogue(const Exec& exec, const SpmvFormatPlanState<Exec, Rows>& state,
                             const StoredRows<Rows>& stored,
                             const SpmvOperands<A, X, Y, Compute>& operands,
                             const Epilogue& epilogue) {
  const auto planned = checked_planned_rows("spmv", exec, state, stored);
  if (planned.narrow.scatters) {
    const KernelId ran = run_plan(exec, state, stored, operands);
    launch_epilogue(exec, stored.rows.num_cols, operands, epilogue);
    return ran;
  }
  if (!planned.is_stored)
    return planned.is_wide ? gather_with_epilogue(exec, planned.wide, operands, epilogue)
                           : gather_with_epilogue(exec, planned.narrow, operands, epilogue);
  using KernelRows = decltype(kernel_rows(stored));
  using Problem = SpmvRowsProblem<KernelRows, A, X, Y, Compute>;
  const Problem problem{operands, planned.actions(), kernel_rows(stored), stored.nnz};
  SpmvRowGather<Exec, Problem, Epilogue>(problem, epilogue).launch(exec);
  return {RowKernelNames<KernelRows>::gather};
}

/// The second part's rows get the epilogue.
template <class Exec, class A, class X, class Y, class Compute, class Index, class Epilogue>
KernelId apply_with_epilogue(const Exec& exec, const SpmvHybPlanState<Exec, Index>& state,
                             const StoredHyb<Index>& stored,
                             const SpmvOperands<A, X, Y, Compute>& operands,
                             const Epilogue& epilogue) {
  const auto pattern = checked_gather_pattern("spmv", exec, *state.coo, stored.coo);
  const KernelId ran = run_plan(exec, *state.ell, stored.ell, first_part(operands));
  const auto second = second_part(operands, stored.coo_values);
  if (pattern.scatters) {
    run_plan(exec, *state.coo, stored.coo, second);
    launch_epilogue(exec, result_length(pattern), second, epilogue);
  } else {
    gather_with_epilogue(exec, pattern, second, epilogue);
  }
  return ran;
}

}  // namespace filigree::detail

namespace filigree {

/// z(i) = epilogue(i, alpha (op(A) x)(i) + beta y(i)) by a plan, with the user's functor
/// `Compute operator()(std::int64_t row, Compute value) const` (KOKKOS_FUNCTION) on each row's
/// result: a scaling, an activation, a bound. Runs the generic kernel, compiled here with the
/// functor inside.
///
/// Everything else as SpmvPlan::apply: z may be y, nothing is allocated, nothing is waited for. The
/// functor may read other memory at its row; it may write there too, since each row is handled
/// once. Where the plan's kernel adds up columns (csr_transposed_host, ell_transposed_host, ...,
/// csr_symmetric_host), that kernel runs, with a workspace that it allocates, then the functor in a
/// pass over z.
///
/// \returns the kernel that ran: "csr_generic", the generic one of the format where its rows are
/// rows of op(A), or the one that adds up columns \throws Error as SpmvPlan::apply
template <execution_space Exec, class Matrix, class XView, class YView, class ZView, class Epilogue>
KernelId spmv_apply(const Exec& exec, const SpmvPlan<Exec, Matrix>& plan,
                    const ScalarArgument<detail::front_compute_t<Matrix, XView, ZView>>& alpha,
                    const std::type_identity_t<Matrix>& A, const XView& x,
                    const ScalarArgument<detail::front_compute_t<Matrix, XView, ZView>>& beta,
                    const YView& y, const ZView& z, const Epilogue& epilogue) try {
  using Compute = detail::front_compute_t<Matrix, XView, ZView>;
  static_assert(
      std::is_invocable_r_v<Compute, const Epilogue&, std::int64_t, Compute>,
      "the epilogue is called as Compute operator()(std::int64_t row, Compute value) const");
  const detail::ScopedRegion region("filigree::spmv_apply");
  const auto operands =
      detail::checked_operands("spmv_apply", exec, plan.op(), alpha, A, x, beta, y, z,
                               detail::no_reductions<Matrix, XView, ZView>());
  return detail::apply_with_epilogue(exec, plan.state(), detail::stored_pattern(A), operands,
                                     epilogue);
} catch (...) {
  detail::rethrow_as_error("spmv_apply");
}

}  // namespace filigree
