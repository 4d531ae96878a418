// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>

#include <core/execution_spaces.hpp>
#include <filigree/detail/banded_front.hpp>

/// How a plan is made, and told from those for other operands.

namespace filigree::detail {
namespace {

template <class Problem>
void add_vector_strides(const Problem& problem, std::int64_t* to) {
  const auto add = [&](const auto& vectors) {
    *to++ = vectors.row_stride;
    *to++ = vectors.system_stride;
    *to++ = vectors.column_stride;
  };
  add(problem.b);
  add(problem.x);
}

template <class Problem>
BandedLayout banded_layout(const Problem& problem) {
  constexpr bool has_blocks = requires { problem.block_size; };
  BandedLayout result;
  result.sizes[0] = problem.num_rows;
  result.sizes[1] = problem.num_systems;
  result.sizes[2] = problem.num_columns;
  if constexpr (has_blocks)
    result.half_bandwidth = -problem.block_size;
  else
    result.half_bandwidth = problem.half_bandwidth;
  result.periodic = problem.periodic;
  result.pivots = problem.pivots;
  result.conjugate = problem.conjugate;
  std::int64_t* to = result.strides;
  for (const auto& diagonal : problem.diagonals) {
    *to++ = diagonal.row_shift;
    *to++ = diagonal.row_stride;
    *to++ = diagonal.system_stride;
    if constexpr (has_blocks) {
      *to++ = diagonal.inner_row_stride;
      *to++ = diagonal.inner_col_stride;
    }
  }
  add_vector_strides(problem, to);
  return result;
}

}  // namespace

template <class Exec, class Problem>
BandedPlanState make_banded_plan(const Exec& exec, Op op, const Problem& problem,
                                 const BandedSolveOptions& options) {
  BandedPlanState plan;
  plan.op = op;
  plan.options = without_kernel(options);
  plan.kernel = options.kernel;
  plan.layout = banded_layout(problem);
  plan.explanation = explain_banded(exec, problem, {options.backend, options.kernel});
  return plan;
}

template <class Exec, class Problem>
void check_banded_layout(const Exec&, const BandedPlanState& plan, const Problem& problem) {
  if (!(banded_layout(problem) == plan.layout)) throw_stale_banded_plan();
}

#define FILIGREE_INSTANTIATE_PROBLEM(Exec, Problem)                          \
  template BandedPlanState make_banded_plan(const Exec&, Op, const Problem&, \
                                            const BandedSolveOptions&);      \
  template void check_banded_layout(const Exec&, const BandedPlanState&, const Problem&);
#define FILIGREE_INSTANTIATE(Exec, T)                  \
  FILIGREE_INSTANTIATE_PROBLEM(Exec, BandedProblem<T>) \
  FILIGREE_INSTANTIATE_PROBLEM(Exec, BlockTridiagonalProblem<T>)
FILIGREE_FOR_EACH_SPACE_AND_SCALAR(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE
#undef FILIGREE_INSTANTIATE_PROBLEM

}  // namespace filigree::detail
