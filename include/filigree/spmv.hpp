// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <filigree/core/error.hpp>
#include <filigree/core/execution.hpp>
#include <filigree/core/operation.hpp>
#include <filigree/core/scalar_argument.hpp>
#include <filigree/core/types.hpp>
#include <filigree/detail/spmv_front.hpp>
#include <filigree/detail/spmv_problem.hpp>
#include <filigree/format/coo.hpp>
#include <filigree/format/csc.hpp>
#include <filigree/format/csr.hpp>

/// Sparse matrix times dense vector: y = alpha op(A) x + beta y, and out of place
/// z = alpha op(A) x + beta y, for Csr, Csc and Coo matrices.
///
/// A is m x n; x has as many entries as op(A) has columns, y and z as many as op(A) has rows.
/// Vectors are contiguous Kokkos Views of rank 1. Indices may be unsorted, duplicates are summed.
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

/// Whether spmv takes a matrix of A, x of X and y of Y. True means that every format (Csr, Csc,
/// Coo), Op, matrix type, index and offset type works.
template <class A, class X, class Y>
inline constexpr bool spmv_supports = !std::is_void_v<spmv_compute_t<A, X, Y>>;

/// How a plan's apply makes sure that the matrix still has the pattern that the plan was made for.
enum class PatternCheck {
  /// Sizes, properties and array addresses are compared: free of charge. Indices that were changed
  /// in
  /// place are not noticed.
  identity,
  /// The contents as well, by a checksum made on the device: reads the pattern once and waits for
  /// the result, so that apply synchronises and cannot be captured.
  content,
};

/// What a plan, or a one-shot product, may do.
struct SpmvOptions {
  /// Bitwise repeatable results. A plan's product always is; a one-shot transposed, symmetric or
  /// COO product then goes through a plan of its own.
  bool deterministic = false;
  Backend backend = Backend::automatic;
  /// Whether a plan may hold a smaller encoding of the indices.
  bool compress = true;
  PatternCheck pattern_check = PatternCheck::identity;
  /// The name of the kernel to run, as KernelId and explain() give it, instead of the library's
  /// choice: to replay a choice, or to compare kernels. Throws not_supported where that kernel does
  /// not take the pattern or the types. Plans only.
  std::string_view kernel = {};
};

/// What a plan chose and why, for people and for programs.
struct SpmvExplanation {
  std::string_view format;           ///< "csr", "csc" or "coo"
  std::string_view kernel;           ///< the kernel's name, as apply returns it
  std::string_view encoding;         ///< how the kernel reads the column indices
  std::string reason;                ///< why this kernel
  double index_bytes_per_nnz = 0;    ///< bytes of indices, offsets and ids read per stored entry
  std::int64_t bytes_moved = 0;      ///< the least that one product (beta = 0) moves through memory
  std::int64_t csr_bytes_moved = 0;  ///< the same for plain CSR
  std::int64_t plan_bytes = 0;       ///< memory that the plan holds
  double build_seconds = 0;          ///< what making the plan took
  double expected_seconds = 0;       ///< one product at `bandwidth`
  double bandwidth = 0;              ///< bytes a second that the expectation assumes
  /// Products after which making the smaller encoding has paid back, against the same kernel on
  /// plain columns; 0 where none was made.
  double pays_after = 0;

  /// All of it in one line.
  FILIGREE_EXPORT std::string text() const;
};

