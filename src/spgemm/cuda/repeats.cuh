// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "spgemm/cuda/arguments.hpp"
#include "spgemm/cuda/table.cuh"

/// The pattern of rows that repeat the one before them, or the one two before: found in A and B,
/// and copied.

namespace filigree::cuda {

/// What is known of a row of B: whether it is short enough for runs, and whether it is the row one
/// or two before it, moved by a column.
constexpr unsigned char short_row = 1, moved_row = 2, second_moved_row = 4;

__device__ inline unsigned char moved_bit(int step) {
  return step == 1 ? moved_row : second_moved_row;
}

/// Whether a row is the one `apart` before it, moved by `step` columns.
template <class Index>
__device__ bool is_moved(const SpgemmRows<Index>& rows, std::int64_t row, int apart, int step) {
  if (row < apart) return false;
  const std::int64_t before = rows.begin(row - apart), begin = rows.begin(row);
  const std::int64_t length = rows.end(row) - begin;
  if (rows.begin(row - apart + 1) - before != length) return false;
  for (std::int64_t k = 0; k < length; ++k)
    if (rows.columns[begin + k] != rows.columns[before + k] + Index(step)) return false;
  return true;
}

template <class Index>
__global__ void __launch_bounds__(256) find_b_rows(const SpgemmSymbolic<Index> symbolic) {
  const auto& b = symbolic.pattern.b;
  SpgemmTally& tally = *symbolic.tally;
  const std::int64_t row = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const bool there = row < b.num_rows;
  const std::int64_t length = there ? b.end(row) - b.begin(row) : 0;
  const auto longest = static_cast<SpgemmTally::Count>(warp_max(length));
  if (lane_number() == 0 && longest > tally.longest_b_row) atomicMax(&tally.longest_b_row, longest);
  unsigned char found = 0;
  if (there && length <= symbolic.lanes) {
    const bool moved = is_moved(b, row, 1, 1), second_moved = is_moved(b, row, 2, 1);
    found = static_cast<unsigned char>(short_row | (moved ? moved_row : 0) |
                                       (second_moved ? second_moved_row : 0));
  }
  if (there) symbolic.b_rows[row] = found;
  for (const int step : {1, 2}) {
    const int such = __syncthreads_count(length > 0 && (found & moved_bit(step)) != 0);
    if (threadIdx.x == 0 && such > 0)
      atomicAdd(&tally.moved_rows[step - 1], static_cast<SpgemmTally::Count>(such));
  }
}

/// Where rows that repeat others are copied from, among 256 of a thread block.
struct RowSource {
  int thread;  ///< of the row that is copied, which repeats none
  int moved;   ///< by so many columns

  /// \param apart rows, 1 or 2, the same for all rows of a block that repeat others
  __device__ static RowSource find(bool repeats, int apart) {
    __shared__ unsigned others[8];
    const int warp = int(threadIdx.x) / 32;
    const unsigned mine = __ballot_sync(whole_warp, !repeats);
    if (lane_number() == 0) others[warp] = mine;
    __syncthreads();
    const unsigned such = apart == 1 ? whole_warp : 0x55555555u << (lane_number() & 1);
    unsigned before = mine & such & ((2u << lane_number()) - 1u);
    int source = warp;
    while (before == 0) before = others[--source] & such;  // a block's first rows repeat none
    const int thread = 32 * source + 31 - __clz(int(before));
    return {thread, (int(threadIdx.x) - thread) / apart};
  }
  template <class Index>
  __device__ static RowSource of(const SpgemmSymbolic<Index>& symbolic, std::int64_t row) {
    const auto kind =
        row < symbolic.pattern.a.num_rows ? symbolic.kinds[row] : SpgemmRowKind::empty;
    const int apart = __syncthreads_or(kind == SpgemmRowKind::repeat_second) ? 2 : 1;
    return find(kind == SpgemmRowKind::repeat || kind == SpgemmRowKind::repeat_second, apart);
  }
};

/// The lengths of rows that repeat.
template <class Index>
__global__ void __launch_bounds__(256) copy_lengths(const SpgemmSymbolic<Index> symbolic) {
  const std::int64_t first_row = std::int64_t(blockIdx.x) * blockDim.x;
  const std::int64_t row = first_row + threadIdx.x;
  const RowSource source = RowSource::of(symbolic, row);
  if (source.moved > 0) symbolic.row_lengths[row] = symbolic.row_lengths[first_row + source.thread];
}

/// The columns of rows that repeat: a warp writes those of 32 rows, with 8, 16 or 32 threads a row.
template <class Index>
__global__ void __launch_bounds__(256) copy_rows(const SpgemmSymbolic<Index> symbolic) {
  __shared__ std::int64_t begins[256];
  const std::int64_t first_row = std::int64_t(blockIdx.x) * blockDim.x;
  const std::int64_t row = first_row + threadIdx.x;
  const bool there = row < symbolic.pattern.a.num_rows;
  const std::int64_t begin = there ? symbolic.offsets[row] - symbolic.base : 0;
  const int length = there ? int(symbolic.offsets[row + 1] - symbolic.base - begin) : 0;
  begins[threadIdx.x] = begin;
  const RowSource source = RowSource::of(symbolic, row);  // and all have written
  const std::int64_t from = begins[source.thread];
  const int longest = __reduce_max_sync(whole_warp, source.moved > 0 ? length : 0);
  if (longest == 0) return;
  const int lanes = longest <= 16 ? 8 : longest <= 32 ? 16 : 32, lane = lane_number() % lanes;
  for (int base = 0; base < 32; base += 32 / lanes) {
    const int other = base + lane_number() / lanes;
    const int moved = __shfl_sync(whole_warp, source.moved, other);
    const int count = __shfl_sync(whole_warp, length, other);
    const Index* const read = symbolic.columns + __shfl_sync(whole_warp, from, other);
    Index* const write = symbolic.columns + __shfl_sync(whole_warp, begin, other);
    for (int k = lane; k < count && moved > 0; k += lanes) write[k] = read[k] + Index(moved);
  }
}

}  // namespace filigree::cuda
