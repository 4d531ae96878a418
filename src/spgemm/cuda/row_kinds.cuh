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

/// Adds a block's sum, of 256 threads, which is not below 0.
__device__ inline void add_block_sum(unsigned long long* sum, std::int64_t value) {
  const std::int64_t all = block_sum(value);
  if (threadIdx.x == 0) add_to(sum, all);
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
  const int warp = int(threadIdx.x) / 32;
  const std::int64_t groups = (pattern.a.num_rows + 255) / 256;
  for (std::int64_t group = blockIdx.x; group < groups; group += gridDim.x) {
    // Eight neighbours' offsets are a sector of memory.
    const auto row_of = [&](int thread) {
      return (std::int64_t(thread / 8) * groups + group) * 8 + thread % 8;
    };
    const std::int64_t row = row_of(int(threadIdx.x));
    const std::int64_t length =
        row < pattern.a.num_rows ? pattern.a.end(row) - pattern.a.begin(row) : 0;
    const bool is_longest = length > most_of_warp;
    unsigned mine = __ballot_sync(whole_warp, length > most_short && !is_longest);
    const unsigned others = __ballot_sync(whole_warp, is_longest);
    if (lane_number() == 0) longest[warp] = others;
    for (; mine != 0; mine &= mine - 1) {
      const std::int64_t of = row_of(warp * 32 + __ffs(int(mine)) - 1);
      const std::int64_t sum = warp_sum(row_products(pattern, of, lane_number(), 32));
      if (lane_number() == 0) symbolic.row_products[of] = sum;
    }
    if (!__syncthreads_or(is_longest)) continue;
    for (int other = 0; other < 8; ++other)
      for (unsigned left = longest[other]; left != 0; left &= left - 1) {
        const std::int64_t of = row_of(other * 32 + __ffs(int(left)) - 1);
        const std::int64_t sum = block_sum(row_products(pattern, of, int(threadIdx.x), 256));
        if (threadIdx.x == 0) symbolic.row_products[of] = sum;
      }
    __syncthreads();  // all have read
  }
  if (blockIdx.x == gridDim.x - 1) wait_for_primary();  // no block waits before all have begun
}

/// What rows of A tell of the rows of C.
struct RowFindings {
  std::int64_t products = 0;  ///< of the thread's row
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
  const bool may_run = begin < end && end - begin <= SpgemmRuns::a_entries && !pattern.has_d();
  const auto may_repeat = [&](int apart) {
    return may_run && int(threadIdx.x) >= apart && is_moved(pattern.a, row, apart, step);
  };
  found.repeats = may_repeat(1);
  if (step == 2 && __syncthreads_count(found.repeats) < 128) {
    found.apart = 2;
    found.repeats = may_repeat(2);
  }
  const Index* const columns = pattern.a.columns + begin;
  const int count = is_short ? int(end - begin) : 0;
#pragma unroll 4
  for (int k = 0; k < count; ++k) {
    const std::int64_t inner = columns[k] - Index(pattern.a.base);
    const RowOfB of_b{symbolic.b_rows[inner]};
    const int known = of_b.length();
    found.products += known >= 0 ? known : pattern.b.end(inner) - pattern.b.begin(inner);
    found.repeats = found.repeats && of_b.is_moved(step);  // so it is short
  }
  if (!is_short) found.products = symbolic.row_products[row];  // by sum_long_rows
  return found;
}

/// Counts rows by SpgemmListKind, for all threads of a block: in its shared memory, and in the
/// tally what is known of long ones.
template <class Index>
__device__ void count_listed_rows(const SpgemmSymbolic<Index>& symbolic, std::int64_t products,
                                  std::int64_t a_entries, int (&rows)[SpgemmListKind::kinds + 1]) {
  const int kind = SpgemmListKind::of(products, symbolic.last_sort);
  const unsigned same = __match_any_sync(whole_warp, kind);
  if (lane_number() == __ffs(int(same)) - 1) atomicAdd(&rows[kind], __popc(same));
  if (kind != SpgemmListKind::kinds - 1) return;
  add_to(&symbolic.tally->long_products, products);
  add_to(&symbolic.tally->long_chunks, SpgemmLongChunk::of(a_entries));
}

