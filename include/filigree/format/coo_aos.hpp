// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <concepts>

#include <filigree/format/matrix_base.hpp>

namespace filigree {

/// Coordinate format as an array of structures: entry k is values[k] at row indices[2 * k], column
/// indices[2 * k + 1].
///
/// Entries may come in any order, and an entry may be stored more than once, as in CooMatrix.
/// Shallow: a copy shares the arrays; the pattern is read-only through it.
template <class Scalar, class Index = std::int32_t, class MemorySpace = DefaultMemorySpace>
class CooAosMatrix : public MatrixBase {
  static_assert(detail::check_container_types<Scalar, Index, std::int64_t, MemorySpace>());

 public:
  ///@{
  /// Scalar without const and as it was given; the integers of indices and offsets; the memory.
  using scalar_type = std::remove_const_t<Scalar>;
  using value_type = Scalar;
  using index_type = Index;
  using offset_type = std::int64_t;  ///< counts entries, as in CooMatrix
  using memory_space = MemorySpace;
  ///@}

  ///@{
  /// Arrays of the container: indices are read-only, values const where Scalar is.
  using index_view = Kokkos::View<const Index*, MemorySpace>;
  using value_view = Kokkos::View<Scalar*, MemorySpace>;
  ///@}

  /// The name in messages and logs, which format_of() knows.
  static constexpr const char* format_name = "coo_aos";

  /// An empty 0 x 0 matrix.
  CooAosMatrix() = default;

  /// \param indices 2 * nnz: row and column of each entry
  /// \param values  nnz
  /// \throws Error invalid_value where sizes do not agree; matrix_type_not_supported where the
  ///   properties need a square matrix. The contents are not read: validate() does that.
  CooAosMatrix(std::int64_t num_rows, std::int64_t num_cols, index_view indices, value_view values,
               MatrixProperties properties = {})
      : MatrixBase(num_rows, num_cols, std::int64_t(values.extent(0)), properties),
        indices_(std::move(indices)),
        values_(std::move(values)) {
    constexpr std::string_view operation = "CooAosMatrix";
    detail::check_matrix_sizes<Index>(operation, num_rows, num_cols, properties);
    detail::check_length(operation, "indices", std::int64_t(indices_.extent(0)), 2 * nnz(),
                         "twice the length of values");
  }

  /// Wraps a user's arrays without a copy; they must outlive the container and its copies.
  static CooAosMatrix wrap(std::int64_t num_rows, std::int64_t num_cols, std::int64_t nnz,
                           const detail::IntegerArray<Index>& indices,
                           const detail::ValueArray<Scalar>& values,
                           MatrixProperties properties = {}) {
    constexpr std::string_view operation = "CooAosMatrix::wrap";
    const std::int64_t length = detail::checked_product(operation, "nnz", 2, nnz);
    return {num_rows, num_cols,
            detail::wrapped<const Index, MemorySpace>(operation, "indices", indices, length),
            detail::wrapped<Scalar, MemorySpace>(operation, "values", values, nnz), properties};
  }

  /// A matrix is also a matrix of constant values.
  template <std::same_as<CooAosMatrix<const Scalar, Index, MemorySpace>> Constant>
  operator Constant() const requires(!std::is_const_v<Scalar>) {
    return with_values(Kokkos::View<const Scalar*, MemorySpace>(values_));
  }

  /// Row and column of each entry, alternating.
  const index_view& indices() const noexcept { return indices_; }
  /// The value of each entry.
  const value_view& values() const noexcept { return values_; }

  /// A matrix of these arrays with other properties.
  CooAosMatrix with_properties(MatrixProperties properties) const {
    return {num_rows(), num_cols(), indices_, values_, properties};
  }

  /// A matrix of this pattern with other values, which may be of another type.
  template <class NewScalar, class... Properties>
  CooAosMatrix<NewScalar, Index, MemorySpace> with_values(
      const Kokkos::View<NewScalar*, Properties...>& values) const {
    return {num_rows(), num_cols(), indices_, values, properties()};
  }

 private:
  index_view indices_;
  value_view values_;
};

}  // namespace filigree
