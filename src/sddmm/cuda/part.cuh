// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cuda/tile_rows.cuh"
#include "cuda/warp.hpp"
#include "sddmm/cuda/shape.hpp"

/// Parts of equally many entries of C, or tiles of its rows, one a thread block, and how a block's
/// lane groups share one.

namespace filigree::cuda {

/// The last row that begins at or before an entry, so one that has entries. All lanes of a warp
/// search together, 32 rows at a step.
template <class Arguments>
__device__ inline std::int32_t find_row(const Arguments& arguments, std::int64_t entry, int lane) {
  std::int64_t low = 0, high = arguments.num_rows - 1;
  while (low < high) {
    const std::int64_t step = (high - low) / 32 + 1, probe = low + step * (lane + 1);
    const bool before = probe <= high && arguments.begin(probe) <= entry;
    const std::int64_t steps = __popc(__ballot_sync(whole_warp, before));
    const std::int64_t end = low + step * (steps + 1) - 1;
    low += step * steps;
    high = end < high ? end : high;
  }
  return std::int32_t(low);
}

/// Entries of one row, counted from the first one of the part or tile; of a node, of its first row.
struct SddmmPiece {
  std::int32_t row = 0;
  std::int32_t begin = 0;
  std::int32_t end = 0;
  std::int32_t row_length = 0;  ///< of a node: from a row's entries to those of the next one

  __device__ bool is_empty() const { return begin >= end; }
};

/// What a thread block knows of its part.
struct SddmmPart {
  std::int64_t first = 0;   ///< entry of C
  std::int32_t length = 0;  ///< entries
  std::int32_t first_row = 0;
  std::int32_t last_row = 0;
  bool by_rows = true;
};

/// Finds a block's rows. They are dealt out whole, neighbours to neighbouring groups, which so read
/// the same rows of a grid's right matrix at the same time; where a row is too long for that, or
/// there are too few rows, or most are empty, entries are dealt out instead.
template <int Groups, class Arguments>
__device__ inline SddmmPart find_part(const Arguments& arguments, std::int64_t first,
                                      std::int32_t length) {
  __shared__ std::int32_t rows[2];
  const int warp = int(threadIdx.x) / 32, lane = int(threadIdx.x) % 32;
  if (warp < 2) {
    const std::int32_t row = find_row(arguments, warp == 0 ? first : first + length - 1, lane);
    if (lane == 0) rows[warp] = row;
  }
  __syncthreads();
  SddmmPart part{first, length, rows[0], rows[1], true};
  const std::int64_t num_rows = std::int64_t(part.last_row) - part.first_row + 1;
  const std::int32_t longest = 2 * (length / Groups) + 32;
  bool is_uneven = num_rows < Groups || num_rows > 2 * std::int64_t(length);
  if (!is_uneven)
    for (std::int64_t row = part.first_row + std::int64_t(threadIdx.x); row <= part.last_row;
         row += blockDim.x) {
      const std::int64_t begin = max(arguments.begin(row), first);
      const std::int64_t end = min(arguments.begin(row + 1), first + length);
      is_uneven = is_uneven || end - begin > longest;
    }
  part.by_rows = __syncthreads_or(int(is_uneven)) == 0;
  return part;
}

/// The pieces of a part that one group takes.
template <int Groups, class Arguments>
class SddmmWalk {
 public:
  __device__ SddmmWalk(const Arguments& arguments, const SddmmPart& part, int group)
      : arguments_(arguments),
        part_(part),
        row_(part.first_row),
        position_(group * window),
        window_end_(min(position_ + window, part.length)) {
    if (part.by_rows) row_ += group;
  }

  /// An empty one at the end.
  __device__ SddmmPiece next() { return part_.by_rows ? next_row() : next_in_window(); }

 private:
  /// Entries that a group takes at once where entries are dealt out.
  static constexpr std::int32_t window = 32;

  __device__ std::int32_t local(std::int64_t entry) const {
    return std::int32_t(min(max(entry - part_.first, std::int64_t(0)), std::int64_t(part_.length)));
  }

  __device__ SddmmPiece next_row() {
    while (row_ <= part_.last_row) {
      const std::int64_t row = row_;
      row_ += Groups;
      const SddmmPiece piece{std::int32_t(row), local(arguments_.begin(row)),
                             local(arguments_.begin(row + 1))};
      if (!piece.is_empty()) return piece;
    }
    return {};
  }

  __device__ SddmmPiece next_in_window() {
    if (position_ >= window_end_) {
      position_ += (Groups - 1) * window;
      window_end_ = min(position_ + window, part_.length);
    }
    if (position_ >= part_.length) return {};
    std::int64_t low = row_, high = part_.last_row;
    while (low < high) {
      const std::int64_t middle = low + (high - low + 1) / 2;
      if (arguments_.begin(middle) <= part_.first + position_)
        low = middle;
      else
        high = middle - 1;
    }
    row_ = low;
    const SddmmPiece piece{std::int32_t(low), position_,
                           min(local(arguments_.begin(low + 1)), window_end_)};
    position_ = piece.end;
    return piece;
  }

  const Arguments& arguments_;
  const SddmmPart& part_;
  std::int64_t row_;
  std::int32_t position_;
  std::int32_t window_end_;
};

/// The rows of a tile that one group takes, each whole: neighbours go to neighbouring groups.
/// \tparam Rows above 1: the tile is of nodes of so many rows.
template <int Groups, int Rows, class Arguments>
class TileWalk {
 public:
  __device__ TileWalk(const Arguments& arguments, const SddmmTile& tile, int group)
      : arguments_(arguments),
        tile_(tile),
        rows_(tile, blockIdx.x),
        first_(arguments.begin(min(std::int64_t(rows_.first()) * Rows, arguments.num_rows))),
        next_(group) {}

  /// The tile's first entry.
  __device__ std::int64_t first() const { return first_; }

  /// An empty one at the end.
  __device__ SddmmPiece next() {
    while (next_ < tile_.rows) {
      const RowRange found = rows_.at(tile_, arguments_.num_rows / Rows, next_, 1);
      next_ += Groups;
      if (found.count == 0) continue;
      const std::int32_t row = found.first * Rows;
      SddmmPiece piece{row, std::int32_t(arguments_.begin(row) - first_),
                       std::int32_t(arguments_.begin(row + 1) - first_)};
      if (Rows > 1) piece.row_length = piece.end - piece.begin;
      if (!piece.is_empty()) return piece;
    }
    return {};
  }

 private:
  const Arguments& arguments_;
  const SddmmTile& tile_;
  const TileRows rows_;
  const std::int64_t first_;
  int next_;
};

}  // namespace filigree::cuda
