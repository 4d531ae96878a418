// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "spmv/cuda/arguments.hpp"

/// The problem C = alpha (op(A) op(B)) o spy(C) + beta C as tuned kernels take it: entry (i, j) of
/// C gets the sum over k of left(i, k) right(j, k). The field names and meanings are those of
/// SddmmProblem.

namespace filigree::cuda {

/// A dense matrix, or a batch of them: entry (i, k) of matrix b lies at
/// data[b batch_stride + i row_stride + k col_stride].
template <class T>
struct StridedMatrix {
  T* data = nullptr;
  std::int64_t row_stride = 0;
  std::int64_t col_stride = 1;
  std::int64_t batch_stride = 0;
};

/// \tparam A_ scalar of the dense matrices, \tparam Y_ scalar of C, \tparam C_ of sums, alpha and
/// beta, \tparam Index_ of columns.
template <class A_, class Y_, class C_, class Index_>
struct SddmmArguments {
  using A = A_;
  using Y = Y_;
  using C = C_;
  using Index = Index_;
  static constexpr bool knows_hot_columns = false;

  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::int64_t nnz = 0;                ///< of a matrix of a batch
  const void* row_offsets = nullptr;   ///< num_rows + 1, counted from `base`
  bool offsets_are_64bit = false;      ///< read so rarely that it need not be a type of the kernel
  const Index* col_indices = nullptr;  ///< nnz, counted from `base`, in any order
  Index base = 0;

  StridedMatrix<const A> left;   ///< num_rows x inner
  StridedMatrix<const A> right;  ///< num_cols x inner
  bool conjugate_left = false;
  bool conjugate_right = false;
  std::int64_t inner = 0;

  Scalar<C> alpha{};  ///< where it is 0 nothing of left and right reaches the result
  Scalar<C> beta{};   ///< where it is 0 nothing of C reaches the result
  Y* values = nullptr;
  std::int64_t values_stride = 0;  ///< from a matrix of the batch to the next
  std::int64_t batches = 1;

  /// The first entry of a row, from 0.
  __device__ std::int64_t begin(std::int64_t row) const {
    const std::int64_t stored =
        offsets_are_64bit ? static_cast<const std::int64_t*>(row_offsets)[row]
                          : std::int64_t(static_cast<const std::int32_t*>(row_offsets)[row]);
    return stored - base;
  }
};

/// Arguments of a product whose most frequent columns are known. A type of its own, so that the
/// other kernels have neither the argument nor the code.
template <class Arguments>
struct WithHotColumns : Arguments {
  static constexpr bool knows_hot_columns = true;

  const std::uint32_t* hot_columns = nullptr;  ///< bit c % 32 of word c / 32: column c, from 0, is

  __device__ bool is_hot(typename Arguments::Index column) const {
    return (hot_columns[column / 32] >> (column % 32) & 1u) != 0;
  }
};

}  // namespace filigree::cuda
