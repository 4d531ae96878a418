// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spmv/cuda/diagonals.cuh"

#include "spmv/cuda/format_instances.hpp"
#include "spmv/cuda/unroll.hpp"

namespace filigree::cuda {

namespace {

template <int Rows, class Arguments, class Index>
void launch_diagonal_rows(const Arguments& arguments, const Diagonals<Index>& diagonals,
                          cudaStream_t stream) {
  constexpr std::int64_t rows = Rows * diagonal_threads;
  const auto blocks = unsigned((arguments.num_rows + rows - 1) / rows);
  with_unroll<2, 4, 5>(diagonals.mean_diagonals, 1, [&]<int Unroll>() {
    diagonal_kernel<Rows, Unroll><<<blocks, diagonal_threads, 0, stream>>>(arguments, diagonals);
  });
}

}  // namespace

template <class Arguments, class Index>
cudaError_t launch_diagonals(const Arguments& arguments, const Diagonals<Index>& diagonals,
                             cudaStream_t stream) {
  using A = typename Arguments::A;
  if (arguments.num_rows == 0) return cudaSuccess;
  const bool is_hacked = !diagonals.hack_offsets.is_null();
  // Two rows share the steps before the first load: the more there are, the more it pays.
  constexpr int pair = sizeof(A) <= 8 ? 2 : 1;
  const bool pairs = (sizeof(A) <= 4 || is_hacked) && diagonals.hack_size % pair == 0 &&
                     is_aligned(arguments.values, pair * sizeof(A));
  if (pairs)
    launch_diagonal_rows<pair>(arguments, diagonals, stream);
  else
    launch_diagonal_rows<1>(arguments, diagonals, stream);
  return cudaGetLastError();
}

#define FILIGREE_FORMAT_LAUNCH(A, X, Y, C, Index)                           \
  template cudaError_t launch_diagonals(const FormatArguments<A, X, Y, C>&, \
                                        const Diagonals<Index>&, cudaStream_t);
FILIGREE_SPMV_SINGLE
FILIGREE_SPMV_DOUBLE
FILIGREE_SPMV_COMPLEX
FILIGREE_SPMV_16BIT

}  // namespace filigree::cuda
