// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "cuda/dependent_launch.hpp"
#include "spgemm/cuda/launch.hpp"
#include "spgemm/cuda/row_kinds.cuh"
#include "spgemm/cuda/run_factors.cuh"

/// Runs of rows of C, and lists of their products. A list belongs to all runs that have the same:
/// on a grid, those as far from its faces.

namespace filigree::cuda {
namespace {

/// Threads of a block that lists products, where rows of B have up to `lanes` entries.
__host__ __device__ constexpr int list_threads(int lanes) { return 8 * lanes; }

/// Finds runs, and rows of groups, which are in none.
template <class Index>
__global__ void __launch_bounds__(256) find_runs(const SpgemmRunSearch<Index> search) {
  const std::int64_t row = std::int64_t(blockIdx.x) * 256 + threadIdx.x;
  const bool there = row < search.c.num_rows;
  const std::int64_t length = there ? search.c.end(row) - search.c.begin(row) : 0;
  bool in_run = false;
  const BlockRun run = find_block_run(search.pattern.a, search.kinds, search.lanes,
                                      std::int64_t(blockIdx.x) * 256, length, in_run);
  const std::int64_t place = take_places(&search.tally->runs, run.periods > 0);
  if (run.periods > 0)
    search.runs[place] = {std::int64_t(blockIdx.x) * 256 + run.first, run.periods, run.period, 0,
                          0};
  const bool is_other = there && search.shares[row] == SpgemmShare::group;
  const std::int64_t other = take_places(&search.tally->others, is_other);
  if (is_other) search.others[other] = row;
  if (blockIdx.x == gridDim.x - 1) wait_for_primary();  // thread_rows, where that goes on meanwhile
}

/// A list while it is made, by a thread block.
template <class Index>
struct ListMaker {
  static constexpr int most_entries = SpgemmRuns::entries(32);
  static constexpr int most_products = SpgemmRuns::products(32);
  static constexpr int each = SpgemmRuns::a_entries * 32 / list_threads(32);  ///< of a thread

  Index columns[most_entries];               ///< of C
  unsigned of_a[most_entries];               ///< the entries of A that it has products of
  unsigned entries[most_entries];            ///< as SpgemmRunList has them
  SpgemmRunProduct products[most_products];  ///< the same
  unsigned char ranks[SpgemmRuns::a_entries], order[SpgemmRuns::a_entries];  ///< of A's entries
  std::int64_t b_rows[SpgemmRuns::a_entries];  ///< of the first period
  std::int64_t b_begins[SpgemmRuns::a_entries];
  int b_lengths[SpgemmRuns::a_entries];
  int a_length, c_length, second_a, second_c, batches, count;
  unsigned long long hash, of_lengths;  ///< of the list; of what tells which one it may be
  int number;                           ///< of the list that it is, or is like; below 0: none
  bool is_new;