/// Reductions of the result, made in the same pass: result(0) = sum conj(with(i)) z(i) (0 where
/// `with` has no entries) and result(1) = sum |z(i)|^2, both of the values as stored; `with` may be
/// z. With alpha = -1, beta = 1 and y = b they are the residual's norm. Not for int32 results.
template <class Compute, class Y, class MemorySpace>
struct SpmvReductions {
  Kokkos::View<const Y*, MemorySpace> with;
  Kokkos::View<Compute*, MemorySpace> result;  ///< at least 2 entries
};

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
  using matrix_type = Matrix;
  using scalar_type = typename Matrix::scalar_type;
  using memory_space = typename Matrix::memory_space;
  using workspace_view = Kokkos::View<std::byte*, typename Exec::memory_space>;

  /// y = alpha op(A) x + beta y. Returns the kernel that ran.
  /// \throws Error stale_plan where A is not the matrix of the plan; invalid_value where a vector
  /// has
  ///   the wrong length, is not contiguous or overlaps another; not_supported where
  ///   Backend::tuned was asked for and no tuned kernel takes these types.
  template <class XView, class YView>
  KernelId apply(const Exec& exec,
                 const ScalarArgument<detail::front_compute_t<Matrix, XView, YView>>& alpha,
                 const Matrix& A, const XView& x,
                 const ScalarArgument<detail::front_compute_t<Matrix, XView, YView>>& beta,
                 const YView& y, const workspace_view& workspace = {}) const {
    return detail::apply_plan("spmv", exec, *state_, alpha, A, x, beta, y, y,
                              detail::no_reductions<Matrix, XView, YView>(), workspace);
  }

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

  /// z = alpha op(A) x + beta y with reductions of z in the same pass. The results are in device
  /// memory when the kernel has run.
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

  /// The kernel that a product of vectors of the matrix's own scalar type runs.
  KernelId kernel() const { return detail::plan_kernel(*state_); }
  /// What was chosen, what it costs and when it pays.
  SpmvExplanation explain() const { return detail::explain_plan(*state_); }
  /// The workspace that apply needs, in bytes (0: none). Each product that runs at the same time as
  /// another needs one of its own; its contents do not matter. Where none is given and one is
  /// needed, apply allocates it.
  std::size_t workspace_bytes() const { return detail::plan_workspace_bytes(*state_); }
  Op op() const { return detail::plan_op(*state_); }

  /// For the library's own use: what apply works from.
  const auto& state() const { return *state_; }

 private:
  using State =
      detail::SpmvPlanState<Exec, typename Matrix::offset_type, typename Matrix::index_type>;

  template <execution_space E, class M>
  friend auto spmv_plan(const E&, Op, const M&, const SpmvOptions&);

  explicit SpmvPlan(std::shared_ptr<const State> state) : state_(std::move(state)) {}

  std::shared_ptr<const State> state_;
};

/// Makes a plan for products with op(A). Reads the pattern, not the values; waits for the device.
/// Complexity: one or two passes over the pattern; transposed and COO products also order it once.
/// \throws Error not_supported where options.backend is tuned and no tuned kernel takes the
/// pattern;
///   alloc_failed where the plan does not fit in memory.
template <execution_space Exec, class Matrix>
auto spmv_plan(const Exec& exec, Op op, const Matrix& A, const SpmvOptions& options = {}) {
  using ConstMatrix = detail::const_matrix_t<Matrix>;
  static_assert(is_accessible_v<Exec, typename Matrix::memory_space>,
                "the execution space cannot read the matrix's memory: copy it there first");
  return SpmvPlan<Exec, ConstMatrix>(
      detail::make_plan(exec, op, detail::stored_pattern(ConstMatrix(A)),
                        detail::scalar_kind<typename Matrix::scalar_type>, options));
}

/// y = alpha op(A) x + beta y in one call. Allocates nothing unless options.deterministic needs a
/// plan or the result's type is narrower than the compute type. \throws Error as SpmvPlan::apply
template <execution_space Exec, class Matrix, class XView, class YView>
KernelId spmv(const Exec& exec, Op op,
              const ScalarArgument<detail::front_compute_t<Matrix, XView, YView>>& alpha,
              const Matrix& A, const XView& x,
              const ScalarArgument<detail::front_compute_t<Matrix, XView, YView>>& beta,
              const YView& y, const SpmvOptions& options = {}) {
  return detail::apply_once(exec, op, alpha, detail::const_matrix_t<Matrix>(A), x, beta, y, y,
                            options);
}

/// z = alpha op(A) x + beta y in one call.
template <execution_space Exec, class Matrix, class XView, class YView, class ZView>
requires Kokkos::is_view_v<ZView> KernelId
spmv(const Exec& exec, Op op,
     const ScalarArgument<detail::front_compute_t<Matrix, XView, ZView>>& alpha, const Matrix& A,
     const XView& x, const ScalarArgument<detail::front_compute_t<Matrix, XView, ZView>>& beta,
     const YView& y, const ZView& z, const SpmvOptions& options = {}) {
  return detail::apply_once(exec, op, alpha, detail::const_matrix_t<Matrix>(A), x, beta, y, z,
                            options);
}

}  // namespace filigree
