// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>

/// How a product is shared out: a pure function of its sizes.

namespace filigree::cuda {

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

}  // namespace filigree::cuda
