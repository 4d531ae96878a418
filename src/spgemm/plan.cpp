// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <limits>
#include <memory>

#include <core/execution_spaces.hpp>
#include <spgemm/messages.hpp>
#include <spgemm/phases.hpp>

/// How a plan is made of the rows of its operands.

namespace filigree::detail {

template <class Offset, class Exec, class Index>
std::shared_ptr<const SpgemmPlanState<Exec, Index, Offset>> make_spgemm_plan(
    const Exec& exec, const SpgemmPlanInput<Exec, Index>& input,
    CsrPatternArrays<Index, Offset, typename Exec::memory_space>* kept) {
  constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();
  const Kokkos::Timer timer;
  const auto state = std::make_shared<SpgemmPlanState<Exec, Index, Offset>>();
  static_cast<SpgemmPlanInput<Exec, Index>&>(*state) = input;
  state->options = without_kernel(input.options);
  state->kernel = input.options.kernel;
  state->properties.index_base =
      input.options.index_base.value_or(input.of_a.identity.properties.index_base);
  const std::int64_t limit = input.options.memory_limit_bytes.value_or(unlimited);
  const std::int64_t gathered = state->workspace_bytes(input.ab_bytes, input.compute_bytes);
  const SpgemmLimits limits{input.options.backend,
                            state->kernel,
                            limit,
                            state->memory_bytes(),
                            gathered,
                            input.options.lists_products,
                            input.options.used_once,
                            input.options.sorted};

  const auto pattern = state->pattern();
  const auto counts = count_spgemm(exec, pattern, limits, state->prepared);
  check_spgemm_nnz(counts.nnz, state->prepared.products,
                   std::int64_t(std::numeric_limits<Offset>::max()) - 1);
  CsrPatternArrays<Index, Offset, typename Exec::memory_space> own;
  auto& arrays = kept != nullptr ? *kept : own;
  const bool is_pooled = kept == nullptr && input.copies_pattern && limit == unlimited;
  const auto array_of = [&]<class T, class Space>(const char* label, std::int64_t length,
                                                  Kokkos::View<T*, Space>& array,
                                                  ScratchArray<T, Space>& pooled) {
    if (!is_pooled) return kept_array("spgemm_plan", exec, label, length, array);
    pooled = plan_array<T>("spgemm_plan", exec, label, length);
    return pooled.view();
  };
  const auto row_offsets = array_of("filigree::row_offsets", pattern.a.num_rows + 1,
                                    arrays.row_offsets, state->pooled_offsets);
  const auto col_indices =
      array_of("filigree::col_indices", counts.nnz, arrays.col_indices, state->pooled_columns);
  fill_spgemm(exec, pattern, counts, limits, state->properties.index_base, row_offsets.data(),
              col_indices.data(), state->prepared);
  state->properties.sorted = state->prepared.sorted;
  state->properties.unique = true;
  state->row_offsets = row_offsets;
  state->col_indices = col_indices;
  state->c = {pattern.a.num_rows, pattern.b.num_cols,
              counts.nnz,         std::int64_t(state->properties.index_base),
              row_offsets.data(), col_indices.data()};
  const std::int64_t held = state->memory_bytes() + gathered;
  check_spgemm_limit(limit, held);
  state->kernel_bytes =
      spgemm_kernel_workspace_bytes(exec, state->c, state->prepared, input.compute_bytes,
                                    limit == unlimited ? unlimited : limit - held);
  check_spgemm_limit(limit, held + state->kernel_bytes);
  log_spgemm_plan(pattern.a.num_rows, pattern.b.num_cols, state->prepared.products, counts.nnz,
                  state->memory_bytes(), timer.seconds());
  return state;
}

#define FILIGREE_INSTANTIATE(Exec, Index, Offset)                                                \
  template std::shared_ptr<const SpgemmPlanState<Exec, Index, Offset>> make_spgemm_plan<Offset>( \
      const Exec&, const SpgemmPlanInput<Exec, Index>&,                                          \
      CsrPatternArrays<Index, Offset, typename Exec::memory_space>*);
FILIGREE_FOR_EACH_SPACE_AND_INTEGERS(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
