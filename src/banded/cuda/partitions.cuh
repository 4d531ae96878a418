// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "banded/cuda/arguments.hpp"
#include "banded/cuda/elimination.cuh"
#include "cuda/copy_async.hpp"
#include "cuda/dependent_launch.hpp"

/// Thread blocks that solve tiles of systems in shared memory: elimination.cuh tells how.

namespace filigree::cuda {

/// What a kernel does with its tiles.
enum class TileWork {
  solve,   ///< they are whole systems
  reduce,  ///< to a segment each
  finish,  ///< solve, from the unknowns at their ends
};

/// Lowers the word of a system to `row`; -1, as nothing was found yet, counts as above all.
__device__ inline void note_no_pivot(std::int64_t* positions, std::int64_t system,
                                     std::int64_t row) {
  if (positions != nullptr)
    atomicMin(reinterpret_cast<unsigned long long*>(positions + system),
              static_cast<unsigned long long>(row));
}

/// Where things are in shared memory, and what a thread's partition is.
template <class T, int P, int K>
struct Tile {
  static constexpr int arrays = 2 * P + 1 + K;  ///< diagonals, then right-hand sides
  static constexpr int slot_words = int(cuda::slot_words(P, K));

  T* words;        ///< array a, partition p, row r: words[(a partitions + p) stride + r]
  T* slots;        ///< of a partition: the segment that begins there, or the joint before it
  int partitions;  ///< of the thread block
  int rows;        ///< of a partition
  int stride;      ///< odd, so that lanes' rows are in banks of their own
  int per_system;  ///< partitions of a system: a power of two
  int partition;   ///< this thread's
  int in_system;   ///< its number in its system

