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
};

/// Words of a scalar that a tile keeps of each partition beside its rows: a segment, or a joint.
constexpr std::int64_t slot_words(std::int64_t half_bandwidth, std::int64_t columns) {
  const std::int64_t size = 2 * half_bandwidth;
  const std::int64_t segment = size * (2 * size + columns);
  const std::int64_t joint = size * (3 * size + columns) - size * (size - 1) / 2;
  return joint > segment ? joint : segment;
}

/// What thread blocks are kept to: two of them run at once on a multiprocessor of 227 KiB, one
/// where there is half of that.
constexpr std::int64_t most_shared_bytes = 96 * 1024;

/// The dynamic shared memory of a thread block, in bytes.
constexpr std::int64_t shared_bytes(std::int64_t half_bandwidth, const BandedShape& shape,
                                    std::int64_t scalar_bytes) {
  const std::int64_t arrays = 2 * half_bandwidth + 1 + shape.columns;
  return std::int64_t(shape.threads) * shape.systems *
         (arrays * (shape.rows + 1) + slot_words(half_bandwidth, shape.columns)) * scalar_bytes;
}

/// The workspace, in bytes: segments of the tiles, and the unknowns between them.
constexpr std::int64_t workspace_bytes(std::int64_t half_bandwidth, const BandedShape& shape,
                                       std::int64_t num_systems, std::int64_t num_columns,
                                       std::int64_t scalar_bytes) {
  if (shape.tiles == 1) return 0;
  const std::int64_t problems = num_systems * ((num_columns + shape.columns - 1) / shape.columns);
  return problems * scalar_bytes *
         (shape.tiles * slot_words(half_bandwidth, shape.columns) +
          (shape.tiles + 1) * 2 * half_bandwidth * shape.columns);
}

}  // namespace filigree::cuda
