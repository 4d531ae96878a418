// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cub/block/block_radix_sort.cuh>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "cuda/dependent_launch.hpp"
#include "spgemm/cuda/arguments.hpp"
#include "spgemm/cuda/listed_product.cuh"
#include "spgemm/cuda/product_stage.cuh"
#include "spgemm/cuda/sort_network.cuh"

/// Rows of C by sorting: all products of a row are sorted by column and, inside a column, by their
/// order in A's row. That is C's row, and the list of its entries' products.

namespace filigree::cuda {

/// Writes the words of a row's products. The chunk that the row begins in counts A's entries from
/// an earlier row on, or from this one; chunks that begin inside the row count from this one.
template <class Index>
struct RowList {
  const SpgemmProductList& list;
  std::int64_t first_entry, next_chunk;  ///< of C: the row's first one, that of the second chunk
  std::int64_t before;                   ///< entries of A of the row's first chunk before the row's

  __device__ RowList(const SpgemmListing<Index>& listing, std::int64_t row)
      : list(listing.list), first_entry(listing.offsets[row] - listing.base) {
    const std::int64_t chunk = first_entry / SpgemmChunk::entries;
    next_chunk = (chunk + 1) * SpgemmChunk::entries;
    before = listing.pattern.a.begin(row) - list.chunks[chunk].a_begin;
  }
  /// Product number `place` of the list, of an entry of C.
  /// \param of_a,of_b entries of A and B, counted from the first ones of their rows
  __device__ void write(std::int64_t place, std::int64_t entry, std::int64_t of_a,
                        std::int64_t of_b) const {
    const std::int64_t a = entry < next_chunk ? before + of_a : of_a;
    if (list.is_wide)
      static_cast<std::uint64_t*>(list.products)[place] = listed_product<std::uint64_t>(a, of_b);
    else
      static_cast<std::uint32_t*>(list.products)[place] = listed_product<std::uint32_t>(a, of_b);
  }
};

/// A team's row. Few keys are sorted by a network, many by their digits, whose work grows with
/// their number alone.
/// \tparam Key unsigned, with room for a column and the number of a product
template <class Index, class Key, int warps, int each>
struct SortedRow {
  using Network = SortNetwork<Key, warps, each>;
  static constexpr int size = Network::size, threads = Network::threads;
  static constexpr bool has_digits = warps > 4;
  static constexpr int numbers_in_key = int(std::bit_ceil(unsigned(size)));
  static constexpr int number_bits = std::countr_zero(unsigned(numbers_in_key));
  static constexpr int first_step = int(std::bit_ceil(unsigned(threads)));  ///< of a search
  using Digits = cub::BlockRadixSort<Key, threads, each>;

  Team team;
  Key* keys;  ///< key number k at slot(k): threads that read neighbours do so without conflicts
  unsigned *of_a, *of_b;  ///< of products, counted from the first ones of the rows
  /// Bits of products that are the first ones of A's entries; then of columns.
  unsigned* heads;
  int* before;  ///< entries of C before those of a word of heads
  /// Of A's entries at hand that have products: the first one's number, what makes B's entry of a
  /// product's number, A's entry.
  unsigned *numbers, *b_places, *a_places;
  int* warp_sums;

  __host__ __device__ static constexpr int slot(int k) { return k + k / 32; }
  __host__ __device__ static constexpr std::size_t keys_bytes() {
    std::size_t all = std::size_t(slot(size - 1) + 1) * sizeof(Key);
    if constexpr (has_digits)
      if (all < sizeof(typename Digits::TempStorage)) all = sizeof(typename Digits::TempStorage);
    return (all + 15) / 16 * 16;
  }
  __host__ __device__ static constexpr std::size_t bytes() {
    constexpr std::size_t words = 2 * size + 2 * (size / 32) + 3 * threads + warps;
    return keys_bytes() + (words * sizeof(unsigned) + 15) / 16 * 16;
  }
  __device__ explicit SortedRow(unsigned char* memory) : team{warps} {
    keys = reinterpret_cast<Key*>(memory);
    of_a = reinterpret_cast<unsigned*>(memory + keys_bytes());
    of_b = of_a + size;
    heads = of_b + size;
    before = reinterpret_cast<int*>(heads + size / 32);
    numbers = heads + 2 * (size / 32);
    b_places = numbers + threads;
    a_places = b_places + threads;
    warp_sums = reinterpret_cast<int*>(a_places + threads);
  }

