// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <filigree/core/error.hpp>
#include <filigree/core/execution.hpp>
#include <filigree/core/operation.hpp>
#include <filigree/core/scalar_argument.hpp>
#include <filigree/core/types.hpp>
#include <filigree/detail/plan_pointer.hpp>
#include <filigree/detail/spmv_any_front.hpp>
#include <filigree/detail/spmv_format_front.hpp>
#include <filigree/detail/spmv_front.hpp>
#include <filigree/detail/spmv_problem.hpp>
#include <filigree/spmv_options.hpp>

/// \file
/// Sparse matrix times dense vector: y = alpha op(A) x + beta y, and out of place
/// z = alpha op(A) x + beta y, for matrices of the formats Csr, Csc, Coo, CooAos, Ell, Sell, Bsr,
/// Bsc, Bsrx, BlockedEll, Hyb, Dia and Hdia, and for AnyMatrix, which holds one of them. Of a
/// masked Bsrx view only the block rows in the mask have a result; the others of z stay as they
/// are.
///
/// A is m x n; x has as many entries as op(A) has columns, y and z as many as op(A) has rows.
/// Vectors are contiguous Kokkos Views of rank 1; x and, where it is the result, y may also be
/// ranges of the host (std::vector, std::span). Indices may be unsorted, duplicates are summed.
/// Where beta is 0, y is not read; where alpha is 0, nothing of A and x reaches the result (a NaN
/// there does not either). x may not overlap the result; z is y or apart from it. docs/spmv.md has
/// the whole contract.
///
/// Source of the semantics: cuSPARSE 13 guide, section 6.6.6, and BLAS Technical Forum standard,
/// section 3 (symmetric, Hermitian and triangular storage).

namespace filigree {

/// The type that a product of these storage types is computed in, which is also the type of alpha
/// and beta; void where the combination is not supported.
template <class A, class X, class Y>
using spmv_compute_t = detail::spmv_compute_t<A, X, Y>;

/// Whether spmv takes a matrix of A, x of X and y of Y. True means that each of these formats,
/// every Op, matrix type, index and offset type works (of a masked Bsrx view: op none of a general
/// or triangular matrix).
template <class A, class X, class Y>
inline constexpr bool spmv_supports = !std::is_void_v<spmv_compute_t<A, X, Y>>;

/// A product prepared for one pattern. Immutable: any number of threads and streams may use one
/// plan, and its copies, at once. It depends on the pattern, never on the values, and it does not
/// keep the matrix's arrays alive.
///
/// Its product is bitwise repeatable. Given the workspace that it asks for, apply allocates
/// nothing, and with PatternCheck::identity it synchronises nothing, so it can be captured in a
/// CUDA graph.
template <execution_space Exec, class Matrix>
class SpmvPlan {
 public:
  ///@{
  /// The matrix that apply() takes, of const values, its scalar and its memory.
  using matrix_type = Matrix;
  using scalar_type = typename Matrix::scalar_type;
  using memory_space = typename Matrix::memory_space;
  ///@}
  /// Memory for apply() to work in, of workspace_bytes() or more; without it apply() may allocate.
  using workspace_view = Kokkos::View<std::byte*, typename Exec::memory_space>;

  /// An empty plan, to be assigned later: using it is an error (invalid_value).
  SpmvPlan() = default;
  /// A plan is made for const values: one for values that are not is the same.
  template <std::same_as<detail::const_matrix_t<Matrix>> Const>
  SpmvPlan(const SpmvPlan<Exec, Const>& other) requires(!std::same_as<Const, Matrix>)
      : state_(other.state_) {}
  /// Whether this is a plan, and not an empty one.
  explicit operator bool() const noexcept { return bool(state_); }

  /// y = alpha op(A) x + beta y. Returns the kernel that ran.
  /// \throws Error stale_plan where A is not the matrix of the plan; invalid_value where a vector
  ///   is of the wrong length, not contiguous or overlaps another; not_supported where
  ///   Backend::tuned was asked for and no tuned kernel takes these types.
  template <class XView, class YView>
  KernelId apply(const Exec& exec,
                 const ScalarArgument<detail::front_compute_t<Matrix, XView, YView>>& alpha,
                 const Matrix& A, const XView& x,
                 const ScalarArgument<detail::front_compute_t<Matrix, XView, YView>>& beta,
                 const YView& y, const workspace_view& workspace = {}) const {
    return detail::apply_plan("spmv", exec, *state_, alpha, A, detail::vector_argument(x), beta, y,
                              y, detail::no_reductions<Matrix, XView, YView>(), workspace);
  }

