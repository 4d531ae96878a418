// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>

#include <filigree/detail/sddmm_rows.hpp>

#include "cuda/grid_patch.hpp"

/// How a product is shared out: a pure function of its sizes.

namespace filigree::cuda {

using filigree::detail::SddmmRows;

inline constexpr int sddmm_threads = 256;

/// A group of `lanes` threads makes the sums over k of its entries, `chunks` vectors a lane.
struct SddmmShape {
  int width = 1;   ///< entries of a vector
  int lanes = 32;  ///< of a group
  int chunks = 1;
  bool tiled = false;  ///< the sums take several rounds of all lanes' chunks

  int groups() const { return sddmm_threads / lanes; }
};

/// The widest vectors that strides, sizes and addresses allow: of 16 bytes, or single entries.
/// `misalignment`: the bitwise or of all of these in bytes.
inline int sddmm_width(std::uint64_t misalignment, int scalar_bytes) {
  return misalignment % 16 == 0 ? 16 / scalar_bytes : 1;
}

/// Eight lanes with 16-byte vectors read a cache line at a time, and more lanes a row of the right
/// matrix mean fewer registers for the left one's.
inline SddmmShape sddmm_shape(std::int64_t inner, int width, int scalar_bytes) {
  const std::int64_t vectors = (inner + width - 1) / width;
  if (width * scalar_bytes == 16) {
    if (vectors <= 2) return {width, 2, 1, false};
    if (vectors <= 4) return {width, 4, 1, false};
    if (vectors <= 8) return {width, 8, 1, false};
    if (vectors <= 16) return {width, 8, 2, false};
    if (vectors <= 32) return {width, 16, 2, false};
    return {width, 32, 2, vectors > 64};
  }
  if (vectors <= 4) return {width, 4, 1, false};
  if (vectors <= 8) return {width, 8, 1, false};
  if (vectors <= 32) return {width, 32, 1, false};
  return {width, 32, 4, vectors > 128};
}

/// The most entries of C that a thread block owns, by the bytes of a row of the right matrix; as
/// measured on an H200. The longer a row, the fewer: the blocks that run at once read rows of a
/// grid's neighbouring lines and planes, and the L2 cache has to hold these.
inline std::int64_t sddmm_longest_part(std::int64_t row_bytes, int groups) {
  if (row_bytes <= 64) return std::int64_t(53) * groups;
  if (row_bytes <= 128) return 4096;
  if (row_bytes <= 256) return 2510;
  if (row_bytes <= 512) return 2048;
  return 1240;
}

/// Entries of C that a thread block owns: enough to make little of finding its first row, but few
/// enough that every multiprocessor has blocks to spare. Where its groups take few rows each, it
/// gets about as many as they take in whole rounds, and none that most of them would wait for.
inline int sddmm_part(std::int64_t nnz, std::int64_t num_rows, std::int64_t row_bytes, int groups,
                      int multiprocessors) {
  std::int64_t most = sddmm_longest_part(row_bytes, groups);
  const double row_length = double(nnz) / double(std::max<std::int64_t>(num_rows, 1));
  const auto rounds = std::int64_t(double(most) / (row_length * groups) + 0.5);
  // Both ends of a part cut a row.
  if (rounds >= 1 && rounds <= 6) most = std::int64_t((double(rounds) * groups - 1.5) * row_length);
  const std::int64_t least = std::int64_t(groups) * 8;
  const std::int64_t even = nnz / (std::int64_t(multiprocessors) * 8) / least * least;
  return int(std::clamp(even, least, std::max(most, least)));
}

/// Whole rows of C that a thread block owns.
struct SddmmTile {
  int rows = 0;     ///< 0: blocks own parts of equally many entries instead
  GridPatch patch;  ///< where they lie
};

/// Bytes of the rows of the right matrix that tiles are for. Groups of two lanes have more turns
/// with parts, and of longer rows the L1 cache holds too few.
inline constexpr int shortest_tiled_row = 64, longest_tiled_row = 1024;

/// Rows side by side in a grid: `run` on each of `lines` lines of `planes` planes.
struct SddmmPatchSize {
  int run = 1;
  int lines = 1;
  int planes = 1;

