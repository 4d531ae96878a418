// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <string_view>

#include <core/device_limits.hpp>
#include <core/execution_spaces.hpp>
#include <filigree/core/log.hpp>
#include <filigree/detail/explain_front.hpp>
#include <filigree/detail/geam_front.hpp>
#include <geam/generic.hpp>
#include <geam/messages.hpp>
#include <geam/operand.hpp>
#include <geam/tuned.hpp>
#include <select/kernel_list.hpp>
#include <spmv/checksum.hpp>

namespace filigree::detail {
namespace {

constexpr std::string_view generic_kernel = "geam_generic";

template <class Exec>
std::string_view choose_geam(const Exec& exec, const GeamOptions& options, std::int64_t num_rows,
                             std::int64_t a_nnz, std::int64_t b_nnz) {
  const GeamInput input{num_rows, a_nnz, b_nnz, device_limits(exec)};
  const auto candidates =
      kernel_candidates<Exec, GeamProblem>(typename TunedGeam<Exec>::type{}, input);
  return choose_kernel("geam_plan", options.backend, options.kernel, generic_kernel,
                       candidates.span());
}

/// C's arrays, by the pattern kernels of `Union`.
template <class Union, class Exec, class Index, class Offset>
void make_pattern(const Exec& exec, const Union& sum, GeamPlanState<Exec, Index, Offset>& state) {
  using Space = typename Exec::memory_space;
  const IndexBase base = state.properties.index_base;
  state.row_offsets =
      allocate<Offset, Space>("geam_plan", exec, "filigree::geam::row_offsets", state.num_rows + 1);
  state.nnz = sum.count(base, state.row_offsets.data());
  check_geam_nnz("C", state.nnz, sizeof(Offset));
  const std::int64_t words = groups_of(state.nnz, GeamWord::entries);
  state.col_indices =
      allocate<Index, Space>("geam_plan", exec, "filigree::geam::col_indices", state.nnz);
  state.words = geam_kept<GeamWord>(exec, "filigree::geam::words", words);
  state.groups =
      geam_kept<GeamRanks>(exec, "filigree::geam::groups", groups_of(words, GeamRanks::words));
  Kokkos::deep_copy(exec,
                    as_view<Exec>(reinterpret_cast<std::uint32_t*>(state.words.data()), 4 * words),
                    std::uint32_t(0));
  sum.fill(GeamOutput<Index, Offset>{base, state.nnz, state.row_offsets.data(),
                                     state.col_indices.data(), state.words.data(),
                                     state.groups.data()});
}

template <class Exec, class Index, class Offset>
void make_chosen_pattern(const Exec& exec, const CompressedPattern<Index, Offset>& a,
                         const CompressedPattern<Index, Offset>& b,
                         GeamPlanState<Exec, Index, Offset>& state) {
  if (state.kernel.name == generic_kernel)
    return make_pattern(exec, GenericUnion<Exec, Index, Offset>(exec, a, b), state);
  visit_kernel<Exec, GeamProblem>(
      typename TunedGeam<Exec>::type{}, state.kernel.name, [&]<class Kernel>() {
        make_pattern(exec, typename Kernel::template Union<Exec, Index, Offset>(exec, a, b), state);
      });
}

}  // namespace

template <class Exec>
std::uint64_t geam_checksum(const Exec& exec, const GeamOperand& operand) {
  return checksum(exec, line_offsets(operand.offsets, operand.num_majors()),
                  {operand.indices, operand.nnz});
}

template <class Exec, class Index, class Offset>
std::shared_ptr<const GeamPlanState<Exec, Index, Offset>> make_geam_plan(
    const Exec& exec, Op op_a, const GeamOperand& a, Op op_b, const GeamOperand& b,
    const GeamOptions& options) {
  const Kokkos::Timer timer;
  check_geam_shapes(op_a, a, op_b, b);
  const auto state = std::make_shared<GeamPlanState<Exec, Index, Offset>>();
  state->a = a;
  state->b = b;
  state->num_rows = op_a == Op::none ? a.num_rows : a.num_cols;
  state->num_cols = op_a == Op::none ? a.num_cols : a.num_rows;
  state->properties.index_base = options.index_base.value_or(a.properties.index_base);
  state->properties.sorted = state->properties.unique = true;
  check_extent("geam_plan", "C.num_cols", state->num_cols, max_extent<Index>,
               "the index type's range");
  state->kernel = {choose_geam(exec, options, state->num_rows, a.nnz, b.nnz)};
  state->pattern_check = options.pattern_check;
  if (options.pattern_check == PatternCheck::content)
    state->checksum = geam_checksum(exec, a) ^ (3 * geam_checksum(exec, b));
  const auto rows_a = rows_of_operand<Exec, Index, Offset>(exec, "A", op_a, a);
  const auto rows_b = rows_of_operand<Exec, Index, Offset>(exec, "B", op_b, b);
  state->a_source = rows_a.source;
  state->b_source = rows_b.source;
  make_chosen_pattern(exec, rows_a.pattern, rows_b.pattern, *state);
  exec.fence("filigree::geam_plan");  // the rows of the operands go out of scope
  state->build_seconds = timer.seconds();
  log_new_plan("geam_plan", "csr", state->memory_bytes(), state->build_seconds);
  if (logs_kernels())
    log_geam_plan(state->kernel.name, state->num_rows, state->num_cols, a.nnz, b.nnz, state->nnz);
  return state;
}

#define FILIGREE_GEAM_PLAN(Exec, Index, Offset)                                      \
  template std::shared_ptr<const GeamPlanState<Exec, Index, Offset>> make_geam_plan( \
      const Exec&, Op, const GeamOperand&, Op, const GeamOperand&, const GeamOptions&);
#define FILIGREE_INSTANTIATE(Exec)                                       \
  template std::uint64_t geam_checksum(const Exec&, const GeamOperand&); \
  FILIGREE_PAIRS_OF_INTEGERS(Exec, FILIGREE_GEAM_PLAN)
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE
#undef FILIGREE_GEAM_PLAN

}  // namespace filigree::detail
