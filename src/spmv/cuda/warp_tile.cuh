// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/dependent_launch.hpp"
#include "cuda/opaque.hpp"
#include "cuda/stream_load.hpp"
#include "cuda/warp.hpp"
#include "spmv/cuda/arguments.hpp"
#include "spmv/cuda/long_rows.cuh"
#include "spmv/cuda/warp_tile.hpp"

/// SpMV by warp tiles, for rows of uneven length and for long ones. A warp owns a few consecutive
/// rows and takes their entries in chunks, whatever row they are of: values and columns coalesce,
/// every lane has the same number of gathers of x in flight, and no warp waits for another. The
/// products go through shared memory, where the lanes that own a row add up its part of the chunk
/// in order.

namespace filigree::cuda {

inline constexpr int chunk_loads = 8;
inline constexpr int chunk_entries = 32 * chunk_loads;

/// The entries of the row that a lane owns; empty past the last row.
struct TileRow {
  std::int64_t begin;
  std::int64_t end;
};

template <class Arguments>
__device__ inline TileRow tile_row(const Arguments& arguments, std::int64_t row,
                                   std::int64_t end_row) {
  return {std::int64_t(arguments.row_offsets[row]) - arguments.base,
          std::int64_t(arguments.row_offsets[min(row + 1, end_row)]) - arguments.base};
}

/// The row in [low, high) that holds entry `position`. Each step of the search divides by Parts,
/// for which it reads Parts - 1 offsets at once: more than 2 where the latency of the steps counts.
template <int Parts, class Arguments>
__device__ inline std::int64_t row_of_entry(const Arguments& arguments, std::int64_t position,
                                            std::int64_t low, std::int64_t high) {
  while (low + 1 < high) {
    const std::int64_t step = (high - low + Parts - 1) / Parts;
    std::int64_t begins[Parts - 1];
#pragma unroll
    for (int i = 0; i < Parts - 1; ++i)
      begins[i] = std::int64_t(arguments.row_offsets[min(low + (i + 1) * step, high)]);
    int below = 0;
#pragma unroll
    for (int i = 0; i < Parts - 1; ++i) below += begins[i] - arguments.base <= position ? 1 : 0;
    low += below * step;
    high = min(low + step, high);
  }
  return low;
}

/// The sum of a thread's entries first, first + step, ... below end, \c loads of them loaded at
/// once.
template <int loads, class Arguments>
__device__ inline typename Arguments::C sum_entries(const Arguments& arguments, std::int64_t first,
                                                    std::int64_t end, int step) {
  using A = typename Arguments::A;
  using X = typename Arguments::X;
  using C = typename Arguments::C;
  const X* const x = arguments.x - arguments.base;
  C sum = zero<C>();
  for (std::int64_t k = first; k < end; k += loads * step) {
    typename Arguments::Index column[loads];
    A value[loads];
    X gathered[loads];
#pragma unroll
    for (int j = 0; j < loads; ++j) {
      const std::int64_t place = k + j * step;
      value[j] = A{};
      column[j] = 0;
      if (place < end) {
        column[j] = stream_load(arguments.col_indices + place);
        value[j] = stream_load(arguments.values + place);
      }
    }
#pragma unroll
    for (int j = 0; j < loads; ++j) {
      gathered[j] = X{};
      if (k + j * step < end) gathered[j] = x[column[j]];
    }
#pragma unroll
    for (int j = 0; j < loads; ++j)
      sum = accumulate(sum, value[j], gathered[j], arguments.conjugate);
  }
  return sum;
}

/// Where x is gathered from: the columns as the pattern has them, x in global memory. `any` is a
/// column that there is; finish() adds what start() has not loaded yet.
template <class Arguments>
struct PlainGather {
  using X = typename Arguments::X;
  using Column = typename Arguments::Index;
  const Column* columns;
  const X* x;
  Column any;

