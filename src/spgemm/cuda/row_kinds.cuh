// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "spgemm/cuda/arguments.hpp"
#include "spgemm/cuda/repeats.cuh"
#include "spgemm/cuda/table.cuh"

/// Who has which row: for the pattern of C, by the products of its rows; for its values, by their
/// entries.

namespace filigree::cuda {

__device__ inline void add_to(unsigned long long* sum, std::int64_t count) {
  if (count > 0) atomicAdd(sum, static_cast<unsigned long long>(count));
}

/// A place for each thread that wants one, in a list of so many: for all threads of a block of 256
/// at once, since many lists' ends are one word.
__device__ inline std::int64_t take_places(unsigned long long* length, bool wants) {
  __shared__ unsigned long long first;
  __shared__ int before[8];
  const unsigned such = __ballot_sync(whole_warp, wants);
  const int warp = int(threadIdx.x) / 32;
  if (lane_number() == 0) before[warp] = __popc(such);
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int& count : before) {
      const int mine = count;
      count = sum;
      sum += mine;
    }
    first = sum > 0 ? atomicAdd(length, static_cast<unsigned long long>(sum)) : 0;
  }
  __syncthreads();
  const auto place = std::int64_t(first) + before[warp];
  __syncthreads();  // all have read
  return place + __popc(such & ((1u << lane_number()) - 1u));
}

/// The sum over a block of 256 threads, in all of them.
__device__ inline std::int64_t block_sum(std::int64_t value) {
  __shared__ std::int64_t sums[8];
  const std::int64_t of_warp = warp_sum(value);
  if (lane_number() == 0) sums[threadIdx.x / 32] = of_warp;
  __syncthreads();
  std::int64_t sum = 0;
  for (const std::int64_t one : sums) sum += one;
  __syncthreads();  // all have read
  return sum;
}

/// The products of a row of A: the share of a thread of so many.
template <class Index>
__device__ std::int64_t row_products(const SpgemmPattern<Index>& pattern, std::int64_t row,
                                     int thread, int threads) {
  constexpr int together = 8;  // loads that are under way at once
  std::int64_t sum = 0;
  const std::int64_t end = pattern.a.end(row);
  for (std::int64_t first = pattern.a.begin(row) + thread; first < end;
       first += together * threads) {
    std::int64_t inner[together];
#pragma unroll
    for (int u = 0; u < together; ++u) {
      const std::int64_t k = first + u * threads;
      inner[u] = k < end ? std::int64_t(pattern.a.column(k)) : -1;
    }
#pragma unroll
    for (const std::int64_t of_b : inner)
      if (of_b >= 0) sum += pattern.b.end(of_b) - pattern.b.begin(of_b);
  }
  return sum;
}

/// The products of those of a block's 256 rows that are long: a warp's, or the whole block's.
/// \param length entries of A of the thread's row
template <class Index>
__device__ std::int64_t long_row_products(const SpgemmPattern<Index>& pattern,
                                          std::int64_t first_row, std::int64_t length,
                                          std::int64_t most_short) {
  constexpr std::int64_t most_of_warp = 2048;
  __shared__ std::int64_t lengths[256], products[256];
  lengths[threadIdx.x] = length;
  __syncthreads();
  for (int other = int(threadIdx.x) / 32; other < 256; other += 8) {
    if (lengths[other] <= most_short || lengths[other] > most_of_warp) continue;
    const std::int64_t sum = warp_sum(row_products(pattern, first_row + other, lane_number(), 32));
    if (lane_number() == 0) products[other] = sum;
  }
  for (int other = 0; other < 256; ++other) {
    if (lengths[other] <= most_of_warp) continue;
    const std::int64_t sum =
        block_sum(row_products(pattern, first_row + other, int(threadIdx.x), 256));
    if (threadIdx.x == 0) products[other] = sum;
  }
  __syncthreads();
  return products[threadIdx.x];
}

/// Rows of the run that the lane's row is in.
/// \param repeating lanes whose rows repeat the one before
__device__ inline int rows_of_run(unsigned repeating) {
  const int first = 31 - __clz(int(~repeating & ((2u << lane_number()) - 1u)));
  return __ffs(int(~(repeating >> first >> 1)));
}

