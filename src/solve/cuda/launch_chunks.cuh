// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

#include "cuda/launch.hpp"
#include "cuda/shared_memory.hpp"
#include "solve/cuda/chunk_columns.cuh"
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
struct SolveChunkColumnsShape {
  void (*kernel)(SolveArguments<T, Index>, unsigned long long*, Word<T>*, int);
  int window;
  int threads;
  std::uint32_t shared_bytes;
};

template <class T, class Index, int Lanes, int PerLane, int Near, int Teams, int TeamWarps,
          int Window>
constexpr SolveChunkColumnsShape<T, Index> solve_chunk_columns_shape() {
  using Columns = ChunkColumns<T, Index, Lanes, PerLane, Near, Teams, TeamWarps>;
  constexpr std::uint32_t shared_bytes = Columns::shared(Window).bytes;
  static_assert((Window & (Window - 1)) == 0 && Window > Columns::window_margin);
  static_assert(shared_bytes <= chunk_columns_shared_bytes);
  return {solve_chunk_columns_kernel<Columns, T, Index>, Window, Columns::threads, shared_bytes};
}

template <class T, class Index>
SolveChunkColumnsShape<T, Index> solve_chunk_columns_shape(const SolveArguments<T, Index>& a) {
  if (a.chunks.step_rows == 16 && a.chunk_tile == 16)
    return solve_chunk_columns_shape<T, Index, 4, 4, 16, 8, 2, 512>();
  if (a.chunks.step_rows == 16) return solve_chunk_columns_shape<T, Index, 4, 2, 16, 8, 2, 512>();
  if (chunk_batch(1, a.num_rows, a.num_entries) == 4)
    return solve_chunk_columns_shape<T, Index, 2, 4, 4, 8, 2, 1024>();
  return solve_chunk_columns_shape<T, Index, 2, 4, 8, 8, 2, 1024>();
}

/// The tiles of arguments.num_columns side by side.
template <class T, class Index>
cudaError_t launch_solve_chunk_columns(const SolveArguments<T, Index>& a,
                                       unsigned long long* ticket, Word<T>* words,
                                       cudaStream_t stream) {
  const auto shape = solve_chunk_columns_shape(a);
  LaunchShape launch;
  launch.threads = unsigned(shape.threads);
  launch.shared_bytes = shape.shared_bytes;
  launch.blocks = a.chunks.num_chunks * ((a.num_columns + a.chunk_tile - 1) / a.chunk_tile);
  const cudaError_t error = allow_shared_memory(shape.kernel, launch.shared_bytes);
  if (error != cudaSuccess) return error;
  return launch_kernel(shape.kernel, launch, false, stream, a, ticket, words, shape.window);
}

template <class T, class Index>
cudaError_t launch_solve_one_by_chunks(const SolveArguments<T, Index>& a, int multiprocessors,
                                       unsigned long long* ticket, Word<T>* words,
                                       cudaStream_t stream) {
  const auto shape = solve_chunks_shape(a, multiprocessors);
  LaunchShape launch;
  launch.threads = unsigned(32 * shape.warps);
  launch.shared_bytes = std::size_t(a.chunks.chunk_rows + 1) * sizeof(T);
  launch.blocks = a.chunks.num_chunks;
  const cudaError_t error = allow_shared_memory(shape.kernel, launch.shared_bytes);
  if (error != cudaSuccess) return error;
  return launch_kernel(shape.kernel, launch, false, stream, a, ticket, words);
}

template <class T, class Index>
cudaError_t launch_solve_chunks(SolveArguments<T, Index> arguments, int multiprocessors,
                                void* workspace, cudaStream_t stream) {
  const int tile = arguments.chunk_tile;
  return solve_by_words(arguments, tile == 1 ? 1 : solve_columns_at_once, tile, workspace, stream,
                        [&](const auto& some, auto* ticket, auto* words) {
                          if (tile == 1)
                            return launch_solve_one_by_chunks(some, multiprocessors, ticket, words,
                                                              stream);
                          return launch_solve_chunk_columns(some, ticket, words, stream);
                        });
}

}  // namespace filigree::cuda
