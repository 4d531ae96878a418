// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>

#include "cuda/launch.hpp"
#include "factor/cuda/launch.hpp"
#include "factor/cuda/levels.cuh"
#include "factor/cuda/pivot_rows.cuh"
#include "factor/cuda/short_rows.cuh"

namespace filigree::cuda {

constexpr std::int64_t factor_blocks = 6;  ///< of a multiprocessor, where they fit

/// Makes the words that factors are handed on in say that nothing is there yet.
template <class T, class Index>
cudaError_t clear_words(const FactorArguments<T, Index>& a, Word<T>* words, cudaStream_t stream) {
  if (a.is_lu || a.factors == a.values)
    return cudaMemsetAsync(words, 0xff, std::size_t(a.num_entries) * sizeof(T), stream);
  LaunchShape clear;
  clear.threads = 256;
  clear.blocks = (a.num_rows + 31) / 32;
  return launch_kernel(clear_lower_words<T>, clear, false, stream, a.num_rows, a.base, a.begins,
                       a.diagonals, words);
}

template <class T, class Index>
cudaError_t launch_factor(const FactorArguments<T, Index>& a, int multiprocessors, void* workspace,
                          cudaStream_t stream) {
  const int room = int(a.max_row_entries);
  LaunchShape shape;
  shape.threads = 32 * factor_warps;
  shape.shared_bytes = std::size_t(factor_warps) * room * (sizeof(T) + sizeof(Index));
  const std::int64_t fit = std::max<std::int64_t>(1, 160 * 1024 / std::int64_t(shape.shared_bytes));
  shape.blocks =
      std::min<std::int64_t>((a.num_rows + factor_warps - 1) / factor_warps,
                             multiprocessors * std::min<std::int64_t>(factor_blocks, fit));
  auto* const ticket = static_cast<unsigned long long*>(workspace);
  const bool in_place = a.factors == a.values;
  auto* const words =
      in_place ? reinterpret_cast<Word<T>*>(ticket + 2) : reinterpret_cast<Word<T>*>(a.factors);
  cudaError_t error = cudaMemsetAsync(ticket, 0, 16, stream);
  if (error == cudaSuccess) error = clear_words(a, words, stream);
  if (error != cudaSuccess) return error;
  const auto kernel =
      a.is_lu ? factor_levels_kernel<T, Index, true> : factor_levels_kernel<T, Index, false>;
  return launch_kernel(kernel, shape, false, stream, a, ticket, words, room);
}

// --- short rows ----------------------------------------------------------------------------------

template <class T, class Index, int Lanes, bool is_lu>
cudaError_t launch_short_factor_with(const FactorArguments<T, Index>& a, int multiprocessors,
                                     void* workspace, cudaStream_t stream) {
  constexpr std::int64_t rows_of_block = short_row_warps * (32 / Lanes);
  auto* const ticket = static_cast<unsigned long long*>(workspace);
  FactorWords<T> words;
  words.reciprocals = reinterpret_cast<Word<T>*>(ticket + 2);
  words.factors = a.factors == a.values ? words.reciprocals + a.num_rows
                                        : reinterpret_cast<Word<T>*>(a.factors);
  cudaError_t error = cudaMemsetAsync(ticket, 0, 16, stream);
  if (error == cudaSuccess)
    error = cudaMemsetAsync(words.reciprocals, 0xff, std::size_t(a.num_rows) * sizeof(T), stream);
  if (error == cudaSuccess) error = clear_words(a, words.factors, stream);
  if (error != cudaSuccess) return error;
  LaunchShape shape;
  shape.threads = 32 * short_row_warps;
  shape.blocks = std::min<std::int64_t>((a.num_rows + rows_of_block - 1) / rows_of_block,
                                        multiprocessors * short_row_blocks<Lanes, is_lu>);
  return launch_kernel(factor_short_rows_kernel<T, Index, Lanes, is_lu>, shape, false, stream, a,
                       ticket, words);
}

template <class T, class Index>
cudaError_t launch_short_factor(const FactorArguments<T, Index>& a, int multiprocessors,
                                void* workspace, cudaStream_t stream) {
  const auto with = [&](auto launch) { return launch(a, multiprocessors, workspace, stream); };
  if (a.is_lu) {
    if (a.max_row_entries <= 8) return with(launch_short_factor_with<T, Index, 8, true>);
    if (a.max_row_entries <= 16) return with(launch_short_factor_with<T, Index, 16, true>);
    return with(launch_short_factor_with<T, Index, 32, true>);
  }
  if (a.max_lower_entries <= 4) return with(launch_short_factor_with<T, Index, 4, false>);
  if (a.max_lower_entries <= 16) return with(launch_short_factor_with<T, Index, 16, false>);
  return with(launch_short_factor_with<T, Index, 32, false>);
}

// --- only pivots ---------------------------------------------------------------------------------

/// Blocks of a multiprocessor: enough to read what rows of the next levels need; more would ask in
/// vain.
template <class T, class Index>
std::int64_t pivot_row_blocks(const FactorArguments<T, Index>& a) {
  return a.max_lower_entries <= 3 ? 2 : a.is_lu ? 4 : 3;
}

template <class T, class Index>
cudaError_t launch_pivot_factor(const FactorArguments<T, Index>& a, int multiprocessors,
                                void* workspace, cudaStream_t stream) {
  auto* const ticket = static_cast<unsigned long long*>(workspace);
  auto* const reciprocals = reinterpret_cast<Word<T>*>(ticket + 2);
  cudaError_t error = cudaMemsetAsync(ticket, 0, 16, stream);
  if (error == cudaSuccess)
    error = cudaMemsetAsync(reciprocals, 0xff, std::size_t(a.num_rows) * sizeof(T), stream);
  if (error != cudaSuccess) return error;
  LaunchShape shape;
  shape.threads = pivot_row_threads;
  shape.blocks = std::min<std::int64_t>((a.num_rows + pivot_row_threads - 1) / pivot_row_threads,
                                        multiprocessors * pivot_row_blocks(a));
  const auto with = [&](auto kernel) {
    return launch_kernel(kernel, shape, false, stream, a, ticket, reciprocals);
  };
  constexpr std::int64_t few = longest_pivot_factor_row / 2;
  if (a.max_lower_entries <= few + 1)
    return with(a.is_lu ? factor_pivot_rows_kernel<T, Index, few, true>
                        : factor_pivot_rows_kernel<T, Index, few, false>);
  return with(a.is_lu ? factor_pivot_rows_kernel<T, Index, 2 * few, true>
                      : factor_pivot_rows_kernel<T, Index, 2 * few, false>);
}

}  // namespace filigree::cuda
