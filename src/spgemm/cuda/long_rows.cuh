// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cuda/dependent_launch.hpp"
#include "spgemm/cuda/column_bits.cuh"
#include "spgemm/cuda/long_entries.cuh"
#include "spgemm/cuda/ranked_bits.cuh"
#include "spgemm/cuda/sorted_rows.cuh"

/// Rows with too many products to be sorted at once, by bits of their columns, whose numbers among
/// the bits are the places of C's entries. Products are counted, then written: as many entries of A
/// at a time as a thread block has threads, the last ones first, each entry's from its end on. So
/// products of an entry are out of order only where they were written at the same time. Those are
/// sorted at last. A row with very many products has several blocks, each of which takes columns
/// that have, by a sample, as many products as those of the others.

namespace filigree::cuda {

/// A word of global or shared memory that others have changed by atomic operations.
__device__ inline std::uint32_t changed_word(const std::uint32_t* word) {
  std::uint32_t result;
  asm volatile("ld.relaxed.gpu.u32 %0, [%1];" : "=r"(result) : "l"(word) : "memory");
  return result;
}

/// A row of a thread block, or a part of one, window by window.
template <class Index>
struct LongRow {
  static constexpr int together = 4;        ///< products of a thread that are under way at once
  static constexpr int shared_ends = 8192;  ///< in shared memory, of entries of a window
  static constexpr std::int64_t most_words = least_window;  ///< beside them

  const SpgemmListing<Index>& listing;
  std::int64_t row;
  ProductStage stage;
  RankedBits window;
  std::uint32_t* memory;  ///< of shared_ends words

  /// The columns begin .. end - 1, whose first entry and product these are.
  __device__ void list(std::int64_t begin, std::int64_t end, std::int64_t entry,
                       std::int64_t product) {
    const RowList<Index> words(listing, row);
    each_window(begin, end, [&](std::int64_t low, int) {
      const int count = window.count(stage);
      if (count == 0) return;
      mark_chunks(entry, entry + count);
      std::uint32_t* const starts = listing.list.starts + entry;
      std::uint32_t* const ends = count <= shared_ends ? memory : starts;
      write_columns(low, entry);
      count_products(low, count, ends);
      const std::int64_t list_end = find_ends(ends, count, product);
      const std::int64_t a_begin = listing.pattern.a.begin(row);
      write_products(
          low, ends, [&](std::int64_t of_a) { return listing.list.b_begins[a_begin + of_a]; },
          [&](std::uint32_t place, int rank, std::int64_t of_a, std::int64_t of_b) {
            words.write(place, entry + rank, of_a, of_b);
          });
      if (ends != starts)
        for (int e = stage.team.thread(); e < count; e += stage.team.threads()) starts[e] = ends[e];
      entry += count;
      product = list_end;
    });
  }
  /// Finds the columns of a part, and counts its entries and products.
  __device__ void count(SpgemmRowPart& part) {
    const std::int64_t low = part.number == 0 ? 0 : bound(part.number, part.parts);
    const bool is_last = part.number + 1 == part.parts;
    const std::int64_t high =
        is_last ? listing.pattern.num_cols : bound(part.number + 1, part.parts);
    std::int64_t entries = 0, products = 0;
    each_window(low, high, [&](std::int64_t, int met) {
      int all = 0;
      RankedBits::inclusive_sum(stage, met, all);
      products += std::uint32_t(all);  // a list has fewer than 2^32 products
      entries += window.count(stage);
    });
    if (stage.team.thread() == 0)
      part = {row, part.number, part.parts, low, high, entries, products};
  }

