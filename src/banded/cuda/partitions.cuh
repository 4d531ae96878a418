// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "banded/cuda/arguments.hpp"
#include "banded/cuda/elimination.cuh"
#include "banded/cuda/ends.cuh"
#include "banded/cuda/tile.cuh"
#include "cuda/dependent_launch.hpp"

/// Thread blocks that solve tiles of systems in shared memory: elimination.cuh tells how.

namespace filigree::cuda {

/// What a kernel does with its tiles.
enum class TileWork {
  solve,   ///< they are whole systems
  reduce,  ///< to a segment each
  finish,  ///< solve, from the unknowns at their ends
};

/// Puts the first 2 P rows of the partition in place. Their entries of the unknowns around the left
/// end are kept apart or, where these are known, subtracted.
template <class T, int P, int K, int L, bool Pivots>
__device__ void begin_sweep(const Tile<T, P, K, Pivots>& tile, bool conjugates,
                            SweepRows<T, P, K, L, Pivots>& rows,
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

/// A row of the partition.
template <class T, int P, int K>
struct LoadedRow {
  T band[2 * P + 1];
  T rhs[K];

  template <bool Pivots>
  __device__ void load(const Tile<T, P, K, Pivots>& tile, bool conjugates, int r) {
#pragma unroll
    for (int d = 0; d <= 2 * P; ++d)
      band[d] = conjugates ? conjugate(tile.at(d, r)) : tile.at(d, r);
#pragma unroll
    for (int k = 0; k < K; ++k) rhs[k] = tile.at(2 * P + 1 + k, r);
  }
};

/// Eliminates all but the unknowns around the ends: keep(unknown, rows, inverse pivot) before each
/// of them. Returns the lowest row of the partition for whose unknown there was no pivot, or -1.
template <class T, int P, int K, int L, bool Pivots, class Keep>
__device__ int sweep(const Tile<T, P, K, Pivots>& tile, bool conjugates,
                     SweepRows<T, P, K, L, Pivots>& rows, const Keep& keep) {
  int missing = -1;
  LoadedRow<T, P, K> next;
  if (2 * P < tile.rows) next.load(tile, conjugates, 2 * P);
  // Two unknowns at once need no moves between registers, where there are some to spare.
  constexpr int at_once = P == 1 && K == 1 ? 2 : 1;
#pragma unroll at_once
  for (int unknown = P; unknown < tile.rows - P; ++unknown) {
#pragma unroll
    for (int j = 0; j < L; ++j) rows.left[2 * P][j] = zero<T>();
#pragma unroll
    for (int d = 0; d <= 2 * P; ++d) rows.band[2 * P][d] = next.band[d];
#pragma unroll
    for (int k = 0; k < K; ++k) rows.rhs[2 * P][k] = next.rhs[k];
    if (unknown + P + 1 < tile.rows) next.load(tile, conjugates, unknown + P + 1);
    if (is_no_pivot(rows.choose_pivot()) && missing < 0) missing = unknown;
    const T inverted = inverse(rows.band[P][0]);
    keep(unknown, inverted);
    rows.eliminate(inverted);
  }
  return missing;
}

/// Eliminates all but the unknowns around the ends. Without pivoting, the pivot rows replace rows
/// that have been read: they have as many words. Returns the lowest row of the partition for whose
/// unknown there was no pivot, or -1.
template <bool Keeps, class T, int P, int K, bool Pivots>
__device__ int reduce_partition(const Tile<T, P, K, Pivots>& tile, bool conjugates,
                                Segment<T, P, K, Pivots>& segment) {
  SweepRows<T, P, K, 2 * P, Pivots> rows;
  begin_sweep(tile, conjugates, rows, Boundary<T, P, K>{});
  const int missing = sweep(tile, conjugates, rows, [&](int unknown, const T& inverted) {
    if constexpr (Keeps && !Pivots) {
      tile.at(0, unknown) = inverted;
#pragma unroll
      for (int j = 0; j < P; ++j) {
        tile.at(1 + j, unknown) = rows.band[P][1 + j];
        tile.at(1 + P + j, unknown) = rows.left[P][P + j];
      }
#pragma unroll
      for (int k = 0; k < K; ++k) tile.at(2 * P + 1 + k, unknown) = rows.rhs[P][k];
    }
  });
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

/// With pivoting: eliminates once more, with the unknowns around the left end known. The pivot rows
/// replace rows that have been read.
template <class T, int P, int K>
__device__ void eliminate_again(const Tile<T, P, K, true>& tile, bool conjugates,
                                const Boundary<T, P, K>& left) {
  SweepRows<T, P, K, 0, true> rows;
  begin_sweep(tile, conjugates, rows, left);
  sweep(tile, conjugates, rows, [&](int unknown, const T& inverted) {
    tile.at(0, unknown) = inverted;
#pragma unroll
    for (int j = 1; j <= 2 * P; ++j) tile.at(j, unknown) = rows.band[P][j];
#pragma unroll
    for (int k = 0; k < K; ++k) tile.at(2 * P + 1 + k, unknown) = rows.rhs[P][k];
  });
}

/// From the pivot rows, and the unknowns around both ends, the solution: it replaces the right-hand
/// sides.
template <class T, int P, int K, bool Pivots>
__device__ void substitute(const Tile<T, P, K, Pivots>& tile, const Boundary<T, P, K>& left,
                           const Boundary<T, P, K>& right) {
  constexpr int later = Pivots ? 2 * P : P;  // unknowns of a pivot row after its own
  T after[2 * P][K];                         // the solution of those after the one at hand
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
#pragma unroll 2
  for (int unknown = tile.rows - P - 1; unknown >= P; --unknown) {
    const T inverted = tile.at(0, unknown);
    T entry[2 * P];
#pragma unroll
    for (int j = 0; j < 2 * P; ++j) entry[j] = tile.at(j + 1, unknown);
#pragma unroll
    for (int k = 0; k < K; ++k) {
      T sum = tile.at(2 * P + 1 + k, unknown);
#pragma unroll
      for (int j = 2 * P - 1; j >= later; --j) sum = minus_times(sum, entry[j], left.x[j][k]);
#pragma unroll
      for (int j = later - 1; j >= 0; --j) sum = minus_times(sum, entry[j], after[j][k]);
#pragma unroll
      for (int j = 2 * P - 1; j > 0; --j) after[j][k] = after[j - 1][k];
      after[0][k] = times(sum, inverted);
      tile.at(2 * P + 1 + k, unknown) = after[0][k];
    }
  }
}

template <class T, int P, int K, bool Pivots, TileWork Work>
__global__ void tiles_kernel(const BandedArguments<T, P> arguments, const TileLayout shape,
                             const TileEnds<T, P, K, Pivots> tile_ends) {
  extern __shared__ __align__(16) unsigned char shared[];
  Tile<T, P, K, Pivots> tile;
  constexpr int stride = Tile<T, P, K, Pivots>::slot_stride;
  T* const words = reinterpret_cast<T*>(shared);
  tile.rows = shape.rows;
  tile.system_words = shape.system_words;
  tile.per_system = shape.threads;
  tile.partition = int(threadIdx.x);
  tile.in_system = tile.partition & (shape.threads - 1);
  tile.slots = words + Tile<T, P, K, Pivots>::arrays * shape.array_words;
  const int in_block = tile.partition / shape.threads;
  tile.first_word = in_block * tile.system_words + tile.in_system * shape.rows;
  // What the first kernel has read last may still be in the L2 cache.
  const unsigned block = Work == TileWork::finish ? gridDim.x - 1 - blockIdx.x : blockIdx.x;
  const TilePlace place = place_of(shape, block);
  const std::int64_t system = place.first_system + in_block;
  const std::int64_t problem = system * shape.column_groups + place.first_column / K;

  __shared__ TransactionBarrier barriers[CopyEngine::most_systems];
  const CopyRole role(shape);
  CopyEngine engine(shape, role, barriers);
  load_tiles(arguments, shape, place, words, tile, role, engine);
  engine.wait();
  CopyRole::synchronize(shape);
  if constexpr (Work == TileWork::reduce) launch_dependents();

  Segment<T, P, K, Pivots> segment;
  const int missing_row =
      reduce_partition<Work != TileWork::reduce>(tile, arguments.conjugate, segment);
  segment.store(tile.slot(tile.partition), stride);
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
      segment.load(whole, stride);
      segment.store(tile_ends.slot(problem, place.tile), 1);
    }
    return;
  }
  Boundary<T, P, K> left, right;
  if constexpr (Work == TileWork::finish) {
    wait_for_primary();
    if (system < arguments.num_systems) {
      left.load(tile_ends.end(problem, place.tile), 1);
      right.load(tile_ends.end(problem, place.tile + 1), 1);
    }
  } else {
    segment.load(whole, stride);
    if (solve_ends(segment, left, right) && tile.in_system == 0 && system < arguments.num_systems)
      note_no_pivot(arguments.positions, system, arguments.num_rows - 1);
    tile.synchronize();  // the first slot has been read
  }
  part_ways(tile, left, right);
  left.load(tile.slot(tile.partition), stride);
  if (tile.in_system + 1 < tile.per_system) right.load(tile.slot(tile.partition + 1), stride);
  if constexpr (Pivots) eliminate_again(tile, arguments.conjugate, left);
  substitute(tile, left, right);
  store_tiles(arguments, shape, place, tile, role, engine);
}

}  // namespace filigree::cuda
