// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/cache_policy.hpp"
#include "cuda/dependent_launch.hpp"
#include "cuda/staged_slice.hpp"
#include "spmv/cuda/arguments.hpp"
#include "spmv/cuda/transposed_lists.hpp"

/// Products with the transpose of a matrix whose rows are all in the dictionary: no index is read
/// but a byte a row. In these kernels arguments.row_offsets are the stored rows', of which there
/// are arguments.num_cols.

namespace filigree::cuda {

inline constexpr int collect_threads = 256;
inline constexpr int collect_loads = 7;

/// A thread collects a row of the result: value and x of every row that meets it. Neighbouring
/// threads meet neighbouring rows, so all but the values coalesce; the other values of the sectors
/// that these lie in are used soon after, by the same threads and by others.
template <class Arguments>
__global__ void __launch_bounds__(collect_threads, sizeof(typename Arguments::C) <= 8 ? 4 : 2)
    collect_kernel(const Arguments arguments, const __grid_constant__ TransposedLists lists) {
  using A = typename Arguments::A;
  using X = typename Arguments::X;
  using C = typename Arguments::C;
  extern __shared__ __align__(16) unsigned char shared[];
  auto* const deltas = reinterpret_cast<std::int32_t*>(shared);
  std::uint8_t* const slots = shared + lists.num_deltas * sizeof(std::int32_t);
  for (int i = threadIdx.x; i < lists.num_deltas; i += collect_threads) deltas[i] = lists.deltas[i];
  for (int i = threadIdx.x; i < lists.num_lists * lists.num_deltas; i += collect_threads)
    slots[i] = lists.slots[i];
  __syncthreads();
  const std::int64_t row = std::int64_t(blockIdx.x) * collect_threads + threadIdx.x;
  if (row >= arguments.num_rows) return;
  C sum = zero<C>();
  for (int first = 0; first < lists.num_deltas; first += collect_loads) {
    std::int64_t met[collect_loads];
    int slot[collect_loads];
    A value[collect_loads];
    X factor[collect_loads];
#pragma unroll
    for (int i = 0; i < collect_loads; ++i) {
      met[i] = -1;
      slot[i] = 0;
      if (first + i < lists.num_deltas) met[i] = row - deltas[first + i];
      if (met[i] >= arguments.num_cols) met[i] = -1;
      if (met[i] >= 0) slot[i] = lists.list_of_row[met[i]];
    }
#pragma unroll
    for (int i = 0; i < collect_loads; ++i) {
      if (slot[i] == no_list) met[i] = -1;
      if (met[i] >= 0) slot[i] = slots[slot[i] * lists.num_deltas + first + i];
      if (slot[i] == no_slot) met[i] = -1;
    }
#pragma unroll
    for (int i = 0; i < collect_loads; ++i) {
      value[i] = A{};
      factor[i] = X{};
      if (met[i] >= 0) {
        value[i] =
            arguments
                .values[std::int64_t(arguments.row_offsets[met[i]]) - arguments.base + slot[i]];
        factor[i] = arguments.x[met[i]];
      }
    }
#pragma unroll
    for (int i = 0; i < collect_loads; ++i)
      sum = accumulate(sum, value[i], factor[i], arguments.conjugate);
  }
  store_row(arguments, row, sum, arguments.alpha.get(), arguments.beta.get());
}

/// Where a tile's arrays lie in shared memory, after the windows.
struct WindowLayout {
  std::uint32_t values_at;
  std::uint32_t entries_at;
  std::uint32_t bytes;
};

/// A block takes a tile of stored rows, a chunk of window_threads rows after the other: values come
/// by bulk copy, and a thread adds its row's products to the tile's windows, a batch of deltas at a
/// time. Within a batch no two rows meet the same place.
template <class Arguments>
__global__ void __launch_bounds__(window_threads, 1)
    window_kernel(const Arguments arguments, const __grid_constant__ TransposedLists lists,
                  const WindowLayout layout, typename Arguments::C* partials) {
  using A = typename Arguments::A;
  using X = typename Arguments::X;
  using C = typename Arguments::C;
  extern __shared__ __align__(16) unsigned char shared[];
  __shared__ TransactionBarrier barrier;
  C* const windows = reinterpret_cast<C*>(shared);
  launch_dependents();
  auto* const entries = reinterpret_cast<std::uint32_t*>(shared + layout.entries_at);
  const int entries_a_list = lists.num_batches * window_batch;
  for (int i = threadIdx.x; i < lists.num_lists * entries_a_list; i += window_threads)
    entries[i] = lists.entries[i];
  for (int i = threadIdx.x; i < lists.window_entries; i += window_threads) windows[i] = zero<C>();
  if (threadIdx.x == 0) {
    init_barrier<1>(barrier);
    fence_barrier_init();
  }
  const std::uint64_t policy = evict_first_policy();
  const std::int64_t tile = std::int64_t(blockIdx.x) * lists.rows_a_tile;
  const std::int64_t tile_end = min(tile + lists.rows_a_tile, arguments.num_cols);
  std::uint32_t parity = 0;
  for (std::int64_t first_row = tile; first_row < tile_end; first_row += window_threads) {
    const std::int64_t end_row = min(first_row + window_threads, tile_end);
    const std::int64_t begin = std::int64_t(arguments.row_offsets[first_row]) - arguments.base;
    const std::int64_t end = std::int64_t(arguments.row_offsets[end_row]) - arguments.base;
    const StagedSlice<A> values(shared + layout.values_at, arguments.values, arguments.nnz, begin,
                                end);
    __syncthreads();
    if (threadIdx.x == 0) {
      barrier.arrive_and_expect(values.bulk_bytes());
      values.start(barrier, policy);
    }
    values.copy_rest(threadIdx.x);
    const std::int64_t row = first_row + threadIdx.x;
    const int list = row < end_row ? lists.list_of_row[row] : no_list;
    const bool mine = list != no_list;
    const A* of_row = values.entries();
    const std::uint32_t* of_list = entries;
    X factor{};
    if (mine) {
      of_row += std::int64_t(arguments.row_offsets[row]) - arguments.base - begin;
      of_list += list * entries_a_list;
      factor = arguments.x[row];
    }
    C* const of_windows = windows + (row - tile);
    __syncthreads();
    barrier.wait(parity);
    parity ^= 1;
    for (int batch = 0; batch < entries_a_list; batch += window_batch) {
      if (mine) {
        std::uint32_t entry[window_batch];
        A value[window_batch];
        C sum[window_batch];
#pragma unroll
        for (int i = 0; i < window_batch; ++i) entry[i] = of_list[batch + i];
#pragma unroll
        for (int i = 0; i < window_batch; ++i) {
          value[i] = A{};
          sum[i] = zero<C>();
          if (entry[i] != no_window_entry) {
            value[i] = of_row[entry[i] & 255];
            sum[i] = of_windows[entry[i] >> 8];
          }
        }
#pragma unroll
        for (int i = 0; i < window_batch; ++i)
          if (entry[i] != no_window_entry)
            of_windows[entry[i] >> 8] = accumulate(sum[i], value[i], factor, arguments.conjugate);
      }
      __syncthreads();
    }
  }
  __syncthreads();
  C* const out = partials + std::int64_t(blockIdx.x) * lists.window_entries;
  for (int i = threadIdx.x; i < lists.window_entries; i += window_threads) out[i] = windows[i];
}

/// Adds up what the tiles' windows have for each row of the result, window by window and tile by
/// tile.
template <class Arguments>
__global__ void __launch_bounds__(256)
    window_sum_kernel(const Arguments arguments, const __grid_constant__ TransposedLists lists,
                      int log_rows, int num_tiles, const typename Arguments::C* partials) {
  using C = typename Arguments::C;
  constexpr int loads = 3;
  const int row = int(blockIdx.x * 256 + threadIdx.x);
  wait_for_primary();
  if (row >= arguments.num_rows) return;
  C sum = zero<C>();
  for (int window = 0; window < lists.num_windows; ++window) {
    // Tile t has this row at row - first - rows_a_tile t, if that lies in [0, length).
    const int place = row - lists.first[window];
    const int last_tile = min(place >> log_rows, num_tiles - 1);
    const int first_tile = max((place - lists.length[window] + lists.rows_a_tile) >> log_rows, 0);
    for (int tile = first_tile; tile <= last_tile; tile += loads) {
      C partial[loads];
#pragma unroll
      for (int i = 0; i < loads; ++i) {
        partial[i] = zero<C>();
        if (tile + i <= last_tile)
          partial[i] = partials[std::int64_t(tile + i) * lists.window_entries + lists.base[window] +
                                (place - ((tile + i) << log_rows))];
      }
#pragma unroll
      for (int i = 0; i < loads; ++i) sum = add(sum, partial[i]);
    }
  }
  store_row(arguments, row, sum, arguments.alpha.get(), arguments.beta.get());
}

}  // namespace filigree::cuda
