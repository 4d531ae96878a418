// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <concepts>

#include <filigree/format/matrix_base.hpp>

namespace filigree {

/// Blocked ELLPACK: every block row has the same number of square blocks side by side. `values` is
/// a dense row-major num_rows x ell_cols array (no block is contiguous); block j of block row I
/// takes its columns j * block_size to (j + 1) * block_size - 1 and stands for block column
/// col_indices[I * blocks_per_row + j], counted from the index base. -1 (in either base) is an
/// empty block, whose values are never read.
///
/// Sizes that blocks do not divide: what lies outside the matrix is never read, and `values` has no
/// rows past num_rows. All else are entries, zeros too, so nnz() counts every place. Shallow: a
/// copy shares the arrays; the pattern is read-only through it.
template <class Scalar, class Index = std::int32_t, class MemorySpace = DefaultMemorySpace>
class BlockedEllMatrix : public MatrixBase {
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
  static constexpr const char* format_name = "blocked_ell";

  /// An empty 0 x 0 matrix.
  BlockedEllMatrix() = default;

  /// \param block_size  rows and columns of each block, at least 1
  /// \param ell_cols    columns of `values`; the last block is cut off where block_size does not
  ///   divide it
  /// \param col_indices num_block_rows() * blocks_per_row(), row-major
  /// \param values      num_rows * ell_cols, row-major
  /// \throws Error invalid_value where sizes do not agree; matrix_type_not_supported where the
  ///   properties need a square matrix. The contents are not read: validate() does that.
  BlockedEllMatrix(std::int64_t num_rows, std::int64_t num_cols, std::int64_t block_size,
                   std::int64_t ell_cols, index_view col_indices, value_view values,
                   MatrixProperties properties = {})
      : MatrixBase(num_rows, num_cols, std::int64_t(values.extent(0)), properties),
        block_size_(block_size),
        ell_cols_(ell_cols),
        col_indices_(std::move(col_indices)),
        values_(std::move(values)) {
    constexpr std::string_view operation = "BlockedEllMatrix";
    detail::check_matrix_sizes<Index>(operation, num_rows, num_cols, properties);
    detail::check_at_least(operation, "block_size", block_size, 1, "a row");
    const std::int64_t places = detail::checked_product(operation, "ell_cols", num_rows, ell_cols);
    detail::check_length(operation, "col_indices", std::int64_t(col_indices_.extent(0)),
                         num_block_rows() * blocks_per_row(), "num_block_rows * blocks_per_row");
    detail::check_length(operation, "values", nnz(), places, "num_rows * ell_cols");
  }

  /// Wraps a user's arrays without a copy; they must outlive the container and its copies.
  /// Null pointers are fine for arrays without entries.
  static BlockedEllMatrix wrap(std::int64_t num_rows, std::int64_t num_cols,
                               std::int64_t block_size, std::int64_t ell_cols,
                               const detail::IntegerArray<Index>& col_indices,
                               const detail::ValueArray<Scalar>& values,
                               MatrixProperties properties = {}) {
    constexpr std::string_view operation = "BlockedEllMatrix::wrap";
    detail::check_at_least(operation, "block_size", block_size, 1, "a row");
    const std::int64_t places = detail::checked_product(operation, "ell_cols", num_rows, ell_cols);
    const std::int64_t blocks =
        detail::groups_of(num_rows, block_size) * detail::groups_of(ell_cols, block_size);
    return {
        num_rows,
        num_cols,
        block_size,
        ell_cols,
        detail::wrapped<const Index, MemorySpace>(operation, "col_indices", col_indices, blocks),
        detail::wrapped<Scalar, MemorySpace>(operation, "values", values, places),
        properties};
  }

  /// A matrix is also a matrix of constant values.
  template <std::same_as<BlockedEllMatrix<const Scalar, Index, MemorySpace>> Constant>
  operator Constant() const requires(!std::is_const_v<Scalar>) {
    return with_values(Kokkos::View<const Scalar*, MemorySpace>(values_));
  }

  /// Rows and columns of each block.
  std::int64_t block_size() const noexcept { return block_size_; }
  /// The columns of `values`.
  std::int64_t ell_cols() const noexcept { return ell_cols_; }
  /// Blocks side by side, empty ones too; the last one may be cut off by ell_cols().
  std::int64_t blocks_per_row() const noexcept { return detail::groups_of(ell_cols_, block_size_); }
  ///@{
  /// Blocks along the matrix, counting those that stand over its edge.
  std::int64_t num_block_rows() const noexcept {
    return detail::groups_of(num_rows(), block_size_);
  }
  std::int64_t num_block_cols() const noexcept {
    return detail::groups_of(num_cols(), block_size_);
  }
  ///@}
  /// The block column of each block, from the index base; -1 for an empty one.
  const index_view& col_indices() const noexcept { return col_indices_; }
  /// num_rows() x ell_cols() entries, row-major.
  const value_view& values() const noexcept { return values_; }

  /// A matrix of these arrays with other properties.
  BlockedEllMatrix with_properties(MatrixProperties properties) const {
    return {num_rows(), num_cols(), block_size_, ell_cols_, col_indices_, values_, properties};
  }

  /// A matrix of this pattern with other values, which may be of another type.
  template <class NewScalar, class... Properties>
  BlockedEllMatrix<NewScalar, Index, MemorySpace> with_values(
      const Kokkos::View<NewScalar*, Properties...>& values) const {
    return {num_rows(), num_cols(), block_size_, ell_cols_, col_indices_, values, properties()};
  }

 private:
  std::int64_t block_size_ = 1;
  std::int64_t ell_cols_ = 0;
  index_view col_indices_;
  value_view values_;
};

}  // namespace filigree
