// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cuda/warp.hpp"
#include "solve/cuda/section_levels.hpp"

/// What the kernels of section_levels.hpp read of rows and sections.

namespace filigree::cuda {

/// Rows counted in the order of the solve.
template <class Index>
class RankedRows {
 public:
  __device__ explicit RankedRows(const LevelArguments<Index>& a) : a_(a) {}

  __device__ std::int64_t row(std::int64_t rank) const {
    return a_.lower ? rank : a_.num_rows - 1 - rank;
  }
  __device__ std::int64_t begin(std::int64_t row) const { return a_.begins[row] - a_.base; }
  __device__ std::int64_t end(std::int64_t row) const { return a_.ends[row] - a_.base; }
  /// Of entry k's column.
  __device__ std::int64_t rank(std::int64_t k) const { return rank_of(a_.cols[k]); }
  __device__ std::int64_t rank_of(Index col) const { return row(std::int64_t(col) - a_.base); }
  /// The row's entry number j from the diagonal on, if its columns ascend.
  __device__ std::int64_t nearest(std::int64_t begin, std::int64_t end, int j) const {
    return a_.lower ? end - 1 - j : begin + j;
  }

 private:
  const LevelArguments<Index>& a_;
};

/// The rows of a thread block's section.
struct SectionRange {
  std::int64_t first;
  int count;

  __device__ explicit SectionRange(const SectionState& state)
      : first(state.begins[blockIdx.x]), count(int(state.begins[blockIdx.x + 1] - first)) {}
};

/// The section that the row of a rank lies in.
__device__ inline int section_of(const SectionState& state, unsigned rank) {
  // A section begins at most half the mean length from where it would if all had that.
  unsigned section = rank / unsigned(state.rows);
  if (int(rank) < state.begins[section])
    --section;
  else if (int(rank) >= state.begins[section + 1])
    ++section;
  return int(section);
}

}  // namespace filigree::cuda