  __device__ explicit PlainGather(const Arguments& arguments)
      : columns(arguments.col_indices),
        x(opaque_global(arguments.x - arguments.base)),
        any(Column(arguments.base)) {}
  __device__ X start(Column) const { return X{}; }
  __device__ void finish(Column column, X& result) const { result = x[column]; }
};

/// Loads and multiplies the entries [position, end) of one chunk, the rest of which gets products
/// that mean nothing. Chunks start at whole 128-byte lines (as far as the arrays do), so that no
/// sector is read twice, and position is in the first one.
template <bool Permuted, class Arguments, class Gather>
__device__ inline void multiply_chunk(const Arguments& arguments, const Gather& gather,
                                      std::int64_t chunk, std::int64_t position, std::int64_t end,
                                      typename Arguments::C* products) {
  using A = typename Arguments::A;
  using X = typename Arguments::X;
  using C = typename Arguments::C;
  using Offset = typename Arguments::Offset;
  const int lane = threadIdx.x % 32;
  const int left = int(end - chunk) - lane;
  const bool has_first = int(position - chunk) <= lane;
  typename Gather::Column column[chunk_loads];
  [[maybe_unused]] Offset place[chunk_loads];
  A value[chunk_loads];
  const auto* const columns = opaque_global(gather.columns + chunk + lane);
  const auto* const values = [&] {
    if constexpr (Permuted)
      return opaque_global(arguments.value_index + chunk + lane);
    else
      return opaque_global(arguments.values + chunk + lane);
  }();
#pragma unroll
  for (int j = 0; j < chunk_loads; ++j) {
    column[j] = gather.any;
    if constexpr (Permuted)
      place[j] = 0;
    else
      value[j] = A{};
    if (32 * j < left && (j > 0 || has_first)) {
      if constexpr (Permuted)
        place[j] = stream_load(values + 32 * j);
      else
        value[j] = stream_load(values + 32 * j);
      column[j] = stream_load(columns + 32 * j);
    }
  }
  X gathered[chunk_loads];
#pragma unroll
  for (int j = 0; j < chunk_loads; ++j) gathered[j] = gather.start(column[j]);
#pragma unroll
  for (int j = 0; j < chunk_loads; ++j) gather.finish(column[j], gathered[j]);
#pragma unroll
  for (int j = 0; j < chunk_loads; ++j) {
    bool conjugated = arguments.conjugate;
    if constexpr (Permuted) {
      // A place below 0 names the conjugate of the value at ~place.
      conjugated = conjugated != (place[j] < 0);
      value[j] = arguments.values[place[j] < 0 ? ~place[j] : place[j]];
    }
    products[j * 32 + lane] = accumulate(zero<C>(), value[j], gathered[j], conjugated);
  }
}

/// The entries [begin, end) that a warp takes at once, none where a long row was jumped over;
/// `chunk` is where their 128-byte line starts.
struct TileChunk {
  std::int64_t chunk;
  std::int64_t begin;
  std::int64_t end;
};

/// Where an entry lies in a chunk, at most its end. One that is not in it may lie 2^31 entries
/// away.
template <class Offset>
__device__ inline int place_in_chunk(const TileChunk& part, std::int64_t entry) {
  const std::int64_t place = entry - part.chunk;
  if constexpr (sizeof(Offset) == 4) return min(int(place), int(chunk_entries));
  return int(max(std::int64_t(0), min(place, std::int64_t(chunk_entries))));
}

/// What a warp takes from `position` on where no row is long: up to the chunk's end.
__device__ inline TileChunk whole_chunk(std::int64_t position, std::int64_t tile_end) {
  const std::int64_t chunk = position & ~std::int64_t(31);
  return {chunk, position, min(chunk + chunk_entries, tile_end)};
}

/// What of `part` it takes where some rows are: up to the next long one, or nothing of a long one.
__device__ inline TileChunk before_long_row(const TileRow& mine, bool is_long,
                                            const TileChunk& part) {
  const unsigned in_long =
      __ballot_sync(whole_warp, is_long && mine.begin <= part.begin && part.begin < mine.end);
  if (in_long != 0) {
    const std::int64_t after = __shfl_sync(whole_warp, mine.end, __ffs(in_long) - 1);
    return {part.begin, after, after};
  }
  std::int64_t end = part.end;
  const unsigned next_long =
      __ballot_sync(whole_warp, is_long && part.begin < mine.begin && mine.begin < end);
  if (next_long != 0) end = __shfl_sync(whole_warp, mine.begin, __ffs(next_long) - 1);
  return {part.chunk, part.begin, end};
}

/// The sum of this lane's row, by all lanes of a warp together: lanes_a_row lanes in a row own the
/// same row, and their first one returns its sum. Rows longer than \c limit are jumped over.
template <bool Permuted, class Arguments, class Gather>
__device__ inline typename Arguments::C sum_tile(const Arguments& arguments, const Gather& gather,
                                                 const TileRow& mine, int lanes_a_row,
                                                 std::int64_t limit,
                                                 typename Arguments::C* products) {
  using C = typename Arguments::C;
  using Offset = typename Arguments::Offset;
  const int lane = threadIdx.x % 32;
  const std::int64_t tile_end = __shfl_sync(whole_warp, mine.end, 31);
  const bool is_long = mine.end - mine.begin > limit;
  const bool any_long = __any_sync(whole_warp, is_long);
  C sum = zero<C>();
  for (std::int64_t position = __shfl_sync(whole_warp, mine.begin, 0); position < tile_end;) {
    TileChunk part = whole_chunk(position, tile_end);
    if (any_long) part = before_long_row(mine, is_long, part);
    position = part.end;
    if (part.begin == part.end) continue;
    multiply_chunk<Permuted>(arguments, gather, part.chunk, part.begin, part.end, products);
    __syncwarp();
    const int first =
        place_in_chunk<Offset>(part, max(mine.begin, part.begin)) + lane % lanes_a_row;
    const int last = place_in_chunk<Offset>(part, min(mine.end, part.end));
    for (int k = first; k < last; k += lanes_a_row) sum = add(sum, products[k]);
    __syncwarp();
  }
  for (int delta = lanes_a_row / 2; delta > 0; delta /= 2)
    sum = add(sum, shuffle_down(sum, delta, lanes_a_row));
  return sum;
}

/// A warp sums a segment of a long row.
template <bool Permuted, class Arguments, class Gather>
__device__ inline void sum_segment(const Arguments& arguments, const Gather& gather,
                                   const LongRows& long_rows, std::int64_t segment,
                                   typename Arguments::C* products) {
  using C = typename Arguments::C;
  if (segment >= long_rows.num_segments) return;
  const std::int64_t which = long_row_of(long_rows, segment);
  const TileRow row = tile_row(arguments, long_rows.rows[which], arguments.num_rows);
  TileRow mine;
  mine.begin = row.begin + (segment - long_rows.first_segment[which]) * segment_entries;
  mine.end = min(row.end, mine.begin + segment_entries);
  const C sum = sum_tile<Permuted>(arguments, gather, mine, 32, no_long_rows, products);
  if (threadIdx.x % 32 == 0) static_cast<C*>(long_rows.sums)[segment] = sum;
}

/// A warp's tile: rows_a_warp rows, stored.
template <bool Permuted, bool Reduce, class Arguments, class Gather>
__device__ inline void product_of_tile(const Arguments& arguments, const Gather& gather,
                                       std::int64_t tile, int rows_a_warp, std::int64_t limit,
                                       typename Arguments::C* products,
                                       Reduction<typename Arguments::C>& reduction) {
  const int lanes_a_row = 32 / rows_a_warp;
  const std::int64_t row =
      min(tile * rows_a_warp + int(threadIdx.x) % 32 / lanes_a_row, arguments.num_rows);
  const TileRow mine = tile_row(arguments, row, arguments.num_rows);
  const auto sum = sum_tile<Permuted>(arguments, gather, mine, lanes_a_row, limit, products);
  if (int(threadIdx.x) % lanes_a_row == 0 && row < arguments.num_rows &&
      mine.end - mine.begin <= limit) {
    const auto stored = store_row(arguments, row, sum, arguments.alpha.get(), arguments.beta.get());
    if constexpr (Reduce) reduction.include(arguments, row, stored);
  }
}

inline constexpr int warp_tile_threads = 32 * warp_tile_warps;

/// Thread blocks of an SM: what the registers allow without spilling.
template <class Arguments>
inline constexpr int warp_tile_occupancy = sizeof(typename Arguments::C) <= 8 ? 8 : 4;

/// The segments of long rows come first, so that they are under way when the tiles begin. No tiles:
/// rows_a_warp is 0.
template <bool Permuted, bool Reduce, class Arguments>
__global__ void __launch_bounds__(warp_tile_threads, warp_tile_occupancy<Arguments>)
    warp_tile_kernel(const Arguments arguments, const int rows_a_warp, const LongRows long_rows,
                     const int segment_blocks) {
  using C = typename Arguments::C;
  __shared__ C products_of_warp[warp_tile_warps][chunk_entries];
  C* const products = products_of_warp[threadIdx.x / 32];
  const PlainGather<Arguments> gather(arguments);
  launch_dependents();
  if (int(blockIdx.x) < segment_blocks) {
    const std::int64_t segment = std::int64_t(blockIdx.x) * warp_tile_warps + threadIdx.x / 32;
    sum_segment<Permuted>(arguments, gather, long_rows, segment, products);
    return;
  }
  const std::int64_t block = std::int64_t(blockIdx.x) - segment_blocks;
  Reduction<C> reduction;
  product_of_tile<Permuted, Reduce>(arguments, gather, block * warp_tile_warps + threadIdx.x / 32,
                                    rows_a_warp, long_rows.limit, products, reduction);
  if constexpr (Reduce) {
    __shared__ C shared[64];
    reduce_block(reduction, shared, arguments.partials + 2 * block);
  }
}

/// A warp adds a long row's segments, in the same order every time.
template <bool Reduce, class Arguments>
__global__ void __launch_bounds__(warp_tile_threads)
    long_row_kernel(const Arguments arguments, const LongRows long_rows,
                    typename Arguments::C* partials) {
  using C = typename Arguments::C;
  const std::int64_t i = std::int64_t(blockIdx.x) * warp_tile_warps + threadIdx.x / 32;
  Reduction<C> reduction;
  wait_for_primary();
  if (i < long_rows.count) {
    C sum = zero<C>();
    for (std::int64_t s = long_rows.first_segment[i] + threadIdx.x % 32;
         s < long_rows.first_segment[i + 1]; s += 32)
      sum = add(sum, static_cast<const C*>(long_rows.sums)[s]);
    sum = sum_warp(sum);
    if (threadIdx.x % 32 == 0) {
      const auto stored =
          store_row(arguments, long_rows.rows[i], sum, arguments.alpha.get(), arguments.beta.get());
      if constexpr (Reduce) reduction.include(arguments, long_rows.rows[i], stored);
    }
  }
  if constexpr (Reduce) {
    __shared__ C shared[64];
    reduce_block(reduction, shared, partials + 2 * std::int64_t(blockIdx.x));
  }
}

}  // namespace filigree::cuda
