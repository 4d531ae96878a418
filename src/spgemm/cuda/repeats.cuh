// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/dependent_launch.hpp"
#include "spgemm/cuda/arguments.hpp"
#include "spgemm/cuda/table.cuh"

/// The pattern of rows that repeat the one before them, or the one two before: found in A and B,
/// and copied.

namespace filigree::cuda {

/// What is known of a row of B: its length, and whether it is the row one or two before it, moved
/// by a column.
struct RowOfB {
  static constexpr int most_known = 62;

  unsigned char byte;

  __device__ static RowOfB of(std::int64_t length, bool moved, bool second_moved) {
    const int known = length <= most_known ? int(length) + 1 : 0;
    return {static_cast<unsigned char>(known | (moved ? 64 : 0) | (second_moved ? 128 : 0))};
  }
  /// Below 0: it is longer than most_known.
  __device__ int length() const { return (byte & 63) - 1; }
  __device__ bool is_moved(int step) const { return (byte & (step == 1 ? 64 : 128)) != 0; }
};

/// Whether a row is the one `apart` before it, moved by `step` columns. For short rows.
template <class Index>
__device__ bool is_moved(const SpgemmRows<Index>& rows, std::int64_t row, int apart, int step) {
  if (row < apart) return false;
  const std::int64_t before = rows.begin(row - apart), begin = rows.begin(row);
  const auto length = int(rows.end(row) - begin);
  if (rows.begin(row - apart + 1) - before != length) return false;
  const Index* const columns = rows.columns + begin;
  const Index* const others = rows.columns + before;
  const auto agrees = [&](int k) { return columns[k] == others[k] + Index(step); };
  if (length > 0 && !agrees(0)) return false;
  bool all = true;
#pragma unroll 4
  for (int k = 1; k < length; ++k) all &= agrees(k);  // loads do not wait for one another
  return all;
}

/// What is known of rows of B; a thread block has 256 at a time.
template <class Index>
__global__ void __launch_bounds__(256) find_b_rows(const SpgemmSymbolic<Index> symbolic) {
  launch_dependents();  // sum_long_rows, which waits
  const auto& b = symbolic.pattern.b;
  SpgemmTally& tally = *symbolic.tally;
  std::int64_t longest = 0;
  int moved[2] = {};
  for (std::int64_t row = std::int64_t(blockIdx.x) * 256 + threadIdx.x; row < b.num_rows;
       row += std::int64_t(gridDim.x) * 256) {
    const std::int64_t length = b.end(row) - b.begin(row);
    const bool is_short = length <= symbolic.lanes;
    const auto found =
        RowOfB::of(length, is_short && is_moved(b, row, 1, 1), is_short && is_moved(b, row, 2, 1));
    symbolic.b_rows[row] = found.byte;
    longest = max(longest, length);
    for (const int step : {1, 2}) moved[step - 1] += length > 0 && found.is_moved(step) ? 1 : 0;
  }
  for (const int step : {1, 2}) {
    const unsigned such = __reduce_add_sync(whole_warp, unsigned(moved[step - 1]));
    if (lane_number() == 0 && such > 0)
      atomicAdd(&tally.moved_rows[step - 1], SpgemmTally::Count(such));
  }
  longest = max_over_lanes(longest);
  if (lane_number() == 0 && longest > std::int64_t(tally.longest_b_row))
    atomicMax(&tally.longest_b_row, SpgemmTally::Count(longest));
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

/// The columns of rows that repeat: a warp writes those of 32 rows, with 8 or 32 threads a row.
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
  const int lanes = longest <= 32 ? 8 : 32, lane = lane_number() % lanes;
  for (int base = 0; base < 32 && longest > 0; base += 32 / lanes) {
    const int other = base + lane_number() / lanes;
    const int moved = __shfl_sync(whole_warp, source.moved, other);
    const int count = __shfl_sync(whole_warp, length, other);
    const Index* const read = symbolic.columns + __shfl_sync(whole_warp, from, other);
    Index* const write = symbolic.columns + __shfl_sync(whole_warp, begin, other);
    for (int k = lane; k < count && moved > 0; k += lanes) write[k] = read[k] + Index(moved);
  }
  if (blockIdx.x == gridDim.x - 1) wait_for_primary();  // list_runs, where that goes on meanwhile
}

}  // namespace filigree::cuda
