// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <bit>

#include "banded/cuda/launch.hpp"
#include "banded/cuda/partitions.cuh"
#include "cuda/shared_memory.hpp"

namespace filigree::cuda {

template <class T, int P, int K, TileWork Work>
cudaError_t launch_tiles(const BandedArguments<T, P>& arguments, const BandedShape& shape,
                         const TileEnds<T, P, K>& ends, bool overlaps, cudaStream_t stream) {
  LaunchShape launch;
  const std::int64_t system_groups = (arguments.num_systems + shape.systems - 1) / shape.systems;
  launch.blocks = system_groups * shape.tiles * ((arguments.num_columns + K - 1) / K);
  launch.threads = unsigned(shape.threads * shape.systems);
  launch.shared_bytes = std::size_t(shared_bytes(P, shape, sizeof(T)));
  const cudaError_t error = allow_shared_memory(tiles_kernel<T, P, K, Work>, launch.shared_bytes);
  if (error != cudaSuccess) return error;
  return launch_kernel(tiles_kernel<T, P, K, Work>, launch, overlaps, stream, arguments, shape,
                       ends);
}

template <class T, int P, int K>
cudaError_t launch_ends(const BandedArguments<T, P>& arguments, const BandedShape& shape,
                        const TileEnds<T, P, K>& ends, cudaStream_t stream) {
  LaunchShape launch;
  launch.blocks = arguments.num_systems * ((arguments.num_columns + K - 1) / K);
  const std::int64_t most = 256;
  launch.threads = unsigned(std::bit_ceil(std::uint64_t(std::min(shape.tiles, most))));
  launch.threads = std::max(launch.threads, 32u);
  constexpr std::int64_t slot_bytes = TileEnds<T, P, K>::slot_words * std::int64_t(sizeof(T));
  while (launch.threads > 32 && launch.threads * slot_bytes > most_shared_bytes)
    launch.threads /= 2;
  launch.shared_bytes = std::size_t(launch.threads) * ends.slot_words * sizeof(T);
  const cudaError_t error = allow_shared_memory(ends_kernel<T, P, K>, launch.shared_bytes);
  if (error != cudaSuccess) return error;
  return launch_dependent(ends_kernel<T, P, K>, launch, stream, arguments, shape, ends);
}

template <class T, int P, int K>
cudaError_t launch_columns(const BandedArguments<T, P>& arguments, const BandedShape& shape,
                           void* workspace, cudaStream_t stream) {
  TileEnds<T, P, K> ends{};
  if (shape.tiles == 1)
    return launch_tiles<T, P, K, TileWork::solve>(arguments, shape, ends, false, stream);
  const std::int64_t problems = arguments.num_systems * ((arguments.num_columns + K - 1) / K);
  ends.slots = static_cast<T*>(workspace);
  ends.ends = ends.slots + problems * shape.tiles * ends.slot_words;
  cudaError_t error =
      launch_tiles<T, P, K, TileWork::reduce>(arguments, shape, ends, false, stream);
  if (error == cudaSuccess) error = launch_ends(arguments, shape, ends, stream);
  if (error == cudaSuccess)
    error = launch_tiles<T, P, K, TileWork::finish>(arguments, shape, ends, true, stream);
  return error;
}

template <class T, int P>
cudaError_t launch_banded(const BandedArguments<T, P>& arguments, const BandedShape& shape,
                          void* workspace, cudaStream_t stream) {
  if constexpr (P == 1) {
    if (shape.columns == 4) return launch_columns<T, P, 4>(arguments, shape, workspace, stream);
  }
  return launch_columns<T, P, 1>(arguments, shape, workspace, stream);
}

}  // namespace filigree::cuda