  /// \returns whether values of all periods lie equally far apart
  __device__ bool find_rows(const SpgemmRunSearch<Index>& search, const SpgemmRun& run) {
    const auto &a = search.pattern.a, &b = search.pattern.b;
    const int thread = int(threadIdx.x);
    const std::int64_t a_begin = a.begin(run.row), c_begin = search.c.begin(run.row);
    if (thread == 0) {
      a_length = int(a.begin(run.row + run.period) - a_begin);
      c_length = int(search.c.begin(run.row + run.period) - c_begin);
      second_a = int(a.begin(run.row + 1) - a_begin);
      second_c = int(search.c.begin(run.row + 1) - c_begin);
    }
    __syncthreads();
    for (int k = thread; k < a_length; k += int(blockDim.x)) {
      b_rows[k] = a.column(a_begin + k);
      b_begins[k] = b.begin(b_rows[k]);
      b_lengths[k] = int(b.end(b_rows[k]) - b_begins[k]);
    }
    for (int e = thread; e < c_length; e += int(blockDim.x))
      columns[e] = search.c.column(c_begin + e);
    __syncthreads();
    bool uneven = false;
    const int looked_at = search.step == 1 ? 0 : a_length;  // of step 1: as rows are moved
    for (int k = thread / 32; k < looked_at; k += int(blockDim.x) / 32) {
      const std::int64_t inner = b_rows[k], begin = b_begins[k];
      const std::int64_t stride = b.begin(inner + search.step) - begin;
      uneven = uneven || stride > 2 * search.lanes;
      for (int period = lane_number(); period < run.periods; period += 32)
        uneven = uneven ||
                 b.begin(inner + std::int64_t(search.step) * period) != begin + period * stride;
    }
    return __syncthreads_or(uneven) == 0;
  }
  /// Whether a list is known that is this run's: products are compared with it, and not listed.
  __device__ bool find_known(const SpgemmRunSearch<Index>& search) {
    if (threadIdx.x < 32) look_for_lengths(search);
    __syncthreads();
    if (number < 0) return false;
    const auto found = SpgemmRunList::at(search.lists, number, search.lanes);
    bool differs = __ldcg(&found.a_length()) != a_length || __ldcg(&found.c_length()) != c_length ||
                   __ldcg(&found.count()) != count;
    if (differs) return false;  // all threads; what the list has may not be a row's then
    for (int k = int(threadIdx.x); k < a_length; k += int(blockDim.x)) {
      const int mine = __ldcg(&found.order()[k]),
                before = k > 0 ? __ldcg(&found.order()[k - 1]) : -1;
      order[k] = static_cast<unsigned char>(mine);
      differs = differs || mine >= a_length || !(k == 0 || precedes(before, mine));
    }
    // As many products as the list has, each of which is one of this run's: so these are all.
    for (int e = int(threadIdx.x); e < c_length && !differs; e += int(blockDim.x)) {
      const unsigned entry = __ldcg(&found.entries()[e]);
      const auto* products =
          found.products(search.lanes) + SpgemmRuns::batch * int(entry & 0xffffu);
#pragma unroll 4
      for (int i = 0; i < int(entry >> 16); ++i) {
        const SpgemmRunProduct product{__ldcg(&products[i].word)};
        const int k = product.a(), place = product.b();
        const bool there = k < a_length && place < b_lengths[k] && (k < second_a) == (e < second_c);
        differs = differs || !there || search.pattern.b.column(b_begins[k] + place) != columns[e];
      }
    }
    return __syncthreads_or(differs) == 0;
  }
  __device__ void list(const SpgemmRunSearch<Index>& search) {
    const int lanes = search.lanes, thread = int(threadIdx.x);
    for (int e = thread; e < c_length; e += int(blockDim.x)) of_a[e] = 0;
    for (int i = thread; i < SpgemmRuns::products(lanes); i += int(blockDim.x)) products[i] = {};
    if (thread == 0) hash = 0;
    if (thread < 32) sort();
    __syncthreads();
    const int bits = __ffs(lanes) - 1;
    int places[each];
#pragma unroll
    for (int u = 0; u < each; ++u) {
      const int i = thread + int(blockDim.x) * u, k = i >> bits, p = i & (lanes - 1);
      places[u] = -1;
      if (k >= a_length || p >= b_lengths[k]) continue;
      const Index column = search.pattern.b.column(b_begins[k] + p);
      const int first = k < second_a ? 0 : second_c, end = k < second_a ? second_c : c_length;
      places[u] = first + place_of(columns + first, end - first, column);
      atomicOr(&of_a[places[u]], 1u << k);
    }
    __syncthreads();
    if (thread < 32) number_batches();
    __syncthreads();
#pragma unroll
    for (int u = 0; u < each; ++u) {
      if (places[u] < 0) continue;
      const int i = thread + int(blockDim.x) * u, k = i >> bits, p = i & (lanes - 1);
      const int before = __popc(of_a[places[u]] & ((1u << k) - 1u));
      const int first = SpgemmRuns::batch * int(entries[places[u]] & 0xffffu);
      products[first + before] = SpgemmRunProduct::of(k, ranks[k], p);
    }
    __syncthreads();
    find_hash();
  }
  /// Finds the list in the table, or puts it there. The thread block that puts it there waits for
  /// none, so that others may wait for it.
  __device__ void look_up(const SpgemmRunSearch<Index>& search) {
    if (threadIdx.x == 0) claim(search);
    __syncthreads();
    const int mine = number;
    if (is_new && mine >= 0) write(SpgemmRunList::at(search.lists, mine, search.lanes), search);
    __syncthreads();
    if (is_new && threadIdx.x == 0) {
      __threadfence();
      atomicExch(claimed, mine >= 0 ? mine + 1 : -1);
    }
    if (!is_new && mine >= 0) {
      if (differs(SpgemmRunList::at(search.lists, mine, search.lanes), search.lanes) &&
          threadIdx.x == 0)
        number = -1;
      __syncthreads();
    }
    if (threadIdx.x == 0 && number >= 0)
      atomicExch(place_of_lengths(search), (of_lengths & ~0xffffull) | unsigned(number + 1));
  }