  int rows() const { return run * lines * planes; }
};

/// The best patch of a large grid, by the bytes of a row of the right matrix; as measured on an
/// H200. A patch of 8 x 4 x 4 rows reads 360 rows of the right matrix for a 27-point neighbourhood,
/// 128 consecutive rows 1170. More rows share more, and make less of a block's start, where each
/// load waits for the one before, most of all where they have few entries, as they have in a
/// plane; but the more there are, the later their neighbours on the next line and plane need the
/// same rows, which the L1 cache has to hold until then.
inline SddmmPatchSize sddmm_patch_size(std::int64_t row_bytes, bool has_planes) {
  if (!has_planes) {
    if (row_bytes <= 128) return {64, 16, 1};
    if (row_bytes <= 256) return {32, 16, 1};
    return {16, 8, 1};
  }
  if (row_bytes <= 64) return {16, 4, 2};
  if (row_bytes <= 128) return {16, 8, 2};
  return {8, 4, 4};
}

namespace detail {

/// Enough blocks for every multiprocessor to have some to spare.
inline std::int64_t enough_sddmm_tiles(int multiprocessors) {
  return std::int64_t(8) * multiprocessors;
}

/// A patch of a grid; none where there are too few rows.
inline SddmmTile sddmm_patch(const SddmmRows& grid, std::int64_t num_rows, std::int64_t row_bytes,
                             int groups, int multiprocessors) {
  const auto parts = [](std::int64_t whole, std::int64_t part) {
    return (whole + part - 1) / part;
  };
  const std::int64_t plane = grid.plane > 0 ? grid.plane : parts(num_rows, grid.line) * grid.line;
  SddmmPatchSize size = sddmm_patch_size(row_bytes, grid.plane > 0);
  // Groups have nothing to do where patches reach over an edge: at most a fifth.
  const auto fit = [&](int& part, std::int64_t whole) {
    while (5 * whole < 4 * part * parts(whole, part)) part /= 2;
  };
  fit(size.run, grid.line);
  fit(size.lines, plane / grid.line);
  fit(size.planes, parts(num_rows, plane));
  const std::int64_t enough = enough_sddmm_tiles(multiprocessors);
  while (num_rows < enough * size.rows() && size.rows() >= 2 * groups)
    (size.lines * size.planes == 1 ? size.run
     : size.lines >= size.planes   ? size.lines
                                   : size.planes) /= 2;
  const std::int64_t span = (size.planes - 1) * plane + (size.lines - 1) * grid.line + size.run;
  if (size.rows() < groups || num_rows < enough * size.rows() ||
      grid.longest > INT32_MAX / span)  // entries are counted from the patch's first one
    return {};
  return {size.rows(),
          {size.run, size.lines, size.planes, grid.line, plane, parts(grid.line, size.run),
           parts(plane / grid.line, size.lines)}};
}

/// Rows that follow each other, where each group has two or more and none of them keeps its block
/// waiting; none where they are so short that a block's start would take most of its time.
inline SddmmTile sddmm_row_tile(const SddmmRows& rows, std::int64_t num_rows, std::int64_t nnz,
                                int groups, int multiprocessors) {
  constexpr int tile = 64, shortest = 12;
  const double mean = double(nnz) / double(num_rows);
  if (mean < shortest || double(rows.longest) > 2 * mean + 8 || tile < groups ||
      num_rows < enough_sddmm_tiles(multiprocessors) * tile || rows.longest > INT32_MAX / tile)
    return {};
  return {tile, {}};
}

}  // namespace detail

/// The tile of a thread block of `groups` lane groups; none where equal parts of the entries do as
/// well, or nothing is known of the rows. `row_bytes`: of the right matrix.
inline SddmmTile sddmm_tile(const SddmmRows& rows, std::int64_t num_rows, std::int64_t nnz,
                            std::int64_t row_bytes, int groups, int multiprocessors) {
  // Rows of a grid of one plane have few entries: patches that the L1 cache has room for then are
  // too short. Where there is no grid, so long rows are the memory's to bring, whatever takes them.
  constexpr std::int64_t longest_without_planes = 512;
  if (rows.longest == 0 || row_bytes < shortest_tiled_row || row_bytes > longest_tiled_row)
    return {};
  if (rows.plane == 0 && row_bytes > longest_without_planes) return {};
  if (rows.line == 0) return detail::sddmm_row_tile(rows, num_rows, nnz, groups, multiprocessors);
  return detail::sddmm_patch(rows, num_rows, row_bytes, groups, multiprocessors);
}

/// Bytes of the rows of the right matrix from which on tiles of nodes are for them: shorter ones
/// are found in the L1 cache, and take more turns.
inline constexpr int shortest_node_row = 128;

/// The tile of a thread block of `groups` lane groups that each take whole nodes: `rows` counts
/// nodes, which follow each other, as patches of a grid's nodes gain 2% at most. None where there
/// are no nodes, or too few for every multiprocessor.
inline SddmmTile sddmm_node_tile(const SddmmRows& rows, std::int64_t num_rows,
                                 std::int64_t row_bytes, int groups, int multiprocessors) {
  const int nodes = std::max(groups, 16);
  if (rows.node_rows == 1 || row_bytes < shortest_node_row || row_bytes > longest_tiled_row ||
      num_rows / rows.node_rows < std::int64_t(2) * multiprocessors * nodes ||
      rows.longest > INT32_MAX / (rows.node_rows * nodes))
    return {};
  return {nodes, {}};
}

}  // namespace filigree::cuda
