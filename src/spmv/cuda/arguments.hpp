// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include "cuda/scalar.hpp"

/// The SpMV problem as tuned kernels take it: SpmvProblem and CompressedIndices without Kokkos. The
/// field names and meanings are theirs.

namespace filigree::cuda {

template <class C>
struct Scalar {
  C value;
  const C* pointer;

  __device__ C get() const { return pointer != nullptr ? *pointer : value; }
};

template <class A_, class X_, class Y_, class C_, class Offset_, class Index_>
struct SpmvArguments {
  using A = A_;
  using X = X_;
  using Y = Y_;
  using C = C_;
  using Offset = Offset_;
  using Index = Index_;

  std::int64_t num_rows;
  std::int64_t num_cols;
  std::int64_t nnz;
  const Offset* row_offsets;
  const Index* col_indices;
  const Offset* value_index;
  Index base;
  bool conjugate;
  const A* values;
  Scalar<C> alpha;
  const X* x;
  Scalar<C> beta;
  const Y* y;
  Y* z;
  const Y* dot_with;
  C* reductions;
  C* partials;  ///< 2 a thread block where reductions are asked for
};

/// alpha sum + beta y for one row, stored; returns what was stored.
template <class Arguments>
__device__ inline typename Arguments::Y store_row(const Arguments& arguments, std::int64_t row,
                                                  typename Arguments::C sum,
                                                  typename Arguments::C alpha,
                                                  typename Arguments::C beta) {
  using C = typename Arguments::C;
  using Y = typename Arguments::Y;
  // alpha = 0 keeps NaN and Inf of A and x out, beta = 0 those of y.
  C value = is_zero(alpha) ? zero<C>() : multiply_add(zero<C>(), alpha, sum);
  if (!is_zero(beta)) value = multiply_add(value, beta, widen<C>(arguments.y[row]));
  const Y stored = narrow<Y>(value);
  arguments.z[row] = stored;
  return stored;
}

/// A value of A as it takes part in the product.
template <class C, class A>
__device__ inline C widen_value(const A& stored, bool conjugated) {
  if constexpr (is_complex_v<A> && is_complex_v<C>)
    return conjugated ? conjugate(widen<C>(stored)) : widen<C>(stored);
  else
    return widen<C>(stored);
}

/// sum + value x, the value conjugated where asked for.
template <class C, class A, class X>
__device__ inline C accumulate(const C& sum, const A& value, const X& x, bool conjugated) {
  if constexpr (is_complex_v<A> && is_complex_v<C>)
    return multiply_add(sum, widen_value<C>(value, conjugated), x);
  else
    return multiply_add(sum, value, x);  // a real value on a complex x stays real
}

/// The sum over a warp, in its first lane.
template <class C>
__device__ inline C sum_warp(C sum) {
  for (int delta = 16; delta > 0; delta /= 2) sum = add(sum, shuffle_down(sum, delta, 32));
  return sum;
}

/// A thread's share of the two reductions.
template <class C>
struct Reduction {
  C dot = zero<C>();
  C norm = zero<C>();

  template <class Arguments>
  __device__ void include(const Arguments& arguments, std::int64_t row,
                          typename Arguments::Y stored) {
    const C value = widen<C>(stored);
    if (arguments.dot_with != nullptr)
      dot = multiply_add(dot, conjugate(widen<C>(arguments.dot_with[row])), value);
    norm = multiply_add(norm, conjugate(value), value);
  }
};

/// Adds the threads' shares in a fixed order and writes the block's two sums. \c shared holds 2 x
/// 32 entries; the block has at most 1024 threads, a multiple of 32.
template <class C>
__device__ inline void reduce_block(Reduction<C> mine, C* shared, C* sums) {
  for (int delta = 16; delta > 0; delta /= 2) {
    mine.dot = add(mine.dot, shuffle_down(mine.dot, delta, 32));
    mine.norm = add(mine.norm, shuffle_down(mine.norm, delta, 32));
  }
  const int warp = threadIdx.x / 32;
  if (threadIdx.x % 32 == 0) {
    shared[2 * warp] = mine.dot;
    shared[2 * warp + 1] = mine.norm;
  }
  __syncthreads();
  if (threadIdx.x < 2) {
    C sum = zero<C>();
    for (int w = 0; w < int(blockDim.x) / 32; ++w) sum = add(sum, shared[2 * w + int(threadIdx.x)]);
    sums[threadIdx.x] = sum;
  }
}

/// Adds up \c count pairs of partials in a fixed order: result[0] and result[1]. One thread block.
template <class C>
__global__ void __launch_bounds__(1024)
    sum_partials_kernel(const C* partials, std::int64_t count, C* result) {
  __shared__ C shared[64];
  Reduction<C> mine;
  for (std::int64_t i = threadIdx.x; i < count; i += blockDim.x) {
    mine.dot = add(mine.dot, partials[2 * i]);
    mine.norm = add(mine.norm, partials[2 * i + 1]);
  }
  reduce_block(mine, shared, result);
}

}  // namespace filigree::cuda
