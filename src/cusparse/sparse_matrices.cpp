// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cusparse/sparse_matrices.hpp>

#include <memory>

#include <filigree/format/matrix_base.hpp>

#include <cusparse/guard.hpp>
#include <cusparse/products.hpp>

/// What makes and ends descriptions of sparse matrices, and what products see of them.

namespace filigree::cusparse {
namespace {

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

void* moved(void* array, std::int64_t entries, std::size_t bytes) {
  return array == nullptr ? nullptr
                          : static_cast<std::byte*>(array) + entries * std::int64_t(bytes);
}

}  // namespace

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

cusparseSpMatDescr* make_sparse_matrix(const char* call, cusparseFormat_t format, std::int64_t rows,
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
  const bool is_compressed = by_rows || matrix.format == Format::csc;
  // Without all arrays it is refused, whatever the offsets say.
  const bool has_arrays = matrix.offsets != nullptr && matrix.values != nullptr &&
                          (by_rows ? matrix.col_indices : matrix.row_indices) != nullptr;
  if (!handle.target.is_host() || !is_compressed || !has_arrays) return matrix;
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
  *matrix = make_sparse_matrix("cusparseCreateCsr", CUSPARSE_FORMAT_CSR, rows, cols, nnz,
                               {offsets, indices, values}, {offset_type, index_type, base, type});
}
void CreateConstCsr(cusparseConstSpMatDescr_t* matrix, std::int64_t rows, std::int64_t cols,
                    std::int64_t nnz, const void* offsets, const void* indices, const void* values,
                    cusparseIndexType_t offset_type, cusparseIndexType_t index_type,
                    cusparseIndexBase_t base, cudaDataType type) {
  *matrix = make_sparse_matrix("cusparseCreateConstCsr", CUSPARSE_FORMAT_CSR, rows, cols, nnz,
                               {offsets, indices, values}, {offset_type, index_type, base, type});
}
void CreateCsc(cusparseSpMatDescr_t* matrix, std::int64_t rows, std::int64_t cols, std::int64_t nnz,
               void* offsets, void* indices, void* values, cusparseIndexType_t offset_type,
               cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type) {
  *matrix = make_sparse_matrix("cusparseCreateCsc", CUSPARSE_FORMAT_CSC, rows, cols, nnz,
                               {offsets, indices, values}, {offset_type, index_type, base, type});
}
void CreateConstCsc(cusparseConstSpMatDescr_t* matrix, std::int64_t rows, std::int64_t cols,
                    std::int64_t nnz, const void* offsets, const void* indices, const void* values,
                    cusparseIndexType_t offset_type, cusparseIndexType_t index_type,
                    cusparseIndexBase_t base, cudaDataType type) {
  *matrix = make_sparse_matrix("cusparseCreateConstCsc", CUSPARSE_FORMAT_CSC, rows, cols, nnz,
                               {offsets, indices, values}, {offset_type, index_type, base, type});
}
void CreateCoo(cusparseSpMatDescr_t* matrix, std::int64_t rows, std::int64_t cols, std::int64_t nnz,
               void* row_indices, void* col_indices, void* values, cusparseIndexType_t index_type,
               cusparseIndexBase_t base, cudaDataType type) {
  *matrix =
      make_sparse_matrix("cusparseCreateCoo", CUSPARSE_FORMAT_COO, rows, cols, nnz,
                         {row_indices, col_indices, values}, {index_type, index_type, base, type});
}
void CreateConstCoo(cusparseConstSpMatDescr_t* matrix, std::int64_t rows, std::int64_t cols,
                    std::int64_t nnz, const void* row_indices, const void* col_indices,
                    const void* values, cusparseIndexType_t index_type, cusparseIndexBase_t base,
                    cudaDataType type) {
  *matrix =
      make_sparse_matrix("cusparseCreateConstCoo", CUSPARSE_FORMAT_COO, rows, cols, nnz,
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

}  // namespace filigree::cusparse
