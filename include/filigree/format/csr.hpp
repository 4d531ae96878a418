// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <concepts>

#include <filigree/format/matrix_base.hpp>

namespace filigree {

/// Compressed sparse row: entries row by row, row i at [row_offsets[i], row_offsets[i + 1]).
///
/// Shallow: a copy shares the arrays. The pattern is read-only through the container, since plans
/// depend on it; values may change (unless Scalar is const) and a plan stays valid.
/// Indices may be unsorted within a row. Offsets count from the index base: the first one is the
/// base.
template <class Scalar, class Index = std::int32_t, class Offset = Index,
          class MemorySpace = DefaultMemorySpace>
class CsrMatrix : public MatrixBase {
  static_assert(container_value<std::remove_const_t<Scalar>>,
                "Scalar is not a storage type of Filigree, nor copied byte by byte");
  static_assert(index_integer<Index> && index_integer<Offset>,
                "indices and offsets are int32_t or int64_t");
  static_assert(Kokkos::is_memory_space_v<MemorySpace>);

 public:
  ///@{
  /// Scalar without const and as it was given; the integers of indices and offsets; the memory.
  using scalar_type = std::remove_const_t<Scalar>;
  using value_type = Scalar;
  using index_type = Index;
  using offset_type = Offset;
  using memory_space = MemorySpace;
  ///@}

  ///@{
  /// Arrays of the container: offsets and indices are read-only, values const where Scalar is.
  using offset_view = Kokkos::View<const Offset*, MemorySpace>;
  using index_view = Kokkos::View<const Index*, MemorySpace>;
  using value_view = Kokkos::View<Scalar*, MemorySpace>;
  ///@}

  /// The name in messages and logs, which format_of() knows.
  static constexpr const char* format_name = "csr";

  /// An empty 0 x 0 matrix.
  CsrMatrix() = default;

  /// \param row_offsets num_rows + 1 offsets (may have 0 entries when num_rows is 0)
  /// \param col_indices, values one entry each per stored entry
  /// \throws Error invalid_value where sizes do not agree; matrix_type_not_supported where the
  ///   properties need a square matrix. The contents are not read: validate() does that.
  CsrMatrix(std::int64_t num_rows, std::int64_t num_cols, offset_view row_offsets,
            index_view col_indices, value_view values, MatrixProperties properties = {})
      : MatrixBase(num_rows, num_cols, std::int64_t(col_indices.extent(0)), properties),
        row_offsets_(std::move(row_offsets)),
        col_indices_(std::move(col_indices)),
        values_(std::move(values)) {
    constexpr std::string_view operation = "CsrMatrix";
    detail::check_extent(operation, "num_rows", num_rows, detail::max_extent<Index>,
                         "the index type's range");
    detail::check_extent(operation, "num_cols", num_cols, detail::max_extent<Index>,
                         "the index type's range");
    detail::check_extent(operation, "nnz", nnz(),
                         std::int64_t(std::numeric_limits<Offset>::max()) - 1,
                         "the offset type's range");
    if (!(num_rows == 0 && row_offsets_.extent(0) == 0))
      detail::check_length(operation, "row_offsets", std::int64_t(row_offsets_.extent(0)),
                           num_rows + 1, "num_rows + 1");
    detail::check_length(operation, "values", std::int64_t(values_.extent(0)), nnz(),
                         "the length of col_indices");
    detail::check_square_type(operation, properties, num_rows, num_cols);
  }

  /// Wraps a user's arrays without a copy; they must outlive the container and its copies.
  /// Null pointers are fine for arrays without entries.
  static CsrMatrix wrap(std::int64_t num_rows, std::int64_t num_cols, std::int64_t nnz,
                        const detail::IntegerArray<Offset>& row_offsets,
                        const detail::IntegerArray<Index>& col_indices,
                        const detail::ValueArray<Scalar>& values,
                        MatrixProperties properties = {}) {
    constexpr std::string_view operation = "CsrMatrix::wrap";
    detail::check_extent(operation, "nnz", nnz,
                         std::int64_t(std::numeric_limits<Offset>::max()) - 1,
                         "the offset type's range");
    detail::check_extent(operation, "num_rows", num_rows, detail::max_extent<Index>,
                         "the index type's range");
    const bool no_offsets = num_rows == 0 && row_offsets == nullptr;
    if (!no_offsets) detail::check_pointer(operation, "row_offsets", row_offsets, num_rows + 1);
    detail::check_pointer(operation, "col_indices", col_indices, nnz);
    detail::check_pointer(operation, "values", values, nnz);
    return CsrMatrix(num_rows, num_cols,
                     detail::UnmanagedView<const Offset, MemorySpace>(
                         row_offsets, no_offsets ? 0 : num_rows + 1),
                     detail::UnmanagedView<const Index, MemorySpace>(col_indices, nnz),
                     detail::UnmanagedView<Scalar, MemorySpace>(values, nnz), properties);
  }

  /// A matrix is also a matrix of constant values.
  template <std::same_as<CsrMatrix<const Scalar, Index, Offset, MemorySpace>> Constant>
  operator Constant() const requires(!std::is_const_v<Scalar>) {
    return {num_rows(), num_cols(), row_offsets_, col_indices_, values_, properties_};
  }

  /// num_rows() + 1 entries, from the index base; may be empty where the matrix has no rows.
  const offset_view& row_offsets() const noexcept { return row_offsets_; }
  ///@{
  /// Column, from the index base, and value of each entry.
  const index_view& col_indices() const noexcept { return col_indices_; }
  const value_view& values() const noexcept { return values_; }
  ///@}

  /// A matrix of these arrays with other properties (symmetric, triangle, unit diagonal, ...).
  /// \throws Error matrix_type_not_supported where the type needs a square matrix.
  CsrMatrix with_properties(MatrixProperties properties) const {
    return {num_rows(), num_cols(), row_offsets_, col_indices_, values_, properties};
  }

  /// A matrix of this pattern with other values, which may be of another type.
  template <class NewScalar, class... Properties>
  CsrMatrix<NewScalar, Index, Offset, MemorySpace> with_values(
      const Kokkos::View<NewScalar*, Properties...>& values) const {
    return {num_rows(), num_cols(), row_offsets_, col_indices_, values, properties()};
  }

 private:
  offset_view row_offsets_;
  index_view col_indices_;
  value_view values_;
};

}  // namespace filigree
