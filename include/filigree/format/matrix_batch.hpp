// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

#include <filigree/format/bsc.hpp>
#include <filigree/format/bsr.hpp>
#include <filigree/format/coo.hpp>
#include <filigree/format/csc.hpp>
#include <filigree/format/csr.hpp>

namespace filigree {

/// From where an array of one matrix begins to where the next matrix's begins, in entries of that
/// array; 0: one array for all matrices.
struct BatchStrides {
  std::int64_t offsets = 0;  ///< of row offsets (Csc, Bsc: column offsets); Coo has none
  std::int64_t indices = 0;  ///< of row and column indices
  std::int64_t values = 0;   ///< of values
};

namespace detail {

/// The arrays of a matrix, in entries.
struct BatchLengths {
  bool has_offsets = true;
  std::int64_t offsets = 0;
  std::int64_t indices = 0;
  std::int64_t values = 0;
};

/// Throws invalid_value where the count is negative, or a stride neither 0 nor as long as a
/// matrix's array, or 64 bits are too few for a place in the batch.
inline void check_batch_strides(std::int64_t count, const BatchStrides& strides,
                                const BatchLengths& lengths) {
  constexpr std::string_view operation = "MatrixBatch";
  check_at_least(operation, "count", count, 0, "an empty batch");
  const auto check = [&](std::string_view argument, std::int64_t stride, std::int64_t length,
                         const std::string& meaning) {
    if (stride < 0 || (count > 1 && stride != 0 && stride < length))
      throw_error(Status::invalid_value,
                  {operation, argument, std::to_string(stride),
                   "0, or at least " + std::to_string(length) + ", " + meaning,
                   "pass the distance of the first two matrices' arrays in entries; 0 where all "
                   "matrices share one"});
    checked_product(operation, argument, count, stride);
  };
  check("strides.offsets", strides.offsets, lengths.offsets, "the offsets of a matrix");
  check("strides.indices", strides.indices, lengths.indices, "the indices of a matrix");
  check("strides.values", strides.values, lengths.values, "the values of a matrix");
  if (!lengths.has_offsets && strides.offsets != 0)
    throw_error(Status::invalid_value,
                {operation, "strides.offsets", std::to_string(strides.offsets),
                 "0: coordinates have no offsets", "leave it out"});
}

/// Csr and Bsr, Csc and Bsc, Coo.
template <class Matrix>
BatchLengths batch_lengths(const Matrix& A) {
  BatchLengths lengths;
  lengths.values = std::int64_t(A.values().extent(0));
  if constexpr (requires { A.row_offsets(); }) {
    lengths.offsets = std::int64_t(A.row_offsets().extent(0));
    lengths.indices = std::int64_t(A.col_indices().extent(0));
  } else {
    if constexpr (requires { A.col_offsets(); })
      lengths.offsets = std::int64_t(A.col_offsets().extent(0));
    else
      lengths.has_offsets = false;
    lengths.indices = std::int64_t(A.row_indices().extent(0));
  }
  return lengths;
}

template <class Matrix>
inline constexpr bool is_batch_format = false;
template <class S, class I, class O, class M>
inline constexpr bool is_batch_format<CsrMatrix<S, I, O, M>> = true;
template <class S, class I, class O, class M>
inline constexpr bool is_batch_format<CscMatrix<S, I, O, M>> = true;
template <class S, class I, class M>
inline constexpr bool is_batch_format<CooMatrix<S, I, M>> = true;
template <class S, class I, class O, class M>
inline constexpr bool is_batch_format<BsrMatrix<S, I, O, M>> = true;
template <class S, class I, class O, class M>
inline constexpr bool is_batch_format<BscMatrix<S, I, O, M>> = true;

}  // namespace detail

/// Matrices of one size, each with a pattern of its own: matrix i's arrays lie i strides behind
/// those of the first. (StridedBatch is the batch of matrices that share a pattern.)
///
/// All have the block shape and the properties of the first one, and each one's offsets begin at
/// the index base. A matrix may have fewer entries (blocks) than the first one's arrays have
/// places: its offsets say how many. Coo matrices all have as many entries as the first.
/// Shallow: it shares the first one's arrays, behind which the others' must lie; wrap a user's by
/// Matrix::wrap. The layout is that of cusparseCsrSetStridedBatch, cusparseCooSetStridedBatch and
/// cusparseBsrSetStridedBatch.
template <class Matrix>
class MatrixBatch {
  static_assert(detail::is_batch_format<Matrix>,
                "a MatrixBatch is of CsrMatrix, CscMatrix, CooMatrix, BsrMatrix or BscMatrix");

 public:
  ///@{
  /// The format of each matrix, and its types.
  using matrix_type = Matrix;
  using scalar_type = typename Matrix::scalar_type;
  using value_type = typename Matrix::value_type;
  using index_type = typename Matrix::index_type;
  using offset_type = typename Matrix::offset_type;
  using memory_space = typename Matrix::memory_space;
  ///@}

  /// \param first the first matrix; of an empty batch one of the same size
  /// \param count number of matrices
  /// \throws Error invalid_value where the count is negative, or a stride neither 0 nor at least
  ///   the length of that array of `first` (a batch of one may have any stride that is not
  ///   negative). The contents are not read.
  MatrixBatch(const Matrix& first, std::int64_t count, const BatchStrides& strides)
      : first_(first), count_(count), strides_(strides) {
    detail::check_batch_strides(count, strides, detail::batch_lengths(first));
  }

  /// A batch is also a batch of constant values.
  template <std::convertible_to<Matrix> Other>
  MatrixBatch(const MatrixBatch<Other>& other)
      : MatrixBatch(Matrix(other.first()), other.count(), other.strides()) {}

  /// The matrix whose arrays the others' follow, as it was given.
  const Matrix& first() const noexcept { return first_; }
  /// Matrices of the batch; may be 0.
  std::int64_t count() const noexcept { return count_; }
  /// In entries; 0 for an array that all matrices share.
  const BatchStrides& strides() const noexcept { return strides_; }
  ///@{
  /// Sizes of each matrix.
  std::int64_t num_rows() const noexcept { return first_.num_rows(); }
  std::int64_t num_cols() const noexcept { return first_.num_cols(); }
  ///@}

 private:
  Matrix first_;
  std::int64_t count_;
  BatchStrides strides_;
};

}  // namespace filigree
