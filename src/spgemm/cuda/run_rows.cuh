// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/scalar.hpp"
#include "cuda/shared_memory.hpp"
#include "spgemm/cuda/arguments.hpp"
#include "spgemm/cuda/table.cuh"

/// The values of runs: rows whose products have the same places. Those of the first row's products
/// are looked up and kept in shared memory for the rows that repeat it. Where rows of B are short a
/// thread takes a row, else a group of threads.

namespace filigree::cuda {

/// What a warp keeps of the runs that its groups take.
template <class C>
struct RunTable {
  static constexpr int products = SpgemmRuns::a_entries * 32;

  C sums[SpgemmRuns::warp_entries];
  unsigned char places[products];  ///< of products in C's row: a row of B takes `lanes`
};

/// A group's row of a run.
template <class Arguments>
struct RunRow {
  using C = typename Arguments::C;

  const Arguments& arguments;
  C* sums;
  unsigned char* places;
  int lane, lanes;
  unsigned group;  ///< its lanes in the warp

  /// \param placed whether the places of products are there, from the row before
  __device__ void add(std::int64_t row, std::int64_t c_begin, int c_length, bool placed) const {
    const auto &a = arguments.pattern.a, &b = arguments.pattern.b;
    for (int k = lane; k < c_length; k += lanes) sums[k] = zero<C>();
    __syncwarp(group);
    const std::int64_t a_begin = a.begin(row);
    const int a_length = int(a.end(row) - a_begin);
    for (int first = 0; first < a_length; first += lanes) {
      std::int64_t b_begin = 0;
      int length = 0;
      C factor = zero<C>();
      if (first + lane < a_length) {
        const std::int64_t inner = a.column(a_begin + first + lane);
        factor = spgemm_value<C>(arguments.a_values[a_begin + first + lane], arguments.conjugate_a);
        b_begin = b.begin(inner);
        length = int(b.end(inner) - b_begin);
      }
      const int count = min(lanes, a_length - first);
      for (int j = 0; j < count; j += together)
        add_rows_of_b(first, j, b_begin, length, factor, c_begin, c_length, placed);
    }
  }

 private:
  static constexpr int together = 4;  ///< rows of B whose loads are under way at once

  __device__ void add_rows_of_b(int first, int j, std::int64_t b_begin, int length, const C& factor,
                                std::int64_t c_begin, int c_length, bool placed) const {
    const auto& b = arguments.pattern.b;
    C values[together];
    int place[together];
#pragma unroll
    for (int u = 0; u < together; ++u) {
      const std::int64_t p = __shfl_sync(group, b_begin, j + u, lanes) + lane;
      place[u] = -1;
      if (lane >= __shfl_sync(group, length, j + u, lanes)) continue;
      values[u] = spgemm_value<C>(arguments.b_values[p], arguments.conjugate_b);
      unsigned char& known = places[(first + j + u) * lanes + lane];
      if (!placed)
        known = static_cast<unsigned char>(
            lower_bound(arguments.c, c_begin, c_begin + c_length, b.column(p)) - c_begin);
      place[u] = known;
    }
#pragma unroll
    for (int u = 0; u < together; ++u) {
      const C value = from_lane(factor, j + u, group, lanes);
      if (place[u] >= 0) sums[place[u]] = multiply_add(sums[place[u]], value, values[u]);
      __syncwarp(group);
    }
  }
};

/// Groups of runs.lanes threads, each with a stretch of rows.
template <class Arguments>
__global__ void __launch_bounds__(128) add_run_rows(const Arguments arguments) {
  using C = typename Arguments::C;
  extern __shared__ __align__(16) unsigned char shared[];
  const SpgemmRuns& runs = arguments.runs;
  auto& table = reinterpret_cast<RunTable<C>*>(shared)[threadIdx.x / 32];
  const int lanes = runs.lanes, lane = lane_number() % lanes, in_warp = lane_number() / lanes;
  const RunRow<Arguments> mine{arguments,
                               table.sums + in_warp * runs.entries(),
                               table.places + in_warp * SpgemmRuns::a_entries * lanes,
                               lane,
                               lanes,
                               whole_warp >> (32 - lanes) << (in_warp * lanes)};
  const std::int64_t first =
      (std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x) / lanes * SpgemmRuns::stretch;
  const C alpha = arguments.alpha.get();
  bool placed = false;  // the places of the row before
  for (int k = 0; k < SpgemmRuns::stretch && first + k < arguments.c.num_rows; ++k) {
    const std::int64_t row = first + k, begin = arguments.c.begin(row);
    const int length = int(arguments.c.end(row) - begin);
    const bool is_mine = length > 0 && runs.take(row, length);
    if (is_mine && is_zero(alpha)) {
      for (int e = lane; e < length; e += lanes) write_value(arguments, begin + e, zero<C>());
    } else if (is_mine) {
      mine.add(row, begin, length, placed && runs.rows[row] == SpgemmRunRow::repeat);
      for (int e = lane; e < length; e += lanes)
        write_value(arguments, begin + e, multiply_add(zero<C>(), alpha, mine.sums[e]));
    }
    placed = is_mine;
  }
}

/// What a warp keeps of a run whose rows of B are short.
template <class C>
struct ShortRunTable {
  static constexpr int lanes = SpgemmRuns::short_lanes;
  static constexpr int stride = 33;  ///< odd: without conflicts of banks

  C sums[SpgemmRuns::short_entries * stride];  ///< those of a row are `stride` apart
  unsigned char lengths[SpgemmRuns::a_entries];
  unsigned char places[SpgemmRuns::a_entries * lanes];  ///< of products in C's row

