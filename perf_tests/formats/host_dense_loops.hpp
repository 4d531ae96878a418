// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>

#include "host_loops.hpp"

/// C = A B as a user writes it for a format of his own: host_loops.hpp for row-major B and C with
/// `n` columns.

namespace perf::loops {

/// Pointers and sizes of B and C.
template <class T>
struct DensePair {
  const T* B;
  T* C;
  std::int64_t n;

  void clear(std::int64_t row) const { std::fill_n(C + row * n, n, T(0)); }
  /// Row `row` of C += value * row `col` of B.
  void add(std::int64_t row, T value, std::int64_t col) const {
    const T* const b = B + col * n;
    T* const c = C + row * n;
    for (std::int64_t j = 0; j < n; ++j) c[j] += value * b[j];
  }
};

template <class S, class I, class O, class M>
void multiply(const filigree::CsrMatrix<S, I, O, M>& A, const DensePair<S>& dense) {
  const auto* const offsets = A.row_offsets().data();
  const auto* const cols = A.col_indices().data();
  const auto* const values = A.values().data();
  share(A.num_rows(), [=](std::int64_t row) {
    dense.clear(row);
    for (auto k = offsets[row]; k < offsets[row + 1]; ++k) dense.add(row, values[k], cols[k]);
  });
}

template <class S, class I, class O, class M>
void multiply_transposed(const filigree::CsrMatrix<S, I, O, M>& A, const DensePair<S>& dense) {
  const auto* const offsets = A.row_offsets().data();
  const auto* const cols = A.col_indices().data();
  const auto* const values = A.values().data();
  for (std::int64_t col = 0; col < A.num_cols(); ++col) dense.clear(col);
  for (std::int64_t row = 0; row < A.num_rows(); ++row)
    for (auto k = offsets[row]; k < offsets[row + 1]; ++k) dense.add(cols[k], values[k], row);
}

template <class S, class I, class M>
void add_product(const filigree::CooMatrix<S, I, M>& A, const DensePair<S>& dense) {
  const auto* const rows = A.row_indices().data();
  const auto* const cols = A.col_indices().data();
  const auto* const values = A.values().data();
  for (std::int64_t k = 0; k < A.nnz(); ++k) dense.add(rows[k], values[k], cols[k]);
}

template <class S, class I, class M>
void multiply(const filigree::CooMatrix<S, I, M>& A, const DensePair<S>& dense) {
  for (std::int64_t row = 0; row < A.num_rows(); ++row) dense.clear(row);
  add_product(A, dense);
}

template <class S, class I, class M>
void multiply(const filigree::EllMatrix<S, I, M>& A, const DensePair<S>& dense) {
  const auto* const cols = A.col_indices().data();
  const auto* const values = A.values().data();
  const std::int64_t width = A.ell_width(), stride = A.row_stride();
  share(A.num_rows(), [=](std::int64_t row) {
    dense.clear(row);
    for (std::int64_t k = row; k < row + width * stride; k += stride)
      if (cols[k] >= 0) dense.add(row, values[k], cols[k]);
  });
}

template <class S, class I, class O, class M>
void multiply(const filigree::SellMatrix<S, I, O, M>& A, const DensePair<S>& dense) {
  const auto* const offsets = A.slice_offsets().data();
  const auto* const cols = A.col_indices().data();
  const auto* const values = A.values().data();
  const auto* const order = A.is_permuted() ? A.row_permutation().data() : nullptr;
  const std::int64_t size = A.slice_size();
  share(A.num_rows(), [=](std::int64_t k) {
    const std::int64_t row = order == nullptr ? k : order[k], slice = k / size;
    dense.clear(row);
    for (std::int64_t at = offsets[slice] + k % size; at < offsets[slice + 1]; at += size)
      if (cols[at] >= 0) dense.add(row, values[at], cols[at]);
  });
}

template <class S, class I, class O, class M>
void multiply(const filigree::BsrMatrix<S, I, O, M>& A, const DensePair<S>& dense) {
  const auto* const offsets = A.row_offsets().data();
  const auto* const cols = A.col_indices().data();
  const auto* const values = A.values().data();
  const std::int64_t b = A.block().rows, num_rows = A.num_rows(), num_cols = A.num_cols();
  share((num_rows + b - 1) / b, [=](std::int64_t block_row) {
    const std::int64_t first = block_row * b, height = std::min(b, num_rows - first);
    for (std::int64_t i = 0; i < height; ++i) dense.clear(first + i);
    for (auto k = offsets[block_row]; k < offsets[block_row + 1]; ++k)
      for (std::int64_t i = 0; i < height; ++i)
        for (std::int64_t j = 0; j < b && cols[k] * b + j < num_cols; ++j)
          dense.add(first + i, values[(k * b + i) * b + j], cols[k] * b + j);
  });
}

template <class S, class I, class M>
void multiply(const filigree::BlockedEllMatrix<S, I, M>& A, const DensePair<S>& dense) {
  const auto* const cols = A.col_indices().data();
  const auto* const values = A.values().data();
  const std::int64_t b = A.block_size(), width = A.ell_cols(), num_cols = A.num_cols();
  share(A.num_rows(), [=](std::int64_t row) {
    dense.clear(row);
    for (std::int64_t k = 0; k * b < width; ++k) {
      const std::int64_t col = cols[row / b * ((width + b - 1) / b) + k];
      for (std::int64_t j = 0; col >= 0 && j < b && k * b + j < width && col * b + j < num_cols;
           ++j)
        dense.add(row, values[row * width + k * b + j], col * b + j);
    }
  });
}

/// Diagonal by diagonal, some rows at a time.
template <class S, class I, class M>
void multiply(const filigree::DiaMatrix<S, I, M>& A, const DensePair<S>& dense) {
  constexpr std::int64_t chunk = 256;
  const auto* const diagonals = A.diagonal_offsets().data();
  const auto* const values = A.values().data();
  const std::int64_t count = A.num_diagonals(), stride = A.row_stride();
  const std::int64_t rows = A.num_rows(), cols = A.num_cols();
  share((rows + chunk - 1) / chunk, [=](std::int64_t part) {
    const std::int64_t first = part * chunk, last = std::min(rows, first + chunk);
    for (std::int64_t row = first; row < last; ++row) dense.clear(row);
    for (std::int64_t d = 0; d < count; ++d) {
      const std::int64_t shift = diagonals[d], end = std::min(last, cols - shift);
      for (std::int64_t row = std::max(first, -shift); row < end; ++row)
        dense.add(row, values[d * stride + row], row + shift);
    }
  });
}

template <class S, class I, class O, class M>
void multiply(const filigree::HdiaMatrix<S, I, O, M>& A, const DensePair<S>& dense) {
  const auto* const offsets = A.hack_offsets().data();
  const auto* const diagonals = A.diagonal_offsets().data();
  const auto* const values = A.values().data();
  const std::int64_t size = A.hack_size(), rows = A.num_rows(), cols = A.num_cols();
  share((rows + size - 1) / size, [=](std::int64_t hack) {
    const std::int64_t first = hack * size, last = std::min(rows, first + size);
    for (std::int64_t row = first; row < last; ++row) dense.clear(row);
    for (std::int64_t d = offsets[hack]; d < offsets[hack + 1]; ++d) {
      const std::int64_t shift = diagonals[d], end = std::min(last, cols - shift);
      for (std::int64_t row = std::max(first, -shift); row < end; ++row)
        dense.add(row, values[d * size + row - first], row + shift);
    }
  });
}

template <class S, class I, class M>
void multiply(const filigree::HybMatrix<S, I, M>& A, const DensePair<S>& dense) {
  multiply(A.ell(), dense);
  add_product(A.coo(), dense);
}

}  // namespace perf::loops
