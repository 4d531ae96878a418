// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <memory>

#include <core/execution_spaces.hpp>
#include <factor/analyse.hpp>
#include <factor/messages.hpp>

namespace filigree::detail {
namespace {

/// Throws stale_plan where sizes, or with PatternCheck::content the contents, are others.
template <class Exec, class Index>
void check_factor_contents(const Exec& exec, const FactorPlanState<Exec, Index>& state,
                           const FactorSource<Index>& source) {
  if (!has_same_shape(state.source, source))
    throw_stale_factor_plan(state.kind,
                            "another pattern than the plan's: its size or properties differ");
  if (state.options.pattern_check == PatternCheck::content &&
      factor_checksum(exec, source) != state.checksum)
    throw_stale_factor_plan(state.kind, "other indices than those that the plan was made for");
}

}  // namespace

template <class Exec, class Index>
std::shared_ptr<const FactorPlanState<Exec, Index>> make_factor_plan(
    const Exec& exec, FactorKind kind, const FactorSource<Index>& source,
    const IncompleteFactorOptions& options, PlanUse use) {
  const Kokkos::Timer timer;
  const auto state = std::make_shared<FactorPlanState<Exec, Index>>();
  state->kind = kind;
  state->source = source;
  state->options = without_kernel(options);
  state->kernel = options.kernel;
  state->analysis = analyse_factor(exec, kind, source, options, use);
  if (options.pattern_check == PatternCheck::content)
    state->checksum = factor_checksum(exec, source);
  state->build_seconds = timer.seconds();
  log_factor_plan(kind, state->analysis.statistics, state->analysis.memory_bytes(),
                  state->build_seconds);
  return state;
}

template <class Exec, class Index>
void check_factor_pattern(const Exec& exec, const FactorPlanState<Exec, Index>& state,
                          const FactorSource<Index>& source) {
  if (state.options.pattern_check == PatternCheck::content)
    check_factor_contents(exec, state, source);
  else if (!(state.source == source))
    throw_stale_factor_plan(
        state.kind, "another pattern than the plan's: its size, properties or arrays differ");
}

template <class Exec, class Index>
std::shared_ptr<const FactorPlanState<Exec, Index>> bind_factor_plan(
    const Exec& exec, const FactorPlanState<Exec, Index>& state,
    const FactorSource<Index>& source) {
  check_factor_contents(exec, state, source);
  const auto bound = std::make_shared<FactorPlanState<Exec, Index>>(state);
  bound->source = source;
  rebind_rows(bound->analysis.rows, state.source, source);
  return bound;
}

#define FILIGREE_INSTANTIATE(Exec, Index)                                                  \
  template std::shared_ptr<const FactorPlanState<Exec, Index>> make_factor_plan(           \
      const Exec&, FactorKind, const FactorSource<Index>&, const IncompleteFactorOptions&, \
      PlanUse);                                                                            \
  template void check_factor_pattern(const Exec&, const FactorPlanState<Exec, Index>&,     \
                                     const FactorSource<Index>&);                          \
  template std::shared_ptr<const FactorPlanState<Exec, Index>> bind_factor_plan(           \
      const Exec&, const FactorPlanState<Exec, Index>&, const FactorSource<Index>&);
FILIGREE_FOR_EACH_SPACE_AND_INTEGER(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
