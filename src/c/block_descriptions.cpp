// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/core/error.hpp>
#include <filigree/format/matrix_base.hpp>

#include <c/descriptions.hpp>

#include <c/same_values.inc>

/// Descriptions of matrices of blocks and slices.

namespace filigree::c {

filigree_sparse_matrix* make_matrix(const char* call, runtime::SparseOperand matrix,
                                    const MatrixTypes& types, const void* offsets,
                                    const void* indices, const void* values) {
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

void set_arrays(const char* call, filigree_sparse_matrix* matrix, Format format, void* offsets,
                void* indices, void* values) {
  check_format(call, matrix, format);
  matrix->operand.offsets = offsets;
  matrix->operand.col_indices = indices;
  matrix->operand.values = values;
}

namespace {

filigree_sparse_matrix* make_bsr(const char* call, std::int64_t num_rows, std::int64_t num_cols,
                                 const BlockLayout& block, std::int64_t num_blocks,
                                 const MatrixTypes& types, const void* offsets, const void* indices,
                                 const void* values) {
  runtime::SparseOperand matrix;
  matrix.format = Format::bsr;
  matrix.num_rows = num_rows;
  matrix.num_cols = num_cols;
  matrix.block = block;
  matrix.nnz = detail::checked_product(call, "num_blocks", num_blocks,
                                       detail::check_block_layout(call, block));
  return make_matrix(call, matrix, types, offsets, indices, values);
}

filigree_sparse_matrix* make_sell(const char* call, std::int64_t num_rows, std::int64_t num_cols,
                                  std::int64_t nnz, std::int64_t slice_size,
                                  std::int64_t num_places, const MatrixTypes& types,
                                  const void* offsets, const void* indices, const void* values) {
  runtime::SparseOperand matrix;
  matrix.format = Format::sell;
  matrix.num_rows = num_rows;
  matrix.num_cols = num_cols;
  matrix.nnz = nnz;
  matrix.slice_size = slice_size;
  matrix.num_places = num_places;
  return make_matrix(call, matrix, types, offsets, indices, values);
}

filigree_sparse_matrix* make_blocked_ell(const char* call, std::int64_t num_rows,
                                         std::int64_t num_cols, std::int64_t block_size,
                                         std::int64_t ell_cols, const MatrixTypes& types,
                                         const void* indices, const void* values) {
  runtime::SparseOperand matrix;
  matrix.format = Format::blocked_ell;
  matrix.num_rows = num_rows;
  matrix.num_cols = num_cols;
  matrix.block = {block_size, block_size, BlockOrder::row_major};
  matrix.ell_cols = ell_cols;
  matrix.nnz = detail::checked_product(call, "ell_cols", num_rows, ell_cols);
  return make_matrix(call, matrix, types, nullptr, indices, values);
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

namespace {

template <class Void>
void get_arrays_and_types(const runtime::SparseOperand& matrix, Void** offsets, Void** indices,
                          Void** values, filigree_index_type_t* offset_type,
                          filigree_index_type_t* index_type) {
  *offsets = matrix.offsets;
  *indices = matrix.col_indices;
  *values = matrix.values;
  *offset_type = filigree_index_type_t(matrix.offset);
  *index_type = filigree_index_type_t(matrix.index);
}

template <class Void>
void get_bsr(const char* call, const filigree_sparse_matrix* matrix, std::int64_t* block_rows,
             std::int64_t* block_cols, filigree_layout_t* block_layout, std::int64_t* num_blocks,
             Void** row_offsets, Void** col_indices, Void** values,
             filigree_index_type_t* offset_type, filigree_index_type_t* index_type) {
  check_format(call, matrix, Format::bsr);
  const BlockLayout& block = matrix->operand.block;
  *block_rows = block.rows;
  *block_cols = block.cols;
  *block_layout = block.order == BlockOrder::row_major ? FILIGREE_LAYOUT_ROW_MAJOR
                                                       : FILIGREE_LAYOUT_COLUMN_MAJOR;
  *num_blocks = matrix->operand.num_indices();
  get_arrays_and_types(matrix->operand, row_offsets, col_indices, values, offset_type, index_type);
}

template <class Void>
void get_sell(const char* call, const filigree_sparse_matrix* matrix, std::int64_t* slice_size,
              std::int64_t* num_places, Void** slice_offsets, Void** col_indices, Void** values,
              filigree_index_type_t* offset_type, filigree_index_type_t* index_type) {
  check_format(call, matrix, Format::sell);
  *slice_size = matrix->operand.slice_size;
  *num_places = matrix->operand.num_places;
  get_arrays_and_types(matrix->operand, slice_offsets, col_indices, values, offset_type,
                       index_type);
}

template <class Void>
void get_blocked_ell(const char* call, const filigree_sparse_matrix* matrix,
                     std::int64_t* block_size, std::int64_t* ell_cols, Void** col_indices,
                     Void** values, filigree_index_type_t* index_type) {
  check_format(call, matrix, Format::blocked_ell);
  *block_size = matrix->operand.block.rows;
  *ell_cols = matrix->operand.ell_cols;
  *col_indices = matrix->operand.col_indices;
  *values = matrix->operand.values;
  *index_type = filigree_index_type_t(matrix->operand.index);
}

}  // namespace

void bsr_get(filigree_sparse_matrix_t matrix, std::int64_t* block_rows, std::int64_t* block_cols,
             filigree_layout_t* block_layout, std::int64_t* num_blocks, void** row_offsets,
             void** col_indices, void** values, filigree_index_type_t* offset_type,
             filigree_index_type_t* index_type) {
  get_bsr("filigree_bsr_get", matrix, block_rows, block_cols, block_layout, num_blocks, row_offsets,
          col_indices, values, offset_type, index_type);
}
void sell_get(filigree_sparse_matrix_t matrix, std::int64_t* slice_size, std::int64_t* num_places,
              void** slice_offsets, void** col_indices, void** values,
              filigree_index_type_t* offset_type, filigree_index_type_t* index_type) {
  get_sell("filigree_sell_get", matrix, slice_size, num_places, slice_offsets, col_indices, values,
           offset_type, index_type);
}
void blocked_ell_get(filigree_sparse_matrix_t matrix, std::int64_t* block_size,
                     std::int64_t* ell_cols, void** col_indices, void** values,
                     filigree_index_type_t* index_type) {
  get_blocked_ell("filigree_blocked_ell_get", matrix, block_size, ell_cols, col_indices, values,
                  index_type);
}

void const_bsr_get(filigree_const_sparse_matrix_t matrix, std::int64_t* block_rows,
                   std::int64_t* block_cols, filigree_layout_t* block_layout,
                   std::int64_t* num_blocks, const void** row_offsets, const void** col_indices,
                   const void** values, filigree_index_type_t* offset_type,
                   filigree_index_type_t* index_type) {
  get_bsr("filigree_const_bsr_get", matrix, block_rows, block_cols, block_layout, num_blocks,
          row_offsets, col_indices, values, offset_type, index_type);
}
void const_sell_get(filigree_const_sparse_matrix_t matrix, std::int64_t* slice_size,
                    std::int64_t* num_places, const void** slice_offsets, const void** col_indices,
                    const void** values, filigree_index_type_t* offset_type,
                    filigree_index_type_t* index_type) {
  get_sell("filigree_const_sell_get", matrix, slice_size, num_places, slice_offsets, col_indices,
           values, offset_type, index_type);
}
void const_blocked_ell_get(filigree_const_sparse_matrix_t matrix, std::int64_t* block_size,
                           std::int64_t* ell_cols, const void** col_indices, const void** values,
                           filigree_index_type_t* index_type) {
  get_blocked_ell("filigree_const_blocked_ell_get", matrix, block_size, ell_cols, col_indices,
                  values, index_type);
}

void bsr_set_pointers(filigree_sparse_matrix_t matrix, void* row_offsets, void* col_indices,
                      void* values) {
  set_arrays("filigree_bsr_set_pointers", matrix, Format::bsr, row_offsets, col_indices, values);
}
void sell_set_pointers(filigree_sparse_matrix_t matrix, void* slice_offsets, void* col_indices,
                       void* values) {
  set_arrays("filigree_sell_set_pointers", matrix, Format::sell, slice_offsets, col_indices,
             values);
}
void blocked_ell_set_pointers(filigree_sparse_matrix_t matrix, void* col_indices, void* values) {
  set_arrays("filigree_blocked_ell_set_pointers", matrix, Format::blocked_ell, nullptr, col_indices,
             values);
}

}  // namespace filigree::c
