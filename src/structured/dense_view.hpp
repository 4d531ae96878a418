// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <filigree/core/macros.hpp>

namespace filigree::structured {

/// A dense matrix in any order: entry (r, c) is data[r * row_stride + c * col_stride].
template <class T>
struct DenseView {
  T* data;
  std::int64_t rows;
  std::int64_t cols;
  std::int64_t row_stride;
  std::int64_t col_stride;

  FILIGREE_FUNCTION T& operator()(std::int64_t row, std::int64_t col) const {
    return data[row * row_stride + col * col_stride];
  }
};

}  // namespace filigree::structured