  __device__ T& at(int array, int row) const {
    return words[(array * partitions + partition) * stride + row];
  }
  __device__ T* slot(int which) const { return slots + which * slot_words; }
  __device__ void synchronize() const {
    if (per_system <= 32)
      __syncwarp();
    else
      __syncthreads();
  }
};

/// The tiles of a thread block.
struct TilePlace {
  std::int64_t first_system;
  std::int64_t first_column;
  std::int64_t tile;
};

template <class T, int P>
__device__ TilePlace place_of(const BandedArguments<T, P>& arguments, const BandedShape& shape,
                              std::int64_t block) {
  const std::int64_t groups = (arguments.num_columns + shape.columns - 1) / shape.columns;
  const std::int64_t group = block % groups;
  block /= groups;
  return {block / shape.tiles * shape.systems, group * shape.columns, block % shape.tiles};
}

/// f(system in the block, row in the tile, its word in an array) for all rows of the tiles, in the
/// order in which they lie in memory.
template <class F>
__device__ void for_each_row(const BandedShape& shape, int stride, const F& f) {
  const int tile_rows = shape.rows * shape.threads;
  const int row_bits = __ffs(tile_rows) - 1, system_bits = __ffs(shape.systems) - 1;
  const int partition_bits = __ffs(shape.rows) - 1;
  for (int q = int(threadIdx.x); q < shape.systems * tile_rows; q += int(blockDim.x)) {
    const int system = shape.by_system ? q & (shape.systems - 1) : q >> row_bits;
    const int row = shape.by_system ? q >> system_bits : q & (tile_rows - 1);
    const int partition = system * shape.threads + (row >> partition_bits);
    f(system, row, partition * stride + (row & (shape.rows - 1)));
  }
}

/// Starts the copies of the rows of the tiles; past the systems' ends are rows of the identity.
template <class T, int P, int K>
__device__ void load_tiles(const BandedArguments<T, P>& arguments, const BandedShape& shape,
                           const TilePlace& place, const Tile<T, P, K>& tile) {
  const std::int64_t first_row = place.tile * shape.rows * shape.threads;
  const int array_words = tile.partitions * tile.stride;
  for_each_row(shape, tile.stride, [&](int in_block, int in_tile, int word) {
    const std::int64_t system = place.first_system + in_block, row = first_row + in_tile;
    const bool inside = row < arguments.num_rows && system < arguments.num_systems;
#pragma unroll
    for (int d = 0; d <= 2 * P; ++d) {
      T* const to = tile.words + d * array_words + word;
      const auto& diagonal = arguments.diagonals[d];
      const std::int64_t col = row + d - P;
      if (inside && col >= 0 && col < arguments.num_rows)
        copy_async(to, diagonal.data + ((row + diagonal.row_shift) * diagonal.row_stride +
                                        system * diagonal.system_stride));
      else
        *to = d == P && !inside ? one<T>() : zero<T>();
    }
#pragma unroll
    for (int k = 0; k < K; ++k) {
      T* const to = tile.words + (2 * P + 1 + k) * array_words + word;
      const std::int64_t column = place.first_column + k;
      if (inside && column < arguments.num_columns)
        copy_async(to, arguments.b.data +
                           (row * arguments.b.row_stride + system * arguments.b.system_stride +
                            column * arguments.b.column_stride));
      else
        *to = zero<T>();
    }
  });
}

template <class T, int P, int K>
__device__ void store_tiles(const BandedArguments<T, P>& arguments, const BandedShape& shape,
                            const TilePlace& place, const Tile<T, P, K>& tile) {
  const std::int64_t first_row = place.tile * shape.rows * shape.threads;
  const int array_words = tile.partitions * tile.stride;
  for_each_row(shape, tile.stride, [&](int in_block, int in_tile, int word) {
    const std::int64_t system = place.first_system + in_block, row = first_row + in_tile;
    if (row >= arguments.num_rows || system >= arguments.num_systems) return;
#pragma unroll
    for (int k = 0; k < K; ++k) {
      const std::int64_t column = place.first_column + k;
      if (column < arguments.num_columns)
        arguments.x.data[row * arguments.x.row_stride + system * arguments.x.system_stride +
                         column * arguments.x.column_stride] =
            tile.words[(2 * P + 1 + k) * array_words + word];
    }
  });
}

/// Puts the first 2 P rows of the partition in place. Their entries of the unknowns around the left
/// end are kept apart or, where these are known, subtracted.
template <class T, int P, int K, int L>
__device__ void begin_sweep(const Tile<T, P, K>& tile, bool conjugates, SweepRows<T, P, K, L>& rows,
                            const Boundary<T, P, K>& left_end) {
#pragma unroll
  for (int r = 0; r < 2 * P; ++r) {
#pragma unroll
    for (int j = 0; j < L; ++j) rows.left[r][j] = zero<T>();
#pragma unroll
    for (int j = 0; j <= 2 * P; ++j) rows.band[r][j] = zero<T>();
#pragma unroll
    for (int k = 0; k < K; ++k) rows.rhs[r][k] = tile.at(2 * P + 1 + k, r);
#pragma unroll
    for (int d = 0; d <= 2 * P; ++d) {
      const int unknown = r - P + d;  // from the partition's first one
      const T entry = conjugates ? conjugate(tile.at(d, r)) : tile.at(d, r);
      if (unknown >= P) {
        rows.band[r][unknown - P] = entry;
      } else if constexpr (L > 0) {
        rows.left[r][unknown + P] = entry;
      } else {
#pragma unroll
        for (int k = 0; k < K; ++k)
          rows.rhs[r][k] = minus_times(rows.rhs[r][k], entry, left_end.x[unknown + P][k]);
      }
    }
  }
}

/// Puts row r of the partition at the place for the next one.
template <class T, int P, int K, int L>
__device__ void next_row(const Tile<T, P, K>& tile, bool conjugates, int r,
                         SweepRows<T, P, K, L>& rows) {
#pragma unroll
  for (int j = 0; j < L; ++j) rows.left[2 * P][j] = zero<T>();
#pragma unroll
  for (int d = 0; d <= 2 * P; ++d)
    rows.band[2 * P][d] = conjugates ? conjugate(tile.at(d, r)) : tile.at(d, r);
#pragma unroll
  for (int k = 0; k < K; ++k) rows.rhs[2 * P][k] = tile.at(2 * P + 1 + k, r);
}

/// Eliminates all but the unknowns around the ends. Returns the lowest row of the partition for
/// whose unknown there was no pivot, or -1.
template <class T, int P, int K>
__device__ int reduce_partition(const Tile<T, P, K>& tile, bool conjugates,
                                Segment<T, P, K>& segment) {
  SweepRows<T, P, K, 2 * P> rows;
  int missing = -1;
  begin_sweep(tile, conjugates, rows, Boundary<T, P, K>{});
  for (int unknown = P; unknown < tile.rows - P; ++unknown) {
    next_row(tile, conjugates, unknown + P, rows);
    if (is_no_pivot(rows.choose_pivot()) && missing < 0) missing = unknown;
    rows.eliminate(inverse(rows.band[P][0]));
  }
#pragma unroll
  for (int i = 0; i < 2 * P; ++i) {
#pragma unroll
    for (int j = 0; j < 2 * P; ++j) {
      segment.left[i][j] = rows.left[i][j];
      segment.right[i][j] = rows.band[i][j];
    }
#pragma unroll
    for (int k = 0; k < K; ++k) segment.rhs[i][k] = rows.rhs[i][k];
  }
  return missing;
}

/// Eliminates once more, with the unknowns around both ends known, and puts the solution over the
/// right-hand sides. The pivot rows replace rows that have been read.
template <class T, int P, int K>
__device__ void solve_partition(const Tile<T, P, K>& tile, bool conjugates,
                                const Boundary<T, P, K>& left, const Boundary<T, P, K>& right) {
  SweepRows<T, P, K, 0> rows;
  begin_sweep(tile, conjugates, rows, left);
  for (int unknown = P; unknown < tile.rows - P; ++unknown) {
    next_row(tile, conjugates, unknown + P, rows);
    rows.choose_pivot();
    const T inverted = inverse(rows.band[P][0]);
    tile.at(0, unknown) = inverted;
#pragma unroll
    for (int j = 1; j <= 2 * P; ++j) tile.at(j, unknown) = rows.band[P][j];
#pragma unroll
    for (int k = 0; k < K; ++k) tile.at(2 * P + 1 + k, unknown) = rows.rhs[P][k];
    rows.eliminate(inverted);
  }
  T after[2 * P][K];  // the solution of the 2 P unknowns after the one at hand
#pragma unroll
  for (int k = 0; k < K; ++k) {
#pragma unroll
    for (int j = 0; j < 2 * P; ++j) after[j][k] = right.x[j][k];
#pragma unroll
    for (int j = 0; j < P; ++j) {
      tile.at(2 * P + 1 + k, j) = left.x[P + j][k];
      tile.at(2 * P + 1 + k, tile.rows - P + j) = right.x[j][k];
    }
  }
  for (int unknown = tile.rows - P - 1; unknown >= P; --unknown) {
    const T inverted = tile.at(0, unknown);
    T band[2 * P];
#pragma unroll
    for (int j = 0; j < 2 * P; ++j) band[j] = tile.at(j + 1, unknown);
#pragma unroll
    for (int k = 0; k < K; ++k) {
      T sum = tile.at(2 * P + 1 + k, unknown);
#pragma unroll
      for (int j = 2 * P - 1; j >= 0; --j) sum = minus_times(sum, band[j], after[j][k]);
#pragma unroll
      for (int j = 2 * P - 1; j > 0; --j) after[j][k] = after[j - 1][k];
      after[0][k] = times(sum, inverted);
      tile.at(2 * P + 1 + k, unknown) = after[0][k];
    }
  }
}

/// Joins the segments of a system's partitions, in the slots, two by two until the first slot has
/// that of all. Returns the lowest partition at whose begin an unknown had no pivot, or -1.
template <class T, int P, int K>
__device__ int join_partitions(const Tile<T, P, K>& tile) {
  int missing = -1;
  for (int step = 1; step < tile.per_system; step *= 2) {
    tile.synchronize();
    if (tile.in_system < tile.per_system / (2 * step)) {
      const int first = tile.partition - tile.in_system + tile.in_system * 2 * step;
      Segment<T, P, K> left, right;
      left.load(tile.slot(first));
      right.load(tile.slot(first + step));
      if (join<T, P, K>(left, right, tile.slot(first + step)) >= 0 && missing < 0)
        missing = tile.in_system * 2 * step + step;
      left.store(tile.slot(first));
    }
  }
  tile.synchronize();
  return missing;
}

/// From the unknowns at the ends of the tile those at the begin of every partition, into the slots.
template <class T, int P, int K>
__device__ void part_ways(const Tile<T, P, K>& tile, const Boundary<T, P, K>& left,
                          const Boundary<T, P, K>& right) {
  const int begin = tile.partition - tile.in_system;
  if (tile.in_system == 0) left.store(tile.slot(begin));
  for (int step = tile.per_system / 2; step > 0; step /= 2) {
    tile.synchronize();
    if (tile.in_system < tile.per_system / (2 * step)) {
      const int first = tile.in_system * 2 * step;
      Boundary<T, P, K> before, after = right;
      before.load(tile.slot(begin + first));
      if (first + 2 * step < tile.per_system) after.load(tile.slot(begin + first + 2 * step));
      unknowns_at(tile.slot(begin + first + step), before, after)
          .store(tile.slot(begin + first + step));
    }
  }
  tile.synchronize();
}

/// Where the segments of tiles, the joints that replace them, and the unknowns at the tiles' ends
/// are: of systems and groups of right-hand sides one after the other.
template <class T, int P, int K>
struct TileEnds {
  static constexpr int slot_words = Tile<T, P, K>::slot_words;
  static constexpr int end_words = Boundary<T, P, K>::words;

