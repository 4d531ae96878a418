// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>

#include <core/execution_spaces.hpp>
#include <filigree/core/log.hpp>
#include <filigree/detail/call_workspace.hpp>
#include <spgemm/blocks.hpp>
#include <spgemm/messages.hpp>

/// Products of matrices of blocks: from a plan and values to a kernel.

namespace filigree::detail {

namespace {

/// How the blocks of an operand are read. \param stored their layout before `op`
template <class T, class Exec, class Index>
BlockFactor<T> block_factor(const SpgemmOperand<Exec, Index>& operand, const BlockLayout& stored,
                            Op op, const T* values) {
  const BlockLayout block = turned(stored, op);
  const bool by_rows = block.order == BlockOrder::row_major;
  return {values,
          operand.sources.data(),
          operand.segments.data(),
          block.rows * block.cols,
          by_rows ? block.cols : 1,
          by_rows ? 1 : block.rows,
          operand.conjugate};
}

template <class Exec, class Problem>
void launch_block_spgemm(const Exec& exec, const Problem& problem, std::string_view kernel) {
  if constexpr (is_host_execution_v<Exec>)
    if (kernel == BlockSpgemmHost::name) return BlockSpgemmHost::launch(exec, problem);
  BlockSpgemmGeneric::launch(exec, problem);
}

}  // namespace

template <class Exec, class Index, class AB, class C, class Compute>
KernelId run_block_spgemm(const Exec& exec, const BlockSpgemmPlanBase& plan,
                          const SpgemmPlanBase<Exec, Index>& blocks,
                          const SpgemmValues<AB, C, Compute>& values) {
  const CallWorkspace<Exec> workspace("block_spgemm", "BlockSpgemmPlan",
                                      "filigree::spgemm::workspace", exec, values,
                                      std::size_t(plan.workspace_bytes));
  BlockSpgemmProblem<Index, AB, C, Compute> problem{
      .pattern = blocks.pattern(),
      .c = blocks.c,
      .a = block_factor(blocks.a, plan.a_block, plan.op_a, values.a),
      .b = block_factor(blocks.b, plan.b_block, plan.op_b, values.b),
      .block = plan.c_block,
      .inner_block = turned(plan.a_block, plan.op_a).cols,
      .num_rows = plan.num_rows,
      .inner = plan.inner,
      .num_cols = plan.num_cols,
      .alpha = values.alpha,
      .beta = values.beta,
      .values = values.c,
      .longest_row = blocks.prepared.longest_row,
      .workspace = workspace.data(),
      .workspace_bytes = std::size_t(plan.workspace_bytes)};
  rebind_spgemm_rows(problem.pattern.a, blocks.of_a.identity, values.of_a);
  rebind_spgemm_rows(problem.pattern.b, blocks.of_b.identity, values.of_b);
  if (problem.c.nnz > 0) launch_block_spgemm(exec, problem, plan.kernel);
  if (logs_kernels()) log_spgemm(plan.kernel, problem.num_rows, problem.num_cols, problem.c.nnz);
  return {plan.kernel};
}

#define FILIGREE_BLOCK_INDEX(Exec, Index, AB, C, Compute)                     \
  template KernelId run_block_spgemm(const Exec&, const BlockSpgemmPlanBase&, \
                                     const SpgemmPlanBase<Exec, Index>&,      \
                                     const SpgemmValues<AB, C, Compute>&);
#define FILIGREE_BLOCK_PRODUCT(Exec, AB, C, Compute)       \
  FILIGREE_BLOCK_INDEX(Exec, std::int32_t, AB, C, Compute) \
  FILIGREE_BLOCK_INDEX(Exec, std::int64_t, AB, C, Compute)
#define FILIGREE_SPGEMM_TYPES(...) \
  FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_BLOCK_PRODUCT, __VA_ARGS__)
#include <filigree/detail/spgemm_types.inc>
#undef FILIGREE_SPGEMM_TYPES
#undef FILIGREE_BLOCK_PRODUCT
#undef FILIGREE_BLOCK_INDEX

}  // namespace filigree::detail
