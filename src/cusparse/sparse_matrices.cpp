// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstring>
#include <memory>
#include <string>

#include <filigree/format/matrix_base.hpp>

#include <cusparse/guard.hpp>
#include <cusparse/products.hpp>

/// Descriptions of sparse matrices. What changes one drops the plans that it keeps.

namespace filigree::cusparse {
namespace {

/// The arrays of a format: offsets or row indices, column (of csc row) indices, values.
struct Arrays {
  const void *first, *second, *values;
};

struct Types {
  cusparseIndexType_t offsets, indices;
  cusparseIndexBase_t base;
  cudaDataType values;
};

void set_arrays(cusparseSpMatDescr& matrix, const Arrays& arrays) {
  runtime::SparseOperand& operand = matrix.operand;
  const bool by_columns = operand.format == Format::csc;
  (operand.has_offsets() ? operand.offsets : operand.row_indices) = without_const(arrays.first);
  (by_columns ? operand.row_indices : operand.col_indices) = without_const(arrays.second);
  operand.values = without_const(arrays.values);
}

Arrays arrays_of(const cusparseSpMatDescr& matrix) {
  const runtime::SparseOperand& operand = matrix.operand;
  return {operand.has_offsets() ? operand.offsets : operand.row_indices,
          operand.format == Format::csc ? operand.row_indices : operand.col_indices,
          operand.values};
}

/// `operand` has the sizes.
cusparseSpMatDescr* make(const char* call, cusparseFormat_t format,
                         const runtime::SparseOperand& sizes, const Arrays& arrays,
                         const Types& types) {
  auto matrix = std::make_unique<cusparseSpMatDescr>();
  matrix->format = format;
  runtime::SparseOperand& operand = matrix->operand = sizes;
  operand.scalar = scalar_type(call, "valueType", types.values);
  operand.index = index_type(call, "index type", types.indices);
  operand.offset = index_type(call, "offset type", types.offsets);
  operand.properties.index_base = IndexBase(types.base);
  runtime::check(call, operand);
  set_arrays(*matrix, arrays);
  return matrix.release();
}

cusparseSpMatDescr* make(const char* call, cusparseFormat_t format, std::int64_t rows,
                         std::int64_t cols, std::int64_t nnz, const Arrays& arrays,
                         const Types& types) {
  runtime::SparseOperand sizes;
  if (format != CUSPARSE_FORMAT_CSR)
    sizes.format = format == CUSPARSE_FORMAT_CSC ? Format::csc : Format::coo;
  sizes.num_rows = rows;
  sizes.num_cols = cols;
  sizes.nnz = nnz;
  return make(call, format, sizes, arrays, types);
}

cusparseSpMatDescr* make_bsr(const char* call, std::int64_t rows, std::int64_t cols,
                             std::int64_t nnz, std::int64_t block_rows, std::int64_t block_cols,
                             const Arrays& arrays, const Types& types, cusparseOrder_t order) {
  check(block_rows > 0 && block_cols > 0, call, "block size", "0", "1 or more");
  const std::int64_t places = detail::checked_product(call, "block size", block_rows, block_cols);
  runtime::SparseOperand sizes;
  sizes.format = Format::bsr;
  sizes.num_rows = detail::checked_product(call, "brows", rows, block_rows);
  sizes.num_cols = detail::checked_product(call, "bcols", cols, block_cols);
  sizes.nnz = detail::checked_product(call, "bnnz", nnz, places);
  sizes.block = {block_rows, block_cols,
                 order == CUSPARSE_ORDER_ROW ? BlockOrder::row_major : BlockOrder::col_major};
  return make(call, CUSPARSE_FORMAT_BSR, sizes, arrays, types);
}

cusparseSpMatDescr* make_blocked_ell(const char* call, std::int64_t rows, std::int64_t cols,
                                     std::int64_t block_size, std::int64_t ell_cols,
                                     const Arrays& arrays, const Types& types) {
  check(block_size > 0, call, "ellBlockSize", "0", "1 or more");
  check(ell_cols <= cols, call, "ellCols", "more columns than the matrix has", "cols or less");
  runtime::SparseOperand sizes;
  sizes.format = Format::blocked_ell;
  sizes.num_rows = rows;
  sizes.num_cols = cols;
  sizes.nnz = detail::checked_product(call, "ellCols", rows, ell_cols);
  sizes.block = {block_size, block_size, BlockOrder::row_major};
  sizes.ell_cols = ell_cols;
  return make(call, CUSPARSE_FORMAT_BLOCKED_ELL, sizes, arrays, types);
}

cusparseSpMatDescr* make_sliced_ell(const char* call, std::int64_t rows, std::int64_t cols,
                                    std::int64_t nnz, std::int64_t stored, std::int64_t slice,
                                    const Arrays& arrays, const Types& types) {
  check(slice > 0, call, "sliceSize", "0", "1 or more");
  check(nnz <= stored, call, "sellValuesSize", "less than nnz", "nnz or more");
  runtime::SparseOperand sizes;
  sizes.format = Format::sell;
  sizes.num_rows = rows;
  sizes.num_cols = cols;
  sizes.nnz = nnz;
  sizes.slice_size = slice;
  sizes.num_places = stored;
  return make(call, CUSPARSE_FORMAT_SLICED_ELLPACK, sizes, arrays, types);
}

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

void* moved(void* array, std::int64_t entries, std::size_t bytes) {
  return array == nullptr ? nullptr
                          : static_cast<std::byte*>(array) + entries * std::int64_t(bytes);
}

}  // namespace

runtime::SparseOperand batch_member(const cusparseSpMatDescr& matrix, int number) {
  runtime::SparseOperand result = matrix.operand;
  const std::size_t index_bytes = size_of(result.index);
  result.offsets = moved(result.offsets, number * matrix.offsets_stride, size_of(result.offset));
  result.row_indices = moved(result.row_indices, number * matrix.indices_stride, index_bytes);
  result.col_indices = moved(result.col_indices, number * matrix.indices_stride, index_bytes);
  result.values = moved(result.values, number * matrix.values_stride, size_of(result.scalar));
  return result;
}

runtime::SparseOperand as_stored(const cusparseContext& handle, runtime::SparseOperand matrix) {
  const bool by_rows = matrix.format == Format::csr;
  const bool can_be_read = handle.target.is_host() && matrix.offsets != nullptr &&
                           (by_rows || matrix.format == Format::csc);
  if (!can_be_read) return matrix;
  const std::int64_t lines = by_rows ? matrix.num_rows : matrix.num_cols;
  const std::int64_t end = matrix.offset == runtime::IndexType::int64
                               ? static_cast<const std::int64_t*>(matrix.offsets)[lines]
                               : static_cast<const std::int32_t*>(matrix.offsets)[lines];
  const std::int64_t entries = end - std::int64_t(matrix.properties.index_base);
  if (entries >= 0 && entries < matrix.nnz) matrix.nnz = entries;
  return matrix;
}

void CreateCsr(cusparseSpMatDescr_t* matrix, std::int64_t rows, std::int64_t cols, std::int64_t nnz,
               void* offsets, void* indices, void* values, cusparseIndexType_t offset_type,
               cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type) {
  *matrix = make("cusparseCreateCsr", CUSPARSE_FORMAT_CSR, rows, cols, nnz,
                 {offsets, indices, values}, {offset_type, index_type, base, type});
}
void CreateConstCsr(cusparseConstSpMatDescr_t* matrix, std::int64_t rows, std::int64_t cols,
                    std::int64_t nnz, const void* offsets, const void* indices, const void* values,
                    cusparseIndexType_t offset_type, cusparseIndexType_t index_type,
                    cusparseIndexBase_t base, cudaDataType type) {
  *matrix = make("cusparseCreateConstCsr", CUSPARSE_FORMAT_CSR, rows, cols, nnz,
                 {offsets, indices, values}, {offset_type, index_type, base, type});
}
void CreateCsc(cusparseSpMatDescr_t* matrix, std::int64_t rows, std::int64_t cols, std::int64_t nnz,
               void* offsets, void* indices, void* values, cusparseIndexType_t offset_type,
               cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type) {
  *matrix = make("cusparseCreateCsc", CUSPARSE_FORMAT_CSC, rows, cols, nnz,
                 {offsets, indices, values}, {offset_type, index_type, base, type});
}
void CreateConstCsc(cusparseConstSpMatDescr_t* matrix, std::int64_t rows, std::int64_t cols,
                    std::int64_t nnz, const void* offsets, const void* indices, const void* values,
                    cusparseIndexType_t offset_type, cusparseIndexType_t index_type,
                    cusparseIndexBase_t base, cudaDataType type) {
  *matrix = make("cusparseCreateConstCsc", CUSPARSE_FORMAT_CSC, rows, cols, nnz,
                 {offsets, indices, values}, {offset_type, index_type, base, type});
}
void CreateCoo(cusparseSpMatDescr_t* matrix, std::int64_t rows, std::int64_t cols, std::int64_t nnz,
               void* row_indices, void* col_indices, void* values, cusparseIndexType_t index_type,
               cusparseIndexBase_t base, cudaDataType type) {
  *matrix = make("cusparseCreateCoo", CUSPARSE_FORMAT_COO, rows, cols, nnz,
                 {row_indices, col_indices, values}, {index_type, index_type, base, type});
}
void CreateConstCoo(cusparseConstSpMatDescr_t* matrix, std::int64_t rows, std::int64_t cols,
                    std::int64_t nnz, const void* row_indices, const void* col_indices,
                    const void* values, cusparseIndexType_t index_type, cusparseIndexBase_t base,
                    cudaDataType type) {
  *matrix = make("cusparseCreateConstCoo", CUSPARSE_FORMAT_COO, rows, cols, nnz,
                 {row_indices, col_indices, values}, {index_type, index_type, base, type});
}
void CreateBsr(cusparseSpMatDescr_t* matrix, std::int64_t rows, std::int64_t cols, std::int64_t nnz,
               std::int64_t block_rows, std::int64_t block_cols, void* offsets, void* indices,
               void* values, cusparseIndexType_t offset_type, cusparseIndexType_t index_type,
               cusparseIndexBase_t base, cudaDataType type, cusparseOrder_t order) {
  *matrix = make_bsr("cusparseCreateBsr", rows, cols, nnz, block_rows, block_cols,
                     {offsets, indices, values}, {offset_type, index_type, base, type}, order);
}
void CreateConstBsr(cusparseConstSpMatDescr_t* matrix, std::int64_t rows, std::int64_t cols,
                    std::int64_t nnz, std::int64_t block_rows, std::int64_t block_cols,
                    const void* offsets, const void* indices, const void* values,
                    cusparseIndexType_t offset_type, cusparseIndexType_t index_type,
                    cusparseIndexBase_t base, cudaDataType type, cusparseOrder_t order) {
  *matrix = make_bsr("cusparseCreateConstBsr", rows, cols, nnz, block_rows, block_cols,
                     {offsets, indices, values}, {offset_type, index_type, base, type}, order);
}
void CreateBlockedEll(cusparseSpMatDescr_t* matrix, std::int64_t rows, std::int64_t cols,
                      std::int64_t block_size, std::int64_t ell_cols, void* indices, void* values,
                      cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type) {
  *matrix = make_blocked_ell("cusparseCreateBlockedEll", rows, cols, block_size, ell_cols,
                             {nullptr, indices, values}, {index_type, index_type, base, type});
}
void CreateConstBlockedEll(cusparseConstSpMatDescr_t* matrix, std::int64_t rows, std::int64_t cols,
                           std::int64_t block_size, std::int64_t ell_cols, const void* indices,
                           const void* values, cusparseIndexType_t index_type,
                           cusparseIndexBase_t base, cudaDataType type) {
  *matrix = make_blocked_ell("cusparseCreateConstBlockedEll", rows, cols, block_size, ell_cols,
                             {nullptr, indices, values}, {index_type, index_type, base, type});
}
void CreateSlicedEll(cusparseSpMatDescr_t* matrix, std::int64_t rows, std::int64_t cols,
                     std::int64_t nnz, std::int64_t stored, std::int64_t slice, void* offsets,
                     void* indices, void* values, cusparseIndexType_t offset_type,
                     cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type) {
  *matrix = make_sliced_ell("cusparseCreateSlicedEll", rows, cols, nnz, stored, slice,
                            {offsets, indices, values}, {offset_type, index_type, base, type});
}
void CreateConstSlicedEll(cusparseConstSpMatDescr_t* matrix, std::int64_t rows, std::int64_t cols,
                          std::int64_t nnz, std::int64_t stored, std::int64_t slice,
                          const void* offsets, const void* indices, const void* values,
                          cusparseIndexType_t offset_type, cusparseIndexType_t index_type,
                          cusparseIndexBase_t base, cudaDataType type) {
  *matrix = make_sliced_ell("cusparseCreateConstSlicedEll", rows, cols, nnz, stored, slice,
                            {offsets, indices, values}, {offset_type, index_type, base, type});
}

void DestroySpMat(cusparseConstSpMatDescr_t matrix) { destroy(matrix); }

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
        "those of the matrix' format");
  const auto& [first, second, values] = pointers->data.csr;
  if (matrix->format == CUSPARSE_FORMAT_BLOCKED_ELL)
    set_arrays(*matrix,
               {nullptr, pointers->data.blockedEll.colInd, pointers->data.blockedEll.values});
  else
    set_arrays(*matrix, {first, second, values});
  matrix->plans.drop();
}

}  // namespace filigree::cusparse
