// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <concepts>

#include <filigree/format/block_layout.hpp>

namespace filigree {

/// Block compressed sparse column (GEBSC): blocks of block.rows x block.cols entries, block column
/// by block column. Those of block column J are [col_offsets[J], col_offsets[J + 1]); block k is
/// block row row_indices[k], its entries are values[k * block.rows * block.cols ...], row- or
/// column-major.
///
/// Sizes that blocks do not divide are padded: what a block holds outside the matrix is never read.
/// All else are entries, zeros too, so nnz() counts every place of every block. Offsets and indices
/// count blocks from the index base, and may be unsorted within a block column. Shallow: a copy
/// shares the arrays; the pattern is read-only through it.
template <class Scalar, class Index = std::int32_t, class Offset = Index,
          class MemorySpace = DefaultMemorySpace>
class BscMatrix : public MatrixBase {
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
  static constexpr const char* format_name = "bsc";

  /// An empty 0 x 0 matrix.
  BscMatrix() = default;

  /// \param block the blocks' shape, at least 1 x 1, and order
  /// \param col_offsets num_block_cols() + 1 offsets (may have 0 entries when num_cols is 0)
  /// \param row_indices one for each block
  /// \param values block.rows * block.cols entries for each block
  /// \throws Error invalid_value where sizes do not agree; matrix_type_not_supported where the
  ///   properties need a square matrix. The contents are not read: validate() does that.
  BscMatrix(std::int64_t num_rows, std::int64_t num_cols, BlockLayout block,
            offset_view col_offsets, index_view row_indices, value_view values,
            MatrixProperties properties = {})
      : MatrixBase(num_rows, num_cols, std::int64_t(values.extent(0)), properties),
        block_(block),
        col_offsets_(std::move(col_offsets)),
        row_indices_(std::move(row_indices)),
        values_(std::move(values)) {
    constexpr std::string_view operation = "BscMatrix";
    detail::check_matrix_sizes<Index>(operation, num_rows, num_cols, properties);
    const std::int64_t block_entries = detail::check_block_layout(operation, block);
    detail::check_extent(operation, "row_indices", num_blocks(),
                         std::int64_t(std::numeric_limits<Offset>::max()) - 1,
                         "the offset type's range");
    if (!(num_cols == 0 && col_offsets_.extent(0) == 0))
      detail::check_length(operation, "col_offsets", std::int64_t(col_offsets_.extent(0)),
                           num_block_cols() + 1, "num_block_cols + 1");
    detail::check_length(
        operation, "values", nnz(),
        detail::checked_product(operation, "row_indices", num_blocks(), block_entries),
        "block.rows * block.cols for each block");
  }

  /// Wraps a user's arrays without a copy; they must outlive the container and its copies.
  /// Null pointers are fine for arrays without entries.
  static BscMatrix wrap(std::int64_t num_rows, std::int64_t num_cols, BlockLayout block,
                        std::int64_t num_blocks, const detail::IntegerArray<Offset>& col_offsets,
                        const detail::IntegerArray<Index>& row_indices,
                        const detail::ValueArray<Scalar>& values,
                        MatrixProperties properties = {}) {
    constexpr std::string_view operation = "BscMatrix::wrap";
    detail::check_extent(operation, "num_cols", num_cols, detail::max_extent<Index>,
                         "the index type's range");
    const std::int64_t places = detail::checked_product(
        operation, "num_blocks", num_blocks, detail::check_block_layout(operation, block));
    const bool no_offsets = num_cols == 0 && col_offsets == nullptr;
    return {num_rows,
            num_cols,
            block,
            detail::wrapped<const Offset, MemorySpace>(
                operation, "col_offsets", col_offsets,
                no_offsets ? 0 : detail::groups_of(num_cols, block.cols) + 1),
            detail::wrapped<const Index, MemorySpace>(operation, "row_indices", row_indices,
                                                      num_blocks),
            detail::wrapped<Scalar, MemorySpace>(operation, "values", values, places),
            properties};
  }

  /// A matrix is also a matrix of constant values.
  template <std::same_as<BscMatrix<const Scalar, Index, Offset, MemorySpace>> Constant>
  operator Constant() const requires(!std::is_const_v<Scalar>) {
    return with_values(Kokkos::View<const Scalar*, MemorySpace>(values_));
  }

  /// Shape of the blocks and order of their entries.
  const BlockLayout& block() const noexcept { return block_; }
  ///@{
  /// The members of block(): its rows, its columns, its order.
  std::int64_t row_block_size() const noexcept { return block_.rows; }
  std::int64_t col_block_size() const noexcept { return block_.cols; }
  BlockOrder block_order() const noexcept { return block_.order; }
  ///@}
  ///@{
  /// Blocks along the matrix, counting those that stand over its edge.
  std::int64_t num_block_rows() const noexcept {
    return detail::groups_of(num_rows(), block_.rows);
  }
  std::int64_t num_block_cols() const noexcept {
    return detail::groups_of(num_cols(), block_.cols);
  }
  ///@}
  /// Blocks that are stored, empty ones too: each has block().rows * block().cols values.
  std::int64_t num_blocks() const noexcept { return std::int64_t(row_indices_.extent(0)); }

  /// Where the blocks of each block column begin, from the index base, and the end of the last; may
  /// be empty where the matrix has no columns.
  const offset_view& col_offsets() const noexcept { return col_offsets_; }
  /// The block row of each block.
  const index_view& row_indices() const noexcept { return row_indices_; }
  /// The entries of all blocks, block by block.
  const value_view& values() const noexcept { return values_; }

  /// A matrix of these arrays with other properties.
  BscMatrix with_properties(MatrixProperties properties) const {
    return {num_rows(), num_cols(), block_, col_offsets_, row_indices_, values_, properties};
  }

  /// A matrix of this pattern with other values, which may be of another type.
  template <class NewScalar, class... Properties>
  BscMatrix<NewScalar, Index, Offset, MemorySpace> with_values(
      const Kokkos::View<NewScalar*, Properties...>& values) const {
    return {num_rows(), num_cols(), block_, col_offsets_, row_indices_, values, properties()};
  }

 private:
  BlockLayout block_;
  offset_view col_offsets_;
  index_view row_indices_;
  value_view values_;
};

}  // namespace filigree
