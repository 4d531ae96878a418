// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "banded/cuda/arguments.hpp"
#include "banded/cuda/column_joins.cuh"
#include "banded/cuda/elimination.cuh"
#include "banded/cuda/ends.cuh"
#include "banded/cuda/partitions.cuh"
#include "banded/cuda/tile.cuh"
#include "cuda/dependent_launch.hpp"

/// Tridiagonal systems of several right-hand sides: a tile's matrix is factorized once, as
/// elimination.cuh tells, and its factors stay in shared memory while one group of K right-hand
/// sides after the other is brought there.

namespace filigree::cuda {

/// Replaces the diagonals of the partition by its factors. Returns the lowest row for whose unknown
/// there was no pivot, or -1.
template <bool Keeps, class T, int K, bool Pivots>
__device__ int factorize(ColumnsTile<T, K, Pivots>& tile, bool conjugates,
                         Segment<T, 1, 0, Pivots>& segment) {
  tile.left_entries[0] = tile.at(0, 0);
  tile.left_entries[1] = tile.at(1, 0);
  tile.left_entries[2] = tile.at(0, 1);
  if (conjugates) {
#pragma unroll
    for (T& entry : tile.left_entries) entry = conjugate(entry);
  }
  SweepRows<T, 1, 0, 2, Pivots> rows;
  const Tile<T, 1, 0, Pivots>& matrix = tile;
  begin_sweep(matrix, conjugates, rows, Boundary<T, 1, 0>{});
  unsigned pivots = 0;
  const int missing = sweep(matrix, conjugates, rows, [&](int unknown, const T& inverted) {
    if constexpr (Pivots) pivots |= unsigned(rows.pivot ^ 1) << (2 * (unknown - 1));
    tile.at(0, unknown) = rows.factor(0, inverted);
    tile.at(1, unknown) = rows.factor(2, inverted);
    if constexpr (Keeps) {
      tile.at(2, unknown) = inverted;
      tile.after[0][tile.first_word + unknown] = rows.band[1][1];
      if constexpr (Pivots) tile.after[1][tile.first_word + unknown] = rows.band[1][2];
    }
  });
#pragma unroll
  for (int i = 0; i < 2; ++i) {
#pragma unroll
    for (int j = 0; j < 2; ++j) {
      segment.left[i][j] = rows.left[i][j];
      segment.right[i][j] = rows.band[i][j];
    }
  }
  tile.pivots = pivots;
  if constexpr (Pivots) tile.any_pivots = __reduce_or_sync(whole_warp, pivots);
  return missing;
}

/// Right-hand sides on the way through a partition, as its rows went: those of the two rows that
/// wait. With Stores, those of the pivot rows replace what has been read.
template <bool Stores, class T, int K, bool Pivots>
__device__ void follow(const ColumnsTile<T, K, Pivots>& tile, T (&waiting)[2][K]) {
  T next[K], next_factor[2];
  const auto load = [&](int unknown) {
#pragma unroll
    for (int k = 0; k < K; ++k) next[k] = tile.rhs(k, unknown + 1);
    next_factor[0] = tile.at(0, unknown);
    next_factor[1] = tile.at(1, unknown);
  };
  load(1);
  for (int unknown = 1; unknown < tile.rows - 1; ++unknown) {
    T third[K];
#pragma unroll
    for (int k = 0; k < K; ++k) third[k] = next[k];
    const T first_factor = next_factor[0], third_factor = next_factor[1];
    if (unknown + 2 < tile.rows) load(unknown + 1);
    if constexpr (Pivots) {
      const int shift = 2 * (unknown - 1);
      if (tile.any_pivots >> shift & 3) {
        const unsigned pivot = tile.pivots >> shift & 3;
#pragma unroll
        for (int k = 0; k < K; ++k) {
          exchange_if(pivot == 1, waiting[1][k], waiting[0][k]);
          exchange_if(pivot == 3, waiting[1][k], third[k]);
        }
      }
    }
#pragma unroll
    for (int k = 0; k < K; ++k) {
      if constexpr (Stores) tile.rhs(k, unknown) = waiting[1][k];
      if constexpr (Pivots || !Stores)
        waiting[0][k] = minus_times(waiting[0][k], first_factor, waiting[1][k]);
      waiting[1][k] = minus_times(third[k], third_factor, waiting[1][k]);
    }
  }
}

/// From the unknowns at the ends of all partitions the solution, in the place of the right-hand
/// sides.
template <class T, int K, bool Pivots>
__device__ void solve_partition(const ColumnsTile<T, K, Pivots>& tile) {
  const auto& slots = tile.column_slots;
  constexpr int stride = tile.column_slots.stride;
  T left[K], waiting[2][K], after[2][K];
#pragma unroll
  for (int k = 0; k < K; ++k) {
    const T* const at_left = slots.column(tile.partition, k);
    const bool is_last = tile.in_system + 1 == tile.per_system;
    const T* const at_right =
        is_last ? tile.right_end + 2 * k : slots.column(tile.partition + 1, k);
    left[k] = at_left[stride];
    after[0][k] = at_right[0];
    after[1][k] = at_right[is_last ? 1 : stride];
    waiting[0][k] = minus_times(tile.rhs(k, 0), tile.left_entries[0], at_left[0]);
    waiting[0][k] = minus_times(waiting[0][k], tile.left_entries[1], left[k]);
    waiting[1][k] = minus_times(tile.rhs(k, 1), tile.left_entries[2], left[k]);
  }
  follow<true>(tile, waiting);
#pragma unroll
  for (int k = 0; k < K; ++k) {
    tile.rhs(k, 0) = left[k];
    tile.rhs(k, tile.rows - 1) = after[0][k];
  }
#pragma unroll 2
  for (int unknown = tile.rows - 2; unknown >= 1; --unknown) {
    const int word = tile.first_word + unknown;
    const T inverted = tile.at(2, unknown), entry = tile.after[0][word];
    const T second = Pivots ? tile.after[Pivots ? 1 : 0][word] : zero<T>();
#pragma unroll
    for (int k = 0; k < K; ++k) {
      T sum = tile.rhs(k, unknown);
      if constexpr (Pivots) sum = minus_times(sum, second, after[1][k]);
      sum = minus_times(sum, entry, after[0][k]);
      after[1][k] = after[0][k];
      after[0][k] = times(sum, inverted);
      tile.rhs(k, unknown) = after[0][k];
    }
  }
}

/// The segment of the tile, with its right-hand sides. For the first thread of the system.
template <class T, int K, bool Pivots>
__device__ Segment<T, 1, K, Pivots> whole_segment(const ColumnsTile<T, K, Pivots>& tile) {
  const auto& slots = tile.column_slots;
  constexpr int stride = tile.column_slots.stride;
  Segment<T, 1, 0, Pivots> matrix{};
  matrix.load(slots.at(tile.partition), stride);
  Segment<T, 1, K, Pivots> segment;
#pragma unroll
  for (int i = 0; i < 2; ++i) {
#pragma unroll
    for (int j = 0; j < 2; ++j) {
      segment.left[i][j] = matrix.left[i][j];
      segment.right[i][j] = matrix.right[i][j];
    }
#pragma unroll
    for (int k = 0; k < K; ++k) segment.rhs[i][k] = slots.column(tile.partition, k)[i * stride];
  }
  return segment;
}

/// Solves the tile's segment, where it is that of a whole system, outside of which all unknowns are
/// 0, or takes the unknowns at its ends from `ends`. For the first thread of the system.
template <TileWork Work, class T, int K, bool Pivots>
__device__ bool set_ends(const ColumnsTile<T, K, Pivots>& tile,
                         const TileEnds<T, 1, K, Pivots>& ends, std::int64_t problem,
                         std::int64_t number) {
  const auto& slots = tile.column_slots;
  constexpr int stride = tile.column_slots.stride;
  Boundary<T, 1, K> left, right;
  bool singular = false;
  if constexpr (Work == TileWork::finish) {
    left.load(ends.end(problem, number), 1);
    right.load(ends.end(problem, number + 1), 1);
  } else {
    singular = solve_ends(whole_segment(tile), left, right);
  }
#pragma unroll
  for (int k = 0; k < K; ++k) {
    T* const at_left = slots.column(tile.partition, k);
#pragma unroll
    for (int i = 0; i < 2; ++i) {
      at_left[i * stride] = left.x[i][k];
      tile.right_end[2 * k + i] = right.x[i][k];
    }
  }
  return singular;
}

template <class T, int K, bool Pivots, TileWork Work>
__global__ void columns_kernel(const BandedArguments<T, 1> arguments, const TileLayout shape,
                               const TileEnds<T, 1, K, Pivots> tile_ends) {
  extern __shared__ __align__(16) unsigned char shared[];
  constexpr bool keeps = Work != TileWork::reduce;
  constexpr int stride = ColumnSlots<T, K, Pivots>::stride;
  ColumnsTile<T, K, Pivots> tile;
  tile.begin(shape);
  T* const diagonals = reinterpret_cast<T*>(shared);
  T* const columns = diagonals + 3 * shape.array_words;
  T* words = columns + K * shape.array_words;
  if constexpr (keeps) {
#pragma unroll
    for (T*& array : tile.after) {
      array = words;
      words += shape.array_words;
    }
  }
  tile.column_slots.words = words;
  words += int(blockDim.x) * (ColumnSlots<T, K, Pivots>::first_column + 2 * K);
  const int in_block = tile.partition / shape.threads;
  tile.right_end = words + in_block * 2 * K;
  const unsigned block = Work == TileWork::finish ? gridDim.x - 1 - blockIdx.x : blockIdx.x;
  const TilePlace place = place_of(shape, block);
  const std::int64_t system = place.first_system + in_block;
  const bool is_system = system < arguments.num_systems;

  __shared__ TransactionBarrier barriers[CopyEngine::most_systems];
  const CopyRole role(shape);
  CopyEngine engine(shape, role, barriers);
  load_diagonals(arguments, shape, place, diagonals, tile, role, engine);
  load_columns(arguments, shape, place, place.first_column, columns, tile.column, role, engine);
  engine.wait();
  CopyRole::synchronize(shape);
  if constexpr (Work == TileWork::reduce) launch_dependents();

  Segment<T, 1, 0, Pivots> segment;
  const int missing_row = factorize<keeps>(tile, arguments.conjugate, segment);
  segment.store(tile.column_slots.at(tile.partition), stride);
  const int missing_joint = join_matrices(tile);
  if (Work != TileWork::finish && is_system) {
    const std::int64_t tile_row = place.tile * shape.rows * shape.threads;
    const std::int64_t first_row = tile_row + tile.in_system * shape.rows;
    if (missing_row >= 0) note_no_pivot(arguments.positions, system, first_row + missing_row);
    if (missing_joint >= 0)
      note_no_pivot(arguments.positions, system, tile_row + missing_joint * shape.rows);
  }
  if constexpr (Work == TileWork::finish) wait_for_primary();

  const std::int64_t end_column =
      min(arguments.num_columns, place.first_column + std::int64_t(shape.groups) * K);
  const auto load_next = [&](std::int64_t column) {
    if (column + K >= end_column) return;
    engine.order_loads();
    CopyRole::synchronize(shape);
    load_columns(arguments, shape, place, column + K, columns, tile.column, role, engine);
  };
  for (std::int64_t column = place.first_column; column < end_column; column += K) {
    if (column > place.first_column) {
      engine.wait();
      CopyRole::synchronize(shape);
    }
    T waiting[2][K];
#pragma unroll
    for (int k = 0; k < K; ++k) {
      waiting[0][k] = tile.rhs(k, 0);
      waiting[1][k] = tile.rhs(k, 1);
    }
    follow<false>(tile, waiting);
#pragma unroll
    for (int k = 0; k < K; ++k) {
      T* const to = tile.column_slots.column(tile.partition, k);
      to[0] = waiting[0][k];
      to[stride] = waiting[1][k];
    }
    if constexpr (Work == TileWork::reduce) load_next(column);
    join_columns(tile);
    const std::int64_t problem = system * shape.column_groups + column / K;
    if (tile.in_system == 0 && is_system) {
      if constexpr (Work == TileWork::reduce) {
        whole_segment(tile).store(tile_ends.slot(problem, place.tile), 1);
      } else {
        if (set_ends<Work>(tile, tile_ends, problem, place.tile))
          note_no_pivot(arguments.positions, system, arguments.num_rows - 1);
      }
    }
    if constexpr (Work == TileWork::reduce) continue;
    part_columns(tile);
    solve_partition(tile);
    store_columns(arguments, shape, place, column, tile.column, role, engine);
    load_next(column);
  }
}

}  // namespace filigree::cuda
