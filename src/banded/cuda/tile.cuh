// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "banded/cuda/arguments.hpp"
#include "banded/cuda/elimination.cuh"
#include "cuda/copy_async.hpp"

/// Tiles of systems in shared memory, and how they come there and back.

namespace filigree::cuda {

/// Scalars in 16 bytes, which are copied at once where they lie side by side.
template <class T>
inline constexpr int copy_words = int(copy_bytes / sizeof(T));

/// Scalars in the 32 banks of shared memory.
template <class T>
inline constexpr int bank_words = int(slot_group_bytes / sizeof(T));

/// Where things are in shared memory, and what a thread's partition is.
template <class T, int P, int K, bool Pivots>
struct Tile {
  static constexpr int arrays = 2 * P + 1 + K;  ///< diagonals, then right-hand sides
  static constexpr int slot_words = int(cuda::slot_words(P, K, Pivots));
  static_assert(SegmentShape<P, Pivots>::joint_words(2 * P, K) <= slot_words);

  T* array[arrays];  ///< row r of a system: array[a][system system_words + r]
  T* slots;          ///< of a partition: the segment that begins there, or the joint before it
  int rows;          ///< of a partition: odd, so that lanes' rows are in banks of their own
  int system_words;
  int per_system;  ///< partitions of a system: a power of two
  int partition;   ///< this thread's
  int in_system;   ///< its number in its system
  int first_word;  ///< of the partition in an array

  __device__ T& at(int which, int row) const { return array[which][first_word + row]; }
  /// Word w of a slot is at slot(which)[w slot_stride]. Every second, fourth, ... slot is in banks
  /// of its own, too.
  static constexpr int slot_stride = bank_words<T>;
  __device__ T* slot(int which) const {
    const int group = which / bank_words<T>;
    return slots + group * (bank_words<T> * slot_words) + ((which ^ group) & (bank_words<T> - 1));
  }
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

__device__ inline TilePlace place_of(const TileLayout& shape, unsigned block) {
  const unsigned rest = block / shape.column_groups, tiles = unsigned(shape.tiles);
  return {std::int64_t(rest / tiles) * shape.systems,
          std::int64_t(block % shape.column_groups) * shape.columns, rest % tiles};
}

/// The system of the block whose rows a thread copies: first, first + threads of a system, ...
struct CopyRole {
  int system;
  int first;

