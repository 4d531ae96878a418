// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cub/block/block_radix_sort.cuh>

#include <algorithm>
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

/// A team's row. Few keys are sorted by a network, many by their digits, whose work does not grow
/// with their number.
/// \tparam Key unsigned, with room for a column and the number of a product
template <class Index, class Key, int warps, int each>
struct SortedRow {
  using Network = SortNetwork<Key, warps, each>;
  static constexpr int size = Network::size, threads = Network::threads;
  static constexpr bool has_digits = warps > 4;
#ifndef MOST_THREADS
#define MOST_THREADS 512
#endif
#ifndef DIGIT_BITS
#define DIGIT_BITS 4
#endif
  using Digits = cub::BlockRadixSort<Key, threads, each, cub::NullType, DIGIT_BITS>;

  ProductStage stage;
  Key* keys;  ///< key number k at slot(k): threads that read neighbours do so without conflicts
  unsigned *of_a, *of_b;  ///< of products, counted from the first ones of the rows
  unsigned* heads;        ///< bits of products that are the first ones of their columns
  int* before;            ///< entries of C before those of a word of heads

  __host__ __device__ static constexpr int slot(int k) { return k + k / 32; }
  __host__ __device__ static constexpr std::size_t keys_bytes() {
    std::size_t all = std::size_t(slot(size - 1) + 1) * sizeof(Key);
    if constexpr (has_digits)
      if (all < sizeof(typename Digits::TempStorage)) all = sizeof(typename Digits::TempStorage);
    return (all + 15) / 16 * 16;
  }
  __host__ __device__ static constexpr std::size_t bytes() {
    const std::size_t all = keys_bytes() + size * 2 * sizeof(unsigned) + threads * ProductStage::entry_bytes + warps * sizeof(int) +
                            size / 32 * (sizeof(unsigned) + sizeof(int));
    return (all + 15) / 16 * 16;
  }
  __device__ explicit SortedRow(unsigned char* memory) {
    auto* const places = reinterpret_cast<std::int64_t*>(memory);
    keys = reinterpret_cast<Key*>(places + threads);
    of_a = reinterpret_cast<unsigned*>(reinterpret_cast<unsigned char*>(keys) + keys_bytes());
    of_b = of_a + size;
    heads = of_b + size;
    before = reinterpret_cast<int*>(heads + size / 32);
    stage = {{warps}, places, before + size / 32, before + size / 32 + threads};
  }

