// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

/// Banded systems as tuned CUDA kernels take them.

namespace filigree::cuda {

/// Entry `row` of system `system` lies at data[(row + row_shift) row_stride + system
/// system_stride].
template <class T>
struct BandDiagonal {
  const T* data;
  std::int64_t row_shift;
  std::int64_t row_stride;
  std::int64_t system_stride;
};

template <class T>
struct RightHandSides {
  T* data;
  std::int64_t row_stride;
  std::int64_t system_stride;
  std::int64_t column_stride;
};

/// A X = B with A of half_bandwidth diagonals on either side of the main one, for each system.
template <class T, int HalfBandwidth>
struct BandedArguments {
  std::int64_t num_rows;
  std::int64_t num_systems;
  std::int64_t num_columns;  ///< of B and X
  bool conjugate;            ///< the entries of A
  BandDiagonal<T>
      diagonals[2 * HalfBandwidth + 1];  ///< diagonal d meets x of row + d - HalfBandwidth
  RightHandSides<const T> b;
  RightHandSides<T> x;      ///< may be b
  std::int64_t* positions;  ///< a word a system: the lowest row without a pivot; null: nobody asks
};

/// How partitions are laid out. Each thread has a partition of `rows` rows; `threads` threads in a
/// row share a tile of a system; a thread block has a tile of each of `systems` systems.
struct BandedShape {
  int rows = 0;
  int threads = 0;
  int systems = 1;
  int columns = 1;         ///< right-hand sides at once
  std::int64_t tiles = 1;  ///< of a system; 1: it is solved where it was loaded to
  bool by_system = false;  ///< neighbouring systems, not rows, lie side by side
  bool pivots = true;
};

/// Words of a scalar that a tile keeps of each partition beside its rows: a segment, or a joint
/// (SegmentShape).
constexpr std::int64_t slot_words(std::int64_t half_bandwidth, std::int64_t columns, bool pivots) {
  const std::int64_t size = 2 * half_bandwidth, outer = pivots ? 2 * size : 3 * half_bandwidth;
  const std::int64_t segment = size * (outer + columns);
  // A pivot row has the inverse pivot, unknowns between that are still there, outer ones.
  const std::int64_t joint = size * (size + 1) / 2 +
                             size * ((pivots ? 2 * size : half_bandwidth) + columns) +
                             (pivots ? 0 : half_bandwidth * half_bandwidth);
  return joint > segment ? joint : segment;
}

/// What thread blocks are kept to: two of them run at once on a multiprocessor of 227 KiB, one
/// where there is half of that.
constexpr std::int64_t most_shared_bytes = 96 * 1024;

/// What one copy moves where rows lie side by side.
constexpr std::int64_t copy_bytes = 16;
/// Slots are kept in groups of so many that a word of each fills the banks of shared memory.
constexpr std::int64_t slot_group_bytes = 128;

/// From a system of a thread block to the next one. Where neighbouring systems lie side by side,
/// what a warp copies at once is in banks of its own.
constexpr int system_words(const BandedShape& shape) {
  const int tile_rows = shape.rows * shape.threads;
  if (!shape.by_system || tile_rows < 64 || shape.systems > 32) return tile_rows;
  const int apart = 32 / shape.systems;
  return tile_rows + ((apart - tile_rows) % 32 + 32) % 32;
}

/// From an array of rows to the next one: begins at 16 bytes, and has room for rows that do not.
constexpr int array_words(const BandedShape& shape, std::int64_t scalar_bytes) {
  const int chunk = int(copy_bytes / scalar_bytes);
  return (shape.systems * system_words(shape) + 2 * (chunk - 1)) / chunk * chunk;
}

/// A shape with what follows from it.
struct TileLayout : BandedShape {
  int system_words;
  int array_words;
  unsigned column_groups;

  TileLayout(const BandedShape& shape, std::int64_t scalar_bytes, std::int64_t num_columns)
      : BandedShape(shape),
        system_words(cuda::system_words(shape)),
        array_words(cuda::array_words(shape, scalar_bytes)),
        column_groups(unsigned((num_columns + shape.columns - 1) / shape.columns)) {}
};

/// The dynamic shared memory of a thread block, in bytes.
constexpr std::int64_t shared_bytes(std::int64_t half_bandwidth, const BandedShape& shape,
                                    std::int64_t scalar_bytes) {
  const std::int64_t arrays = 2 * half_bandwidth + 1 + shape.columns;
  return (arrays * array_words(shape, scalar_bytes) +
          std::int64_t(shape.threads) * shape.systems *
              slot_words(half_bandwidth, shape.columns, shape.pivots)) *
         scalar_bytes;
}

/// Threads of the thread block that joins the tiles of a system, by the registers that they need.
constexpr int ends_threads(std::int64_t half_bandwidth, std::int64_t scalar_bytes) {
  return half_bandwidth == 1 && scalar_bytes <= 8 ? 512 : 256;
}
/// Tiles of a group where there are groups: where those threads would have several tiles each.
constexpr int group_tiles = 128;

/// The groups of a system; 0: none.
constexpr std::int64_t num_groups(std::int64_t half_bandwidth, const BandedShape& shape,
                                  std::int64_t scalar_bytes) {
  return shape.tiles <= ends_threads(half_bandwidth, scalar_bytes)
             ? 0
             : (shape.tiles + group_tiles - 1) / group_tiles;
}

/// The workspace, in bytes: segments of the tiles and of their groups, and the unknowns between.
constexpr std::int64_t workspace_bytes(std::int64_t half_bandwidth, const BandedShape& shape,
                                       std::int64_t num_systems, std::int64_t num_columns,
                                       std::int64_t scalar_bytes) {
  if (shape.tiles == 1) return 0;
  const std::int64_t problems = num_systems * ((num_columns + shape.columns - 1) / shape.columns);
  const std::int64_t groups = num_groups(half_bandwidth, shape, scalar_bytes);
  return problems * scalar_bytes *
         ((shape.tiles + groups) * slot_words(half_bandwidth, shape.columns, shape.pivots) +
          (shape.tiles + groups + 2) * 2 * half_bandwidth * shape.columns);
}

/// Threads of a block where a thread has a system.
constexpr int system_threads = 64;
/// The rows that such a thread keeps in shared memory: their words, of pentadiagonal systems, let
/// four thread blocks run at once on a multiprocessor of 227 KiB.
constexpr std::int64_t system_chunk(std::int64_t scalar_bytes) { return 128 / scalar_bytes; }
constexpr std::int64_t systems_shared_bytes(std::int64_t half_bandwidth,
                                            std::int64_t scalar_bytes) {
  return system_threads * system_chunk(scalar_bytes) * (2 * half_bandwidth + 2) * scalar_bytes;
}
/// For what each system and right-hand side carries on at the chunks between the first and the
/// last one.
constexpr std::int64_t systems_workspace_bytes(std::int64_t half_bandwidth, std::int64_t num_rows,
                                               std::int64_t num_systems, std::int64_t num_columns,
                                               std::int64_t scalar_bytes) {
  const std::int64_t chunks = (num_rows - 1) / system_chunk(scalar_bytes) - 1;
  return (chunks > 0 ? chunks : 0) * num_systems * num_columns * half_bandwidth *
         (2 * half_bandwidth + 1) * scalar_bytes;
}

}  // namespace filigree::cuda
