// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "banded/cuda/arguments.hpp"
#include "banded/cuda/elimination.cuh"
#include "cuda/bulk_copy.hpp"
#include "cuda/copy_async.hpp"
#include "cuda/transaction_barrier.hpp"

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

/// Whether the copy engine brings rows that lie side by side, with a few instructions of one
/// thread.
__device__ constexpr bool has_copy_engine() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  return true;
#else
  return false;
#endif
}

/// What a system's threads copy by 16 bytes. They have a barrier of their own, and the first of
/// them starts all copies of the engine.
struct CopyEngine {
  /// The most systems of a thread block where rows of systems lie side by side.
  static constexpr int most_systems = 32;

  bool is_used;
  bool stores;    ///< its threads are a warp: more of them store faster
  bool is_first;  ///< this thread
  TransactionBarrier* barrier;
  std::uint32_t bytes = 0;  ///< under way

  /// All threads of the thread block, before their first copy.
  __device__ CopyEngine(const TileLayout& shape, const CopyRole& role, TransactionBarrier* barriers)
      : is_used(has_copy_engine() && !shape.by_system),
        stores(is_used && shape.threads <= 32),
        is_first(is_used && role.first == 0),
        barrier(barriers + (is_used ? role.system : 0)) {
    if (!is_used) return;
    if (is_first) {
      init_barrier<1>(*barrier);
      fence_barrier_init();
    }
    CopyRole::synchronize(shape);
  }
  /// Both addresses and the size are multiples of 16 bytes.
  template <class T>
  __device__ void copy(T* to, const T* from, int count, const TileLayout& shape, int first) {
    constexpr int W = copy_words<T>;
    if (is_first) {
      bulk_load(shared_address(to), from, std::uint32_t(count * sizeof(T)), *barrier);
      bytes += std::uint32_t(count * sizeof(T));
    }
    if (is_used) return;
    for (int r = first * W; r < count; r += shape.threads * W)
      copy_16(shared_address(to + r), from + r, true);
  }
  __device__ void wait() {
    wait_for_copies();
    if (is_first) barrier->arrive_and_expect(bytes);
    if (is_used) barrier->wait(0);
  }

  /// What the threads have written to shared memory, before they wait for each other.
  __device__ void order_stores() const {
    if (stores) fence_async_shared();
  }
  template <class T>
  __device__ void store(T* to, const T* from, int count, const TileLayout& shape, int first) const {
    constexpr int W = copy_words<T>;
    struct alignas(copy_bytes) Chunk {
      T word[W];
    };
    if (stores) {
      if (is_first) bulk_store(to, shared_address(from), std::uint32_t(count * sizeof(T)));
      return;
    }
    for (int r = first * W; r < count; r += shape.threads * W)
      *reinterpret_cast<Chunk*>(to + r) = *reinterpret_cast<const Chunk*>(from + r);
  }
  __device__ void end_stores() const {
    if (!stores || !is_first) return;
    store_commit();
    store_wait_read<0>();
  }
};

/// Starts the copies of the rows begin .. end - 1 of a tile from `from` (where row 0 is, or would
/// be) to `to`; the others become 0, those from `identity` on 1.
template <class T>
__device__ void load_rows(T* to, const T* from, std::int64_t row_stride, bool vectors, int begin,
                          int end, int identity, const TileLayout& shape, int first,
                          CopyEngine& engine) {
  const int tile_rows = shape.rows * shape.threads;
  const auto bring = [&](int r, const T* entry) {
    if (r >= begin && r < end)
      copy_async(to + r, entry);
    else
      to[r] = r >= identity ? one<T>() : zero<T>();
  };
  if (!vectors) {
    const T* next = from + first * row_stride;
    for (int r = first; r < tile_rows; r += shape.threads, next += shape.threads * row_stride)
      bring(r, next);
    return;
  }
  // The rows that are copied by whole 16 bytes, and the others.
  constexpr int W = copy_words<T>;
  const int aligned = begin + (-(misalignment(from) + begin) & (W - 1));
  const int count = max(end - aligned, 0) & ~(W - 1);
  if (count > 0) engine.copy(to + aligned, from + aligned, count, shape, first);
  for (int i = first; i < tile_rows - count; i += shape.threads) {
    const int r = i < aligned ? i : i + count;
    bring(r, from + r);
  }
}

/// Lays out the arrays and starts the copies of the rows of the tiles; past the systems' ends are
/// rows of the identity. Ends with the thread's copies under way.
template <class T, int P, int K, bool Pivots>
__device__ void load_tiles(const BandedArguments<T, P>& arguments, const TileLayout& shape,
                           const TilePlace& place, T* words, Tile<T, P, K, Pivots>& tile,
                           const CopyRole& role, CopyEngine& engine) {
  constexpr int never = 1 << 30;
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
              shape, role.first, engine);
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
              column < arguments.num_columns ? rows : 0, never, shape, role.first, engine);
  }
}

/// Writes what has replaced the right-hand sides. For all threads of the thread block.
template <class T, int P, int K, bool Pivots>
__device__ void store_tiles(const BandedArguments<T, P>& arguments, const TileLayout& shape,
                            const TilePlace& place, const Tile<T, P, K, Pivots>& tile,
                            const CopyRole& role, const CopyEngine& engine) {
  engine.order_stores();
  CopyRole::synchronize(shape);
  const std::int64_t system = place.first_system + role.system;
  if (system >= arguments.num_systems) return;
  const int tile_rows = shape.rows * shape.threads;
  const std::int64_t first_row = place.tile * tile_rows;
  const int rows = int(min(std::int64_t(tile_rows), arguments.num_rows - first_row));
#pragma unroll
  for (int k = 0; k < K; ++k) {
    const auto& x = arguments.x;
    const std::int64_t column = place.first_column + k;
    if (column >= arguments.num_columns) break;
    T* const to =
        x.data + (first_row * x.row_stride + system * x.system_stride + column * x.column_stride);
    const T* const from = tile.array[2 * P + 1 + k] + role.system * tile.system_words;
    if (x.row_stride != 1 || misalignment(to) != misalignment(from)) {
      T* next = to + role.first * x.row_stride;
      for (int r = role.first; r < rows; r += shape.threads, next += shape.threads * x.row_stride)
        *next = from[r];
      continue;
    }
    // The rows that are copied by whole 16 bytes, and the others.
    constexpr int W = copy_words<T>;
    const int aligned = -misalignment(to) & (W - 1), count = max(rows - aligned, 0) & ~(W - 1);
    if (count > 0) engine.store(to + aligned, from + aligned, count, shape, role.first);
    for (int i = role.first; i < rows - count; i += shape.threads) {
      const int r = i < aligned ? i : i + count;
      to[r] = from[r];
    }
  }
  engine.end_stores();
}

}  // namespace filigree::cuda
