// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include "cuda/offset_array.hpp"
#include "spmv/cuda/arguments.hpp"

/// The problem C = alpha op(A) op(B) + beta C as tuned kernels take it: op(A) as rows of column
/// indices that a kernel gathers by, op(B) as a k x n matrix in either layout.

namespace filigree::cuda {

/// Matrices of a batch that one launch takes: what a grid's third dimension has room for.
inline constexpr std::int64_t max_batches = 65'535;

/// A dense matrix in device memory: entry (i, j) lies at data[i ld + j] where it is row-major, at
/// data[i + j ld] where it is not.
template <class T>
struct DenseMatrix {
  T* data = nullptr;
  std::int64_t ld = 0;
  bool row_major = true;
  std::int64_t batch_stride = 0;  ///< entries from one matrix of a batch to the next; 0: the same

  /// Entry (row, column) of a matrix of the batch.
  __device__ T* at(std::int64_t batch, std::int64_t row, std::int64_t column) const {
    return data + batch * batch_stride + (row_major ? row * ld + column : row + column * ld);
  }
};

/// \tparam A_ scalar of A and B, \tparam Y_ scalar of C, \tparam C_ of sums, alpha and beta,
/// \tparam Index_ of columns.
template <class A_, class Y_, class C_, class Index_>
struct SpmmArguments {
  using A = A_;
  using Y = Y_;
  using C = C_;
  using Index = Index_;

  std::int64_t num_rows = 0;  ///< of op(A) and C
  std::int64_t num_cols = 0;  ///< of op(A), rows of op(B)
  std::int64_t n = 0;         ///< columns of op(B) and C
  std::int64_t nnz = 0;       ///< of one matrix of a batch

  OffsetArray row_offsets;             ///< num_rows + 1, counted from `base`
  const Index* col_indices = nullptr;  ///< nnz, counted from `base`, in any order
  /// Where entry k's value lies: p >= 0 names values[p], p < 0 the conjugate of values[~p]; no data
  /// where it is values[k].
  OffsetArray value_index;
  Index base = 0;
  const A* values = nullptr;
  bool conjugate_a = false;
  bool conjugate_b = false;

  Scalar<C> alpha{};  ///< where it is 0 nothing of A and B reaches the result
  Scalar<C> beta{};   ///< where it is 0 nothing of C reaches the result
  DenseMatrix<const A> b;
  DenseMatrix<Y> c;

  std::int64_t batches = 1;        ///< at most max_batches
  std::int64_t offset_stride = 0;  ///< of row_offsets from one matrix to the next; 0: the same
  std::int64_t column_stride = 0;  ///< of col_indices and value_index
  std::int64_t value_stride = 0;   ///< of values
};

/// alpha sum + beta old, as it is stored.
template <class Y, class C>
__device__ inline Y scaled(const C& sum, const C& alpha, const C& beta, const Y* old) {
  C value = is_zero(alpha) ? zero<C>() : multiply_add(zero<C>(), alpha, sum);
  if (!is_zero(beta)) value = multiply_add(value, beta, widen<C>(*old));
  return narrow<Y>(value);
}

/// An entry of B as it takes part in the product.
template <class A>
__device__ inline A conjugate_if(const A& stored, bool conjugated) {
  if constexpr (is_complex_v<A>) return conjugated ? conjugate(stored) : stored;
  return stored;
}

/// The value of entry k of a pattern, conjugated where value_index says so.
template <class Arguments>
__device__ inline typename Arguments::A entry_value(const Arguments& arguments, std::int64_t batch,
                                                    std::int64_t k) {
  const auto* const values = arguments.values + batch * arguments.value_stride;
  if (arguments.value_index.is_null()) return values[k];
  const std::int64_t place = arguments.value_index.from(batch * arguments.column_stride)[k];
  return conjugate_if(values[place < 0 ? ~place : place], place < 0);
}

}  // namespace filigree::cuda
