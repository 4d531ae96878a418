// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>

#include "cuda/handed_on.hpp"
#include "cuda/launch.hpp"
#include "solve/cuda/launch.hpp"

namespace filigree::cuda {

/// Right-hand sides for kernels that hand unknowns on in words of the workspace, as many at once as
/// it has words for: launch(arguments of these, ticket, words), which returns an error.
/// \param tile that a row's words are a multiple of
template <class T, class Index, class Launch>
cudaError_t solve_by_words(SolveArguments<T, Index> arguments, std::int64_t at_once,
                           std::int64_t tile, void* workspace, cudaStream_t stream,
                           const Launch& launch) {
  const std::int64_t all_columns = arguments.num_columns;
  auto* const ticket = static_cast<unsigned long long*>(workspace);
  auto* const words = reinterpret_cast<Word<T>*>(ticket + 2);
  for (std::int64_t done = 0; done < all_columns; done += at_once) {
    arguments.num_columns = std::min(at_once, all_columns - done);
    const std::int64_t row_words = (arguments.num_columns + tile - 1) / tile * tile;
    const cudaError_t set = cudaMemsetAsync(
        workspace, 0xff,
        solve_workspace_bytes(arguments.num_rows * arguments.block_size, row_words, sizeof(T)),
        stream);
    if (set != cudaSuccess) return set;
    const cudaError_t error = launch(arguments, ticket, words);
    if (error != cudaSuccess) return error;
    arguments.b += at_once * arguments.b_col_stride;
    arguments.x += at_once * arguments.x_col_stride;
  }
  return cudaSuccess;
}

}  // namespace filigree::cuda
