// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/core/error.hpp>
#include <filigree/format/matrix_base.hpp>

#include <c/objects.hpp>

#include <c/same_values.inc>

/// Descriptions of matrices of blocks and slices.

namespace filigree::c {
namespace {

struct Types {
  filigree_index_type_t offset, index;
  filigree_index_base_t base;
  filigree_scalar_type_t scalar;
};

/// `matrix` has the format and its sizes.
filigree_sparse_matrix* make(const char* call, runtime::SparseOperand matrix, const Types& types,
                             const void* offsets, const void* indices, const void* values) {
  matrix.scalar = runtime::ScalarType(types.scalar);
  matrix.index = runtime::IndexType(types.index);
  matrix.offset = runtime::IndexType(types.offset);
  matrix.properties.index_base = IndexBase(types.base);
  // Nothing of this API writes the arrays of a description that was made of const ones.
  matrix.offsets = const_cast<void*>(offsets);
  matrix.col_indices = const_cast<void*>(indices);
  matrix.values = const_cast<void*>(values);
  runtime::check(call, matrix);
  return new filigree_sparse_matrix{matrix};
}

filigree_sparse_matrix* make_bsr(const char* call, std::int64_t num_rows, std::int64_t num_cols,
                                 const BlockLayout& block, std::int64_t num_blocks,
                                 const Types& types, const void* offsets, const void* indices,
                                 const void* values) {
  runtime::SparseOperand matrix;
  matrix.format = Format::bsr;
  matrix.num_rows = num_rows;
  matrix.num_cols = num_cols;
  matrix.block = block;
  matrix.nnz = detail::checked_product(call, "num_blocks", num_blocks,
                                       detail::check_block_layout(call, block));
  return make(call, matrix, types, offsets, indices, values);
}

filigree_sparse_matrix* make_sell(const char* call, std::int64_t num_rows, std::int64_t num_cols,
                                  std::int64_t nnz, std::int64_t slice_size,
                                  std::int64_t num_places, const Types& types, const void* offsets,
                                  const void* indices, const void* values) {
  runtime::SparseOperand matrix;
  matrix.format = Format::sell;
  matrix.num_rows = num_rows;
  matrix.num_cols = num_cols;
  matrix.nnz = nnz;
  matrix.slice_size = slice_size;
  matrix.num_places = num_places;
  return make(call, matrix, types, offsets, indices, values);
}

filigree_sparse_matrix* make_blocked_ell(const char* call, std::int64_t num_rows,
                                         std::int64_t num_cols, std::int64_t block_size,
                                         std::int64_t ell_cols, const Types& types,
                                         const void* indices, const void* values) {
  runtime::SparseOperand matrix;
  matrix.format = Format::blocked_ell;
  matrix.num_rows = num_rows;
  matrix.num_cols = num_cols;
  matrix.block = {block_size, block_size, BlockOrder::row_major};
  matrix.ell_cols = ell_cols;
  matrix.nnz = detail::checked_product(call, "ell_cols", num_rows, ell_cols);
  return make(call, matrix, types, nullptr, indices, values);
}

}  // namespace

void bsr_create(filigree_sparse_matrix_t* matrix, std::int64_t num_rows, std::int64_t num_cols,
                std::int64_t block_rows, std::int64_t block_cols, filigree_layout_t block_layout,
                std::int64_t num_blocks, void* row_offsets, void* col_indices, void* values,
                filigree_index_type_t offset_type, filigree_index_type_t index_type,
                filigree_index_base_t base, filigree_scalar_type_t scalar_type) {
  *matrix = make_bsr(
      "filigree_bsr_create", num_rows, num_cols,
      {block_rows, block_cols,
       block_layout == FILIGREE_LAYOUT_ROW_MAJOR ? BlockOrder::row_major : BlockOrder::col_major},
      num_blocks, {offset_type, index_type, base, scalar_type}, row_offsets, col_indices, values);
}

void sell_create(filigree_sparse_matrix_t* matrix, std::int64_t num_rows, std::int64_t num_cols,
                 std::int64_t nnz, std::int64_t slice_size, std::int64_t num_places,
                 void* slice_offsets, void* col_indices, void* values,
                 filigree_index_type_t offset_type, filigree_index_type_t index_type,
                 filigree_scalar_type_t scalar_type) {
  *matrix = make_sell("filigree_sell_create", num_rows, num_cols, nnz, slice_size, num_places,
                      {offset_type, index_type, FILIGREE_BASE_ZERO, scalar_type}, slice_offsets,
                      col_indices, values);
}

void blocked_ell_create(filigree_sparse_matrix_t* matrix, std::int64_t num_rows,
                        std::int64_t num_cols, std::int64_t block_size, std::int64_t ell_cols,
                        void* col_indices, void* values, filigree_index_type_t index_type,
                        filigree_index_base_t base, filigree_scalar_type_t scalar_type) {
  *matrix =
      make_blocked_ell("filigree_blocked_ell_create", num_rows, num_cols, block_size, ell_cols,
                       {index_type, index_type, base, scalar_type}, col_indices, values);
}

void const_bsr_create(filigree_const_sparse_matrix_t* matrix, std::int64_t num_rows,
                      std::int64_t num_cols, std::int64_t block_rows, std::int64_t block_cols,
                      filigree_layout_t block_layout, std::int64_t num_blocks,
                      const void* row_offsets, const void* col_indices, const void* values,
                      filigree_index_type_t offset_type, filigree_index_type_t index_type,
                      filigree_index_base_t base, filigree_scalar_type_t scalar_type) {
  *matrix = make_bsr(
      "filigree_const_bsr_create", num_rows, num_cols,
      {block_rows, block_cols,
       block_layout == FILIGREE_LAYOUT_ROW_MAJOR ? BlockOrder::row_major : BlockOrder::col_major},
      num_blocks, {offset_type, index_type, base, scalar_type}, row_offsets, col_indices, values);
}

void const_sell_create(filigree_const_sparse_matrix_t* matrix, std::int64_t num_rows,
                       std::int64_t num_cols, std::int64_t nnz, std::int64_t slice_size,
                       std::int64_t num_places, const void* slice_offsets, const void* col_indices,
                       const void* values, filigree_index_type_t offset_type,
                       filigree_index_type_t index_type, filigree_scalar_type_t scalar_type) {
  *matrix = make_sell("filigree_const_sell_create", num_rows, num_cols, nnz, slice_size, num_places,
                      {offset_type, index_type, FILIGREE_BASE_ZERO, scalar_type}, slice_offsets,
                      col_indices, values);
}

void const_blocked_ell_create(filigree_const_sparse_matrix_t* matrix, std::int64_t num_rows,
                              std::int64_t num_cols, std::int64_t block_size, std::int64_t ell_cols,
                              const void* col_indices, const void* values,
                              filigree_index_type_t index_type, filigree_index_base_t base,
                              filigree_scalar_type_t scalar_type) {
  *matrix =
      make_blocked_ell("filigree_const_blocked_ell_create", num_rows, num_cols, block_size,
                       ell_cols, {index_type, index_type, base, scalar_type}, col_indices, values);
}

}  // namespace filigree::c
