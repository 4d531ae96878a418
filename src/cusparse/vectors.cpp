// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cusparse/guard.hpp>
#include <cusparse/objects.hpp>

/// Descriptions of vectors and of dense matrices.

namespace filigree::cusparse {
namespace {

cusparseSpVecDescr* make_sparse(const char* call, std::int64_t size, std::int64_t nnz,
                                const void* indices, const void* values, cusparseIndexType_t index,
                                cusparseIndexBase_t base, cudaDataType type) {
  check(nnz <= size, call, "nnz", "more entries than the vector is long", "size or less");
  const runtime::SparseVectorOperand operand{scalar_type(call, "valueType", type),
                                             index_type(call, "idxType", index),
                                             IndexBase(base),
                                             size,
                                             nnz,
                                             without_const(indices),
                                             without_const(values)};
  runtime::check(call, operand);
  return new cusparseSpVecDescr{operand};
}

cusparseDnMatDescr* make_dense(const char* call, std::int64_t rows, std::int64_t cols,
                               std::int64_t ld, const void* values, cudaDataType type,
                               cusparseOrder_t order) {
  cusparseDnMatDescr matrix;
  matrix.operand = {
      scalar_type(call, "valueType", type), layout(order), rows, cols, ld, without_const(values)};
  runtime::check(call, matrix.operand);
  return new cusparseDnMatDescr(matrix);
}

template <class Void>
void get(const cusparseSpVecDescr& vector, std::int64_t* size, std::int64_t* nnz, Void** indices,
         Void** values, cusparseIndexType_t* index, cusparseIndexBase_t* base, cudaDataType* type) {
  *size = vector.operand.size;
  *nnz = vector.operand.nnz;
  *indices = vector.operand.indices;
  *values = vector.operand.values;
  *index = index_type(vector.operand.index);
  *base = cusparseIndexBase_t(vector.operand.base);
  *type = data_type(vector.operand.scalar);
}

template <class Void>
void get(const cusparseDnVecDescr& vector, std::int64_t* size, Void** values, cudaDataType* type) {
  *size = vector.operand.size;
  *values = vector.operand.values;
  *type = data_type(vector.operand.scalar);
}

template <class Void>
void get(const cusparseDnMatDescr& matrix, std::int64_t* rows, std::int64_t* cols, std::int64_t* ld,
         Void** values, cudaDataType* type, cusparseOrder_t* order) {
  *rows = matrix.operand.num_rows;
  *cols = matrix.operand.num_cols;
  *ld = matrix.operand.leading_dimension;
  *values = matrix.operand.values;
  *type = data_type(matrix.operand.scalar);
  *order = cusparse::order(matrix.operand.layout);
}

}  // namespace

void CreateSpVec(cusparseSpVecDescr_t* vector, std::int64_t size, std::int64_t nnz, void* indices,
                 void* values, cusparseIndexType_t index, cusparseIndexBase_t base,
                 cudaDataType type) {
  *vector = make_sparse("cusparseCreateSpVec", size, nnz, indices, values, index, base, type);
}
void CreateConstSpVec(cusparseConstSpVecDescr_t* vector, std::int64_t size, std::int64_t nnz,
                      const void* indices, const void* values, cusparseIndexType_t index,
                      cusparseIndexBase_t base, cudaDataType type) {
  *vector = make_sparse("cusparseCreateConstSpVec", size, nnz, indices, values, index, base, type);
}
void DestroySpVec(cusparseConstSpVecDescr_t vector) { delete vector; }

void SpVecGet(cusparseSpVecDescr_t vector, std::int64_t* size, std::int64_t* nnz, void** indices,
              void** values, cusparseIndexType_t* index, cusparseIndexBase_t* base,
              cudaDataType* type) {
  get(*vector, size, nnz, indices, values, index, base, type);
}
void ConstSpVecGet(cusparseConstSpVecDescr_t vector, std::int64_t* size, std::int64_t* nnz,
                   const void** indices, const void** values, cusparseIndexType_t* index,
                   cusparseIndexBase_t* base, cudaDataType* type) {
  get(*vector, size, nnz, indices, values, index, base, type);
}
void SpVecGetIndexBase(cusparseConstSpVecDescr_t vector, cusparseIndexBase_t* base) {
  *base = cusparseIndexBase_t(vector->operand.base);
}
void SpVecGetValues(cusparseSpVecDescr_t vector, void** values) {
  *values = vector->operand.values;
}
void ConstSpVecGetValues(cusparseConstSpVecDescr_t vector, const void** values) {
  *values = vector->operand.values;
}
void SpVecSetValues(cusparseSpVecDescr_t vector, void* values) { vector->operand.values = values; }

void CreateDnVec(cusparseDnVecDescr_t* vector, std::int64_t size, void* values, cudaDataType type) {
  *vector =
      new cusparseDnVecDescr{{scalar_type("cusparseCreateDnVec", "valueType", type), size, values}};
}
void CreateConstDnVec(cusparseConstDnVecDescr_t* vector, std::int64_t size, const void* values,
                      cudaDataType type) {
  *vector = new cusparseDnVecDescr{
      {scalar_type("cusparseCreateConstDnVec", "valueType", type), size, without_const(values)}};
}
void DestroyDnVec(cusparseConstDnVecDescr_t vector) { delete vector; }

void DnVecGet(cusparseDnVecDescr_t vector, std::int64_t* size, void** values, cudaDataType* type) {
  get(*vector, size, values, type);
}
void ConstDnVecGet(cusparseConstDnVecDescr_t vector, std::int64_t* size, const void** values,
                   cudaDataType* type) {
  get(*vector, size, values, type);
}
void DnVecGetValues(cusparseDnVecDescr_t vector, void** values) {
  *values = vector->operand.values;
}
void ConstDnVecGetValues(cusparseConstDnVecDescr_t vector, const void** values) {
  *values = vector->operand.values;
}
void DnVecSetValues(cusparseDnVecDescr_t vector, void* values) { vector->operand.values = values; }

void CreateDnMat(cusparseDnMatDescr_t* matrix, std::int64_t rows, std::int64_t cols,
                 std::int64_t ld, void* values, cudaDataType type, cusparseOrder_t order) {
  *matrix = make_dense("cusparseCreateDnMat", rows, cols, ld, values, type, order);
}
void CreateConstDnMat(cusparseConstDnMatDescr_t* matrix, std::int64_t rows, std::int64_t cols,
                      std::int64_t ld, const void* values, cudaDataType type,
                      cusparseOrder_t order) {
  *matrix = make_dense("cusparseCreateConstDnMat", rows, cols, ld, values, type, order);
}
void DestroyDnMat(cusparseConstDnMatDescr_t matrix) { delete matrix; }

void DnMatGet(cusparseDnMatDescr_t matrix, std::int64_t* rows, std::int64_t* cols, std::int64_t* ld,
              void** values, cudaDataType* type, cusparseOrder_t* order) {
  get(*matrix, rows, cols, ld, values, type, order);
}
void ConstDnMatGet(cusparseConstDnMatDescr_t matrix, std::int64_t* rows, std::int64_t* cols,
                   std::int64_t* ld, const void** values, cudaDataType* type,
                   cusparseOrder_t* order) {
  get(*matrix, rows, cols, ld, values, type, order);
}
void DnMatGetValues(cusparseDnMatDescr_t matrix, void** values) {
  *values = matrix->operand.values;
}
void ConstDnMatGetValues(cusparseConstDnMatDescr_t matrix, const void** values) {
  *values = matrix->operand.values;
}
void DnMatSetValues(cusparseDnMatDescr_t matrix, void* values) { matrix->operand.values = values; }

void DnMatSetStridedBatch(cusparseDnMatDescr_t matrix, int count, std::int64_t stride) {
  constexpr const char* call = "cusparseDnMatSetStridedBatch";
  check(count > 0, call, "batchCount", "no matrices", "1 or more");
  check_size(call, "batchStride", stride);
  matrix->batch_count = count;
  matrix->batch_stride = stride;
}
void DnMatGetStridedBatch(cusparseConstDnMatDescr_t matrix, int* count, std::int64_t* stride) {
  *count = matrix->batch_count;
  *stride = matrix->batch_stride;
}

runtime::DenseOperand batch_member(const cusparseDnMatDescr& matrix, int number) {
  runtime::DenseOperand result = matrix.operand;
  result.values = static_cast<std::byte*>(result.values) +
                  number * matrix.batch_stride * std::int64_t(size_of(result.scalar));
  return result;
}

}  // namespace filigree::cusparse