  /// Numbers the products; returns how many there are.
  /// \param whole_b whether B's entries are counted from B's first one, not their rows'
  __device__ int collect(const SpgemmPattern<Index>& pattern, std::int64_t begin, std::int64_t end,
                         bool whole_b) const {
    constexpr int together = each < 4 ? each : 4;
    int collected = 0;
    for (std::int64_t first = begin; first < end; first += threads) {
      const std::int64_t k = first + stage.team.thread();
      stage.take(pattern.b, k < end ? std::int64_t(pattern.a.column(k)) : -1, false, Index(0),
                 Index(0));
      stage.template each_product<together>(
          pattern.b, end - first, [&](Index column, int entry, std::int64_t place) {
            const int product = int(place - stage.places[entry]), number = collected + product;
            keys[slot(number)] = Key(column) * Key(size) + Key(number);
            of_a[number] = unsigned(first - begin) + unsigned(entry);
            of_b[number] = whole_b ? unsigned(place)
                                   : unsigned(product - (entry > 0 ? stage.ends[entry - 1] : 0));
          });
      collected += stage.products();
      stage.team.sync();
    }
    return collected;
  }
  /// \param num_cols of C
  __device__ void sort(int count, std::int64_t num_cols) const {
    Key mine[each];
#pragma unroll
    for (int k = 0; k < each; ++k) {
      const int number = stage.team.thread() * each + k;
      mine[k] = number < count ? keys[slot(number)] : ~Key(0);
    }
    stage.team.sync();
    if constexpr (has_digits) {
      // Products are in order, which such a sort keeps.
      constexpr int first_bit = 31 - __builtin_clz(unsigned(size));
      const int bits = num_cols > 1 ? 64 - __clzll(num_cols - 1) : 1;
      auto& memory = *reinterpret_cast<typename Digits::TempStorage*>(keys);
      Digits(memory).SortBlockedToStriped(mine, first_bit, first_bit + bits);
      stage.team.sync();
#pragma unroll
      for (int k = 0; k < each; ++k) keys[slot(k * threads + stage.team.thread())] = mine[k];
    } else {
      Network{stage.team, keys}.sort(mine, count);
#pragma unroll
      for (int k = 0; k < each; ++k) keys[slot(stage.team.thread() * each + k)] = mine[k];
    }
    stage.team.sync();
  }
  /// Whether product k is the first one of its column.
  __device__ bool is_head(int k, int count) const {
    return k < count && (k == 0 || keys[slot(k)] / Key(size) != keys[slot(k - 1)] / Key(size));
  }
  /// Finds the first products of columns.
  __device__ void find_heads(int count) const {
    for (int k = stage.team.thread(); k < (count + 31) / 32 * 32; k += threads) {
      const unsigned word = __ballot_sync(whole_warp, is_head(k, count));
      if (lane_number() == 0) heads[k / 32] = word;
    }
    stage.team.sync();
    if (stage.team.warp() == 0) {
      int sum = 0;
      for (int first = 0; first * 32 < count; first += 32) {
        const int w = first + lane_number(), mine = w * 32 < count ? __popc(heads[w]) : 0;
        const int up_to = inclusive_warp_sum(mine);
        if (w * 32 < count) before[w] = sum + up_to - mine;
        sum += __shfl_sync(whole_warp, up_to, 31);
      }
    }
    stage.team.sync();
  }
  __device__ void write_sorted(const SpgemmListing<Index>& listing, std::int64_t row,
                               int count) const {
    const std::int64_t first = listing.first_products[row], a = listing.pattern.a.begin(row);
    int heads_met = 0;
    for (int k = stage.team.thread(); k < (count + 31) / 32 * 32; k += threads) {
      const bool head = is_head(k, count);
      const unsigned such = __ballot_sync(whole_warp, head);
      heads_met += __popc(such);
      if (lane_number() == 0) count_heads(listing.sorted, first + k, such);
      if (k >= count) continue;
      const auto number = int(keys[slot(k)] % Key(size));
      listing.sorted.columns[first + k] = head ? Index(keys[slot(k)] / Key(size)) : Index(-1);
      listing.sorted.places[first + k] =
          listed_product<std::uint64_t>(a + of_a[number], std::int64_t(of_b[number]));
    }
    if (lane_number() == 0)
      atomicAdd(reinterpret_cast<SpgemmTally::Count*>(&listing.row_lengths[row]),
                SpgemmTally::Count(heads_met));
  }
  /// Counts first products of entries among 32, for their tiles.
  __device__ static void count_heads(const SpgemmSortedProducts<Index>& sorted, std::int64_t first,
                                     unsigned such) {
    const std::int64_t tile = first / sorted.tile;
    const auto left = int((tile + 1) * sorted.tile - first);  // of this tile's
    const unsigned mine = left < 32 ? such & ((1u << left) - 1u) : such;
    auto* const counts = reinterpret_cast<SpgemmTally::Count*>(sorted.tile_entries) + tile;
    if (mine != 0) atomicAdd(counts, SpgemmTally::Count(__popc(mine)));
    if (mine != such) atomicAdd(counts + 1, SpgemmTally::Count(__popc(such & ~mine)));
  }
  __device__ void write(const SpgemmListing<Index>& listing, std::int64_t row, int count) const {
    const RowList<Index> list(listing, row);
    const std::int64_t first_product = listing.first_products[row];
    for (int k = stage.team.thread(); k < count; k += threads) {
      const unsigned word = heads[k / 32], upper = word >> (k % 32);
      const std::int64_t entry =
          list.first_entry + before[k / 32] + __popc(word) - __popc(upper) + int(upper & 1u) - 1;
      const auto number = int(keys[slot(k)] % Key(size));
      if ((upper & 1u) != 0) {
        listing.columns[entry] = Index(keys[slot(k)] / Key(size)) + Index(listing.base);
        listing.list.starts[entry] = std::uint32_t(first_product + k);
      }
      list.write(first_product + k, entry, std::int64_t(of_a[number]), std::int64_t(of_b[number]));
    }
  }
};

template <class Index, class Key, int warps, int each>
__global__ void __launch_bounds__(warps == 1 ? 128 : 32 * warps, warps == 1 ? 1 : MOST_THREADS / (32 * warps) > 0 ? MOST_THREADS / (32 * warps) : 1)
    sort_rows(const SpgemmListing<Index> listing, int kind) {  //
  using Row = SortedRow<Index, Key, warps, each>;
  launch_dependents();  // as list_long_rows
  extern __shared__ __align__(16) unsigned char shared[];
  const int teams = int(blockDim.x) / Row::threads, number = int(threadIdx.x) / Row::threads;
  const Row mine(shared + number * Row::bytes());
  const auto& a = listing.pattern.a;
  const std::int64_t first = listing.tally->first_row(kind);
  const auto count = std::int64_t(listing.tally->rows[kind]);
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
    mine.stage.team.sync();
  }
  if (blockIdx.x == gridDim.x - 1) wait_for_primary();  // no block waits before all have begun
}

template <class Index, class Key, int warps, int each>
cudaError_t launch_sort_rows(const SpgemmListing<Index>& listing, int kind, cudaStream_t stream) {
  const int teams = warps == 1 ? 4 : 1;
  const std::size_t bytes = std::size_t(teams) * SortedRow<Index, Key, warps, each>::bytes();
  const auto kernel = sort_rows<Index, Key, warps, each>;
  if (const cudaError_t error = allow_shared_memory(kernel, bytes); error != cudaSuccess)
    return error;
  constexpr std::int64_t most_blocks = 1 << 14;
  const std::int64_t rows = listing.pattern.a.num_rows;
  const LaunchShape shape{std::min((rows + teams - 1) / teams, most_blocks),
                          unsigned(32 * warps * teams), bytes};
  return launch_dependent(kernel, shape, stream, listing, kind);
}

}  // namespace filigree::cuda
