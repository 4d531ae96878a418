// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <c/descriptions.hpp>

/// Descriptions of dense vectors and matrices.

namespace filigree::c {
namespace {

filigree_dense_vector* make(const char* call, const runtime::VectorOperand& vector) {
  runtime::check(call, vector);
  return new filigree_dense_vector{vector};
}

}  // namespace

void dense_vector_create(filigree_dense_vector_t* vector, std::int64_t size, void* values,
                         filigree_scalar_type_t scalar_type) {
  *vector = make("filigree_dense_vector_create", {scalar_of(scalar_type), size, values});
}

void const_dense_vector_create(filigree_const_dense_vector_t* vector, std::int64_t size,
                               const void* values, filigree_scalar_type_t scalar_type) {
  *vector = make("filigree_const_dense_vector_create",
                 {scalar_of(scalar_type), size, without_const(values)});
}

void dense_vector_destroy(filigree_const_dense_vector_t vector) { delete vector; }

void dense_vector_get(filigree_dense_vector_t vector, std::int64_t* size, void** values,
                      filigree_scalar_type_t* scalar_type) {
  *size = vector->operand.size;
  *values = vector->operand.values;
  *scalar_type = filigree_scalar_type_t(vector->operand.scalar);
}

void const_dense_vector_get(filigree_const_dense_vector_t vector, std::int64_t* size,
                            const void** values, filigree_scalar_type_t* scalar_type) {
  *size = vector->operand.size;
  *values = vector->operand.values;
  *scalar_type = filigree_scalar_type_t(vector->operand.scalar);
}

void dense_vector_set_values(filigree_dense_vector_t vector, void* values) {
  vector->operand.values = values;
}

// --- dense matrices ------------------------------------------------------------------------------

namespace {

filigree_dense_matrix* make(const char* call, const runtime::DenseOperand& matrix) {
  runtime::check(call, matrix);
  return new filigree_dense_matrix{matrix};
}

template <class Void>
void get_all(const runtime::DenseOperand& matrix, std::int64_t* num_rows, std::int64_t* num_cols,
             std::int64_t* leading_dimension, Void** values, filigree_scalar_type_t* scalar_type,
             filigree_layout_t* layout) {
  *num_rows = matrix.num_rows;
  *num_cols = matrix.num_cols;
  *leading_dimension = matrix.leading_dimension;
  *values = matrix.values;
  *scalar_type = filigree_scalar_type_t(matrix.scalar);
  *layout = filigree_layout_t(matrix.layout);
}

}  // namespace

void dense_matrix_create(filigree_dense_matrix_t* matrix, std::int64_t num_rows,
                         std::int64_t num_cols, std::int64_t leading_dimension, void* values,
                         filigree_scalar_type_t scalar_type, filigree_layout_t layout) {
  *matrix = make("filigree_dense_matrix_create", {scalar_of(scalar_type), runtime::Layout(layout),
                                                  num_rows, num_cols, leading_dimension, values});
}

void const_dense_matrix_create(filigree_const_dense_matrix_t* matrix, std::int64_t num_rows,
                               std::int64_t num_cols, std::int64_t leading_dimension,
                               const void* values, filigree_scalar_type_t scalar_type,
                               filigree_layout_t layout) {
  *matrix = make("filigree_const_dense_matrix_create",
                 {scalar_of(scalar_type), runtime::Layout(layout), num_rows, num_cols,
                  leading_dimension, without_const(values)});
}

void dense_matrix_destroy(filigree_const_dense_matrix_t matrix) { delete matrix; }

void dense_matrix_get(filigree_dense_matrix_t matrix, std::int64_t* num_rows,
                      std::int64_t* num_cols, std::int64_t* leading_dimension, void** values,
                      filigree_scalar_type_t* scalar_type, filigree_layout_t* layout) {
  get_all(matrix->operand, num_rows, num_cols, leading_dimension, values, scalar_type, layout);
}

void const_dense_matrix_get(filigree_const_dense_matrix_t matrix, std::int64_t* num_rows,
                            std::int64_t* num_cols, std::int64_t* leading_dimension,
                            const void** values, filigree_scalar_type_t* scalar_type,
                            filigree_layout_t* layout) {
  get_all(matrix->operand, num_rows, num_cols, leading_dimension, values, scalar_type, layout);
}

void dense_matrix_set_values(filigree_dense_matrix_t matrix, void* values) {
  matrix->operand.values = values;
}

}  // namespace filigree::c