 private:
  int* claimed;  ///< the number's place in the table

  __device__ unsigned long long* place_of_lengths(const SpgemmRunSearch<Index>& search) const {
    return &search.known[of_lengths % SpgemmRunSearch<Index>::table_places];
  }
  /// Counts products, and looks up the list of a run whose rows had the same lengths.
  __device__ void look_for_lengths(const SpgemmRunSearch<Index>& search) {
    const int lane = lane_number(), mine = lane < a_length ? b_lengths[lane] : 0;
    const unsigned all = __reduce_add_sync(whole_warp, unsigned(mine));
    unsigned long long sum = mixed(std::uint64_t(lane) << 32 | unsigned(mine));
    sum = warp_sum(sum);
    if (lane != 0) return;
    count = int(all);
    of_lengths = mixed(sum + (std::uint64_t(a_length) << 48 | std::uint64_t(second_a) << 40 |
                              std::uint64_t(c_length) << 16 | std::uint64_t(second_c)));
    const unsigned long long word =
        *const_cast<const volatile unsigned long long*>(place_of_lengths(search));
    number = word >> 16 == of_lengths >> 16 ? int(word & 0xffffu) - 1 : -1;
    if (number >= 0) __threadfence();
  }
  __device__ bool precedes(int k, int other) const {
    return b_rows[k] < b_rows[other] || (b_rows[k] == b_rows[other] && k < other);
  }
  /// Rows of B that are one get places side by side.
  __device__ void sort() {
    const int lane = lane_number();
    if (lane >= a_length) return;
    int rank = 0;
    for (int k = 0; k < a_length; ++k) rank += precedes(k, lane) ? 1 : 0;
    ranks[lane] = static_cast<unsigned char>(rank);
    order[rank] = static_cast<unsigned char>(lane);
  }
  __device__ void number_batches() {
    int sum = 0;
    for (int base = 0; base < c_length; base += 32) {
      const int e = base + lane_number();
      const int count = e < c_length ? __popc(of_a[e]) : 0;
      const int mine = (count + SpgemmRuns::batch - 1) / SpgemmRuns::batch;
      const int up_to = sum + inclusive_warp_sum(mine);
      if (e < c_length) entries[e] = unsigned(up_to - mine) | unsigned(count) << 16;
      sum = __shfl_sync(whole_warp, up_to, 31);
    }
    if (lane_number() == 0) batches = sum;
  }
  /// Source: the finalizer of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
  __device__ static unsigned long long mixed(unsigned long long word) {
    word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9ull;
    word = (word ^ word >> 27) * 0x94d049bb133111ebull;
    return word ^ word >> 31;
  }
  __device__ void find_hash() {
    const auto at = [](int kind, int place, unsigned word) {
      return mixed((std::uint64_t(kind) << 48 | std::uint64_t(place) << 32 | word) +
                   0x9e3779b97f4a7c15ull);
    };
    unsigned long long sum = threadIdx.x == 0 ? at(1, a_length, unsigned(c_length)) : 0;
    for (int e = int(threadIdx.x); e < c_length; e += int(blockDim.x)) sum += at(2, e, entries[e]);
    for (int i = int(threadIdx.x); i < SpgemmRuns::batch * batches; i += int(blockDim.x))
      sum += at(3, i, products[i].word);
    for (int k = int(threadIdx.x); k < a_length; k += int(blockDim.x)) sum += at(4, k, order[k]);
    atomicAdd(&hash, sum);
    __syncthreads();
  }
  __device__ void claim(const SpgemmRunSearch<Index>& search) {
    constexpr int places = SpgemmRunSearch<Index>::table_places, most_tries = 64;
    const unsigned long long key = hash == 0 ? 1 : hash;
    number = -1;
    is_new = false;
    int place = int(key % places);
    for (int k = 0; k < most_tries; ++k, place = (place + 1) % places) {
      unsigned long long found = __ldcg(&search.keys[place]);
      if (found == 0) found = atomicCAS(&search.keys[place], 0ull, key);
      if (found != 0 && found != key) continue;
      claimed = &search.numbers[place];
      is_new = found == 0;
      int known = 0;
      if (is_new) {
        known = atomicAdd(&search.tally->lists, 1) + 1;
        if (known > search.room) known = -1;
      } else {
        while (known == 0) known = *const_cast<volatile int*>(claimed);
        __threadfence();
      }
      number = known > 0 ? known - 1 : -1;
      return;
    }
  }
  __device__ void write(const SpgemmRunList& to, const SpgemmRunSearch<Index>& search) const {
    if (threadIdx.x == 0) {
      to.a_length() = a_length;
      to.c_length() = c_length;
      to.batches() = batches;
      to.count() = count;
      atomicMax(&search.tally->most_batches, batches);
      atomicMax(&search.tally->most_entries, c_length);
    }
    for (int e = int(threadIdx.x); e < c_length; e += int(blockDim.x)) to.entries()[e] = entries[e];
    for (int i = int(threadIdx.x); i < SpgemmRuns::batch * batches; i += int(blockDim.x))
      to.products(search.lanes)[i] = products[i];
    for (int k = int(threadIdx.x); k < a_length; k += int(blockDim.x)) to.order()[k] = order[k];
  }
  /// Whether this is another list with the same hash.
  __device__ bool differs(const SpgemmRunList& from, int lanes) const {
    bool found = __ldcg(&from.a_length()) != a_length || __ldcg(&from.c_length()) != c_length ||
                 __ldcg(&from.batches()) != batches;
    for (int e = int(threadIdx.x); e < c_length; e += int(blockDim.x))
      found = found || __ldcg(&from.entries()[e]) != entries[e];
    for (int i = int(threadIdx.x); i < SpgemmRuns::batch * batches; i += int(blockDim.x))
      found = found || __ldcg(&from.products(lanes)[i].word) != products[i].word;
    for (int k = int(threadIdx.x); k < a_length; k += int(blockDim.x))
      found = found || __ldcg(&from.order()[k]) != order[k];
    return __syncthreads_or(found) != 0;
  }
};

/// How many tiles a run is cut into: as few as have no more values than they should. For a warp.
template <class Index>
__device__ int num_tiles(const SpgemmRunSearch<Index>& search, const SpgemmRun& run, int a_length,
                         const unsigned char* order) {
  RunFactors factors;
  factors.find(search.pattern, search.pattern.a.begin(run.row), a_length, order[lane_number()]);
  for (int tiles = (run.periods - 1) / SpgemmRuns::tile_periods + 1;; ++tiles) {
    const int periods = (run.periods - 1) / tiles + 1;
    const int values =
        periods * (a_length | 1) + factors.lay_out(search.pattern.b, search.step, periods);
    if (values > SpgemmRuns::tile_values && periods > 1) continue;
    if (lane_number() == 0 && values > __ldcg(&search.tally->most_values))
      atomicMax(&search.tally->most_values, values);
    return (run.periods - 1) / periods + 1;
  }
}

/// A block takes a run at a time: lists its products, and cuts it into tiles. Rows of those that
/// find no room, or whose values lie unevenly, become groups'.
template <class Index>
__global__ void __launch_bounds__(list_threads(32)) list_runs(const SpgemmRunSearch<Index> search) {
  __shared__ ListMaker<Index> maker;
  launch_dependents();  // copy_rows, which waits
  const auto runs = std::int64_t(search.tally->runs);
  for (std::int64_t item = blockIdx.x; item < runs; item += gridDim.x) {
    const SpgemmRun run = search.runs[item];
    bool is_run = maker.find_rows(search, run);
    if (is_run && !maker.find_known(search)) {
      maker.list(search);
      maker.look_up(search);
    }
    is_run = is_run && maker.number >= 0;
    if (is_run && threadIdx.x < 32) {
      const int tiles = num_tiles(search, run, maker.a_length, maker.order);
      if (threadIdx.x == 0) {
        search.runs[item].list = maker.number;
        search.runs[item].tiles = tiles;
        atomicAdd(&search.tally->tiles, SpgemmRunTally::Count(tiles));
      }
    }
    const int rows = run.periods * run.period;
    for (int k = int(threadIdx.x); k < rows && !is_run; k += int(blockDim.x)) {
      search.shares[run.row + k] = SpgemmShare::group;
      search.others[atomicAdd(&search.tally->others, SpgemmRunTally::Count(1))] = run.row + k;
    }
    __syncthreads();  // before the memory is another run's
  }
}

template <class Index>
__global__ void __launch_bounds__(256)
    place_tiles(const SpgemmRunSearch<Index> search, SpgemmTile* tiles) {
  const std::int64_t item = std::int64_t(blockIdx.x) * 256 + threadIdx.x;
  SpgemmRun run{};
  if (item < std::int64_t(search.tally->runs)) run = search.runs[item];
  const int up_to = inclusive_warp_sum(run.tiles), all = __shfl_sync(whole_warp, up_to, 31);
  SpgemmRunTally::Count first = 0;
  if (lane_number() == 0 && all > 0)
    first = atomicAdd(&search.tally->placed_tiles, SpgemmRunTally::Count(all));
  first = __shfl_sync(whole_warp, first, 0);
  if (run.tiles == 0) return;
  SpgemmTile* const to = tiles + std::int64_t(first) + up_to - run.tiles;
  const int each = (run.periods - 1) / run.tiles + 1;
  for (int k = 0; k < run.tiles; ++k) {
    const int first = min(k * each, run.periods);
    const std::int64_t row = run.row + std::int64_t(first) * run.period;
    to[k] = {search.pattern.a.begin(row), search.c.begin(row), run.list,
             min(each, run.periods - first)};
  }
}

}  // namespace

template <class Index>
cudaError_t launch_spgemm_clear_runs(const SpgemmRunSearch<Index>& search, cudaStream_t stream) {
  const cudaError_t error = cudaMemsetAsync(search.tally, 0, sizeof(*search.tally), stream);
  if (error != cudaSuccess) return error;
  return cudaMemsetAsync(search.keys, 0, SpgemmRunSearch<Index>::table_bytes(), stream);
}

template <class Index>
cudaError_t launch_spgemm_find_runs(const SpgemmRunSearch<Index>& search, cudaStream_t stream) {
  const std::int64_t blocks = (search.c.num_rows + 255) / 256;
  const std::int64_t most_blocks = (1 << 15) / search.lanes;  // as are under way at once
  const cudaError_t error =
      launch_dependent(find_runs<Index>, LaunchShape{blocks, 256}, stream, search);
  if (error != cudaSuccess) return error;
  list_runs<<<unsigned(std::min(4 * blocks, most_blocks)), list_threads(search.lanes), 0, stream>>>(
      search);
  return cudaGetLastError();
}

template <class Index>
cudaError_t launch_spgemm_place_tiles(const SpgemmRunSearch<Index>& search,
                                      const SpgemmRunTally& found, SpgemmTile* tiles,
                                      cudaStream_t stream) {
  if (found.tiles == 0) return cudaSuccess;
  place_tiles<<<unsigned((found.runs + 255) / 256), 256, 0, stream>>>(search, tiles);
  return cudaGetLastError();
}

#define FILIGREE_INSTANTIATE(Index)                                                           \
  template cudaError_t launch_spgemm_clear_runs(const SpgemmRunSearch<Index>&, cudaStream_t); \
  template cudaError_t launch_spgemm_find_runs(const SpgemmRunSearch<Index>&, cudaStream_t);  \
  template cudaError_t launch_spgemm_place_tiles(                                             \
      const SpgemmRunSearch<Index>&, const SpgemmRunTally&, SpgemmTile*, cudaStream_t);
FILIGREE_INSTANTIATE(std::int32_t)
FILIGREE_INSTANTIATE(std::int64_t)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::cuda