  /// Numbers the products; returns how many there are.
  /// \param whole_b whether B's entries are counted from B's first one, not their rows'
  __device__ int collect(const SpgemmPattern<Index>& pattern, std::int64_t begin, std::int64_t end,
                         bool whole_b) const {
    // A sum of products and, above them, of entries that have any.
    constexpr int shift = 20, products = (1 << shift) - 1;
    static_assert(size < products && threads <= 1024 && size / 32 <= threads);
    if (thread() < size / 32) heads[thread()] = 0;
    team.sync();
    int collected = 0;
    for (std::int64_t first = begin; first < end; first += threads) {
      const std::int64_t k = first + thread();
      unsigned b_begin = 0;
      int length = 0;
      if (k < end) {
        const std::int64_t inner = pattern.a.column(k), at = pattern.b.begin(inner);
        b_begin = unsigned(at);
        length = int(pattern.b.end(inner) - at);
      }
      const int mine = length > 0 ? length + (1 << shift) : 0;
      int all = 0;
      const int sum = inclusive_sum(mine, all) - mine;
      if (length > 0) {
        const int entry = sum >> shift, number = collected + (sum & products);
        numbers[entry] = unsigned(number);
        b_places[entry] = b_begin - unsigned(number);
        a_places[entry] = unsigned(k - begin);
        atomicOr(&heads[number / 32], 1u << (number % 32));
      }
      team.sync();
      read_products(pattern.b, collected, all & products, all >> shift, whole_b);
      collected += all & products;
      team.sync();
    }
    return collected;
  }
  /// \param num_cols of C
  __device__ void sort(int count, std::int64_t num_cols) const {
    Key mine[each];
#pragma unroll
    for (int k = 0; k < each; ++k) {
      const int number = thread() * each + k;
      mine[k] = number < count ? keys[slot(number)] : ~Key(0);
    }
    team.sync();
    if constexpr (has_digits) {
      // Products are in order, which such a sort keeps.
      const int bits = num_cols > 1 ? 64 - __clzll(num_cols - 1) : 1;
      auto& memory = *reinterpret_cast<typename Digits::TempStorage*>(keys);
      Digits(memory).SortBlockedToStriped(mine, number_bits, number_bits + bits);
      team.sync();
#pragma unroll
      for (int k = 0; k < each; ++k) keys[slot(k * threads + thread())] = mine[k];
    } else {
      Network{team, keys}.sort(mine, count);
#pragma unroll
      for (int k = 0; k < each; ++k) keys[slot(thread() * each + k)] = mine[k];
    }
    team.sync();
  }
  /// Whether product k is the first one of its column.
  __device__ bool is_head(int k, int count) const {
    return k < count && (k == 0 || keys[slot(k)] / Key(numbers_in_key) !=
                                       keys[slot(k - 1)] / Key(numbers_in_key));
  }
  /// Finds the first products of columns.
  __device__ void find_heads(int count) const {
    for (int k = thread(); k < (count + 31) / 32 * 32; k += threads) {
      const unsigned word = __ballot_sync(whole_warp, is_head(k, count));
      if (lane_number() == 0) heads[k / 32] = word;
    }
    team.sync();
    if (warp() == 0) {
      int sum = 0;
      for (int first = 0; first * 32 < count; first += 32) {
        const int w = first + lane_number(), mine = w * 32 < count ? __popc(heads[w]) : 0;
        const int up_to = inclusive_warp_sum(mine);
        if (w * 32 < count) before[w] = sum + up_to - mine;
        sum += __shfl_sync(whole_warp, up_to, 31);
      }
    }
    team.sync();
  }
  __device__ void write_sorted(const SpgemmListing<Index>& listing, std::int64_t row,
                               int count) const {
    using Count = SpgemmTally::Count;
    const auto& sorted = listing.sorted;
    const std::int64_t first = listing.first_products[row];
    const auto a = unsigned(listing.pattern.a.begin(row));
    Index* const columns = sorted.columns + first;
    std::uint64_t* const places = sorted.places + first;
    const Words mine(0, (count + 31) / 32, warp());
    // A warp's products lie in two tiles at most.
    static_assert(32 * each <= SpgemmSortedProducts<Index>::tile);
    const std::int64_t tile = (first + mine.begin * 32) / sorted.tile;
    const auto left = int((tile + 1) * sorted.tile - first);
    int met = 0, met_in_tile = 0;
#pragma unroll 2
    for (int w = mine.begin; w < mine.end; ++w) {
      const int k = w * 32 + lane_number();
      const bool head = is_head(k, count);
      met += __popc(__ballot_sync(whole_warp, head));
      met_in_tile += __popc(__ballot_sync(whole_warp, head && k < left));
      if (k >= count) continue;
      const Key key = keys[slot(k)];
      const auto number = int(key % Key(numbers_in_key));
      columns[k] = head ? Index(key / Key(numbers_in_key)) : Index(-1);
      places[k] = std::uint64_t(a + of_a[number]) << 32 | of_b[number];
    }
    if (lane_number() != 0) return;
    auto* const of_tile = reinterpret_cast<Count*>(sorted.tile_entries) + tile;
    if (met_in_tile > 0) atomicAdd(of_tile, Count(met_in_tile));
    if (met > met_in_tile) atomicAdd(of_tile + 1, Count(met - met_in_tile));
    if (met > 0) atomicAdd(reinterpret_cast<Count*>(&listing.row_lengths[row]), Count(met));
  }
  __device__ void write(const SpgemmListing<Index>& listing, std::int64_t row, int count) const {
    const RowList<Index> list(listing, row);
    const std::int64_t first_product = listing.first_products[row];
    for (int k = thread(); k < count; k += threads) {
      const unsigned word = heads[k / 32], upper = word >> (k % 32);
      const std::int64_t entry =
          list.first_entry + before[k / 32] + __popc(word) - __popc(upper) + int(upper & 1u) - 1;
      const auto number = int(keys[slot(k)] % Key(numbers_in_key));
      if ((upper & 1u) != 0) {
        listing.columns[entry] = Index(keys[slot(k)] / Key(numbers_in_key)) + Index(listing.base);
        listing.list.starts[entry] = std::uint32_t(first_product + k);
      }
      list.write(first_product + k, entry, std::int64_t(of_a[number]), std::int64_t(of_b[number]));
    }
  }

