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

/// Entries that do not lie behind the one before them in their row: the share of a thread of so
/// many, which may be below 0, where the sum of all is not.
template <class Index>
__device__ std::int64_t unsorted_entries(const SpgemmRows<Index>& rows, std::int64_t entries,
                                         std::int64_t thread, std::int64_t threads) {
  std::int64_t sum = 0;
  for (std::int64_t k = thread + 1; k < entries; k += threads)
    sum += rows.columns[k] <= rows.columns[k - 1] ? 1 : 0;
  for (std::int64_t row = thread; row < rows.num_rows; row += threads) {
    const std::int64_t begin = rows.begin(row);
    const bool falls =
        begin > 0 && begin < rows.end(row) && rows.columns[begin] <= rows.columns[begin - 1];
    sum -= falls ? 1 : 0;
  }
  return sum;
}

/// How many pieces a row of so many entries is cut into.
__device__ inline std::int64_t num_pieces(std::int64_t length) {
  constexpr std::int64_t each = SpgemmShare::piece_team.entries;
  return (length + each - 1) / each;
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

/// Rows of A with more entries are long: no thread sums up their products by itself.
constexpr std::int64_t most_short = 64;

/// The products of rows that are long: a warp's, or the whole block's. Such rows are often
/// neighbours, so that a block has rows far apart.
template <class Index>
__global__ void __launch_bounds__(256) sum_long_rows(const SpgemmSymbolic<Index> symbolic) {
  constexpr std::int64_t most_of_warp = 2048;
  __shared__ unsigned longest[8];  // rows that are the block's
  const auto& pattern = symbolic.pattern;
  const auto row_of = [](int thread) { return std::int64_t(thread) * gridDim.x + blockIdx.x; };
  const std::int64_t row = row_of(int(threadIdx.x));
  const std::int64_t length =
      row < pattern.a.num_rows ? pattern.a.end(row) - pattern.a.begin(row) : 0;
  const int warp = int(threadIdx.x) / 32;
  const bool is_longest = length > most_of_warp;
  unsigned mine = __ballot_sync(whole_warp, length > most_short && !is_longest);
  const unsigned others = __ballot_sync(whole_warp, is_longest);
  if (lane_number() == 0) longest[warp] = others;
  for (; mine != 0; mine &= mine - 1) {
    const std::int64_t of = row_of(warp * 32 + __ffs(int(mine)) - 1);
    const std::int64_t sum = warp_sum(row_products(pattern, of, lane_number(), 32));
    if (lane_number() == 0) symbolic.row_products[of] = sum;
  }
  if (!__syncthreads_or(is_longest)) return;
  for (int other = 0; other < 8; ++other)
    for (unsigned left = longest[other]; left != 0; left &= left - 1) {
      const std::int64_t of = row_of(other * 32 + __ffs(int(left)) - 1);
      const std::int64_t sum = block_sum(row_products(pattern, of, int(threadIdx.x), 256));
      if (threadIdx.x == 0) symbolic.row_products[of] = sum;
    }
}

/// What rows of A tell of the rows of C.
struct RowFindings {
  std::int64_t products = 0;  ///< of the thread's row
  bool in_run = false;        ///< whether the rows of A and B are short enough
  bool repeats = false;       ///< the row `apart` before it
  int apart = 1;
};

/// For all threads of a block, of 256 rows.
template <class Index>
__device__ RowFindings find_row(const SpgemmSymbolic<Index>& symbolic, std::int64_t first_row) {
  const auto& pattern = symbolic.pattern;
  const std::int64_t row = first_row + threadIdx.x;
  const bool there = row < pattern.a.num_rows;
  const std::int64_t begin = there ? pattern.a.begin(row) : 0;
  const std::int64_t end = there ? pattern.a.end(row) : 0;
  const bool is_short = end - begin <= most_short;
  const int step = symbolic.tally->step();
  RowFindings found;
  found.in_run = begin < end && end - begin <= SpgemmRuns::a_entries && !pattern.has_d();
  const auto may_repeat = [&](int apart) {
    return found.in_run && int(threadIdx.x) >= apart && is_moved(pattern.a, row, apart, step);
  };
  found.repeats = may_repeat(1);
  if (step == 2 && __syncthreads_count(found.repeats) < 128) {
    found.apart = 2;
    found.repeats = may_repeat(2);
  }
#pragma unroll 4
  for (std::int64_t k = begin; k < (is_short ? end : begin); ++k) {
    const std::int64_t inner = pattern.a.column(k);
    found.products += pattern.b.end(inner) - pattern.b.begin(inner);
    const unsigned char of_b = symbolic.b_rows[inner];
    found.in_run = found.in_run && (of_b & short_row) != 0;
    found.repeats = found.repeats && (of_b & moved_bit(step)) != 0;
  }
  if (!is_short) found.products = symbolic.row_products[row];  // by sum_long_rows
  return found;
}

/// Counts rows by SpgemmListKind, for all threads of a block.
template <class Index>
__device__ void count_listed_rows(const SpgemmSymbolic<Index>& symbolic, std::int64_t products,
                                  std::int64_t a_entries) {
  __shared__ int rows[SpgemmListKind::kinds + 1];
  if (threadIdx.x < SpgemmListKind::kinds) rows[threadIdx.x] = 0;
  __syncthreads();
  const int kind = SpgemmListKind::of(products, symbolic.last_sort);
  atomicAdd(&rows[kind], 1);
  SpgemmTally& tally = *symbolic.tally;
  if (kind == SpgemmListKind::kinds - 1) {
    add_to(&tally.long_products, products);
    add_to(&tally.long_chunks, SpgemmLongChunk::of(a_entries));
  }
  __syncthreads();
  if (threadIdx.x < SpgemmListKind::kinds)
    add_to(&tally.listed_rows[threadIdx.x], rows[threadIdx.x]);
}

/// A block finds out the kinds of 256 rows.
template <class Index>
__global__ void __launch_bounds__(256) find_kinds(const SpgemmSymbolic<Index> symbolic) {
  const auto& pattern = symbolic.pattern;
  const std::int64_t first_row = std::int64_t(blockIdx.x) * blockDim.x;
  const std::int64_t row = first_row + threadIdx.x;
  const bool there = row < pattern.a.num_rows;
  const RowFindings found = find_row(symbolic, first_row);
  const std::int64_t all = block_sum(found.products);
  if (threadIdx.x == 0) add_to(&symbolic.tally->products, all);
  std::int64_t products = found.products;
  count_listed_rows(symbolic, products, there ? pattern.a.end(row) - pattern.a.begin(row) : 0);
  if (there && pattern.has_d()) products += pattern.d.end(row) - pattern.d.begin(row);
  using Kind = SpgemmRowKind;
  const Kind kind = products == 0   ? Kind::empty
                    : found.repeats ? found.apart == 1 ? Kind::repeat : Kind::repeat_second
                    : products <= symbolic.few_products  ? Kind::thread
                    : products <= symbolic.most_products ? Kind::warp
                                                         : Kind::block;
  if (there) {
    symbolic.kinds[row] = kind;
    symbolic.row_products[row] = products;
    if (row == pattern.a.num_rows - 1) symbolic.row_products[row + 1] = 0;
    if (kind == Kind::empty) symbolic.row_lengths[row] = 0;
  }
  const int repeated = __syncthreads_count(there && found.repeats && products > 0);
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

/// A run among 256 rows of a thread block.
struct BlockRun {
  int first = 0, periods = 0;  ///< 0 periods: none
  int period = 1;
};

/// Finds runs among a block's 256 rows: in the thread of the first row that repeats another one.
/// \param length of the thread's row of C
/// \param in_run whether the thread's row is in a run
template <class Index>
__device__ BlockRun find_block_run(const SpgemmRows<Index>& a, const SpgemmRowKind* kinds,
                                   int lanes, std::int64_t length, bool& in_run) {
  __shared__ unsigned repeating[8], taken[8];
  __shared__ int lengths[256];
  const int thread = int(threadIdx.x), warp = thread / 32;
  const std::int64_t first_row = std::int64_t(blockIdx.x) * 256, row = first_row + thread;
  const SpgemmRowKind kind = row < a.num_rows ? kinds[row] : SpgemmRowKind::empty;
  BlockRun run;
  run.period = __syncthreads_or(kind == SpgemmRowKind::repeat_second) ? 2 : 1;
  const bool repeats = kind == SpgemmRowKind::repeat || kind == SpgemmRowKind::repeat_second;
  const unsigned mine = __ballot_sync(whole_warp, repeats);
  if (lane_number() == 0) {
    repeating[warp] = mine;
    taken[warp] = 0;
  }
  lengths[thread] = int(min(length, std::int64_t(SpgemmRuns::entries(32) + 1)));
  __syncthreads();
  const auto is_repeating = [&](int t) { return (repeating[t / 32] >> (t % 32) & 1u) != 0; };
  if (repeats && !is_repeating(thread - 1)) {
    int word = warp;
    unsigned others = ~repeating[word] & (whole_warp << (thread % 32));
    while (others == 0 && ++word < 8) others = ~repeating[word];
    const int end = word == 8 ? 256 : 32 * word + __ffs(int(others)) - 1;
    run.first = thread - run.period;
    if (is_repeating(run.first)) ++run.first;  // another run's last row
    run.periods = (end - run.first) / run.period;
    const int last = run.first + run.period - 1, longest = max(lengths[run.first], lengths[last]);
    const int all = run.period == 1 ? longest : lengths[run.first] + lengths[last];
    const std::int64_t of_a = a.end(first_row + last) - a.begin(first_row + run.first);
    if (run.periods < SpgemmRuns::least_periods || of_a > SpgemmRuns::a_entries ||
        longest > SpgemmShare::group_entries(lanes) || all > SpgemmRuns::entries(lanes))
      run.periods = 0;
    const int behind = run.first + run.periods * run.period;
    for (int w = run.first / 32; 32 * w < behind; ++w) {
      const unsigned from = w == run.first / 32 ? whole_warp << (run.first % 32) : whole_warp;
      const unsigned up_to = behind - 32 * w < 32 ? (1u << (behind - 32 * w)) - 1u : whole_warp;
      atomicOr(&taken[w], from & up_to);
    }
  }
  __syncthreads();
  in_run = (taken[warp] >> lane_number() & 1u) != 0;
  __syncthreads();  // all have read
  return run;
}

/// Finds C's rows' shares, and counts them, C's entries, and pieces.
template <class Index>
__global__ void __launch_bounds__(256) share_rows(const SpgemmSymbolic<Index> symbolic) {
  using Share = SpgemmShare;
  const std::int64_t row = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const bool there = row < symbolic.pattern.a.num_rows;
  const std::int64_t length = there ? symbolic.row_lengths[row] : 0;
  const auto& a = symbolic.pattern.a;
  SpgemmTally& tally = *symbolic.tally;
  bool in_run = false;
  if (tally.may_have_runs(a.num_rows))
    find_block_run(a, symbolic.kinds, symbolic.lanes, length, in_run);
  const Share::Kind kind = in_run  ? Share::run
                           : there ? Share::of(length, a.end(row) - a.begin(row), symbolic.lanes)
                                   : Share::none;
  if (there) symbolic.shares[row] = kind;
  for (int k = Share::group; k < Share::kinds; ++k) {
    const int such = __syncthreads_count(kind == k);
    if (threadIdx.x == 0) add_to(&tally.rows[k], such);
  }
  add_to(&tally.pieces, kind == Share::pieces ? num_pieces(length) : 0);
  const std::int64_t all = block_sum(length);
  if (threadIdx.x == 0) add_to(&tally.entries, all);
  const std::int64_t longest = warp_max(length);
  if (lane_number() == 0 && longest > std::int64_t(tally.longest_row))
    atomicMax(&tally.longest_row, static_cast<unsigned long long>(longest));
}

/// Lists the rows that are thread blocks', then pieces of longer ones.
template <class Index>
__global__ void __launch_bounds__(256)
    list_pieces(const SpgemmSymbolic<Index> symbolic, SpgemmPiece* pieces) {
  using Share = SpgemmShare;
  const std::int64_t row = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const Share::Kind kind = row < symbolic.pattern.a.num_rows ? symbolic.shares[row] : Share::none;
  SpgemmTally& tally = *symbolic.tally;
  const std::int64_t place = take_places(&tally.placed_rows, kind == Share::block);
  if (kind == Share::block) pieces[place] = {row, 0};
  if (kind != Share::pieces) return;
  const std::int64_t count = num_pieces(symbolic.row_lengths[row]);
  const std::int64_t first =
      std::int64_t(tally.rows[Share::block]) +
      std::int64_t(atomicAdd(&tally.placed_pieces, static_cast<unsigned long long>(count)));
  for (std::int64_t k = 0; k < count; ++k) pieces[first + k] = {row, k * Share::piece_team.entries};
}

}  // namespace filigree::cuda
