// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cuda/dependent_launch.hpp"
#include "cuda/scalar.hpp"
#include "spgemm/cuda/arguments.hpp"
#include "spgemm/cuda/table.cuh"

/// Values of rows of C with up to 6 entries a thread: a group of 8, 16 or 32 threads, by the length
/// of B's rows, has a row. It takes the rows of B that A's row names one after the other, an entry
/// a thread, and looks their columns up in C's row. Groups of a warp take the same steps.

namespace filigree::cuda {

/// Where a row's entries are in C and in A.
struct GroupItem {
  std::int64_t row = 0, c_begin = 0, a_begin = 0, a_end = 0;
  int length = 0;  ///< of C's row; 0: there is none

  template <class Arguments>
  __device__ static GroupItem of(const Arguments& arguments, std::int64_t row) {
    if (row >= arguments.c.num_rows || arguments.shares[row] != SpgemmShare::group) return {};
    const auto &a = arguments.pattern.a, &c = arguments.c;
    const std::int64_t begin = c.begin(row);
    return {row, begin, a.begin(row), a.end(row), int(c.end(row) - begin)};
  }
};

/// The sums of a group's row of C, and their columns, in shared memory.
template <class Arguments>
struct GroupRow {
  using C = typename Arguments::C;
  using Index = typename Arguments::Index;
  static constexpr int together = 8;  ///< rows of B whose loads are under way at once
  static constexpr int apart = 4;     ///< entries between groups' rows: these lie in other banks

  const Arguments& arguments;
  const GroupItem& item;
  int lane, lanes;
  C* sums;
  Index* columns;

  /// Entries in shared memory of so many groups.
  __host__ __device__ static constexpr int entries(int groups, int lanes) {
    return groups * (SpgemmShare::group_entries(lanes) + apart);
  }
  /// \param memory_of_sums,memory_of_columns of all groups of the thread block
  __device__ GroupRow(const Arguments& given, const GroupItem& taken, C* memory_of_sums,
                      Index* memory_of_columns)
      : arguments(given), item(taken), lanes(given.lanes) {
    const int place = entries(int(threadIdx.x) / lanes, lanes);
    lane = int(threadIdx.x) % lanes;
    sums = memory_of_sums + place;
    columns = memory_of_columns + place;
  }
  /// Adds up and writes the row, where there is one. For all lanes of a warp at once.
  __device__ void run() const {
    const C alpha = arguments.alpha.get(), beta = arguments.beta.get();
    Factors factors = is_zero(alpha) ? Factors{} : take(item.a_begin);
    clear();
    if (!is_zero(alpha)) {
      const auto longest = int(max_over_lanes(item.a_end - item.a_begin));
      for (int first = 0; first < longest; first += lanes) {
        if (first > 0) factors = take(item.a_begin + first);
        add(factors, min(lanes, longest - first));
      }
      for (int k = lane; k < item.length; k += lanes)
        sums[k] = multiply_add(zero<C>(), alpha, sums[k]);
      __syncwarp();
    }
    if (arguments.d_values != nullptr && !is_zero(beta) && !arguments.d_like_c) add_d(beta);
    for (int k = lane; k < item.length; k += lanes)
      write_value(arguments, item.c_begin + k, sums[k]);
    __syncwarp();
  }

 private:
  /// The thread's entry of A, and the row of B that it names.
  struct Factors {
    C factor = zero<C>();
    std::int64_t b_begin = 0;
    int b_length = 0;
  };

