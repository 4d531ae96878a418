// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "sddmm/select.hpp"

/// Which products the Tensor-Core kernel of Bsr takes: pure functions of their sizes.

namespace filigree::cuda {

/// What the entries of a dense matrix that are contiguous run along.
enum class DenseLines {
  none,     ///< the copy engine cannot read the matrix
  along_k,  ///< rows of rows x inner
  along_rows
};

/// Lines of a rows x inner matrix of 16-bit entries at a multiple of 16 bytes: they have
/// to be multiples of 16 bytes apart, and apart from each other.
inline DenseLines bsr_sddmm_lines(std::int64_t rows, std::int64_t inner, std::int64_t row_stride,
                                  std::int64_t col_stride) {
  const auto runs = [](std::int64_t length, std::int64_t step, std::int64_t lines,
                       std::int64_t apart) {
    return (step == 1 || length <= 1) && (lines <= 1 || (apart % 8 == 0 && apart >= length));
  };
  if (runs(inner, col_stride, rows, row_stride)) return DenseLines::along_k;
  return runs(rows, row_stride, inner, col_stride) ? DenseLines::along_rows : DenseLines::none;
}

/// Square blocks of 16 to 128 rows, of dense matrices of 16-bit entries that the copy engine can
/// read. Sizes are its coordinates, of 32 bits.
inline bool bsr_sddmm_takes(const filigree::detail::SddmmInput& input) {
  constexpr std::int64_t most = INT32_MAX - 128;
  const std::int64_t size = input.block_rows;
  const bool has_size = size == 16 || size == 32 || size == 64 || size == 128;
  const auto has_lines = [&](std::int64_t rows, std::int64_t row_stride, std::int64_t col_stride) {
    return rows <= most &&
           bsr_sddmm_lines(rows, input.inner, row_stride, col_stride) != DenseLines::none;
  };
  return input.is_blocked && input.compute_capability == 90 && has_size &&
         input.block_cols == size && input.inner >= 1 && input.inner <= most &&
         input.dense_is_aligned &&
         has_lines(input.num_rows, input.left_stride, input.left_col_stride) &&
         has_lines(input.num_cols, input.right_stride, input.right_col_stride);
}

}  // namespace filigree::cuda
