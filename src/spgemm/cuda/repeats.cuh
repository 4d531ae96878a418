// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "spgemm/cuda/arguments.hpp"
#include "spgemm/cuda/table.cuh"

/// The pattern of rows that repeat the one before them: found in A and B, and copied.

namespace filigree::cuda {

/// What runs need to know of a row of B.
constexpr unsigned char short_row = 1, moved_row = 2;

/// Whether a row is the one before it, moved by a column.
template <class Index>
__device__ bool is_moved(const SpgemmRows<Index>& rows, std::int64_t row) {
  if (row == 0) return false;
  const std::int64_t before = rows.begin(row - 1), begin = rows.begin(row), end = rows.end(row);
  if (end - begin != begin - before) return false;
  for (std::int64_t k = 0; k < end - begin; ++k)
    if (rows.columns[begin + k] != rows.columns[before + k] + 1) return false;
  return true;
}

template <class Index>
__global__ void __launch_bounds__(256) find_b_rows(const SpgemmSymbolic<Index> symbolic) {
  const auto& b = symbolic.pattern.b;
  const std::int64_t row = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const std::int64_t length = row < b.num_rows ? b.end(row) - b.begin(row) : 0;
  const auto longest = static_cast<SpgemmTally::Count>(warp_max(length));
  if (lane_number() == 0 && longest > symbolic.tally->longest_b_row)
    atomicMax(&symbolic.tally->longest_b_row, longest);
  if (row >= b.num_rows) return;
  const bool is_short = length <= symbolic.run_lanes;
  symbolic.b_rows[row] = !is_short ? 0 : is_moved(b, row) ? short_row | moved_row : short_row;
}

/// The lengths of rows that repeat.
template <class Index>
__global__ void __launch_bounds__(256) copy_lengths(const SpgemmSymbolic<Index> symbolic) {
  const std::int64_t row = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const bool repeats =
      row < symbolic.pattern.a.num_rows && symbolic.kinds[row] == SpgemmRowKind::repeat;
  const unsigned others = __ballot_sync(whole_warp, !repeats);
  if (!repeats) return;
  const int back = lane_number() - (31 - __clz(int(others & ((1u << lane_number()) - 1u))));
  symbolic.row_lengths[row] = symbolic.row_lengths[row - back];
}

/// The columns of rows that repeat: a warp writes those of 32 rows, all of a run at once.
template <class Index>
__global__ void __launch_bounds__(256) copy_rows(const SpgemmSymbolic<Index> symbolic) {
  const std::int64_t row = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const bool there = row < symbolic.pattern.a.num_rows;
  const std::int64_t begin = there ? symbolic.offsets[row] - symbolic.base : 0;
  unsigned repeats =
      __ballot_sync(whole_warp, there && symbolic.kinds[row] == SpgemmRowKind::repeat);
  while (repeats != 0) {
    const int next = __ffs(int(repeats)) - 1;  // at least 1: a warp's first row is no repeat
    const unsigned from_next = repeats >> next;
    const int count = __ffs(int(~from_next)) - 1;
    const std::int64_t from = __shfl_sync(whole_warp, begin, next - 1);
    const std::int64_t to = __shfl_sync(whole_warp, begin, next);
    const int length = int(to - from);
    for (int k = lane_number(); k < count * length; k += 32)
      symbolic.columns[to + k] = symbolic.columns[from + k % length] + Index(k / length + 1);
    repeats = (from_next >> count) << count << next;
  }
}

}  // namespace filigree::cuda
