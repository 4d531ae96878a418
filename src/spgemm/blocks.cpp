// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>

#include <core/execution_spaces.hpp>
#include <filigree/core/log.hpp>
#include <select/choose.hpp>
#include <spgemm/blocks.hpp>
#include <spgemm/messages.hpp>

/// Products of matrices of blocks: the choice of a kernel, and the instances.

namespace filigree::detail {

template <class Exec>
BlockSpgemmChoice choose_block_spgemm(const Exec& exec, Backend backend, std::string_view asked,
                                      std::int64_t num_block_rows, std::int64_t num_block_cols,
                                      std::int64_t bytes_of_longest_row, std::int64_t limit) {
  KernelCandidates candidates;
  std::int64_t bytes = 0;
  if constexpr (is_host_execution_v<Exec>) {
    bytes = BlockSpgemmHost::workspace_bytes(exec, num_block_rows, num_block_cols,
                                             bytes_of_longest_row, limit);
    if (bytes > 0 || bytes_of_longest_row == 0) candidates.add(BlockSpgemmHost::name, 1);
  }
  BlockSpgemmChoice choice;
  choice.kernel =
      choose_kernel("block_spgemm", backend, asked, BlockSpgemmGeneric::name, candidates.span());
  if (choice.kernel != BlockSpgemmGeneric::name) choice.workspace_bytes = bytes;
  return choice;
}

template <class Exec, class Index, class AB, class C, class Compute>
KernelId run_block_spgemm(const Exec& exec,
                          const BlockSpgemmProblem<Index, AB, C, Compute>& problem,
                          std::string_view kernel) {
  if (problem.c.nnz > 0) {
    bool ran = false;
    if constexpr (is_host_execution_v<Exec>)
      if (kernel == BlockSpgemmHost::name) {
        BlockSpgemmHost::launch(exec, problem);
        ran = true;
      }
    if (!ran) BlockSpgemmGeneric::launch(exec, problem);
  }
  if (logs_kernels()) log_spgemm(kernel, problem.num_rows, problem.num_cols, problem.c.nnz);
  return {kernel};
}

#define FILIGREE_BLOCK_CHOICE(Exec)                                                        \
  template BlockSpgemmChoice choose_block_spgemm(const Exec&, Backend, std::string_view,   \
                                                 std::int64_t, std::int64_t, std::int64_t, \
                                                 std::int64_t);
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_BLOCK_CHOICE)
#undef FILIGREE_BLOCK_CHOICE

#define FILIGREE_BLOCK_PRODUCT(Exec, AB, C, Compute)                                           \
  template KernelId run_block_spgemm(                                                          \
      const Exec&, const BlockSpgemmProblem<std::int32_t, AB, C, Compute>&, std::string_view); \
  template KernelId run_block_spgemm(                                                          \
      const Exec&, const BlockSpgemmProblem<std::int64_t, AB, C, Compute>&, std::string_view);
#define FILIGREE_SPGEMM_TYPES(...) \
  FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_BLOCK_PRODUCT, __VA_ARGS__)
#include <filigree/detail/spgemm_types.inc>
#undef FILIGREE_SPGEMM_TYPES
#undef FILIGREE_BLOCK_PRODUCT

}  // namespace filigree::detail
