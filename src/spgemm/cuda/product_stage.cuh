// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "spgemm/cuda/arguments.hpp"
#include "spgemm/cuda/table.cuh"

/// Products of a row of A, numbered in order, so that threads share them out evenly however long
/// the rows of B are.

namespace filigree::cuda {

/// A warp of several that a thread block has, or a whole thread block.
template <int warps>
struct Team {
  static constexpr int threads = 32 * warps;
  static constexpr int per_block = warps == 1 ? 4 : 1;
  static constexpr int block = per_block * threads;

  static __device__ int thread() { return int(threadIdx.x) % threads; }
  static __device__ int warp() { return thread() / 32; }
  static __device__ void sync() {
    if constexpr (warps == 1)
      __syncwarp();
    else
      __syncthreads();
  }
};

/// Narrows a sorted row's entries begin .. end - 1 to those with columns low .. high. Both ends are
/// looked for at the same time: each step waits for a load.
template <class Index>
__device__ void narrow_to(const SpgemmRows<Index>& rows, Index low, Index high, std::int64_t& begin,
                          std::int64_t& end) {
  std::int64_t begin_end = end, end_begin = begin;
  while (begin < begin_end || end_begin < end) {
    const std::int64_t of_begin = begin + (begin_end - begin) / 2;
    const std::int64_t of_end = end_begin + (end - end_begin) / 2;
    const Index at_begin = begin < begin_end ? rows.column(of_begin) : low;
    const Index at_end = end_begin < end ? rows.column(of_end) : high;
    if (begin < begin_end) (at_begin < low ? begin : begin_end) = of_begin + (at_begin < low);
    if (end_begin < end) (at_end <= high ? end_begin : end) = of_end + (at_end <= high);
  }
}

/// Entries of A's row that a team has at hand, one a thread.
template <int warps>
struct ProductStage {
  using Members = Team<warps>;
  static constexpr int threads = Members::threads;

  std::int64_t places[threads];  ///< entry e's product p has B's entry places[e] + p
  int ends[threads];             ///< products of the entries up to this one
  int warp_sums[warps];

  /// Takes the thread's entry of A, where there is one: row `inner` of B, or -1.
  /// \param part whether only columns low .. high of B count
  template <class Index>
  __device__ void take(const SpgemmRows<Index>& b, std::int64_t inner, bool part, Index low,
                       Index high) {
    std::int64_t begin = 0;
    int length = 0;
    if (inner >= 0) {
      begin = b.begin(inner);
      std::int64_t end = b.end(inner);
      if (part) narrow_to(b, low, high, begin, end);
      length = int(end - begin);
    }
    int sum = inclusive_warp_sum(length);
    if constexpr (warps > 1) {
      if (lane_number() == 31) warp_sums[Members::warp()] = sum;
      Members::sync();
      for (int other = 0; other < Members::warp(); ++other) sum += warp_sums[other];
    }
    ends[Members::thread()] = sum;
    places[Members::thread()] = begin - (sum - length);
    Members::sync();
  }
  __device__ int products() const { return ends[threads - 1]; }
  __device__ int entry(int product) const {
    int result = 0;
#pragma unroll
    for (int step = threads / 2; step > 0; step /= 2)
      if (ends[result + step - 1] <= product) result += step;
    return result;
  }

  /// Calls visit for all columns of the products, in no order.
  template <class Index, class Visit>
  __device__ void each_column(const SpgemmRows<Index>& b, const Visit& visit) const {
    constexpr int together = 4;  // loads that are under way at once
    for (int first = Members::thread(); first < products(); first += together * threads) {
      Index columns[together];
#pragma unroll
      for (int u = 0; u < together; ++u) {
        const int product = first + u * threads;
        columns[u] = Index(-1);
        if (product < products()) columns[u] = b.column(places[entry(product)] + product);
      }
#pragma unroll
      for (int u = 0; u < together; ++u)
        if (columns[u] >= 0) visit(columns[u]);
    }
  }
};

}  // namespace filigree::cuda
