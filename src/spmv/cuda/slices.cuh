// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "spmv/cuda/slices.hpp"

/// SpMV on Ell and Sell. Places of a column of a slice follow each other, so a thread a row reads
/// whole lines. What counts is the number of loads under way: all the columns and values of a step
/// come before their x, and those before their use.

namespace filigree::cuda {

inline constexpr int slice_threads = 64;
inline constexpr int shared_row_threads = 128;
inline constexpr int slice_parts = 4;

/// The places of a stored row: first, first + step, ... below end.
struct PlaceRange {
  std::int64_t first;
  std::int64_t end;
  std::int64_t step;
};

/// How a row finds its slice.
struct SliceLookup {
  int size_log;        ///< slices have 2^size_log rows; negative: no power of 2
  std::int64_t ahead;  ///< slices from one to the one whose offset is fetched meanwhile; 0: none
};

template <class Index>
__device__ inline PlaceRange row_places(const Slices<Index>& slices, std::int64_t num_rows,
                                        std::int64_t row, const SliceLookup& lookup) {
  const std::int64_t size = slices.slice_size;
  if (slices.slice_offsets.is_null()) return {row, slices.width * size, size};
  const std::int64_t slice =
      lookup.size_log >= 0 ? row >> lookup.size_log : fast_quotient(row, size);
  const std::int64_t in_slice = row - slice * size;
  if (lookup.ahead > 0 && in_slice == 0 && row + lookup.ahead * size < num_rows)
    slices.slice_offsets.prefetch(slice + lookup.ahead);
  return {slices.slice_offsets[slice] + in_slice, slices.slice_offsets[slice + 1], size};
}

/// sums += the places of Rows neighbouring rows, Unroll at a time. Behind the first num_rows of
/// them, nothing is known of what the arrays hold.
template <int Rows, int Unroll, class Arguments, class Index>
__device__ inline void add_places(const Arguments& arguments, const Slices<Index>& slices,
                                  const PlaceRange& places, std::int64_t num_rows,
                                  typename Arguments::C (&sums)[Rows]) {
  using A = typename Arguments::A;
  using X = typename Arguments::X;
  const X* const x = arguments.x - slices.base;
  for (std::int64_t first = places.first; first < places.end; first += Unroll * places.step) {
    Pack<Index, Rows> column[Unroll];
    Pack<A, Rows> value[Unroll];
#pragma unroll
    for (int i = 0; i < Unroll; ++i) {
      const std::int64_t place = first + i * places.step;
#pragma unroll
      for (int r = 0; r < Rows; ++r) column[i].entry[r] = -1;
      value[i] = Pack<A, Rows>{};
      if (place < places.end) {
        column[i] =
            stream_load(reinterpret_cast<const Pack<Index, Rows>*>(slices.col_indices + place));
        value[i] = stream_load(reinterpret_cast<const Pack<A, Rows>*>(arguments.values + place));
      }
    }
    X gathered[Unroll][Rows];
#pragma unroll
    for (int i = 0; i < Unroll; ++i) {
#pragma unroll
      for (int r = 0; r < Rows; ++r) {
        gathered[i][r] = X{};
        if (column[i].entry[r] >= 0 && (r == 0 || r < num_rows))
          gathered[i][r] = x[column[i].entry[r]];
        else
          value[i].entry[r] = A{};  // padding may hold NaN
      }
    }
#pragma unroll
    for (int i = 0; i < Unroll; ++i) {
#pragma unroll
      for (int r = 0; r < Rows; ++r)
        sums[r] = accumulate(sums[r], value[i].entry[r], gathered[i][r], arguments.conjugate);
    }
  }
}

template <class Arguments, class Index>
__device__ inline void store_stored_row(const Arguments& arguments, const Slices<Index>& slices,
                                        std::int64_t stored_row, typename Arguments::C sum) {
  std::int64_t row = stored_row;
  if (slices.row_permutation != nullptr)
    row = std::int64_t(slices.row_permutation[stored_row]) - slices.base;
  store_row(arguments, row, sum, arguments.alpha.get(), arguments.beta.get());
}

/// A thread takes Rows neighbouring rows of a slice. It waits for the slice's offsets before it can
/// load anything else, so they are brought into the L2 cache ahead of time.
template <int Rows, int Unroll, class Arguments, class Index>
__global__ void __launch_bounds__(slice_threads)
    slice_rows_kernel(const Arguments arguments, const Slices<Index> slices,
                      const SliceLookup lookup) {
  using C = typename Arguments::C;
  const std::int64_t row = (std::int64_t(blockIdx.x) * slice_threads + threadIdx.x) * Rows;
  if (row >= arguments.num_rows) return;
  const PlaceRange places = row_places(slices, arguments.num_rows, row, lookup);
  C sums[Rows];
#pragma unroll
  for (int r = 0; r < Rows; ++r) sums[r] = zero<C>();
  add_places<Rows, Unroll>(arguments, slices, places, arguments.num_rows - row, sums);
#pragma unroll
  for (int r = 0; r < Rows; ++r)
    if (row + r < arguments.num_rows) store_stored_row(arguments, slices, row + r, sums[r]);
}

/// For few rows of many places: slice_parts threads share a row and take its places in turn.
template <int Unroll, class Arguments, class Index>
__global__ void __launch_bounds__(shared_row_threads)
    shared_rows_kernel(const Arguments arguments, const Slices<Index> slices) {
  using C = typename Arguments::C;
  constexpr int rows = shared_row_threads / slice_parts;
  __shared__ C shared[shared_row_threads];
  const int part = threadIdx.x / rows;
  const int local = threadIdx.x % rows;
  const std::int64_t row = std::int64_t(blockIdx.x) * rows + local;
  C sums[1] = {zero<C>()};
  if (row < arguments.num_rows) {
    PlaceRange places = row_places(slices, arguments.num_rows, row, {-1, 0});
    places.first += part * places.step;
    places.step *= slice_parts;
    add_places<1, Unroll>(arguments, slices, places, 1, sums);
  }
  shared[threadIdx.x] = sums[0];
  __syncthreads();
  if (part != 0 || row >= arguments.num_rows) return;
  for (int p = 1; p < slice_parts; ++p) sums[0] = add(sums[0], shared[p * rows + local]);
  store_stored_row(arguments, slices, row, sums[0]);
}

/// Slices of a power of two up to 16 rows: 2^lanes_log lanes share a row, so that the lanes of a
/// slice read consecutive places.
template <int Unroll, class Arguments, class Index>
__global__ void __launch_bounds__(slice_threads)
    narrow_slice_kernel(const Arguments arguments, const Slices<Index> slices, const int size_log,
                        const int lanes_log) {
  using C = typename Arguments::C;
  const std::int64_t thread = std::int64_t(blockIdx.x) * slice_threads + threadIdx.x;
  const std::int64_t slice = thread >> (size_log + lanes_log);
  const int in_slice = int(thread) & ((1 << (size_log + lanes_log)) - 1);
  const std::int64_t row = (slice << size_log) + (in_slice & ((1 << size_log) - 1));
  C sums[1] = {zero<C>()};
  const int width = 1 << (size_log + lanes_log);
  if (row < arguments.num_rows)
    add_places<1, Unroll>(
        arguments, slices,
        {slices.slice_offsets[slice] + in_slice, slices.slice_offsets[slice + 1], width}, 1, sums);
  for (int delta = width / 2; delta >> size_log > 0; delta /= 2)
    sums[0] = add(sums[0], shuffle_down(sums[0], delta, width));
  if (in_slice >> size_log == 0 && row < arguments.num_rows)
    store_stored_row(arguments, slices, row, sums[0]);
}

}  // namespace filigree::cuda
