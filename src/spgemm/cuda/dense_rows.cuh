// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include "cuda/scalar.hpp"
#include "cuda/shared_memory.hpp"
#include "spgemm/cuda/arguments.hpp"
#include "spgemm/cuda/product_stage.cuh"
#include "spgemm/cuda/table.cuh"

/// Values of a C most of whose places have entries, as X^T X: a thread block has a sum for every
/// column of a window of a row, and takes the rows of B that A's row names one after the other, an
/// entry a thread.

namespace filigree::cuda {

/// A window of a row of C.
template <class Arguments>
struct DenseRow {
  using C = typename Arguments::C;
  using Index = typename Arguments::Index;
  static constexpr int together = 4;  ///< rows of B whose loads are under way at once

  const Arguments& arguments;
  C* sums;
  C* factors;  ///< of entries of A at hand, one a thread
  std::int64_t* begins;
  int* lengths;  ///< of B's rows, inside the window
  std::int64_t low;
  int width;

  __host__ __device__ static std::size_t bytes(int width, int threads) {
    return std::size_t(width) * sizeof(C) +
           std::size_t(threads) * (sizeof(C) + sizeof(std::int64_t) + sizeof(int));
  }
  __device__ DenseRow(const Arguments& given, std::int64_t first_column, int columns,
                      unsigned char* memory)
      : arguments(given), low(first_column), width(columns) {
    begins = reinterpret_cast<std::int64_t*>(memory);
    factors = reinterpret_cast<C*>(begins + blockDim.x);
    sums = factors + blockDim.x;
    lengths = reinterpret_cast<int*>(sums + width);
    for (int k = int(threadIdx.x); k < width; k += int(blockDim.x)) sums[k] = zero<C>();
  }
  __device__ void add(std::int64_t row) const {
    const auto& a = arguments.pattern.a;
    const std::int64_t end = a.end(row);
    for (std::int64_t first = a.begin(row); first < end; first += blockDim.x) {
      take(first + threadIdx.x, end);
      __syncthreads();
      for (int j = 0; j < int(min(end - first, std::int64_t(blockDim.x))); j += together)
        add_rows_of_b(j);
    }
  }
  __device__ void add_d(std::int64_t row) const {
    const auto& d = arguments.pattern.d;
    const std::int64_t end = d.end(row);
    for (std::int64_t p = lower_bound(d, d.begin(row), end, Index(low)) + threadIdx.x;
         p < end && d.column(p) < low + width; p += blockDim.x)
      add_product(d.column(p), arguments.beta.get(), widen<C>(arguments.d_values[p]));
    __syncthreads();
  }

 private:
  /// Takes the thread's entry of A, where there is one.
  __device__ void take(std::int64_t k, std::int64_t end) const {
    const auto &a = arguments.pattern.a, &b = arguments.pattern.b;
    std::int64_t b_begin = 0, b_end = 0;
    if (k < end) {
      const std::int64_t inner = a.column(k);
      factors[threadIdx.x] = spgemm_value<C>(arguments.a_values[k], arguments.conjugate_a);
      b_begin = b.begin(inner);
      b_end = b.end(inner);
      if (width < arguments.pattern.num_cols)
        narrow_to(b, Index(low), Index(min(low + width, arguments.pattern.num_cols) - 1), b_begin,
                  b_end);
    }
    begins[threadIdx.x] = b_begin;
    lengths[threadIdx.x] = int(b_end - b_begin);
  }
  /// Adds the rows of B of the entries of A at hand, from number j on. Threads wait for one another
  /// after each row, so that every sum is in the order of A's row.
  __device__ void add_rows_of_b(int j) const {
    const auto& b = arguments.pattern.b;
    const int thread = int(threadIdx.x);
    C values[together];
    Index columns[together];
#pragma unroll
    for (int u = 0; u < together; ++u) {
      const std::int64_t p = begins[j + u] + thread;
      columns[u] = Index(-1);
      if (thread >= lengths[j + u]) continue;
      columns[u] = b.column(p);
      values[u] = spgemm_value<C>(arguments.b_values[p], arguments.conjugate_b);
    }
#pragma unroll
    for (int u = 0; u < together; ++u) {
      if (columns[u] >= 0) add_product(columns[u], factors[j + u], values[u]);
      for (int p = thread + int(blockDim.x); p < lengths[j + u]; p += int(blockDim.x))
        add_product(b.column(begins[j + u] + p), factors[j + u],
                    spgemm_value<C>(arguments.b_values[begins[j + u] + p], arguments.conjugate_b));
      __syncthreads();
    }
  }
  /// Columns outside the window are met too, where rows are not sorted.
  __device__ void add_product(Index column, const C& factor, const C& value) const {
    const auto place = std::uint64_t(column - low);
    if (place < std::uint64_t(width)) sums[place] = multiply_add(sums[place], factor, value);
  }
};

template <class Arguments>
__global__ void __launch_bounds__(256)
    add_dense_rows(const Arguments arguments, const int width, const int windows) {
  extern __shared__ __align__(16) unsigned char shared[];
  using Row = DenseRow<Arguments>;
  using C = typename Arguments::C;
  const auto& c = arguments.c;
  const std::int64_t row = blockIdx.x / unsigned(windows);
  const std::int64_t low = std::int64_t(blockIdx.x % unsigned(windows)) * width;
  const Row mine(arguments, low, width, shared);
  __syncthreads();
  const C alpha = arguments.alpha.get();
  if (!is_zero(alpha)) {
    mine.add(row);
    for (int k = int(threadIdx.x); k < width; k += int(blockDim.x))
      mine.sums[k] = multiply_add(zero<C>(), alpha, mine.sums[k]);
    __syncthreads();
  }
  const bool reads_d = arguments.d_values != nullptr && !is_zero(arguments.beta.get());
  if (reads_d && !arguments.d_like_c) mine.add_d(row);
  const std::int64_t end = c.end(row);
  for (std::int64_t e =
           lower_bound(c, c.begin(row), end, typename Arguments::Index(low)) + threadIdx.x;
       e < end && c.column(e) < low + width; e += blockDim.x)
    write_value(arguments, e, mine.sums[c.column(e) - low]);
}

template <class Arguments>
cudaError_t launch_dense_rows(const Arguments& arguments, cudaStream_t stream) {
  constexpr std::int64_t most_columns = 48 * 1024 / sizeof(typename Arguments::C);
  const std::int64_t cols = arguments.pattern.num_cols;
  const int windows = int((cols + most_columns - 1) / most_columns);
  const auto width = int((cols + windows - 1) / windows);
  const std::int64_t mean = arguments.b_entries / arguments.pattern.b.num_rows / windows;
  const int threads = mean <= 64 ? 64 : mean <= 128 ? 128 : 256;
  const std::size_t bytes = DenseRow<Arguments>::bytes(width, threads);
  const auto kernel = add_dense_rows<Arguments>;
  if (const cudaError_t error = allow_shared_memory(kernel, bytes); error != cudaSuccess)
    return error;
  kernel<<<unsigned(arguments.c.num_rows * windows), unsigned(threads), bytes, stream>>>(
      arguments, width, windows);
  return cudaGetLastError();
}

}  // namespace filigree::cuda