/// A block finds out the kinds of 256 rows.
template <class Index>
__global__ void __launch_bounds__(256) find_kinds(const SpgemmSymbolic<Index> symbolic) {
  const auto& pattern = symbolic.pattern;
  const std::int64_t first_row = std::int64_t(blockIdx.x) * blockDim.x;
  const std::int64_t row = first_row + threadIdx.x;
  const bool there = row < pattern.a.num_rows;
  const std::int64_t begin = there ? pattern.a.begin(row) : 0;
  const std::int64_t end = there ? pattern.a.end(row) : 0;
  constexpr std::int64_t most_short = 64;  // entries of A of a thread's row
  const bool is_short = end - begin <= most_short;
  bool in_run = begin < end && end - begin <= SpgemmRuns::a_entries && !pattern.has_d();
  bool repeats = in_run && lane_number() > 0 && is_moved(pattern.a, row);
  std::int64_t products = 0;
  for (std::int64_t k = begin; k < end && is_short; ++k) {
    const std::int64_t inner = pattern.a.column(k);
    products += pattern.b.end(inner) - pattern.b.begin(inner);
    in_run = in_run && (symbolic.b_rows[inner] & short_row) != 0;
    repeats = repeats && (symbolic.b_rows[inner] & moved_row) != 0;
  }
  if (__syncthreads_or(!is_short)) {
    const std::int64_t sum = long_row_products(pattern, first_row, end - begin, most_short);
    if (!is_short) products = sum;
  }
  const std::int64_t all = block_sum(products);
  if (threadIdx.x == 0) add_to(&symbolic.tally->products, all);
  if (there && pattern.has_d()) products += pattern.d.end(row) - pattern.d.begin(row);
  const int run_rows = rows_of_run(__ballot_sync(whole_warp, repeats));
  using Kind = SpgemmRowKind;
  const Kind kind = products == 0                        ? Kind::empty
                    : repeats                            ? Kind::repeat
                    : products <= symbolic.few_products  ? Kind::thread
                    : products <= symbolic.most_products ? Kind::warp
                                                         : Kind::block;
  if (there) {
    symbolic.kinds[row] = kind;
    symbolic.row_products[row] = products;
    symbolic.runs[row] = !in_run || run_rows < SpgemmRuns::least_rows ? SpgemmRunRow::none
                         : repeats                                    ? SpgemmRunRow::repeat
                                                                      : SpgemmRunRow::first;
    if (kind == Kind::empty) symbolic.row_lengths[row] = 0;
  }
  const int repeated = __syncthreads_count(there && kind == Kind::repeat);
  if (threadIdx.x == 0) add_to(&symbolic.tally->kinds[int(Kind::repeat)], repeated);
  for (const Kind listed : {Kind::thread, Kind::warp, Kind::block}) {
    const bool wants = there && kind == listed;
    if (!__syncthreads_or(wants)) continue;
    const std::int64_t place = take_places(&symbolic.tally->kinds[int(listed)], wants);
    if (wants && listed == Kind::thread) symbolic.rows[place] = row;
    if (wants && listed == Kind::warp) symbolic.rows[pattern.a.num_rows - 1 - place] = row;
    if (wants && listed == Kind::block) symbolic.block_rows[place] = row;
  }
}

/// Counts C's rows by their share, their entries, and pieces; with `pieces`, writes these, rows
/// that are thread blocks' first.
template <class Index>
__global__ void __launch_bounds__(256)
    share_rows(const SpgemmSymbolic<Index> symbolic, SpgemmPiece* pieces) {
  using Share = SpgemmShare;
  const std::int64_t row = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const bool there = row < symbolic.pattern.a.num_rows;
  const std::int64_t length = there ? symbolic.row_lengths[row] : 0;
  SpgemmTally& tally = *symbolic.tally;
  const SpgemmRuns runs{tally.has_runs(symbolic.pattern.a.num_rows) ? symbolic.runs : nullptr,
                        symbolic.run_lanes};
  const int kind = length == 0              ? Share::kinds
                   : runs.take(row, length) ? Share::run
                                            : Share::kind(length, symbolic.run_lanes);
  constexpr std::int64_t each = SpgemmShare::piece_team.entries;
  const std::int64_t count = kind == Share::pieces ? (length + each - 1) / each : 0;
  if (pieces == nullptr) {
    for (int k = 0; k < Share::kinds; ++k) {
      const int such = __syncthreads_count(kind == k);
      if (threadIdx.x == 0) add_to(&tally.rows[k], such);
    }
    add_to(&tally.pieces, count);
    const std::int64_t all = block_sum(length);
    if (threadIdx.x == 0) add_to(&tally.entries, all);
    const std::int64_t longest = warp_max(length);
    if (lane_number() == 0 && longest > std::int64_t(tally.longest_row))
      atomicMax(&tally.longest_row, static_cast<unsigned long long>(longest));
    return;
  }
  const std::int64_t place = take_places(&tally.placed_rows, kind == Share::block);
  if (kind == Share::block) pieces[place] = {row, 0};
  if (count == 0) return;
  const std::int64_t first =
      std::int64_t(tally.rows[Share::block]) +
      std::int64_t(atomicAdd(&tally.placed_pieces, static_cast<unsigned long long>(count)));
  for (std::int64_t k = 0; k < count; ++k) pieces[first + k] = {row, k * each};
}

}  // namespace filigree::cuda
