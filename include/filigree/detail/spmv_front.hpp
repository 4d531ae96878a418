// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>

#include <filigree/core/error.hpp>
#include <filigree/core/execution.hpp>
#include <filigree/core/export.hpp>
#include <filigree/detail/check_operands.hpp>
#include <filigree/detail/check_vectors.hpp>
#include <filigree/detail/spmv_problem.hpp>
#include <filigree/detail/spmv_stored.hpp>
#include <filigree/spmv_options.hpp>
#include <filigree/vector_view.hpp>

/// What stands between the public calls of spmv.hpp and the compiled library: argument checks, and
/// the step from containers and views to plain structs of pointers. Kernels are not seen from here.

namespace filigree::detail {

template <class A, class X, class Y>
using spmv_compute_t = typename SpmvComputeType<std::remove_const_t<A>, std::remove_const_t<X>,
                                                std::remove_const_t<Y>>::type;

/// Stands for the compute type where the "result" is a workspace, so that the overloads of apply
/// that are not meant drop out without an error.
struct NotAResult {};

template <class Matrix, class X, class Y>
struct FrontCompute {
  using XView = vector_argument_t<const X>;
  using YView = vector_argument_t<Y>;
  using type =
      std::conditional_t<std::is_same_v<typename YView::value_type, std::byte>, NotAResult,
                         spmv_compute_t<typename Matrix::value_type, typename XView::value_type,
                                        typename YView::value_type>>;
  static_assert(
      !std::is_void_v<type>,
      "spmv does not take these scalar types: see spmv_supports and detail/spmv_types.inc for "
      "the combinations of (matrix, x, y) that it takes");
};

/// The compute type of a call.
template <class Matrix, class XView, class YView>
using front_compute_t = typename FrontCompute<Matrix, XView, YView>::type;

template <class Matrix, class XView, class YView>
using front_reductions_t =
    SpmvReductions<front_compute_t<Matrix, XView, YView>, typename YView::non_const_value_type,
                   typename Matrix::memory_space>;

template <class Matrix, class XView, class YView>
front_reductions_t<Matrix, XView, YView> no_reductions() {
  return {};
}

/// What a plan needs to know of the values: their size and name, nothing that depends on a type.
struct ScalarKind {
  std::size_t bytes = 0;
  bool is_complex = false;
  const char* name = "";
};
template <class T>
inline constexpr ScalarKind scalar_kind{sizeof(T), is_complex_v<T>, scalar_name<T>};

/// All that a plan holds; defined in the library.
template <class Exec, class Offset, class Index>
struct SpmvPlanState;

template <class Exec, class Offset, class Index>
FILIGREE_EXPORT std::shared_ptr<const SpmvPlanState<Exec, Offset, Index>> make_plan(
    const Exec& exec, Op op, const StoredPattern<Offset, Index>& stored, const ScalarKind& scalar,
    const SpmvOptions& options);

template <class Exec, class Offset, class Index>
FILIGREE_EXPORT KernelId plan_kernel(const SpmvPlanState<Exec, Offset, Index>& state);
template <class Exec, class Offset, class Index>
FILIGREE_EXPORT SpmvExplanation explain_plan(const SpmvPlanState<Exec, Offset, Index>& state);
template <class Exec, class Offset, class Index>
FILIGREE_EXPORT std::size_t plan_workspace_bytes(const SpmvPlanState<Exec, Offset, Index>& state);
template <class Exec, class Offset, class Index>
FILIGREE_EXPORT Op plan_op(const SpmvPlanState<Exec, Offset, Index>& state);
/// The memory that the plan holds.
template <class Exec, class Offset, class Index>
FILIGREE_EXPORT std::int64_t plan_bytes(const SpmvPlanState<Exec, Offset, Index>& state);
/// The kernel that run_plan runs for these types. Throws as it does.
template <class A, class X, class Y, class Compute, class Exec, class Offset, class Index>
FILIGREE_EXPORT KernelId planned_kernel(const SpmvPlanState<Exec, Offset, Index>& state);

/// The plan for the pattern in other arrays; the plan itself where they are its own.
template <class Exec, class Offset, class Index>
FILIGREE_EXPORT std::shared_ptr<const SpmvPlanState<Exec, Offset, Index>> bind_plan(
    const std::shared_ptr<const SpmvPlanState<Exec, Offset, Index>>& state,
    const StoredPattern<Offset, Index>& stored);

/// Throws stale_plan unless `stored` is the pattern that the plan was made for; returns what gather
/// kernels walk.
template <class Exec, class Offset, class Index>
FILIGREE_EXPORT GatherPattern<Offset, Index> checked_gather_pattern(
    std::string_view operation, const Exec& exec, const SpmvPlanState<Exec, Offset, Index>& state,
    const StoredPattern<Offset, Index>& stored);

/// The plan's check of a matrix that may be in other arrays than the plan's: throws stale_plan
/// where sizes, or with PatternCheck::content the contents, are others.
template <class Exec, class Offset, class Index>
FILIGREE_EXPORT void check_contents(std::string_view operation, const Exec& exec,
                                    const SpmvPlanState<Exec, Offset, Index>& state,
                                    const StoredPattern<Offset, Index>& stored);

template <class Exec, class A, class X, class Y, class Compute, class Offset, class Index>
FILIGREE_EXPORT KernelId run_plan(const Exec& exec, const SpmvPlanState<Exec, Offset, Index>& state,
                                  const StoredPattern<Offset, Index>& stored,
                                  const SpmvOperands<A, X, Y, Compute>& operands);

template <class Exec, class A, class X, class Y, class Compute, class Offset, class Index>
FILIGREE_EXPORT KernelId run_once(const Exec& exec, Op op,
                                  const StoredPattern<Offset, Index>& stored,
                                  const SpmvOperands<A, X, Y, Compute>& operands,
                                  const SpmvOptions& options);

/// Checks the vectors of a call and strips them to pointers.
template <class Exec, class Matrix, class XView, class YView, class ZView>
auto checked_operands(std::string_view operation, const Exec& exec, Op op,
                      const ScalarArgument<front_compute_t<Matrix, XView, ZView>>& alpha,
                      const Matrix& A, const XView& x,
                      const ScalarArgument<front_compute_t<Matrix, XView, ZView>>& beta,
                      const YView& y, const ZView& z,
                      const front_reductions_t<Matrix, XView, ZView>& reductions) {
  static_assert(Kokkos::is_view_v<XView> && Kokkos::is_view_v<YView> && Kokkos::is_view_v<ZView>,
                "vectors are Kokkos Views of rank 1; other memory becomes one without a copy: "
                "vector_view(a std::vector or span), Kokkos::View<double*, "
                "Kokkos::HostSpace>(pointer, n)");
  using X = typename XView::non_const_value_type;
  using Y = typename ZView::non_const_value_type;
  using Compute = front_compute_t<Matrix, XView, ZView>;
  static_assert(std::is_same_v<typename YView::non_const_value_type, Y>,
                "y and z have the same scalar type");
  static_assert(!std::is_const_v<typename ZView::value_type>,
                "the result cannot be a View of const");
  static_assert(is_accessible_v<Exec, typename Matrix::memory_space> &&
                    is_accessible_v<Exec, typename XView::memory_space> &&
                    is_accessible_v<Exec, typename YView::memory_space> &&
                    is_accessible_v<Exec, typename ZView::memory_space>,
                "the execution space cannot reach the memory of an argument: copy it there first");
  const bool transposed = op != Op::none;
  const std::int64_t in = transposed ? A.num_rows() : A.num_cols();
  const std::int64_t out = transposed ? A.num_cols() : A.num_rows();
  check_vector(operation, "x", x, in, "the columns of op(A)");
  check_vector(operation, "y", y, out, "the rows of op(A)");
  check_vector(operation, "z", z, out, "the rows of op(A)");
  const auto* const result_name = static_cast<const void*>(y.data()) == z.data() ? "y" : "z";
  check_overlap(operation, "x", x.data(), byte_size(x), result_name, z.data(), byte_size(z), false);
  check_overlap(operation, "y", y.data(), byte_size(y), "z", z.data(), byte_size(z), true);
  check_operand(operation, "A", exec, A, {result_name, z.data(), byte_size(z)});
  SpmvOperands<typename Matrix::scalar_type, X, Y, Compute> operands{
      stored_values(A), alpha, x.data(), beta, y.data(), z.data()};
  if (reductions.result.data() != nullptr) {
    if (std::is_integral_v<Compute>)
      throw_error(Status::not_supported, {operation, "reductions", "int32 results",
                                          "floating-point results", "leave the reductions out"});
    if (reductions.result.extent(0) < 2)
      check_length(operation, "reductions.result", std::int64_t(reductions.result.extent(0)), 2,
                   "dot and norm");
    check_overlap(operation, "reductions.result", reductions.result.data(),
                  byte_size(reductions.result), result_name, z.data(), byte_size(z), false);
    check_overlap(operation, "x", x.data(), byte_size(x), "reductions.result",
                  reductions.result.data(), byte_size(reductions.result), false);
    check_operand(operation, "A", exec, A, result_memory("reductions.result", reductions.result));
    if (reductions.with.data() != nullptr) {
      check_vector(operation, "reductions.with", reductions.with, out, "the rows of op(A)");
      check_overlap(operation, "reductions.with", reductions.with.data(),
                    byte_size(reductions.with), "z", z.data(), byte_size(z), true);
    }
    operands.dot_with = reductions.with.data();
    operands.reductions = reductions.result.data();
  }
  return operands;
}

template <class Exec, class State, class Matrix, class XView, class YView, class ZView>
KernelId apply_plan(std::string_view operation, const Exec& exec, const State& state,
                    const ScalarArgument<front_compute_t<Matrix, XView, ZView>>& alpha,
                    const Matrix& A, const XView& x,
                    const ScalarArgument<front_compute_t<Matrix, XView, ZView>>& beta,
                    const YView& y, const ZView& z,
                    const front_reductions_t<Matrix, XView, ZView>& reductions,
                    const Kokkos::View<std::byte*, typename Exec::memory_space>& workspace) try {
  const ScopedRegion region("filigree::spmv");
  auto operands =
      checked_operands(operation, exec, plan_op(state), alpha, A, x, beta, y, z, reductions);
  operands.workspace = workspace.data();
  operands.workspace_bytes = workspace.extent(0);
  return run_plan(exec, state, stored_pattern(A), operands);
} catch (...) {
  rethrow_as_error("spmv");
}

template <class Exec, class Matrix, class XView, class YView, class ZView>
KernelId apply_once(const Exec& exec, Op op,
                    const ScalarArgument<front_compute_t<Matrix, XView, ZView>>& alpha,
                    const Matrix& A, const XView& x,
                    const ScalarArgument<front_compute_t<Matrix, XView, ZView>>& beta,
                    const YView& y, const ZView& z, const SpmvOptions& options) try {
  const ScopedRegion region("filigree::spmv");
  return run_once(exec, op, stored_pattern(A),
                  checked_operands("spmv", exec, op, alpha, A, x, beta, y, z,
                                   no_reductions<Matrix, XView, ZView>()),
                  options);
} catch (...) {
  rethrow_as_error("spmv");
}

}  // namespace filigree::detail