 private:
  /// Calls visit(low, products of the thread) for each window of columns, with its bits.
  template <class Visit>
  __device__ void each_window(std::int64_t begin, std::int64_t end, const Visit& visit) {
    const int most = window.words;
    for (std::int64_t low = begin; low < end; low += std::int64_t(most) * 32) {
      window.words = int(min((end - low + 31) / 32, std::int64_t(most)));
      visit(low, set_bits(listing.pattern, row, low, window.words, stage, window.bits));
      stage.team.sync();  // before the window is another
    }
    window.words = most;
  }
  /// The first column of a part: by columns of rows of B that A's row names.
  __device__ std::int64_t bound(std::int64_t number, std::int64_t parts) const {
    constexpr int each = 2, samples = each * 32 * block_warps;
    using Key = unsigned long long;
    static_assert(samples * sizeof(Key) <= shared_ends * sizeof(std::uint32_t));
    const auto &a = listing.pattern.a, &b = listing.pattern.b;
    const std::int64_t begin = a.begin(row), length = a.end(row) - begin;
    Key keys[each];
    int found = 0;
#pragma unroll
    for (int u = 0; u < each; ++u) {
      const int sample = stage.team.thread() * each + u;
      const std::int64_t inner = a.column(begin + length * sample / samples);
      const std::int64_t first = b.begin(inner), entries = b.end(inner) - first;
      keys[u] = entries == 0 ? ~Key(0) : Key(b.column(first + sample * 2654435761LL % entries));
      found += entries == 0 ? 0 : 1;
    }
    int all = 0;
    RankedBits::inclusive_sum(stage, found, all);
    auto* const sorted = reinterpret_cast<Key*>(memory);
    SortNetwork<Key, block_warps, each>{stage.team, sorted}.sort(keys, samples);
    stage.team.sync();
#pragma unroll
    for (int u = 0; u < each; ++u) sorted[stage.team.thread() * each + u] = keys[u];
    stage.team.sync();
    const auto column = std::int64_t(sorted[all * number / parts]);
    stage.team.sync();  // before the memory is used again
    return all == 0 ? 0 : column / 32 * 32;
  }
  __device__ void mark_chunks(std::int64_t begin, std::int64_t end) const {
    const std::int64_t first = begin / SpgemmChunk::entries;
    for (std::int64_t k = first + stage.team.thread(); k * SpgemmChunk::entries < end;
         k += stage.team.threads())
      listing.list.chunks[k].has_long_rows = 1;
  }
  /// Calls visit(rank, column) for the window's columns.
  template <class Visit>
  __device__ void each_column(std::int64_t low, const Visit& visit) const {
    for (int w = stage.team.thread(); w < window.words; w += stage.team.threads()) {
      int at = window.rank(w * 32);
      for (unsigned left = window.bits[w]; left != 0; left &= left - 1)
        visit(at++, low + std::int64_t(w) * 32 + (__ffs(int(left)) - 1));
    }
  }
  __device__ void write_columns(std::int64_t low, std::int64_t entry) const {
    each_column(low, [&](int rank, std::int64_t column) {
      listing.columns[entry + rank] = Index(column + listing.base);
    });
  }
  /// Visits the window's products: entries of A from the last ones on.
  template <class Visit>
  __device__ void each_products(std::int64_t low, const Visit& visit) const {
    const auto &a = listing.pattern.a, &b = listing.pattern.b;
    const std::int64_t high = low + std::int64_t(window.words) * 32 - 1;
    const bool part = low > 0 || high < listing.pattern.num_cols - 1;
    const auto last = Index(min(high, listing.pattern.num_cols - 1));
    const std::int64_t begin = a.begin(row), end = a.end(row);
    const int threads = stage.team.threads();
    for (std::int64_t first = (end - begin - 1) / threads * threads; first >= 0; first -= threads) {
      const std::int64_t k = begin + first + stage.team.thread();
      stage.take(b, k < end ? std::int64_t(a.column(k)) : -1, part, Index(low), last);
      stage.template each_products<together>(
          b, end - begin - first,
          [&](const Index(&columns)[together], const int(&entries)[together],
              const std::int64_t(&of_b)[together]) {
            int ranks[together];
#pragma unroll
            for (int u = 0; u < together; ++u) {  // rows that are not sorted have others too
              const auto at = std::uint64_t(columns[u] - low);
              ranks[u] = at < std::uint64_t(window.words) * 32 ? window.rank(int(at)) : -1;
            }
            visit(ranks, first, entries, of_b);
          });
      stage.team.sync();
    }
  }
  __device__ void count_products(std::int64_t low, int count, std::uint32_t* ends) const {
    for (int e = stage.team.thread(); e < count; e += stage.team.threads()) ends[e] = 0;
    stage.team.sync();
    each_products(low, [&](const int(&ranks)[together], std::int64_t, const int(&)[together],
                           const std::int64_t(&)[together]) {
#pragma unroll
      for (int u = 0; u < together; ++u)
        if (ranks[u] >= 0) atomicAdd(&ends[ranks[u]], 1u);
    });
  }
  /// An entry's products from its end on, which becomes their beginning: write(place, the entry's
  /// number in the window, entries of A, from the row's first one on, and of B, from where
  /// b_begin(that of A) says).
  template <class Begin, class Write>
  __device__ void write_products(std::int64_t low, std::uint32_t* ends, const Begin& b_begin,
                                 const Write& write) const {
    each_products(low, [&](const int(&ranks)[together], std::int64_t first,
                           const int(&entries)[together], const std::int64_t(&of_b)[together]) {
      std::uint32_t places[together], b_begins[together];
#pragma unroll
      for (int u = 0; u < together; ++u) {
        places[u] = ranks[u] >= 0 ? atomicSub(&ends[ranks[u]], 1u) - 1 : 0;
        b_begins[u] = ranks[u] >= 0 ? b_begin(first + entries[u]) : std::uint32_t(0);
      }
#pragma unroll
      for (int u = 0; u < together; ++u)
        if (ranks[u] >= 0) write(places[u], ranks[u], first + entries[u], of_b[u] - b_begins[u]);
    });
  }
  /// Turns the numbers of the products of entries into their ends in the list; returns the last.
  __device__ std::int64_t find_ends(std::uint32_t* ends, int count, std::int64_t product) const {
    constexpr int each = 4;
    for (int first = 0; first < count; first += each * stage.team.threads()) {
      const int mine = first + each * stage.team.thread();
      std::uint32_t counts[each];
      int sum = 0;
#pragma unroll
      for (int u = 0; u < each; ++u)
        sum += int(counts[u] = mine + u < count ? changed_word(&ends[mine + u]) : 0);
      int all = 0;
      auto end =
          std::uint32_t(product) + std::uint32_t(RankedBits::inclusive_sum(stage, sum, all) - sum);
#pragma unroll
      for (int u = 0; u < each; ++u)
        if (mine + u < count) ends[mine + u] = end += counts[u];
      product += std::uint32_t(all);  // a list has fewer than 2^32 products
    }
    stage.team.sync();
    return product;
  }
};

/// What a block lists: columns low .. high - 1 of a row, behind so many entries and products of it.
template <class Index>
__device__ SpgemmRowPart whole_row(const SpgemmListing<Index>& listing, std::int64_t row) {
  return {row, 0, 1, 0, listing.pattern.num_cols, 0, 0};
}
/// Where rows of B are not sorted parts may lack entries: then the first one is the whole row, and
/// the others are empty.
template <class Index>
__device__ SpgemmRowPart part_of_row(const SpgemmListing<Index>& listing, std::int64_t item) {
  SpgemmRowPart part = listing.list.parts[item];
  const SpgemmRowPart* const of_row = &listing.list.parts[item - part.number];
  const std::int64_t row = part.row;
  std::int64_t entries = 0, products = 0;
  for (std::int64_t k = 0; k < part.parts; ++k) {
    if (k == part.number) {
      part.entries = entries;
      part.products = products;
    }
    entries += of_row[k].entries;
    products += of_row[k].products;
  }
  if (entries == listing.offsets[row + 1] - listing.offsets[row] &&
      products == listing.first_products[row + 1] - listing.first_products[row])
    return part;
  SpgemmRowPart all = whole_row(listing, row);
  if (part.number > 0) all.high = 0;
  return all;
}

/// Calls visit(row's LongRow, item) for items of blocks.
template <class Index, class Visit>
__device__ void each_long_row(const SpgemmListing<Index>& listing, int words, std::int64_t count,
                              const Visit& visit) {
  extern __shared__ __align__(16) unsigned char shared[];
  __shared__ std::int64_t places[32 * block_warps];
  __shared__ int ends[32 * block_warps], warp_sums[block_warps];
  const ProductStage stage{{block_warps}, places, ends, warp_sums};
  auto* const memory = reinterpret_cast<std::uint32_t*>(shared);
  unsigned* const bits = memory + LongRow<Index>::shared_ends;
  const RankedBits window{bits, reinterpret_cast<int*>(bits + words), words,
                          RankedBits::shift_of(words)};
  for (std::int64_t item = blockIdx.x; item < count; item += gridDim.x)
    visit(
        [&](std::int64_t row) {
          return LongRow<Index>{listing, row, stage, window, memory};
        },
        item);
}

template <class Index>
__global__ void __launch_bounds__(32 * block_warps)
    count_parts(const SpgemmListing<Index> listing, int words) {
  launch_dependents();  // list_long_rows, which waits, and other rows
  each_long_row(listing, words, std::int64_t(listing.tally->parts),
                [&](const auto& row_of, std::int64_t item) {
                  SpgemmRowPart& part = listing.list.parts[item];
                  row_of(part.row).count(part);
                });
}

/// Parts of rows, then whole rows.
template <class Index>
__global__ void __launch_bounds__(32 * block_warps, 2)
    list_long_rows(const SpgemmListing<Index> listing, int words) {
  launch_dependents();  // other rows, whose kernels wait for this one before they end
  wait_for_primary();   // for sizes of parts
  constexpr int kind = SpgemmListKind::kinds - 1;
  const std::int64_t first = listing.first_rows[kind], rows = listing.first_rows[kind + 1] - first;
  const auto parts = std::int64_t(listing.tally->parts);
  each_long_row(listing, words, parts + rows, [&](const auto& row_of, std::int64_t item) {
    const SpgemmRowPart mine = item < parts
                                   ? part_of_row(listing, item)
                                   : whole_row(listing, listing.rows[first + item - parts]);
    const std::int64_t product = listing.first_products[mine.row];
    if (item >= parts && SpgemmRowPart::of(listing.first_products[mine.row + 1] - product) > 1)
      return;  // the row has parts
    row_of(mine.row).list(mine.low, mine.high,
                          listing.offsets[mine.row] - listing.base + mine.entries,
                          product + mine.products);
  });
}

}  // namespace filigree::cuda
