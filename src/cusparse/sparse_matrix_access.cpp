// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>
#include <cstring>
#include <string>

#include <cusparse/guard.hpp>
#include <cusparse/sparse_matrices.hpp>

/// What looks into a description of a sparse matrix, or changes it, which drops the plans that it
/// keeps.

namespace filigree::cusparse {
namespace {

void check_format(const char* call, const cusparseSpMatDescr& matrix, cusparseFormat_t format) {
  check(matrix.format == format, call, "spMatDescr", "a matrix of another format",
        "the format that the call is named after");
}

/// What csr, csc and coo matrices have in common; of coo the last type is null.
template <class Void>
void get(const char* call, const cusparseSpMatDescr& matrix, cusparseFormat_t format,
         std::int64_t* rows, std::int64_t* cols, std::int64_t* nnz, Void** first, Void** second,
         Void** values, cusparseIndexType_t* index, cusparseIndexBase_t* base, cudaDataType* type,
         cusparseIndexType_t* offset = nullptr) {
  check_format(call, matrix, format);
  const Arrays arrays = arrays_of(matrix);
  *rows = matrix.operand.num_rows;
  *cols = matrix.operand.num_cols;
  *nnz = matrix.operand.nnz;
  *first = without_const(arrays.first);
  *second = without_const(arrays.second);
  *values = without_const(arrays.values);
  *index = index_type(matrix.operand.index);
  if (offset != nullptr) *offset = index_type(matrix.operand.offset);
  *base = cusparseIndexBase_t(matrix.operand.properties.index_base);
  *type = data_type(matrix.operand.scalar);
}

template <class Void>
void get_blocked_ell(const char* call, const cusparseSpMatDescr& matrix, std::int64_t* rows,
                     std::int64_t* cols, std::int64_t* block_size, std::int64_t* ell_cols,
                     Void** indices, Void** values, cusparseIndexType_t* index,
                     cusparseIndexBase_t* base, cudaDataType* type) {
  std::int64_t nnz = 0;
  Void* none = nullptr;
  get(call, matrix, CUSPARSE_FORMAT_BLOCKED_ELL, rows, cols, &nnz, &none, indices, values, index,
      base, type);
  *block_size = matrix.operand.block.rows;
  *ell_cols = matrix.operand.ell_cols;
}

void set_pointers(const char* call, cusparseSpMatDescr& matrix, cusparseFormat_t format,
                  const Arrays& arrays) {
  check_format(call, matrix, format);
  set_arrays(matrix, arrays);
  matrix.plans.drop();
}

void set_batch(const char* call, cusparseSpMatDescr& matrix, cusparseFormat_t format, int count,
               std::int64_t offsets, std::int64_t indices, std::int64_t values) {
  // cuSPARSE has one call for rows and columns.
  const bool is_csc = format == CUSPARSE_FORMAT_CSR && matrix.format == CUSPARSE_FORMAT_CSC;
  if (!is_csc) check_format(call, matrix, format);
  check(count > 0, call, "batchCount", "no matrices", "1 or more");
  check_size(call, "stride", offsets);
  check_size(call, "stride", indices);
  check_size(call, "stride", values);
  matrix.batch_count = count;
  matrix.offsets_stride = offsets;
  matrix.indices_stride = indices;
  matrix.values_stride = values;
  matrix.plans.drop();
}

void check_attribute(const char* call, const void* data, std::size_t bytes) {
  check_pointer(call, "data", data);
  check(bytes == sizeof(int), call, "dataSize", "not the size of the attribute's enumeration", "4");
}

int attribute_of(const cusparseSpMatDescr& matrix, cusparseSpMatAttribute_t attribute) {
  switch (attribute) {
    case CUSPARSE_SPMAT_FILL_MODE:
      return matrix.fill;
    case CUSPARSE_SPMAT_DIAG_TYPE:
      return matrix.diagonal;
    case CUSPARSE_SPMAT_STORAGE:
      return matrix.storage;
    case CUSPARSE_SPMAT_SYMMETRY_TYPE:
      return matrix.symmetry;
  }
  return 0;
}

/// A triangle that stands for a symmetric or Hermitian matrix is one of the library's; operations
/// that take no such matrix refuse it.
void set_symmetry(const char* call, cusparseSpMatDescr& matrix, cusparseSpMatStorage_t storage,
                  cusparseSymmetryType_t symmetry) {
  runtime::SparseOperand operand = matrix.operand;
  MatrixProperties& properties = operand.properties;
  const bool is_half = storage != CUSPARSE_STORE_FULL && symmetry != CUSPARSE_GENERAL;
  properties.type = !is_half                         ? MatrixType::general
                    : symmetry == CUSPARSE_SYMMETRIC ? MatrixType::symmetric
                                                     : MatrixType::hermitian;
  properties.fill = storage == CUSPARSE_STORE_UPPER ? FillMode::upper : FillMode::lower;
  runtime::check(call, operand);
  matrix.operand.properties = properties;
  matrix.storage = storage;
  matrix.symmetry = symmetry;
  matrix.plans.drop();
}

}  // namespace

void SpMatGetFormat(cusparseConstSpMatDescr_t matrix, cusparseFormat_t* format) {
  *format = matrix->format;
}
void SpMatGetIndexBase(cusparseConstSpMatDescr_t matrix, cusparseIndexBase_t* base) {
  *base = cusparseIndexBase_t(matrix->operand.properties.index_base);
}
void SpMatGetValues(cusparseSpMatDescr_t matrix, void** values) {
  *values = matrix->operand.values;
}
void ConstSpMatGetValues(cusparseConstSpMatDescr_t matrix, const void** values) {
  *values = matrix->operand.values;
}
void SpMatSetValues(cusparseSpMatDescr_t matrix, void* values) { matrix->operand.values = values; }
void SpMatGetSize(cusparseConstSpMatDescr_t matrix, std::int64_t* rows, std::int64_t* cols,
                  std::int64_t* nnz) {
  *rows = matrix->operand.num_rows;
  *cols = matrix->operand.num_cols;
  *nnz = matrix->operand.nnz;
}
void SpMatGetStridedBatch(cusparseConstSpMatDescr_t matrix, int* count) {
  *count = matrix->batch_count;
}
void CooSetStridedBatch(cusparseSpMatDescr_t matrix, int count, std::int64_t stride) {
  set_batch("cusparseCooSetStridedBatch", *matrix, CUSPARSE_FORMAT_COO, count, 0, stride, stride);
}
void CsrSetStridedBatch(cusparseSpMatDescr_t matrix, int count, std::int64_t offsets,
                        std::int64_t entries) {
  set_batch("cusparseCsrSetStridedBatch", *matrix, CUSPARSE_FORMAT_CSR, count, offsets, entries,
            entries);
}
void BsrSetStridedBatch(cusparseSpMatDescr_t matrix, int count, std::int64_t offsets,
                        std::int64_t indices, std::int64_t values) {
  set_batch("cusparseBsrSetStridedBatch", *matrix, CUSPARSE_FORMAT_BSR, count, offsets, indices,
            values);
}

void SpMatGetAttribute(cusparseConstSpMatDescr_t matrix, cusparseSpMatAttribute_t attribute,
                       void* data, std::size_t bytes) {
  check_attribute("cusparseSpMatGetAttribute", data, bytes);
  const int value = attribute_of(*matrix, attribute);
  std::memcpy(data, &value, sizeof value);
}
void SpMatSetAttribute(cusparseSpMatDescr_t matrix, cusparseSpMatAttribute_t attribute, void* data,
                       std::size_t bytes) {
  constexpr const char* call = "cusparseSpMatSetAttribute";
  check_attribute(call, data, bytes);
  int value = 0;
  std::memcpy(&value, data, sizeof value);
  const bool is_new =
      attribute == CUSPARSE_SPMAT_STORAGE || attribute == CUSPARSE_SPMAT_SYMMETRY_TYPE;
  const int limit = is_new ? 2 : 1;
  check(value >= 0 && value <= limit, call, "data", std::to_string(value).c_str(),
        "a value of the attribute's enumeration");
  if (attribute == CUSPARSE_SPMAT_FILL_MODE) matrix->fill = cusparseFillMode_t(value);
  if (attribute == CUSPARSE_SPMAT_DIAG_TYPE) matrix->diagonal = cusparseDiagType_t(value);
  if (attribute == CUSPARSE_SPMAT_STORAGE)
    set_symmetry(call, *matrix, cusparseSpMatStorage_t(value), matrix->symmetry);
  if (attribute == CUSPARSE_SPMAT_SYMMETRY_TYPE)
    set_symmetry(call, *matrix, matrix->storage, cusparseSymmetryType_t(value));
}

void CsrGet(cusparseSpMatDescr_t matrix, std::int64_t* rows, std::int64_t* cols, std::int64_t* nnz,
            void** offsets, void** indices, void** values, cusparseIndexType_t* offset,
            cusparseIndexType_t* index, cusparseIndexBase_t* base, cudaDataType* type) {
  get("cusparseCsrGet", *matrix, CUSPARSE_FORMAT_CSR, rows, cols, nnz, offsets, indices, values,
      index, base, type, offset);
}
void ConstCsrGet(cusparseConstSpMatDescr_t matrix, std::int64_t* rows, std::int64_t* cols,
                 std::int64_t* nnz, const void** offsets, const void** indices, const void** values,
                 cusparseIndexType_t* offset, cusparseIndexType_t* index, cusparseIndexBase_t* base,
                 cudaDataType* type) {
  get("cusparseConstCsrGet", *matrix, CUSPARSE_FORMAT_CSR, rows, cols, nnz, offsets, indices,
      values, index, base, type, offset);
}
void CscGet(cusparseSpMatDescr_t matrix, std::int64_t* rows, std::int64_t* cols, std::int64_t* nnz,
            void** offsets, void** indices, void** values, cusparseIndexType_t* offset,
            cusparseIndexType_t* index, cusparseIndexBase_t* base, cudaDataType* type) {
  get("cusparseCscGet", *matrix, CUSPARSE_FORMAT_CSC, rows, cols, nnz, offsets, indices, values,
      index, base, type, offset);
}
void ConstCscGet(cusparseConstSpMatDescr_t matrix, std::int64_t* rows, std::int64_t* cols,
                 std::int64_t* nnz, const void** offsets, const void** indices, const void** values,
                 cusparseIndexType_t* offset, cusparseIndexType_t* index, cusparseIndexBase_t* base,
                 cudaDataType* type) {
  get("cusparseConstCscGet", *matrix, CUSPARSE_FORMAT_CSC, rows, cols, nnz, offsets, indices,
      values, index, base, type, offset);
}
void CooGet(cusparseSpMatDescr_t matrix, std::int64_t* rows, std::int64_t* cols, std::int64_t* nnz,
            void** row_indices, void** col_indices, void** values, cusparseIndexType_t* index,
            cusparseIndexBase_t* base, cudaDataType* type) {
  get("cusparseCooGet", *matrix, CUSPARSE_FORMAT_COO, rows, cols, nnz, row_indices, col_indices,
      values, index, base, type);
}
void ConstCooGet(cusparseConstSpMatDescr_t matrix, std::int64_t* rows, std::int64_t* cols,
                 std::int64_t* nnz, const void** row_indices, const void** col_indices,
                 const void** values, cusparseIndexType_t* index, cusparseIndexBase_t* base,
                 cudaDataType* type) {
  get("cusparseConstCooGet", *matrix, CUSPARSE_FORMAT_COO, rows, cols, nnz, row_indices,
      col_indices, values, index, base, type);
}
void BlockedEllGet(cusparseSpMatDescr_t matrix, std::int64_t* rows, std::int64_t* cols,
                   std::int64_t* block_size, std::int64_t* ell_cols, void** indices, void** values,
                   cusparseIndexType_t* index, cusparseIndexBase_t* base, cudaDataType* type) {
  get_blocked_ell("cusparseBlockedEllGet", *matrix, rows, cols, block_size, ell_cols, indices,
                  values, index, base, type);
}
void ConstBlockedEllGet(cusparseConstSpMatDescr_t matrix, std::int64_t* rows, std::int64_t* cols,
                        std::int64_t* block_size, std::int64_t* ell_cols, const void** indices,
                        const void** values, cusparseIndexType_t* index, cusparseIndexBase_t* base,
                        cudaDataType* type) {
  get_blocked_ell("cusparseConstBlockedEllGet", *matrix, rows, cols, block_size, ell_cols, indices,
                  values, index, base, type);
}

void CsrSetPointers(cusparseSpMatDescr_t matrix, void* offsets, void* indices, void* values) {
  set_pointers("cusparseCsrSetPointers", *matrix, CUSPARSE_FORMAT_CSR, {offsets, indices, values});
}
void CscSetPointers(cusparseSpMatDescr_t matrix, void* offsets, void* indices, void* values) {
  set_pointers("cusparseCscSetPointers", *matrix, CUSPARSE_FORMAT_CSC, {offsets, indices, values});
}
void CooSetPointers(cusparseSpMatDescr_t matrix, void* rows, void* columns, void* values) {
  set_pointers("cusparseCooSetPointers", *matrix, CUSPARSE_FORMAT_COO, {rows, columns, values});
}

void SpMatGetSizes(cusparseConstSpMatDescr_t matrix, cusparseSpMatSizes_t* sizes) {
  *sizes = {};
  sizes->format = matrix->format;
  const runtime::SparseOperand& operand = matrix->operand;
  const auto [rows, cols, nnz] = std::array{operand.num_rows, operand.num_cols, operand.nnz};
  switch (matrix->format) {
    case CUSPARSE_FORMAT_CSR:
      sizes->data.csr = {rows, cols, nnz};
      break;
    case CUSPARSE_FORMAT_CSC:
      sizes->data.csc = {rows, cols, nnz};
      break;
    case CUSPARSE_FORMAT_COO:
      sizes->data.coo = {rows, cols, nnz};
      break;
    case CUSPARSE_FORMAT_BLOCKED_ELL:
      sizes->data.blockedEll = {rows, cols, operand.block.rows, operand.ell_cols};
      break;
    case CUSPARSE_FORMAT_SLICED_ELLPACK:
      sizes->data.slicedEll = {rows, cols, nnz, operand.num_places, operand.slice_size};
      break;
    case CUSPARSE_FORMAT_BSR:
      sizes->data.bsr = {operand.num_lines(), cols / operand.block.cols, operand.num_indices(),
                         operand.block.rows, operand.block.cols};
      break;
  }
}

void SpMatGetPointers(cusparseSpMatDescr_t matrix, cusparseSpMatPointers_t* pointers) {
  *pointers = {};
  pointers->format = matrix->format;
  const Arrays arrays = arrays_of(*matrix);
  void* const first = without_const(arrays.first);
  void* const second = without_const(arrays.second);
  void* const values = without_const(arrays.values);
  // Every format but Blocked-ELL has three arrays, in one order.
  if (matrix->format == CUSPARSE_FORMAT_BLOCKED_ELL)
    pointers->data.blockedEll = {second, values};
  else
    pointers->data.csr = {first, second, values};
}

void SpMatSetPointers(cusparseSpMatDescr_t matrix, const cusparseSpMatPointers_t* pointers) {
  constexpr const char* call = "cusparseSpMatSetPointers";
  check(pointers->format == matrix->format, call, "pointers", "pointers of another format",
        "those of the matrix's format");
  const auto& [first, second, values] = pointers->data.csr;
  if (matrix->format == CUSPARSE_FORMAT_BLOCKED_ELL)
    set_arrays(*matrix,
               {nullptr, pointers->data.blockedEll.colInd, pointers->data.blockedEll.values});
  else
    set_arrays(*matrix, {first, second, values});
  matrix->plans.drop();
}

}  // namespace filigree::cusparse