  __device__ Factors take(std::int64_t begin) const {
    const auto &a = arguments.pattern.a, &b = arguments.pattern.b;
    const std::int64_t k = begin + lane;
    if (k >= item.a_end) return {};
    const std::int64_t inner = a.column(k), b_begin = b.begin(inner);
    return {spgemm_value<C>(arguments.a_values[k], arguments.conjugate_a), b_begin,
            int(b.end(inner) - b_begin)};
  }
  __device__ void clear() const {
    for (int k = lane; k < item.length; k += lanes) {
      sums[k] = zero<C>();
      columns[k] = arguments.c.column(item.c_begin + k);
    }
    __syncwarp();
  }
  /// \param count entries of A that groups have at most
  __device__ void add(const Factors& factors, int count) const {
    const bool are_short = __all_sync(whole_warp, factors.b_length <= lanes);
    for (int j = 0; j < count; j += together)
      if (are_short)
        add_short_rows(j, factors);
      else
        for (int u = 0; u < together; ++u) add_long_row(j + u, factors);
  }
  __device__ void add_d(const C& beta) const {
    const auto& d = arguments.pattern.d;
    for (std::int64_t p = d.begin(item.row) + lane; p < d.end(item.row) && item.length > 0;
         p += lanes) {
      C& sum = sums[place_of(columns, item.length, d.column(p))];
      sum = multiply_add(sum, beta, widen<C>(arguments.d_values[p]));
    }
    __syncwarp();
  }
  /// \param j of the group's entries of A at hand, that of the first row
  __device__ void add_short_rows(int j, const Factors& factors) const {
    const auto& b = arguments.pattern.b;
    C values[together];
    Index of_b[together];
#pragma unroll
    for (int u = 0; u < together; ++u) {
      const std::int64_t p = __shfl_sync(whole_warp, factors.b_begin, j + u, lanes) + lane;
      const bool there = lane < __shfl_sync(whole_warp, factors.b_length, j + u, lanes);
      of_b[u] = there ? b.column(p) : Index(-1);
      if (there) values[u] = spgemm_value<C>(arguments.b_values[p], arguments.conjugate_b);
    }
    int places[together];
    find_places(columns, item.length, of_b, places);
#pragma unroll
    for (int u = 0; u < together; ++u) {
      const C factor = from_lane(factors.factor, j + u, whole_warp, lanes);
      if (of_b[u] >= 0) {
        C& sum = sums[places[u]];
        sum = multiply_add(sum, factor, values[u]);
      }
      __syncwarp();
    }
  }
  __device__ void add_long_row(int j, const Factors& factors) const {
    const std::int64_t first = __shfl_sync(whole_warp, factors.b_begin, j, lanes);
    const int count = __shfl_sync(whole_warp, factors.b_length, j, lanes);
    const C factor = from_lane(factors.factor, j, whole_warp, lanes);
    for (int p = lane; p < count; p += lanes) {
      C& sum = sums[place_of(columns, item.length, arguments.pattern.b.column(first + p))];
      sum = multiply_add(sum, factor,
                         spgemm_value<C>(arguments.b_values[first + p], arguments.conjugate_b));
    }
    __syncwarp();
  }
};

constexpr int group_threads = 128;

/// \tparam listed whether only those rows are asked for that runs leave, whose tiles are added up
/// at the same time
template <class Arguments, bool listed>
__global__ void __launch_bounds__(group_threads) add_group_rows(const Arguments arguments) {
  using C = typename Arguments::C;
  using Row = GroupRow<Arguments>;
  constexpr int most = Row::entries(group_threads / 16, 16);
  __shared__ __align__(16) unsigned char sums[most * sizeof(C)];
  __shared__ typename Arguments::Index columns[most];
  if (listed) launch_dependents();
  std::int64_t row = (std::int64_t(blockIdx.x) * group_threads + threadIdx.x) / arguments.lanes;
  if (listed)
    row = row < arguments.runs.num_others ? arguments.runs.others[row] : arguments.c.num_rows;
  const GroupItem item = GroupItem::of(arguments, row);
  if (!__any_sync(whole_warp, item.length > 0)) return;
  Row(arguments, item, reinterpret_cast<C*>(sums), columns).run();
}

template <class Arguments>
cudaError_t launch_group_rows(const Arguments& arguments, std::int64_t rows, cudaStream_t stream) {
  const bool listed = arguments.rows[SpgemmShare::run] > 0;
  const std::int64_t each = group_threads / arguments.lanes;
  const auto kernel = listed ? add_group_rows<Arguments, true> : add_group_rows<Arguments, false>;
  kernel<<<unsigned((rows + each - 1) / each), group_threads, 0, stream>>>(arguments);
  return cudaGetLastError();
}

}  // namespace filigree::cuda
