// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include <solve/cuda/chunk_shape.hpp>
#include <solve/select.hpp>

/// How long the CUDA kernels for entries are expected to take, by sizes and levels alone, and how
/// rows are cut into chunks. For any compiler. The figures are an H200's, in double.

namespace filigree::detail {

/// A level costs its hop through the L2 cache, an entry its share of what a card reads at once.
inline double solve_levels_seconds(const SolveInput& input) {
  constexpr double level = 0.7e-6, entry = 20e-12, entry_column = 3.5e-12;
  constexpr std::int64_t at_once = cuda::solve_columns_at_once;
  const auto& rows = input.statistics;
  const auto rounds = double((input.num_columns + at_once - 1) / at_once);
  return rounds * (level * double(rows.num_levels) + entry * double(rows.num_entries)) +
         entry_column * double(rows.num_entries) * double(input.num_columns);
}

/// A warp goes through a row entry by entry, for all right-hand sides of a tile at once.
inline double solve_columns_seconds(const SolveInput& input) {
  constexpr double level = 1e-6, longest_row_entry = 0.1e-6;
  constexpr std::int64_t long_row = 8192;
  const auto& rows = input.statistics;
  const std::int64_t tile = cuda::columns_tile(input.num_columns);
  const double entry = tile == cuda::widest_columns_tile ? 100e-12 : 78e-12;
  const auto tiles = double((input.num_columns + tile - 1) / tile);
  const double longest =
      rows.max_row_entries > long_row ? longest_row_entry * double(rows.max_row_entries) : 0;
  return level * double(rows.num_levels) + entry * double(rows.num_entries) * tiles + longest;
}

/// Whether a step of chunks holds rows of op(A) as they are read ahead, to their last entry.
inline bool chunks_hold_rows(const SolveStatistics& rows) {
  const int lanes = cuda::chunk_lanes(rows.num_rows, rows.num_entries);
  return rows.max_row_entries <= lanes * cuda::chunk_batch(lanes, rows.num_rows, rows.num_entries);
}

/// Right-hand sides that solve_chunks_cuda takes at once; 1: one after another, as there is just
/// one, or rows are longer than what lanes hold, or shared memory is too small.
inline int solve_chunks_tile(const SolveInput& input) {
  const auto& rows = input.statistics;
  const int lanes = cuda::chunk_lanes(rows.num_rows, rows.num_entries);
  if (input.num_columns == 1 || lanes > 2 || !chunks_hold_rows(rows) ||
      input.device.shared_bytes_per_block < cuda::chunk_columns_shared_bytes)
    return 1;
  return lanes == 2 && input.num_columns > 8 ? 16 : 8;
}

/// A level costs its hop through shared memory. With rows that are not held it costs reads of
/// memory, one after another, for which all that come behind in the chunk wait.
inline double solve_chunks_seconds(const SolveInput& input) {
  constexpr double held_level = 0.26e-6, long_level = 2e-6, entry = 30e-12;
  constexpr double tile_level = 0.385e-6, row_column = 10.5e-12, entry_column = 2.7e-12;
  const auto& rows = input.statistics;
  const auto levels = double(rows.num_levels), entries = double(rows.num_entries);
  const int tile = solve_chunks_tile(input);
  const auto columns = double((input.num_columns + tile - 1) / tile * tile);
  if (tile > 1) {  // thread blocks of other tiles run behind those of the first
    constexpr std::int64_t at_once = cuda::solve_columns_at_once;
    const auto rounds = double((input.num_columns + at_once - 1) / at_once);
    return rounds * tile_level * levels +
           columns * (row_column * double(rows.num_rows) + entry_column * entries);
  }
  return columns * ((chunks_hold_rows(rows) ? held_level : long_level) * levels + entry * entries);
}

/// How large the parts of a schedule are.
struct ChunkSizes {
  std::int64_t chunk_rows = 0;  ///< 0: there is to be none
  int step_rows = 0;
  int group_steps = 0;                          ///< at most
  std::int64_t fewest_rows = 1, most_rows = 0;  ///< that a chunk may have
};

/// \param is_asked_for also where it is not expected to pay
inline ChunkSizes chunk_sizes(const SolveStatistics& rows, const DeviceLimits& device,
                              bool is_asked_for) {
  constexpr std::int64_t fewest_rows = 64;
  constexpr std::int64_t narrow_level = 1000;
  // What a chunk's unknowns take of shared memory, and what a step numbers rows with.
  const auto most_rows = std::min<std::int64_t>(
      std::int64_t(device.shared_bytes_per_block / sizeof(double)) - 64, std::int64_t(1) << 16);
  if (device.compute_capability < 70 || device.multiprocessors == 0 || most_rows < fewest_rows ||
      rows.num_rows > std::numeric_limits<std::int32_t>::max())  // of SolveChunks::positions
    return {};
  ChunkSizes sizes;
  const int lanes = cuda::chunk_lanes(rows.num_rows, rows.num_entries);
  // Of narrow levels of short rows a chunk is to have enough at once for a step.
  const bool is_narrow = rows.num_rows <= narrow_level * rows.num_levels;
  const std::int64_t chunks = lanes == 1 && is_narrow
                                  ? std::max<std::int64_t>(device.multiprocessors / 3, 1)
                                  : 3 * std::int64_t(device.multiprocessors);
  sizes.chunk_rows = std::clamp((rows.num_rows + chunks - 1) / chunks, fewest_rows, most_rows);
  sizes.fewest_rows = fewest_rows;
  sizes.most_rows = most_rows;
  sizes.step_rows = 32 / lanes;
  sizes.group_steps = cuda::chunk_group_steps;
  SolveInput input;
  input.statistics = rows;
  const bool pays = solve_chunks_seconds(input) < solve_levels_seconds(input);
  return pays || is_asked_for ? sizes : ChunkSizes{};
}

}  // namespace filigree::detail
