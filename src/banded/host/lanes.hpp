// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include <filigree/detail/banded_problem.hpp>

/// Tridiagonal and pentadiagonal systems, or partitions of a tridiagonal one, that are eliminated
/// side by side, a lane each: what the functions take that are compiled once an instruction set.

namespace filigree::detail {

/// Lanes side by side: two cache lines of an array, which are enough to hide a division.
template <class T>
inline constexpr int lane_count = 128 / int(sizeof(T));
/// Right-hand sides at once.
inline constexpr int most_lane_columns = 4;
/// Rows that are brought to lanes at once.
inline constexpr std::int64_t lane_chunk = 128;

/// An array by rows of lanes: row r of lane l at data[r row_stride + l lane_stride]. Rows before
/// begin and from end on are not read, but taken to be `outside`.
template <class T>
struct LaneArray {
  const T* data = nullptr;
  std::int64_t row_stride = 1;
  std::int64_t lane_stride = 1;
  std::int64_t begin[lane_count<T>] = {};
  std::int64_t end[lane_count<T>] = {};
  T outside{};
  std::int64_t full_begin = 0;  ///< where the last lane begins
  std::int64_t full_end = 0;    ///< where the first lane ends
};

/// A row of partitions that is carried on: its entries in the two unknowns that are eliminated
/// next, in the last unknown of the partition before, in the first of its own, and its right-hand
/// sides.
template <class T>
struct LaneRow {
  alignas(64) T next[lane_count<T>];
  alignas(64) T after[lane_count<T>];
  alignas(64) T before[lane_count<T>];
  alignas(64) T first[lane_count<T>];
  alignas(64) T b[most_lane_columns][lane_count<T>];
};

/// Words of a row of systems that is carried on: its entries in the unknowns that are eliminated
/// next, and its right-hand sides.
inline constexpr int lane_carried_words(int half_bandwidth, int num_columns) {
  return 2 * half_bandwidth + num_columns;
}

enum class LaneStep {
  solve,     ///< whole systems
  condense,  ///< partitions to two rows each: in the last unknown of the partition before, their
             ///< own first and last one, and the first one of the partition after
  expand,    ///< partitions of which these unknowns are known
};

template <class T>
struct LaneTask {
  LaneStep step = LaneStep::solve;
  bool pivots = true;
  int half_bandwidth = 1;     ///< of partitions 1
  int num_columns = 1;        ///< 1 or most_lane_columns
  std::int64_t num_rows = 0;  ///< of a lane, at least 2 in partitions
  LaneArray<T> diagonals[max_band_diagonals];
  LaneArray<T> b[most_lane_columns];
  T* x[most_lane_columns] = {};  ///< as b[0] lies, with strides of its own
  std::int64_t x_row_stride = 1;
  std::int64_t x_lane_stride = 1;
  LaneRow<T> rows[2];  ///< condensed
  alignas(64) T carried[max_half_bandwidth *
                        lane_carried_words(max_half_bandwidth,
                                           most_lane_columns) *
                        lane_count<T>];  ///< of systems
  /// Before, first, last and after.
  alignas(64) T ends[4][most_lane_columns][lane_count<T>];
  alignas(64) T least[lane_count<T>];  ///< the smallest magnitude of a pivot
  T* factors = nullptr;                ///< lane_factor_words() a row and lane
  T* chunk = nullptr;                  ///< lane_chunk_words() a lane
  std::int64_t width = lane_count<T>;  ///< lanes; more: systems side by side in all arrays
  T* side = nullptr;                   ///< of those: lane_side_words() a lane
};

/// Reciprocal of the pivot, the entries after it, right-hand sides.
inline constexpr int lane_factor_words(int half_bandwidth, int num_columns) {
  return 2 * half_bandwidth + 1 + num_columns;
}
inline constexpr std::int64_t lane_chunk_words(int half_bandwidth, int num_columns) {
  return (2 * half_bandwidth + 1 + num_columns) * lane_chunk;
}
/// Zeros, the smallest magnitudes of pivots, and rows that are carried on.
inline constexpr std::int64_t lane_side_words(int half_bandwidth, int num_columns) {
  return 2 + half_bandwidth * lane_carried_words(half_bandwidth, num_columns);
}

/// The row of a lane whose pivot is 0, or so small that it has no reciprocal; -1: there is none.
template <class T>
std::int64_t lane_row_without_pivot(const LaneTask<T>& task, int lane) {
  constexpr T smallest = std::numeric_limits<T>::min();
  const T* const least = task.width > lane_count<T> ? task.side + task.width : task.least;
  if (!(least[lane] < smallest)) return -1;
  const bool partition = task.step != LaneStep::solve;
  const std::int64_t first = partition ? 1 : 0, last = task.num_rows - first;
  const std::int64_t stride = lane_factor_words(task.half_bandwidth, task.num_columns) * task.width;
  for (std::int64_t r = first; r < last; ++r)
    if (std::abs(task.factors[r * stride + lane]) > 1 / smallest) return r;
  return -1;
}

/// Does the step by the widest vectors of this processor.
template <class T>
void run_lanes(LaneTask<T>& task);

}  // namespace filigree::detail
