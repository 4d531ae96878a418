// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spmm/select.hpp>

namespace filigree::detail {

DenseLayout dense_layout(std::int64_t row_stride, std::int64_t col_stride) {
  if (col_stride == 1) return DenseLayout::row_major;
  return row_stride == 1 ? DenseLayout::column_major : DenseLayout::strided;
}

}  // namespace filigree::detail