 private:
  // Teams of several warps are whole blocks.
  __device__ static int thread() { return warps == 1 ? lane_number() : int(threadIdx.x); }
  __device__ static int warp() { return warps == 1 ? 0 : int(threadIdx.x) / 32; }
  /// A warp's share of words of 32 products.
  struct Words {
    int begin, end;

    __device__ Words(int first, int last, int warp) {
      const int most = (last - first + warps - 1) / warps;
      begin = min(first + most * warp, last);
      end = min(begin + most, last);
    }
  };
  /// The sum over the team's threads up to this one; `all` becomes that over all of them.
  __device__ int inclusive_sum(int mine, int& all) const {
    int sum = inclusive_warp_sum(mine);
    if constexpr (warps == 1) {
      all = __shfl_sync(whole_warp, sum, 31);
    } else {
      if (lane_number() == 31) warp_sums[warp()] = sum;
      team.sync();
      const int of_warp = lane_number() < warps ? warp_sums[lane_number()] : 0;
      const int up_to = inclusive_warp_sum(of_warp);
      all = __shfl_sync(whole_warp, up_to, 31);
      sum += __shfl_sync(whole_warp, up_to - of_warp, warp());
    }
    return sum;
  }
  /// The products number `collected` and those that follow, of the entries of A at hand.
  __device__ void read_products(const SpgemmRows<Index>& b, int collected, int count, int entries,
                                bool whole_b) const {
    constexpr int together = each < 4 ? each : 4;  // loads of a thread that are under way at once
    const Words mine(collected / 32, (collected + count + 31) / 32, warp());
    int entry = 0;  // those that begin before the word
    if (warps > 1)
      for (int step = first_step; step > 0; step /= 2)
        if (entry + step <= entries && numbers[entry + step - 1] < unsigned(mine.begin) * 32)
          entry += step;
    const unsigned up_to = whole_warp >> (31 - lane_number());
    for (int w = mine.begin; w < mine.end; w += together) {
      Index columns[together];
      unsigned places[together];
      int of[together];
#pragma unroll
      for (int u = 0; u < together; ++u) {
        const int number = (w + u) * 32 + lane_number();
        unsigned word = w + u < mine.end ? heads[w + u] : 0;
        if (w + u == collected / 32) word &= whole_warp << (collected % 32);
        const bool there = w + u < mine.end && number >= collected && number < collected + count;
        of[u] = there ? entry + __popc(word & up_to) - 1 : -1;
        entry += __popc(word);
        places[u] = there ? b_places[of[u]] + unsigned(number) : 0;
        columns[u] = there ? b.columns[places[u]] - Index(b.base) : Index(0);
      }
#pragma unroll
      for (int u = 0; u < together; ++u) {
        if (of[u] < 0) continue;
        const int number = (w + u) * 32 + lane_number();
        keys[slot(number)] = Key(columns[u]) * Key(numbers_in_key) + Key(number);
        of_a[number] = a_places[of[u]];
        of_b[number] = whole_b ? places[u] : unsigned(number) - numbers[of[u]];
      }
    }
  }
};

template <class Index, class Key, int warps, int each>
__global__ void __launch_bounds__(warps == 1 ? 128 : 32 * warps, warps > 1   ? 32 / warps
                                                                 : each <= 4 ? 10
                                                                             : 8)
    sort_rows(const SpgemmListing<Index> listing, std::int64_t first, std::int64_t count) {
  using Row = SortedRow<Index, Key, warps, each>;
  launch_dependents();  // as list_long_rows
  extern __shared__ __align__(16) unsigned char shared[];
  const int teams = int(blockDim.x) / Row::threads, number = int(threadIdx.x) / Row::threads;
  const Row mine(shared + number * Row::bytes());
  const auto& a = listing.pattern.a;
  for (std::int64_t item = std::int64_t(blockIdx.x) * teams + number; item < count;
       item += std::int64_t(gridDim.x) * teams) {
    const std::int64_t row = listing.rows[first + item];
    const bool sorts = listing.sorts_products();
    const int products = mine.collect(listing.pattern, a.begin(row), a.end(row), sorts);
    mine.sort(products, listing.pattern.num_cols);
    if (sorts) {
      mine.write_sorted(listing, row, products);
    } else {
      mine.find_heads(products);
      mine.write(listing, row, products);
    }
    mine.team.sync();
  }
  if (blockIdx.x == gridDim.x - 1) wait_for_primary();  // no block waits before all have begun
}

template <class Index, class Key, int warps, int each>
cudaError_t launch_sort_rows(const SpgemmListing<Index>& listing, int kind, bool overlaps,
                             cudaStream_t stream) {
  const int teams = warps == 1 ? 4 : 1;
  const std::size_t bytes = std::size_t(teams) * SortedRow<Index, Key, warps, each>::bytes();
  const auto kernel = sort_rows<Index, Key, warps, each>;
  if (const cudaError_t error = allow_shared_memory(kernel, bytes); error != cudaSuccess)
    return error;
  constexpr std::int64_t most_blocks = 1 << 14;
  const std::int64_t first = listing.first_rows[kind], count = listing.first_rows[kind + 1] - first;
  const LaunchShape shape{std::min((count + teams - 1) / teams, most_blocks),
                          unsigned(32 * warps * teams), bytes};
  return launch_kernel(kernel, shape, overlaps, stream, listing, first, count);
}

}  // namespace filigree::cuda
