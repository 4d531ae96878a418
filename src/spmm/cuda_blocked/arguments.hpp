// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <type_traits>

#include <filigree/core/half.hpp>

#include "cuda/tf32.hpp"
#include "spmv/cuda/arguments.hpp"

namespace filigree::cuda {

/// A B with A Blocked-ELL or Bsr, m x k, and B dense, k x n, and the place of the result, C, as the
/// Tensor-Core kernels take it. Of Blocked-ELL `values` is row-major, m x ell_cols; block slot j of
/// block row I stands for block column col_indices[I * blocks_per_row() + j] - index_base, a
/// negative index for an empty block. Of Bsr, whose blocks are square and row-major, slot j of
/// block row I is block row_offsets[I] - index_base + j of num_blocks, and `values` has the rows of
/// the blocks below each other: it is row-major, num_blocks block_size x block_size. A dense matrix
/// has entry (i, j) at data[i ld + j] where it is row-major, at data[i + j ld] where it is not.
struct BlockedEllArguments {
  std::int64_t m = 0;
  std::int64_t n = 0;
  std::int64_t k = 0;
  int scalar_bytes = 2;  ///< of an entry of A and B
  std::int64_t block_size = 0;
  std::int64_t ell_cols = 0;  ///< of Blocked-ELL

  bool is_bsr = false;
  std::int64_t num_blocks = 0;         ///< of Bsr, and so on
  std::int64_t longest_block_row = 0;  ///< in blocks
  const void* row_offsets = nullptr;
  bool wide_offsets = false;  ///< 64-bit ones

  const void* col_indices = nullptr;
  bool wide_indices = false;  ///< 64-bit ones
  std::int64_t index_base = 0;
  const void* values = nullptr;

  const void* b = nullptr;
  std::int64_t b_ld = 0;
  bool b_row_major = true;
  void* c = nullptr;
  std::int64_t c_ld = 0;
  bool c_row_major = true;

  /// Slots of a block row, at most.
  std::int64_t blocks_per_row() const {
    return is_bsr ? longest_block_row : (ell_cols + block_size - 1) / block_size;
  }
  /// Slots of all block rows.
  std::int64_t slots() const { return is_bsr ? num_blocks : block_rows() * blocks_per_row(); }
  std::int64_t values_rows() const { return is_bsr ? num_blocks * block_size : m; }
  std::int64_t values_cols() const { return is_bsr ? block_size : ell_cols; }
  std::int64_t block_rows() const { return (m + block_size - 1) / block_size; }
  std::int64_t block_cols() const { return (k + block_size - 1) / block_size; }
};

/// What sums of products of In are kept in.
template <class In>
using blocked_ell_sum_t =
    std::conditional_t<sizeof(In) == 8, double,
                       std::conditional_t<std::is_same_v<In, std::int8_t>, std::int32_t, float>>;

/// C = alpha A B + beta C.
template <class Sum>
struct BlockedEllFactors {
  Scalar<Sum> alpha{1, nullptr};  ///< where it is 0 nothing of A and B reaches the result
  Scalar<Sum> beta{0, nullptr};   ///< where it is 0 nothing of C reaches the result
};

}  // namespace filigree::cuda
