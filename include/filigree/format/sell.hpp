// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <concepts>

#include <filigree/format/matrix_base.hpp>

namespace filigree {

/// Sliced ELLPACK: an ELLPACK matrix for each slice of slice_size rows, one after the other. Place
/// j of the r-th row of slice s lies at slice_offsets[s] + j * slice_size + r of col_indices and
/// of values; a slice has (slice_offsets[s + 1] - slice_offsets[s]) / slice_size places a row.
///
/// Slice offsets count places, from 0 in either index base. A place whose column index is -1 (in
/// either base) is padding; its value is never read. The places of a row's entries come before its
/// padding; rows that the last slice lacks are padding. With a row permutation (SELL-C-sigma,
/// Kreutzer et al. 2014) stored row k is row row_permutation[k] of the matrix, counted from the
/// index base. The hacked ELLPACK format (HLL) is the same with other names: slices are hacks, the
/// row permutation is the row index; rows sorted by length give jagged diagonals.
///
/// Shallow: a copy shares the arrays; the pattern is read-only through it.
template <class Scalar, class Index = std::int32_t, class Offset = Index,
          class MemorySpace = DefaultMemorySpace>
class SellMatrix : public MatrixBase {
  static_assert(detail::check_container_types<Scalar, Index, Offset, MemorySpace>());

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
  static constexpr const char* format_name = "sell";

  /// An empty 0 x 0 matrix.
  SellMatrix() = default;

  /// \param nnz           entries that are no padding; what nnz() returns
  /// \param slice_size    rows of each slice, at least 1
  /// \param slice_offsets num_slices() + 1 offsets (may have 0 entries when num_rows is 0)
  /// \param col_indices, values one entry each per place
  /// \param row_permutation num_rows rows, or none
  /// \throws Error invalid_value where sizes do not agree; matrix_type_not_supported where the
  ///   properties need a square matrix. The contents are not read: validate() does that.
  SellMatrix(std::int64_t num_rows, std::int64_t num_cols, std::int64_t nnz,
             std::int64_t slice_size, offset_view slice_offsets, index_view col_indices,
             value_view values, MatrixProperties properties = {}, index_view row_permutation = {})
      : MatrixBase(num_rows, num_cols, nnz, properties),
        slice_size_(slice_size),
        slice_offsets_(std::move(slice_offsets)),
        col_indices_(std::move(col_indices)),
        values_(std::move(values)),
        row_permutation_(std::move(row_permutation)) {
    constexpr std::string_view operation = "SellMatrix";
    detail::check_matrix_sizes<Index>(operation, num_rows, num_cols, properties);
    detail::check_at_least(operation, "slice_size", slice_size, 1, "a row");
    const auto places = std::int64_t(col_indices_.extent(0));
    detail::check_extent(operation, "col_indices", places,
                         std::int64_t(std::numeric_limits<Offset>::max()),
                         "the offset type's range");
    detail::check_at_most(operation, "nnz", nnz, places, "the length of col_indices");
    if (!(num_rows == 0 && slice_offsets_.extent(0) == 0))
      detail::check_length(operation, "slice_offsets", std::int64_t(slice_offsets_.extent(0)),
                           num_slices() + 1, "num_slices + 1");
    detail::check_length(operation, "values", std::int64_t(values_.extent(0)), places,
                         "the length of col_indices");
    if (row_permutation_.extent(0) != 0)
      detail::check_length(operation, "row_permutation", std::int64_t(row_permutation_.extent(0)),
                           num_rows, "num_rows");
  }

