// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstring>
#include <string>
#include <string_view>

#include <filigree/core/error.hpp>

#include <c/descriptions.hpp>

#include <c/same_values.inc>

/// Descriptions of sparse matrices by rows, columns and coordinates.

namespace filigree::c {
namespace {

runtime::IndexType index_of(filigree_index_type_t type) { return runtime::IndexType(type); }

runtime::SparseOperand sparse(Format format, std::int64_t num_rows, std::int64_t num_cols,
                              std::int64_t nnz, filigree_index_type_t offset_type,
                              filigree_index_type_t index_type, filigree_index_base_t base,
                              filigree_scalar_type_t scalar_type) {
  runtime::SparseOperand matrix;
  matrix.format = format;
  matrix.scalar = scalar_of(scalar_type);
  matrix.index = index_of(index_type);
  matrix.offset = index_of(offset_type);
  matrix.properties.index_base = IndexBase(base);
  matrix.num_rows = num_rows;
  matrix.num_cols = num_cols;
  matrix.nnz = nnz;
  return matrix;
}

void set_arrays(runtime::SparseOperand& matrix, const void* first, const void* second,
                const void* values) {
  (matrix.format == Format::coo ? matrix.row_indices : matrix.offsets) = without_const(first);
  (matrix.format == Format::csc ? matrix.row_indices : matrix.col_indices) = without_const(second);
  matrix.values = without_const(values);
}

/// The arrays in the order in which set_arrays takes them.
template <class Void>
void get_arrays(const runtime::SparseOperand& matrix, Void** first, Void** second, Void** values) {
  *first = matrix.format == Format::coo ? matrix.row_indices : matrix.offsets;
  *second = matrix.format == Format::csc ? matrix.row_indices : matrix.col_indices;
  *values = matrix.values;
}

/// Arrays in the order in which set_arrays takes them.
filigree_sparse_matrix* make(const char* call, Format format, std::int64_t num_rows,
                             std::int64_t num_cols, std::int64_t nnz, const void* first,
                             const void* second, const void* values,
                             filigree_index_type_t offset_type, filigree_index_type_t index_type,
                             filigree_index_base_t base, filigree_scalar_type_t scalar_type) {
  auto matrix = sparse(format, num_rows, num_cols, nnz, offset_type, index_type, base, scalar_type);
  set_arrays(matrix, first, second, values);
  runtime::check(call, matrix);
  return new filigree_sparse_matrix{matrix};
}

int attribute_value(const char* call, filigree_matrix_attribute_t attribute, const void* value,
                    std::size_t bytes) {
  if (bytes != sizeof(int))
    detail::throw_error(Status::invalid_value,
                        {call, "value_bytes", std::to_string(bytes), std::to_string(sizeof(int)),
                         "pass the size of an int"});
  int number = 0;
  std::memcpy(&number, value, sizeof number);
  const int limit = attribute == FILIGREE_MATRIX_ATTRIBUTE_TYPE ? 3 : 1;
  if (number < 0 || number > limit)
    detail::throw_error(Status::invalid_value,
                        {call, "value", std::to_string(number), "0 to " + std::to_string(limit),
                         "use the names of the attribute's enumeration"});
  return number;
}

}  // namespace

void check_format(const char* call, const filigree_sparse_matrix* matrix, Format format) {
  if (matrix->operand.format != format)
    detail::throw_error(Status::invalid_value,
                        {call, "matrix", "format " + std::string(name(matrix->operand.format)),
                         "format " + std::string(name(format)), "call the function of its format"});
}

void csr_create(filigree_sparse_matrix_t* matrix, std::int64_t num_rows, std::int64_t num_cols,
                std::int64_t nnz, void* row_offsets, void* col_indices, void* values,
                filigree_index_type_t offset_type, filigree_index_type_t index_type,
                filigree_index_base_t base, filigree_scalar_type_t scalar_type) {
  *matrix = make("filigree_csr_create", Format::csr, num_rows, num_cols, nnz, row_offsets,
                 col_indices, values, offset_type, index_type, base, scalar_type);
}

void csc_create(filigree_sparse_matrix_t* matrix, std::int64_t num_rows, std::int64_t num_cols,
                std::int64_t nnz, void* col_offsets, void* row_indices, void* values,
                filigree_index_type_t offset_type, filigree_index_type_t index_type,
                filigree_index_base_t base, filigree_scalar_type_t scalar_type) {
  *matrix = make("filigree_csc_create", Format::csc, num_rows, num_cols, nnz, col_offsets,
                 row_indices, values, offset_type, index_type, base, scalar_type);
}

void coo_create(filigree_sparse_matrix_t* matrix, std::int64_t num_rows, std::int64_t num_cols,
                std::int64_t nnz, void* row_indices, void* col_indices, void* values,
                filigree_index_type_t index_type, filigree_index_base_t base,
                filigree_scalar_type_t scalar_type) {
  *matrix = make("filigree_coo_create", Format::coo, num_rows, num_cols, nnz, row_indices,
                 col_indices, values, index_type, index_type, base, scalar_type);
}

void const_csr_create(filigree_const_sparse_matrix_t* matrix, std::int64_t num_rows,
                      std::int64_t num_cols, std::int64_t nnz, const void* row_offsets,
                      const void* col_indices, const void* values,
                      filigree_index_type_t offset_type, filigree_index_type_t index_type,
                      filigree_index_base_t base, filigree_scalar_type_t scalar_type) {
  *matrix = make("filigree_const_csr_create", Format::csr, num_rows, num_cols, nnz, row_offsets,
                 col_indices, values, offset_type, index_type, base, scalar_type);
}

void const_csc_create(filigree_const_sparse_matrix_t* matrix, std::int64_t num_rows,
                      std::int64_t num_cols, std::int64_t nnz, const void* col_offsets,
                      const void* row_indices, const void* values,
                      filigree_index_type_t offset_type, filigree_index_type_t index_type,
                      filigree_index_base_t base, filigree_scalar_type_t scalar_type) {
  *matrix = make("filigree_const_csc_create", Format::csc, num_rows, num_cols, nnz, col_offsets,
                 row_indices, values, offset_type, index_type, base, scalar_type);
}

void const_coo_create(filigree_const_sparse_matrix_t* matrix, std::int64_t num_rows,
                      std::int64_t num_cols, std::int64_t nnz, const void* row_indices,
                      const void* col_indices, const void* values, filigree_index_type_t index_type,
                      filigree_index_base_t base, filigree_scalar_type_t scalar_type) {
  *matrix = make("filigree_const_coo_create", Format::coo, num_rows, num_cols, nnz, row_indices,
                 col_indices, values, index_type, index_type, base, scalar_type);
}

void sparse_matrix_destroy(filigree_const_sparse_matrix_t matrix) {
  if (matrix->arrays == nullptr)
    delete matrix;
  else
    destroy(matrix);
}

namespace {

template <class Void>
void get_compressed(const char* call, Format format, const filigree_sparse_matrix* matrix,
                    Void** offsets, Void** indices, Void** values,
                    filigree_index_type_t* offset_type, filigree_index_type_t* index_type) {
  check_format(call, matrix, format);
  get_arrays(matrix->operand, offsets, indices, values);
  *offset_type = filigree_index_type_t(matrix->operand.offset);
  *index_type = filigree_index_type_t(matrix->operand.index);
}

template <class Void>
void get_coordinates(const char* call, const filigree_sparse_matrix* matrix, Void** row_indices,
                     Void** col_indices, Void** values, filigree_index_type_t* index_type) {
  check_format(call, matrix, Format::coo);
  get_arrays(matrix->operand, row_indices, col_indices, values);
  *index_type = filigree_index_type_t(matrix->operand.index);
}

}  // namespace

void csr_get(filigree_sparse_matrix_t matrix, void** row_offsets, void** col_indices, void** values,
             filigree_index_type_t* offset_type, filigree_index_type_t* index_type) {
  get_compressed("filigree_csr_get", Format::csr, matrix, row_offsets, col_indices, values,
                 offset_type, index_type);
}

void csc_get(filigree_sparse_matrix_t matrix, void** col_offsets, void** row_indices, void** values,
             filigree_index_type_t* offset_type, filigree_index_type_t* index_type) {
  get_compressed("filigree_csc_get", Format::csc, matrix, col_offsets, row_indices, values,
                 offset_type, index_type);
}

void coo_get(filigree_sparse_matrix_t matrix, void** row_indices, void** col_indices, void** values,
             filigree_index_type_t* index_type) {
  get_coordinates("filigree_coo_get", matrix, row_indices, col_indices, values, index_type);
}

void const_csr_get(filigree_const_sparse_matrix_t matrix, const void** row_offsets,
                   const void** col_indices, const void** values,
                   filigree_index_type_t* offset_type, filigree_index_type_t* index_type) {
  get_compressed("filigree_const_csr_get", Format::csr, matrix, row_offsets, col_indices, values,
                 offset_type, index_type);
}

void const_csc_get(filigree_const_sparse_matrix_t matrix, const void** col_offsets,
                   const void** row_indices, const void** values,
                   filigree_index_type_t* offset_type, filigree_index_type_t* index_type) {
  get_compressed("filigree_const_csc_get", Format::csc, matrix, col_offsets, row_indices, values,
                 offset_type, index_type);
}

void const_coo_get(filigree_const_sparse_matrix_t matrix, const void** row_indices,
                   const void** col_indices, const void** values,
                   filigree_index_type_t* index_type) {
  get_coordinates("filigree_const_coo_get", matrix, row_indices, col_indices, values, index_type);
}

void csr_set_pointers(filigree_sparse_matrix_t matrix, void* row_offsets, void* col_indices,
                      void* values) {
  check_format("filigree_csr_set_pointers", matrix, Format::csr);
  set_arrays(matrix->operand, row_offsets, col_indices, values);
}

void csc_set_pointers(filigree_sparse_matrix_t matrix, void* col_offsets, void* row_indices,
                      void* values) {
  check_format("filigree_csc_set_pointers", matrix, Format::csc);
  set_arrays(matrix->operand, col_offsets, row_indices, values);
}

void coo_set_pointers(filigree_sparse_matrix_t matrix, void* row_indices, void* col_indices,
                      void* values) {
  check_format("filigree_coo_set_pointers", matrix, Format::coo);
  set_arrays(matrix->operand, row_indices, col_indices, values);
}

void sparse_matrix_get_size(filigree_const_sparse_matrix_t matrix, std::int64_t* num_rows,
                            std::int64_t* num_cols, std::int64_t* nnz) {
  *num_rows = matrix->operand.num_rows;
  *num_cols = matrix->operand.num_cols;
  *nnz = matrix->operand.nnz;
}

void sparse_matrix_get_format(filigree_const_sparse_matrix_t matrix, filigree_format_t* format) {
  *format = filigree_format_t(matrix->operand.format);
}

void sparse_matrix_get_base(filigree_const_sparse_matrix_t matrix, filigree_index_base_t* base) {
  *base = filigree_index_base_t(matrix->operand.properties.index_base);
}

void sparse_matrix_get_scalar_type(filigree_const_sparse_matrix_t matrix,
                                   filigree_scalar_type_t* scalar_type) {
  *scalar_type = filigree_scalar_type_t(matrix->operand.scalar);
}

void sparse_matrix_get_values(filigree_sparse_matrix_t matrix, void** values) {
  *values = matrix->operand.values;
}

void const_sparse_matrix_get_values(filigree_const_sparse_matrix_t matrix, const void** values) {
  *values = matrix->operand.values;
}

void sparse_matrix_set_values(filigree_sparse_matrix_t matrix, void* values) {
  matrix->operand.values = values;
}

void sparse_matrix_set_attribute(filigree_sparse_matrix_t matrix,
                                 filigree_matrix_attribute_t attribute, const void* value,
                                 std::size_t value_bytes) {
  constexpr const char* call = "filigree_sparse_matrix_set_attribute";
  const int number = attribute_value(call, attribute, value, value_bytes);
  runtime::SparseOperand changed = matrix->operand;
  switch (attribute) {
    case FILIGREE_MATRIX_ATTRIBUTE_TYPE:
      changed.properties.type = MatrixType(number);
      break;
    case FILIGREE_MATRIX_ATTRIBUTE_FILL:
      changed.properties.fill = FillMode(number);
      break;
    case FILIGREE_MATRIX_ATTRIBUTE_DIAGONAL:
      changed.properties.diagonal = DiagonalType(number);
      break;
    case FILIGREE_MATRIX_ATTRIBUTE_SORTED:
      changed.properties.sorted = number != 0;
      break;
    case FILIGREE_MATRIX_ATTRIBUTE_UNIQUE:
      changed.properties.unique = number != 0;
      break;
  }
  runtime::check(call, changed);
  matrix->operand = changed;
}

void sparse_matrix_get_attribute(filigree_const_sparse_matrix_t matrix,
                                 filigree_matrix_attribute_t attribute, int* value) {
  const MatrixProperties& properties = matrix->operand.properties;
  switch (attribute) {
    case FILIGREE_MATRIX_ATTRIBUTE_TYPE:
      *value = int(properties.type);
      break;
    case FILIGREE_MATRIX_ATTRIBUTE_FILL:
      *value = int(properties.fill);
      break;
    case FILIGREE_MATRIX_ATTRIBUTE_DIAGONAL:
      *value = int(properties.diagonal);
      break;
    case FILIGREE_MATRIX_ATTRIBUTE_SORTED:
      *value = int(properties.sorted);
      break;
    case FILIGREE_MATRIX_ATTRIBUTE_UNIQUE:
      *value = int(properties.unique);
      break;
  }
}

}  // namespace filigree::c
