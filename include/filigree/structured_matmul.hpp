// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <limits>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <filigree/core/execution.hpp>
#include <filigree/core/operation.hpp>
#include <filigree/core/scalar_argument.hpp>
#include <filigree/detail/plan_pointer.hpp>
#include <filigree/detail/structured_matmul_front.hpp>
#include <filigree/format/structured.hpp>
#include <filigree/structured_options.hpp>

/// \file
/// Dense times structured matrix, or structured times dense:
///
///     D = scale act(alpha op(A) op(B) + beta C + bias)
///
/// One of A and B is a StructuredMatrix, the other and C and D are Kokkos Views of rank 2 in any
/// layout, or of float4_e2m1 PackedMatrix; op(A) is m x k, op(B) k x n, D m x n. The groups of the
/// structured operand lie along k: along the rows of A, the columns of its transpose, the columns
/// of B, the rows of its transpose. C has D's type, sizes and strides, and may be D. Batches are
/// Views of rank 3, batch x rows x columns: then D is one, and A, B or both may be one matrix for
/// all.
///
/// alpha and beta are values, or Views of rank 0 that the kernel reads when it runs, or factors for
/// each row of D (StructuredEpilogue).
/// Where beta is 0, C is not read; where alpha is 0, nothing of A and B reaches D. Sums are in
/// float, of int8 in int32 (Tensor Cores keep about 14 bits of sums of 8-bit floats); floats of the
/// dense operand are truncated to tf32. Every kernel is bitwise repeatable.
/// Narrow matrices, of float4_e2m1 and float8_e4m3, may have factors: StructuredEpilogue::scales.
/// docs/structured.md has the whole contract. Source of the semantics: cuSPARSELt 0.8.

namespace filigree {

/// Whether structured_matmul takes A and B of In, and C and D of Out. True means that every op,
/// layout, size, batch, epilogue and StructuredKind works, on every execution space. Tuned CUDA
/// kernels are for one kind: structured_supports_tuned.
template <class In, class Out>
inline constexpr bool structured_supports =
    detail::structured_product_types<std::remove_const_t<In>, std::remove_const_t<Out>>;

/// Whether there are tuned CUDA kernels for matrices of this kind: 2:4, of floats 1:2. Others run
/// by structured_matmul_generic, on hosts by structured_matmul_host; on CUDA Backend::tuned throws
/// not_supported for them.
template <class In>
constexpr bool structured_supports_tuned(const StructuredKind& kind) {
  return !detail::is_packed<In> && kind == structured_kind<std::remove_const_t<In>>;
}

/// Whether structured_matmul of these types takes factors of this mode for an operand
/// (StructuredEpilogue::scales). A and B must be narrow, float4_e2m1 or float8_e4m3; for blocks of
/// C and of D's own factors D as well. D is multiplied by a scalar only, and finds factors for
/// blocks only. Such products run by structured_matmul_generic.
template <class In, class Out>
constexpr bool structured_supports_scale(ScaledOperand operand, ScaleMode mode) {
  if (!structured_supports<In, Out>) return false;
  return detail::takes_scale(operand, mode, detail::is_narrow<std::remove_const_t<In>>,
                             detail::is_narrow<std::remove_const_t<Out>>);
}

/// A product prepared for sizes and strides; it does not depend on values or addresses, so that the
/// operands may be others in each apply. Immutable: any number of threads and streams may use one
/// plan, and its copies, at once. apply allocates nothing and waits for nothing. Where the plan's
/// kernel needs a workspace and apply is given none, it runs one that needs none.
template <execution_space Exec, class In, class Out>
class StructuredMatmulPlan {
  static_assert(structured_supports<In, Out>);

 public:
  /// Memory for apply() to work in, of workspace_bytes() or more, from an address that is a
  /// multiple of 16; without it a kernel runs that needs none.
  using workspace_view = Kokkos::View<std::byte*, typename Exec::memory_space>;

  /// An empty plan, to be assigned later: using it is an error (invalid_value).
  StructuredMatmulPlan() = default;
  /// Whether this is a plan, and not an empty one.
  explicit operator bool() const noexcept { return bool(state_); }
  /// What becomes of the sums; its Views are in memory of the execution space.
  using epilogue_type = StructuredEpilogue<typename Exec::memory_space>;