  template <class Arguments>
  __device__ void find(const Arguments& arguments, std::int64_t row) {
    const auto &a = arguments.pattern.a, &b = arguments.pattern.b, &c = arguments.c;
    const std::int64_t a_begin = a.begin(row), c_begin = c.begin(row), c_end = c.end(row);
    const int products = int(a.end(row) - a_begin) * lanes;
    for (int p = lane_number(); p < products; p += 32) {
      const std::int64_t inner = a.column(a_begin + p / lanes);
      const std::int64_t begin = b.begin(inner), place = begin + p % lanes, end = b.end(inner);
      if (p % lanes == 0) lengths[p / lanes] = static_cast<unsigned char>(end - begin);
      if (place < end)
        places[p] =
            static_cast<unsigned char>(lower_bound(c, c_begin, c_end, b.column(place)) - c_begin);
    }
  }
  /// Adds up the thread's row, which is `moved` rows behind the run's first one.
  template <class Arguments>
  __device__ void add(const Arguments& arguments, std::int64_t first, int moved, int c_length) {
    const auto &a = arguments.pattern.a, &b = arguments.pattern.b;
    C* const mine = sums + lane_number();
    for (int k = 0; k < c_length; ++k) mine[k * stride] = zero<C>();
    const std::int64_t first_begin = a.begin(first), a_begin = a.begin(first + moved);
    const int a_length = int(a.end(first) - first_begin);
    for (int k = 0; k < a_length; ++k) {
      const std::int64_t begin = b.begin(std::int64_t(a.column(first_begin + k)) + moved);
      const C factor = spgemm_value<C>(arguments.a_values[a_begin + k], arguments.conjugate_a);
      const int length = lengths[k];
      C values[lanes];  // loads that are under way at once
#pragma unroll
      for (int p = 0; p < lanes; ++p)
        if (p < length)
          values[p] = spgemm_value<C>(arguments.b_values[begin + p], arguments.conjugate_b);
#pragma unroll
      for (int p = 0; p < lanes; ++p) {
        if (p >= length) continue;
        C& sum = mine[places[k * lanes + p] * stride];
        sum = multiply_add(sum, factor, values[p]);
      }
    }
  }
  /// Writes `rows` rows, from the warp's row `first` on, whose entries of C lie together.
  template <class Arguments>
  __device__ void write(const Arguments& arguments, std::int64_t begin, int length, int first,
                        int rows) const {
    const C alpha = arguments.alpha.get();
    int row = lane_number() / length, place = lane_number() % length;
    for (int e = lane_number(); e < rows * length; e += 32) {
      write_value(arguments, begin + e,
                  multiply_add(zero<C>(), alpha, sums[place * stride + first + row]));
      for (place += 32; place >= length; place -= length) ++row;
    }
  }
};

/// A warp takes 32 rows, a run of them after the other.
template <class Arguments>
__global__ void __launch_bounds__(128) add_short_run_rows(const Arguments arguments) {
  using C = typename Arguments::C;
  extern __shared__ __align__(16) unsigned char shared[];
  auto& table = reinterpret_cast<ShortRunTable<C>*>(shared)[threadIdx.x / 32];
  const SpgemmRuns& runs = arguments.runs;
  const std::int64_t row = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const bool there = row < arguments.c.num_rows;
  const std::int64_t begin = there ? arguments.c.begin(row) : 0;
  const int length = there ? int(min(arguments.c.end(row) - begin, std::int64_t(1) << 16)) : 0;
  const bool is_mine = length > 0 && runs.take(row, length);
  if (is_zero(arguments.alpha.get())) {
    for (int k = 0; k < length && is_mine; ++k) write_value(arguments, begin + k, zero<C>());
    return;
  }
  const bool repeats = is_mine && runs.rows[row] == SpgemmRunRow::repeat;
  const unsigned repeating = __ballot_sync(whole_warp, repeats);
  unsigned left = __ballot_sync(whole_warp, is_mine && !repeats);
  for (; left != 0; left &= left - 1) {
    const int first = __ffs(int(left)) - 1, moved = lane_number() - first;
    const int rows = __ffs(int(~(repeating >> first >> 1)));
    const std::int64_t first_row = row - moved;
    const int c_length = __shfl_sync(whole_warp, length, first);
    table.find(arguments, first_row);
    __syncwarp();
    if (moved >= 0 && moved < rows) table.add(arguments, first_row, moved, c_length);
    __syncwarp();
    table.write(arguments, __shfl_sync(whole_warp, begin, first), c_length, first, rows);
    __syncwarp();
  }
}

template <class Arguments>
cudaError_t launch_run_rows(const Arguments& arguments, cudaStream_t stream) {
  using C = typename Arguments::C;
  constexpr int warps = 4;
  const bool is_short = arguments.runs.lanes == SpgemmRuns::short_lanes;
  const auto kernel = is_short ? add_short_run_rows<Arguments> : add_run_rows<Arguments>;
  const std::size_t bytes = warps * (is_short ? sizeof(ShortRunTable<C>) : sizeof(RunTable<C>));
  if (const cudaError_t error = allow_shared_memory(kernel, bytes); error != cudaSuccess)
    return error;
  const std::int64_t each =
      is_short ? 32 * warps : std::int64_t(32 * warps / arguments.runs.lanes) * SpgemmRuns::stretch;
  kernel<<<unsigned((arguments.c.num_rows + each - 1) / each), 32 * warps, bytes, stream>>>(
      arguments);
  return cudaGetLastError();
}

}  // namespace filigree::cuda