  /// With a result in a range of the host (std::vector, std::span); x may be one in every call.
  template <class XView, class YRange>
  requires detail::host_range<std::remove_cvref_t<YRange>> KernelId apply(
      const Exec& exec,
      const ScalarArgument<detail::front_compute_t<Matrix, XView, std::remove_reference_t<YRange>>>&
          alpha,
      const Matrix& A, const XView& x,
      const ScalarArgument<detail::front_compute_t<Matrix, XView, std::remove_reference_t<YRange>>>&
          beta,
      YRange&& y, const workspace_view& workspace = {})
  const { return apply(exec, alpha, A, x, beta, vector_view(y), workspace); }

  /// z = alpha op(A) x + beta y, z apart from y or the same.
  template <class XView, class YView, class ZView>
  KernelId apply(const Exec& exec,
                 const ScalarArgument<detail::front_compute_t<Matrix, XView, ZView>>& alpha,
                 const Matrix& A, const XView& x,
                 const ScalarArgument<detail::front_compute_t<Matrix, XView, ZView>>& beta,
                 const YView& y, const ZView& z) const
      requires(Kokkos::is_view_v<ZView> && !std::same_as<ZView, workspace_view>) {
    return apply(exec, alpha, A, x, beta, y, z, workspace_view());
  }

  // The workspace is deduced, so that braces in its place are the reductions of the overload below.
  /// z = alpha op(A) x + beta y, z apart from y or the same, with a workspace of the caller's.
  template <class XView, class YView, class ZView, class Workspace>
  requires std::same_as<Workspace, workspace_view> KernelId
  apply(const Exec& exec,
        const ScalarArgument<detail::front_compute_t<Matrix, XView, ZView>>& alpha, const Matrix& A,
        const XView& x, const ScalarArgument<detail::front_compute_t<Matrix, XView, ZView>>& beta,
        const YView& y, const ZView& z, const Workspace& workspace)
  const {
    return detail::apply_plan("spmv", exec, *state_, alpha, A, x, beta, y, z,
                              detail::no_reductions<Matrix, XView, ZView>(), workspace);
  }

  /// z = alpha op(A) x + beta y with reductions of z (SpmvReductions). The results are in device
  /// memory when the kernels have run.
  template <class XView, class YView, class ZView>
  KernelId apply(const Exec& exec,
                 const ScalarArgument<detail::front_compute_t<Matrix, XView, ZView>>& alpha,
                 const Matrix& A, const XView& x,
                 const ScalarArgument<detail::front_compute_t<Matrix, XView, ZView>>& beta,
                 const YView& y, const ZView& z,
                 const detail::front_reductions_t<Matrix, XView, ZView>& reductions,
                 const workspace_view& workspace = {}) const {
    return detail::apply_plan("spmv", exec, *state_, alpha, A, x, beta, y, z, reductions,
                              workspace);
  }

  /// The plan for a matrix of the same pattern in other arrays, which shares what this one holds.
  /// With PatternCheck::content the contents are compared, once; else only sizes and properties
  /// are, and that the indices are the same is up to the caller. \throws Error stale_plan where the
  /// pattern is another one
  SpmvPlan bound_to(const Exec& exec, const Matrix& A) const try {
    detail::check_operand("SpmvPlan::bound_to", "A", exec, A);
    const auto stored = detail::stored_pattern(A);
    detail::check_contents("SpmvPlan::bound_to", exec, *state_, stored);
    return SpmvPlan(detail::bind_plan(state_.shared(), stored));
  } catch (...) {
    detail::rethrow_as_error("SpmvPlan::bound_to");
  }

  /// The kernel that a product of vectors of the matrix's own scalar type runs.
  KernelId kernel() const { return detail::plan_kernel(*state_); }
  /// What was chosen, what it costs and when it pays.
  SpmvExplanation explain() const try { return detail::explain_plan(*state_); } catch (...) {
    detail::rethrow_as_error("SpmvPlan::explain");
  }
  /// The workspace that apply needs, in bytes (0: none). Each product that runs at the same time as
  /// another needs one of its own; its contents do not matter. Where none is given and one is
  /// needed, apply allocates it.
  std::size_t workspace_bytes() const { return detail::plan_workspace_bytes(*state_); }
  /// What the plan was made for.
  Op op() const { return detail::plan_op(*state_); }

