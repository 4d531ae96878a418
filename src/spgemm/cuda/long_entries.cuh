// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "spgemm/cuda/column_bits.cuh"
#include "spgemm/cuda/sort_network.cuh"

/// Products of an entry that were written out of order: only such as a thread block wrote at the
/// same time.

namespace filigree::cuda {

/// Brings the products of an entry with few of them into order.
template <class Word>
__device__ void sort_few(Word* words, int count) {
  for (int p = 1; p < count; ++p) {
    const Word mine = words[p];
    int to = p;
    for (; to > 0 && words[to - 1] > mine; --to) words[to] = words[to - 1];
    words[to] = mine;
  }
}

/// Products of an entry in order, which warps bring about: in windows of twice as many as were
/// written at the same time, then in windows between the middles of those.
template <class Word>
struct LongEntrySort {
  static constexpr int threads = 256;
  static constexpr int each = 32;  ///< words of a lane
  using Network = SortNetwork<Word, 1, each>;
  static_assert(Network::size == 2 * 32 * block_warps);

  Word* words;
  std::int64_t count;

  __device__ bool is_sorted() const {
    bool mine = true;
    for (std::int64_t k = std::int64_t(threadIdx.x) + 1; k < count; k += threads)
      mine = mine && words[k - 1] < words[k];
    return __syncthreads_and(mine) != 0;
  }
  __device__ void sort() const {
    sort_windows(0);
    __syncthreads();
    sort_windows(Network::size / 2);
  }

 private:
  __device__ void sort_windows(std::int64_t begin) const {
    for (std::int64_t first = begin + std::int64_t(threadIdx.x) / 32 * Network::size; first < count;
         first += threads / 32 * Network::size) {
      const int left = int(min(count - first, std::int64_t(Network::size)));
      Word mine[each];
#pragma unroll
      for (int k = 0; k < each; ++k) {
        const int number = lane_number() * each + k;
        mine[k] = number < left ? words[first + number] : ~Word(0);
      }
      Network{{1}, nullptr}.sort(mine, left);
#pragma unroll
      for (int k = 0; k < each; ++k)
        if (lane_number() * each + k < left) words[first + lane_number() * each + k] = mine[k];
    }
  }
};

template <class Word>
__global__ void __launch_bounds__(LongEntrySort<Word>::threads)
    sort_long_entries(const SpgemmProductList list) {
  for (std::uint32_t item = blockIdx.x; item < *list.num_long; item += gridDim.x) {
    const std::uint32_t entry = list.long_entries[item], first = list.starts[entry];
    const LongEntrySort<Word> mine{static_cast<Word*>(list.products) + first,
                                   std::int64_t(list.starts[entry + 1] - first)};
    if (!mine.is_sorted()) mine.sort();
  }
}

}  // namespace filigree::cuda
