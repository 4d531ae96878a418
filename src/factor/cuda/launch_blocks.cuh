// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>

#include "cuda/launch.hpp"
#include "cuda/shared_memory.hpp"
#include "factor/cuda/block_rows.cuh"
#include "factor/cuda/launch.hpp"

namespace filigree::cuda {

/// Rows that a multiprocessor works on, where they fit: enough to look up those of the next levels
/// while this one's wait.
constexpr std::int64_t block_factor_rows_at_once = 16;

template <class T, int Size, bool is_lu, bool is_row_major>
cudaError_t launch_block_factor_rows(const BlockFactorArguments<T>& a, int multiprocessors,
                                     unsigned long long* ticket, const FactorWords<T>& words,
                                     cudaStream_t stream) {
  const auto kernel = factor_block_rows_kernel<T, Size, is_lu, is_row_major>;
  LaunchShape shape;
  shape.threads = unsigned(block_factor_threads(Size));
  const BlockFactorRoom room =
      block_factor_room(a.max_row_entries, a.max_lower_entries, is_lu, Size, sizeof(T));
  shape.shared_bytes = room.bytes;
  shape.blocks = std::min<std::int64_t>(a.num_rows, multiprocessors * block_factor_rows_at_once);
  const cudaError_t error = allow_shared_memory(kernel, room.bytes);
  if (error != cudaSuccess) return error;
  return launch_kernel(kernel, shape, false, stream, a, ticket, words, room);
}

template <class T, int Size>
cudaError_t launch_block_factor_of(const BlockFactorArguments<T>& a, int multiprocessors,
                                   unsigned long long* ticket, const FactorWords<T>& words,
                                   cudaStream_t stream) {
  const auto with = [&](auto launch) { return launch(a, multiprocessors, ticket, words, stream); };
  if (a.is_lu)
    return a.is_row_major ? with(launch_block_factor_rows<T, Size, true, true>)
                          : with(launch_block_factor_rows<T, Size, true, false>);
  return a.is_row_major ? with(launch_block_factor_rows<T, Size, false, true>)
                        : with(launch_block_factor_rows<T, Size, false, false>);
}

/// Makes the words that are handed on say that nothing is there yet.
template <class T>
cudaError_t clear_block_words(const BlockFactorArguments<T>& a, const FactorWords<T>& words,
                              cudaStream_t stream) {
  const cudaError_t error = cudaMemsetAsync(words.reciprocals, 0xff,
                                            std::size_t(a.num_rows) * a.size * sizeof(T), stream);
  if (error != cudaSuccess) return error;
  if (a.is_lu || a.factors == a.values)
    return cudaMemsetAsync(words.factors, 0xff,
                           std::size_t(a.num_entries) * a.size * a.size * sizeof(T), stream);
  LaunchShape clear;
  clear.threads = 256;
  clear.blocks = (a.num_rows + 7) / 8;
  return launch_kernel(clear_lower_blocks<T>, clear, false, stream, a, words.factors);
}

template <class T>
cudaError_t launch_block_factor(const BlockFactorArguments<T>& a, int multiprocessors,
                                void* workspace, cudaStream_t stream) {
  auto* const ticket = static_cast<unsigned long long*>(workspace);
  FactorWords<T> words;
  words.reciprocals = reinterpret_cast<Word<T>*>(ticket + 2);
  words.factors = a.factors == a.values ? words.reciprocals + a.num_rows * a.size
                                        : reinterpret_cast<Word<T>*>(a.factors);
  cudaError_t error = cudaMemsetAsync(ticket, 0, 16, stream);
  if (error == cudaSuccess) error = clear_block_words(a, words, stream);
  if (error != cudaSuccess) return error;
  const auto with = [&](auto launch) { return launch(a, multiprocessors, ticket, words, stream); };
  switch (a.size) {
    case 2:
      return with(launch_block_factor_of<T, 2>);
    case 3:
      return with(launch_block_factor_of<T, 3>);
    case 4:
      return with(launch_block_factor_of<T, 4>);
    case 5:
      return with(launch_block_factor_of<T, 5>);
    case 6:
      return with(launch_block_factor_of<T, 6>);
    case 7:
      return with(launch_block_factor_of<T, 7>);
    case 8:
      return with(launch_block_factor_of<T, 8>);
    case 16:
      return with(launch_block_factor_of<T, 16>);
    default:
      return cudaErrorInvalidValue;
  }
}

}  // namespace filigree::cuda