  /// D = scale act(alpha op(A) op(B) + beta C + bias). Returns the kernel that ran.
  /// \throws Error stale_plan where sizes, strides or the structured side are not the plan's;
  ///   invalid_value where the operands do not fit each other, where the workspace is too small or
  ///   not aligned to 16 bytes, or where there is none for a kernel that was asked for by name and
  ///   needs it; not_supported where
  ///   Backend::tuned or a kernel was asked for that does not take the product, or for factors that
  ///   structured_supports_scale says are not there
  template <class A, class B, class C, class D>
  requires(!detail::is_structured_epilogue<C>) KernelId
      apply(const Exec& exec, const ScalarArgument<float>& alpha, const A& a, const B& b,
            const ScalarArgument<float>& beta, const C& c, const D& d,
            const epilogue_type& epilogue = {}, const workspace_view& workspace = {})
  const {
    auto shapes = detail::structured_matmul_shapes<Exec>(state_->op_a, state_->op_b, a, b, d);
    detail::set_structured_c<Exec>(shapes, c, d);
    detail::set_structured_epilogue(shapes, alpha, beta, epilogue);
    return run<structured_operand<A>, structured_operand<D>>(exec, shapes, workspace);
  }

  /// Without C, as with beta = 0.
  template <class A, class B, class D>
  KernelId apply(const Exec& exec, const ScalarArgument<float>& alpha, const A& a, const B& b,
                 const D& d, const epilogue_type& epilogue = {},
                 const workspace_view& workspace = {}) const {
    auto shapes = detail::structured_matmul_shapes<Exec>(state_->op_a, state_->op_b, a, b, d);
    detail::set_structured_epilogue(shapes, alpha, 0, epilogue);
    return run<structured_operand<A>, structured_operand<D>>(exec, shapes, workspace);
  }

  /// The kernel that the plan chose for the operands that it was made with. It may be another where
  /// the addresses of an apply are aligned in another way, the apply has factors, or has no
  /// workspace, unless it was asked for by name.
  KernelId kernel() const { return {state_->selected}; }

  /// The workspace, in bytes, that kernel() needs: its address is a multiple of 16 bytes, its
  /// contents before and after do not count. Each product that runs at the same time as another
  /// needs one of its own.
  std::size_t workspace_bytes() const { return state_->workspace_bytes; }

  /// Why kernel() was chosen, what a product by it computes and moves. The first call of a
  /// process measures the memory's bandwidth.
  StructuredMatmulExplanation explain(const Exec& exec) const try {
    return detail::explain_structured<Exec, In, Out>(exec, *state_);
  } catch (...) {
    detail::rethrow_as_error("StructuredMatmulPlan::explain");
  }

 private:
  template <class Argument>
  using structured_operand = detail::structured_operand_t<Argument>;

  template <execution_space E, class A, class B, class D>
  friend auto structured_matmul_plan(const E&, Op, Op, const A&, const B&, const D&,
                                     const StructuredMatmulOptions&);

  explicit StructuredMatmulPlan(std::shared_ptr<const detail::StructuredPlanState> state)
      : state_("StructuredMatmulPlan", std::move(state)) {}

  template <class CallIn, class CallOut>
  KernelId run(const Exec& exec, const detail::StructuredMatmulShapes& shapes,
               const workspace_view& workspace) const try {
    static_assert(std::is_same_v<In, CallIn> && std::is_same_v<Out, CallOut>,
                  "the operands have the scalar types that the plan was made for");
    const detail::ScopedRegion region("filigree::structured_matmul");
    const auto arguments = detail::structured_arguments(shapes);
    detail::check_structured_plan(*state_, shapes.side, arguments);
    return detail::run_structured_matmul<Exec, In, Out>(
        exec, arguments,
        {state_->backend, state_->kernel, workspace.data(), workspace.extent(0),
         detail::structured_scales(shapes, detail::is_narrow<In>, detail::is_narrow<Out>)});
  } catch (...) {
    detail::rethrow_as_error("structured_matmul");
  }

