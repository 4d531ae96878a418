// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <filigree/format/blocked_ell.hpp>
#include <filigree/format/bsr.hpp>
#include <filigree/format/coo.hpp>
#include <filigree/format/csc.hpp>
#include <filigree/format/csr.hpp>
#include <filigree/format/dia.hpp>
#include <filigree/format/ell.hpp>
#include <filigree/format/hdia.hpp>
#include <filigree/format/hyb.hpp>
#include <filigree/format/sell.hpp>

/// y = A x as a user writes it for a format of his own: the loops that the host benchmark measures
/// against, on all threads where rows can be shared out. Index base 0; results that are scattered
/// by one thread.

namespace perf::loops {

/// Calls body(i) for all i on the threads of OpenMP.
template <class Body>
void share(std::int64_t count, const Body& body) {
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < count; ++i) body(i);
}

template <class S, class I, class O, class M, class T>
void multiply(const filigree::CsrMatrix<S, I, O, M>& A, const T* x, T* y) {
  const auto* const offsets = A.row_offsets().data();
  const auto* const cols = A.col_indices().data();
  const auto* const values = A.values().data();
  share(A.num_rows(), [=](std::int64_t row) {
    T sum = 0;
    for (auto k = offsets[row]; k < offsets[row + 1]; ++k) sum += values[k] * x[cols[k]];
    y[row] = sum;
  });
}

template <class S, class I, class O, class M, class T>
void multiply_transposed(const filigree::CsrMatrix<S, I, O, M>& A, const T* x, T* y) {
  const auto* const offsets = A.row_offsets().data();
  const auto* const cols = A.col_indices().data();
  const auto* const values = A.values().data();
  std::fill_n(y, A.num_cols(), T(0));
  for (std::int64_t row = 0; row < A.num_rows(); ++row)
    for (auto k = offsets[row]; k < offsets[row + 1]; ++k) y[cols[k]] += values[k] * x[row];
}

/// y = A x of a symmetric matrix of which one triangle is stored.
template <class S, class I, class O, class M, class T>
void multiply_symmetric(const filigree::CsrMatrix<S, I, O, M>& A, const T* x, T* y) {
  const auto* const offsets = A.row_offsets().data();
  const auto* const cols = A.col_indices().data();
  const auto* const values = A.values().data();
  std::fill_n(y, A.num_rows(), T(0));
  for (std::int64_t row = 0; row < A.num_rows(); ++row) {
    T sum = 0;
    for (auto k = offsets[row]; k < offsets[row + 1]; ++k) {
      sum += values[k] * x[cols[k]];
      if (cols[k] != row) y[cols[k]] += values[k] * x[row];
    }
    y[row] += sum;
  }
}

template <class S, class I, class O, class M, class T>
void multiply(const filigree::CscMatrix<S, I, O, M>& A, const T* x, T* y) {
  const auto* const offsets = A.col_offsets().data();
  const auto* const rows = A.row_indices().data();
  const auto* const values = A.values().data();
  std::fill_n(y, A.num_rows(), T(0));
  for (std::int64_t col = 0; col < A.num_cols(); ++col)
    for (auto k = offsets[col]; k < offsets[col + 1]; ++k) y[rows[k]] += values[k] * x[col];
}

template <class S, class I, class M, class T>
void add_product(const filigree::CooMatrix<S, I, M>& A, const T* x, T* y) {
  const auto* const rows = A.row_indices().data();
  const auto* const cols = A.col_indices().data();
  const auto* const values = A.values().data();
  for (std::int64_t k = 0; k < A.nnz(); ++k) y[rows[k]] += values[k] * x[cols[k]];
}

template <class S, class I, class M, class T>
void multiply(const filigree::CooMatrix<S, I, M>& A, const T* x, T* y) {
  std::fill_n(y, A.num_rows(), T(0));
  add_product(A, x, y);
}

template <class S, class I, class M, class T>
void multiply_transposed(const filigree::CooMatrix<S, I, M>& A, const T* x, T* y) {
  const auto* const rows = A.row_indices().data();
  const auto* const cols = A.col_indices().data();
  const auto* const values = A.values().data();
  std::fill_n(y, A.num_cols(), T(0));
  for (std::int64_t k = 0; k < A.nnz(); ++k) y[cols[k]] += values[k] * x[rows[k]];
}

