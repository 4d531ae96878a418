// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>

#include <filigree/detail/sddmm_grid.hpp>

#include "cuda/grid_patch.hpp"

/// How a product is shared out: a pure function of its sizes.

namespace filigree::cuda {

using filigree::detail::SddmmGrid;

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

/// The rows of C that a thread block owns where they lie in a patch of a grid.
struct SddmmTile {
  int rows = 0;  ///< 0: blocks own parts of equally many entries instead
  GridPatch patch;
};

/// Rows side by side in a grid: `run` on each of `lines` lines of `planes` planes.
struct SddmmPatchSize {
  int run = 1;
  int lines = 1;
  int planes = 1;

  int rows() const { return run * lines * planes; }
};

/// The best patch of a large grid, by the bytes of a row of the right matrix. A patch of 8 x 8 x 4
/// rows reads 600 rows of the right matrix for a 27-point neighbourhood, 256 consecutive rows 2322.
/// More rows share more, and make less of a block's start, where each load waits for the one
/// before; but the more there are, the later their neighbours on the next line and plane need the
/// same rows, which the L1 cache has to hold until then.
inline SddmmPatchSize sddmm_patch_size(std::int64_t row_bytes, bool has_planes) {
  if (!has_planes) return row_bytes <= 256 ? SddmmPatchSize{32, 8, 1} : SddmmPatchSize{16, 8, 1};
  if (row_bytes <= 64) return {16, 8, 4};
  if (row_bytes <= 128) return {16, 8, 2};
  if (row_bytes <= 256) return {8, 8, 4};
  return {8, 4, 4};
}

/// The tile of a thread block of `groups` lane groups; none where equal parts of the entries do as
/// well: there is no grid, rows of the right matrix are longer than the L1 cache has room for, or
/// there are too few rows of C for every multiprocessor to have blocks to spare.
inline SddmmTile sddmm_tile(const SddmmGrid& grid, std::int64_t num_rows, std::int64_t row_bytes,
                            int groups, int multiprocessors) {
  constexpr std::int64_t longest_row_bytes = 1024;
  if (!grid.exists() || row_bytes > longest_row_bytes) return {};
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
  const std::int64_t enough_blocks = std::int64_t(8) * multiprocessors;
  while (num_rows < enough_blocks * size.rows() && size.rows() >= 2 * groups)
    (size.lines * size.planes == 1 ? size.run
     : size.lines >= size.planes   ? size.lines
                                   : size.planes) /= 2;
  // Entries are counted from the patch's first one by 32 bits.
  const std::int64_t span = (size.planes - 1) * plane + (size.lines - 1) * grid.line + size.run;
  if (size.rows() < groups || num_rows < enough_blocks * size.rows() ||
      grid.longest_row > INT32_MAX / span)
    return {};
  return {size.rows(),
          {size.run, size.lines, size.planes, grid.line, plane, parts(grid.line, size.run),
           parts(plane / grid.line, size.lines)}};
}

}  // namespace filigree::cuda
