// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "spmm/cuda/tile.cuh"
#include "spmv/cuda/long_rows.cuh"
#include "spmv/cuda/warp_tile.hpp"

/// Rows that are longer than most, which a plan lists: their segments go to different thread
/// blocks, whose sums are then added in order. No sum depends on the order in which blocks run.

namespace filigree::cuda {

inline constexpr int long_row_threads = 256;
inline constexpr int long_row_columns = 32;  ///< of B that a block takes at once

/// Threads of a block by the column that they take and by their part of the terms.
struct Parts {
  int columns;  ///< a power of two up to long_row_columns
  int parts;
  int column;
  int part;

  __device__ explicit Parts(std::int64_t n) : columns(1) {
    while (columns < n && columns < long_row_columns) columns *= 2;
    parts = int(blockDim.x) / columns;
    column = int(threadIdx.x) % columns;
    part = int(threadIdx.x) / columns;
  }
};

/// The sum over the parts' shares, in order, for the threads of part 0. \c shared: room for a value
/// a thread.
template <class C>
__device__ inline C add_parts(const Parts& parts, C mine, C* shared) {
  __syncthreads();
  shared[threadIdx.x] = mine;
  __syncthreads();
  if (parts.part != 0) return mine;
  for (int p = 1; p < parts.parts; ++p) mine = add(mine, shared[p * parts.columns + parts.column]);
  return mine;
}

/// This thread's share of the entries [begin, end), for column j of B.
template <class Arguments>
__device__ inline typename Arguments::C sum_share(const Arguments& arguments, const Parts& parts,
                                                  std::int64_t batch, std::int64_t begin,
                                                  std::int64_t end, std::int64_t j) {
  using A = typename Arguments::A;
  using C = typename Arguments::C;
  constexpr int loads = sizeof(C) <= 8 ? 8 : 4;
  C sum = zero<C>();
  if (j >= arguments.n) return sum;
  const auto* const columns = arguments.col_indices + batch * arguments.column_stride;
  const std::int64_t share = (end - begin + parts.parts - 1) / parts.parts;
  const std::int64_t last = min(end, begin + (parts.part + 1) * share);
  for (std::int64_t k = begin + parts.part * share; k < last; k += loads) {
    A value[loads];
    A gathered[loads];
#pragma unroll
    for (int i = 0; i < loads; ++i) {
      value[i] = gathered[i] = A{};
      if (k + i < last) {
        value[i] = entry_value(arguments, batch, k + i);
        gathered[i] = conjugate_if(*arguments.b.at(batch, columns[k + i] - arguments.base, j),
                                   arguments.conjugate_b);
      }
    }
#pragma unroll
    for (int i = 0; i < loads; ++i)
      sum = accumulate(sum, value[i], gathered[i], arguments.conjugate_a);
  }
  return sum;
}

template <class Arguments>
__device__ inline EntryRange entries_of_segment(const Arguments& arguments,
                                                const LongRows& long_rows, std::int64_t batch,
                                                std::int64_t segment) {
  const std::int64_t which = long_row_of(long_rows, segment);
  EntryRange range = entries_of_row(arguments, batch, long_rows.rows[which]);
  range.begin += (segment - long_rows.first_segment[which]) * segment_entries;
  range.end = min(range.end, range.begin + segment_entries);
  return range;
}

/// A block a segment of a long row, for one tile of columns and one matrix of the batch.
template <class Arguments>
__global__ void __launch_bounds__(long_row_threads)
    segment_kernel(const __grid_constant__ Arguments arguments, const LongRows long_rows) {
  using C = typename Arguments::C;
  __shared__ C shared[long_row_threads];
  const Parts parts(arguments.n);
  const std::int64_t batch = blockIdx.z;
  const std::int64_t segment = blockIdx.x;
  const EntryRange range = entries_of_segment(arguments, long_rows, batch, segment);
  const std::int64_t j = std::int64_t(blockIdx.y) * parts.columns + parts.column;
  const C sum =
      add_parts(parts, sum_share(arguments, parts, batch, range.begin, range.end, j), shared);
  C* const sums = static_cast<C*>(long_rows.sums);
  if (parts.part == 0 && j < arguments.n)
    sums[(batch * long_rows.num_segments + segment) * arguments.n + j] = sum;
}

/// A block a long row: its segments' sums, added in order.
template <class Arguments>
__global__ void __launch_bounds__(long_row_threads)
    add_segments_kernel(const __grid_constant__ Arguments arguments, const LongRows long_rows) {
  using C = typename Arguments::C;
  __shared__ C shared[long_row_threads];
  const Parts parts(arguments.n);
  const std::int64_t batch = blockIdx.z;
  const std::int64_t first = long_rows.first_segment[blockIdx.x];
  const std::int64_t last = long_rows.first_segment[blockIdx.x + 1];
  const std::int64_t share = (last - first + parts.parts - 1) / parts.parts;
  const std::int64_t j = std::int64_t(blockIdx.y) * parts.columns + parts.column;
  const C* const sums =
      static_cast<const C*>(long_rows.sums) + batch * long_rows.num_segments * arguments.n;
  C sum = zero<C>();
  if (j < arguments.n) {
    const std::int64_t end = min(last, first + (parts.part + 1) * share);
    for (std::int64_t s = first + parts.part * share; s < end; ++s)
      sum = add(sum, sums[s * arguments.n + j]);
  }
  sum = add_parts(parts, sum, shared);
  if (parts.part == 0 && j < arguments.n)
    store_result(arguments, batch, long_rows.rows[blockIdx.x], j, sum);
}

/// The sums of the long rows' segments.
template <class Arguments>
cudaError_t launch_segment_sums(const Arguments& arguments, const LongRows& long_rows,
                                cudaStream_t stream) {
  if (long_rows.count == 0) return cudaSuccess;
  const auto column_tiles = unsigned((arguments.n + long_row_columns - 1) / long_row_columns);
  segment_kernel<<<dim3(unsigned(long_rows.num_segments), column_tiles,
                        unsigned(arguments.batches)),
                   long_row_threads, 0, stream>>>(arguments, long_rows);
  return cudaGetLastError();
}

/// The results of the listed rows, from the sums of their segments; the kernels of the other rows
/// pass over them.
template <class Arguments>
cudaError_t launch_long_rows(const Arguments& arguments, const LongRows& long_rows,
                             cudaStream_t stream) {
  if (long_rows.count == 0) return cudaSuccess;
  const auto column_tiles = unsigned((arguments.n + long_row_columns - 1) / long_row_columns);
  add_segments_kernel<<<dim3(unsigned(long_rows.count), column_tiles, unsigned(arguments.batches)),
                        long_row_threads, 0, stream>>>(arguments, long_rows);
  return cudaGetLastError();
}

}  // namespace filigree::cuda
