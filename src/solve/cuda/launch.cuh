// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>

#include "cuda/launch.hpp"
#include "solve/cuda/launch.hpp"
#include "solve/cuda/levels.cuh"

namespace filigree::cuda {

template <class T, class Index>
cudaError_t launch_solve(const SolveArguments<T, Index>& arguments, int multiprocessors,
                         void* workspace, cudaStream_t stream) {
  const std::int64_t rows = arguments.num_rows;
  const cudaError_t error =
      cudaMemsetAsync(workspace, 0xff, solve_workspace_bytes(rows, sizeof(T)), stream);
  if (error != cudaSuccess) return error;
  // Few warps, for those that wait ask again and again: more of them keep the L2 cache from those
  // that could go on.
  LaunchShape shape;
  shape.threads = 32;
  shape.blocks = std::min<std::int64_t>((rows + 31) / 32, 4 * std::int64_t(multiprocessors));
  auto* const ticket = static_cast<unsigned long long*>(workspace);
  auto* const words = reinterpret_cast<Word<T>*>(ticket + 2);
  const bool is_sparse = arguments.num_entries <= 5 * rows;
  return launch_kernel(
      is_sparse ? solve_levels_kernel<T, Index, 4> : solve_levels_kernel<T, Index, 8>, shape, false,
      stream, arguments, ticket, words);
}

}  // namespace filigree::cuda
