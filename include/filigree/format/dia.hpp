// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <concepts>

#include <filigree/format/matrix_base.hpp>

namespace filigree {

/// Storage by diagonals: entry (i, i + diagonal_offsets[d]) is values[d * row_stride + i], rows and
/// columns counted from 0. A diagonal above the main one has a positive offset.
///
/// Places whose column lies outside the matrix, and those of rows past num_rows, are padding and
/// never read; all others are entries, zeros too. Offsets do not depend on the index base, which
/// messages and conversions use. `sorted` says that the offsets ascend. Shallow: a copy shares the
/// arrays; the pattern is read-only through it.
template <class Scalar, class Index = std::int32_t, class MemorySpace = DefaultMemorySpace>
class DiaMatrix : public MatrixBase {
  static_assert(detail::check_container_types<Scalar, Index, std::int64_t, MemorySpace>());

 public:
  ///@{
  /// Scalar without const and as it was given; the integers of indices and offsets; the memory.
  using scalar_type = std::remove_const_t<Scalar>;
  using value_type = Scalar;
  using index_type = Index;
  using offset_type = std::int64_t;  ///< counts places: there is no 32-bit limit on them
  using memory_space = MemorySpace;
  ///@}

  ///@{
  /// Arrays of the container: indices are read-only, values const where Scalar is.
  using index_view = Kokkos::View<const Index*, MemorySpace>;
  using value_view = Kokkos::View<Scalar*, MemorySpace>;
  ///@}

  /// The name in messages and logs, which format_of() knows.
  static constexpr const char* format_name = "dia";

  /// An empty 0 x 0 matrix.
  DiaMatrix() = default;

  /// \param nnz              non-zeros of the matrix; what nnz() returns
  /// \param row_stride       from one diagonal to the next, at least num_rows
  /// \param diagonal_offsets one for each diagonal, none twice
  /// \param values           row_stride places for each diagonal
  /// \throws Error invalid_value where sizes do not agree; matrix_type_not_supported where the
  ///   properties need a square matrix. The contents are not read: validate() does that.
  DiaMatrix(std::int64_t num_rows, std::int64_t num_cols, std::int64_t nnz, std::int64_t row_stride,
            index_view diagonal_offsets, value_view values, MatrixProperties properties = {})
      : MatrixBase(num_rows, num_cols, nnz, properties),
        row_stride_(row_stride),
        diagonal_offsets_(std::move(diagonal_offsets)),
        values_(std::move(values)) {
    constexpr std::string_view operation = "DiaMatrix";
    detail::check_matrix_sizes<Index>(operation, num_rows, num_cols, properties);
    detail::check_at_least(operation, "row_stride", row_stride, num_rows, "num_rows");
    const std::int64_t places =
        detail::checked_product(operation, "diagonal_offsets", row_stride, num_diagonals());
    detail::check_length(operation, "values", std::int64_t(values_.extent(0)), places,
                         "row_stride * num_diagonals");
    detail::check_at_most(operation, "nnz", nnz, places, "row_stride * num_diagonals");
  }

  /// Wraps a user's arrays without a copy; they must outlive the container and its copies.
  /// Null pointers are fine for arrays without entries.
  static DiaMatrix wrap(std::int64_t num_rows, std::int64_t num_cols, std::int64_t nnz,
                        std::int64_t num_diagonals, std::int64_t row_stride,
                        const detail::IntegerArray<Index>& diagonal_offsets,
                        const detail::ValueArray<Scalar>& values,
                        MatrixProperties properties = {}) {
    constexpr std::string_view operation = "DiaMatrix::wrap";
    const std::int64_t places =
        detail::checked_product(operation, "num_diagonals", row_stride, num_diagonals);
    return {num_rows,
            num_cols,
            nnz,
            row_stride,
            detail::wrapped<const Index, MemorySpace>(operation, "diagonal_offsets",
                                                      diagonal_offsets, num_diagonals),
            detail::wrapped<Scalar, MemorySpace>(operation, "values", values, places),
            properties};
  }

  /// A matrix is also a matrix of constant values.
  template <std::same_as<DiaMatrix<const Scalar, Index, MemorySpace>> Constant>
  operator Constant() const requires(!std::is_const_v<Scalar>) {
    return with_values(Kokkos::View<const Scalar*, MemorySpace>(values_));
  }

  /// Diagonals that are stored, whether or not they hold a non-zero.
  std::int64_t num_diagonals() const noexcept { return std::int64_t(diagonal_offsets_.extent(0)); }
  /// From one diagonal to the next in `values`.
  std::int64_t row_stride() const noexcept { return row_stride_; }
  /// Column minus row of each diagonal.
  const index_view& diagonal_offsets() const noexcept { return diagonal_offsets_; }
  /// row_stride() places for each diagonal, padding included.
  const value_view& values() const noexcept { return values_; }

  /// A matrix of these arrays with other properties.
  DiaMatrix with_properties(MatrixProperties properties) const {
    return {num_rows(), num_cols(), nnz(), row_stride_, diagonal_offsets_, values_, properties};
  }

  /// A matrix of this pattern with other values, which may be of another type.
  template <class NewScalar, class... Properties>
  DiaMatrix<NewScalar, Index, MemorySpace> with_values(
      const Kokkos::View<NewScalar*, Properties...>& values) const {
    return {num_rows(), num_cols(), nnz(), row_stride_, diagonal_offsets_, values, properties()};
  }

 private:
  std::int64_t row_stride_ = 0;
  index_view diagonal_offsets_;
  value_view values_;
};

}  // namespace filigree
