// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

#include "cuda/launch.hpp"
#include "cuda/shared_memory.hpp"
#include "solve/cuda/chunk_shape.hpp"
#include "solve/cuda/chunks.cuh"
#include "solve/cuda/launch_words.cuh"

namespace filigree::cuda {

template <class T, class Index>
struct SolveChunksShape {
  void (*kernel)(SolveArguments<T, Index>, unsigned long long*, Word<T>*);
  int warps;  ///< of a thread block
};

template <class T, class Index>
SolveChunksShape<T, Index> solve_chunks_shape(const SolveArguments<T, Index>& a,
                                              int multiprocessors) {
  const int lanes = 32 / a.chunks.step_rows;  // of a row
  const int batch = chunk_batch(lanes, a.num_rows, a.num_entries);
  const bool is_alone = a.chunks.num_chunks <= multiprocessors;  // each chunk on its own
  if (lanes == 1 && batch == 4 && is_alone) return {solve_chunks_kernel<T, Index, 1, 4, 12>, 12};
  if (lanes == 1 && batch == 4) return {solve_chunks_kernel<T, Index, 1, 4, 8>, 8};
  if (lanes == 1) return {solve_chunks_kernel<T, Index, 1, 8, 12>, 12};
  if (lanes == 2) return {solve_chunks_kernel<T, Index, 2, 8, 12>, 12};
  return {solve_chunks_kernel<T, Index, 4, 4, 12>, 12};
}

template <class T, class Index>
cudaError_t launch_solve_chunks(SolveArguments<T, Index> arguments, int multiprocessors,
                                void* workspace, cudaStream_t stream) {
  return solve_by_words(
      arguments, 1, workspace, stream, [&](const auto& some, auto* ticket, auto* words) {
        const auto& chunks = some.chunks;
        const auto shape = solve_chunks_shape(some, multiprocessors);
        LaunchShape launch;
        launch.threads = unsigned(32 * shape.warps);
        launch.shared_bytes = std::size_t(chunks.chunk_rows + 1) * sizeof(T);
        launch.blocks = chunks.num_chunks;
        const cudaError_t error = allow_shared_memory(shape.kernel, launch.shared_bytes);
        if (error != cudaSuccess) return error;
        return launch_kernel(shape.kernel, launch, false, stream, some, ticket, words);
      });
}

}  // namespace filigree::cuda
