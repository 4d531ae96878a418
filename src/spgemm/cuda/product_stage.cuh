// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "spgemm/cuda/arguments.hpp"
#include "spgemm/cuda/table.cuh"

/// Products of a row of A, numbered in order, so that threads share them out evenly however long
/// the rows of B are.

namespace filigree::cuda {

/// A team of threads: one warp of several that a thread block has, or the whole block.
struct Team {
  int warps;  ///< a power of 2 where thread() is asked for

  __device__ int threads() const { return 32 * warps; }
  __device__ int thread() const { return int(threadIdx.x) & (threads() - 1); }
  __device__ int warp() const { return thread() / 32; }
  __device__ void sync() const {
    if (warps == 1)
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
  end = max(begin, end);  // also of a row that is not sorted
}

/// Entries of A's row that a team has at hand, one a thread, in shared memory.
struct ProductStage {
  static constexpr int entry_bytes = sizeof(std::int64_t) + sizeof(int);

  Team team;
  std::int64_t* places;  ///< entry e's product p has B's entry places[e] + p
  int* ends;             ///< products of the entries up to this one
  int* warp_sums;        ///< one a warp

  /// Takes the thread's entry of A, where there is one: row `inner` of B, or -1.
  /// \param part whether only columns low .. high of B count
  template <class Index>
  __device__ void take(const SpgemmRows<Index>& b, std::int64_t inner, bool part, Index low,
                       Index high) const {
    std::int64_t begin = 0, end = 0;
    if (inner >= 0) {
      begin = b.begin(inner);
      end = b.end(inner);
      if (part) narrow_to(b, low, high, begin, end);
    }
    const int length = int(end - begin);
    int sum = inclusive_warp_sum(length);
    if (team.warps > 1) {
      if (lane_number() == 31) warp_sums[team.warp()] = sum;
      team.sync();
      for (int other = 0; other < team.warp(); ++other) sum += warp_sums[other];
    }
    ends[team.thread()] = sum;
    places[team.thread()] = begin - (sum - length);
    team.sync();
  }
  __device__ int products() const { return ends[team.threads() - 1]; }

  /// A power of 2 that is no less than the entries that threads have, `left` or all.
  __device__ int rounded(std::int64_t left) const {
    return left >= team.threads() ? team.threads() : 1 << (32 - __clz(int(left) - 1));
  }
  /// The entries of products first, first + step, ...; of such that are not there, the last one.
  /// \param most as rounded() has it
  template <int count>
  __device__ void find(int first, int step, int most, int (&entries)[count]) const {
#pragma unroll
    for (int& entry : entries) entry = 0;
    for (int half = team.threads() / 2; half > 0; half /= 2) {  // a constant, unlike `most`
      if (half >= most) continue;
#pragma unroll
      for (int u = 0; u < count; ++u)
        if (ends[entries[u] + half - 1] <= first + u * step) entries[u] += half;
    }
  }

  /// Calls visit(columns, entries, places) for all products, some at a time, in no order: of
  /// entries of A at hand and B's entries `places`. Columns of -1 stand for none. All threads call
  /// it equally often.
  /// \param left of A's row, from the first entry at hand on
  template <int together, class Index, class Visit>
  __device__ void each_products(const SpgemmRows<Index>& b, std::int64_t left,
                                const Visit& visit) const {
    const int all = products(), step = team.threads(), most = rounded(left);
    for (int round = 0; round < all; round += together * step) {
      const int first = round + team.thread();
      int entries[together];
      find(first, step, most, entries);
      Index columns[together];
      std::int64_t of_b[together];
#pragma unroll
      for (int u = 0; u < together; ++u) {
        const int product = first + u * step;
        of_b[u] = places[entries[u]] + product;
        columns[u] = product < all ? b.column(of_b[u]) : Index(-1);
      }
      visit(columns, entries, of_b);
    }
  }
  /// Calls visit(column, entry, place) for each product.
  /// \tparam together loads of a thread that are under way at once
  template <int together = 4, class Index, class Visit>
  __device__ void each_product(const SpgemmRows<Index>& b, std::int64_t left,
                               const Visit& visit) const {
    each_products<together>(b, left,
                            [&](const Index(&columns)[together], const int(&entries)[together],
                                const std::int64_t(&of_b)[together]) {
#pragma unroll
                              for (int u = 0; u < together; ++u)
                                if (columns[u] >= 0) visit(columns[u], entries[u], of_b[u]);
                            });
  }
};

}  // namespace filigree::cuda