  /// For the library's own use: what apply works from.
  const auto& state() const { return *state_; }

 private:
  using State = detail::plan_state_t<Exec, Matrix>;

  template <execution_space E, class M>
  friend auto spmv_plan(const E&, Op, const M&, const SpmvOptions&);

  template <execution_space, class>
  friend class SpmvPlan;

  explicit SpmvPlan(std::shared_ptr<const State> state) : state_("SpmvPlan", std::move(state)) {}

  detail::PlanPointer<State> state_{"SpmvPlan"};
};

/// Makes a plan for products with op(A). Reads the pattern, not the values; waits for the device.
/// Complexity: one or two passes over the pattern; transposed and COO products also order it once.
/// \throws Error not_supported where options.backend is tuned and no tuned kernel takes the
///   pattern; alloc_failed where the plan does not fit in memory.
template <execution_space Exec, class Matrix>
auto spmv_plan(const Exec& exec, Op op, const Matrix& A, const SpmvOptions& options = {}) try {
  using ConstMatrix = detail::const_matrix_t<Matrix>;
  static_assert(is_accessible_v<Exec, typename Matrix::memory_space>,
                "the execution space cannot read the matrix's memory: copy it there first");
  detail::check_operand("spmv_plan", "A", exec, A);
  return SpmvPlan<Exec, ConstMatrix>(
      detail::make_plan(exec, op, detail::stored_pattern(ConstMatrix(A)),
                        detail::scalar_kind<typename Matrix::scalar_type>, options));
} catch (...) {
  detail::rethrow_as_error("spmv_plan", "use a one-shot product, or SpmvOptions::compress = false");
}

/// y = alpha op(A) x + beta y in one call. Allocates nothing and waits for nothing where the stored
/// arrays are rows of op(A). Else it does where options.deterministic or a result narrower than the
/// compute type needs a plan, and, on hosts, for the sums of csr_scatter_host.
/// \throws Error as SpmvPlan::apply
template <execution_space Exec, class Matrix, class XView, class YView>
KernelId spmv(const Exec& exec, Op op,
              const ScalarArgument<detail::front_compute_t<Matrix, XView, YView>>& alpha,
              const Matrix& A, const XView& x,
              const ScalarArgument<detail::front_compute_t<Matrix, XView, YView>>& beta,
              const YView& y, const SpmvOptions& options = {}) {
  const auto& result = detail::vector_argument(y);
  return detail::apply_once(exec, op, alpha, detail::const_matrix_t<Matrix>(A),
                            detail::vector_argument(x), beta, result, result, options);
}

/// With a result in a range of the host (std::vector, std::span); x may be one in every call.
template <execution_space Exec, class Matrix, class XView, class YRange>
requires detail::host_range<std::remove_cvref_t<YRange>> KernelId
spmv(const Exec& exec, Op op,
     const ScalarArgument<detail::front_compute_t<Matrix, XView, std::remove_reference_t<YRange>>>&
         alpha,
     const Matrix& A, const XView& x,
     const ScalarArgument<detail::front_compute_t<Matrix, XView, std::remove_reference_t<YRange>>>&
         beta,
     YRange&& y, const SpmvOptions& options = {}) {
  return spmv(exec, op, alpha, A, x, beta, vector_view(y), options);
}

/// z = alpha op(A) x + beta y in one call.
template <execution_space Exec, class Matrix, class XView, class YView, class ZView>
requires Kokkos::is_view_v<ZView> KernelId
spmv(const Exec& exec, Op op,
     const ScalarArgument<detail::front_compute_t<Matrix, XView, ZView>>& alpha, const Matrix& A,
     const XView& x, const ScalarArgument<detail::front_compute_t<Matrix, XView, ZView>>& beta,
     const YView& y, const ZView& z, const SpmvOptions& options = {}) {
  return detail::apply_once(exec, op, alpha, detail::const_matrix_t<Matrix>(A),
                            detail::vector_argument(x), beta, y, z, options);
}

}  // namespace filigree
