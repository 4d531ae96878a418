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
  int multiprocessors = 0;
};

/// The partitions that were fastest of those measured (docs/performance/banded.md). 16 rows keep
/// enough threads busy. A tile of many rows costs threads that wait while few join the segments;
/// many tiles of a system cost the one thread block that joins theirs.
constexpr BandedShape banded_shape(const BandedSizes& sizes) {
  const auto ceil_power = [](std::int64_t n) { return int(std::bit_ceil(std::uint64_t(n))); };
  const bool many = sizes.num_systems >= sizes.multiprocessors / 2;
  BandedShape shape;
  shape.by_system = sizes.by_system;
  shape.columns = sizes.half_bandwidth == 1 && sizes.num_columns > 1 ? 4 : 1;
  const bool long_system = !many && sizes.num_rows / std::max(1, sizes.multiprocessors) > 32'768;
  shape.rows = sizes.half_bandwidth == 2 || (long_system && shape.columns == 1) ? 32 : 16;
  const std::int64_t rows = std::max<std::int64_t>(sizes.num_rows, 2 * sizes.half_bandwidth);
  shape.rows = int(std::min<std::int64_t>(shape.rows, ceil_power(rows)));
  const std::int64_t partitions = (rows + shape.rows - 1) / shape.rows;
  int most = many || long_system || shape.columns > 1 ? 64 : 128;
  if (sizes.by_system || sizes.half_bandwidth == 2) most = 32;
  shape.threads = int(std::min<std::int64_t>(
      most, std::int64_t(ceil_power(std::min<std::int64_t>(partitions, most)))));
  // Interleaved systems are read in sectors of 32 bytes; a thread block has two warps.
  const int side_by_side =
      sizes.by_system ? std::max(1, int(32 / sizes.scalar_bytes) / sizes.half_bandwidth) : 1;
  shape.systems = std::max(side_by_side, 64 / shape.threads);
  if (sizes.num_systems == 1) shape.systems = std::max(1, 32 / shape.threads);
  while (shared_bytes(sizes.half_bandwidth, shape, sizes.scalar_bytes) > most_shared_bytes) {
    if (shape.systems > 1 && shape.systems * shape.threads > 32)
      shape.systems /= 2;
    else if (shape.threads > 32)
      shape.threads /= 2;
    else
      shape.rows /= 2;
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
