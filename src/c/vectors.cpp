// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <c/objects.hpp>

/// Sparse vectors, and what is done with them and dense ones.

namespace filigree::c {
namespace {

filigree_sparse_vector* make_vector(const char* call, std::int64_t size, std::int64_t nnz,
                                    const void* indices, const void* values,
                                    filigree_index_type_t index_type, filigree_index_base_t base,
                                    filigree_scalar_type_t scalar_type) {
  // nothing of this API writes the arrays of a description that was made of const ones
  const runtime::SparseVectorOperand vector{
      runtime::ScalarType(scalar_type), runtime::IndexType(index_type), IndexBase(base), size, nnz,
      const_cast<void*>(indices),       const_cast<void*>(values)};
  runtime::check(call, vector);
  return new filigree_sparse_vector{vector};
}

template <class Void>
void get_vector(const runtime::SparseVectorOperand& vector, std::int64_t* size, std::int64_t* nnz,
                Void** indices, Void** values, filigree_index_type_t* index_type,
                filigree_index_base_t* base, filigree_scalar_type_t* scalar_type) {
  *size = vector.size;
  *nnz = vector.nnz;
  *indices = vector.indices;
  *values = vector.values;
  *index_type = filigree_index_type_t(vector.index);
  *base = filigree_index_base_t(vector.base);
  *scalar_type = filigree_scalar_type_t(vector.scalar);
}

}  // namespace

void sparse_vector_create(filigree_sparse_vector_t* vector, std::int64_t size, std::int64_t nnz,
                          void* indices, void* values, filigree_index_type_t index_type,
                          filigree_index_base_t base, filigree_scalar_type_t scalar_type) {
  *vector = make_vector("filigree_sparse_vector_create", size, nnz, indices, values, index_type,
                        base, scalar_type);
}

void const_sparse_vector_create(filigree_const_sparse_vector_t* vector, std::int64_t size,
                                std::int64_t nnz, const void* indices, const void* values,
                                filigree_index_type_t index_type, filigree_index_base_t base,
                                filigree_scalar_type_t scalar_type) {
  *vector = make_vector("filigree_const_sparse_vector_create", size, nnz, indices, values,
                        index_type, base, scalar_type);
}

void sparse_vector_destroy(filigree_const_sparse_vector_t vector) { delete vector; }

void sparse_vector_get(filigree_sparse_vector_t vector, std::int64_t* size, std::int64_t* nnz,
                       void** indices, void** values, filigree_index_type_t* index_type,
                       filigree_index_base_t* base, filigree_scalar_type_t* scalar_type) {
  get_vector(vector->operand, size, nnz, indices, values, index_type, base, scalar_type);
}

void const_sparse_vector_get(filigree_const_sparse_vector_t vector, std::int64_t* size,
                             std::int64_t* nnz, const void** indices, const void** values,
                             filigree_index_type_t* index_type, filigree_index_base_t* base,
                             filigree_scalar_type_t* scalar_type) {
  get_vector(vector->operand, size, nnz, indices, values, index_type, base, scalar_type);
}

void sparse_vector_set_values(filigree_sparse_vector_t vector, void* values) {
  vector->operand.values = values;
}

void axpby(filigree_handle_t handle, const void* alpha, filigree_const_sparse_vector_t x,
           const void* beta, filigree_dense_vector_t y) {
  runtime::axpby(handle->target, scalar(handle, alpha), x->operand, scalar(handle, beta),
                 y->operand);
}

void gather(filigree_handle_t handle, filigree_const_dense_vector_t y, filigree_sparse_vector_t x) {
  runtime::gather(handle->target, y->operand, x->operand);
}

void scatter(filigree_handle_t handle, filigree_const_sparse_vector_t x,
             filigree_dense_vector_t y) {
  runtime::scatter(handle->target, x->operand, y->operand);
}

void rotate(filigree_handle_t handle, const void* c, const void* s, filigree_sparse_vector_t x,
            filigree_dense_vector_t y) {
  runtime::rot(handle->target, scalar(handle, c), scalar(handle, s), x->operand, y->operand);
}

void spvv(filigree_handle_t handle, filigree_op_t op, filigree_const_sparse_vector_t x,
          filigree_const_dense_vector_t y, filigree_scalar_type_t result_type, void* result) {
  runtime::spvv(handle->target, Op(op), x->operand, y->operand, runtime::ScalarType(result_type),
                result);
}

void gemvi(filigree_handle_t handle, filigree_op_t op, const void* alpha,
           filigree_const_dense_matrix_t A, filigree_const_sparse_vector_t x, const void* beta,
           filigree_dense_vector_t y) {
  note_kernel(handle, runtime::gemvi(handle->target, Op(op), scalar(handle, alpha), A->operand,
                                     x->operand, scalar(handle, beta), y->operand));
}

}  // namespace filigree::c