template <class S, class I, class M, class T>
void multiply(const filigree::EllMatrix<S, I, M>& A, const T* x, T* y) {
  const auto* const cols = A.col_indices().data();
  const auto* const values = A.values().data();
  const std::int64_t width = A.ell_width(), stride = A.row_stride();
  share(A.num_rows(), [=](std::int64_t row) {
    T sum = 0;
    for (std::int64_t place = row; place < row + width * stride; place += stride)
      if (cols[place] >= 0) sum += values[place] * x[cols[place]];
    y[row] = sum;
  });
}

template <class S, class I, class M, class T>
void multiply_transposed(const filigree::EllMatrix<S, I, M>& A, const T* x, T* y) {
  const auto* const cols = A.col_indices().data();
  const auto* const values = A.values().data();
  std::fill_n(y, A.num_cols(), T(0));
  for (std::int64_t j = 0; j < A.ell_width(); ++j)
    for (std::int64_t row = 0; row < A.num_rows(); ++row) {
      const std::int64_t place = j * A.row_stride() + row;
      if (cols[place] >= 0) y[cols[place]] += values[place] * x[row];
    }
}

template <class S, class I, class O, class M, class T>
void multiply(const filigree::SellMatrix<S, I, O, M>& A, const T* x, T* y) {
  const auto* const offsets = A.slice_offsets().data();
  const auto* const cols = A.col_indices().data();
  const auto* const values = A.values().data();
  const auto* const order = A.is_permuted() ? A.row_permutation().data() : nullptr;
  const std::int64_t rows = A.num_rows(), size = A.slice_size();
  share((rows + size - 1) / size, [=](std::int64_t slice) {
    for (std::int64_t row = slice * size; row < std::min(rows, (slice + 1) * size); ++row) {
      T sum = 0;
      for (std::int64_t k = offsets[slice] + row % size; k < offsets[slice + 1]; k += size)
        if (cols[k] >= 0) sum += values[k] * x[cols[k]];
      y[order == nullptr ? row : order[row]] = sum;
    }
  });
}

template <class S, class I, class O, class M, class T>
void multiply_transposed(const filigree::SellMatrix<S, I, O, M>& A, const T* x, T* y) {
  const auto* const offsets = A.slice_offsets().data();
  const auto* const cols = A.col_indices().data();
  const auto* const values = A.values().data();
  const auto* const order = A.is_permuted() ? A.row_permutation().data() : nullptr;
  const std::int64_t rows = A.num_rows(), size = A.slice_size();
  std::fill_n(y, A.num_cols(), T(0));
  for (std::int64_t slice = 0; slice * size < rows; ++slice) {
    const std::int64_t first = slice * size, last = std::min(rows, first + size);
    for (std::int64_t place = offsets[slice]; place < offsets[slice + 1]; place += size)
      for (std::int64_t row = first; row < last; ++row) {
        const std::int64_t k = place + row - first;
        if (cols[k] >= 0) y[cols[k]] += values[k] * x[order == nullptr ? row : order[row]];
      }
  }
}

template <class S, class I, class O, class M, class T>
void multiply(const filigree::BsrMatrix<S, I, O, M>& A, const T* x, T* y) {
  const auto* const offsets = A.row_offsets().data();
  const auto* const cols = A.col_indices().data();
  const auto* const values = A.values().data();
  const std::int64_t b = A.block().rows, num_rows = A.num_rows(), num_cols = A.num_cols();
  share((num_rows + b - 1) / b, [=](std::int64_t block_row) {
    T sums[16] = {};
    for (auto k = offsets[block_row]; k < offsets[block_row + 1]; ++k) {
      const auto* const block = values + k * b * b;
      const T* const from = x + cols[k] * b;
      const std::int64_t width = std::min(b, num_cols - cols[k] * b);
      for (std::int64_t i = 0; i < b; ++i)
        for (std::int64_t j = 0; j < width; ++j) sums[i] += block[i * b + j] * from[j];
    }
    for (std::int64_t i = 0; i < b && block_row * b + i < num_rows; ++i)
      y[block_row * b + i] = sums[i];
  });
}

