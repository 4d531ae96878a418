// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <concepts>

#include <filigree/format/matrix_base.hpp>

namespace filigree {

/// ELLPACK: every row has ell_width places, stored column by column. Place j of row i lies at
/// j * row_stride + i of col_indices and of values.
///
/// A place whose column index is -1 (in either index base) is padding; its value is never read.
/// The places of a row's entries come before its padding. Shallow: a copy shares the arrays; the
/// pattern is read-only through it.
template <class Scalar, class Index = std::int32_t, class MemorySpace = DefaultMemorySpace>
class EllMatrix : public MatrixBase {
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
  static constexpr const char* format_name = "ell";

  /// An empty 0 x 0 matrix.
  EllMatrix() = default;

  /// \param nnz        entries that are no padding; what nnz() returns
  /// \param ell_width  places of each row
  /// \param row_stride from a place of a row to the row's next one, at least num_rows
  /// \param col_indices, values row_stride * ell_width places
  /// \throws Error invalid_value where sizes do not agree; matrix_type_not_supported where the
  ///   properties need a square matrix. The contents are not read: validate() does that.
  EllMatrix(std::int64_t num_rows, std::int64_t num_cols, std::int64_t nnz, std::int64_t ell_width,
            std::int64_t row_stride, index_view col_indices, value_view values,
            MatrixProperties properties = {})
      : MatrixBase(num_rows, num_cols, nnz, properties),
        ell_width_(ell_width),
        row_stride_(row_stride),
        col_indices_(std::move(col_indices)),
        values_(std::move(values)) {
    constexpr std::string_view operation = "EllMatrix";
    detail::check_matrix_sizes<Index>(operation, num_rows, num_cols, properties);
    detail::check_at_least(operation, "row_stride", row_stride, num_rows, "num_rows");
    const std::int64_t places =
        detail::checked_product(operation, "ell_width", row_stride, ell_width);
    detail::check_length(operation, "col_indices", std::int64_t(col_indices_.extent(0)), places,
                         "row_stride * ell_width");
    detail::check_length(operation, "values", std::int64_t(values_.extent(0)), places,
                         "row_stride * ell_width");
    detail::check_at_most(operation, "nnz", nnz, places, "row_stride * ell_width");
  }

  /// Wraps a user's arrays without a copy; they must outlive the container and its copies.
  /// Null pointers are fine for arrays without entries.
  static EllMatrix wrap(std::int64_t num_rows, std::int64_t num_cols, std::int64_t nnz,
                        std::int64_t ell_width, std::int64_t row_stride,
                        const detail::IntegerArray<Index>& col_indices,
                        const detail::ValueArray<Scalar>& values,
                        MatrixProperties properties = {}) {
    constexpr std::string_view operation = "EllMatrix::wrap";
    const std::int64_t places =
        detail::checked_product(operation, "ell_width", row_stride, ell_width);
    return {
        num_rows,
        num_cols,
        nnz,
        ell_width,
        row_stride,
        detail::wrapped<const Index, MemorySpace>(operation, "col_indices", col_indices, places),
        detail::wrapped<Scalar, MemorySpace>(operation, "values", values, places),
        properties};
  }

  /// A matrix is also a matrix of constant values.
  template <std::same_as<EllMatrix<const Scalar, Index, MemorySpace>> Constant>
  operator Constant() const requires(!std::is_const_v<Scalar>) {
    return with_values(Kokkos::View<const Scalar*, MemorySpace>(values_));
  }

  /// The places of each row.
  std::int64_t ell_width() const noexcept { return ell_width_; }
  /// From a place of a row to the row's next one.
  std::int64_t row_stride() const noexcept { return row_stride_; }
  /// The column of each place, from the index base; -1 for padding.
  const index_view& col_indices() const noexcept { return col_indices_; }
  /// The value of each place; that of padding means nothing.
  const value_view& values() const noexcept { return values_; }

  /// A matrix of these arrays with other properties.
  EllMatrix with_properties(MatrixProperties properties) const {
    return {num_rows(),  num_cols(),   nnz(),   ell_width_,
            row_stride_, col_indices_, values_, properties};
  }

  /// A matrix of this pattern with other values, which may be of another type.
  template <class NewScalar, class... Properties>
  EllMatrix<NewScalar, Index, MemorySpace> with_values(
      const Kokkos::View<NewScalar*, Properties...>& values) const {
    return {num_rows(),  num_cols(),   nnz(),  ell_width_,
            row_stride_, col_indices_, values, properties()};
  }

 private:
  std::int64_t ell_width_ = 0;
  std::int64_t row_stride_ = 0;
  index_view col_indices_;
  value_view values_;
};

}  // namespace filigree
