// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include <filigree/detail/check_operands.hpp>
#include <filigree/detail/spmm_arguments.hpp>
#include <runtime/operands.hpp>

/// From dense operands to what compiled operations take.

namespace filigree::runtime {

inline detail::DenseShape shape_of(const DenseOperand& matrix) {
  detail::DenseShape shape;
  shape.rows = matrix.num_rows;
  shape.cols = matrix.num_cols;
  shape.strides[1] = matrix.row_stride();
  shape.strides[2] = matrix.col_stride();
  shape.data = matrix.values;
  shape.scalar_bytes = size_of(matrix.scalar);
  if (matrix.num_rows > 0 && matrix.num_cols > 0)
    shape.span_bytes = std::size_t((matrix.num_rows - 1) * shape.strides[1] +
                                   (matrix.num_cols - 1) * shape.strides[2] + 1) *
                       shape.scalar_bytes;
  return shape;
}

inline detail::ResultMemory memory_of(std::string_view argument, const DenseOperand& matrix) {
  return {argument, matrix.values, shape_of(matrix).span_bytes};
}

inline detail::ResultMemory memory_of(std::string_view argument, const VectorOperand& vector) {
  return {argument, vector.values, std::size_t(vector.size) * size_of(vector.scalar)};
}

/// A matrix of one column.
inline DenseOperand as_matrix(const VectorOperand& vector) {
  return {
      vector.scalar, Layout::column_major, vector.size, 1, std::max<std::int64_t>(vector.size, 1),
      vector.values};
}

}  // namespace filigree::runtime
