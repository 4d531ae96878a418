// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/scalar.hpp"
#include "cuda/shared_memory.hpp"
#include "spgemm/cuda/arguments.hpp"
#include "spgemm/cuda/table.cuh"

/// The values of runs: rows whose products have the same places. A group of threads finds the
/// places of its first row's products and keeps them in shared memory for the rows that repeat it.

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

template <class Arguments>
cudaError_t launch_run_rows(const Arguments& arguments, cudaStream_t stream) {
  constexpr int warps = 4;
  constexpr std::size_t bytes = warps * sizeof(RunTable<typename Arguments::C>);
  const auto kernel = add_run_rows<Arguments>;
  if (const cudaError_t error = allow_shared_memory(kernel, bytes); error != cudaSuccess)
    return error;
  const std::int64_t each = std::int64_t(32 * warps / arguments.runs.lanes) * SpgemmRuns::stretch;
  kernel<<<unsigned((arguments.c.num_rows + each - 1) / each), 32 * warps, bytes, stream>>>(
      arguments);
  return cudaGetLastError();
}

}  // namespace filigree::cuda
