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

bool is_interleaved(const cusparseSpMatDescr& matrix) { return matrix.format == interleaved; }

SeparateCoordinates::SeparateCoordinates(const cusparseContext& handle,
                                         const cusparseSpMatDescr& matrix, ArrayUse arrays)
    : handle_(handle) {
  description_.format = CUSPARSE_FORMAT_COO;
  description_.batch_count = matrix.batch_count;
  runtime::SparseOperand& operand = description_.operand = matrix.operand;
  const void* const pairs = operand.row_indices;
  if (operand.nnz == 0 || pairs == nullptr) return;
  if (arrays == ArrayUse::unread) {
    operand.col_indices = operand.row_indices;  // any address that is not null
    return;
  }
  const std::size_t bytes = std::size_t(operand.nnz) * size_of(operand.index);
  indices_ = HeldMemory(2 * bytes);
  operand.row_indices = indices_.data();
  operand.col_indices = static_cast<std::byte*>(indices_.data()) + bytes;
  runtime::split_pairs(handle.target, operand.index, operand.nnz, pairs, operand.row_indices,
                       operand.col_indices);
}

SeparateCoordinates::~SeparateCoordinates() {
  if (!handle_.target.is_host() && indices_.data() != nullptr)
    cudaStreamSynchronize(handle_.stream);
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
  check(is_interleaved(*matrix), "hipsparseCooAoSGet", "spMatDescr", "a matrix of another format",
        "one of hipsparseCreateCooAoS");
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

/// Strides stay as they are: without any, as many products with the same arrays.
void SpMatSetStridedBatch(cusparseSpMatDescr_t matrix, int count) {
  check(count > 0, "hipsparseSpMatSetStridedBatch", "batchCount", "no matrices", "1 or more");
  matrix->batch_count = count;
  matrix->plans.drop();
}

}  // namespace filigree::hipsparse
