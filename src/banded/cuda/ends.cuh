// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "banded/cuda/arguments.hpp"
#include "banded/cuda/elimination.cuh"
#include "banded/cuda/tile.cuh"
#include "cuda/dependent_launch.hpp"

/// From segments to the unknowns between them: of the partitions of a tile, and of the tiles of a
/// system.

namespace filigree::cuda {

/// Joins the segments of a system's partitions, in the slots, two by two until the first slot has
/// that of all. Returns the lowest partition at whose begin an unknown had no pivot, or -1.
template <class T, int P, int K, bool Pivots>
__device__ int join_partitions(const Tile<T, P, K, Pivots>& tile) {
  constexpr int stride = Tile<T, P, K, Pivots>::slot_stride;
  int missing = -1;
  for (int step = 1, active = tile.per_system / 2; active > 0; step *= 2, active /= 2) {
    tile.synchronize();
    if (tile.in_system < active) {
      const int first = tile.partition - tile.in_system + tile.in_system * 2 * step;
      Segment<T, P, K, Pivots> left, right;
      left.load(tile.slot(first), stride);
      right.load(tile.slot(first + step), stride);
      if (join(left, right, tile.slot(first + step), stride) >= 0 && missing < 0)
        missing = tile.in_system * 2 * step + step;
      left.store(tile.slot(first), stride);
    }
  }
  tile.synchronize();
  return missing;
}

/// From the unknowns at the ends of the tile those at the begin of every partition, into the slots.
template <class T, int P, int K, bool Pivots>
__device__ void part_ways(const Tile<T, P, K, Pivots>& tile, const Boundary<T, P, K>& left,
                          const Boundary<T, P, K>& right) {
  constexpr int stride = Tile<T, P, K, Pivots>::slot_stride;
  const int begin = tile.partition - tile.in_system;
  if (tile.in_system == 0) left.store(tile.slot(begin), stride);
  for (int step = tile.per_system / 2, active = 1; step > 0; step /= 2, active *= 2) {
    tile.synchronize();
    if (tile.in_system < active) {
      const int first = tile.in_system * 2 * step;
      Boundary<T, P, K> before, after = right;
      before.load(tile.slot(begin + first), stride);
      if (first + 2 * step < tile.per_system)
        after.load(tile.slot(begin + first + 2 * step), stride);
      T* const joint = tile.slot(begin + first + step);
      unknowns_at<T, P, K, Pivots>(joint, stride, before, after).store(joint, stride);
    }
  }
  tile.synchronize();
}

/// Where the segments of tiles, the joints that replace them, and the unknowns at the tiles' ends
/// are: of systems and groups of right-hand sides one after the other.
template <class T, int P, int K, bool Pivots>
struct TileEnds {
  static constexpr int slot_words = Tile<T, P, K, Pivots>::slot_words;
  static constexpr int end_words = Boundary<T, P, K>::words;

  T* slots;            ///< slot() of tile 0 of problem 0
  T* ends;             ///< end() of tile 0 of problem 0
  std::int64_t tiles;  ///< of a problem
  std::int64_t rows;   ///< of a tile

