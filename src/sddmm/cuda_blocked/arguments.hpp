// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "sddmm/cuda/arguments.hpp"

/// The problem C = alpha (op(A) op(B)) o spy(C) + beta C, with C in square blocks, as the
/// Tensor-Core kernel takes it. The field names and meanings are those of SddmmProblem.

namespace filigree::cuda {

/// The block rows of C.
struct BsrSddmmRows {
  std::int64_t num_rows = 0;          ///< block rows
  const void* row_offsets = nullptr;  ///< num_rows + 1, counted from `base`
  bool wide_offsets = false;          ///< int64, else int32
  const void* col_indices = nullptr;  ///< of blocks, counted from `base`, in any order
  bool wide_indices = false;
  std::int64_t base = 0;

  /// The first block of a block row, from 0.
  __device__ std::int64_t begin(std::int64_t row) const {
    return (wide_offsets ? static_cast<const std::int64_t*>(row_offsets)[row]
                         : std::int64_t(static_cast<const std::int32_t*>(row_offsets)[row])) -
           base;
  }
  /// The block column of a block, from 0.
  __device__ int col(std::int64_t block) const {
    return int((wide_indices ? static_cast<const std::int64_t*>(col_indices)[block]
                             : std::int64_t(static_cast<const std::int32_t*>(col_indices)[block])) -
               base);
  }
};

struct BsrSddmmArguments {
  std::int64_t num_rows = 0;  ///< of C
  std::int64_t num_cols = 0;
  std::int64_t inner = 0;
  int block_size = 0;
  bool blocks_are_row_major = true;
  std::int64_t num_blocks = 0;
  BsrSddmmRows rows;

  StridedMatrix<const void> left;   ///< num_rows x inner
  StridedMatrix<const void> right;  ///< num_cols x inner

  Scalar<float> alpha{};  ///< where it is 0 nothing of left and right reaches the result
  Scalar<float> beta{};   ///< where it is 0 nothing of C reaches the result
  void* values = nullptr;
  std::int64_t values_stride = 0;  ///< from a matrix of the batch to the next
  std::int64_t batches = 1;
};

}  // namespace filigree::cuda