  __device__ explicit CopyRole(const TileLayout& shape) {
    const int thread = int(threadIdx.x);
    system = shape.by_system ? thread & (shape.systems - 1) : thread / shape.threads;
    first = shape.by_system ? thread / shape.systems : thread & (shape.threads - 1);
  }
  /// Whoever reads what these threads have copied is among them, or waits for the thread block.
  __device__ static void synchronize(const TileLayout& shape) {
    if (shape.threads <= 32 && !shape.by_system)
      __syncwarp();
    else
      __syncthreads();
  }
};

/// How far address lies behind a multiple of 16 bytes, in scalars.
template <class T>
__device__ int misalignment(const T* address) {
  return int(reinterpret_cast<std::uintptr_t>(address) / sizeof(T)) & (copy_words<T> - 1);
}

/// Whether rows lie side by side, those of each system of a block as they do in shared memory.
template <class T>
__device__ bool in_vectors(const TileLayout& shape, std::int64_t row_stride,
                           std::int64_t system_stride) {
  return row_stride == 1 &&
         (shape.systems == 1 || ((system_stride - shape.system_words) & (copy_words<T> - 1)) == 0);
}

/// Starts the copies of the rows begin .. end - 1 of a tile from `from` (where row 0 is, or would
/// be) to `to`; the others become 0, those from `identity` on 1.
template <class T>
__device__ void load_rows(T* to, const T* from, std::int64_t row_stride, bool vectors, int begin,
                          int end, int identity, const TileLayout& shape, int first) {
  const int tile_rows = shape.rows * shape.threads;
  if (!vectors) {
    const T* next = from + first * row_stride;
    for (int r = first; r < tile_rows; r += shape.threads, next += shape.threads * row_stride)
      if (r >= begin && r < end)
        copy_async(to + r, next);
      else
        to[r] = r >= identity ? one<T>() : zero<T>();
    return;
  }
  constexpr int W = copy_words<T>;
  for (int chunk = first * W - misalignment(from); chunk < tile_rows; chunk += shape.threads * W) {
    if (chunk >= begin && chunk + W <= end) {
      copy_16(shared_address(to + chunk), from + chunk, true);
      continue;
    }
#pragma unroll 1
    for (int r = max(chunk, 0); r < min(chunk + W, tile_rows); ++r)
      if (r >= begin && r < end)
        copy_async(to + r, from + r);
      else
        to[r] = r >= identity ? one<T>() : zero<T>();
  }
}

/// Lays out the arrays and starts the copies of the rows of the tiles; past the systems' ends are
/// rows of the identity. Ends with the thread's copies under way.
template <class T, int P, int K, bool Pivots>
__device__ void load_tiles(const BandedArguments<T, P>& arguments, const TileLayout& shape,
                           const TilePlace& place, T* words, Tile<T, P, K, Pivots>& tile) {
  constexpr int never = 1 << 30;
  const CopyRole role(shape);
  const std::int64_t system = place.first_system + role.system;
  const int tile_rows = shape.rows * shape.threads, array_words = shape.array_words;
  const std::int64_t first_row = place.tile * tile_rows;
  const int rows = system < arguments.num_systems
                       ? int(min(std::int64_t(tile_rows), arguments.num_rows - first_row))
                       : 0;
  const int to_system = role.system * tile.system_words;
#pragma unroll
  for (int d = 0; d <= 2 * P; ++d) {
    const auto& diagonal = arguments.diagonals[d];
    const bool vectors = in_vectors<T>(shape, diagonal.row_stride, diagonal.system_stride);
    const T* const from = diagonal.data + ((first_row + diagonal.row_shift) * diagonal.row_stride +
                                           place.first_system * diagonal.system_stride);
    tile.array[d] = words + (d * array_words + (vectors ? misalignment(from) : 0));
    // Entries of unknowns before the first and after the last one are not there.
    const int begin = int(max(std::int64_t(0), P - d - first_row));
    const int end = int(min(std::int64_t(rows), arguments.num_rows - (d - P) - first_row));
    load_rows(tile.array[d] + to_system, from + role.system * diagonal.system_stride,
              diagonal.row_stride, vectors, begin, rows == 0 ? 0 : end, d == P ? rows : never,
              shape, role.first);
  }
#pragma unroll
  for (int k = 0; k < K; ++k) {
    const auto& b = arguments.b;
    const std::int64_t column = place.first_column + k;
    const bool vectors = in_vectors<T>(shape, b.row_stride, b.system_stride);
    const T* const from =
        b.data + (first_row * b.row_stride + place.first_system * b.system_stride +
                  column * b.column_stride);
    T*& array = tile.array[2 * P + 1 + k];
    array = words + ((2 * P + 1 + k) * array_words + (vectors ? misalignment(from) : 0));
    load_rows(array + to_system, from + role.system * b.system_stride, b.row_stride, vectors, 0,
              column < arguments.num_columns ? rows : 0, never, shape, role.first);
  }
}

/// Writes what has replaced the right-hand sides.
template <class T, int P, int K, bool Pivots>
__device__ void store_tiles(const BandedArguments<T, P>& arguments, const TileLayout& shape,
                            const TilePlace& place, const Tile<T, P, K, Pivots>& tile) {
  constexpr int W = copy_words<T>;
  struct alignas(copy_bytes) Chunk {
    T word[W];
  };
  const CopyRole role(shape);
  const std::int64_t system = place.first_system + role.system;
  if (system >= arguments.num_systems) return;
  const int tile_rows = shape.rows * shape.threads;
  const std::int64_t first_row = place.tile * tile_rows;
  const int rows = int(min(std::int64_t(tile_rows), arguments.num_rows - first_row));
#pragma unroll
  for (int k = 0; k < K; ++k) {
    const auto& x = arguments.x;
    const std::int64_t column = place.first_column + k;
    if (column >= arguments.num_columns) return;
    T* const to =
        x.data + (first_row * x.row_stride + system * x.system_stride + column * x.column_stride);
    const T* const from = tile.array[2 * P + 1 + k] + role.system * tile.system_words;
    if (x.row_stride != 1 || misalignment(to) != misalignment(from)) {
      T* next = to + role.first * x.row_stride;
      for (int r = role.first; r < rows; r += shape.threads, next += shape.threads * x.row_stride)
        *next = from[r];
      continue;
    }
    for (int chunk = role.first * W - misalignment(to); chunk < rows; chunk += shape.threads * W) {
      if (chunk >= 0 && chunk + W <= rows) {
        *reinterpret_cast<Chunk*>(to + chunk) = *reinterpret_cast<const Chunk*>(from + chunk);
        continue;
      }
#pragma unroll 1
      for (int r = max(chunk, 0); r < min(chunk + W, rows); ++r) to[r] = from[r];
    }
  }
}

}  // namespace filigree::cuda
