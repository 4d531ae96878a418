// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <concepts>

#include <filigree/format/matrix_base.hpp>

namespace filigree {

/// Coordinate format: entry k is values[k] at (row_indices[k], col_indices[k]).
///
/// Entries may come in any order, and an entry may be stored more than once (operations then sum,
/// or refuse, as each says). Shallow: a copy shares the arrays; the pattern is read-only through
/// it.
template <class Scalar, class Index = std::int32_t, class MemorySpace = DefaultMemorySpace>
class CooMatrix : public MatrixBase {
  static_assert(container_value<std::remove_const_t<Scalar>>,
                "Scalar is not a storage type of Filigree, nor copied byte by byte");
  static_assert(index_integer<Index>, "indices are int32_t or int64_t");
  static_assert(Kokkos::is_memory_space_v<MemorySpace>);

 public:
  ///@{
  /// Scalar without const and as it was given; the integers of indices and offsets; the memory.
  using scalar_type = std::remove_const_t<Scalar>;
  using value_type = Scalar;
  using index_type = Index;
  using offset_type =
      std::int64_t;  ///< counts entries: COO has no offsets, and no 32-bit limit on nnz
  using memory_space = MemorySpace;
  ///@}

  ///@{
  /// Arrays of the container: indices are read-only, values const where Scalar is.
  using index_view = Kokkos::View<const Index*, MemorySpace>;
  using value_view = Kokkos::View<Scalar*, MemorySpace>;
  ///@}

  /// The name in messages and logs, which format_of() knows.
  static constexpr const char* format_name = "coo";

  /// An empty 0 x 0 matrix.
  CooMatrix() = default;

  /// \throws Error invalid_value where sizes do not agree; matrix_type_not_supported where the
  ///   properties need a square matrix. The contents are not read: validate() does that.
  CooMatrix(std::int64_t num_rows, std::int64_t num_cols, index_view row_indices,
            index_view col_indices, value_view values, MatrixProperties properties = {})
      : MatrixBase(num_rows, num_cols, std::int64_t(row_indices.extent(0)), properties),
        row_indices_(std::move(row_indices)),
        col_indices_(std::move(col_indices)),
        values_(std::move(values)) {
    constexpr std::string_view operation = "CooMatrix";
    detail::check_extent(operation, "num_rows", num_rows, detail::max_extent<Index>,
                         "the index type's range");
    detail::check_extent(operation, "num_cols", num_cols, detail::max_extent<Index>,
                         "the index type's range");
    detail::check_length(operation, "col_indices", std::int64_t(col_indices_.extent(0)), nnz(),
                         "the length of row_indices");
    detail::check_length(operation, "values", std::int64_t(values_.extent(0)), nnz(),
                         "the length of row_indices");
    detail::check_square_type(operation, properties, num_rows, num_cols);
  }

  /// Wraps a user's arrays without a copy; they must outlive the container and its copies.
  static CooMatrix wrap(std::int64_t num_rows, std::int64_t num_cols, std::int64_t nnz,
                        const detail::IntegerArray<Index>& row_indices,
                        const detail::IntegerArray<Index>& col_indices,
                        const detail::ValueArray<Scalar>& values,
                        MatrixProperties properties = {}) {
    constexpr std::string_view operation = "CooMatrix::wrap";
    detail::check_at_most(operation, "nnz", nnz, std::numeric_limits<std::int64_t>::max(),
                          "64 bits");
    detail::check_pointer(operation, "row_indices", row_indices, nnz);
    detail::check_pointer(operation, "col_indices", col_indices, nnz);
    detail::check_pointer(operation, "values", values, nnz);
    return CooMatrix(num_rows, num_cols,
                     detail::UnmanagedView<const Index, MemorySpace>(row_indices, nnz),
                     detail::UnmanagedView<const Index, MemorySpace>(col_indices, nnz),
                     detail::UnmanagedView<Scalar, MemorySpace>(values, nnz), properties);
  }

  /// A matrix is also a matrix of constant values.
  template <std::same_as<CooMatrix<const Scalar, Index, MemorySpace>> Constant>
  operator Constant() const requires(!std::is_const_v<Scalar>) {
    return {num_rows(), num_cols(), row_indices_, col_indices_, values_, properties_};
  }

  ///@{
  /// Row, column and value of each entry; rows and columns count from the index base.
  const index_view& row_indices() const noexcept { return row_indices_; }
  const index_view& col_indices() const noexcept { return col_indices_; }
  const value_view& values() const noexcept { return values_; }
  ///@}

  /// A matrix of these arrays with other properties.
  CooMatrix with_properties(MatrixProperties properties) const {
    return {num_rows(), num_cols(), row_indices_, col_indices_, values_, properties};
  }

  /// A matrix of this pattern with other values, which may be of another type.
  template <class NewScalar, class... Properties>
  CooMatrix<NewScalar, Index, MemorySpace> with_values(
      const Kokkos::View<NewScalar*, Properties...>& values) const {
    return {num_rows(), num_cols(), row_indices_, col_indices_, values, properties()};
  }

 private:
  index_view row_indices_;
  index_view col_indices_;
  value_view values_;
};

}  // namespace filigree
