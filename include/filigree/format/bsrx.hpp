// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <concepts>

#include <filigree/format/bsr.hpp>

namespace filigree {

/// A part of a Bsr matrix over the same block columns and values (the BSRX format): block row I has
/// the blocks [begin_offsets[I], end_offsets[I]). On request only the block rows of a list, the
/// mask, take part: operations leave the others' results as they are.
///
/// nnz() counts every place of the arrays, also of blocks that the view leaves out. Shallow: a copy
/// shares the arrays.
template <class Scalar, class Index = std::int32_t, class Offset = Index,
          class MemorySpace = DefaultMemorySpace>
class BsrxView : public MatrixBase {
 public:
  /// The matrix that this is a part of.
  using matrix_type = BsrMatrix<Scalar, Index, Offset, MemorySpace>;
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
  using offset_view = typename matrix_type::offset_view;
  using index_view = typename matrix_type::index_view;
  using value_view = typename matrix_type::value_view;
  ///@}

  /// The name in messages and logs, which format_of() knows.
  static constexpr const char* format_name = "bsrx";

  /// An empty 0 x 0 matrix.
  BsrxView() = default;

  /// The whole of A. O(1).
  explicit BsrxView(const matrix_type& A)
      : BsrxView(A.num_rows(), A.num_cols(), A.block(), all_but_last(A.row_offsets(), 0),
                 all_but_last(A.row_offsets(), 1), A.col_indices(), A.values(), A.properties()) {}

  /// \param begin_offsets, end_offsets num_block_rows() offsets each
  /// \param col_indices, values as in BsrMatrix
  /// \throws Error invalid_value where sizes do not agree; matrix_type_not_supported where the
  ///   properties need a square matrix. The contents are not read: validate() does that.
  BsrxView(std::int64_t num_rows, std::int64_t num_cols, BlockLayout block,
           offset_view begin_offsets, offset_view end_offsets, index_view col_indices,
           value_view values, MatrixProperties properties = {})
      : MatrixBase(num_rows, num_cols, std::int64_t(values.extent(0)), properties),
        block_(block),
        begin_offsets_(std::move(begin_offsets)),
        end_offsets_(std::move(end_offsets)),
        col_indices_(std::move(col_indices)),
        values_(std::move(values)) {
    constexpr std::string_view operation = "BsrxView";
    detail::check_matrix_sizes<Index>(operation, num_rows, num_cols, properties);
    const std::int64_t block_entries = detail::check_block_layout(operation, block);
    detail::check_length(operation, "begin_offsets", std::int64_t(begin_offsets_.extent(0)),
                         num_block_rows(), "num_block_rows");
    detail::check_length(operation, "end_offsets", std::int64_t(end_offsets_.extent(0)),
                         num_block_rows(), "num_block_rows");
    detail::check_length(
        operation, "values", nnz(),
        detail::checked_product(operation, "col_indices", num_blocks(), block_entries),
        "block.rows * block.cols for each block");
  }

  /// Wraps a user's arrays without a copy; they must outlive the view and its copies.
  static BsrxView wrap(std::int64_t num_rows, std::int64_t num_cols, BlockLayout block,
                       std::int64_t num_blocks, const detail::IntegerArray<Offset>& begin_offsets,
                       const detail::IntegerArray<Offset>& end_offsets,
                       const detail::IntegerArray<Index>& col_indices,
                       const detail::ValueArray<Scalar>& values, MatrixProperties properties = {}) {
    constexpr std::string_view operation = "BsrxView::wrap";
    detail::check_extent(operation, "num_rows", num_rows, detail::max_extent<Index>,
                         "the index type's range");
    const std::int64_t places = detail::checked_product(
        operation, "num_blocks", num_blocks, detail::check_block_layout(operation, block));
    const std::int64_t block_rows = detail::groups_of(num_rows, block.rows);
    return {num_rows,
            num_cols,
            block,
            detail::wrapped<const Offset, MemorySpace>(operation, "begin_offsets", begin_offsets,
                                                       block_rows),
            detail::wrapped<const Offset, MemorySpace>(operation, "end_offsets", end_offsets,
                                                       block_rows),
            detail::wrapped<const Index, MemorySpace>(operation, "col_indices", col_indices,
                                                      num_blocks),
            detail::wrapped<Scalar, MemorySpace>(operation, "values", values, places),
            properties};
  }

  /// This view in which only `block_rows` (counted from the index base, none twice) take part;
  /// an empty list leaves none.
  BsrxView with_mask(index_view block_rows) const {
    detail::check_at_most("BsrxView::with_mask", "block_rows", std::int64_t(block_rows.extent(0)),
                          num_block_rows(), "num_block_rows");
    BsrxView result = *this;
    result.mask_ = std::move(block_rows);
    result.masked_ = true;
    return result;
  }

  /// A view is also a view of constant values.
  template <std::same_as<BsrxView<const Scalar, Index, Offset, MemorySpace>> Constant>
  operator Constant() const requires(!std::is_const_v<Scalar>) {
    const BsrxView<const Scalar, Index, Offset, MemorySpace> result(
        num_rows(), num_cols(), block_, begin_offsets_, end_offsets_, col_indices_, values_,
        properties());
    return masked_ ? result.with_mask(mask_) : result;
  }

  /// Shape of the blocks and order of their entries.
  const BlockLayout& block() const noexcept { return block_; }
  ///@{
  /// Blocks along the matrix, counting those that stand over its edge.
  std::int64_t num_block_rows() const noexcept {
    return detail::groups_of(num_rows(), block_.rows);
  }
  std::int64_t num_block_cols() const noexcept {
    return detail::groups_of(num_cols(), block_.cols);
  }
  ///@}
  /// The blocks of the arrays, also those that the view leaves out.
  std::int64_t num_blocks() const noexcept { return std::int64_t(col_indices_.extent(0)); }

  ///@{
  /// Where the blocks of each block row begin and end, from the index base: num_block_rows()
  /// entries each.
  const offset_view& begin_offsets() const noexcept { return begin_offsets_; }
  const offset_view& end_offsets() const noexcept { return end_offsets_; }
  ///@}
  /// The block column of each block of the arrays, from the index base.
  const index_view& col_indices() const noexcept { return col_indices_; }
  /// The entries of all blocks of the arrays, block by block.
  const value_view& values() const noexcept { return values_; }
  /// Whether only the block rows of mask() take part; all do otherwise.
  bool is_masked() const noexcept { return masked_; }
  /// Block rows that take part, from the index base; says nothing unless is_masked().
  const index_view& mask() const noexcept { return mask_; }

 private:
  /// The offsets of a Bsr matrix from `first` on, one fewer than there are.
  static offset_view all_but_last(const offset_view& offsets, std::size_t first) {
    if (offsets.extent(0) == 0) return offsets;
    return Kokkos::subview(offsets, std::pair(first, offsets.extent(0) - 1 + first));
  }

  BlockLayout block_;
  offset_view begin_offsets_;
  offset_view end_offsets_;
  index_view col_indices_;
  value_view values_;
  index_view mask_;
  bool masked_ = false;
};

}  // namespace filigree
