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
  __device__ void add(const SpgemmRows<Index>& rows, std::int64_t first, std::int64_t last,
                      const C& factor, const Value& value) const {
    int at = 0;
    for (std::int64_t p = first; p < last; ++p) {
      const Index column = rows.column(p);
      const C mine = value(p);
      while (columns[at] != column) at += value_threads;
      sums[at] = multiply_add(sums[at], factor, mine);
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
  const auto &a = arguments.pattern.a, &b = arguments.pattern.b, &d = arguments.pattern.d;
  if (row >= arguments.c.num_rows) return;
  const std::int64_t begin = arguments.c.begin(row), length = arguments.c.end(row) - begin;
  if (length == 0 || SpgemmShare::kind(length, arguments.runs.lanes) != SpgemmShare::group ||
      arguments.runs.take(row, length))
    return;
  const ThreadRow<Arguments> mine{arguments, begin, int(length),
                                  reinterpret_cast<C*>(sums) + threadIdx.x, columns + threadIdx.x};
  mine.clear();
  const C alpha = arguments.alpha.get(), beta = arguments.beta.get();
  if (!is_zero(alpha)) {
    for (std::int64_t k = a.begin(row); k < a.end(row); ++k) {
      const std::int64_t inner = a.column(k);
      mine.add(b, b.begin(inner), b.end(inner),
               spgemm_value<C>(arguments.a_values[k], arguments.conjugate_a), [&](std::int64_t p) {
                 return spgemm_value<C>(arguments.b_values[p], arguments.conjugate_b);
               });
    }
    for (int k = 0; k < mine.count; ++k)
      mine.sums[k * value_threads] = multiply_add(zero<C>(), alpha, mine.sums[k * value_threads]);
  }
  const bool reads_d = arguments.d_values != nullptr && !is_zero(beta);
  if (reads_d && !arguments.d_like_c)
    mine.add(d, d.begin(row), d.end(row), beta,
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