  __device__ T* slot(std::int64_t problem, std::int64_t tile) const {
    return slots + (problem * tiles + tile) * slot_words;
  }
  /// The unknowns left of the tile; those right of the last one are left of the next.
  __device__ T* end(std::int64_t problem, std::int64_t tile) const {
    return ends + (problem * (tiles + 1) + tile) * end_words;
  }
};

/// A tile of nothing but slots, one of each thread.
template <class T, int P, int K, bool Pivots>
__device__ Tile<T, P, K, Pivots> tile_of_slots(unsigned char* shared) {
  Tile<T, P, K, Pivots> tile;
  tile.slots = reinterpret_cast<T*>(shared);
  tile.per_system = int(blockDim.x);
  tile.partition = tile.in_system = int(threadIdx.x);
  return tile;
}

template <class T, int P, int K, bool Pivots>
__device__ std::int64_t system_of(const BandedArguments<T, P>& arguments, std::int64_t problem) {
  return problem / ((arguments.num_columns + K - 1) / K);
}

/// Joins the segments of groups of tiles, a tile a thread: then groups take the place of tiles.
template <class T, int P, int K, bool Pivots>
__global__ void __launch_bounds__(group_tiles)
    join_groups_kernel(const BandedArguments<T, P> arguments, const TileEnds<T, P, K, Pivots> tiles,
                       const TileEnds<T, P, K, Pivots> groups) {
  extern __shared__ __align__(16) unsigned char shared[];
  auto tile = tile_of_slots<T, P, K, Pivots>(shared);
  constexpr int stride = Tile<T, P, K, Pivots>::slot_stride;
  const std::int64_t problem = blockIdx.x / groups.tiles, group = blockIdx.x % groups.tiles;
  const std::int64_t first = group * blockDim.x, mine = first + tile.partition;

  wait_for_primary();
  launch_dependents();
  Segment<T, P, K, Pivots> segment;
  segment.set_identity();
  if (mine < tiles.tiles) segment.load(tiles.slot(problem, mine), 1);
  segment.store(tile.slot(tile.partition), stride);
  const int missing = join_partitions(tile);
  if (missing >= 0)
    note_no_pivot(arguments.positions, system_of<T, P, K, Pivots>(arguments, problem),
                  min((first + missing) * tiles.rows, arguments.num_rows - 1));
  if (mine >= tiles.tiles) return;
  T* const to = tile.partition == 0 ? groups.slot(problem, group) : tiles.slot(problem, mine);
  const T* const from = tile.slot(tile.partition);
#pragma unroll
  for (int i = 0; i < tiles.slot_words; ++i) to[i] = from[i * stride];
}

/// The way back: from the unknowns at the groups' ends those at the tiles' ends.
template <class T, int P, int K, bool Pivots>
__global__ void part_groups_kernel(const TileEnds<T, P, K, Pivots> tiles,
                                   const TileEnds<T, P, K, Pivots> groups) {
  extern __shared__ __align__(16) unsigned char shared[];
  auto tile = tile_of_slots<T, P, K, Pivots>(shared);
  constexpr int stride = Tile<T, P, K, Pivots>::slot_stride;
  const std::int64_t problem = blockIdx.x / groups.tiles, group = blockIdx.x % groups.tiles;
  const std::int64_t mine = group * blockDim.x + tile.partition;

  wait_for_primary();
  launch_dependents();
  T* const slot = tile.slot(tile.partition);
  if (tile.partition > 0 && mine < tiles.tiles) {
    const T* const joint = tiles.slot(problem, mine);
#pragma unroll
    for (int i = 0; i < tiles.slot_words; ++i) slot[i * stride] = joint[i];
  } else if (tile.partition > 0) {
    for (int i = 0; i < tiles.slot_words; ++i) slot[i * stride] = zero<T>();
  }
  Boundary<T, P, K> left, right;
  left.load(groups.end(problem, group), 1);
  right.load(groups.end(problem, group + 1), 1);
  part_ways(tile, left, right);
  if (mine >= tiles.tiles) return;
  left.load(slot, stride);
  left.store(tiles.end(problem, mine), 1);
  if (mine + 1 < tiles.tiles) return;
  if (tile.partition + 1 < tile.per_system) right.load(tile.slot(tile.partition + 1), stride);
  right.store(tiles.end(problem, mine + 1), 1);
}

/// Joins the segments of all tiles of a system, and writes the unknowns at their ends. A thread
/// block has a system and a group of right-hand sides; each thread joins its tiles one by one
/// before the threads join theirs.
template <class T, int P, int K, bool Pivots>
__global__ void __launch_bounds__(ends_threads(P, sizeof(T)))
    ends_kernel(const BandedArguments<T, P> arguments, const TileEnds<T, P, K, Pivots> tiles) {
  extern __shared__ __align__(16) unsigned char shared[];
  auto tile = tile_of_slots<T, P, K, Pivots>(shared);
  constexpr int stride = Tile<T, P, K, Pivots>::slot_stride;
  const std::int64_t problem = blockIdx.x;
  const std::int64_t each = (tiles.tiles + blockDim.x - 1) / blockDim.x;
  const std::int64_t begin = min(tiles.tiles, each * threadIdx.x);
  const std::int64_t end = min(tiles.tiles, begin + each);
  const auto note = [&](std::int64_t row) {
    note_no_pivot(arguments.positions, system_of<T, P, K, Pivots>(arguments, problem),
                  min(row, arguments.num_rows - 1));
  };

  wait_for_primary();
  launch_dependents();
  Segment<T, P, K, Pivots> segment, next;
  segment.set_identity();
  if (begin < end) segment.load(tiles.slot(problem, begin), 1);
  for (std::int64_t t = begin + 1; t < end; ++t) {
    T* const joint = tiles.slot(problem, t);
    next.load(joint, 1);
    if (join(segment, next, joint, 1) >= 0) note(t * tiles.rows);
  }
  segment.store(tile.slot(tile.partition), stride);
  const int missing = join_partitions(tile);
  if (missing >= 0) note(missing * each * tiles.rows);
  Boundary<T, P, K> left, right;
  segment.load(tile.slot(0), stride);
  if (solve_ends(segment, left, right) && tile.partition == 0) note(arguments.num_rows - 1);
  tile.synchronize();  // the first slot has been read
  part_ways(tile, left, right);
  left.load(tile.slot(tile.partition), stride);
  if (tile.partition + 1 < int(blockDim.x)) right.load(tile.slot(tile.partition + 1), stride);
  if (begin < end) left.store(tiles.end(problem, begin), 1);
  if (begin < end && end == tiles.tiles) right.store(tiles.end(problem, end), 1);
  for (std::int64_t t = end - 1; t > begin; --t) {
    right = unknowns_at<T, P, K, Pivots>(tiles.slot(problem, t), 1, left, right);
    right.store(tiles.end(problem, t), 1);
  }
}

}  // namespace filigree::cuda