template <class S, class I, class O, class M, class T>
void multiply_transposed(const filigree::BsrMatrix<S, I, O, M>& A, const T* x, T* y) {
  const auto* const offsets = A.row_offsets().data();
  const auto* const cols = A.col_indices().data();
  const std::int64_t b = A.block().rows;
  std::fill_n(y, A.num_cols(), T(0));
  for (std::int64_t block_row = 0; block_row * b < A.num_rows(); ++block_row)
    for (auto k = offsets[block_row]; k < offsets[block_row + 1]; ++k) {
      const auto* const block = A.values().data() + k * b * b;
      for (std::int64_t i = 0; i < b && block_row * b + i < A.num_rows(); ++i)
        for (std::int64_t j = 0; j < b && cols[k] * b + j < A.num_cols(); ++j)
          y[cols[k] * b + j] += block[i * b + j] * x[block_row * b + i];
    }
}

template <class S, class I, class M, class T>
void multiply(const filigree::BlockedEllMatrix<S, I, M>& A, const T* x, T* y) {
  const auto* const cols = A.col_indices().data();
  const auto* const values = A.values().data();
  const std::int64_t b = A.block_size(), width = A.ell_cols(), num_cols = A.num_cols();
  share(A.num_rows(), [=](std::int64_t row) {
    T sum = 0;
    for (std::int64_t k = 0; k * b < width; ++k) {
      const std::int64_t col = cols[row / b * ((width + b - 1) / b) + k];
      if (col < 0) continue;
      for (std::int64_t j = 0; j < b && k * b + j < width && col * b + j < num_cols; ++j)
        sum += values[row * width + k * b + j] * x[col * b + j];
    }
    y[row] = sum;
  });
}

/// Diagonal by diagonal, each thread for its share of the rows.
template <class S, class I, class M, class T>
void multiply(const filigree::DiaMatrix<S, I, M>& A, const T* x, T* y) {
  constexpr std::int64_t chunk = 4096;
  const auto* const diagonals = A.diagonal_offsets().data();
  const auto* const values = A.values().data();
  const std::int64_t count = A.num_diagonals(), stride = A.row_stride();
  const std::int64_t rows = A.num_rows(), cols = A.num_cols();
  share((rows + chunk - 1) / chunk, [=](std::int64_t part) {
    const std::int64_t first = part * chunk, last = std::min(rows, first + chunk);
    std::fill(y + first, y + last, T(0));
    for (std::int64_t d = 0; d < count; ++d) {
      const std::int64_t shift = diagonals[d], end = std::min(last, cols - shift);
      for (std::int64_t row = std::max(first, -shift); row < end; ++row)
        y[row] += values[d * stride + row] * x[row + shift];
    }
  });
}

template <class S, class I, class M, class T>
void multiply_transposed(const filigree::DiaMatrix<S, I, M>& A, const T* x, T* y) {
  const auto* const diagonals = A.diagonal_offsets().data();
  const auto* const values = A.values().data();
  std::fill_n(y, A.num_cols(), T(0));
  for (std::int64_t d = 0; d < A.num_diagonals(); ++d) {
    const std::int64_t shift = diagonals[d], end = std::min(A.num_rows(), A.num_cols() - shift);
    for (std::int64_t row = std::max<std::int64_t>(0, -shift); row < end; ++row)
      y[row + shift] += values[d * A.row_stride() + row] * x[row];
  }
}

template <class S, class I, class O, class M, class T>
void multiply(const filigree::HdiaMatrix<S, I, O, M>& A, const T* x, T* y) {
  const auto* const offsets = A.hack_offsets().data();
  const auto* const diagonals = A.diagonal_offsets().data();
  const auto* const values = A.values().data();
  const std::int64_t size = A.hack_size(), rows = A.num_rows(), cols = A.num_cols();
  share((rows + size - 1) / size, [=](std::int64_t hack) {
    const std::int64_t first = hack * size, last = std::min(rows, first + size);
    std::fill(y + first, y + last, T(0));
    for (std::int64_t d = offsets[hack]; d < offsets[hack + 1]; ++d) {
      const std::int64_t shift = diagonals[d], end = std::min(last, cols - shift);
      for (std::int64_t row = std::max(first, -shift); row < end; ++row)
        y[row] += values[d * size + row - first] * x[row + shift];
    }
  });
}

template <class S, class I, class M, class T>
void multiply(const filigree::HybMatrix<S, I, M>& A, const T* x, T* y) {
  multiply(A.ell(), x, y);
  add_product(A.coo(), x, y);
}

}  // namespace perf::loops
