// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/format/matrix_base.hpp>

#include <c/descriptions.hpp>

/// Descriptions of ELL, DIA and HDIA matrices.

namespace filigree::c {
namespace {

/// ELL: `width` places a row; DIA: `width` diagonals.
filigree_sparse_matrix* make_strided(const char* call, Format format, std::int64_t num_rows,
                                     std::int64_t num_cols, std::int64_t nnz, std::int64_t width,
                                     std::int64_t row_stride, const MatrixTypes& types,
                                     const void* indices, const void* values) {
  const bool is_ell = format == Format::ell;
  runtime::SparseOperand matrix;
  matrix.format = format;
  matrix.num_rows = num_rows;
  matrix.num_cols = num_cols;
  matrix.nnz = nnz;
  (is_ell ? matrix.ell_cols : matrix.num_diagonals) = width;
  matrix.row_stride = row_stride;
  matrix.num_places =
      detail::checked_product(call, is_ell ? "ell_width" : "num_diagonals", row_stride, width);
  return make_matrix(call, matrix, types, nullptr, indices, values);
}

filigree_sparse_matrix* make_hdia(const char* call, std::int64_t num_rows, std::int64_t num_cols,
                                  std::int64_t nnz, std::int64_t hack_size,
                                  std::int64_t num_diagonals, const MatrixTypes& types,
                                  const void* hack_offsets, const void* diagonal_offsets,
                                  const void* values) {
  runtime::SparseOperand matrix;
  matrix.format = Format::hdia;
  matrix.num_rows = num_rows;
  matrix.num_cols = num_cols;
  matrix.nnz = nnz;
  matrix.slice_size = hack_size;
  matrix.num_diagonals = num_diagonals;
  matrix.num_places = detail::checked_product(call, "num_diagonals", hack_size, num_diagonals);
  return make_matrix(call, matrix, types, hack_offsets, diagonal_offsets, values);
}

template <class Void>
void get_strided(const char* call, Format format, const filigree_sparse_matrix* matrix,
                 std::int64_t* width, std::int64_t* row_stride, Void** indices, Void** values,
                 filigree_index_type_t* index_type) {
  check_format(call, matrix, format);
  const runtime::SparseOperand& A = matrix->operand;
  *width = format == Format::ell ? A.ell_cols : A.num_diagonals;
  *row_stride = A.row_stride;
  *indices = A.col_indices;
  *values = A.values;
  *index_type = filigree_index_type_t(A.index);
}

template <class Void>
void get_hdia(const char* call, const filigree_sparse_matrix* matrix, std::int64_t* hack_size,
              std::int64_t* num_diagonals, Void** hack_offsets, Void** diagonal_offsets,
              Void** values, filigree_index_type_t* offset_type,
              filigree_index_type_t* index_type) {
  check_format(call, matrix, Format::hdia);
  const runtime::SparseOperand& A = matrix->operand;
  *hack_size = A.slice_size;
  *num_diagonals = A.num_diagonals;
  *hack_offsets = A.offsets;
  *diagonal_offsets = A.col_indices;
  *values = A.values;
  *offset_type = filigree_index_type_t(A.offset);
  *index_type = filigree_index_type_t(A.index);
}

}  // namespace

void ell_create(filigree_sparse_matrix_t* matrix, std::int64_t num_rows, std::int64_t num_cols,
                std::int64_t nnz, std::int64_t ell_width, std::int64_t row_stride,
                void* col_indices, void* values, filigree_index_type_t index_type,
                filigree_index_base_t base, filigree_scalar_type_t scalar_type) {
  *matrix =
      make_strided("filigree_ell_create", Format::ell, num_rows, num_cols, nnz, ell_width,
                   row_stride, {index_type, index_type, base, scalar_type}, col_indices, values);
}

void const_ell_create(filigree_const_sparse_matrix_t* matrix, std::int64_t num_rows,
                      std::int64_t num_cols, std::int64_t nnz, std::int64_t ell_width,
                      std::int64_t row_stride, const void* col_indices, const void* values,
                      filigree_index_type_t index_type, filigree_index_base_t base,
                      filigree_scalar_type_t scalar_type) {
  *matrix =
      make_strided("filigree_const_ell_create", Format::ell, num_rows, num_cols, nnz, ell_width,
                   row_stride, {index_type, index_type, base, scalar_type}, col_indices, values);
}

void dia_create(filigree_sparse_matrix_t* matrix, std::int64_t num_rows, std::int64_t num_cols,
                std::int64_t nnz, std::int64_t num_diagonals, std::int64_t row_stride,
                void* diagonal_offsets, void* values, filigree_index_type_t index_type,
                filigree_index_base_t base, filigree_scalar_type_t scalar_type) {
  *matrix = make_strided("filigree_dia_create", Format::dia, num_rows, num_cols, nnz, num_diagonals,
                         row_stride, {index_type, index_type, base, scalar_type}, diagonal_offsets,
                         values);
}

void const_dia_create(filigree_const_sparse_matrix_t* matrix, std::int64_t num_rows,
                      std::int64_t num_cols, std::int64_t nnz, std::int64_t num_diagonals,
                      std::int64_t row_stride, const void* diagonal_offsets, const void* values,
                      filigree_index_type_t index_type, filigree_index_base_t base,
                      filigree_scalar_type_t scalar_type) {
  *matrix = make_strided("filigree_const_dia_create", Format::dia, num_rows, num_cols, nnz,
                         num_diagonals, row_stride, {index_type, index_type, base, scalar_type},
                         diagonal_offsets, values);
}

void hdia_create(filigree_sparse_matrix_t* matrix, std::int64_t num_rows, std::int64_t num_cols,
                 std::int64_t nnz, std::int64_t hack_size, std::int64_t num_diagonals,
                 void* hack_offsets, void* diagonal_offsets, void* values,
                 filigree_index_type_t offset_type, filigree_index_type_t index_type,
                 filigree_index_base_t base, filigree_scalar_type_t scalar_type) {
  *matrix = make_hdia("filigree_hdia_create", num_rows, num_cols, nnz, hack_size, num_diagonals,
                      {offset_type, index_type, base, scalar_type}, hack_offsets, diagonal_offsets,
                      values);
}

void const_hdia_create(filigree_const_sparse_matrix_t* matrix, std::int64_t num_rows,
                       std::int64_t num_cols, std::int64_t nnz, std::int64_t hack_size,
                       std::int64_t num_diagonals, const void* hack_offsets,
                       const void* diagonal_offsets, const void* values,
                       filigree_index_type_t offset_type, filigree_index_type_t index_type,
                       filigree_index_base_t base, filigree_scalar_type_t scalar_type) {
  *matrix = make_hdia("filigree_const_hdia_create", num_rows, num_cols, nnz, hack_size,
                      num_diagonals, {offset_type, index_type, base, scalar_type}, hack_offsets,
                      diagonal_offsets, values);
}

void ell_get(filigree_sparse_matrix_t matrix, std::int64_t* ell_width, std::int64_t* row_stride,
             void** col_indices, void** values, filigree_index_type_t* index_type) {
  get_strided("filigree_ell_get", Format::ell, matrix, ell_width, row_stride, col_indices, values,
              index_type);
}

void const_ell_get(filigree_const_sparse_matrix_t matrix, std::int64_t* ell_width,
                   std::int64_t* row_stride, const void** col_indices, const void** values,
                   filigree_index_type_t* index_type) {
  get_strided("filigree_const_ell_get", Format::ell, matrix, ell_width, row_stride, col_indices,
              values, index_type);
}

void dia_get(filigree_sparse_matrix_t matrix, std::int64_t* num_diagonals, std::int64_t* row_stride,
             void** diagonal_offsets, void** values, filigree_index_type_t* index_type) {
  get_strided("filigree_dia_get", Format::dia, matrix, num_diagonals, row_stride, diagonal_offsets,
              values, index_type);
}

void const_dia_get(filigree_const_sparse_matrix_t matrix, std::int64_t* num_diagonals,
                   std::int64_t* row_stride, const void** diagonal_offsets, const void** values,
                   filigree_index_type_t* index_type) {
  get_strided("filigree_const_dia_get", Format::dia, matrix, num_diagonals, row_stride,
              diagonal_offsets, values, index_type);
}

void hdia_get(filigree_sparse_matrix_t matrix, std::int64_t* hack_size, std::int64_t* num_diagonals,
              void** hack_offsets, void** diagonal_offsets, void** values,
              filigree_index_type_t* offset_type, filigree_index_type_t* index_type) {
  get_hdia("filigree_hdia_get", matrix, hack_size, num_diagonals, hack_offsets, diagonal_offsets,
           values, offset_type, index_type);
}

void const_hdia_get(filigree_const_sparse_matrix_t matrix, std::int64_t* hack_size,
                    std::int64_t* num_diagonals, const void** hack_offsets,
                    const void** diagonal_offsets, const void** values,
                    filigree_index_type_t* offset_type, filigree_index_type_t* index_type) {
  get_hdia("filigree_const_hdia_get", matrix, hack_size, num_diagonals, hack_offsets,
           diagonal_offsets, values, offset_type, index_type);
}

void ell_set_pointers(filigree_sparse_matrix_t matrix, void* col_indices, void* values) {
  set_arrays("filigree_ell_set_pointers", matrix, Format::ell, nullptr, col_indices, values);
}

void dia_set_pointers(filigree_sparse_matrix_t matrix, void* diagonal_offsets, void* values) {
  set_arrays("filigree_dia_set_pointers", matrix, Format::dia, nullptr, diagonal_offsets, values);
}

void hdia_set_pointers(filigree_sparse_matrix_t matrix, void* hack_offsets, void* diagonal_offsets,
                       void* values) {
  set_arrays("filigree_hdia_set_pointers", matrix, Format::hdia, hack_offsets, diagonal_offsets,
             values);
}

}  // namespace filigree::c
