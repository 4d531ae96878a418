// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <banded/generic.hpp>
#include <banded/host/lanes.hpp>
#include <banded/select.hpp>

namespace filigree::detail {

/// How systems are shared out to lanes, and where the parts of the workspace lie.
template <class T>
struct BandedHostShape {
  static constexpr std::int64_t width = lane_count<T>;
  using CoarseFactors = BandedFactors<T, 2, false>;

  std::int64_t lane_rows = 0;   ///< a lane is a partition of so many rows, or a system
  std::int64_t partitions = 0;  ///< of a system; 0: lanes are systems
  std::int64_t tiles = 1;       ///< lanes of a group by their number side by side in vectors
  std::int64_t groups = 0;      ///< of lanes, of all systems
  std::int64_t threads = 1;
  std::int64_t columns = 1;  ///< at once, at most
  int half_bandwidth = 1;
  // In bytes from the start of the workspace.
  std::size_t coarse_vectors = 0;
  std::size_t coarse_factors = 0;
  std::size_t coarse_positions = 0;
  std::size_t lanes = 0;
  std::size_t lane_bytes = 0;  ///< a thread
  std::size_t bytes = 0;

  BandedHostShape() = default;
  explicit BandedHostShape(const BandedInput& input) {
    const std::int64_t m = input.num_rows, systems = input.num_systems;
    // Factors of this many rows stay in the cache of a core.
    const bool is_short =
        input.half_bandwidth == 2 || m < 4 * lane_chunk || (m <= 1024 && systems >= width);
    const bool is_interleaved = input.by_system && systems >= width;
    if (m == 0 || systems == 0) return;
    half_bandwidth = input.half_bandwidth;
    lane_rows = m;
    groups = (systems + width - 1) / width;
    if (!is_short && !is_interleaved) {
      const bool is_wide = input.num_columns >= most_lane_columns;
      // The longer partitions, the shorter the coarse system, which one thread solves.
      lane_rows = m < (std::int64_t(1) << 17) ? lane_chunk : (is_wide ? 2 : 4) * lane_chunk;
      partitions = (m + lane_rows - 1) / lane_rows;
      groups = systems * groups_of_system();
    }
    columns = input.num_columns >= most_lane_columns ? most_lane_columns : 1;
    threads = std::min<std::int64_t>(std::max(input.concurrency, 1), groups);
    if (is_interleaved) {
      tiles = std::clamp<std::int64_t>(side_bytes / std::int64_t(factor_bytes()), 1,
                                       std::min(most_tiles, groups / threads));
      groups = (groups + tiles - 1) / tiles;
    }
    place(systems);
  }

  std::int64_t groups_of_system() const { return (partitions + width - 1) / width; }
  std::int64_t coarse_rows() const { return 2 * partitions; }

 private:
  /// Rows of so many tiles are long enough for the memory's pages; factors of so many bytes stay in
  /// a cache.
  static constexpr std::int64_t most_tiles = 8, side_bytes = 4 << 20;

  /// The factors of lane_count lanes.
  std::size_t factor_bytes() const {
    return std::size_t(lane_rows * lane_factor_words(half_bandwidth, int(columns)) * width) *
           sizeof(T);
  }
  static std::size_t whole_lines(std::size_t bytes) { return (bytes + 63) / 64 * 64; }

  void place(std::int64_t systems) {
    const auto words = [](std::int64_t count) {
      return whole_lines(std::size_t(count) * sizeof(T));
    };
    coarse_vectors = words(5 * coarse_rows() * systems);
    coarse_factors = coarse_vectors + words(columns * coarse_rows() * systems);
    coarse_positions = coarse_factors;
    if (partitions > 0)
      coarse_positions += whole_lines(CoarseFactors::bytes(coarse_rows(), systems));
    lanes = coarse_positions + (partitions > 0 ? whole_lines(std::size_t(systems) * 8) : 0);
    lane_bytes = words(lane_chunk_words(half_bandwidth, int(columns)) * width) +
                 std::size_t(tiles) * factor_bytes();
    if (tiles > 1)
      lane_bytes += words(lane_side_words(half_bandwidth, int(columns)) * tiles * width);
    bytes = lanes + std::size_t(threads) * lane_bytes + 64;  // the workspace is aligned to 64
  }
};

}  // namespace filigree::detail
