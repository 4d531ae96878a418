// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>
#include <limits>
#include <memory>

#include <core/execution_spaces.hpp>
#include <filigree/detail/operator_front.hpp>
#include <select/choose.hpp>
#include <spgemm/blocks.hpp>

/// How a plan for matrices of blocks is made.

namespace filigree::detail {
namespace {

constexpr const char* operation = "block_spgemm_plan";

/// Sets the kernel for the values and the workspace that it is best given. \param num_block_rows,
/// num_block_cols of op(A) and op(B). \param limit of the workspace
template <class Exec>
void choose_block_kernel(const Exec& exec, const SpgemmOptions& options,
                         std::int64_t num_block_rows, std::int64_t num_block_cols,
                         std::int64_t bytes_of_longest_row, std::int64_t limit,
                         BlockSpgemmPlanBase& plan) {
  KernelCandidates candidates;
  std::int64_t bytes = 0;
  if constexpr (is_host_execution_v<Exec>) {
    bytes = BlockSpgemmHost::workspace_bytes(exec, num_block_rows, num_block_cols,
                                             bytes_of_longest_row, limit);
    if (bytes > 0 || bytes_of_longest_row == 0) candidates.add(BlockSpgemmHost::name, 1);
  }
  plan.kernel = choose_kernel("block_spgemm", options.backend, options.kernel,
                              BlockSpgemmGeneric::name, candidates.span());
  if (plan.kernel != BlockSpgemmGeneric::name) plan.workspace_bytes = bytes;
}

}  // namespace

void check_block_spgemm(Op op_a, const SpgemmIdentity& a, const BlockLayout& a_block, Op op_b,
                        const SpgemmIdentity& b, const BlockLayout& b_block) {
  check_general(operation, "A", a.properties);
  check_general(operation, "B", b.properties);
  check_spgemm_sizes(op_a, a, op_b, b);
  const std::int64_t inner = turned(a_block, op_a).cols;
  check_size(operation, "B.block()", b_block.rows, b_block.cols,
             op_b == Op::none ? inner : b_block.rows, op_b == Op::none ? b_block.cols : inner,
             "blocks of op(B) having as many rows as those of op(A) have columns");
}

template <class Offset, class Exec, class Index>
std::shared_ptr<const BlockSpgemmState<Exec, Index, Offset>> make_block_spgemm_plan(
    const Exec& exec, const BlockSpgemmInput<Exec, Index>& input) {
  const auto state = std::make_shared<BlockSpgemmState<Exec, Index, Offset>>();
  const BlockLayout a = turned(input.a_block, input.op_a), b = turned(input.b_block, input.op_b);
  const SpgemmIdentity &of_a = input.of_a.identity, &of_b = input.of_b.identity;
  state->op_a = input.op_a;
  state->op_b = input.op_b;
  state->a_block = input.a_block;
  state->b_block = input.b_block;
  state->c_block = {a.rows, b.cols, input.a_block.order};
  state->num_rows = input.op_a == Op::none ? of_a.num_rows : of_a.num_cols;
  state->inner = input.op_a == Op::none ? of_a.num_cols : of_a.num_rows;
  state->num_cols = input.op_b == Op::none ? of_b.num_cols : of_b.num_rows;

  SpgemmPlanInput<Exec, Index> pattern = input;
  pattern.compute_bytes = 0;  // the plan of the pattern is not for values
  pattern.options.kernel = {};
  if (pattern.options.backend == Backend::tuned) pattern.options.backend = Backend::automatic;
  pattern.options.lists_products = false;
  pattern.options.used_once = false;
  pattern.options.sorted = true;  // values' kernels look blocks up
  state->blocks = make_spgemm_plan<Offset>(exec, pattern);
  const SpgemmPlanBase<Exec, Index>& blocks = *state->blocks;
  const std::int64_t limit =
      input.options.memory_limit_bytes.value_or(std::numeric_limits<std::int64_t>::max());
  choose_block_kernel(exec, input.options, blocks.a.rows.num_rows, blocks.b.rows.num_cols,
                      blocks.prepared.longest_row * a.rows * b.cols * input.compute_bytes,
                      limit - blocks.memory_bytes(), *state);
  return state;
}

#define FILIGREE_INSTANTIATE(Exec, Index, Offset)                       \
  template std::shared_ptr<const BlockSpgemmState<Exec, Index, Offset>> \
  make_block_spgemm_plan<Offset>(const Exec&, const BlockSpgemmInput<Exec, Index>&);
FILIGREE_FOR_EACH_SPACE_AND_INTEGERS(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
