// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>

#include "solve/cuda/launch_words.cuh"
#include "solve/cuda/levels_long_rows.cuh"

namespace filigree::cuda {

template <class T, class Index>
struct SolveLevelsShape {
  void (*kernel)(SolveArguments<T, Index>, unsigned long long*, Word<T>*);
  int lanes;  ///< of a share
  int warps;  ///< of a multiprocessor
  int block_warps = 1;
};

/// Rows that are long on average. Where they are a chain, or nearly, what counts is how soon the
/// next one goes on; else that those which wait ask for few words.
template <class T, class Index>
SolveLevelsShape<T, Index> solve_long_rows_shape(const SolveArguments<T, Index>& a) {
  const bool is_chain = 2 * a.num_levels > a.num_rows;
  if (a.num_columns > 1 && is_chain) return {solve_levels_kernel<T, Index, 1, 4>, 1, 32};
  if (a.num_columns > 1) return {solve_levels_kernel<T, Index, 8, 2>, 8, 16};
  if (is_chain) return {solve_levels_kernel<T, Index, 4, 4>, 4, 16};
  return {solve_levels_kernel<T, Index, 2, 4>, 2, 16};
}

/// Few warps, for those that wait ask again and again: more of them keep the L2 cache from those
/// that could go on.
template <class T, class Index>
SolveLevelsShape<T, Index> solve_levels_shape(const SolveArguments<T, Index>& a) {
  const bool short_rows = has_short_rows(a.num_rows, a.num_entries);
  if (has_few_long_rows(a.num_rows, a.num_entries, a.max_row_entries))
    return {solve_long_rows_kernel<T, Index, 16, 8, 4>, 8, 16, 16};
  if (a.max_row_entries > 8192) return {solve_levels_kernel<T, Index, 32, 4>, 32, 32};
  if (a.num_columns > 16) return {solve_levels_kernel<T, Index, 1, 4>, 1, 32};
  const bool few_wait = a.order.is_null();
  if (!few_wait && a.num_entries > 128 * a.num_rows) return solve_long_rows_shape(a);
  if (a.num_columns > 1 && short_rows) return {solve_levels_kernel<T, Index, 1, 4>, 1, 16};
  if (a.num_columns > 1) return {solve_levels_kernel<T, Index, 2, 4>, 2, 32};
  if (few_wait && a.num_entries <= 2 * a.num_rows)
    return {solve_levels_kernel<T, Index, 1, 4>, 1, 32};
  if (few_wait) return {solve_levels_kernel<T, Index, 4, 4>, 4, 16};
  if (a.max_row_entries > 128) return {solve_levels_kernel<T, Index, 8, 4>, 8, 16};
  if (short_rows) return {solve_levels_kernel<T, Index, 2, 2>, 2, 16};
  return {solve_levels_kernel<T, Index, 4, 2>, 4, 16};
}

template <class T, class Index>
cudaError_t launch_solve(SolveArguments<T, Index> arguments, int multiprocessors, void* workspace,
                         cudaStream_t stream) {
  return solve_by_words(
      arguments, solve_columns_at_once, 1, workspace, stream,
      [&](const auto& some, auto* ticket, auto* words) {
        const auto shape = solve_levels_shape(some);
        const std::int64_t shares = some.num_rows * some.num_columns;
        LaunchShape launch;
        launch.threads = unsigned(32 * shape.block_warps);
        const std::int64_t warps = std::min<std::int64_t>(
            (shares * shape.lanes + 31) / 32, std::int64_t(shape.warps) * multiprocessors);
        launch.blocks = (warps + shape.block_warps - 1) / shape.block_warps;
        return launch_kernel(shape.kernel, launch, false, stream, some, ticket, words);
      });
}

}  // namespace filigree::cuda