  /// Wraps a user's arrays without a copy; they must outlive the container and its copies.
  /// Null pointers are fine for arrays without entries, and for no permutation.
  /// \param num_places the length of col_indices and of values
  static SellMatrix wrap(std::int64_t num_rows, std::int64_t num_cols, std::int64_t nnz,
                         std::int64_t slice_size, std::int64_t num_places,
                         const detail::IntegerArray<Offset>& slice_offsets,
                         const detail::IntegerArray<Index>& col_indices,
                         const detail::ValueArray<Scalar>& values, MatrixProperties properties = {},
                         const detail::IntegerArray<Index>& row_permutation = nullptr) {
    constexpr std::string_view operation = "SellMatrix::wrap";
    detail::check_extent(operation, "num_rows", num_rows, detail::max_extent<Index>,
                         "the index type's range");
    detail::check_at_least(operation, "slice_size", slice_size, 1, "a row");
    detail::check_at_least(operation, "num_places", num_places, 0, "no places");
    const bool no_offsets = num_rows == 0 && slice_offsets == nullptr;
    return {num_rows,
            num_cols,
            nnz,
            slice_size,
            detail::wrapped<const Offset, MemorySpace>(
                operation, "slice_offsets", slice_offsets,
                no_offsets ? 0 : detail::groups_of(num_rows, slice_size) + 1),
            detail::wrapped<const Index, MemorySpace>(operation, "col_indices", col_indices,
                                                      num_places),
            detail::wrapped<Scalar, MemorySpace>(operation, "values", values, num_places),
            properties,
            detail::UnmanagedView<const Index, MemorySpace>(
                row_permutation, row_permutation == nullptr ? 0 : num_rows)};
  }

  /// A matrix is also a matrix of constant values.
  template <std::same_as<SellMatrix<const Scalar, Index, Offset, MemorySpace>> Constant>
  operator Constant() const requires(!std::is_const_v<Scalar>) {
    return with_values(Kokkos::View<const Scalar*, MemorySpace>(values_));
  }

  /// Rows of each slice; the last one may have fewer.
  std::int64_t slice_size() const noexcept { return slice_size_; }
  /// num_rows() / slice_size(), rounded up.
  std::int64_t num_slices() const noexcept { return detail::groups_of(num_rows(), slice_size_); }
  /// Where the places of each slice begin, from 0, and the end of the last; may be empty where the
  /// matrix has no rows.
  const offset_view& slice_offsets() const noexcept { return slice_offsets_; }
  /// The column of each place, from the index base; -1 for padding.
  const index_view& col_indices() const noexcept { return col_indices_; }
  /// The value of each place; that of padding means nothing.
  const value_view& values() const noexcept { return values_; }
  /// The matrix's row of each stored row, from the index base; no entries where rows are in order.
  const index_view& row_permutation() const noexcept { return row_permutation_; }
  /// Whether there is a row_permutation().
  bool is_permuted() const noexcept { return row_permutation_.extent(0) != 0; }

  ///@{
  /// The names of the hacked ELLPACK format.
  std::int64_t hack_size() const noexcept { return slice_size(); }
  std::int64_t num_hacks() const noexcept { return num_slices(); }
  const offset_view& hack_offsets() const noexcept { return slice_offsets(); }
  const index_view& row_index() const noexcept { return row_permutation(); }
  ///@}

  /// A matrix of these arrays with other properties.
  SellMatrix with_properties(MatrixProperties properties) const {
    return {num_rows(),   num_cols(), nnz(),      slice_size_,     slice_offsets_,
            col_indices_, values_,    properties, row_permutation_};
  }

  /// A matrix of this pattern with other values, which may be of another type.
  template <class NewScalar, class... Properties>
  SellMatrix<NewScalar, Index, Offset, MemorySpace> with_values(
      const Kokkos::View<NewScalar*, Properties...>& values) const {
    return {num_rows(),   num_cols(), nnz(),        slice_size_,     slice_offsets_,
            col_indices_, values,     properties(), row_permutation_};
  }

 private:
  std::int64_t slice_size_ = 1;
  offset_view slice_offsets_;
  index_view col_indices_;
  value_view values_;
  index_view row_permutation_;
};

/// The hacked ELLPACK format: its hack_size(), hack_offsets() and row_index() are the slice_size(),
/// slice_offsets() and row_permutation() of the same container.
template <class Scalar, class Index = std::int32_t, class Offset = Index,
          class MemorySpace = DefaultMemorySpace>
using HllMatrix = SellMatrix<Scalar, Index, Offset, MemorySpace>;

}  // namespace filigree
