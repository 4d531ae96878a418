// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <hipsparse/sparse_matrices.hpp>

#include <cstddef>

#include <runtime/orders.hpp>

#include <cusparse/sparse_matrices.hpp>
#include <hipsparse/support.hpp>

namespace filigree::hipsparse {
namespace {

constexpr auto interleaved = cusparseFormat_t(HIPSPARSE_FORMAT_COO_AOS);

}  // namespace

bool is_cusparses(const cusparseSpMatDescr& matrix) {
  if (matrix.format == CUSPARSE_FORMAT_BLOCKED_ELL)
    return matrix.operand.properties.index_base == IndexBase::zero;
  return matrix.format != interleaved;
}

CusparsesMatrix::CusparsesMatrix(const cusparseContext& handle, const cusparseSpMatDescr& matrix)
    : handle_(handle) {
  const bool is_interleaved = matrix.format == interleaved;
  description_.format = is_interleaved ? CUSPARSE_FORMAT_COO : matrix.format;
  description_.batch_count = matrix.batch_count;
  description_.values_stride = matrix.values_stride;
  runtime::SparseOperand& operand = description_.operand = matrix.operand;
  const void* const given = is_interleaved ? operand.row_indices : operand.col_indices;
  const std::int64_t count = operand.num_indices();
  if (count == 0 || given == nullptr) return;
  const std::size_t bytes = std::size_t(count) * size_of(operand.index);
  indices_ = HeldMemory(is_interleaved ? 2 * bytes : bytes);
  if (is_interleaved) {
    operand.row_indices = indices_.data();
    operand.col_indices = static_cast<std::byte*>(indices_.data()) + bytes;
    runtime::split_pairs(handle.target, operand.index, count, given, operand.row_indices,
                         operand.col_indices);
  } else {  // an index below 0 is an empty block
    operand.properties.index_base = IndexBase::zero;
    operand.col_indices = indices_.data();
    runtime::shift_indices(handle.target, operand.index, count, given, -1, operand.col_indices);
  }
}

CusparsesMatrix::~CusparsesMatrix() {
  if (!handle_.target.is_host()) cudaStreamSynchronize(handle_.stream);
}

/// The pairs stand where row indices do, so that calls which do not know of them miss the columns.
void CreateCooAoS(cusparseSpMatDescr_t* matrix, std::int64_t rows, std::int64_t cols,
                  std::int64_t nnz, void* pairs, void* values, cusparseIndexType_t index_type,
                  cusparseIndexBase_t base, cudaDataType type) {
  *matrix =
      cusparse::make_sparse_matrix("hipsparseCreateCooAoS", CUSPARSE_FORMAT_COO, rows, cols, nnz,
                                   {pairs, nullptr, values}, {index_type, index_type, base, type});
  (*matrix)->format = interleaved;
}

void CooAoSGet(const cusparseSpMatDescr_t matrix, std::int64_t* rows, std::int64_t* cols,
               std::int64_t* nnz, void** pairs, void** values, cusparseIndexType_t* index_type,
               cusparseIndexBase_t* base, cudaDataType* type) {
  check(matrix->format == interleaved, "hipsparseCooAoSGet", "spMatDescr",
        "a matrix of another format", "one of hipsparseCreateCooAoS");
  const runtime::SparseOperand& operand = matrix->operand;
  *rows = operand.num_rows;
  *cols = operand.num_cols;
  *nnz = operand.nnz;
  *pairs = operand.row_indices;
  *values = operand.values;
  *index_type = cusparse::index_type(operand.index);
  *base = cusparseIndexBase_t(operand.properties.index_base);
  *type = cusparse::data_type(operand.scalar);
}

/// As many products with one and the same matrix.
void SpMatSetStridedBatch(cusparseSpMatDescr_t matrix, int count) {
  check(count > 0, "hipsparseSpMatSetStridedBatch", "batchCount", "no matrices", "1 or more");
  matrix->batch_count = count;
  matrix->plans.drop();
}

}  // namespace filigree::hipsparse
