// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "spmv/cuda/diagonals.hpp"

/// SpMV on Dia and Hdia: no index but one a diagonal, which all threads of a warp read together.
/// Both the values and x coalesce; x comes from memory once, and from the caches after that.

namespace filigree::cuda {

inline constexpr int diagonal_threads = 128;

/// A thread takes Rows neighbouring rows of a hack, Unroll diagonals at a time.
template <int Rows, int Unroll, class Arguments, class Index>
__global__ void __launch_bounds__(diagonal_threads)
    diagonal_kernel(const Arguments arguments, const Diagonals<Index> diagonals) {
  using A = typename Arguments::A;
  using X = typename Arguments::X;
  using C = typename Arguments::C;
  const std::int64_t row = (std::int64_t(blockIdx.x) * diagonal_threads + threadIdx.x) * Rows;
  if (row >= arguments.num_rows) return;
  const std::int64_t size = diagonals.hack_size;
  std::int64_t begin = 0, end = diagonals.num_diagonals, in_hack = row;
  if (!diagonals.hack_offsets.is_null()) {
    const std::int64_t hack = fast_quotient(row, size);
    begin = diagonals.hack_offsets[hack];
    end = diagonals.hack_offsets[hack + 1];
    in_hack = row - hack * size;
  }
  const A* values = arguments.values + begin * size + in_hack;
  const Index* offsets = diagonals.diagonal_offsets + begin;
  C sums[Rows];
#pragma unroll
  for (int r = 0; r < Rows; ++r) sums[r] = zero<C>();
  for (int left = int(end - begin); left > 0; left -= Unroll, offsets += Unroll) {
    // The offsets first: x waits for them, and they come from the L1 cache.
    Index offset[Unroll];
    Pack<A, Rows> value[Unroll];
    X gathered[Unroll][Rows];
#pragma unroll
    for (int i = 0; i < Unroll; ++i) {
      offset[i] = 0;
      if (i < left) offset[i] = __ldg(offsets + i);
    }
#pragma unroll
    for (int i = 0; i < Unroll; ++i) {
      value[i] = Pack<A, Rows>{};
      if (i < left) value[i] = stream_load(reinterpret_cast<const Pack<A, Rows>*>(values));
      values += size;
    }
#pragma unroll
    for (int i = 0; i < Unroll; ++i) {
      const std::int64_t col = row + offset[i];
#pragma unroll
      for (int r = 0; r < Rows; ++r) {
        gathered[i][r] = X{};
        if (i < left && std::uint64_t(col + r) < std::uint64_t(arguments.num_cols))
          gathered[i][r] = arguments.x[col + r];
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
#pragma unroll
  for (int r = 0; r < Rows; ++r)
    if (row + r < arguments.num_rows)
      store_row(arguments, row + r, sums[r], arguments.alpha.get(), arguments.beta.get());
}

}  // namespace filigree::cuda
