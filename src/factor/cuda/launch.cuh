// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>

#include "cuda/launch.hpp"
#include "factor/cuda/launch.hpp"
#include "factor/cuda/levels.cuh"

namespace filigree::cuda {

constexpr std::int64_t factor_blocks = 6;  ///< of a multiprocessor, where they fit

/// Bytes of shared memory of a block.
template <class T, class Index>
std::size_t factor_shared_bytes(int lanes, int room) {
  return std::size_t(factor_warps) * (32 / lanes) * room * (sizeof(T) + sizeof(Index));
}

template <class T, class Index, int Lanes>
cudaError_t launch_factor_with(const FactorArguments<T, Index>& a, int multiprocessors,
                               void* workspace, cudaStream_t stream) {
  const int room = int(a.max_row_entries);
  const auto kernel = a.is_lu ? factor_levels_kernel<T, Index, Lanes, true>
                              : factor_levels_kernel<T, Index, Lanes, false>;
  LaunchShape shape;
  shape.threads = 32 * factor_warps;
  shape.shared_bytes = factor_shared_bytes<T, Index>(Lanes, room);
  const std::int64_t rows_of_block = factor_warps * (32 / Lanes);
  const std::int64_t fit = std::max<std::int64_t>(1, 160 * 1024 / std::int64_t(shape.shared_bytes));
  shape.blocks =
      std::min<std::int64_t>((a.num_rows + rows_of_block - 1) / rows_of_block,
                             multiprocessors * std::min<std::int64_t>(factor_blocks, fit));
  auto* const ticket = static_cast<unsigned long long*>(workspace);
  const bool in_place = a.factors == a.values;
  auto* const words =
      in_place ? reinterpret_cast<Word<T>*>(ticket + 2) : reinterpret_cast<Word<T>*>(a.factors);
  cudaError_t error = cudaMemsetAsync(ticket, 0, 16, stream);
  if (error != cudaSuccess) return error;
  if (a.is_lu || in_place) {
    error = cudaMemsetAsync(words, 0xff, std::size_t(a.num_entries) * sizeof(T), stream);
  } else {
    LaunchShape clear;
    clear.threads = 256;
    clear.blocks = (a.num_rows + 31) / 32;
    error = launch_kernel(clear_lower_words<T>, clear, false, stream, a.num_rows, a.base, a.begins,
                          a.diagonals, words);
  }
  if (error != cudaSuccess) return error;
  return launch_kernel(kernel, shape, false, stream, a, ticket, words, room);
}

template <class T, class Index>
cudaError_t launch_factor(const FactorArguments<T, Index>& a, int multiprocessors, void* workspace,
                          cudaStream_t stream) {
  // A lane for each entry on one side of the diagonal of a row of mean length; more where long rows
  // would otherwise not fit into shared memory.
  const std::int64_t side = a.num_entries / a.num_rows / 2;
  const auto fits = [&](int lanes) {
    return factor_shared_bytes<T, Index>(lanes, int(a.max_row_entries)) <= 48 * 1024;
  };
  if (side <= 4 && fits(4))
    return launch_factor_with<T, Index, 4>(a, multiprocessors, workspace, stream);
  if (side <= 16 && fits(16))
    return launch_factor_with<T, Index, 16>(a, multiprocessors, workspace, stream);
  return launch_factor_with<T, Index, 32>(a, multiprocessors, workspace, stream);
}

}  // namespace filigree::cuda
