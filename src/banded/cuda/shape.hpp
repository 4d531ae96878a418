// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "banded/cuda/arguments.hpp"

namespace filigree::cuda {

/// What the choice of partitions rests on.
struct BandedSizes {
  std::int64_t num_rows = 0;
  std::int64_t num_systems = 0;
  std::int64_t num_columns = 0;
  int half_bandwidth = 1;
  std::int64_t scalar_bytes = 0;
  bool by_system = false;
  bool pivots = true;
};

/// The largest partitions and tiles of systems whose rows lie side by side, and which no warp
/// holds.
constexpr void set_large_tiles(const BandedSizes& sizes, std::int64_t& rows,
                               std::int64_t& threads) {
  if (sizes.num_columns > 1) {
    const bool is_one_tile = sizes.num_rows <= 17 * 64;
    rows = is_one_tile ? 17 : 15;
    threads = is_one_tile ? 64 : 32;
    return;
  }
  // Small tiles of long partitions let most warps run at once; but where these are few, a chain of
  // 17 rows takes longer than one of 9 that more threads share.
  const std::int64_t all_rows = sizes.num_rows * sizes.num_systems;
  const std::int64_t tiles = ends_threads(sizes.half_bandwidth, sizes.scalar_bytes);
  rows = 9;
  threads = sizes.scalar_bytes <= 8 ? 128 : 64;
  const auto is_one_tile = [&](int each) { return sizes.num_rows <= each * threads; };
  const auto is_enough = [&](int each) { return sizes.num_rows <= tiles * each * threads; };
  if (is_one_tile(9)) return;
  // Larger tiles spare one system the launches that join groups of tiles.
  if (is_one_tile(17) || (sizes.num_systems == 1 && !is_enough(9) && is_enough(17))) {
    rows = 17;
  } else if (all_rows > std::int64_t(1) << 21) {
    rows = 17;
    threads = 32;
  }
}

/// The partitions that were fastest of those measured on an H100. Few rows of a partition keep
/// enough threads busy, but each costs a segment to be joined. Short systems are solved by a warp
/// or less, which waits for no other.
constexpr BandedShape banded_shape(const BandedSizes& sizes) {
  const auto ceil_power = [](std::int64_t n) {
    return std::int64_t(std::bit_ceil(std::uint64_t(n)));
  };
  BandedShape shape;
  shape.by_system = sizes.by_system;
  shape.pivots = sizes.pivots;
  shape.columns = sizes.half_bandwidth == 1 && sizes.num_columns > 1 ? 4 : 1;
  const std::int64_t rows = std::max<std::int64_t>(sizes.num_rows, 2 * sizes.half_bandwidth);
  std::int64_t most_rows = 17, most_threads = 32;
  const bool is_short = rows <= most_rows * most_threads;
  if (sizes.half_bandwidth == 2 && (sizes.by_system || (!is_short && rows <= 33 * most_threads)))
    most_rows = 33;
  if (sizes.half_bandwidth == 1 && !sizes.by_system && !is_short)
    set_large_tiles(sizes, most_rows, most_threads);
  const std::int64_t partitions = (rows + most_rows - 1) / most_rows;
  shape.threads = int(ceil_power(std::min(partitions, most_threads)));
  const std::int64_t each = (rows + shape.threads - 1) / shape.threads;
  shape.rows = int(std::min(most_rows, each | 1));
  shape.rows = std::max(shape.rows, 2 * sizes.half_bandwidth + 1);
  // Interleaved systems are read in sectors of 32 bytes; a thread block has two warps.
  const int side_by_side =
      sizes.by_system ? std::max(1, int(32 / sizes.scalar_bytes) / sizes.half_bandwidth) : 1;
  shape.systems = std::max(side_by_side, (sizes.by_system ? 64 : 32) / shape.threads);
  while (shared_bytes(sizes.half_bandwidth, shape, sizes.scalar_bytes) > most_shared_bytes) {
    if (shape.systems > 1 && shape.systems * shape.threads > 32)
      shape.systems /= 2;
    else if (shape.threads > 32)
      shape.threads /= 2;
    else
      shape.rows = (shape.rows / 2) | 1;
  }
  const std::int64_t tile_rows = std::int64_t(shape.rows) * shape.threads;
  shape.tiles = (rows + tile_rows - 1) / tile_rows;
  return shape;
}

/// How many thread blocks that is.
constexpr std::int64_t banded_blocks(const BandedSizes& sizes, const BandedShape& shape) {
  return (sizes.num_systems + shape.systems - 1) / shape.systems * shape.tiles *
         ((sizes.num_columns + shape.columns - 1) / shape.columns);
}

}  // namespace filigree::cuda
