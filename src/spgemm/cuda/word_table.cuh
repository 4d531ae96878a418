// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "spgemm/cuda/table.cuh"

/// The columns of a row that is a warp's.

namespace filigree::cuda {

/// A warp's table: words of 32 columns, by number, and their bits.
template <class Index>
struct WordTable {
  static constexpr int most_places = 512;

  Index* keys;
  unsigned* bits;
  int places;  ///< a power of 2
  int tries;   ///< after which the table is full
  bool full = false;

  /// So many times as many places as words, where there is room for as many.
  __device__ static int places_for(std::int64_t words, int times) {
    int places = 64;
    while (places < most_places && places < times * words) places *= 2;
    return places;
  }

  __device__ void clear() {
    for (int p = lane_number(); p < places; p += 32) {
      keys[p] = Index(-1);
      bits[p] = 0;
    }
    __syncwarp();
  }
  /// For all lanes of a warp, which go on together; columns of -1 stand for none.
  __device__ void insert(Index column) {
    if (column >= 0 && !full) insert_one(column);
    full = __any_sync(whole_warp, full);
  }
  __device__ void insert_one(Index column) {
    const int place = insert_key(keys, places, tries, Index(column / 32));
    if (place < 0)
      full = true;
    else if ((look_at(&bits[place]) >> (column % 32) & 1u) == 0)
      atomicOr(&bits[place], 1u << (column % 32));
  }
  __device__ std::int64_t count() const {
    std::int64_t sum = 0;
    for (int p = lane_number(); p < places; p += 32) sum += __popc(bits[p]);
    return warp_sum(sum);
  }
  /// Moves the words that there are to the table's front; returns their number.
  __device__ int compact() const {
    int kept = 0;
    for (int base = 0; base < places; base += 32) {
      const Index key = keys[base + lane_number()];
      const unsigned bit = bits[base + lane_number()];
      __syncwarp();  // all have read before any writes
      const unsigned there = __ballot_sync(whole_warp, bit != 0);
      if (bit != 0) {
        const int to = kept + __popc(there & ((1u << lane_number()) - 1u));
        keys[to] = key;
        bits[to] = bit;
      }
      kept += __popc(there);
      __syncwarp();
    }
    return kept;
  }
  /// Sorts the first `words` places by key: a bitonic network, in which missing ones are the last.
  __device__ void sort(int words) {
    int size = 32;
    while (size < words) size *= 2;
    for (int p = words + lane_number(); p < size; p += 32) {
      keys[p] = static_cast<Index>(~Index(0) ^ (Index(1) << (8 * sizeof(Index) - 1)));
      bits[p] = 0;
    }
    __syncwarp();
    for (int run = 2; run <= size; run *= 2)
      for (int step = run / 2; step > 0; step /= 2) {
        for (int pair = lane_number(); pair < size / 2; pair += 32) {
          const int low = 2 * pair - (pair & (step - 1)), high = low + step;
          const Index a = keys[low], b = keys[high];
          if ((a > b) != ((low & run) == 0)) continue;
          const unsigned of_low = bits[low];
          keys[low] = b;
          keys[high] = a;
          bits[low] = bits[high];
          bits[high] = of_low;
        }
        __syncwarp();
      }
  }
  /// Writes the columns in ascending order.
  __device__ void write(Index* columns, Index base) {
    const int words = compact();
    sort(words);
    int written = 0;
    for (int first = 0; first < words; first += 32) {
      const int w = first + lane_number();
      const unsigned mine = w < words ? bits[w] : 0;
      const int ends = inclusive_warp_sum(__popc(mine));
      int place = written + ends - __popc(mine);
      for (unsigned left = mine; left != 0; left &= left - 1)
        columns[place++] = keys[w] * 32 + Index(__ffs(int(left)) - 1) + base;
      written += __shfl_sync(whole_warp, ends, 31);
    }
    __syncwarp();
  }
};

}  // namespace filigree::cuda