  detail::PlanPointer<detail::StructuredPlanState> state_{"StructuredMatmulPlan"};
};

/// Makes a plan for products of these sizes, strides and types. Reads nothing but shapes.
/// \throws Error as StructuredMatmulPlan::apply
template <execution_space Exec, class A, class B, class D>
auto structured_matmul_plan(const Exec& exec, Op op_a, Op op_b, const A& a, const B& b, const D& d,
                            const StructuredMatmulOptions& options = {}) try {
  const auto shapes = detail::structured_matmul_shapes<Exec>(op_a, op_b, a, b, d);
  using In = detail::structured_operand_t<A>;
  using Out = detail::structured_operand_t<D>;
  auto state = std::make_shared<detail::StructuredPlanState>();
  state->op_a = op_a;
  state->op_b = op_b;
  state->side = shapes.side;
  state->arguments = detail::structured_arguments(shapes);
  state->backend = options.backend;
  state->kernel = options.kernel;
  state->selected = detail::select_structured_matmul<Exec, In, Out>(
                        exec, state->arguments,
                        {.backend = state->backend,
                         .kernel = state->kernel,
                         .workspace_bytes = std::numeric_limits<std::size_t>::max()})
                        .name;
  state->workspace_bytes = detail::structured_workspace_bytes(state->selected, state->arguments);
  return StructuredMatmulPlan<Exec, In, Out>(std::move(state));
} catch (...) {
  detail::rethrow_as_error("structured_matmul_plan");
}

/// The names of all kernels that take the product, a plan's choice first. They are stable:
/// StructuredMatmulOptions::kernel takes them in any later version.
template <execution_space Exec, class A, class B, class D>
std::vector<std::string_view> structured_matmul_kernels(const Exec& exec, Op op_a, Op op_b,
                                                        const A& a, const B& b, const D& d) try {
  return detail::structured_kernels<Exec, detail::structured_operand_t<A>,
                                    detail::structured_operand_t<D>>(
      exec,
      detail::structured_arguments(detail::structured_matmul_shapes<Exec>(op_a, op_b, a, b, d)));
} catch (...) {
  detail::rethrow_as_error("structured_matmul_kernels");
}

/// D = scale act(alpha op_a(A) op_b(B) + beta C + bias) in one call. Allocates nothing and waits
/// for nothing. m n k kept / group products. \throws Error as StructuredMatmulPlan::apply
template <execution_space Exec, class A, class B, class C, class D>
requires(!detail::is_structured_epilogue<C>) KernelId
    structured_matmul(const Exec& exec, Op op_a, Op op_b, const ScalarArgument<float>& alpha,
                      const A& a, const B& b, const ScalarArgument<float>& beta, const C& c,
                      const D& d,
                      const StructuredEpilogue<typename Exec::memory_space>& epilogue = {},
                      const StructuredMatmulOptions& options = {})
try {
  const detail::ScopedRegion region("filigree::structured_matmul");
  auto shapes = detail::structured_matmul_shapes<Exec>(op_a, op_b, a, b, d);
  detail::set_structured_c<Exec>(shapes, c, d);
  detail::set_structured_epilogue(shapes, alpha, beta, epilogue);
  return detail::run_structured_once<detail::structured_operand_t<A>,
                                     detail::structured_operand_t<D>>(exec, shapes, options);
} catch (...) {
  detail::rethrow_as_error("structured_matmul");
}

/// Without C, as with beta = 0.
template <execution_space Exec, class A, class B, class D>
KernelId structured_matmul(const Exec& exec, Op op_a, Op op_b, const ScalarArgument<float>& alpha,
                           const A& a, const B& b, const D& d,
                           const StructuredEpilogue<typename Exec::memory_space>& epilogue = {},
                           const StructuredMatmulOptions& options = {}) try {
  const detail::ScopedRegion region("filigree::structured_matmul");
  auto shapes = detail::structured_matmul_shapes<Exec>(op_a, op_b, a, b, d);
  detail::set_structured_epilogue(shapes, alpha, 0, epilogue);
  return detail::run_structured_once<detail::structured_operand_t<A>,
                                     detail::structured_operand_t<D>>(exec, shapes, options);
} catch (...) {
  detail::rethrow_as_error("structured_matmul");
}

}  // namespace filigree
