// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cuda/scalar.hpp"
#include "spgemm/cuda/arguments.hpp"
#include "spgemm/cuda/table.cuh"

/// Values of rows of C with few entries where rows of B are so short that a thread does as well as
/// a group. Products with runs leave such rows to groups of 8.

namespace filigree::cuda {

/// Threads of a block whose threads have a row each.
constexpr int value_threads = 64;

/// Sums and columns of a thread's row, in shared memory, where entries of neighbouring threads lie
/// side by side. C's row, a row of B and D's are sorted: a column is looked for from where the one
/// before it was found.
template <class Arguments>
struct ThreadRow {
  using C = typename Arguments::C;
  using Index = typename Arguments::Index;

  const Arguments& arguments;
  std::int64_t begin;  ///< of C's row
  int count;
  C* sums;
  Index* columns;

  __device__ void clear() const {
    for (int k = 0; k < count; ++k) {
      sums[k * value_threads] = zero<C>();
      columns[k * value_threads] = arguments.c.column(begin + k);
    }
  }
  template <class Value>
  __device__ void add(const SpgemmRows<Index>& rows, const SpgemmSpan& range, const C& factor,
                      const Value& value) const {
    constexpr int together = 4;                    // loads that are under way at once
    const int last = (count - 1) * value_threads;  // also where rows are not sorted as they should
    int at = 0;
    for (std::int64_t p = range.begin; p < range.end; p += together) {
      Index columns_of[together];
      C values[together];
#pragma unroll
      for (int u = 0; u < together; ++u) {
        const std::int64_t k = min(p + u, range.end - 1);
        columns_of[u] = rows.column(k);
        values[u] = value(k);
      }
#pragma unroll
      for (int u = 0; u < together; ++u) {
        if (p + u >= range.end) break;
        while (at < last && columns[at] != columns_of[u]) at += value_threads;
        sums[at] = multiply_add(sums[at], factor, values[u]);
      }
    }
  }
  /// Adds the products of a row of A. What an entry names is looked up while the one before it is
  /// added.
  __device__ void add_products(std::int64_t row) const {
    const auto& pattern = arguments.pattern;
    const std::int64_t end = pattern.a.end(row);
    const auto factor = [&](std::int64_t k) {
      return k < end ? spgemm_value<C>(arguments.a_values[k], arguments.conjugate_a) : zero<C>();
    };
    std::int64_t k = pattern.a.begin(row);
    SpgemmSpan next = pattern.b_row(k, end);
    C next_factor = factor(k);
    while (k < end) {
      const SpgemmSpan mine = next;
      const C my_factor = next_factor;
      next = pattern.b_row(++k, end);
      next_factor = factor(k);
      add(pattern.b, mine, my_factor, [&](std::int64_t p) {
        return spgemm_value<C>(arguments.b_values[p], arguments.conjugate_b);
      });
    }
  }
};

template <class Arguments>
__global__ void __launch_bounds__(value_threads) add_thread_rows(const Arguments arguments) {
  using C = typename Arguments::C;
  constexpr int entries = SpgemmShare::group_entries(8) * value_threads;
  __shared__ __align__(16) unsigned char sums[entries * sizeof(C)];
  __shared__ typename Arguments::Index columns[entries];
  const std::int64_t row = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const auto& d = arguments.pattern.d;
  if (row >= arguments.c.num_rows || arguments.shares[row] != SpgemmShare::group) return;
  const std::int64_t begin = arguments.c.begin(row), length = arguments.c.end(row) - begin;
  const ThreadRow<Arguments> mine{arguments, begin, int(length),
                                  reinterpret_cast<C*>(sums) + threadIdx.x, columns + threadIdx.x};
  mine.clear();
  const C alpha = arguments.alpha.get(), beta = arguments.beta.get();
  if (!is_zero(alpha)) {
    mine.add_products(row);
    for (int k = 0; k < mine.count; ++k)
      mine.sums[k * value_threads] = multiply_add(zero<C>(), alpha, mine.sums[k * value_threads]);
  }
  const bool reads_d = arguments.d_values != nullptr && !is_zero(beta);
  if (reads_d && !arguments.d_like_c)
    mine.add(d, {d.begin(row), d.end(row)}, beta,
             [&](std::int64_t p) { return widen<C>(arguments.d_values[p]); });
  for (int k = 0; k < mine.count; ++k)
    write_value(arguments, begin + k, mine.sums[k * value_threads]);
}

template <class Arguments>
cudaError_t launch_thread_rows(const Arguments& arguments, cudaStream_t stream) {
  const std::int64_t rows = arguments.c.num_rows;
  add_thread_rows<<<unsigned((rows + value_threads - 1) / value_threads), value_threads, 0,
                    stream>>>(arguments);
  return cudaGetLastError();
}

}  // namespace filigree::cuda
