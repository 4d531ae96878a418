// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cuda/scalar.hpp"
#include "spgemm/cuda/arguments.hpp"
#include "spgemm/cuda/table.cuh"

/// Values of rows of C with up to 6 entries a thread: a group of 8, 16 or 32 threads, by the length
/// of B's rows, has a row. It takes the rows of B that A's row names one after the other, an entry
/// a thread, and looks their columns up in C's row. Groups of a warp take the same steps.

namespace filigree::cuda {

/// The sums of a group's row of C, and their columns, in shared memory.
template <class Arguments>
struct GroupRow {
  using C = typename Arguments::C;
  using Index = typename Arguments::Index;
  static constexpr int together = 4;  ///< rows of B whose loads are under way at once

  const Arguments& arguments;
  C* sums;
  Index* columns;
  int lane, lanes;
  int length;  ///< of the row

  __device__ void clear(std::int64_t begin) const {
    for (int k = lane; k < length; k += lanes) {
      sums[k] = zero<C>();
      columns[k] = arguments.c.column(begin + k);
    }
    __syncwarp();
  }
  /// Adds the products of A's entries begin .. end - 1.
  __device__ void add(std::int64_t begin, std::int64_t end) const {
    const auto &a = arguments.pattern.a, &b = arguments.pattern.b;
    const auto longest = int(warp_max(end - begin));
    for (int first = 0; first < longest; first += lanes) {
      const std::int64_t k = begin + first + lane;
      std::int64_t b_begin = 0;
      int b_length = 0;
      C factor = zero<C>();
      if (k < end) {
        const std::int64_t inner = a.column(k);
        factor = spgemm_value<C>(arguments.a_values[k], arguments.conjugate_a);
        b_begin = b.begin(inner);
        b_length = int(b.end(inner) - b_begin);
      }
      const bool are_short = __all_sync(whole_warp, b_length <= lanes);
      for (int j = 0; j < min(lanes, longest - first); j += together)
        if (are_short)
          add_short_rows(j, b_begin, b_length, factor);
        else
          for (int u = 0; u < together; ++u) add_long_row(j + u, b_begin, b_length, factor);
    }
  }
  /// Adds beta D, where D has a pattern of its own.
  __device__ void add_d(std::int64_t row) const {
    const auto& d = arguments.pattern.d;
    for (std::int64_t p = d.begin(row) + lane; p < d.end(row); p += lanes) {
      C& sum = sums[place_of(d.column(p))];
      sum = multiply_add(sum, arguments.beta.get(), widen<C>(arguments.d_values[p]));
    }
  }

 private:
  __device__ int place_of(Index column) const {
    int low = 0, high = length - 1;
    while (low < high) {
      const int middle = (low + high) / 2;
      if (columns[middle] < column)
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  }
  /// \param j of the group's entries of A at hand, that of the first row
  __device__ void add_short_rows(int j, std::int64_t b_begin, int b_length, const C& factor) const {
    const auto& b = arguments.pattern.b;
    C values[together];
    int places[together];
#pragma unroll
    for (int u = 0; u < together; ++u) {
      const std::int64_t p = __shfl_sync(whole_warp, b_begin, j + u, lanes) + lane;
      places[u] = -1;
      if (lane >= __shfl_sync(whole_warp, b_length, j + u, lanes)) continue;
      values[u] = spgemm_value<C>(arguments.b_values[p], arguments.conjugate_b);
      places[u] = place_of(b.column(p));
    }
#pragma unroll
    for (int u = 0; u < together; ++u) {
      const C mine = from_lane(factor, j + u, whole_warp, lanes);
      if (places[u] >= 0) sums[places[u]] = multiply_add(sums[places[u]], mine, values[u]);
      __syncwarp();
    }
  }
  __device__ void add_long_row(int j, std::int64_t b_begin, int b_length, const C& factor) const {
    const std::int64_t first = __shfl_sync(whole_warp, b_begin, j, lanes);
    const int count = __shfl_sync(whole_warp, b_length, j, lanes);
    const C mine = from_lane(factor, j, whole_warp, lanes);
    for (int p = lane; p < count; p += lanes) {
      C& sum = sums[place_of(arguments.pattern.b.column(first + p))];
      sum = multiply_add(sum, mine,
                         spgemm_value<C>(arguments.b_values[first + p], arguments.conjugate_b));
    }
    __syncwarp();
  }
};

constexpr int group_threads = 128;

template <class Arguments>
__global__ void __launch_bounds__(group_threads)
    add_group_rows(const Arguments arguments, const int lanes) {
  using C = typename Arguments::C;
  constexpr int apart = 4;  // so that groups' memory lies in other banks
  constexpr int most = group_threads / 8 * (SpgemmShare::group_entries(8) + apart);
  __shared__ __align__(16) unsigned char sums[most * sizeof(C)];
  __shared__ typename Arguments::Index columns[most];
  const auto &a = arguments.pattern.a, &c = arguments.c;
  const int group = int(threadIdx.x) / lanes;
  const int place = group * (SpgemmShare::group_entries(lanes) + apart);
  const std::int64_t row = std::int64_t(blockIdx.x) * (group_threads / lanes) + group;
  const std::int64_t begin = row < c.num_rows ? c.begin(row) : 0;
  const std::int64_t length = row < c.num_rows ? c.end(row) - begin : 0;
  const bool is_mine = length > 0 && SpgemmShare::kind(length, lanes) == SpgemmShare::group &&
                       !arguments.runs.take(row, length);
  if (!__any_sync(whole_warp, is_mine)) return;
  const int count = is_mine ? int(length) : 0;
  const GroupRow<Arguments> mine{arguments,       reinterpret_cast<C*>(sums) + place,
                                 columns + place, int(threadIdx.x) % lanes,
                                 lanes,           count};
  mine.clear(begin);
  const C alpha = arguments.alpha.get();
  if (!is_zero(alpha)) {
    mine.add(is_mine ? a.begin(row) : 0, is_mine ? a.end(row) : 0);
    for (int k = mine.lane; k < count; k += lanes)
      mine.sums[k] = multiply_add(zero<C>(), alpha, mine.sums[k]);
    __syncwarp();
  }
  const bool reads_d = arguments.d_values != nullptr && !is_zero(arguments.beta.get());
  if (reads_d && !arguments.d_like_c) {
    if (is_mine) mine.add_d(row);
    __syncwarp();
  }
  for (int k = mine.lane; k < count; k += lanes) write_value(arguments, begin + k, mine.sums[k]);
}

template <class Arguments>
cudaError_t launch_group_rows(const Arguments& arguments, cudaStream_t stream) {
  const int lanes = arguments.runs.lanes;
  const std::int64_t each = group_threads / lanes;
  add_group_rows<<<unsigned((arguments.c.num_rows + each - 1) / each), group_threads, 0, stream>>>(
      arguments, lanes);
  return cudaGetLastError();
}

}  // namespace filigree::cuda