  T* slots;  ///< tile t of problem p at slots[(p tiles + t) slot_words]
  T* ends;   ///< those left of tile t at ends[(p (tiles + 1) + t) end_words]
};

template <class T, int P, int K, TileWork Work>
__global__ void tiles_kernel(const BandedArguments<T, P> arguments, const BandedShape shape,
                             const TileEnds<T, P, K> tile_ends) {
  extern __shared__ __align__(16) unsigned char shared[];
  Tile<T, P, K> tile;
  tile.partitions = int(blockDim.x);
  tile.rows = shape.rows;
  tile.stride = shape.rows + 1;
  tile.per_system = shape.threads;
  tile.partition = int(threadIdx.x);
  tile.in_system = tile.partition & (shape.threads - 1);
  tile.words = reinterpret_cast<T*>(shared);
  tile.slots = tile.words + Tile<T, P, K>::arrays * tile.partitions * tile.stride;
  const TilePlace place = place_of(arguments, shape, blockIdx.x);
  const int in_block = tile.partition / shape.threads;
  const std::int64_t system = place.first_system + in_block;
  const std::int64_t groups = (arguments.num_columns + K - 1) / K;
  const std::int64_t problem = system * groups + place.first_column / K;

  load_tiles(arguments, shape, place, tile);
  wait_for_copies();
  __syncthreads();
  if constexpr (Work == TileWork::reduce) launch_dependents();

  Segment<T, P, K> segment;
  const int missing_row = reduce_partition(tile, arguments.conjugate, segment);
  segment.store(tile.slot(tile.partition));
  const int missing_joint = join_partitions(tile);
  if constexpr (Work != TileWork::finish) {
    const std::int64_t tile_row = place.tile * shape.rows * shape.threads;
    const std::int64_t first_row = tile_row + tile.in_system * shape.rows;
    if (system < arguments.num_systems) {
      if (missing_row >= 0) note_no_pivot(arguments.positions, system, first_row + missing_row);
      if (missing_joint >= 0)
        note_no_pivot(arguments.positions, system, tile_row + missing_joint * shape.rows);
    }
  }
  const T* const whole = tile.slot(tile.partition - tile.in_system);
  if constexpr (Work == TileWork::reduce) {
    if (tile.in_system == 0 && system < arguments.num_systems) {
      segment.load(whole);
      segment.store(tile_ends.slots + (problem * shape.tiles + place.tile) * tile_ends.slot_words);
    }
    return;
  }
  Boundary<T, P, K> left, right;
  if constexpr (Work == TileWork::finish) {
    wait_for_primary();
    if (system < arguments.num_systems) {
      const T* const ends =
          tile_ends.ends + (problem * (shape.tiles + 1) + place.tile) * tile_ends.end_words;
      left.load(ends);
      right.load(ends + tile_ends.end_words);
    }
  } else {
    segment.load(whole);
    if (solve_ends(segment, left, right) && tile.in_system == 0 && system < arguments.num_systems)
      note_no_pivot(arguments.positions, system, arguments.num_rows - 1);
    tile.synchronize();  // the first slot has been read
  }
  part_ways(tile, left, right);
  left.load(tile.slot(tile.partition));
  if (tile.in_system + 1 < tile.per_system) right.load(tile.slot(tile.partition + 1));
  solve_partition(tile, arguments.conjugate, left, right);
  __syncthreads();
  store_tiles(arguments, shape, place, tile);
}

/// Joins the segments of all tiles of a system, and writes the unknowns at their ends. A thread
/// block has a system and a group of right-hand sides; each thread joins its tiles one by one
/// before the threads join theirs.
template <class T, int P, int K>
__global__ void ends_kernel(const BandedArguments<T, P> arguments, const BandedShape shape,
                            const TileEnds<T, P, K> tile_ends) {
  extern __shared__ __align__(16) unsigned char shared[];
  Tile<T, P, K> tile;
  tile.slots = reinterpret_cast<T*>(shared);
  tile.per_system = int(blockDim.x);
  tile.partition = tile.in_system = int(threadIdx.x);
  const std::int64_t groups = (arguments.num_columns + K - 1) / K;
  const std::int64_t problem = blockIdx.x, system = problem / groups;
  T* const slots = tile_ends.slots + problem * shape.tiles * tile_ends.slot_words;
  T* const ends = tile_ends.ends + problem * (shape.tiles + 1) * tile_ends.end_words;
  const std::int64_t tile_rows = std::int64_t(shape.rows) * shape.threads;
  const std::int64_t each = (shape.tiles + blockDim.x - 1) / blockDim.x;
  const std::int64_t begin = min(shape.tiles, each * threadIdx.x);
  const std::int64_t end = min(shape.tiles, begin + each);
  const auto note = [&](std::int64_t row) {
    note_no_pivot(arguments.positions, system, min(row, arguments.num_rows - 1));
  };

  wait_for_primary();
  launch_dependents();
  Segment<T, P, K> segment, next;
  segment.set_empty();
  if (begin < end) segment.load(slots + begin * tile_ends.slot_words);
  for (std::int64_t t = begin + 1; t < end; ++t) {
    next.load(slots + t * tile_ends.slot_words);
    if (join<T, P, K>(segment, next, slots + t * tile_ends.slot_words) >= 0) note(t * tile_rows);
  }
  segment.store(tile.slot(tile.partition));
  const int missing = join_partitions(tile);
  if (missing >= 0) note(missing * each * tile_rows);
  Boundary<T, P, K> left, right;
  segment.load(tile.slot(0));
  if (solve_ends(segment, left, right) && tile.partition == 0) note(arguments.num_rows - 1);
  tile.synchronize();  // the first slot has been read
  part_ways(tile, left, right);
  if (tile.partition == 0) right.store(ends + shape.tiles * tile_ends.end_words);
  left.load(tile.slot(tile.partition));
  if (tile.partition + 1 < int(blockDim.x)) right.load(tile.slot(tile.partition + 1));
  if (begin < end) left.store(ends + begin * tile_ends.end_words);
  for (std::int64_t t = end - 1; t > begin; --t) {
    right = unknowns_at(slots + t * tile_ends.slot_words, left, right);
    right.store(ends + t * tile_ends.end_words);
  }
}

}  // namespace filigree::cuda
