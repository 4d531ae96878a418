// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <bit>

#include "banded/cuda/ends.cuh"
#include "banded/cuda/launch.hpp"
#include "banded/cuda/partitions.cuh"
#include "cuda/shared_memory.hpp"

namespace filigree::cuda {

template <class T, int P, int K, bool Pivots, TileWork Work>
cudaError_t launch_tiles(const BandedArguments<T, P>& arguments, const BandedShape& shape,
                         const TileEnds<T, P, K, Pivots>& ends, bool overlaps,
                         cudaStream_t stream) {
  LaunchShape launch;
  const std::int64_t system_groups = (arguments.num_systems + shape.systems - 1) / shape.systems;
  launch.blocks = system_groups * shape.tiles * ((arguments.num_columns + K - 1) / K);
  launch.threads = unsigned(shape.threads * shape.systems);
  launch.shared_bytes = std::size_t(shared_bytes(P, shape, sizeof(T)));
  const cudaError_t error =
      allow_shared_memory(tiles_kernel<T, P, K, Pivots, Work>, launch.shared_bytes);
  if (error != cudaSuccess) return error;
  return launch_kernel(tiles_kernel<T, P, K, Pivots, Work>, launch, overlaps, stream, arguments,
                       TileLayout(shape, sizeof(T), arguments.num_columns), ends);
}

template <class T, int P, int K, bool Pivots>
cudaError_t launch_ends(const BandedArguments<T, P>& arguments,
                        const TileEnds<T, P, K, Pivots>& tiles, std::int64_t problems,
                        cudaStream_t stream) {
  LaunchShape launch;
  launch.blocks = problems;
  const std::int64_t most = ends_threads(P, sizeof(T));
  launch.threads = unsigned(std::bit_ceil(std::uint64_t(std::min(tiles.tiles, most))));
  launch.threads = std::max(launch.threads, 32u);
  constexpr std::int64_t slot_bytes = tiles.slot_words * std::int64_t(sizeof(T));
  while (launch.threads > 32 && launch.threads * slot_bytes > most_shared_bytes)
    launch.threads /= 2;
  launch.shared_bytes = std::size_t(launch.threads * slot_bytes);
  const cudaError_t error = allow_shared_memory(ends_kernel<T, P, K, Pivots>, launch.shared_bytes);
  if (error != cudaSuccess) return error;
  return launch_dependent(ends_kernel<T, P, K, Pivots>, launch, stream, arguments, tiles);
}

/// Tiles to groups, the unknowns at the groups' ends, and back.
template <class T, int P, int K, bool Pivots>
cudaError_t launch_groups(const BandedArguments<T, P>& arguments,
                          const TileEnds<T, P, K, Pivots>& tiles,
                          const TileEnds<T, P, K, Pivots>& groups, std::int64_t problems,
                          cudaStream_t stream) {
  LaunchShape launch;
  launch.blocks = problems * groups.tiles;
  launch.threads = group_tiles;
  launch.shared_bytes = std::size_t(group_tiles) * tiles.slot_words * sizeof(T);
  cudaError_t error = allow_shared_memory(join_groups_kernel<T, P, K, Pivots>, launch.shared_bytes);
  if (error == cudaSuccess)
    error = allow_shared_memory(part_groups_kernel<T, P, K, Pivots>, launch.shared_bytes);
  if (error == cudaSuccess)
    error = launch_dependent(join_groups_kernel<T, P, K, Pivots>, launch, stream, arguments, tiles,
                             groups);
  if (error == cudaSuccess) error = launch_ends(arguments, groups, problems, stream);
  if (error == cudaSuccess)
    error = launch_dependent(part_groups_kernel<T, P, K, Pivots>, launch, stream, tiles, groups);
  return error;
}

template <class T, int P, int K, bool Pivots>
cudaError_t launch_columns(const BandedArguments<T, P>& arguments, const BandedShape& shape,
                           void* workspace, cudaStream_t stream) {
  TileEnds<T, P, K, Pivots> tiles{}, groups{};
  if (shape.tiles == 1)
    return launch_tiles<T, P, K, Pivots, TileWork::solve>(arguments, shape, tiles, false, stream);
  const std::int64_t problems = arguments.num_systems * ((arguments.num_columns + K - 1) / K);
  tiles.tiles = shape.tiles;
  tiles.rows = std::int64_t(shape.rows) * shape.threads;
  tiles.slots = static_cast<T*>(workspace);
  tiles.ends = tiles.slots + problems * tiles.tiles * tiles.slot_words;
  groups.tiles = num_groups(P, shape, sizeof(T));
  groups.rows = group_tiles * tiles.rows;
  groups.slots = tiles.ends + problems * (tiles.tiles + 1) * tiles.end_words;
  groups.ends = groups.slots + problems * groups.tiles * groups.slot_words;
  cudaError_t error =
      launch_tiles<T, P, K, Pivots, TileWork::reduce>(arguments, shape, tiles, false, stream);
  if (error == cudaSuccess)
    error = groups.tiles == 0 ? launch_ends(arguments, tiles, problems, stream)
                              : launch_groups(arguments, tiles, groups, problems, stream);
  if (error == cudaSuccess)
    error = launch_tiles<T, P, K, Pivots, TileWork::finish>(arguments, shape, tiles, true, stream);
  return error;
}

template <class T, int P>
cudaError_t launch_banded(const BandedArguments<T, P>& arguments, const BandedShape& shape,
                          void* workspace, cudaStream_t stream) {
  const auto launch = [&]<int K>() {
    return shape.pivots ? launch_columns<T, P, K, true>(arguments, shape, workspace, stream)
                        : launch_columns<T, P, K, false>(arguments, shape, workspace, stream);
  };
  if constexpr (P == 1) {
    if (shape.columns == 4) return launch.template operator()<4>();
  }
  return launch.template operator()<1>();
}

}  // namespace filigree::cuda