/// Finds out the kinds of rows; a block of 256 at a time. What all have together is added to the
/// tally at last, since that is one place.
template <class Index>
__global__ void __launch_bounds__(256) find_kinds(const SpgemmSymbolic<Index> symbolic) {
  __shared__ int listed[SpgemmListKind::kinds + 1];
  if (threadIdx.x <= SpgemmListKind::kinds) listed[threadIdx.x] = 0;
  __syncthreads();
  const auto& pattern = symbolic.pattern;
  const std::int64_t num_rows = pattern.a.num_rows;
  using Kind = SpgemmRowKind;
  std::int64_t all_products = 0;
  int repeated = 0;
  for (std::int64_t first_row = std::int64_t(blockIdx.x) * 256; first_row < num_rows;
       first_row += std::int64_t(gridDim.x) * 256) {
    const std::int64_t row = first_row + threadIdx.x;
    const bool there = row < num_rows;
    const RowFindings found = find_row(symbolic, first_row);
    all_products += found.products;
    std::int64_t products = found.products;
    count_listed_rows(symbolic, products, there ? pattern.a.end(row) - pattern.a.begin(row) : 0,
                      listed);
    if (there && pattern.has_d()) products += pattern.d.end(row) - pattern.d.begin(row);
    const Kind kind = products == 0   ? Kind::empty
                      : found.repeats ? found.apart == 1 ? Kind::repeat : Kind::repeat_second
                      : products <= symbolic.few_products  ? Kind::thread
                      : products <= symbolic.most_products ? Kind::warp
                                                           : Kind::block;
    if (there) {
      symbolic.kinds[row] = kind;
      symbolic.row_products[row] = products;
      if (row == num_rows - 1) symbolic.row_products[row + 1] = 0;
      if (kind == Kind::empty) symbolic.row_lengths[row] = 0;
    }
    repeated += found.repeats && products > 0 ? 1 : 0;
    for (const Kind listed : {Kind::thread, Kind::warp, Kind::block}) {
      const bool wants = there && kind == listed;
      if (!__syncthreads_or(wants)) continue;
      const std::int64_t place = take_places(&symbolic.tally->kinds[int(listed)], wants);
      if (wants && listed == Kind::thread) symbolic.rows[place] = row;
      if (wants && listed == Kind::warp) symbolic.rows[num_rows - 1 - place] = row;
      if (wants && listed == Kind::block) symbolic.block_rows[place] = row;
    }
  }
  add_block_sum(&symbolic.tally->products, all_products);
  add_block_sum(&symbolic.tally->kinds[int(Kind::repeat)], repeated);  // a barrier: all are counted
  if (threadIdx.x < SpgemmListKind::kinds)
    add_to(&symbolic.tally->listed_rows[threadIdx.x], listed[threadIdx.x]);
}

/// A run among 256 rows of a thread block.
struct BlockRun {
  int first = 0, periods = 0;  ///< 0 periods: none
  int period = 1;
};

/// Finds runs among 256 rows, one a thread: in the thread of the first row that repeats another
/// one. \param length of the thread's row of C \param in_run whether the thread's row is in a run
template <class Index>
__device__ BlockRun find_block_run(const SpgemmRows<Index>& a, const SpgemmRowKind* kinds,
                                   int lanes, std::int64_t first_row, std::int64_t length,
                                   bool& in_run) {
  __shared__ unsigned repeating[8], taken[8];
  __shared__ int lengths[256];
  const int thread = int(threadIdx.x), warp = thread / 32;
  const std::int64_t row = first_row + thread;
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
    // No row of the first period repeats another one, whose columns may not be there yet.
    run.periods = is_repeating(run.first) ? 0 : (end - run.first) / run.period;
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

/// Finds the lengths of rows of C that repeat others, all rows' shares, and counts them, C's
/// entries, and pieces; as find_kinds.
template <class Index>
__global__ void __launch_bounds__(256) share_rows(const SpgemmSymbolic<Index> symbolic) {
  if (symbolic.sorts_products()) return;
  using Share = SpgemmShare;
  const auto& a = symbolic.pattern.a;
  SpgemmTally& tally = *symbolic.tally;
  const bool has_repeats = tally.kinds[int(SpgemmRowKind::repeat)] > 0;
  const bool may_have_runs = tally.may_have_runs(a.num_rows);
  int of_kinds[Share::kinds] = {};
  std::int64_t entries = 0, longest = 0, pieces = 0;
  for (std::int64_t first_row = std::int64_t(blockIdx.x) * 256; first_row < a.num_rows;
       first_row += std::int64_t(gridDim.x) * 256) {
    const std::int64_t row = first_row + threadIdx.x;
    const bool there = row < a.num_rows;
    const RowSource source =
        has_repeats ? RowSource::of(symbolic, row) : RowSource{int(threadIdx.x), 0};
    const std::int64_t length = there ? symbolic.row_lengths[first_row + source.thread] : 0;
    if (source.moved > 0) symbolic.row_lengths[row] = length;
    bool in_run = false;
    if (may_have_runs) find_block_run(a, symbolic.kinds, symbolic.lanes, first_row, length, in_run);
    const Share::Kind kind = in_run  ? Share::run
                             : there ? Share::of(length, a.end(row) - a.begin(row), symbolic.lanes)
                                     : Share::none;
    if (there) symbolic.shares[row] = kind;
#pragma unroll
    for (int k = Share::group; k < Share::kinds; ++k) of_kinds[k] += kind == k ? 1 : 0;
    pieces += kind == Share::pieces ? num_pieces(length) : 0;
    entries += length;
    longest = max(longest, length);
  }
#pragma unroll
  for (int k = Share::group; k < Share::kinds; ++k) add_block_sum(&tally.rows[k], of_kinds[k]);
  add_block_sum(&tally.pieces, pieces);
  add_block_sum(&tally.entries, entries);
  longest = max_over_lanes(longest);
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
