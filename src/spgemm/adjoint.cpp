// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>
#include <limits>
#include <memory>
#include <string_view>
#include <utility>

#include <core/execution_spaces.hpp>
#include <filigree/core/log.hpp>
#include <filigree/detail/call_workspace.hpp>
#include <filigree/detail/operator_front.hpp>
#include <select/choose.hpp>
#include <spgemm/adjoint.hpp>
#include <spgemm/messages.hpp>
#include <spgemm/ordered_values.hpp>

/// Gradients of products: plans, and from a plan and values to a kernel.

namespace filigree::detail {
namespace {

using AdjointKernels = KernelList<SpgemmAdjointHost>;

/// Sets the plan's kernel and its workspace, which is not to pass the limit.
template <class Exec, class Index>
void choose_adjoint_kernel(const Exec& exec, const SpgemmOptions& options, std::int64_t limit,
                           SpgemmAdjointState<Exec, Index>& plan) {
  const SpgemmRows<Index>&places = plan.places.rows, &left = plan.left.rows;
  const SpgemmInput input{places.num_rows, places.num_cols, left.num_cols,
                          places.nnz,      left.nnz,        device_limits(exec)};
  auto candidates = kernel_candidates<Exec, SpgemmRows<Index>>(AdjointKernels{}, input);
  std::int64_t bytes = 0;
  if constexpr (is_host_execution_v<Exec>) {
    // Not even one worker's array fits: entries need none.
    bytes = SpgemmAdjointHost::workspace_bytes(exec, places.num_rows, left.num_cols, limit);
    if (bytes <= SpgemmAdjointHost::counter_bytes || bytes > limit) candidates = {};
  }
  plan.kernel = choose_kernel("spgemm_adjoint", options.backend, options.kernel,
                              SpgemmAdjointGeneric::name, candidates.span());
  if (plan.kernel != SpgemmAdjointGeneric::name) plan.kernel_bytes = bytes;
}

}  // namespace

void check_spgemm_adjoint(SpgemmSide side, Op op_a, Op op_b, const SpgemmIdentity& factor,
                          const SpgemmIdentity& grad_c, const SpgemmIdentity& gradient) {
  const std::string_view operation = spgemm_adjoint_name(side);
  check_general(operation, gradient_name(side), gradient.properties);
  const bool is_a = side == SpgemmSide::a;
  const auto rows = [](Op op, const SpgemmIdentity& m) {
    return op == Op::none ? m.num_rows : m.num_cols;
  };
  const auto cols = [](Op op, const SpgemmIdentity& m) {
    return op == Op::none ? m.num_cols : m.num_rows;
  };
  // op(factor) has the size that grad_C leaves it and an inner one, which the gradient shares.
  const Op op = is_a ? op_b : op_a, op_gradient = is_a ? op_a : op_b;
  const std::int64_t inner = is_a ? rows(op, factor) : cols(op, factor);
  const std::int64_t outer = is_a ? grad_c.num_cols : grad_c.num_rows;
  const bool keeps = (op == Op::none) == is_a;
  check_size(operation, factor_name(side), factor.num_rows, factor.num_cols, keeps ? inner : outer,
             keeps ? outer : inner,
             is_a ? "op(B) having the columns of grad_C" : "op(A) having the rows of grad_C");
  const std::int64_t gradient_rows = is_a ? grad_c.num_rows : inner;
  const std::int64_t gradient_cols = is_a ? inner : grad_c.num_cols;
  const bool turned = op_gradient != Op::none;
  check_size(operation, gradient_name(side), gradient.num_rows, gradient.num_cols,
             turned ? gradient_cols : gradient_rows, turned ? gradient_rows : gradient_cols,
             is_a ? "op(A) having the rows of grad_C and as many columns as op(B) has rows"
                  : "op(B) having the columns of grad_C and as many rows as op(A) has columns");
}

template <class Exec, class Index>
std::shared_ptr<const SpgemmAdjointState<Exec, Index>> make_spgemm_adjoint_plan(
    const Exec& exec, SpgemmAdjointState<Exec, Index> prepared, const SpgemmOptions& options,
    std::int64_t ab_bytes, std::int64_t compute_bytes) {
  const std::int64_t limit =
      options.memory_limit_bytes.value_or(std::numeric_limits<std::int64_t>::max());
  const std::int64_t held =
      prepared.memory_bytes() + prepared.workspace_bytes(ab_bytes, compute_bytes);
  check_spgemm_limit(limit, held);
  choose_adjoint_kernel(exec, options, limit - held, prepared);
  return std::make_shared<const SpgemmAdjointState<Exec, Index>>(std::move(prepared));
}

template <class Exec, class Index, class AB, class C, class Compute>
KernelId run_spgemm_adjoint(const Exec& exec, const SpgemmAdjointState<Exec, Index>& plan,
                            const SpgemmAdjointValues<AB, C, Compute>& values) {
  using Problem = SpgemmAdjointProblem<Index, AB, C, Compute>;
  const CallWorkspace<Exec> of_call(spgemm_adjoint_name(plan.side), "SpgemmAdjointPlan",
                                    "filigree::spgemm::workspace", exec, values,
                                    std::size_t(plan.workspace_bytes(sizeof(AB), sizeof(C))));
  std::byte* workspace = of_call.data();
  Problem problem{.places = plan.places.rows,
                  .left = plan.left.rows,
                  .right = plan.right.rows,
                  .sources = plan.places.sources.data(),
                  .segments = plan.places.segments.data(),
                  .conjugate_right = plan.right.conjugate,
                  .conjugate_result = plan.places.conjugate,
                  .alpha = values.alpha,
                  .beta = values.beta,
                  .gradient = values.gradient};
  rebind_spgemm_rows(problem.places, plan.of_gradient.identity, values.of_gradient);
  rebind_spgemm_rows(problem.left, plan.of_c.identity, values.of_c);
  rebind_spgemm_rows(problem.right, plan.of_factor.identity, values.of_factor);
  problem.left_values = ordered_spgemm_values(exec, plan.left, values.grad_c, workspace);
  problem.right_values = ordered_spgemm_values(exec, plan.right, values.factor, workspace);
  problem.workspace = workspace;
  problem.workspace_bytes = std::size_t(plan.kernel_bytes);
  const auto launch = [&]<class Kernel>() { Kernel::launch(exec, problem); };
  if (problem.places.nnz > 0 && !visit_kernel<Exec, Problem>(AdjointKernels{}, plan.kernel, launch))
    launch.template operator()<SpgemmAdjointGeneric>();
  if (logs_kernels())
    log_spgemm(plan.kernel, problem.places.num_rows, problem.places.num_cols, problem.places.nnz);
  return {plan.kernel};
}

#define FILIGREE_ADJOINT_INDEX(Exec, Index)                                                 \
  template std::shared_ptr<const SpgemmAdjointState<Exec, Index>> make_spgemm_adjoint_plan( \
      const Exec&, SpgemmAdjointState<Exec, Index>, const SpgemmOptions&, std::int64_t,     \
      std::int64_t);
FILIGREE_FOR_EACH_SPACE_AND_INTEGER(FILIGREE_ADJOINT_INDEX)
#undef FILIGREE_ADJOINT_INDEX

#define FILIGREE_ADJOINT_INDEX(Exec, Index, AB, C, Compute)                                 \
  template KernelId run_spgemm_adjoint(const Exec&, const SpgemmAdjointState<Exec, Index>&, \
                                       const SpgemmAdjointValues<AB, C, Compute>&);
#define FILIGREE_ADJOINT_PRODUCT(Exec, AB, C, Compute)       \
  FILIGREE_ADJOINT_INDEX(Exec, std::int32_t, AB, C, Compute) \
  FILIGREE_ADJOINT_INDEX(Exec, std::int64_t, AB, C, Compute)
#define FILIGREE_SPGEMM_TYPES(...) \
  FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_ADJOINT_PRODUCT, __VA_ARGS__)
#include <filigree/detail/spgemm_types.inc>
#undef FILIGREE_SPGEMM_TYPES
#undef FILIGREE_ADJOINT_PRODUCT
#undef FILIGREE_ADJOINT_INDEX

}  // namespace filigree::detail
